"""The setup: section 5 (factions TM-5.3, what they begin with TM-5.4) and the chance outcomes of section 8."""

import pytest

from engine.games.terra_mystica.choosing import boards_in_play
from engine.games.terra_mystica.options import Options
from events.log.record import Header, Seat
from events.vocabulary.terra_mystica import (
    ChooseFaction,
    ChooseInitialBonusCard,
    ChooseSide,
    DealBoards,
    DrawBonusCards,
    DrawScoringTiles,
    DrawSeating,
    DropPlayer,
    EndTurn,
    Pass,
    PlaceInitialDwelling,
)
from tests.support import at_start

TILES = (
    "score_spade",
    "score_town",
    "score_dwelling_water",
    "score_stronghold_fire",
    "score_dwelling_fire",
    "score_trading_house_water",
)
CARDS = ("bonus_spade", "bonus_cult", "bonus_6c", "bonus_ship", "bonus_3pw_1w")
ALL_CARDS = (*CARDS, "bonus_stronghold", "bonus_trading_house", "bonus_priest", "bonus_dwelling")


def table(players=2, **options):
    return at_start("terra_mystica", Header("terra_mystica", "1", options, (Seat(""),) * players))


def drawn(players=2, **options):
    """A table at which tiles and cards lie and factions are chosen next."""
    cards = ALL_CARDS[: players + 3]
    start = table(players, **options)
    start.when(None, DrawScoringTiles(TILES)).accepted()
    start.when(None, DrawBonusCards(cards)).accepted()
    return start


def seated(*factions, **options):
    """A table at which these factions are chosen."""
    start = drawn(len(factions), **options)
    for seat, faction in enumerate(factions):
        start.when(seat, ChooseFaction(faction)).accepted()
    return start


def placed(start):
    """With all dwellings on the first hexes that are offered."""
    while start.state.phase == "setup_dwellings":
        actor, event = next(start.rules.legal(start.state))
        start.when(actor, event).accepted()
    return start


# --- the draws ------------------------------------------------------------------------------------------------------


def test_the_order_of_the_setup():
    """TM-5.1: seating, tiles, cards, factions, dwellings, cards, income: nothing out of its order."""
    start = table(random_seating=True)
    start.when(None, DrawScoringTiles(TILES)).rejected("TM-5.1", awaited=["Seating"])
    start.when(None, DrawSeating((1, 0))).then(order=[1, 0], phase="setup_scoring")
    start.when(None, DrawSeating((1, 0))).rejected("TM-5.1")
    start.when(None, DrawBonusCards(CARDS)).rejected("TM-5.1")
    start.when(1, ChooseFaction("witches")).rejected("TM-5.1")
    start.when(1, PlaceInitialDwelling("A3")).rejected("TM-5.1")
    start.when(1, ChooseInitialBonusCard("bonus_6c")).rejected("TM-5.1")
    start.when(None, DealBoards(("forest_board", "lakes_board"))).rejected("TM-5.1")
    start.when(1, EndTurn()).rejected("TM-7.0.2", phase="setup_scoring")


def test_phases_of_the_setup():
    """TM-6.1, TM-5.1: faction, dwellings, cards, and on to the first income and action phase."""
    start = seated("witches", "nomads").then(phase="setup_dwellings", round=0)
    placed(start).then(phase="setup_bonus")
    start.when(1, ChooseInitialBonusCard("bonus_6c")).accepted()
    start.when(0, ChooseInitialBonusCard("bonus_ship")).then(phase="income", round=0)
    start.settled().then(phase="action", round=1)


@pytest.mark.parametrize("order", [(0, 0), (0,), (0, 1, 2), (1, 2)])
def test_seating(order):
    """TM-8.1: a permutation of the seats."""
    table(random_seating=True).when(None, DrawSeating(order)).rejected("TM-8.1", order=order)


def test_chance_has_no_actor():
    """TM-8.9: it is nobody's decision, and after the setup there is none."""
    table().when(0, DrawScoringTiles(TILES)).rejected("TM-8.9", actor=0)
    table().legal(DrawScoringTiles(TILES), actor=None)
    start = seated("witches", "nomads")
    start.when(None, DrawScoringTiles(TILES)).rejected("TM-5.1")


def test_scoring_tiles():
    """TM-8.2, TM-5.2.2: six different ones of those in play."""
    start = table()
    start.when(None, DrawScoringTiles(TILES[:5])).rejected("TM-8.2")
    start.when(None, DrawScoringTiles((*TILES[:5], TILES[0]))).rejected("TM-8.2")
    start.when(None, DrawScoringTiles((*TILES[:5], "score_temple"))).rejected("TM-8.2")
    start.when(None, DrawScoringTiles(TILES)).then(scoring=list(TILES), phase="setup_cards")
    table(temple_scoring_tile=True).when(None, DrawScoringTiles((*TILES[:5], "score_temple"))).accepted()


