"""The drawing of a position: everything in it once, in every phase, within the page, the same every time."""

from collections import Counter
from functools import cache, partial
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from engine.games.terra_mystica.actions import owned_actions
from engine.games.terra_mystica.board import board
from engine.games.terra_mystica.components import CULTS, MAPS
from engine.games.terra_mystica.state import NOBODY, State
from engine.replay import Replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from engine.snapshot import fork
from projections import pictures
from projections.pictures.pen import flow, label, length, node
from projections.pictures.terra_mystica.cults import TRACK
from projections.pictures.terra_mystica.wording import PHASES
from tests.games.terra_mystica.drawn import GROWN, HIGH, SVG, placed, size_of
from tests.games.terra_mystica.table import has, position

TERRA_MYSTICA = ruleset("terra_mystica")

svg = partial(pictures.svg, "terra_mystica")


FIRE_AND_ICE = {
    "fire_ice_factions": ("ice", "volcano", "variable"),
    "faction_selection": "player_choice",
    "landscapes": True,
    "reaction_timing": "deferred",
}
TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("0", 2, {"faction_selection": "intro"}),
    ("1", 3, {"random_seating": True, "faction_selection": "random_board", "fire_ice_final_scoring": "outposts"}),
    ("2", 4, {"faction_selection": "auction", "fire_ice_final_scoring": "random", "map": "fjords"}),
    ("3", 5, {"landscapes": True, "reaction_timing": "immediate", "map": "archipelago"}),
    ("9", 5, FIRE_AND_ICE),
    ("10", 5, FIRE_AND_ICE),
    ("11", 5, FIRE_AND_ICE),
)
"""Seed, players and options of the games that are drawn."""


@cache
def drawn_positions() -> list[State]:
    """Of a game at each table: the first position of each phase, every 40th, and the last."""
    found = []
    for seed, players, options in TABLES:
        log = selfplay_log(TERRA_MYSTICA, f"drawing/{seed}", players, options, "sensible")
        game = Replay(TERRA_MYSTICA, log.header)
        seen: set[str] = set()

        def look(game: Replay, seen: set[str] = seen) -> None:
            if game.state.phase not in seen or game.seq % 40 == 0:
                seen.add(game.state.phase)
                found.append(fork(game.state))

        game.on_record.append(lambda game, actor, event, look=look: look(game))
        game.on_step.append(lambda game, step, look=look: look(game))
        game.feed(log.records)
        found.append(fork(game.state))
    return found


def parsed(state: State) -> ElementTree.Element:
    return ElementTree.fromstring(svg(state))


@cache
def drawn_pages() -> list[tuple[State, ElementTree.Element]]:
    """The positions with their pages."""
    return [(state, parsed(state)) for state in drawn_positions()]


def marked(root: ElementTree.Element, *names: str) -> Counter[tuple[str, ...]]:
    """The values of these attributes in all elements that have the first and no attribute of others."""
    return Counter(
        tuple(each.get(f"data-{name}", "") for name in names)
        for each in root.iter()
        if f"data-{names[0]}" in each.attrib
    )


def owned(root: ElementTree.Element, name: str) -> Counter[tuple[str, str]]:
    """(value, owner) of what lies with players, (value, "") of what lies out."""
    return Counter((value, owner) for value, owner in marked(root, name, "owner").elements())


def test_every_phase_of_a_game_is_among_the_positions() -> None:
    assert {state.phase for state in drawn_positions()} == set(PHASES)


@pytest.mark.long
def test_the_map_is_drawn_once() -> None:
    for state, root in drawn_pages():
        names = state.board.names
        assert marked(root, "hex") == Counter((name,) for name in names)
        standing = [h for h, owner in enumerate(state.owner) if owner != NOBODY]
        assert marked(root, "at", "structure", "owner") == Counter(
            (names[h], state.kind[h], str(state.owner[h])) for h in standing
        )
        assert marked(root, "town") == Counter((name,) for h, name in enumerate(names) if state.in_town[h])
        assert marked(root, "bridge", "owner") == Counter(
            (f"{names[each.a]}-{names[each.b]}", str(each.owner)) for each in state.bridges
        )
        assert marked(root, "river") == Counter((names[river],) for river in state.river_links)


def test_what_is_rare_occurs() -> None:
    """Otherwise the test above would prove little."""
    states = drawn_positions()
    assert any(state.bridges for state in states)
    assert any(any(state.in_town) for state in states)
    assert any(state.offers for state in states)
    assert any("landscape" in state.kind for state in states)
    assert any(state.final_tile for state in states)
    assert any(state.nominated for state in states)
    factions = {player.faction for state in states for player in state.players}
    assert factions > {"ice_maidens", "yetis", "dragonlords", "acolytes", "shapeshifters", "riverwalkers"}
    root = parsed(
        position("mermaids", "witches", mermaids=has(dwelling="E4")).but(river_links=[board("base").rivers[3]]).state
    )
    assert sum(marked(root, "river").values()) == 1


