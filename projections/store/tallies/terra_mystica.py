"""Tallies of Terra Mystica.

setup    name is a fact of the setup (`scoring`, `scoring_2` ... `scoring_6`, `card`, `final`, and `bonus` of a
         seat), value the tile or card
taken    name is favor, town or bonus, value the tile, number how often a seat took it in the round, null for all
opening  per seat: name is what it has built by the end of round 1 (dwellings/trading houses/temples/strongholds/
         sanctuaries), value the favor and town tiles taken by then, by name, null if none
leech    per seat: name is offers, accepted, declined or void (how many), offered, gained (power) or paid (VP)
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from engine.ledger import Entry
from events.log.record import Record
from events.vocabulary import terra_mystica as events
from projections.store.tallies import Counted, Tally

ANSWERS = frozenset(("accepted", "declined", "void"))
BUILT = ("dwelling", "trading_house", "temple", "stronghold", "sanctuary")


def tallies(counted: Counted) -> Iterator[Tally]:
    """All tallies of a game."""
    taken = list(_taken(counted))
    yield from _setup(counted)
    in_rounds = Counter(taken)
    in_all = Counter((seat, name, tile, None) for seat, name, tile, _ in taken)
    for (seat, name, tile, round_), number in (*in_rounds.items(), *in_all.items()):
        yield Tally(seat, "taken", name, tile, round_, number)
    yield from _openings(counted)
    yield from _leech(counted.entries)


def _setup(counted: Counted) -> Iterator[Tally]:
    for record, assumed in _drawn(counted, events.DrawScoringTiles):
        for place, tile in enumerate(record.event.tiles, 1):
            if tile not in assumed:
                yield Tally(None, "setup", f"scoring_{place}" if place > 1 else "scoring", tile)
    for record, assumed in _drawn(counted, events.DrawBonusCards):
        for card in record.event.cards:
            if card not in assumed:
                yield Tally(None, "setup", "card", card)
    for _, record in counted.played[events.DrawFinalScoring]:
        yield Tally(None, "setup", "final", record.event.tile)
    for _, record in counted.played[events.ChooseInitialBonusCard]:
        yield Tally(record.actor, "setup", "bonus", record.event.card)
    for _, record in counted.played[events.IntroPosition]:  # the introductory game gives the first cards to factions
        for seat in _seats(counted, record.event.faction):
            yield Tally(seat, "setup", "bonus", record.event.bonus_card)


def _drawn(counted: Counted, kind: type) -> Iterator[tuple[Record[Any], Collection[str]]]:
    """The draws of a kind, each with those of its tiles or cards that the source leaves open: the others are known."""
    yield from ((record, ()) for _, record in counted.played[kind])
    yield from ((record, assumed) for _, record, assumed in counted.partly[kind])


def _seats(counted: Counted, faction: str) -> Iterator[int]:
    return (seat for seat, own in enumerate(counted.factions) if own == faction)


def _taken(counted: Counted) -> Iterator[tuple[int | None, str, str, int | None]]:
    """(seat, name, tile, round) for each tile taken."""
    for name, kind in (("favor", events.ChooseFavorTile), ("town", events.ChooseTownTile)):
        for round_, record in counted.played[kind]:
            yield record.actor, name, record.event.tile, round_
    for round_, record in counted.played[events.ChooseInitialBonusCard]:
        yield record.actor, "bonus", record.event.card, round_
    for round_, record in counted.played[events.Pass]:
        if record.event.bonus_card is not None:
            yield record.actor, "bonus", record.event.bonus_card, round_
    for round_, record in counted.played[events.IntroPosition]:
        for seat in _seats(counted, record.event.faction):
            yield seat, "bonus", record.event.bonus_card, round_


def _openings(counted: Counted) -> Iterator[Tally]:
    built: dict[int | None, Counter[str]] = {}
    tiles: dict[int | None, list[str]] = {}
    for record in (*_begun(counted, events.PlaceInitialDwelling), *_begun(counted, events.BuildDwelling)):
        built.setdefault(record.actor, Counter())["dwelling"] += 1
    for record in _begun(counted, events.UpgradeStructure):
        built.setdefault(record.actor, Counter())[record.event.to] += 1
    for record in (*_begun(counted, events.ChooseFavorTile), *_begun(counted, events.ChooseTownTile)):
        tiles.setdefault(record.actor, []).append(record.event.tile)
    for record in _begun(counted, events.IntroPosition):
        for whose in _seats(counted, record.event.faction):
            built.setdefault(whose, Counter())["dwelling"] += len(record.event.dwellings)
    for seat in dict.fromkeys([*built, *tiles]):
        d, th, te, sh, sa = (built.get(seat, Counter())[name] for name in BUILT)
        left = d - th, th - te - sh, te - sa, sh, sa  # what was built, minus what was upgraded
        yield Tally(seat, "opening", "/".join(map(str, left)), ", ".join(sorted(tiles.get(seat, ()))) or None)


def _begun(counted: Counted, kind: type) -> Iterator[Record[Any]]:
    """The records of a kind up to the end of round 1."""
    return (record for round_, record in counted.played[kind] if round_ <= 1)


def _leech(entries: Mapping[str, Sequence[Entry]]) -> Iterator[Tally]:
    """A token moves from bowl I to II, or from II to III: each move is one power."""
    found: Counter[tuple[int, str]] = Counter()
    for entry in entries.get("offer", ()):
        seat, source, delta = entry.seat, entry.source, entry.delta
        if delta > 0:
            found[seat, "offers"] += 1
            found[seat, "offered"] += delta
        if source in ANSWERS:
            found[seat, source] += 1
    for figure, name, sign in (("bowl1", "gained", -1), ("bowl3", "gained", 1), ("vp", "paid", -1)):
        for entry in entries.get(figure, ()):
            if entry.source == "leech":
                found[entry.seat, name] += sign * entry.delta
    for (seat, name), number in found.items():
        yield Tally(seat, "leech", name, number=number)
