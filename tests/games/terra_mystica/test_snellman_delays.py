"""What the moderator accepts or prints at another time than the rules have it: TM-17.1.3, TM-17.5.19 to TM-17.5.22."""

import re

import pytest
from msgspec.structs import replace

from engine.games.terra_mystica.writings._order import Moves, first_misplaced
from engine.replay import Stopped
from engine.writing import write
from events.log.codec import Unreadable
from events.log.native import GameLog, resolve
from events.log.record import Record
from events.vocabulary import terra_mystica as events
from tests.games.terra_mystica.moderator_games import (
    BUILT_LATE,
    DOUBLE,
    DUG,
    GAIN,
    GIVEN_UP,
    GIVEN_UP_LATE,
    KEPT_OPEN,
    LAST_TURN,
    LATE_STEP,
    LEFT_OPEN,
    NOT_ORDAINED,
    ORDAINED,
    SHIFTED,
    STEPS,
    STEPS_TWICE,
    UNLOCKED,
    UNUSED,
    VOID,
    WALKERS,
    comes_back,
    game,
    played,
    text,
)
from tests.games.terra_mystica.table import has, position
from tests.games.terra_mystica.test_fire_ice_variable import walkers
from tests.games.terra_mystica.test_moderator import game as moderated
from tests.games.terra_mystica.test_reading_fire_ice import said
from tests.games.terra_mystica.test_snellman_notations import COMMANDS

LATER = COMMANDS.replace(
    "Witches: upgrade F4 to TP",
    '## anyturn {"later":[[1,1]]}\nWitches: upgrade F4 to TP. convert 1w to 1c',
)


def test_a_conversion_after_an_answer_stands_before_it():
    """TM-17.1.3: read in the order of play, and written again as it was."""
    report = text(LATER)
    assert report.verdict == "incomplete"
    upgrade, leech, convert = played(report)[-3:]
    assert isinstance(upgrade, events.UpgradeStructure)
    assert isinstance(leech, events.AcceptPower)
    assert convert == events.Convert("worker", 1, "coin", 1)
    written = write(report.replay.log(), "snellman_commands")
    assert '## anyturn {"later":[[1,1]]}\nwitches: upgrade F4 to TP. convert 1w to 1c\nnomads: leech 1' in written


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        ("[[3,1]]", "before 2 commands"),
        ("[[0,1]]", "before 2 commands"),
        ("[[1,0]]", "before 2 commands"),
        ("[[1,2]]", "1 lines after the next"),
    ],
)
def test_commands_that_do_not_follow(stated, found):
    """TM-17.1.3: a pragma that names commands or lines which are not there is refused with its line."""
    report = text(LATER.replace("[[1,1]]", stated))
    assert report.verdict == "unreadable"
    assert report.problem.line == LATER.split("\n").index('## anyturn {"later":[[1,1]]}') + 1
    assert found in str(report.problem)


@pytest.mark.parametrize("after", ["", '\n## anyturn {"later":[[1,1]]}', "\ndrop-faction Nomads"])
def test_a_pragma_without_a_line(after):
    report = text(COMMANDS + '## anyturn {"later":[[1,1]]}' + after)
    if after:
        assert (report.verdict, "later" in str(report.problem)) == ("unreadable", True)
    else:  # the last line is taken for one that is cut off
        assert report.verdict == "incomplete"


@pytest.mark.parametrize("seed", range(1, 5))
def test_random_games_with_conversions_after_answers_come_back(seed):
    log = game(seed, None, "random", fire_ice_factions=["volcano", "variable"])
    comes_back(log, write(log, "snellman_commands"))


CONVERTED = "volcano", "variable"


def lines_with(text, word):
    """The places of the lines with a word."""
    return [place for place, line in enumerate(text.split("\n")) if word in line]


@pytest.mark.parametrize(
    ("seed", "stated", "line"),
    [
        (131, "[[1,1]]", "cultists: burn 1. convert 3pw to 1w. pass BON1"),
        (583, "[[2,4]]", "shapeshifters: convert 1pw to 1c. convert 1p to 1c. pass BON3"),
    ],
)
def test_what_an_answer_brought_is_converted_on_the_next_line(seed, stated, line):
    """TM-17.1.3: before the answer there is not enough power for it; a pragma states when it was played."""
    log = game(seed, None, "random", fire_ice_factions=CONVERTED)
    written = write(log, "snellman_commands")
    (place,) = lines_with(written, "earlier")
    assert written.split("\n")[place : place + 2] == [f'## anyturn {{"earlier":{stated}}}', line]
    comes_back(log, written)