def test_the_cult_board_is_drawn_once() -> None:
    for state, root in drawn_pages():
        assert marked(root, "cult", "owner", "space") == Counter(
            (cult, str(player.seat), str(player.cults[track]))
            for player in state.players
            if player.faction
            for track, cult in enumerate(CULTS)
        )
        free = Counter((cult, "yes") for track, cult in enumerate(CULTS) for _ in state.order_spaces[track])
        orders = marked(root, "order", "free")
        assert Counter({key: n for key, n in orders.items() if key[1] == "yes"}) == free
        assert sum(orders.values()) == 16
        taken = sum(player.priests_on_orders for player in state.players)
        assert sum(n for (_, is_free), n in orders.items() if is_free == "no") == taken


def test_tiles_cards_actions_and_offers_are_drawn_once() -> None:
    for state, root in drawn_pages():
        playing = [player for player in state.players if player.faction]
        assert marked(root, "scoring") == Counter((tile,) for tile in state.scoring)
        used = marked(root, "action", "used")
        assert sum(used.values()) == 6
        assert {name for name, is_used in used if is_used == "yes"} == {
            name for name in state.used if name.startswith("power_")
        }
        held = Counter((player.bonus_card, str(player.seat)) for player in playing if player.bonus_card)
        assert owned(root, "card") == held + Counter((card, "") for card in state.bonus_pool)
        assert marked(root, "coins", "card") == Counter((str(n), card) for card, n in state.bonus_pool.items())
        for name, pool, tiles in (
            ("favor", state.favor_pool, [(tile, p.seat) for p in playing for tile in p.favor_tiles]),
            ("town-tile", state.town_pool, [(tile, p.seat) for p in playing for tile in p.town_tiles]),
        ):
            lying = Counter((tile, "") for tile, n in pool.items() if n)
            assert owned(root, name) == lying + Counter((tile, str(seat)) for tile, seat in tiles)
            left = {tile: n for n, tile in marked(root, "left", name) if tile}
            assert left == {tile: str(n) for tile, n in pool.items() if n}
        assert owned(root, "special") == Counter(
            (name, str(player.seat)) for player in playing for name in owned_actions(player)
        )
        assert marked(root, "offer") == Counter((str(offer.id),) for offer in state.offers)


def test_figures_of_all_players_are_shown() -> None:
    state = drawn_positions()[-1]
    text = " ".join(each.text or "" for each in parsed(state).iter(f"{SVG}text"))
    for player in state.players:
        assert player.rules.name in text
        assert f"{player.vp} VP" in text


def test_nothing_leaves_the_page() -> None:
    for _, root in drawn_pages():
        wide, high = float(root.get("width", 0)), float(root.get("height", 0))
        for x, y, each in placed(root):
            if each.tag == f"{SVG}text":
                size = size_of(each)
                long, at = length(each.text or "", size), x + float(each.get("x", 0))
                left = at - {"middle": long / 2, "end": long}.get(each.get("text-anchor", ""), 0)
                assert left >= 0, each.text
                assert left + long <= wide, each.text
                assert 0 < y + float(each.get("y", 0)) < high, each.text
            if each.tag == f"{SVG}rect" and each.get("class"):
                assert x + float(each.get("x", 0)) + float(each.get("width", 0)) <= wide
                assert y + float(each.get("y", 0)) + float(each.get("height", 0)) <= high


def bridges_of(root: ElementTree.Element) -> list[tuple[float, ...]]:
    """The ends of the bridges, and half of how wide they are."""
    found = []
    for x, y, each in placed(root):
        if each.tag == f"{SVG}g" and each.get("data-bridge"):
            line = max(each.iter(f"{SVG}line"), key=lambda line: float(line.get("stroke-width", 0)))
            ends = [float(line.get(name, 0)) for name in ("x1", "y1", "x2", "y2")]
            found += [(x + ends[k], y + ends[k + 1], float(line.get("stroke-width", 0)) / 2) for k in (0, 2)]
    return found


def test_bridges_do_not_cover_what_is_written_on_hexes() -> None:
    engineers = has(dwelling="C2", bridges="C2-D3 C2-E5")
    root = parsed(position("engineers", "mermaids", engineers=engineers).state)
    ends = bridges_of(root)
    assert len(ends) == 4
    for x, y, each in placed(root):
        if each.get("class") in ("name", "letter"):
            middle, base = x + float(each.get("x", 0)), y + float(each.get("y", 0))
            half = length(each.text or "", GROWN) / 2
            for end_x, end_y, wide in ends:
                beside = abs(end_x - middle) - half - wide
                above = max(base - HIGH * GROWN - end_y, end_y - base) - wide
                assert max(beside, above) > 0, each.text


