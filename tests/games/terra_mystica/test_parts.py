"""The parts of the drawing: the same at all times, with room for their texts; every action has its places in them."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from engine.address import goto
from engine.replay import replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from engine.snapshot import fork
from events.vocabulary import terra_mystica as tm
from projections.pages.things import Things
from projections.pictures.sheet import NOBODY, Part, Spot, Table
from projections.pictures.terra_mystica import drawing
from projections.pictures.terra_mystica.cards import ROOM, first_fitting, wrapped
from projections.pictures.terra_mystica.mats import next_income
from projections.pictures.terra_mystica.places import places
from projections.verdict import offered
from tests.games.terra_mystica.drawn import GROWN, USUAL, Text, texts
from tests.games.terra_mystica.table import has, position

TERRA_MYSTICA = ruleset("terra_mystica")
NAMES = ("Anna", "Benedikta of the Long Name", "", "Dora", "E")
FIRE_AND_ICE = {"fire_ice_factions": ("ice", "volcano", "variable"), "landscapes": True}
TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"faction_selection": "intro"}),
    (3, {"faction_selection": "random_board", "random_seating": True, "fire_ice_final_scoring": "random"}),
    (4, {"faction_selection": "auction", "turn_order": "pass_order", "mini_expansion_towns": True}),
    (5, {"reaction_timing": "deferred", "map": "fjords", "faction_selection": "auction", **FIRE_AND_ICE}),
    (5, {"reaction_timing": "immediate", "map": "archipelago", "shipping_bonus_card": True, **FIRE_AND_ICE}),
)
tables = pytest.mark.parametrize(("players", "options"), TABLES)


def played(players: int, options: dict[str, Any], every: int = 25) -> Iterator[tuple[Any, list[Part]]]:
    """Positions of a game, from the first to the last, with their parts."""
    log = selfplay_log(TERRA_MYSTICA, f"parts-{players}", players, options, "sensible")
    last = replay(TERRA_MYSTICA, log).state
    for seq in [*range(0, len(log.records), every), len(log.records)]:
        game = goto(TERRA_MYSTICA, log, f"#{seq}")
        yield game, list(drawing.draw(game.state, Table(NAMES[:players], game.played, last)))


@tables
def test_parts_are_the_same_at_all_times(players: int, options: dict[str, Any]) -> None:
    """Names, titles, widths, heights, owners; each key is drawn once."""
    forms = set()
    for _, parts in played(players, options):
        forms.add(tuple((each.name, each.title, each.columns, each.height, each.seat) for each in parts))
        keys = [each.key for part in parts for each in part.elements if isinstance(each, Spot)]
        assert len(keys) == len(set(keys))
    (form,) = forms
    assert [seat for *_, seat in form if seat != NOBODY] == list(range(players))
    assert form[0][0] == "board"


@tables
def test_texts_have_room_in_their_part(players: int, options: dict[str, Any]) -> None:
    """No text of one column is smaller than usual, none leaves its part, with texts of 13 units at least."""
    for _, parts in played(players, options):
        for part in parts:
            for text in texts(part, 13):
                assert part.columns > 1 or text.size >= USUAL
                assert text.left >= 0, text
                assert text.right <= part.width + 0.02 * (text.right - text.left), text
                assert text.top >= 0, text
                assert text.bottom <= part.height, text


@tables
def test_texts_of_mats_and_tiles_do_not_overlap(players: int, options: dict[str, Any]) -> None:
    """In parts of one column; what is centred in a marker or beside it has its own room."""
    for _, parts in played(players, options, 60):
        for part in parts[1:]:
            if part.name == "cults":
                continue
            for one, other in combinations(texts(part, 13), 2):
                assert not overlap(one, other), (part.name, one, other)


@tables
def test_texts_of_the_map_can_grow(players: int, options: dict[str, Any]) -> None:
    """On a phone they are enlarged to 11 pixels, and still lie apart."""
    for _, parts in played(players, options, 90):
        for one, other in combinations(texts(parts[0], GROWN), 2):
            assert not overlap(one, other), (one, other)


def overlap(one: Text, other: Text, slack: float = 1.0) -> bool:
    """Whether the boxes of two texts overlap by more than `slack` units in both directions."""
    wide = min(one.right, other.right) - max(one.left, other.left)
    high = min(one.bottom, other.bottom) - max(one.top, other.top)
    return wide > slack and high > slack


@tables
def test_places_of_legal_actions_are_drawn(players: int, options: dict[str, Any]) -> None:
    """Every action names spots of the position, but for draws, what is forgone and the end of a turn."""
    without = (tm.DrawBonusCards, tm.Forfeit, tm.EndTurn)
    for game, parts in played(players, options, 9):
        spots = {each.key: each for part in parts for each in part.elements if isinstance(each, Spot)}
        for seat, event in offered(game, 2_000):
            found = places(seat, event)
            assert bool(found) != isinstance(event, without), event
            for key in found:
                assert key in spots, (key, event)
                assert spots[key].body, (key, event)


def test_places_are_those_of_the_event() -> None:
    """A dwelling its hex; a priest all orders with these steps, and the marker; an action the card that it is on."""
    assert places(1, tm.BuildDwelling("E7")) == ("hex/E7",)
    assert places(1, tm.UpgradeStructure("E7", "temple")) == ("hex/E7", "built/1/temple")
    assert places(2, tm.SendPriest("water", 2)) == ("order/1/1", "order/1/2", "order/1/3", "cult/1/2")
    assert places(2, tm.SendPriest("fire", 1)) == ("cult/0/2",)
    assert places(0, tm.SpecialAction("bonus_spade")) == ("own/card/0",)
    assert places(0, tm.SpecialAction("favor_cult")) == ("own/favor/favor_water_2/0",)
    assert places(0, tm.SpecialAction("giants_stronghold")) == ("own/giants_stronghold/0",)
    assert places(0, tm.PlaceBridge("C2", "D3")) == ("hex/C2", "hex/D3")
    assert places(0, tm.Convert("power", 3, "worker", 1)) == ("bowls/0", "figure/0/workers")
    assert places(0, tm.AdjustResources("coin", -1)) == ("figure/0/coins",)
    assert places(0, tm.EndTurn()) == ()


def test_a_mat_says_what_is_due() -> None:
    """Instead of the player's name; what the player still has to choose, and the followups of the action."""
    state = position("yetis", "witches", yetis=has(chosen="lakes", dwelling="A4", towns_owed=1), options=ICE).state
    assert "has to take 1 town tile" in said(mat(state, 0))
    state.players[0].towns_owed = 0
    assert "Anna" in said(mat(state, 0))
    state.active, state.followup.spades = 0, 2
    assert "has 2 spades to use" in said(mat(state, 0))
    assert Things("terra_mystica", NAMES).about(state, "standing/0") == "Anna, has 2 spades to use"