@pytest.mark.parametrize("stated", ["[[0,1]]", "[[1,0]]", "[[4,1]]", "[[1,99]]"])
def test_earlier_commands_that_are_not_there(stated):
    """TM-17.1.3: refused with the line of the pragma."""
    written = write(game(131, None, "random", fire_ice_factions=CONVERTED), "snellman_commands")
    (place,) = lines_with(written, "earlier")
    report = text(written.replace('"earlier":[[1,1]]', f'"earlier":{stated}'))
    assert report.verdict == "unreadable"
    assert report.problem.line == place + 1
    assert "earlier" in str(report.problem)


def test_answers_wait_for_a_conversion_before_them():
    """TM-17.1.3: a player who takes power after such a conversion does so on the next line, too."""
    log = moderated(38, "random")
    written = write(log, "snellman_commands")
    place = lines_with(written, "earlier")[0]
    assert written.split("\n")[place : place + 7] == [
        '## anyturn {"earlier":[[3,6]]}',
        "cultists: burn 3. convert 1pw to 1c. convert 2pw to 2c",
        '## anyturn {"earlier":[[1,7]]}',
        "cultists: leech 2 from auren",
        '## anyturn {"earlier":[[1,5]]}',
        "cultists: decline 2 from alchemists",
        "cultists: pass",
    ]
    comes_back(log, written)


def test_a_conversion_that_cannot_wait_is_refused():
    """TM-17.1.3: a log that ends with the conversion has no next line."""
    log = game(131, None, "random", fire_ice_factions=CONVERTED)
    written = write(log, "snellman_commands")
    (place,) = lines_with(written, "earlier")
    last = next(number for number, (_, _, line) in enumerate(text(written).replay.played) if line == place + 2)
    records = resolve(log)[: last + 1]
    assert isinstance(records[-1].event, events.BurnPower)
    with pytest.raises(Unreadable, match=rf"record {records[-1].seq}, which comes after .* \(TM-17.1.3\)"):
        write(GameLog(log.header, records), "snellman_commands")


def test_an_order_that_the_rules_do_not_allow():
    """TM-17.1.3: a moved record is misplaced if a clause is broken there, or if the position differs afterwards."""
    replay = text(LATER).replay
    records = resolve(replay.log())
    *before, upgrade, leech, convert = records
    assert first_misplaced(replay.header, records, [*before, upgrade, convert, leech], {convert.seq}) is None
    assert first_misplaced(replay.header, records, [*before, leech, upgrade, convert], {leech.seq}) == leech
    other = replace(convert, event=events.Convert("worker", 2, "coin", 2))
    assert first_misplaced(replay.header, records, [*before, upgrade, other, leech], {convert.seq}) == convert


def test_an_ordination_is_written_before_conversions():
    """TM-17.5.22: the moderator takes none after a conversion."""
    log = game(41185, 5, "random", **ORDAINED)
    assert log.header.options["ordination_timing"] == "any_time"
    written = write(log, "snellman_commands")
    assert '\n## anyturn {"later":[[1,1]]}\ndarklings: convert 3w to 3p\ndarklings: convert 1pw to 1c\n' in written
    comes_back(log, written)


def test_no_ordination_is_given_up_after_conversions():
    """TM-17.5.22: to the moderator it is lost already."""
    log = game(41594, 5, "random", **NOT_ORDAINED)
    written = write(log, "snellman_commands")
    assert any(record.event == events.OrdainPriests(0) for record in resolve(log))
    assert "CONVERT_W_TO_P" not in written
    comes_back(log, written)


def test_a_conversion_after_an_answer_follows_the_ordination_given_up_before_it():
    """TM-17.1.3: that command is the last before the answers, so the conversion stands behind it."""
    log = game(95454, 4, "random", **GIVEN_UP)
    written = write(log, "snellman_commands")
    stated = '{"later":[[1,1]]}\ndarklings: -3CONVERT_W_TO_P. convert 1pw to 1c\ngiants: decline 1 from darklings\n'
    assert f"\n## anyturn {stated}" in written
    comes_back(log, written)


