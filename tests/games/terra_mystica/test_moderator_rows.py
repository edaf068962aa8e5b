"""Rows of the moderator in Fire & Ice games, and what it lets pass and what not: TM-17.3, TM-17.5, TM-17.6."""

import re

import pytest

from engine.games.terra_mystica.readings._snellman_commands import read
from engine.replay import Stopped
from engine.writing import write
from events.notations._snellman_commands import parse_commands
from events.vocabulary import terra_mystica as events
from tests.games.terra_mystica.table import has, position
from tests.games.terra_mystica.test_fire_ice_variable import shifters
from tests.games.terra_mystica.test_fire_ice_volcano import acolytes
from tests.games.terra_mystica.test_moderator import first, game, line_with, read_text, spoilt
from tests.games.terra_mystica.test_reading import DEFERRED, ledger_of, played, reader_of, rejected

MINI = {"mini_expansion_towns": True}
TILE = {"fire_ice_final_scoring": "outposts"}


def printed(seed, **options):
    """A game as a ledger."""
    return write(game(seed, **options), "snellman_ledger")


def the_first(pattern, seeds=range(40), **options):
    """The first printed game with a row that matches."""
    for seed in seeds:
        text = printed(seed, **options)
        if re.search(pattern, text, re.M):
            return text
    raise AssertionError(f"no game with {pattern}")


# --- the end --------------------------------------------------------------------------------------------------------


def test_the_final_tile_is_scored_first():
    """TM-10.1: before the cults and the network, and by its own name; otherwise the points are at the wrong place."""
    text = printed(3, **TILE)
    titles = re.findall(r"^Scoring (\S+)", text, re.M)
    assert titles == ["building-on-edge", "FIRE", "WATER", "EARTH", "AIR", "network"]
    assert "vp for building-on-edge" in text
    lines = text.split("\n")
    begin, end, last = (line_with(text, f"^Scoring {name}") - 1 for name in ("building-on-edge", "FIRE", "network"))
    late = "\n".join([*lines[:begin], *lines[end:last], *lines[begin:end], *lines[last:]])
    assert read_text(late).verdict == "discrepant"


# --- phase 3 --------------------------------------------------------------------------------------------------------


def giants(spades, **options):
    """Giants with this number of spades in phase 3, and Witches with two; everybody is about to pass."""
    return position(
        "giants",
        "witches",
        giants=has(dwelling="D7", cult=f"0/0/{4 * spades}/0"),
        witches=has(dwelling="E9", cult="0/0/8/0"),
        options=DEFERRED | options,
    )


def test_the_giants_give_up_a_spade():
    """TM-17.4.9, TM-7.3.12: `-SPADE` states what the rules do, whoever still has spades to use."""
    rows = [
        ("giants", "pass bon9"),
        ("witches", "pass bon2"),
        ("giants", "-SPADE"),
        ("witches", "transform F6 to green"),
    ]
    table = giants(1)
    assert played(table, *rows)[2:] == [("witches", events.Transform("F6", "forest", 1))]
    late = giants(1)
    rows[2:] = [rows[3], ("witches", "-SPADE"), rows[2]]
    assert played(late, *rows)[-1] == ("witches", events.Forfeit("spades"))
    late.settled().then(round=2)


@pytest.mark.parametrize("words", ["-2SPADE", "-SPADE. -SPADE"])
def test_the_giants_give_up_what_they_have_not(words):
    """TM-17.4.9: another number, or twice."""
    rows = [("giants", "pass bon9"), ("witches", "pass bon2"), ("giants", words)]
    assert rejected(giants(1), *rows) == "TM-7.11.6"


def test_the_giants_give_up_none_of_two():
    """TM-7.3.12: two spades are used, or given up for good."""
    rows = [("giants", "pass bon9"), ("witches", "pass bon2")]
    assert played(giants(2), *rows, ("giants", "-2SPADE"))[-1] == ("giants", events.Forfeit("spades"))