ICE = {"fire_ice_factions": ["ice"]}


def mat(state: Any, seat: int) -> Part:
    return next(each for each in drawing.draw(state, Table(NAMES)) if each.seat == seat)


def said(part: Part) -> list[str]:
    return [text.said for text in texts(part)]


def test_a_mat_shows_costs_and_the_next_income() -> None:
    """TM-6.2.3: what one more structure adds; TM-7.8: what it costs, a trading house more without neighbours."""
    state = position("witches", "giants", witches=has(dwelling="A3", trading_house="C3")).state
    rules = state.players[0].rules
    shown = said(mat(state, 0))
    assert "2w 3/6c" in shown
    steps = [next_income(rules.trading_house, n) for n in range(5)]
    assert steps == [*[{"coin": 2, "power": 1}] * 2, *[{"coin": 2, "power": 2}] * 2, {}]
    assert "+2c 1pw" in shown
    assert "+2" in shown
    state.round = 6
    assert "+2" not in said(mat(state, 0))


def test_things_say_what_they_cost_and_bring() -> None:
    """Hexes, structures, cults, structures left and levels, each with the next step."""
    witches, giants = has(dwelling="A3", trading_house="C3", cult="2/0/0/10"), has(bridges="C2-D3", dwelling="C2")
    state = position("witches", "engineers", witches=witches, engineers=giants).state
    about = Things("terra_mystica", NAMES).about
    assert about(state, "hex/C2") == "C2: mountains; one spade makes it forest or wasteland"
    assert about(state, "hex/r0") == "r0: river"
    assert about(state, "on/C3").endswith(
        "power value 2; temple for 2 workers, 5 coins; stronghold for 4 workers, 6 coins"
    )
    assert about(state, "on/A3").endswith("trading house for 2 workers, 3 coins (3 coins more without neighbours)")
    assert about(state, "bridge/C2-D3") == f"bridge C2-D3, Engineers of {NAMES[1]}"
    assert about(state, "cult/0/0").endswith("on space 2; 1 power at space 3; space 10 takes a key")
    assert about(state, "cult/3/0").endswith("on space 10")
    assert about(state, "built/0/temple").endswith("; another costs 2 workers, 5 coins and adds 1 priest to the income")
    assert about(state, "level/0/shipping").endswith("; a step costs 1 priest, 4 coins and brings 2 VP")


def test_wordings_fit() -> None:
    """Words are kept whole in lines; what does not fit is cut in the last one."""
    assert list(wrapped("one two three", ROOM, 2)) == ["one two three"]
    assert list(wrapped("one two three", 60, 2)) == ["one two", "three"]
    assert next(wrapped("one two three", 60, 1)).endswith("…")
    assert first_fitting(("a long wording", "short"), 50) == "short"
    assert first_fitting(("a long wording", "also too long"), 50).endswith("…")


def test_the_order_of_the_next_round_is_shown_when_it_is_known() -> None:
    """TM-6.8.2: clockwise from the first player to pass; TM-6.8.3: with pass order, those who have passed."""
    about = Things("terra_mystica", NAMES).about
    state = fork(position("witches", "giants", "nomads").state)
    state.order = state.round_order = [0, 1, 2]
    assert about(state, "next") == "turn order of the next round: not known yet"
    state.players[1].passed, state.start_player = True, 1
    assert about(state, "next") == f"turn order of the next round: {NAMES[1]}, seat 3, Anna"
    assert about(state, "order").endswith(f"; passed: {NAMES[1]}")
