"""Games with other catalogues: declared ones, and open ones whose tiles are defined as they appear (DA-8.2)."""

from copy import deepcopy

import pytest
from typer.testing import CliRunner

from engine.games.daitoshi.components import TABLES
from engine.replay import Replay, replay
from engine.rules import ruleset
from events.log.native import read, write
from events.vocabulary import daitoshi as events
from events.vocabulary.daitoshi import effects as effects
from events.vocabulary.daitoshi.effects import Gain, Vp
from projections.commands.application import application
from tests.games.daitoshi.own import INNER, boards, gain, opened, own_header, played, tables, vp
from tests.games.daitoshi.table import ANN, acting, header, play, setup_events
from tests.support import at_start

OWN = [(str(seed), players, policy) for seed, players in enumerate((2, 3, 4)) for policy in ("random", "sensible")]


@pytest.mark.parametrize(("seed", "players", "policy"), OWN)
def test_games_with_another_catalogue(seed, players, policy):
    """DA-3.16: declared, and the same game recorded with definitions as the tiles appear: the same ledger."""
    rules = ruleset("daitoshi")
    log = played(seed, players, policy=policy)
    declared, recorded = replay(rules, log), replay(rules, opened(log))
    assert declared.verdict == recorded.verdict == "valid"
    assert declared.entered == recorded.entered
    assert replay(rules, read(write(opened(log)))).verdict == "valid"


@pytest.mark.parametrize("seed", ["7", "8"])
def test_the_laws_hold_with_another_catalogue(seed):
    """DA-3.1, DA-7.1: what is offered is accepted and nothing is lost, even with unknown effects."""
    stated = tables()
    for invention in stated["invention"][:30]:
        invention["left"] = [{"e": "opaque"}]
    stated["city"][0]["effect"] = [{"e": "opaque"}, vp(1)]
    log = played(seed, 3, stated)
    game = Replay(ruleset("daitoshi"), log.header)
    declared = 0
    for record in log.records:
        assert not list(game.rules.conservation(game.state))
        if record.actor is not None:
            assert (record.actor, record.event) in game.rules.legal(game.state)
        game.feed([record])
        assert game.broke is None
        declared += isinstance(record.event, events.EffectDeclared)
    assert game.verdict == "valid"
    assert declared


@pytest.mark.parametrize("command", ["log", "audit"])
def test_a_declared_gain_is_reported_as_such(tmp_path, command):
    """DA-7.85, DA-12.19: points that the log declared have a separate source, after what they belong to."""
    stated = tables()
    for invention in stated["invention"]:
        invention["left"] = [{"e": "opaque"}]
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"\n".join(write(played("9", stated=stated))))
    told = CliRunner().invoke(application(), [command, str(file)])
    assert told.exit_code == 0
    assert {"log": ", declared)", "audit": "/declared"}[command] in told.output
    assert "an effect of" in told.output or command == "audit"


CITIES = tuple(f"port-{n}" for n in range(5))


def defs(*names):
    rows = {row["id"]: row for table in tables().values() if isinstance(table, list) for row in table if "id" in row}
    return {name: {key: value for key, value in rows[name].items() if key != "id"} for name in names}


def open_game(steps=1):
    """An open game after the inner tiles were placed, and the cities drawn."""
    position = at_start("daitoshi", own_header(3, "open", boards()))
    drawn = [events.InnerTilesPlaced(tiles=INNER), events.CitiesDrawn(tiles=CITIES, defs=defs(*CITIES))]
    return play(position, *((None, event) for event in drawn[:steps]))


def cities(tiles=CITIES, **changes):
    told = defs(*CITIES)
    told["port-0"] |= changes
    return events.CitiesDrawn(tiles=tiles, defs=told)


def test_tiles_are_defined_when_they_appear():
    """DA-8.2: from then on they are known."""
    position = open_game().when(None, cities())
    assert position.state.catalogue.city["port-1"].condition == "commit"
    assert position.rules.plain(position.state, None, cities()) == events.CitiesDrawn(tiles=CITIES)


