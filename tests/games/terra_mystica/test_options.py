"""The options (TM-1.3): those that a header may state, and those that are refused by name."""

import pytest

from engine.clause import Unsupported
from engine.games.terra_mystica.choosing import starting_vp
from engine.games.terra_mystica.options import Options, options_of
from engine.games.terra_mystica.setup import bonus_cards_in_play, scoring_tiles_in_play
from events.log.codec import Unreadable
from events.log.record import Header, Seat
from tests.support import at_start

SEATS = (Seat("Ann"), Seat("Ben"))


def options(**stated):
    return options_of(Header("terra_mystica", "1", stated, SEATS))


def start(**stated):
    return at_start("terra_mystica", Header("terra_mystica", "1", stated, SEATS)).state


def test_what_holds_if_the_header_is_silent():
    """TM-1.3: the defaults; TM-12.10: reactions are immediate unless the header states otherwise."""
    silent = options()
    assert silent == Options()
    assert (silent.map, silent.faction_selection, silent.starting_vp) == ("base", "player_choice", "standard")
    assert (silent.turn_order, silent.reaction_timing, silent.late_key) == ("clockwise", "immediate", "same_turn")
    assert silent.cultist_errata
    assert silent.chaos_pass_strict
    assert not silent.loose_dig


def test_the_options_of_the_table():
    """TM-1.3.2: map, faction boards, starting points, turn order and mini-expansion by their names here."""
    stated = options(map="base", faction_selection="random_board", starting_vp="adjusted", turn_order="pass_order")
    assert (stated.faction_selection, stated.turn_order) == ("random_board", "pass_order")


def test_the_mini_expansion():
    """TM-1.3.1, TM-11.11: town tiles and a bonus card; four tiles, of which one kind is there twice."""
    without, with_it = start(), start(mini_expansion_towns=True, shipping_bonus_card=True)
    assert sum(without.town_pool.values()) == 10
    added = {tile: n for tile, n in with_it.town_pool.items() if tile not in without.town_pool}
    assert added == {"town_2vp_2cult": 1, "town_4vp_ship": 2, "town_11vp": 1}
    assert set(bonus_cards_in_play(with_it)) - set(bonus_cards_in_play(without)) == {"bonus_shipping_vp"}


def test_the_temple_scoring_tile():
    """TM-3.1: a ninth scoring tile."""
    assert len(scoring_tiles_in_play(start())) == 8
    assert "score_temple" in scoring_tiles_in_play(start(temple_scoring_tile=True))


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("map", "moon"),
        ("faction_selection", "by_lot"),
        ("fire_ice_factions", ["snow"]),
        ("playtests", ["playtest_v9_ice"]),
        ("fire_ice_final_scoring", "longest_road"),
        ("starting_vp", "generous"),
        ("an_option_nobody_knows", 1),
    ],
)
def test_what_is_not_known_is_named(option, value):
    """TM-1.3: no option is passed over."""
    with pytest.raises(Unsupported, match=option):
        options(**{option: value})


def test_what_is_stated_at_its_default():
    """TM-1.3: it changes nothing."""
    assert options(landscapes=False, fire_ice_final_scoring="none", auction_start_vp=30) == Options()


def test_a_value_of_the_wrong_type():
    """TM-1.3: with its place in the header."""
    with pytest.raises(Unreadable, match=r"\$\.options\.loose_dig"):
        options(loose_dig="yes")


@pytest.mark.parametrize("players", [0, 1, 6])
def test_players(players):
    """TM-1.3: two to five."""
    with pytest.raises(Unreadable, match=f"{players} players?"):
        at_start("terra_mystica", Header("terra_mystica", "1", {}, (Seat("x"),) * players))


@pytest.mark.parametrize(
    ("table", "vp"),
    [
        ("standard", {"fakirs": 20, "darklings": 20}),
        ("adjusted", {"fakirs": 30, "giants": 30, "auren": 25, "witches": 20, "darklings": 15}),
        ("original_2017", {"fakirs": 33, "alchemists": 27, "cultists": 16, "darklings": 15}),
    ],
)
def test_starting_vp(table, vp):
    """TM-5.4.2, TM-11.10: twenty for all, the table of the map, or that of 2017."""
    assert {faction: starting_vp(options(starting_vp=table), faction) for faction in vp} == vp


def test_a_set_names_each_value_once():
    """TM-1.3: an option stated twice is refused, with its place in the header."""
    with pytest.raises(Unreadable, match=r"at \$.options.fire_ice_factions, expected each value once"):
        options(fire_ice_factions=["ice", "ice"])


def test_a_table_of_starting_vp_in_the_header():
    """TM-12.5: it comes before all others; whom it does not name has what the option gives."""
    stated = options(starting_vp="adjusted", starting_vp_table={"witches": 11})
    assert (starting_vp(stated, "witches"), starting_vp(stated, "fakirs")) == (11, 30)


@pytest.mark.parametrize("order", [[0], [0, 0], [1, 2], [0, 1, 2]])
def test_an_order_of_seats_has_each_once(order):
    """TM-12.11: impossible values are reported with their place in the header."""
    assert options(seat_order=[1, 0]).seat_order == (1, 0)
    with pytest.raises(Unreadable, match=r"at \$.options.seat_order, expected every seat from 0 to 1 once"):
        options(seat_order=order)