def test_an_ordination_that_cannot_come_first():
    """TM-17.5.22: refused with its number."""
    with pytest.raises(Unreadable, match=r"record 7, an ordination after a conversion \(TM-17.5.22\)"):
        Moves().postpone(Record(7, 0, events.OrdainPriests(2)))


def test_chaos_magicians_who_pass_with_their_first_action():
    """TM-7.6.6: to the moderator, the second is left, and only `loose-done` lets `done` end the turn."""
    log = game(51011, 5, "random", **DOUBLE)
    written = write(log, "snellman_commands")
    assert re.search(r"^chaosmagicians: .*action ACTC[^A]*pass\nchaosmagicians: .*done$", written, re.M)
    assert "\noption loose-done\n" in written
    comes_back(log, written)


def test_the_figures_of_the_last_turn():
    """TM-7.6.6: a row `done` at the end of the game has the figures before the final scoring."""
    lines = write(game(130385, 2, "random", **LAST_TURN), "snellman_ledger")
    assert re.search(r"^chaosmagicians.*\tdone$", lines, re.M)
    assert text(lines).verdict == "valid"


def test_equal_steps_are_kept_apart():
    """TM-17.1.2: the moderator takes two equal steps in a row for one of two, so that a comment stands between."""
    log = game(71163, 2, "random", **STEPS_TWICE)
    written = write(log, "snellman_commands")
    assert re.search(r"^acolytes: \+WATER\n# Round 2, turn 3\nacolytes: \+WATER$", written, re.M)
    comes_back(log, written)


def test_a_turn_that_ends_with_an_open_ordination():
    """TM-7.8.9: to the moderator it would go on under the option, which is left out."""
    log = game(71587, 3, "random", **LEFT_OPEN)
    assert log.header.options.get("ordination_timing", "same_turn") == "same_turn"
    written = write(log, "snellman_commands")
    assert "option strict-darkling-sh" not in written
    comes_back(log, written)


def unused(**options):
    """A game that ends without an ordination, its records, and the commands for it."""
    log = game(97380, 2, "random", **UNUSED)
    log = GameLog(replace(log.header, options=log.header.options | options), resolve(log))
    return log, log.records, write(log, "snellman_commands")


@pytest.mark.parametrize("timing", ["same_turn", "any_time"])
def test_an_ordination_that_is_never_used(timing):
    """TM-17.5.22: it is given up with the last pass, as the moderator would refuse its own conversion of the rest."""
    log, _, written = unused(ordination_timing=timing)
    assert written.endswith("\ndarklings: -3CONVERT_W_TO_P. pass\n")
    comes_back(log, written)


def test_an_ordination_given_up_before_the_last_pass():
    """TM-17.5.22: on a line of its own, as it is an event."""
    log, records, _ = unused(ordination_timing="any_time")
    last = records[-1]
    records = [*records[:-1], replace(last, event=events.Forfeit("ordination")), replace(last, seq=last.seq + 1)]
    written = write(GameLog(log.header, records), "snellman_commands")
    assert written.endswith("\ndarklings: -3CONVERT_W_TO_P\ndarklings: pass\n")
    comes_back(GameLog(log.header, records), written)


@pytest.mark.parametrize("stated", ["-2CONVERT_W_TO_P. pass", "-3CONVERT_W_TO_P"])
def test_another_ordination_cannot_be_given_up(stated):
    """TM-7.11.6: what has lapsed, and what nobody had."""
    _, _, written = unused()
    report = text(written.replace("-3CONVERT_W_TO_P. pass", stated))
    assert report.verdict == "illegal"
    assert "TM-7.11.6" in str(report.replay.broke)


def test_a_cult_step_after_the_last_pass():
    """TM-17.5.7: to the moderator, a comment ends the turn before the spades of the same faction."""
    log = game(97082, 3, "random", **LATE_STEP)
    written = write(log, "snellman_commands")
    late = "darklings: pass BON4\ndarklings: +WATER\n# Round 1, turn 3\ndarklings: transform F1 to red\n"
    assert f"\n{late}" in written
    comes_back(log, written)


def test_a_dwelling_after_an_answer_stands_before_it():
    """TM-17.1.3: the transform before it does not keep the turn open."""
    log = game(71832, 5, "random", **BUILT_LATE)
    written = write(log, "snellman_commands")
    assert "\ndragonlords: convert 2w to 2c. dig 1. transform A7 to volcano. build A7. burn 1" in written
    comes_back(log, written)