def test_definitions_that_are_refused():
    """DA-3.16, DA-3.17, DA-3.18: missing, of a tile not named, faulty, of a known tile with other values."""
    open_game().when(None, events.CitiesDrawn(tiles=CITIES)).rejected("DA-3.16", tile="port-0")
    more = events.CitiesDrawn(tiles=CITIES, defs=defs(*CITIES, "port-5"))
    open_game().when(None, more).rejected("DA-3.16", tile="port-5")
    open_game().when(None, cities(cost="free")).rejected("DA-3.16", table="city", row="port-0", field="cost")
    open_game().when(None, cities(effect=[{"e": "nap"}])).rejected("DA-3.17", rule="a", field="effect[0].e")
    open_game().when(None, cities(rewards=[vp(1)])).rejected("DA-3.17", rule="j", row="port-0")
    unnamed = events.CitiesDrawn(tiles=(*CITIES[:4], ""), defs={**defs(*CITIES[:4]), "": defs("port-4")["port-4"]})
    open_game().when(None, unnamed).rejected("DA-3.17", rule="k", field="id")
    open_game().when(None, events.CitiesDrawn(tiles=(*CITIES[:4], "forge"))).rejected("DA-8.1")
    position = at_start("daitoshi", own_header(3, "open", boards()))
    told = events.InnerTilesPlaced(tiles=INNER, defs={"forge": {**defs("forge")["forge"], "electrify_cost": 2}})
    position.when(None, told).rejected("DA-3.16", tile="forge")
    play(position, (None, events.InnerTilesPlaced(tiles=INNER, defs=defs("forge"))))


def test_an_id_of_two_tiles():
    """DA-3.17 (k), DA-8.2: a tile was not seen before, under whatever kind."""
    ordinary, innovative, brilliant = ("ordinary-0", "port-0"), ("innovative-0", "innovative-1"), ("brilliant-0",)
    named = ("ordinary-0", *innovative, *brilliant)
    told = {**defs(*named), "port-0": defs("ordinary-1")["ordinary-1"]}
    drawn = events.MarketDrawn(ordinary=ordinary, innovative=innovative, brilliant=brilliant, defs=told)
    open_game(2).when(None, drawn).rejected("DA-8.1")
    drawn = events.MarketDrawn(
        ordinary=("ordinary-0", "innovative-9"),
        innovative=innovative,
        brilliant=brilliant,
        defs={**defs(*named), "innovative-9": defs("innovative-9")["innovative-9"]},
    )
    open_game(2).when(None, drawn).rejected("DA-8.1", kind="innovative", expected="ordinary")


def test_no_more_tiles_than_there_are():
    """DA-3.18: twenty ordinary inventions, whatever they are called."""
    position = open_game(2)
    position.state.drawn["ordinary"] = [f"seen-{n}" for n in range(19)]
    named = ("ordinary-0", "ordinary-1", "innovative-0", "innovative-1", "brilliant-0")
    drawn = events.MarketDrawn(ordinary=named[:2], innovative=named[2:4], brilliant=named[4:], defs=defs(*named))
    position.when(None, drawn).rejected("DA-8.1", ordinary=named[:2])


LAMP = {"quality": "ordinary", "left": [gain("food")], "centre": [{"e": "opaque"}], "vp": 1}


def refilling(*missing):
    """Ann's action in an open game with the house's tiles but those missing, while an ordinary one is awaited."""
    stated = deepcopy(TABLES)
    stated["invention"] = [row for row in stated["invention"] if row["id"] not in missing]
    position = at_start("daitoshi", header(3, {"mode": "open", "id": "mine", "tables": stated}))
    play(position, *((None, event) for event in setup_events(3)))
    pick = events.CommitInventions(picks=(events.Pick("ordinary_04", 0),))
    return play(acting(position, ANN, 1), (ANN, pick))


def refill(tile="o_lamp", **changes):
    return events.MarketRefilled(quality="ordinary", tile=tile, defs={tile: LAMP | changes})


def test_the_tile_of_the_rulebook():
    """DA-8.2, DA-7.85, DA-7.42: defined when it is drawn; what its centre gives is declared before its VP."""
    position = refilling("ordinary_20", "innovative_32")
    position.when(None, refill(quality="innovative")).rejected("DA-8.1", kind="innovative")
    for seen in ("ordinary_01", "city_10", "inner_trade", "basic_food"):
        position.when(None, refill(seen)).rejected("DA-8.1", tile=seen)
    play(position, (None, refill()))
    play(acting(position, ANN, 1), (ANN, events.CommitInventions(picks=(events.Pick("o_lamp", 1),))))
    position.when(ANN, events.SkipAction()).rejected("DA-6.6")
    position.entries.clear()
    play(position, (None, events.EffectDeclared(ANN, (Gain("energy", 2),))))
    assert [(entry.figure, entry.delta) for entry in position.entries][:2] == [("energy", 2), ("vp", 1)]


