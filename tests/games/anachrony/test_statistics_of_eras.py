"""Statistics of Anachrony over records and entries (AN-15), counted again in plain Python."""

from collections import Counter, defaultdict
from pathlib import Path
from statistics import mean

import pytest

from engine.games.anachrony.components import WORKERS
from engine.games.anachrony.queries import workers_of
from engine.replay import replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.native import write
from events.store.event_store import EventStore
from events.vocabulary import anachrony as events
from projections.batch.importing import import_files
from tests.games.anachrony.test_statistics import rows, shares

CUBES = ("neutronium", "gold", "uranium", "titanium")
WHOLE = pytest.approx


def told(game):
    """Every record with its number, Era and actor: (number, era, actor, event)."""
    era = 0
    for number, (actor, event, _) in enumerate(game.played, 1):
        yield number, era + isinstance(event, events.RevealSuperproject | events.RevealBuilding), actor, event
        era += isinstance(event, events.DrawMineCard)


def entered(game):
    """Every entry with the number of its record."""
    return [(each.seq, entry) for each in game.entered for entry in each.entries]


def seats_of(games):
    return [(game, player) for game in games for player in game.state.players]


def test_openings(played):
    """AN-15: the first six placements."""
    store, games = played
    count, wins = Counter(), Counter()
    for game, player in seats_of(games):
        spaces = [
            e.space for _, _, actor, e in told(game) if isinstance(e, events.PlaceWorker) and actor == player.seat
        ]
        groups = ("anomaly", "construct", "recruit", "research", "mine", "council")
        names = [next((group for group in groups if space.startswith(f"{group}_")), space) for space in spaces[:6]]
        count[player.path, ", ".join(names)] += 1
        wins[player.path, ", ".join(names)] += shares(game)[player.seat]
    found = {(row["path"], row["opening"]): (row["games"], row["wins"]) for row in rows(store, "openings")}
    assert found == {key: (number, WHOLE(wins[key])) for key, number in count.items()}


def hand(game, seat, before):
    """The goods that a seat has in hand before a record, from the entries."""
    has = Counter()
    for number, entry in entered(game):
        if entry.seat == seat and number < before:
            has[entry.figure] += entry.delta
    return {
        "idle_workers": sum(each for figure, each in has.items() if figure.startswith("active_")),
        "idle_suits": has["powered"] + has["powered_glitch"],
        "cubes": sum(has[cube] for cube in CUBES),
        "water": has["water"],
        "cores": has["energy_core"],
    }


def test_eras(played):
    """AN-15: placements, Exosuits, Warp tiles and what is idle at the pass."""
    store, games = played
    seen = defaultdict(lambda: defaultdict(list))
    for game in games:
        records = list(told(game))
        for number, era, seat, event in records:
            if isinstance(event, events.Pass):
                own = [e for _, at, actor, e in records if at == era and actor == seat]
                row = hand(game, seat, number)
                row["placements"] = sum(isinstance(e, events.PlaceWorker) for e in own)
                row["free_actions"] = sum(isinstance(e, events.FreeAction) for e in own)
                row["warp_tiles"] = sum(len(e.tiles) for e in own if isinstance(e, events.ChooseWarp))
                for name, value in row.items():
                    seen[len(game.state.players), era][name].append(value)
    found = {(row["players"], row["era"]): row for row in rows(store, "eras")}
    assert found.keys() == seen.keys()
    for key, values in seen.items():
        assert {name: found[key][name] for name in values} == {n: WHOLE(mean(each)) for n, each in values.items()}
        assert found[key]["games"] == len(values["water"])
    powered = sum(e.delta for g in games for _, e in entered(g) if e.figure.startswith("powered") and e.delta > 0)
    assert sum(row["powered"] * row["games"] for row in found.values()) == WHOLE(powered)


def test_paradox(played):
    """AN-6.3, AN-15: dice, tokens by them and otherwise, Anomalies."""
    store, games = played
    found = rows(store, "paradox")
    rolled = [(era, e.result) for game in games for _, era, _, e in told(game) if isinstance(e, events.RollParadox)]
    by_era = Counter(era for era, _ in rolled)
    assert {era: sum(row["dice"] for row in found if row["era"] == era) for era in by_era} == by_era
    assert sum(row["mean_roll"] * row["dice"] for row in found if row["dice"]) == WHOLE(sum(r for _, r in rolled))
    entries = [entry for game in games for _, entry in entered(game)]
    tokens = [e for e in entries if e.figure == "paradox" and e.delta > 0]
    assert sum(row["tokens"] for row in found) == sum(e.delta for e in tokens if e.source == "paradox_phase")
    assert sum(row["other_tokens"] for row in found) == sum(e.delta for e in tokens if e.source != "paradox_phase")
    changes = Counter(e.delta for e in entries if e.figure == "anomalies")
    assert [sum(row[name] for row in found) for name in ("anomalies", "removed")] == [changes[1], changes[-1]]
    assert changes[1] - changes[-1] == sum(len(player.anomalies) for _, player in seats_of(games))


