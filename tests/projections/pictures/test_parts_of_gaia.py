"""The parts of the picture of Gaia: readable in one column, the same at all times, where actions happen."""

from itertools import islice

import pytest

from engine.replay import replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.native import GameLog
from events.vocabulary.gaia import (
    ClaimObjective,
    DeckDrawn,
    DiscardCard,
    DrawDeck,
    DrawExhausted,
    DrawRow,
    HandDealt,
    Hunt,
    PassProtection,
    PlayAnimals,
    PlayCity,
    PlayNature,
    PlayPower,
    Protect,
    RowDealt,
    RowRefilled,
    StartPlayerDrawn,
    Taken,
    TornadoDrawn,
    TornadoKeep,
)
from projections.pictures.gaia.places import places
from tests.support.parts import LEAST, parts_of, spots_of, texts
from tests.support.specimens import positions, sampled, specimens

LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff"
LARGEST = 26.0
"""The size of texts of a map that is two columns wide, on a phone of 320 pixels."""
OPTIONS = {
    "basic": {"mode": "basic", "tile_area": "shared"},
    "disasters": {"mode": "advanced_disasters", "animal_kinds": "distinct", "tile_area": "shared"},
    "separate": {"tile_area": "separate", "mode": "advanced"},
    "owned": {"tile_area": "shared_owned", "mode": "basic"},
}
GAMES = [each for each in specimens() if each.values[0].game == "gaia"]
every_kind = pytest.mark.parametrize(
    ("kind", "players"), [("basic", 5), ("disasters", 4), ("separate", 3), ("owned", 2)]
)


def log_with(kind: str, players: int) -> GameLog:
    return selfplay_log(ruleset("gaia"), f"parts-{kind}", players, OPTIONS[kind], "random")


@every_kind
def test_parts_are_the_same_at_all_times(kind, players):
    """Their names and heights: the board and the list of cities have their room from the beginning."""
    log = log_with(kind, players)
    last = replay(ruleset("gaia"), log).state
    shapes = {
        tuple((part.name, part.columns, part.seat, part.height) for part in parts_of("gaia", game.state, (), last))
        for game, _ in positions(log)
    }
    assert len(shapes) == 1
    names = [name for name, *_ in shapes.pop()]
    boards = [f"board/{seat}" for seat in range(players)] if kind == "separate" else ["board"]
    mats = [f"mat/{seat}" for seat in range(players)]
    assert names == [*boards, "objectives", "cards", *mats, "cities", "stock"]


@every_kind
def test_texts_are_large_and_stay_in_their_part(kind, players):
    """Texts have 13 units or more; nothing runs over the edge, on the map not even in twice that size."""
    log = log_with(kind, players)
    last = replay(ruleset("gaia"), log).state
    for number, (game, _) in enumerate(positions(log)):
        if number % 25 == 0 or game.standings is not None:
            for part in parts_of("gaia", game.state, (LONG_NAME,) * players, last):
                for text in texts(part, LARGEST if part.columns == 2 else 0):
                    assert text.size >= LEAST, (part.name, text)
                    assert 0 <= text.left < text.right <= part.width, (part.name, text)
                    assert 0 < text.baseline < part.height, (part.name, text)


@pytest.mark.parametrize("specimen", GAMES)
def test_actions_happen_where_something_is_drawn(specimen):
    """Every legal action names spots of the picture, free cells among them, unless it declines something."""
    for game, _ in sampled(specimen, 40):
        if game.state.public:
            continue
        drawn = spots_of(parts_of("gaia", game.state))
        for actor, event in islice(game.rules.legal(game.state), 2_000):
            found = places(actor, event)
            assert set(found) <= drawn.keys(), event
            kind = type(event).__struct_config__.tag
            declines = kind == "claim_objective" and event.objective is None
            ends = kind == "draw_exhausted" and event.pile is None
            assert found or declines or ends or kind in {"objectives_dealt", "pass_protection"}, event


@every_kind
def test_a_card_that_is_played_changes_what_it_names(kind, players):
    """The tile or cell, and the card in the hand."""
    log = log_with(kind, players)
    played = 0
    before: dict[str, str] = {}
    named: tuple[str, ...] = ()
    for game, record in positions(log):
        now = spots_of(parts_of("gaia", game.state))
        assert all(now.get(key) != before[key] for key in named), record
        plays = record is not None and isinstance(record.event, PlayNature | PlayAnimals | PlayCity)
        named, before = (tuple(places(record.actor, record.event)) if plays else ()), now
        played += plays
    assert played > 10


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (Hunt((0, 0), (0, 1)), ["tile/(0, 0)", "tile/(0, 1)"]),
        (Hunt((0, 0), None), ["tile/(0, 0)"]),
        (DrawRow("life", 1), ["row/life/1"]),
        (DrawDeck("nature"), ["deck/nature"]),
        (PlayNature("sea", (2, -1)), ["hand/1/nature_sea", "tile/(2, -1)"]),
        (PlayAnimals("house_animal_01", (1, 0, 0)), ["hand/1/house_animal_01", "tile/(1, 0, 0)"]),
        (PlayCity("house_city_01", (0, 0)), ["hand/1/house_city_01", "tile/(0, 0)"]),
        (PlayPower("sun", (0, 0)), ["hand/1/sun", "tile/(0, 0)"]),
        (PlayPower("earthquake", cells=((0, 0), (0, 1))), ["hand/1/earthquake", "tile/(0, 0)", "tile/(0, 1)"]),
        (PlayPower("eruption", (0, 0), convert=((0, 1),)), ["hand/1/eruption", "tile/(0, 0)", "tile/(0, 1)"]),
        (PlayPower("tornado"), ["hand/1/tornado"]),
        (RowDealt("power", ("sun", "rain")), ["row/power/0", "row/power/1"]),
        (RowRefilled("life", 0, "house_city_01"), ["row/life/0", "deck/life"]),
        (HandDealt(2, ("nature_sea",), ()), ["meeples/2"]),
        (StartPlayerDrawn(0), ["meeples/0"]),
        (DeckDrawn(0, "life", None), ["deck/life", "meeples/0"]),
        (DiscardCard("life", None), ["hand/1/unknown/life"]),
        (DiscardCard("nature", "nature_sea"), ["hand/1/nature_sea"]),
        (Protect(), ["hand/1/protection"]),
        (PassProtection(), []),
        (TornadoDrawn((Taken(0, "life", None), Taken(2, "power", "sun"))), ["hand/0/unknown/life", "hand/2/sun"]),
        (TornadoKeep(2), ["meeples/2"]),
        (ClaimObjective("house_objective_01"), ["objective/house_objective_01"]),
        (ClaimObjective(None), []),
        (DrawExhausted("life"), ["deck/life"]),
        (DrawExhausted(), []),
    ],
)
def test_where_events_happen(event, expected):
    assert list(places(1, event)) == expected