def test_a_tile_beyond_the_count():
    """DA-3.18: one that is not among the twenty ordinary inventions that are known."""
    refilling().when(None, refill()).rejected("DA-3.18", table="invention")


def test_definitions_belong_to_open_games():
    """DA-8.2: a closed catalogue is not added to."""
    position = at_start("daitoshi", own_header(3))
    told = events.InnerTilesPlaced(tiles=INNER, defs=defs("forge"))
    position.when(None, told).rejected("DA-8.2", mode="declared")


def test_university_inventions_of_another_machine():
    """DA-5.9, DA-8.1: those of the board, six of them."""
    chairs = tuple(f"chair-0-{n}" for n in range(6))
    others = (*chairs[:5], "chair-1-5")
    position = open_game(2)
    named = ("ordinary-0", "ordinary-1", "innovative-0", "innovative-1", "brilliant-0")
    market = events.MarketDrawn(ordinary=named[:2], innovative=named[2:4], brilliant=named[4:], defs=defs(*named))
    play(
        position,
        (None, market),
        (None, events.MachineDrawn(machine="engine-0", defs=defs("engine-0"))),
        (None, events.MachinePlaced(1)),
    )
    position.when(None, events.UniversityStacked(tiles=others, defs=defs(*others))).rejected("DA-8.1", tile="chair-1-5")
    position.when(None, events.UniversityStacked(tiles=chairs[:5], defs=defs(*chairs[:5]))).rejected("DA-8.1")
    position.when(None, events.UniversityStacked(tiles=chairs, defs=defs(*chairs))).accepted()


def test_a_faulty_machine():
    """DA-3.17 (h): checked when the board is defined."""
    position = open_game(2)
    named = ("ordinary-0", "ordinary-1", "innovative-0", "innovative-1", "brilliant-0")
    market = events.MarketDrawn(ordinary=named[:2], innovative=named[2:4], brilliant=named[4:], defs=defs(*named))
    play(position, (None, market))
    board = {**defs("engine-0")["engine-0"], "spaces": [[vp(1)]] * 9}
    position.when(None, events.MachineDrawn(machine="engine-0", defs={"engine-0": board})).rejected("DA-3.17", rule="h")


def test_what_was_declared_must_leave_the_action_possible():
    """DA-6.23: else the declaration is rejected, not the decision before it."""
    stated = tables()
    stated["city"][1] |= {"id": "port-1", "condition": "commit", "effect": [{"e": "opaque"}]}
    log = played("3", 3, stated)
    rules = ruleset("daitoshi")
    game = Replay(rules, log.header)
    game.feed(log.records[:10])
    state = game.state
    from engine.games.daitoshi import items

    for player in state.players:
        player.stack = []
    state.cities, state.placed = ["port-1"], {"port-1": [ANN]}
    state.players[ANN].banners -= 1
    state.players[ANN].food, state.players[ANN].wealth = 0, 0
    state.acting, state.active, state.phase, state.due = [ANN], ANN, "action", ""
    state.players[ANN].slice = INNER.index("forge")
    state.slices[INNER.index("forge")].inner.id = "forge"
    state.players[ANN].stack = [items.CleanUp(), items.Act(ANN)]
    from tests.support import Position

    position = Position(rules, state)
    tile = state.market["ordinary"][0]
    pick = events.Pick(tile, 2)
    position.when(ANN, events.CommitInventions(picks=(pick,))).rejected("DA-7.2")
    position.legal(events.CommitInventions(picks=(pick,), before=("port-1",)))
    position.when(ANN, events.CommitInventions(picks=(pick,), before=("port-1",))).accepted()
    position.when(None, events.EffectDeclared(ANN, (Vp(1),))).rejected("DA-6.23")
    position.not_legal(events.EffectDeclared(ANN, (Vp(1),))).legal(events.EffectDeclared(ANN, (Gain("wealth", 1),)))
    position.when(None, events.EffectDeclared(ANN, (effects.Gain("food", 1),))).accepted()
    assert gain("food") == {"e": "gain", "res": "food", "n": 1}