def test_five_markers_on_a_space_stay_apart() -> None:
    """Their numbers can be read, within the track."""
    factions = ("witches", "nomads", "engineers", "mermaids", "cultists")
    root = parsed(position(*factions, **{name: has(cult="4/0/0/0") for name in factions}).state)
    circles = [each[0] for each in root.iter() if each.get("data-cult") == "fire"]
    places = [(float(each.get("cx", 0)), float(each.get("r", 0))) for each in circles]
    assert len(places) == 5
    assert all(b - a >= 2 * r - 1.2 for (a, r), (b, _) in pairwise(places))
    assert places[-1][0] + places[-1][1] < places[0][0] - places[0][1] + TRACK


def test_terrains_and_prices_of_fire_and_ice_are_shown() -> None:
    """TM-16.3.1, TM-16.7.1, TM-16.8.3: the terrain chosen, those unlocked, what an older edition pays for a shift."""
    options = {"fire_ice_factions": ["ice", "variable"], "fire_ice_variable_version": "v4"}
    options["fire_ice_final_scoring"] = "outposts"
    shifters = has(chosen="plains", stronghold="A1", bowls=(4, 4, 0))
    yetis = has(chosen="lakes", dwelling="A4", towns_owed=1)
    state = position("shapeshifters", "yetis", shapeshifters=shifters, yetis=yetis, options=options).state
    drawn = " ".join(each.text or "" for each in parsed(state).iter(f"{SVG}text"))
    assert "1 new home terrain" in drawn
    assert "for 4 power" in drawn
    in_terminal = " ".join(pictures.text("terra_mystica", state, 100, False).split())
    for where in (drawn, in_terminal):
        for what in ("chosen terrain", "lakes", "has to take 1 town tile", "outposts"):
            assert what in where
    walkers = has(chosen="plains", unlocked="forest", bowls=(6, 6, 0))
    state = position("riverwalkers", "witches", riverwalkers=walkers, options=options).state
    assert "builds on plains, forest" in " ".join(pictures.text("terra_mystica", state, 100, False).split())


def test_the_page_needs_nothing_from_outside() -> None:
    drawing = svg(drawn_positions()[-1])
    root = ElementTree.fromstring(drawing)
    assert {each.tag for each in root.iter()} <= {
        SVG + tag
        for tag in "svg title style defs pattern path g rect circle line polygon text".split()  # noqa: SIM905
    }
    assert "href" not in drawing
    assert "@import" not in drawing
    ids = {each.get("id") for each in root.iter() if each.get("id")}
    named = {part.split(")")[0].removeprefix("#") for part in drawing.split("url(")[1:]}
    assert named <= ids
    assert "@media (prefers-color-scheme:dark)" in drawing


def test_the_same_position_is_the_same_drawing() -> None:
    for state in drawn_positions()[::7]:
        before = svg(state)
        assert svg(fork(state)) == before == svg(state)


@pytest.mark.parametrize("name", sorted(MAPS))
def test_every_map_can_be_drawn(name: str) -> None:
    """TM-18: by its geometry alone; no two hexes lie on one another."""
    drawn = fork(drawn_positions()[0])
    state = replace(drawn, options=replace(drawn.options, map=name))
    the_map = board(name)
    count = len(the_map.places)
    state.terrain, state.owner = list(the_map.terrain), [NOBODY] * count
    state.kind, state.in_town = [""] * count, [False] * count
    root = parsed(state)
    places = {each.get("data-hex"): (x, y) for x, y, each in placed(root) if each.get("data-hex")}
    assert list(places) == list(the_map.names)
    assert len({(round(x), round(y)) for x, y in places.values()}) == count
    for h, near in enumerate(the_map.neighbours):
        for n in near:
            (ax, ay), (bx, by) = places[the_map.names[h]], places[the_map.names[n]]
            assert 40 < ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 < 70


def test_names_are_escaped() -> None:
    element = ElementTree.fromstring(label(1, 2, "<a & 'b'>", data_name='"<&>"'))
    assert (element.text, element.get("data-name")) == ("<a & 'b'>", '"<&>"')
    assert node("g", x=-0.01, y=2.0, z=None) == '<g x="0" y="2"/>'


def test_boxes_flow_like_words() -> None:
    places, height = flow([(40, 10), (40, 20), (40, 10), (200, 5)], 100, 5)
    assert places == [(0, 0), (45, 0), (0, 25), (0, 40)]
    assert height == 45


def test_the_lookup_finds_it() -> None:
    state = drawn_positions()[-1]
    assert pictures.svg("terra_mystica", state) == svg(state)
    assert "terra_mystica" in pictures.drawn()