def given_up_late():
    return game(121333, 3, "random", **GIVEN_UP_LATE)


def test_an_ordination_is_given_up_before_an_answer():
    """TM-17.1.3: if it can be used in later turns, too, the moderator ends the turn with the answer."""
    log = given_up_late()
    assert log.header.options["ordination_timing"] == "any_time"
    written = write(log, "snellman_commands")
    own = "darklings: burn 2. upgrade I2 to SH. -3CONVERT_W_TO_P. convert 2pw to 2c"
    assert f'\n## anyturn {{"later":[[2,1]]}}\n{own}\nmermaids: leech 2 from darklings\n' in written
    comes_back(log, written)


def test_no_priest_is_ordained_after_an_answer():
    """TM-17.1.3: the moderator gives up the ordination before it, and takes the conversion behind that."""
    log = given_up_late()
    records = [
        replace(each, event=events.OrdainPriests(0)) if each.event == events.Forfeit("ordination") else each
        for each in resolve(log)
    ]
    log = GameLog(log.header, records)
    written = write(log, "snellman_commands")
    assert "\ndarklings: burn 2. upgrade I2 to SH. -3CONVERT_W_TO_P. convert 2pw to 2c\nmermaids: leech" in written
    comes_back(log, written)


def test_an_offer_that_is_void_in_another_order_is_declined():
    """TM-11.18: the moderator keeps it open, so that a conversion before it can be written later."""
    log = game(99365, 5, "random", **VOID)
    written = write(log, "snellman_commands")
    assert '\n## anyturn {"earlier":[[1,6]]}\nshapeshifters: convert 1pw to 1c' in written
    assert "\nshapeshifters: decline 3 from auren\n" in written
    comes_back(log, written)


def test_a_free_trading_house_is_given_up_before_an_answer():
    """TM-17.1.3: the moderator would ask for it after the answer, and never end the round."""
    log = game(120399, 5, "random", **KEPT_OPEN)
    written = write(log, "snellman_commands")
    own = "swarmlings: burn 1. action ACTS. convert 1pw to 1c. convert 1pw to 1c. -FREE_TP"
    assert f'\n## anyturn {{"later":[[1,1]]}}\n{own}\nauren: decline 1 from chaosmagicians\n' in written
    comes_back(log, written)


def test_a_colour_is_picked_last():
    """TM-17.1.3: to the moderator, picking a colour ends the turn, so that conversions stand before it."""
    log = game(81140, 4, "random", **SHIFTED)
    written = write(log, "snellman_commands")
    assert "action ACTH4. convert 1w to 1c. convert 1w to 1c\nshapeshifters: pick-color red\n" in written
    comes_back(log, written)


def steps_after_the_income(lines):
    """The rows of a ledger as the moderator prints them: the second of two cult steps of phase 3 after the incomes.

    The first income stands in the row of the first step.
    """
    rows = lines.split("\n")
    first = next(n for n, row in enumerate(rows) if row.endswith("\t+AIR") and rows[n + 1].endswith("\t+EARTH"))
    title, others, own = rows[first + 2 : first + 5]
    assert others.startswith("chaosmagicians")
    late = own.replace("other_income_for_faction", "+EARTH")
    return [*rows[:first], f"{rows[first]}. other_income_for_faction", title, own, late, *rows[first + 5 :]], late


def test_a_cult_step_after_the_income():
    """TM-17.5.19: the step is played before the income, and the figures are compared from its row on."""
    log = game(3360, 2, "sensible", **STEPS)
    rows, late = steps_after_the_income(write(log, "snellman_ledger"))
    comes_back(log, "\n".join(rows))
    wrong = re.sub(r"(\d+) C\t", r"9\1 C\t", late)
    assert text("\n".join(row.replace(late, wrong) for row in rows)).verdict == "discrepant"
    assert text("\n".join(row for row in rows if row != late)).verdict in ("discrepant", "illegal")


def test_priests_asked_for_in_vain():
    """TM-17.5.20: no event when every terrain is unlocked; TM-16.8.4: otherwise a priest gained is needed."""
    every = "desert swamp lakes forest mountains wasteland"
    assert said(walkers(unlocked=every), 0, "unlock-terrain gain-priest") == []
    with pytest.raises(Stopped) as stopped:
        said(walkers(), 0, "unlock-terrain gain-priest")
    assert stopped.value.args[0].clause == "TM-16.8.4"


