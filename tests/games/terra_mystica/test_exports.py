"""Exports that the moderator takes: TM-17.1; the commands it needs in addition, and those in another form."""

import json
import re

import pytest

from engine.games.terra_mystica.writings._commands import command, given_up
from engine.games.terra_mystica.writings._implied import ImpliedCommands, chains, is_one_transform
from engine.writing import write
from events.log.native import resolve
from events.log.record import Record
from events.vocabulary import terra_mystica as events
from tests.games.terra_mystica.table import has, position
from tests.games.terra_mystica.test_fire_ice_variable import shifters
from tests.games.terra_mystica.test_fire_ice_volcano import acolytes
from tests.games.terra_mystica.test_moderator import game, read_text
from tests.games.terra_mystica.test_reading import DEFERRED, ledger_of
from tests.games.terra_mystica.test_writings import lines_of, same_again, self_played

FIRE_ICE = {"fire_ice_factions": ["ice", "volcano", "variable"], "fire_ice_final_scoring": "outposts"}
NOTATIONS = ["snellman_commands", "snellman_json", "snellman_ledger"]
SEEDS = 12


def told_alone(line):
    """The record of a comment, None for any other line."""
    return json.loads(line.removeprefix("## anyturn ")).get("event") if line.startswith("## anyturn ") else None


@pytest.mark.parametrize("seed", range(SEEDS))
def test_nothing_is_hidden_from_the_moderator(seed):
    """TM-17.1: comments hold only what a later command expresses in another way."""
    lines = write(game(seed, "random" if seed % 2 else "sensible", **FIRE_ICE), "snellman_commands").split("\n")
    for place, line in enumerate(lines):
        record = told_alone(line)
        if record is None:
            continue
        following = "\n".join(lines[place + 1 :])
        if record["kind"] == "transform":
            assert re.search(rf"transform {record['hex']} to", following)
        else:
            assert record == {"kind": "ordain_priests", "n": 0}
            assert lines[place + 1] == "darklings: -3CONVERT_W_TO_P"


def test_names_with_blanks_are_written_as_the_moderator_takes_them():
    """TM-17.1: a name is one word there; a comment states the actual name."""
    log = game(1)
    text = write(log, "snellman_commands")
    names = re.findall(r"^setup \w+ for (.+)$", text, re.M)
    assert names == [seat.player.replace(" ", "_") for seat in log.header.seats]
    assert all(" " in seat.player for seat in log.header.seats)
    assert read_text(text).replay.header.seats == log.header.seats


# --- words ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hex_", "words"), [("A2", "-4EARTH"), ("A4", "-3EARTH")])
def test_the_steps_that_acolytes_lose(hex_, words):
    """TM-16.4.2: three, four on another's home terrain."""
    at = acolytes()
    at.does("acolytes", events.Dig(1), events.Transform(hex_, "volcano", 0)).accepted()
    assert command(at.state, 0, events.LoseCult("earth")) == words


@pytest.mark.parametrize(("version", "codes"), [("v1", "12"), ("v3", "12"), ("v4", "34"), ("v5", "56")])
def test_the_codes_of_an_edition(version, codes):
    """TM-16.7.1: one for power and one for tokens."""
    at = shifters(version, stronghold="A7", bowls=(0, 0, 8))
    for action, code in zip(("shapeshift_power", "shapeshift_tokens"), codes, strict=True):
        assert command(at.state, 0, events.SpecialAction(action)) == f"action ACTH{code}"


def test_how_much_is_given_up():
    """TM-17.1, TM-7.11.6: all of it, by number."""
    at = position("darklings", "nomads", darklings=has(ordination=3), options=DEFERRED)
    at.state.followup.bridges = 2
    assert command(at.state, 0, events.Forfeit("bridge")) == "-2BRIDGE"
    assert command(at.state, 0, events.Forfeit("ordination")) == "-3CONVERT_W_TO_P"
    at.state.followup.bridges = 1
    assert command(at.state, 0, events.Forfeit("bridge")) == "-BRIDGE"


@pytest.mark.parametrize(("n", "words"), [(3, "convert 3w to 3p"), (2, "convert 2w to 2p"), (0, "-3CONVERT_W_TO_P")])
def test_what_is_left_of_an_ordination(n, words):
    """TM-7.8.9: with `strict-darkling-sh` the turn waits for it; any conversion of workers settles it."""
    at = position("darklings", "nomads", darklings=has(ordination=3), options=DEFERRED)
    event = events.OrdainPriests(n)
    assert (command(at.state, 0, event) or given_up(at.state, 0, event)) == words


