"""The end: final scorings (section 10), standings, conservation."""

import pytest

from engine.games.terra_mystica.scoring import largest_area, score_area, score_cult, score_resources, shares
from events.vocabulary.terra_mystica import DropPlayer, Pass
from tests.games.terra_mystica.table import has, position

FOUR = ("witches", "nomads", "giants", "mermaids")


@pytest.mark.parametrize(
    ("values", "prizes", "expected"),
    [
        ([9, 9, 5], [8, 4, 2], [6, 6, 2]),
        ([10, 9, 9, 9], [18, 12, 6], [18, 6, 6, 6]),
        ([0, 0, 5, 7], [8, 4, 2], [0, 0, 4, 8]),
        ([5, 5, 5, 5], [8, 4, 2], [3, 3, 3, 3]),
        ([5, 5, 5, 4], [8, 4, 2], [4, 4, 4, 0]),
        ([3, 0], [8, 4, 2], [8, 0]),
        ([0, 0, 0, 0], [18, 12, 6], [0, 0, 0, 0]),
        ([7, 6, 5, 4, 4], [8, 4, 2], [8, 4, 2, 0, 0]),
    ],
)
def test_shares(values, prizes, expected):
    """TM-10.2: equals share the places they occupy, rounded down; nought scores nothing."""
    won = shares(dict(enumerate(values)), prizes)
    assert [won.get(seat, 0) for seat in range(len(values))] == expected


def test_cult_scoring():
    """TM-10.3: eight, four, two on each track."""
    table = position(*FOUR, witches=has(cult="9/0/0/0"), nomads=has(cult="4/0/0/0"), giants=has(cult="2/0/0/0"))
    book = score_cult(table.state, 0)
    assert [(entry.seat, entry.delta, entry.source) for entry in book] == [
        (n, vp, "final_cult:fire") for n, vp in ((0, 8), (1, 4), (2, 2))
    ]
    assert not score_cult(table.state, 1)


@pytest.mark.parametrize(
    ("faction", "things", "size"),
    [
        ("witches", {"dwelling": "E9 E10 F5"}, 3),
        ("witches", {"dwelling": "E9 C5"}, 1),
        ("witches", {"dwelling": "E9 C5", "shipping": 1}, 2),
        ("witches", {"dwelling": "E9 C5", "card": "bonus_ship"}, 1),
        ("witches", {"dwelling": "B1 B2", "shipping": 1}, 1),
        ("witches", {"dwelling": "B1 B2", "shipping": 2}, 2),
        ("witches", {"dwelling": "C2 D4", "bridges": "C2-D4"}, 2),
        ("witches", {"dwelling": "A1 E9 E10", "shipping": 3}, 2),
        ("dwarves", {"dwelling": "E7 E5"}, 2),
        ("dwarves", {"dwelling": "E7 E4"}, 1),
        ("fakirs", {"dwelling": "E7 E4", "carpet_range": 1}, 1),
        ("fakirs", {"dwelling": "E7 E4", "carpet_range": 2}, 2),
    ],
)
def test_the_largest_area(faction, things, size):
    """TM-10.4, TM-11.5: joined directly, by ship without the card, or at the distance of tunnel and flight."""
    table = position(faction, "giants", **{faction: has(**things)})
    assert largest_area(table.state, table.player(faction)) == size


def test_a_river_link_joins_areas():
    """TM-10.4: the Mermaids' own; without shipping they have at least one."""
    table = position("mermaids", "giants", mermaids=has(dwelling="C1 B2", shipping=0))
    assert largest_area(table.state, table.player("mermaids")) == 1
    table.state.river_links.append(table.hex("r8"))
    assert largest_area(table.state, table.player("mermaids")) == 2


def test_area_scoring():
    """TM-10.4: eighteen, twelve, six; the board is not changed."""
    table = position(*FOUR, witches=has(dwelling="E9 E10"), nomads=has(dwelling="A5 A6"), giants=has(dwelling="I1"))
    assert [(entry.seat, entry.delta) for entry in score_area(table.state)] == [(0, 15), (1, 15), (2, 6)]