def test_goods(played):
    """AN-15: income and spending by source; gains minus spending is what is left."""
    store, games = played
    gained, spent, seats = Counter(), Counter(), defaultdict(set)
    for number, game in enumerate(games):
        for _, entry in entered(game):
            if entry.figure in (*CUBES, "water", "energy_core", "vp_tokens"):
                key = entry.figure, "anomaly" if entry.source.startswith("anomaly_") else entry.source
                (gained if entry.delta > 0 else spent)[key] += abs(entry.delta)
                seats[key].add((number, entry.seat))
    found = {(row["good"], row["source"]): row for row in rows(store, "goods")}
    assert {key: (row["gained"], row["spent"], row["games"]) for key, row in found.items()} == {
        key: (gained[key], spent[key], len(seats[key])) for key in seats
    }
    number = len(seats_of(games))
    assert all(row["mean_gained"] == WHOLE(row["gained"] / number) for row in found.values())
    water = [row["gained"] - row["spent"] for row in found.values() if row["good"] == "water"]
    assert sum(water) == sum(player.water for _, player in seats_of(games))


def test_collapsing(played):
    """AN-6.7.11, AN-15: which tiles lay on the Capital, and who placed a Worker there."""
    store, games = played
    laid, used, wins, eras = Counter(), Counter(), Counter(), defaultdict(list)
    for game in games:
        tiles = {}
        for _, era, actor, event in told(game):
            if isinstance(event, events.RevealCollapsing):
                tiles |= {f"{event.action}_{n}": (event.action, tile) for n, tile in enumerate(event.tiles, 1)}
                laid.update((event.action, tile) for tile in event.tiles)
            elif isinstance(event, events.PlaceWorker) and event.space in tiles:
                used[tiles[event.space]] += 1
                wins[tiles[event.space]] += shares(game)[actor]
                eras[tiles[event.space]].append(era)
    found = {(row["action"], row["tile"]): row for row in rows(store, "collapsing")}
    assert {key: row["games"] for key, row in found.items()} == laid
    assert {key: row["used"] for key, row in found.items() if row["used"]} == used
    assert sum(used.values()) > 5
    for key, times in used.items():
        assert (found[key]["wins"], found[key]["mean_era"]) == (WHOLE(wins[key]), WHOLE(mean(eras[key])))
        assert times <= laid[key]  # a tile is used once


def test_early_warps(played):
    """AN-15: the number of Warp tiles of Eras 1 to 3, and the number of all tiles left on the Timeline."""
    store, games = played
    count, left = Counter(), defaultdict(list)
    for game, player in seats_of(games):
        own = [
            event
            for _, era, actor, event in told(game)
            if isinstance(event, events.ChooseWarp) and actor == player.seat and era <= 3
        ]
        taken = sum(len(event.tiles) for event in own)
        count[taken] += 1
        left[taken].append(sum(map(bool, player.warped)))
    found = {row["taken"]: (row["games"], row["left_over"]) for row in rows(store, "early_warps")}
    assert found == {taken: (number, WHOLE(mean(left[taken]))) for taken, number in count.items()}


def test_categories(played):
    """AN-10.3, AN-15: points by category of winners and of the others."""
    store, games = played
    points = defaultdict(Counter)
    for number, game in enumerate(games):
        for _, entry in entered(game):
            if entry.figure == "vp":
                points[entry.source][number, entry.seat] += entry.delta
    won = {(n, seat): share > 0 for n, game in enumerate(games) for seat, share in shares(game).items()}
    found = {row["category"]: row for row in rows(store, "categories") if row["players"] is None}
    assert found.keys() == points.keys()
    for category, row in found.items():
        winners = mean(points[category][seat] for seat in won if won[seat])
        others = mean(points[category][seat] for seat in won if not won[seat])
        assert (row["winners"], row["others"]) == (WHOLE(winners), WHOLE(others))
        assert (row["games"], row["difference"]) == (len(won), WHOLE(winners - others))


