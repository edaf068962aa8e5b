"""Tallies of Terra Mystica.

setup    name is a fact of the set-up (`scoring`, `scoring_2` ... `scoring_6`, `card`, `final`, and `bonus` of a
         seat), value the tile or card
taken    name is favor, town or bonus, value the tile, number how often a seat took it in the round, null for all
opening  of a seat: name is what it has built at the end of round 1 (dwellings/trading houses/temples/strongholds/
         sanctuaries), value the favor and town tiles taken by then, by name, null if none
leech    of a seat: name is offers, accepted, declined or void (how many), offered, gained (power) or paid (VP)
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.ledger import Entry
from events.vocabulary import terra_mystica as events
from projections.store.tallies import Counted, Tally

TOLD = frozenset(
    (
        events.DrawScoringTiles,
        events.DrawBonusCards,
        events.DrawFinalScoring,
        events.IntroPosition,
        events.ChooseInitialBonusCard,
        events.PlaceInitialDwelling,
        events.BuildDwelling,
        events.UpgradeStructure,
        events.ChooseFavorTile,
        events.ChooseTownTile,
        events.Pass,
    )
)
"""The events that tell of any of it."""
BUILT = ("dwelling", "trading_house", "temple", "stronghold", "sanctuary")


def tallies(counted: Counted) -> Iterator[Tally]:
    """All of them."""
    counted = counted._replace(played=[each for each in counted.played if type(each[1].event) in TOLD])
    taken = list(_taken(counted))
    yield from _setup(counted)
    in_rounds = Counter(taken)
    in_all = Counter((seat, name, tile, None) for seat, name, tile, _ in taken)
    for (seat, name, tile, round_), number in (*in_rounds.items(), *in_all.items()):
        yield Tally(seat, "taken", name, tile, round_, number)
    yield from _openings(counted)
    yield from _leech(counted.entries)


def _setup(counted: Counted) -> Iterator[Tally]:
    for _, record in counted.played:
        match record.event:
            case events.DrawScoringTiles(tiles):
                for place, tile in enumerate(tiles, 1):
                    yield Tally(None, "setup", f"scoring_{place}" if place > 1 else "scoring", tile)
            case events.DrawBonusCards(cards):
                for card in cards:
                    yield Tally(None, "setup", "card", card)
            case events.DrawFinalScoring(tile):
                yield Tally(None, "setup", "final", tile)
            case events.ChooseInitialBonusCard(card):
                yield Tally(record.actor, "setup", "bonus", card)
            case events.IntroPosition(faction, _, card):  # the introductory game gives the first cards to factions
                for seat in _seats(counted, faction):
                    yield Tally(seat, "setup", "bonus", card)


def _seats(counted: Counted, faction: str) -> Iterator[int]:
    return (seat for seat, own in enumerate(counted.factions) if own == faction)


def _taken(counted: Counted) -> Iterator[tuple[int | None, str, str, int | None]]:
    """(seat, name, tile, round) of each tile that was taken."""
    for round_, record in counted.played:
        match record.event:
            case events.ChooseFavorTile(tile):
                yield record.actor, "favor", tile, round_
            case events.ChooseTownTile(tile):
                yield record.actor, "town", tile, round_
            case events.ChooseInitialBonusCard(card):
                yield record.actor, "bonus", card, round_
            case events.Pass(str(card)):
                yield record.actor, "bonus", card, round_
            case events.IntroPosition(faction, _, card):
                for seat in _seats(counted, faction):
                    yield seat, "bonus", card, round_


def _openings(counted: Counted) -> Iterator[Tally]:
    built: dict[int | None, Counter[str]] = {}
    tiles: dict[int | None, list[str]] = {}
    for round_, record in counted.played:
        if round_ > 1:
            continue
        own = record.actor
        match record.event:
            case events.PlaceInitialDwelling() | events.BuildDwelling():
                built.setdefault(own, Counter())["dwelling"] += 1
            case events.UpgradeStructure(_, to):
                built.setdefault(own, Counter())[to] += 1
            case events.ChooseFavorTile(tile) | events.ChooseTownTile(tile):
                tiles.setdefault(own, []).append(tile)
            case events.IntroPosition(faction, hexes):
                for whose in _seats(counted, faction):
                    built.setdefault(whose, Counter())["dwelling"] += len(hexes)
    for seat in dict.fromkeys([*built, *tiles]):
        d, th, te, sh, sa = (built.get(seat, Counter())[name] for name in BUILT)
        left = d - th, th - te - sh, te - sa, sh, sa  # what was built, less what became something better
        yield Tally(seat, "opening", "/".join(map(str, left)), ", ".join(sorted(tiles.get(seat, ()))) or None)


def _leech(entries: Sequence[Entry]) -> Iterator[Tally]:
    """A token moves from bowl I to II, or from II to III: each move is one power."""
    found: Counter[tuple[int, str]] = Counter()
    for entry in entries:
        if entry.figure != "offer" and entry.source != "leech":
            continue
        seat, source, delta = entry.seat, entry.source, entry.delta
        if entry.figure == "offer":
            if delta > 0:
                found[seat, "offers"] += 1
                found[seat, "offered"] += delta
            if source in ("accepted", "declined", "void"):
                found[seat, source] += 1
        elif entry.figure in ("bowl1", "bowl3"):
            found[seat, "gained"] += delta if entry.figure == "bowl3" else -delta
        elif entry.figure == "vp":
            found[seat, "paid"] -= delta
    for (seat, name), number in found.items():
        yield Tally(seat, "leech", name, number=number)