@pytest.mark.parametrize(("place", "fine"), [(1, True), (4, True), (5, False), (6, False)])
def test_where_the_spade_tile_lies(place, fine):
    """TM-5.2.2: not in round 5 or 6."""
    tiles = list(TILES[1:])
    tiles.insert(place - 1, "score_spade")
    outcome = table().when(None, DrawScoringTiles(tuple(tiles)))
    outcome.accepted() if fine else outcome.rejected("TM-5.2.2", tile="score_spade", round=place)


@pytest.mark.parametrize(("players", "cards"), [(2, 5), (3, 6), (4, 7), (5, 8)])
def test_bonus_cards(players, cards):
    """TM-5.2.3, TM-8.3: three more than players, different, in play, without coins."""
    names = ALL_CARDS
    start = table(players)
    start.when(None, DrawScoringTiles(TILES)).accepted()
    start.when(None, DrawBonusCards(names[: cards + 1])).rejected("TM-8.3", cards=names[: cards + 1])
    start.when(None, DrawBonusCards((*names[: cards - 1], names[0]))).rejected("TM-8.3")
    start.when(None, DrawBonusCards((*names[: cards - 1], "bonus_shipping_vp"))).rejected("TM-8.3")
    start.when(None, DrawBonusCards((*names[:cards], names[0]))).rejected("TM-8.3", cards=(*names[:cards], names[0]))
    other, turned = table(players), DrawBonusCards(tuple(reversed(names[:cards])))
    assert start.rules.plain(start.state, None, turned) == DrawBonusCards(names[:cards])
    start.when(None, DrawBonusCards(names[:cards])).accepted()
    assert list(start.state.bonus_pool.items()) == [(name, 0) for name in names[:cards]]
    other.when(None, DrawScoringTiles(TILES)).accepted()
    assert other.when(None, turned).accepted().state == start.state


# --- factions -------------------------------------------------------------------------------------------------------


def test_choosing_factions():
    """TM-5.3.2: in seat order, each one that exists."""
    start = drawn()
    assert sum(1 for _ in start.rules.legal(start.state)) == 14
    start.when(1, ChooseFaction("nomads")).rejected("TM-5.3.2", actor=1, of=[0])
    start.when(0, ChooseFaction("elves")).rejected("TM-5.3.2", faction="elves")
    start.when(0, ChooseFaction("witches")).accepted()
    start.when(0, ChooseFaction("giants")).rejected("TM-5.3.2")
    start.when(1, ChooseFaction("nomads")).then(phase="setup_dwellings")


def test_one_faction_of_a_board():
    """TM-5.3.1: the two factions of a colour exclude each other."""
    start = drawn()
    start.when(0, ChooseFaction("witches")).accepted()
    start.when(1, ChooseFaction("auren")).rejected("TM-5.3.1", board="forest_board", taken_by=0)
    start.when(1, ChooseFaction("witches")).rejected("TM-5.3.1")
    start.not_legal(ChooseFaction("auren")).when(1, ChooseFaction("mermaids")).accepted()


def test_sides_are_for_random_boards_and_choices_are_not():
    """TM-5.3.3: each selection has its own decision."""
    drawn().when(0, ChooseSide("witches")).rejected("TM-5.3.3")
    start = drawn(faction_selection="random_board")
    start.when(0, ChooseFaction("witches")).rejected("TM-5.1", awaited=["Boards"])
    start.when(None, DealBoards(("forest_board", "lakes_board"))).accepted()
    start.when(0, ChooseFaction("witches")).rejected("TM-5.3.3", selection="random_board")
    start.when(0, ChooseSide("nomads")).rejected("TM-5.3.3", board="forest_board")
    start.legal(ChooseSide("witches"), ChooseSide("auren")).not_legal(ChooseSide("mermaids"))
    start.when(0, ChooseSide("auren")).accepted()
    start.when(1, ChooseSide("mermaids")).then(phase="setup_dwellings")


def test_dealing_boards():
    """TM-8.5, TM-5.3.3: a different one of the seven for each."""
    assert len(boards_in_play(Options())) == 7
    assert len(boards_in_play(Options(fire_ice_factions=("ice", "volcano", "variable")))) == 10
    start = drawn(faction_selection="random_board")
    start.when(None, DealBoards(("forest_board",))).rejected("TM-8.5")
    start.when(None, DealBoards(("forest_board", "forest_board"))).rejected("TM-8.5")
    start.when(None, DealBoards(("forest_board", "moon_board"))).rejected("TM-8.5")
    start.when(None, DealBoards(("swamp_board", "forest_board"))).accepted()
    assert [player.board for player in start.state.players] == ["swamp_board", "forest_board"]