def test_games_of_riverwalkers_take_their_priests():
    """TM-17.5.20: one command for each priest gained with every terrain unlocked, which is no event."""
    log = game(3372, 4, "sensible", **WALKERS)
    lines = write(log, "snellman_commands")
    taken = sum(isinstance(record.event, events.TakePriest) for record in resolve(log))
    assert lines.count("gain-priest") > taken
    comes_back(log, lines)


def test_rows_before_a_priest_is_taken():
    """TM-17.5.20: they show one priest fewer."""
    lines = write(game(3372, 4, "sensible", **WALKERS), "snellman_ledger")
    row = next(row for row in lines.split("\n") if re.search(r"^riverwalkers.*\tburn 3. action ACT2$", row))
    before = row.replace("\t+1\t1 P\t", "\t\t0 P\t")
    after = re.sub(r"\t[-+]\d+\t(\S+ PW)", r"\t\t\1", row).replace("burn 3. action ACT2", "unlock-terrain gain-priest")
    assert len({row, before, after}) == 3
    assert text(lines.replace(row, f"{before}\n{after}")).verdict == "valid"
    assert text(lines.replace(row, before)).verdict == "discrepant"
    assert text(lines.replace(row, f"{row}\n{after}")).verdict == "discrepant"


def test_a_priest_of_the_income_is_not_missing_before_it():
    """TM-17.5.20: the moderator asks after the income, so the row of the cult bonus shows all priests there are."""
    lines = write(game(41326, 4, "sensible", **UNLOCKED), "snellman_ledger")
    bonus, income = re.findall(r"^riverwalkers.*income_for_faction$", lines, re.M)[-2:]
    assert "cult_income" in bonus
    before = income.replace("\t+1\t1 P\t", "\t\t0 P\t")
    vp, coin, worker, power = re.search(r"(\d+ VP)\t.*?(\d+ C)\t.*?(\d+ W)\t.*?(\S+ PW)", income).groups()
    after = "\t".join(
        ["riverwalkers", "", vp, "", coin, "", worker, "+1", "1 P", "", power, "", income.split("\t")[12], "", GAIN]
    )
    assert text(lines.replace(income, f"{before}\n{after}")).verdict == "valid"


DIGGERS = has(dwelling="A3", worker=15)


@pytest.mark.parametrize(("given_up", "short_way"), [("", False), (". -SPADE", True)])
def test_spades_that_the_moderator_has_left(given_up, short_way):
    """TM-17.5.21: the long way to the home terrain takes four spades, of which the moderator has one left."""
    at = position("nomads", "witches", nomads=DIGGERS, terrain={"A4": "forest"})
    found = said(at, 0, f"dig 4. transform A4 to yellow{given_up}. build A4", short_way=short_way)
    assert found[1:] == [events.Transform("A4", "desert", 4), events.BuildDwelling("A4")]


def test_a_game_with_loose_dig_takes_the_short_way():
    """TM-17.5.21: as the moderator does, so that a spade is left to be given up."""
    at = position("nomads", "witches", nomads=DIGGERS, terrain={"A4": "forest"}, options={"loose_dig": True})
    found = said(at, 0, "dig 4. transform A4 to yellow. -SPADE. build A4")
    assert found[1:3] == [events.Transform("A4", "desert", 3), events.Forfeit("spades")]


@pytest.mark.parametrize(("given_up", "short_way"), [("-SPADE", False), ("-2SPADE", True)])
def test_spades_that_nobody_has(given_up, short_way):
    """TM-7.11.6: otherwise only spades in hand can be given up."""
    at = position("nomads", "witches", nomads=DIGGERS, terrain={"A4": "forest"})
    with pytest.raises(Stopped) as stopped:
        said(at, 0, f"dig 4. transform A4 to yellow. {given_up}", short_way=short_way)
    assert stopped.value.args[0].clause == "TM-7.11.6"


def test_a_game_in_which_dug_spades_are_given_up():
    """TM-17.5.21: the option is the moderator's, not the game's."""
    log = game(3138, 4, "random", **DUG)
    lines = write(log, "snellman_commands")
    assert "option loose-dig\n" in lines
    assert re.search(r"transform \w+ to \w+\. -\dSPADE", lines)
    comes_back(log, lines)
    assert not text(lines).replay.header.options.get("loose_dig")