# --- rows before their cause ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("version", "power"), [("v1", "+2"), ("v5", "")])
def test_the_row_of_a_token(version, power):
    """TM-17.3, TM-16.7.1: no cult step; in the first edition the row shows the token, before it is earned."""
    options = {"fire_ice_factions": ["variable"], "fire_ice_variable_version": version}
    row = r"^shapeshifters\t[^[]*\[opponent accepted power\]"
    text = the_first(row, **options)
    assert read_text(text).verdict == "valid"
    line = line_with(text, row)
    cells = text.split("\n")[line - 1].split("\t")
    assert (cells[9], cells[11]) == (power, "")
    three = cells[10].split("/")[2]
    more = f"{int(three.split()[0]) + 1} PW"
    assert first(spoilt(text, line, f"/{three}", f"/{more}"))[:2] == ("discrepant", line)
    step = "\t".join([*cells[:11], "+1", *cells[12:]])
    assert first(spoilt(text, line, "\t".join(cells), step)) == ("discrepant", line, "cults_change")


@pytest.mark.parametrize(
    "pattern", [r"^acolytes\t.*action (?:ACT5|ACT6|BON1)", r"^acolytes\t[^+]*\t\+\d\t[^\t]*\t\tcult_income_for_faction"]
)
def test_spades_of_the_acolytes_count_where_they_are_gained(pattern):
    """TM-17.2.2, TM-16.4.4: in the row of the action, and in that of phase 3."""
    text = the_first(pattern, fire_ice_factions=["volcano"])
    assert read_text(text).verdict == "valid"
    line = line_with(text, pattern)
    cells = text.split("\n")[line - 1].split("\t")
    assert int(cells[11]) > 0
    none = "\t".join([*cells[:11], "", *cells[12:]])
    assert first(spoilt(text, line, "\t".join(cells), none)) == ("discrepant", line, "cults_change")


# --- editions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "faction"),
    [
        ("playtest_v1_volcano", "acolytes"),
        ("playtest_v2_volcano", "acolytes"),
        ("playtest_v1_volcano", "dragonlords"),
        ("playtest_v2_volcano", "dragonlords"),
        ("playtest_v1_ice", "icemaidens"),
    ],
)
def test_an_edition_that_is_not_named(variant, faction):
    """TM-17.6.4, TM-16.7.1: the one that fits the figures; a corrupted one is found at its line."""
    factions = ["ice" if variant.endswith("ice") else "volcano"]
    telling = {"dragonlords": "upgrade .* to SA", "icemaidens": "advance dig"}.get(faction, "build")
    text = the_first(rf"^{faction}\t.*{telling}", fire_ice_factions=factions, playtests=[variant])
    silent = "\n".join(line for line in text.split("\n") if not line.startswith("## anyturn"))
    report = read_text(silent)
    assert report.verdict == "valid", (report.replay.broke, report.replay.discrepancies)
    assert report.replay.header.options["playtests"] == [variant]
    usual = the_first(rf"^{faction}\t.*setup", fire_ice_factions=factions)
    line = line_with(usual, rf"^{faction}\t.*setup")
    workers = usual.split("\n")[line - 1].split("\t")[6]
    wrong = spoilt(usual, line, f"\t{workers}", f"\t{int(workers[0]) + 1} W")
    assert first(wrong) == ("discrepant", line, "worker")
    assert "playtests" not in wrong.replay.header.options


def test_an_edition_of_the_commands():
    """TM-16.7.1: `faction-variant`."""
    text = write(game(1, fire_ice_factions=["volcano"], playtests=["playtest_v1_volcano"]), "snellman_commands")
    assert "faction-variant playtest_v1_volcano" in text.split("\n")
    assert read_text(text).replay.header.options["playtests"] == ["playtest_v1_volcano"]
    unknown = spoilt(text, line_with(text, "^faction-variant"), "playtest_v1", "playtest_v9")
    assert (unknown.verdict, unknown.problem.option) == ("unsupported", "faction-variant playtest_v9_volcano")