def of_a_seat(game, player):
    """The career of one seat, from the records, the entries and the last position."""
    own = [entry for _, entry in entered(game) if entry.seat == player.seat]
    order = defaultdict(list)
    banner, first, era_begun = 0, 0, 0
    for _, era, actor, event in told(game):
        if isinstance(event, events.FirstPlayer):
            banner = event.player
        elif isinstance(event, events.PowerUp) and era > era_begun:
            era_begun, first = era, first + (banner == player.seat)
        elif isinstance(event, events.PlaceWorker) and event.space == "council_left":
            banner = actor
        elif isinstance(event, events.Pass):
            order[era].append(actor)
    places = [seats.index(player.seat) + 1 for seats in order.values()]
    spaces = Counter(
        event.space
        for _, _, actor, event in told(game)
        if actor == player.seat and isinstance(event, events.PlaceWorker | events.FreeAction)
    )
    return {
        "anomalies": sum(e.figure == "anomalies" and e.delta > 0 for e in own),
        "removed": sum(e.figure == "anomalies" and e.delta < 0 for e in own),
        "time_travel": player.time_travel_step,
        "breakthroughs": sum(e.delta for e in own if e.figure == "breakthroughs" and e.delta > 0),
        "supply": spaces["supply"],
        "force": spaces["force_workers"],
        "first": first,
        "pass_place": mean(places),
        "endgame_cards": sum(e.figure == "vp" and e.source == "endgame_conditions" for e in own),
        "morale": player.morale_step,
    }


def test_careers(played):
    """AN-15: what a Path gains, does and loses in a game."""
    store, games = played
    found = {row["path"]: row for row in rows(store, "careers")}
    seats = [(player.path, of_a_seat(game, player)) for game, player in seats_of(games)]
    for path in (None, *{path for path, _ in seats}):
        own = [row for its, row in seats if path in (None, its)]
        expected = {name: WHOLE(mean(row[name] for row in own)) for name in own[0]}
        assert {name: found[path][name] for name in expected} == expected
        assert found[path]["games"] == len(own)
    every = found[None]
    recruits = sum(isinstance(event, events.RecruitWorker) for game in games for _, event, _ in game.played)
    assert every["recruited"] * every["games"] >= recruits  # one with a single choice is no record (AN-6.1.3)


def test_workers_found_and_lost(played):
    """AN-4.2, AN-15: those of the start, recruited, found, and of Warp tiles, less those lost, are there at the end."""
    store, games = played
    row = next(row for row in rows(store, "careers") if row["path"] is None)
    begun = warped = 0
    for game in games:
        for _, entry in entered(game):
            if entry.figure.startswith(("active_", "tired_")):
                begun += entry.delta * (entry.source == "start")
                warped += entry.delta * entry.source.startswith("warp_")
    left = sum(sum(player.active) + sum(player.tired) for _, player in seats_of(games))
    changed = (row["recruited"] + row["found"] - row["lost"]) * row["games"]
    assert begun + warped + changed == WHOLE(left)
    assert min(row["recruited"], row["lost"]) > 0


def come_and_gone(game):
    """Path -> Workers that came and that went, not those of Warp tiles: position by position, wherever they stand."""
    rules = ruleset("anachrony")
    state, changes = rules.start(game.header), defaultdict(Counter)
    for actor, event, _ in game.played:
        before = [[workers_of(player, kind) for kind in range(len(WORKERS))] for player in state.players]
        rules.apply(state, actor, event)
        while not state.over and rules.proceed(state) is not None:
            pass
        if (
            not state.era
            or state.over
            or isinstance(event, events.ChooseLeader | events.ChooseWarp | events.RetrieveWarp)
        ):
            continue
        for player, had in zip(state.players, before, strict=True):
            for kind, number in enumerate(had):
                change = workers_of(player, kind) - number
                changes[player.path]["came" if change > 0 else "went"] += abs(change)
    return changes


def test_workers_of_one_tile(tmp_path):
    """AN-7.7.12, AN-7.9.4: a Genius for a lost Worker is found; one whose building goes is neither lost nor found."""
    rules = ruleset("anachrony")
    logs = [selfplay_log(rules, f"c-{n}", 2 + n % 3, {"board_side": "b"}, "random") for n in (33, 100)]
    games = [replay(rules, log) for log in logs]
    sources = {(entry.source, entry.figure) for game in games for entry in game.entries()}
    assert {("dark_matter_converter", "active_genius"), ("set_aside", "tired_scientist")} <= sources
    names = [str(tmp_path / f"{number}.jsonl") for number in range(len(logs))]
    for name, log in zip(names, logs, strict=True):
        Path(name).write_bytes(b"\n".join(write(log)))
    with EventStore(str(tmp_path / "s.duckdb")) as store:
        list(import_files(store, names, 1))
        found = {row["path"]: row for row in rows(store, "careers") if row["path"]}
    counted = defaultdict(Counter)
    for game in games:
        for path, changes in come_and_gone(game).items():
            counted[path].update(changes)
    for path, row in found.items():
        told = row["recruited"] + row["found"], row["lost"]
        assert [each * row["games"] for each in told] == [WHOLE(counted[path][way]) for way in ("came", "went")]
