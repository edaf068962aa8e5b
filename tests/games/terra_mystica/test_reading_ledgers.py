"""Whole ledgers read as events: TM-17.2 to TM-17.6; synthetic ones, printed from self-played games."""

from collections.abc import Callable
from random import Random

import pytest
from msgspec import structs

from engine.games.terra_mystica.options import Options, options_of
from engine.intake import Report, examine
from engine.replay import Replay
from engine.rules import ruleset
from engine.selfplay import header_for, next_action, selfplay_log
from engine.writing import write
from events.files import Blob
from events.log.native import GameLog
from events.vocabulary.terra_mystica import (
    DropPlayer,
    EndTurn,
)

TERRA_MYSTICA = ruleset("terra_mystica")

DRAWN = ("mini_expansion_towns", "shipping_bonus_card", "temple_scoring_tile")
SITE = {
    **{name: value for name, value in structs.asdict(Options()).items() if name not in DRAWN},
    "reaction_timing": "deferred",
    "turn_order": "pass_order",
}


def ledger_text(log: GameLog, spell: Callable[[str], str] = str) -> str:
    """A game as the site prints it: rows of players who left are blank; `spell` changes the words of all others."""
    lines, left = [], set()
    for line in write(log, "snellman_ledger").splitlines():
        *cells, words = line.split("\t")
        if line.startswith('## anyturn {"actor'):
            known = ('"kind":"ordain_priests","n":0', '"kind":"transform"')
            assert any(each in line for each in known), "a record without a command"
            lines.append(line)
        if line.endswith(" dropped from the game"):
            left.add(line.split()[0])
        if cells:
            line = "\t".join((*cells, "" if cells[0] in left else spell(words)))
        if not line.startswith("## anyturn"):  # the header's own words for what the site has no options for
            lines.append(line)
    return "\n".join(lines) + "\n"


def read(text: str) -> Report:
    return examine(Blob("synthetic.txt", text.encode()))


def game(seed: int, policy: str = "random", **options: object) -> GameLog:
    """A game as the moderator would run it."""
    return selfplay_log(TERRA_MYSTICA, f"ledger-{seed}", None, {**SITE, **options}, policy)


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(6, 100))])
def test_a_printed_game_is_read_again(seed):
    """TM-17.2, TM-17.3, TM-17.4, TM-17.5: every figure, change and offer fits, and the result is the same."""
    log = game(seed, "random" if seed % 2 else "sensible")
    report = read(ledger_text(log))
    assert report.verdict == "valid", (report.problem, report.replay.broke, report.replay.discrepancies[:3])
    assert report.replay.checked > 11 * len(log.records) // 2
    assert [record.event for record in log.records if not isinstance(record.event, EndTurn)] == [
        event for _, event, _ in report.replay.played if not isinstance(event, EndTurn)
    ]
    assert report.replay.header.expected == {s.seat: s.vp for s in report.replay.standings}
    assert [seat.player for seat in report.replay.header.seats] == [seat.player for seat in log.header.seats]


def test_odd_spellings_are_read_alike():
    """TM-17.1.1: capitals and blanks at will."""
    log = game(3)
    plain, odd = read(ledger_text(log)), read(ledger_text(log, lambda text: f"  {text.upper().replace(' ', '   ')}  "))
    assert odd.verdict == plain.verdict == "valid"
    assert odd.replay.played == plain.replay.played


def test_waiting_and_comments_mean_nothing():
    """TM-17.4.1, TM-17.5.12, TM-17.2.4, TM-17.2.5: `wait` at the end of a row, headers of rounds left out."""
    log = game(5)
    text = ledger_text(log, lambda text: f"{text}. wait" if text and "_" not in text and text[0] not in "[+" else text)
    bare = "\n".join(line for line in text.split("\n") if not line.endswith((" income", ", turn 1")))
    assert read(text).verdict == read(bare).verdict == "valid"


def test_the_options_of_a_ledger():
    """TM-17.4.2, TM-17.6, TM-17.6.2: the site's defaults, and what the head names."""
    options = read(ledger_text(game(1, mini_expansion_towns=True, temple_scoring_tile=False))).replay.state.options
    assert (options.reaction_timing, options.late_key, options.turn_order) == ("deferred", "same_turn", "pass_order")
    assert options.mini_expansion_towns
    assert not options.temple_scoring_tile
    silent = ledger_text(game(1)).replace("option variable-turn-order\n", "").replace("option strict-darkling-sh\n", "")
    stated = read(silent).replay.state.options
    assert (stated.turn_order, stated.ordination_timing) == ("clockwise", "any_time")