# --- lenient and strict ---------------------------------------------------------------------------------------------


def test_what_means_nothing():
    """TM-17.5.16: `burn 0`, and a card named in the last round; elsewhere a card is needed."""
    table = position("witches", "nomads", round=6, options=DEFERRED)
    assert ledger_of(table, "witches", "burn 0. pass bon9") == [events.Pass(None)]
    before = position("witches", "nomads", round=5, options=DEFERRED)
    assert rejected(before, ("witches", "pass")) == "TM-7.10.1"
    assert rejected(before, ("witches", "burn 9")) == "TM-7.1.5"


@pytest.mark.parametrize(
    ("cult", "towns", "words"),
    [
        ("0/9/0/0", 0, "-water"),
        ("0/9/0/0", 0, "-water. pass bon9"),
        ("0/9/0/0", 1, "-water. +TW1"),
        ("0/9/0/0", 1, "-3water. +TW5"),
        ("0/6/0/0", 1, "-water. +TW5"),
        ("0/8/0/0", 1, "-water. +TW5"),
    ],
)
def test_stepping_down_for_nothing(cult, towns, words):
    """TM-17.5.5: only before a town tile that gives the step back, and not below 7."""
    table = position("cultists", "nomads", cultists=has(cult=cult, towns_owed=towns), options=DEFERRED)
    with pytest.raises(AssertionError):
        table.copy().does("cultists", events.LoseCult("water")).accepted()
    assert rejected(table, ("cultists", words)) == "TM-17.5.5"


def test_stepping_down_by_two():
    """TM-17.5.5: before the tile with two steps."""
    table = position("cultists", "nomads", cultists=has(cult="9/9/9/9", towns_owed=1), options=DEFERRED | MINI)
    words = "-2fire. -2earth. +TW6"
    assert ledger_of(table, "cultists", words) == [events.ChooseTownTile("town_2vp_2cult", ("water", "air"))]


def test_the_loss_of_the_acolytes_comes_first():
    """TM-16.4.2: before a town tile; all of it on one track; with `loose_lose_cult` in any order."""

    def at(**options):
        table = acolytes()
        table.player("acolytes").towns_owed = 1
        return table

    said = "dig 1. transform A2 to volcano"
    assert rejected(at(), ("acolytes", f"{said}. +TW1. -4EARTH")) == "TM-16.4.2"
    assert rejected(at(), ("acolytes", f"{said}. -3EARTH")) == "TM-16.4.2"
    assert ledger_of(at(), "acolytes", f"{said}. -4EARTH. +TW1")[2:] == [
        events.LoseCult("earth"),
        events.ChooseTownTile("town_5vp_6c"),
    ]


def offered():
    """Nomads in turn, with three power offered by Witches."""
    table = position(
        "witches", "nomads", witches=has(dwelling="E9"), nomads=has(temple="D7", dwelling="E10"), options=DEFERRED
    )
    table.does("witches", events.UpgradeStructure("E9", "trading_house"), events.EndTurn())
    return table


def in_rows(table, *rows, strict=False):
    """The events of rows of (seat, commands), under `strict-leech` if so."""
    reader = reader_of(table)
    reader.strict_leech = strict
    for seat, words in rows:
        reader.line += 1
        reader.row = parse_commands(words)
        for command in reader.row:
            read(reader, seat, command)
    return [event for _, event, _ in reader.replay.played]