@pytest.mark.parametrize(
    ("faction", "things", "vp", "coin", "bowls"),
    [
        ("darklings", {"coin": 0, "worker": 0, "priest": 0, "bowls": (6, 2, 0)}, 0, 1, (7, 0, 0)),
        ("alchemists", {"coin": 6, "worker": 1, "priest": 0, "bowls": (3, 1, 1)}, 4, 0, (4, 1, 0)),
        ("witches", {"coin": 4, "worker": 2, "priest": 1, "bowls": (0, 5, 2)}, 3, 2, (4, 1, 0)),
        ("witches", {"coin": 2, "worker": 0, "priest": 0, "bowls": (9, 0, 0)}, 0, 2, (9, 0, 0)),
    ],
)
def test_resource_scoring(faction, things, vp, coin, bowls):
    """TM-10.6, TM-11.22: power is burnt, all becomes coins, three of them (two) a VP."""
    table = position(faction, "nomads", **{faction: has(**things)})
    score_resources(table.state)
    table.has(faction, vp=20 + vp, coin=coin, worker=0, priest=0, bowls=bowls)


def finished(*factions, **players):
    table = position(*factions, round=6, **players)
    for faction in factions:
        if not table.player(faction).dropped:
            table.does(faction, Pass())
    return table


def test_the_order_of_the_end():
    """TM-10.1, TM-10.5: cults, area, resources; no further tile without Fire & Ice."""
    table = finished("witches", "nomads", witches=has(dwelling="E9", cult="1/0/0/0"))
    assert table.rules.standings(table.state) is None
    table.settled().then(phase="over")
    sources = list(dict.fromkeys(entry.source for entry in table.entries if entry.seat == 0 and entry.figure == "vp"))
    assert sources == ["final_cult:fire", "final_area", "final_resources"]
    assert not list(table.rules.legal(table.state))


def test_who_wins():
    """TM-10.7: most VP; equal VP, equal rank."""
    poor = {"coin": 0, "worker": 0, "priest": 0, "bowls": (12, 0, 0)}
    table = finished(
        "witches", "nomads", "giants", witches=has(vp=9, **poor), nomads=has(vp=30, **poor), giants=has(vp=30, **poor)
    )
    standings = table.settled().rules.standings(table.state)
    assert [(s.seat, s.vp, s.rank) for s in standings] == [(1, 30, 1), (2, 30, 1), (0, 9, 3)]


def test_dropped_players_are_ranked():
    """TM-10.8: scored as the others, and flagged."""
    table = position("witches", "nomads", round=6, witches=has(dwelling="E9", vp=50))
    table.does(None, DropPlayer(0)).does("nomads", Pass()).settled().entered(0, "vp", 18, "final_area")
    first = table.rules.standings(table.state)[0]
    assert (first.seat, first.dropped) == (0, True)


@pytest.mark.parametrize(
    ("spoil", "law"),
    [
        (lambda t: setattr(t.player("witches"), "bowl1", 9), "power tokens"),
        (lambda t: setattr(t.player("witches"), "coin", -1), "a negative figure"),
        (lambda t: setattr(t.player("witches"), "priest", 8), "priests"),
        (lambda t: setattr(t.player("witches"), "priests_on_orders", 8), "more than 7 priests"),
        (lambda t: t.player("witches").built.update(dwelling=3), "dwelling on the board"),
        (lambda t: t.state.owner.__setitem__(t.hex("E9"), 1), "not theirs"),
        (lambda t: setattr(t.player("witches"), "bridges_left", 2), "bridges built"),
        (lambda t: t.player("witches").favor_tiles.append("favor_fire_3"), "favor tile favor_fire_3"),
        (lambda t: t.player("witches").town_tiles.append("town_5vp_6c"), "town tile town_5vp_6c"),
        (lambda t: setattr(t.player("witches"), "key", 1), "1 keys and 0 spaces 10"),
        (lambda t: t.state.terrain.__setitem__(t.hex("E9"), 3), "on other terrain"),
        (lambda t: setattr(t.player("witches"), "landscape", 5), "a landscape"),
        (lambda t: t.state.bonus_pool.clear(), "bonus cards"),
        (lambda t: t.state.order_spaces[0].pop(), "order spaces"),
        (lambda t: t.state.cult_top.__setitem__(2, 1), "space 10"),
    ],
)
def test_what_is_conserved(spoil, law):
    """TM-3.1, TM-3.2, TM-4.1, TM-4.2: tokens, pieces, tiles, cards and spaces; violations are described in words."""
    table = position("witches", "nomads", witches=has(dwelling="E9"))
    assert not list(table.rules.conservation(table.state))
    spoil(table)
    assert any(law in found for found in table.rules.conservation(table.state))