@pytest.mark.parametrize(
    ("cult", "tile", "order", "words"),
    [
        ("9/9/0/0", "town_8vp_cult", (), "-WATER. +TW5"),
        ("9/9/0/0", "town_8vp_cult", ("water",), "-FIRE. +TW5"),
        ("9/0/0/0", "town_8vp_cult", (), "+TW5"),
        ("9/8/9/0", "town_2vp_2cult", ("fire", "earth"), "-WATER. +TW6"),
        ("9/8/9/0", "town_2vp_2cult", ("water", "earth"), "-2FIRE. +TW6"),
    ],
)
def test_which_track_gets_no_key(cult, tile, order, words):
    """TM-17.5.5: the moderator has no separate order, so every other track is stepped down."""
    options = DEFERRED | {"mini_expansion_towns": True}
    at = position("cultists", "nomads", cultists=has(cult=cult, towns_owed=1), options=options)
    event = events.ChooseTownTile(tile, order)
    assert command(at.state, 0, event) == words
    assert ledger_of(at, "cultists", words) == [event]


# --- others --------------------------------------------------------------------------------------------------------


def full(**things):
    """Witches who have offered to Nomads with full bowls."""
    table = position(
        "witches",
        "nomads",
        witches=has(dwelling="E9"),
        nomads=has(temple="D7", dwelling="E10", bowls=(0, 0, 12), **things),
        options=DEFERRED,
    )
    due = ImpliedCommands(table.state)
    table.does("witches", events.UpgradeStructure("E9", "trading_house")).accepted()
    return table, due


def test_a_void_offer_is_refused():
    """TM-11.18: the moderator keeps it open; once, and no more after a main action of theirs (TM-7.12.9)."""
    _, due = full()
    assert [(seat, words) for seat, words, _ in due.due()] == [(1, "decline 3")]
    assert list(due.due()) == []
    _, due = full()
    due.begins_action(1)
    assert list(due.due()) == []
    _, due = full(dropped=True)
    assert list(due.due()) == []


def test_a_void_offer_with_an_open_twin():
    """TM-17.4.6: the moderator would take the words for the older one."""
    table, due = full()
    table.state.offers.append(table.state.void_offers[0])
    assert list(due.due()) == []
    table.state.offers.clear()
    assert len(list(due.due())) == 1


def test_void_offers_in_a_text():
    """TM-11.18: a line or row of the receiver, which means nothing to the reading (TM-17.4.7)."""
    for seed in range(40):
        log = game(seed, "random")
        text = write(log, "snellman_commands")
        said = set(re.findall(r"^(\w+): decline (\d+) from (\w+)$", text, re.M))
        refused = sum(isinstance(record.event, events.DeclinePower) for record in resolve(log))
        if len(re.findall(r"decline \d+ from", text)) > refused:
            break
    assert said
    report = read_text(text)
    assert sum(isinstance(event, events.DeclinePower) for _, event, _ in report.replay.played) == refused


@pytest.mark.parametrize(("earth", "spoken"), [(3, []), (4, ["-SPADE"]), (8, [])])
def test_the_odd_spade_of_the_giants(earth, spoken):
    """TM-7.3.12: it is given up, once, and none of two."""
    things = has(cult=f"0/0/{earth}/0")
    table = position("giants", "nomads", giants=things, tile="score_town", options=DEFERRED)
    table.but(phase="cult_bonus", active=-1)
    due = ImpliedCommands(table.state)
    assert [words for _, words, _ in due.due()] == spoken
    assert list(due.due()) == []


def transforms(*steps, between=()):
    """Records of transforms of one seat: (hex, terrain, spades)."""
    told = [events.Transform(*step) for step in steps]
    every = [told[0], *between, *told[1:]]
    return [Record(seq, 0, event) for seq, event in enumerate(every, 1)]


def test_two_transforms_of_a_hex_are_one():
    """TM-17.4.5: with conversions between them, but no action, nor another hex."""
    twice = [("E10", "lakes", 1), ("E10", "forest", 1)]
    assert [record.seq for record in chains(transforms(*twice))[1]] == [2]
    assert [
        record.seq for record in chains(transforms(*twice, between=[events.Convert("power", 1, "coin", 1)]))[1]
    ] == [3]
    assert chains(transforms(*twice, between=[events.EndTurn()])) == {}
    assert chains(transforms(twice[0], ("D7", "lakes", 1), twice[1])) == {}
    assert [record.seq for record in chains(transforms(*twice, ("E10", "mountains", 1)))[1]] == [2, 3]