def test_a_leech_after_a_conversion():
    """TM-17.5.15, TM-17.6: not under `strict-leech`, in the player's own turn; burning and refusing are accepted."""
    leech = [(1, "convert 1w to 1c"), (1, "leech 3 from witches")]
    assert in_rows(offered(), *leech)[-1] == events.AcceptPower(1)
    with pytest.raises(Stopped) as stopped:
        in_rows(offered(), *leech, strict=True)
    assert stopped.value.args[0].clause == "TM-17.5.15"
    assert in_rows(offered(), (1, "burn 1. leech 3 from witches"), strict=True)[-1] == events.AcceptPower(1)
    assert in_rows(offered(), (1, "convert 1w to 1c. decline 3"), strict=True)[-1] == events.DeclinePower(1)
    assert in_rows(offered(), leech[1], (1, "convert 1w to 1c"), strict=True)[0] == events.AcceptPower(1)


def test_the_option_that_refuses_it_is_found_in_the_text():
    """TM-17.6: a text with the line `option strict-leech` is read as strictly as the moderator takes it."""
    for seed in range(60):
        text = write(game(seed, "random"), "snellman_commands")
        if "option strict-leech" not in text and '"earlier"' not in text:
            break
    assert "option strict-leech" not in text
    assert read_text(text).verdict == "valid"
    strict = read_text("option strict-leech\n" + text)
    assert (strict.verdict, strict.replay.broke.violation.clause) == ("illegal", "TM-17.5.15")


@pytest.mark.parametrize(("told", "workers"), [("convert 1w to 1p. convert 2w to 2p", 3), ("convert 2w to 2p", 2)])
def test_ordinations_in_parts(told, workers):
    """TM-7.8.9: one decision, however it is written; the rest is given up, explicitly if wanted."""
    table = position("darklings", "nomads", darklings=has(trading_house="E5"), options=DEFERRED)
    words = f"upgrade E5 to SH. {told}. -CONVERT_W_TO_P"
    assert in_rows(table, (0, words))[1:] == [events.OrdainPriests(workers)]


@pytest.mark.parametrize("told", ["convert 2w to 1p", "convert 1w to 1p. convert 2w to 3p"])
def test_a_priest_for_a_worker(told):
    """TM-7.8.9: as many priests as workers."""
    table = position("darklings", "nomads", darklings=has(ordination=3), options=DEFERRED)
    with pytest.raises(Stopped) as stopped:
        in_rows(table, (0, told))
    assert stopped.value.args[0].clause == "TM-7.8.9"


@pytest.mark.parametrize("words", ["action ACT6. -3SPADE", "action ACT1. -2BRIDGE", "-4CONVERT_W_TO_P", "-2FREE_D"])
def test_more_given_up_than_there_is(words):
    """TM-7.11.6: by number."""
    things = has(dwelling="E5", ordination=3, bowls=(0, 0, 12))
    table = position("darklings", "nomads", darklings=things, options=DEFERRED)
    assert rejected(table, ("darklings", words)) == "TM-7.11.6"


@pytest.mark.parametrize("words", ["-SPADE. transform E10 to blue", "transform E10 to blue. -SPADE"])
def test_a_part_that_is_given_up(words):
    """TM-17.5.13, TM-7.11.6: before the rest is used, or after; the rules give up what is left."""
    table = position("witches", "nomads", witches=has(dwelling="E9", bowls=(0, 0, 12)), options=DEFERRED)
    assert ledger_of(table, "witches", f"action ACT6. {words}")[1:] == [
        events.Transform("E10", "lakes", 1),
        events.Forfeit("spades"),
    ]
    again = position("witches", "nomads", witches=has(dwelling="E9", bowls=(0, 0, 12)), options=DEFERRED)
    assert ledger_of(again, "witches", "action ACT6. -SPADE. -SPADE")[1:] == [events.Forfeit("spades")]
    assert rejected(again, ("witches", "-SPADE")) == "TM-7.11.6"


def test_the_codes_of_another_edition():
    """TM-16.7.1: each price has its own."""
    at = shifters("v4", stronghold="A7", bowls=(0, 0, 8))
    assert rejected(at, ("shapeshifters", "action ACTH1")) == "TM-7.6.0"