@pytest.mark.parametrize(
    ("line", "option", "value"),
    [
        ("option fire-and-ice-factions/ice", "fire_ice_factions", ("ice",)),
        ("option fire-and-ice-factions/variable_v3", "fire_ice_variable_version", "v3"),
        ("option fire-and-ice-factions/variable_v3", "fire_ice_factions", ("variable",)),
        ("option fire-and-ice-factions/variable", "fire_ice_variable_version", "v1"),
        ("option merge-income-phases", "income_merged", True),
        ("map be8f6ebf549404d015547152d5f2a1906ae8dd90", "map", "revised_base"),
        ("Added final scoring tile: connected-distance", "fire_ice_final_scoring", "greatest_distance"),
        ("option fire-and-ice-final-scoring", "fire_ice_final_scoring", "none"),
        ("option loose-lose-cult", "loose_lose_cult", True),
        ("option strict-leech", "loose_leech", False),
        ("option email-notify", "loose_leech", True),
        ("option loose-cult-loss", "loose_cult_loss", True),
    ],
)
def test_options_of_fire_and_ice(line, option, value):
    """TM-17.6, TM-16.7.1: editions, maps by their ids (TM-3.4.9), the final scoring tile of the comment."""
    header = read(ledger_text(game(2)).replace("option strict-leech", line)).replay.header
    assert getattr(options_of(header), option) == value


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("option an-option-nobody-knows", "an-option-nobody-knows"),
        ("map 0123456789012345678901234567890123456789", "map"),
        ("Added final scoring tile: longest-road", "fire_ice_final_scoring"),
    ],
)
def test_what_is_not_known_is_named(line, option):
    """TM-17.6: with the name of the option."""
    report = read(ledger_text(game(2)).replace("option strict-leech", line))
    assert (report.verdict, report.problem.option) == ("unsupported", option)


def test_the_map_with_its_own_starting_vp():
    """TM-17.6.3: one of the two ids of the base map."""
    text = ledger_text(game(2)).replace("option strict-leech", "map 91645cdb135773c2a7a50e5ca9cb18af54c664c4")
    report = read(text)
    assert report.replay.state.options.starting_vp == "original_2017"
    assert report.replay.discrepancies[0].figure == "vp"


def with_a_drop(seed: int) -> GameLog:
    """A game that somebody leaves in its middle."""
    rng = Random(seed)
    replay = Replay(TERRA_MYSTICA, header_for(TERRA_MYSTICA, f"drop-{seed}", 3, SITE))
    while TERRA_MYSTICA.standings(replay.state) is None:
        if replay.seq == 90:
            replay.play(None, DropPlayer(1))
        else:
            replay.play(*next_action(TERRA_MYSTICA, replay.state, rng, "random"))
        replay.settle()
    return replay.log()


@pytest.mark.parametrize("seed", range(4))
def test_blank_rows_of_dropped_factions(seed):
    """TM-17.3, TM-17.5.14: cult bonus and income in turn, then the scorings; all compared."""
    text = ledger_text(with_a_drop(seed))
    assert "dropped from the game" in text
    assert any(line.endswith("\t") and line.count("\t") == 14 for line in text.split("\n"))
    report = read(text)
    assert report.verdict == "valid", (report.problem, report.replay.broke, report.replay.discrepancies[:3])
    assert [s.dropped for s in sorted(report.replay.standings)] == [False, True, False]


def test_a_spoilt_figure_of_a_printed_game():
    """TM-17.4.10, TM-17.2.2: found at its line."""
    lines = ledger_text(game(4)).split("\n")
    n = next(n for n, line in enumerate(lines) if "upgrade" in line)
    cells = lines[n].split("\t")
    cells[4] = f"{int(cells[4].split()[0]) + 5} C"
    lines[n] = "\t".join(cells)
    report = read("\n".join(lines))
    assert report.verdict == "discrepant"
    assert (report.replay.discrepancies[0].line, report.replay.discrepancies[0].figure) == (n + 1, "coin")


def test_an_unknown_faction():
    """TM-17.2.1: named at its line."""
    lines = ledger_text(game(4)).split("\n")
    n = next(n for n, line in enumerate(lines) if "upgrade" in line)
    lines[n] = "elves\t" + lines[n].split("\t", 1)[1]
    report = read("\n".join(lines))
    assert (report.verdict, report.replay.broke.line) == ("illegal", n + 1)
    assert report.replay.broke.violation.clause == "TM-17.2.1"


def test_a_ledger_cut_off_in_a_row_is_judged_up_to_there():
    """It was unreadable with 0 records; a cut in the last column can also leave a row that says something else."""
    text = ledger_text(game(3))
    rows = [place for place in range(len(text) // 3, len(text) - 400) if text[place] == "\t"][::120]
    assert len(rows) > 5
    for place in rows:
        line = text.count("\n", 0, place) + 1
        whole = read(text[: text.rindex("\n", 0, place) + 1])
        for report in (read(text[:place]), read(text[: place - 1])):
            if report.replay is not None and report.verdict == "incomplete":
                assert len(report.game_log().records) >= len(whole.game_log().records)
                assert report.replay.unfinished.startswith(f"{report.name}:{line}: found ")
            else:
                assert text[:place].rsplit("\n", 1)[-1].count("\t") == 14, report.problem