@pytest.mark.parametrize(
    ("steps", "one"),
    [
        ([("E10", "lakes", 1), ("E10", "forest", 1)], True),
        ([("E10", "plains", 1), ("E10", "swamp", 1)], False),
    ],
)
def test_whether_one_transform_means_both(steps, one):
    """TM-17.4.5: the same way with the same spades; not where the hex is what it was, and not in phase 3."""
    at = position("witches", "nomads", witches=has(dwelling="E9", bowls=(0, 0, 12)), options=DEFERRED)
    at.does("witches", events.PowerAction("power_two_spades")).accepted()
    first, *later = transforms(*steps)
    assert is_one_transform(at.state, first, later) == one
    at.but(phase="cult_bonus", spades_due=[[0, 2]], active=-1)
    assert not is_one_transform(at.state, first, later)


@pytest.mark.parametrize("notation", NOTATIONS)
def test_the_final_tile_has_its_name(notation):
    """TM-16.1.1, TM-17.2.4: even one that was drawn; no cult, no network."""
    text = same_again(game(4, fire_ice_final_scoring="random"), notation)
    tiles = "building-on-edge|connected-(?:sa-sh-)?distance|connected-clusters"
    said = {"snellman_commands": "final-scoring"}.get(notation, "Added final scoring tile:")
    assert any(re.fullmatch(f"{said} (?:{tiles})", line) for line in lines_of(text))
    if notation != "snellman_commands":
        assert any(re.fullmatch(f"Scoring (?:{tiles})", line) for line in lines_of(text))
        assert re.search(rf"\+\d+vp for (?:{tiles})", text)


def test_power_taken_after_a_conversion():
    """TM-17.5.15: then the line `option strict-leech` is left out, and the rule stays as it was."""
    for seed in range(60):
        log = game(seed, "random")
        text = same_again(log, "snellman_commands")
        if "option strict-leech" not in text:
            break
    assert "option strict-leech" not in text
    assert read_text(text).replay.state.options.loose_leech is False


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"map": "base"}, None),
        ({"map": "base", "starting_vp": "original_2017"}, "map 91645cdb135773c2a7a50e5ca9cb18af54c664c4"),
        ({"map": "lakes"}, "map fdb13a13cd48b7a3c3525f27e4628ff6905aa5b1"),
        ({"map": "archipelago"}, "map archipelago"),
    ],
)
def test_the_map_by_its_digest(options, line):
    """TM-3.4.9, TM-17.6.3: with the table of start points it brings; one without digest by its name."""
    text = same_again(game(2, **options), "snellman_commands")
    assert next((each for each in text.split("\n") if each.startswith("map ")), None) == line
    assert f'"{options["map"]}"' not in text.split("\n", 1)[1]


def test_an_answer_of_the_endpoint():
    """TM-17.7.1, TM-17.7.2: options, map, start points, players; rows with values and changes, offers by colour."""
    log = game(6, **FIRE_ICE, starting_vp_table={"witches": 30})
    answer = json.loads(same_again(log, "snellman_json"))
    assert answer["options"]["fire-and-ice-factions/ice"] == 1
    assert answer["map_variant"] == "be8f6ebf549404d015547152d5f2a1906ae8dd90"
    assert (answer["vp_setup"]["witches"], answer["vp_setup"]["nomads"]) == (30, 20)
    assert [each["index"] for each in answer["players"]] == list(range(len(log.header.seats)))
    row = next(row for row in answer["ledger"] if row.get("leech"))
    assert set(row) >= {"faction", "commands", "VP", "C", "W", "P", "PW", "CULT", "leech"}
    assert all(isinstance(amount, int) for amount in row["leech"].values())


def test_a_done_that_an_answer_has_made_late():
    """TM-17.5.11: to the moderator, an answer ends the last player's turn, and then `done` stands in the next one."""
    loose = [seed for seed in range(SEEDS * 2) if "option loose-done" in commands_of(seed)]
    assert 0 < len(loose) < SEEDS * 2
    text = same_again(self_played(loose[0]), "snellman_commands")
    assert re.search(r"^\w+: (.*\. )?done$", text, re.M)


def commands_of(seed):
    """A self-played game as commands."""
    return write(self_played(seed), "snellman_commands")
