"""What a statistic is asked for: which games and seats count, by what it is split, which of its rows are shown."""

import math
from collections.abc import Mapping

from msgspec import Struct

from events.log.codec import Unreadable
from events.problems import count, one_of
from projections.statistics.traits import TAG, Trait, facts, option, tag, trait


class Filters(Struct, kw_only=True):
    """Which games and seats count, and which rows are shown; by default everything.

    Of games: `game`, `players`, `options` and `tags` (name to value; an empty value of a tag stands for any), `facts`
    (name to value, as games state them; some are of seats), `ended` (`finished`: nobody was dropped; or `dropped`),
    `since` and `until` (a date or the beginning of one as ISO 8601 text, both included), `discrepant` (discrepant games
    count).

    Of seats: `faction`, `against` (a faction at the same table), `player`, `seat` (start position, from 1), `rating`
    (lowest and highest rating of the player). Games count that have such a seat.

    Of rows: `min_games`; `by` (what the statistic is split by), `sort` (a column, with `:asc` or `:desc`), `limit`.
    """

    game: str | None = None
    players: int | None = None
    options: Mapping[str, str] = {}
    tags: Mapping[str, str] = {}
    facts: Mapping[str, str] = {}
    ended: str | None = None
    since: str | None = None
    until: str | None = None
    discrepant: bool = False
    faction: str | None = None
    against: str | None = None
    player: str | None = None
    seat: int | None = None
    rating: tuple[float, float] | None = None
    min_games: int = 0
    by: str = ""
    sort: str = ""
    limit: int | None = None


class Asked(Struct, frozen=True):
    """One thing that games or seats have to have: a trait and its value; of a tag an empty one stands for any."""

    trait: Trait
    value: str

    @property
    def any_value(self) -> bool:
        """Whether any value will do."""
        return self.trait.kind == TAG and not self.value

    @property
    def words(self) -> str:
        """In the words that stand above a table."""
        if self.any_value:
            return f"with the tag {self.trait.name}"
        return count(int(self.value), "player") if self.trait.name == "players" else self.trait.in_words(self.value)


_PLAIN = ("players", "ended", "faction", "against", "player", "seat")


def asked(filters: Filters) -> list[Asked]:
    """What the filters ask of games and seats, in the order of the words above a table; no dates, no ratings.

    Raises Unreadable for a fact that no game states.
    """
    values = {name: getattr(filters, name) for name in _PLAIN}
    plain = {name: Asked(trait(name), str(value)) for name, value in values.items() if value is not None}
    found = [plain.pop("players")] if "players" in plain else []
    found += [Asked(option(name), value) for name, value in filters.options.items()]
    found += [Asked(tag(name), value) for name, value in filters.tags.items()]
    found += [Asked(_fact(name), value) for name, value in filters.facts.items()]
    return [*found, *plain.values()]


def _fact(name: str) -> Trait:
    known = facts()
    if name not in known:
        raise Unreadable(f"the fact {name!r}", one_of(sorted(known), name))
    return known[name]


def words(filters: Filters) -> list[str]:
    """What is asked for, for people, a part each."""
    found = ["finished games, valid or discrepant" if filters.discrepant else "finished valid games"]
    found += [one.words for one in asked(filters)]
    if filters.rating is not None:
        found.append(f"players rated {_band(*filters.rating)}")
    if filters.since is not None:
        found.append(f"played since {filters.since}")
    if filters.until is not None:
        found.append(f"played until {filters.until}")
    if filters.by:
        found.append(f"split by {filters.by}")
    if filters.min_games:
        found.append(f"rows of at least {count(filters.min_games, 'game')}")
    return found


def _band(low: float, high: float) -> str:
    if math.isinf(high):
        return f"{low:g} or more"
    return f"{high:g} or less" if math.isinf(low) else f"{low:g} to {high:g}"