@pytest.mark.parametrize(
    ("faction", "coins", "workers", "priests", "bowls", "cult", "shipping"),
    [
        ("auren", 15, 3, 0, (5, 7, 0), [0, 1, 0, 1], 0),
        ("witches", 15, 3, 0, (5, 7, 0), [0, 0, 0, 2], 0),
        ("alchemists", 15, 3, 0, (5, 7, 0), [1, 1, 0, 0], 0),
        ("darklings", 15, 1, 1, (5, 7, 0), [0, 1, 1, 0], 0),
        ("halflings", 15, 3, 0, (3, 9, 0), [0, 0, 1, 1], 0),
        ("cultists", 15, 3, 0, (5, 7, 0), [1, 0, 1, 0], 0),
        ("engineers", 10, 2, 0, (3, 9, 0), [0, 0, 0, 0], 0),
        ("dwarves", 15, 3, 0, (5, 7, 0), [0, 0, 2, 0], 0),
        ("mermaids", 15, 3, 0, (3, 9, 0), [0, 2, 0, 0], 1),
        ("swarmlings", 20, 8, 0, (3, 9, 0), [1, 1, 1, 1], 0),
        ("chaos_magicians", 15, 4, 0, (5, 7, 0), [2, 0, 0, 0], 0),
        ("giants", 15, 3, 0, (5, 7, 0), [1, 0, 0, 1], 0),
        ("fakirs", 15, 3, 0, (7, 5, 0), [1, 0, 0, 1], 0),
        ("nomads", 15, 2, 0, (5, 7, 0), [1, 0, 1, 0], 0),
    ],
)
def test_start_values(faction, coins, workers, priests, bowls, cult, shipping):
    """TM-5.4.1: what each faction begins with; moving to the first cult spaces gives no power. TM-5.4.2: 20 VP."""
    start = drawn()
    start.when(0, ChooseFaction(faction)).entered(0, "vp", 20, "start")
    player = start.state.players[0]
    assert (player.coin, player.worker, player.priest) == (coins, workers, priests)
    assert (player.bowl1, player.bowl2, player.bowl3) == bowls
    assert (player.cults, player.shipping, player.exchange, player.vp) == (cult, shipping, 0, 20)


def test_start_resources_come_on_top_of_the_first_income():
    """TM-5.4.3: three workers at the start, and three of the income with two dwellings."""
    start = placed(seated("witches", "mermaids"))
    start.when(1, ChooseInitialBonusCard("bonus_6c")).accepted()
    start.when(0, ChooseInitialBonusCard("bonus_spade")).settled().figures(0, worker=6, coin=17, vp=20)


# --- dwellings ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("factions", "order"),
    [
        (("witches", "mermaids"), [0, 1, 1, 0]),
        (("witches", "mermaids", "giants"), [0, 1, 2, 2, 1, 0]),
        (("nomads", "witches"), [0, 1, 1, 0, 0]),
        (("chaos_magicians", "witches"), [1, 1, 0]),
        (("witches", "chaos_magicians", "nomads"), [0, 2, 2, 0, 2, 1]),
    ],
)
def test_who_places_when(factions, order):
    """TM-5.5.1, TM-5.5.2, TM-11.31: in order, in reverse; then the Nomads' third, then the Chaos Magicians' one."""
    start = seated(*factions)
    assert start.state.waiting == order


def test_the_first_dwellings():
    """TM-5.5.3: on an empty hex of the home terrain; no cost, no offers, no VP."""
    start = seated("witches", "nomads")
    start.when(1, PlaceInitialDwelling("A5")).rejected("TM-5.5.1", actor=1, of=[0])
    for wrong in ("A1", "r3", "Z9", "a3"):
        start.when(0, PlaceInitialDwelling(wrong)).rejected("TM-5.5.3", hex=wrong)
    start.when(0, PlaceInitialDwelling("A3")).figures(0, coin=15, worker=3, vp=20)
    start.when(1, PlaceInitialDwelling("A3")).rejected("TM-5.5.3", empty=False)
    start.when(1, PlaceInitialDwelling("A5")).accepted()
    start.when(1, PlaceInitialDwelling("B4")).accepted()
    start.when(0, PlaceInitialDwelling("C4")).then(offers=[]).figures(0, vp=20)
    assert start.state.players[0].built["dwelling"] == 2


