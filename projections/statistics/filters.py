"""What a statistic counts: filters of games and seats, the trait that it is split by, and which rows are shown."""

import math
from collections.abc import Mapping

from msgspec import Struct

from events.problems import count
from projections.statistics.traits import TAG, Trait, fact, option, tag, trait

OUT, LAST = "out", "last"
"""What a dropped seat counts as: left out, or last."""


class Filters(Struct, kw_only=True):
    """Which games and seats count, and which rows are shown; by default all.

    For games: `game`, `players`, `options` and `tags` (name to value; an empty value of a tag stands for any), `ended`
    (`finished`: nobody was dropped; or `dropped`), `since` and `until` (a date or the beginning of one as ISO 8601
    text, both inclusive), `discrepant` (discrepant games count as well).

    For seats: `faction`, `against` (a faction at the same table), `player`, `seat` (start position, from 1), `rating`
    (lowest and highest rating of the player by earlier games). A game counts if it has such a seat.

    For either: `facts` (name to value), as games state them (projections/stated_facts.py).

    `drops`: what seats count that were dropped (OUT: none; LAST: all, as last, with the points that they had).
    `net_of_start`: results are those without the points at the start; summaries, which do not state these, are left
    out.

    For single statistics: `until_width` (how wide intervals of ratings may be, in points, for `strength`),
    `table` (the seats whose chances `predict` computes, such as "Ann:nomads,Bob:witches"), `setup` (the settings for
    which `advice` compares factions, such as "map=base,players=4"), `controlled` (`setup` with columns for which
    players, factions and everything dealt are controls).

    For rows: `min_games`; `by` (the trait to split by), `sort` (a column, with `:asc` or `:desc`), `limit`.
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
    drops: str = OUT
    net_of_start: bool = False
    until_width: float | None = None
    table: str | None = None
    setup: str | None = None
    controlled: bool = False
    min_games: int = 0
    by: str = ""
    sort: str = ""
    limit: int | None = None


class Condition(Struct, frozen=True):
    """One requirement on games or seats: a trait and its value; an empty value of a tag stands for any."""

    trait: Trait
    value: str

    @property
    def any_value(self) -> bool:
        """Whether any value satisfies the requirement."""
        return self.trait.kind == TAG and not self.value

    @property
    def words(self) -> str:
        """The requirement as shown above a table."""
        if self.any_value:
            return f"with the tag {self.trait.name}"
        return count(int(self.value), "player") if self.trait.name == "players" else self.trait.in_words(self.value)


_OF_SEATS = ("faction", "against", "player", "seat")


def conditions(filters: Filters, game: str = "") -> list[Condition]:
    """The requirements of the filters, in the order in which they are shown; dates and ratings are not included.

    Facts are understood as `game` states them. Raises Unreadable for a fact that no game states.
    """
    of_facts = [Condition(fact(name, game), value) for name, value in filters.facts.items()]
    return [
        *_plain(filters, "players"),
        *(Condition(option(name), value) for name, value in filters.options.items()),
        *(Condition(tag(name), value) for name, value in filters.tags.items()),
        *(one for one in of_facts if not one.trait.of_seats),
        *_plain(filters, "ended", *_OF_SEATS),
        *(one for one in of_facts if one.trait.of_seats),
    ]


def _plain(filters: Filters, *names: str) -> list[Condition]:
    values = {name: getattr(filters, name) for name in names}
    return [Condition(trait(name), str(value)) for name, value in values.items() if value is not None]


def words(filters: Filters, game: str = "") -> list[str]:
    """The filters in words, one part each."""
    found = ["finished games, valid or discrepant" if filters.discrepant else "finished valid games"]
    found += [one.words for one in conditions(filters, game)]
    if filters.rating is not None:
        found.append(f"players rated {_band(*filters.rating)} by earlier games")
    if filters.since is not None:
        found.append(f"played since {filters.since}")
    if filters.until is not None:
        found.append(f"played until {filters.until}")
    if filters.drops == LAST:
        found.append("dropped seats as last")
    if filters.net_of_start:
        found.append("net of the points at the start")
    if filters.by:
        found.append(f"split by {filters.by}")
    if filters.min_games:
        found.append(f"rows of at least {count(filters.min_games, 'game')}")
    return found


def _band(low: float, high: float) -> str:
    if math.isinf(high):
        return f"{low:g} or more"
    return f"{high:g} or less" if math.isinf(low) else f"{low:g} to {high:g}"