# --- bonus cards ----------------------------------------------------------------------------------------------------


def test_the_first_bonus_cards():
    """TM-5.6.1: in reverse order, from the pool, without coins; when round 1 starts those left over get one."""
    start = placed(seated("witches", "mermaids"))
    start.when(0, ChooseInitialBonusCard("bonus_6c")).rejected("TM-5.6.1", actor=0, of=[1])
    start.when(1, ChooseInitialBonusCard("bonus_priest")).rejected("TM-5.6.1", card="bonus_priest")
    start.when(1, ChooseInitialBonusCard("bonus_6c")).figures(1, coin=15)
    start.when(0, ChooseInitialBonusCard("bonus_6c")).rejected("TM-5.6.1")
    start.when(0, ChooseInitialBonusCard("bonus_ship")).then(
        bonus_pool={"bonus_spade": 0, "bonus_cult": 0, "bonus_3pw_1w": 0}
    )
    start.settled().then(bonus_pool={"bonus_spade": 1, "bonus_cult": 1, "bonus_3pw_1w": 1})


def test_the_first_seat_starts():
    """TM-5.2.1: seat 1 begins round 1, wherever chance has put it."""
    start = placed(seated("witches", "mermaids"))
    start.when(1, ChooseInitialBonusCard("bonus_6c")).accepted()
    start.when(0, ChooseInitialBonusCard("bonus_ship")).settled().then(active=0, order=[0, 1])
    drawn_first = table(random_seating=True)
    drawn_first.when(None, DrawSeating((1, 0))).accepted()
    drawn_first.when(None, DrawScoringTiles(TILES)).accepted()
    drawn_first.when(None, DrawBonusCards(CARDS)).then(waiting=[1, 0])
    drawn_first.when(1, ChooseFaction("witches")).accepted()
    drawn_first.when(0, ChooseFaction("mermaids")).accepted()
    placed(drawn_first).when(0, ChooseInitialBonusCard("bonus_6c")).accepted()
    drawn_first.when(1, ChooseInitialBonusCard("bonus_ship")).settled().then(active=1, order=[1, 0])


# --- dropping in the setup ------------------------------------------------------------------------------------------


def test_who_drops_while_dwellings_are_placed():
    """TM-7.15.4: places nothing any more, and takes no card."""
    start = seated("witches", "mermaids", "giants")
    start.when(0, PlaceInitialDwelling("A3")).accepted()
    start.when(None, DropPlayer(1)).then(waiting=[2, 2, 0])
    placed(start).then(waiting=[2, 0])
    start.when(2, ChooseInitialBonusCard("bonus_6c")).accepted()
    start.when(0, ChooseInitialBonusCard("bonus_ship")).settled().then(round=1, active=0)


def test_who_drops_while_factions_are_chosen():
    """TM-7.15.4, TM-7.15.1: only a player with a faction can; then there is nothing to place."""
    start = drawn(3)
    start.when(0, ChooseFaction("witches")).accepted()
    start.when(None, DropPlayer(2)).rejected("TM-7.15.1", faction="")
    start.when(None, DropPlayer(0)).accepted()
    start.when(1, ChooseFaction("mermaids")).accepted()
    start.when(2, ChooseFaction("giants")).then(waiting=[1, 2, 2, 1])


def test_nobody_acts_out_of_place():
    """TM-7.0.2: decisions have an actor at the table."""
    start = placed(seated("witches", "mermaids"))
    start.when(None, ChooseInitialBonusCard("bonus_6c")).rejected("TM-7.0.2", actor=None)
    start.when(7, ChooseInitialBonusCard("bonus_6c")).rejected("TM-7.0.2", actor=7, players=2)
    start.when(1, Pass("bonus_6c")).rejected("TM-7.0.2", phase="setup_bonus")


def test_what_the_setup_awaits_after_the_factions():
    """TM-5.5, TM-5.6: the initial dwellings, then one initial bonus card of everybody; neither in the other's time."""
    start = seated("witches", "nomads")
    start.when(1, ChooseInitialBonusCard("bonus_6c")).rejected("TM-5.1")
    awaited = []
    while start.state.phase in ("setup_dwellings", "setup_bonus"):
        (item,) = start.rules.awaited(start.state)
        awaited.append((type(item).__name__, item.seat))
        actor, event = next(start.rules.legal(start.state))
        start.when(actor, event).accepted()
    dwellings = [("InitialDwelling", seat) for seat in (0, 1, 1, 0, 1)]
    assert awaited == [*dwellings, ("InitialCard", 1), ("InitialCard", 0)]
    start.when(0, PlaceInitialDwelling("A5")).rejected("TM-5.1")
