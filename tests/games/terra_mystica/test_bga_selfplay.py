"""Self-played games, told as Board Game Arena tells them, and read back: every game, to the last event."""

import json
from functools import cache

import pytest

from engine.intake import examine
from events.files import Blob
from events.vocabulary import terra_mystica as events
from tests.games.terra_mystica.bga_games import self_played
from tests.games.terra_mystica.bga_writer import bga_terra_mystica, facts_of

pytestmark = pytest.mark.long

GAMES = (*range(60), 91, 679)  # the last two for what the Nomads' and the Engineers' strongholds give
TIED = 13
NOT_TOLD = (  # how factions were chosen, and what a reading infers
    events.DrawScoringTiles,
    events.DrawBonusCards,
    events.DrawFinalScoring,
    events.DrawAuctionOrder,
    events.DealBoards,
    events.ChooseSide,
    events.ChooseFaction,
    events.EndTurn,
    events.Forfeit,
)


@cache
def log_of(number):
    return self_played(number).log()


def side_file(facts):
    """Facts as TOML."""
    lines = [f"bonus_cards = {json.dumps(facts['bonus_cards'])}"]
    for table in ("scoring_tiles", "lines"):
        lines += [f"[{table}]", *(f"{name} = {json.dumps(value)}" for name, value in facts[table].items())]
    return "\n".join(lines).encode()


@cache
def told(number):
    """What the text of a game alone comes to."""
    return read(bga_terra_mystica(log_of(number)))


def read(text, facts=b""):
    return examine(Blob("game.txt", text.encode(), facts=facts))


def decisions(log):
    """Who decided what, by name: seats are not the same where an auction was."""
    for record in log.records:
        if not isinstance(record.event, NOT_TOLD):
            yield log.header.seats[record.actor].player, record.event


def truth(facts, fact):
    """What really was where a reading says that it does not know."""
    if fact.what.startswith("scoring tile of round "):
        return facts["scoring_tiles"][fact.what.split()[-1]]
    return facts["lines"][str(fact.line)]


@pytest.mark.parametrize("number", GAMES)
def test_a_game_told_is_the_game_played(number):
    """Valid; the truth is among what is open. With it beside the text nothing is open, and the events are the same."""
    log = log_of(number)
    text, facts = bga_terra_mystica(log), facts_of(log)
    report = told(number)
    assert (report.verdict, report.problem) == ("valid", None)
    for fact in report.replay.header.assumed:
        if fact.what.endswith("which nobody takes"):
            assert set(facts["bonus_cards"]) & set(fact.among)
        else:
            assert truth(facts, fact) in fact.among
            assert len(fact.among) > 1
    events = list(report.replay.log().records)
    assert all(fact.value.split()[0] in str(events[fact.seq - 1].event) for fact in report.replay.header.assumed)
    report = read(text, side_file(facts))
    assert (report.verdict, report.replay.header.assumed) == ("valid", ()), report.problem
    assert list(decisions(report.replay.log())) == list(decisions(log))
    assert report.replay.header.options["faction_selection" if number % 3 == 0 else "map"] in ("auction", "base")


def test_most_games_leave_nothing_open():
    """Of these games a third and more say all of it; of the others all that something depends on."""
    assert sum(not told(number).replay.header.assumed for number in GAMES) > len(GAMES) // 3


def test_all_forms_are_met():
    """The games above have met every form of message that the writer knows for a rule with a case of its own."""
    texts = "\n".join(bga_terra_mystica(log_of(number)) for number in GAMES)
    for form in (
        "(Engineers Ability) [",
        "(Engineers Stronghold)",
        "2 spade(s) (Giants Stronghold) [",
        "for free (Nomads Stronghold) [",
        "for free (Witches Ride) [",
        "for free (Swarmlings Stronghold) [",
        "(Halflings Stronghold)",
        "a double-turn (Chaos Magicians Stronghold)",
        "VP (Cultists Stronghold)",
        "track (Cultists ability)",
        "track (Auren Stronghold)",
        "(Mermaids Ability) [R~",
        "advances on the Shipping Track for free and earns",
        "1 Priests (Carpet Flight) [",
        "2 workers (Tunneling) [",
        "3 Priests → 3 spade(s) [",
        "VP into 1 coins (Alchemists ability)",
        "coins into 1 VP (Alchemists ability)",
        "has not been outbid for Faction",
        "gets 0 VP (Bonus card)",
    ):
        assert form in texts, form


def test_a_tie_shares_the_rank():
    """TM-10.7: equal points, equal rank, as the site tells it, too."""
    log = log_of(TIED)
    text = bga_terra_mystica(log)
    report = read(text, side_file(facts_of(log)))
    assert report.verdict == "valid"
    ranked = [(standing.rank, report.replay.header.seats[standing.seat].player) for standing in report.standings]
    winners = [player for rank, player in ranked if rank == 1]
    assert len(winners) > 1
    assert {standing.vp for standing in report.standings if standing.rank == 1} == {max(s.vp for s in report.standings)}
    assert 2 not in [rank for rank, _ in ranked]
    assert any(f"The end of the game: {a} and {b} win!" in text for a in winners for b in winners)


@pytest.mark.parametrize("number", [0, *(pytest.param(each, marks=pytest.mark.long) for each in (3, 6, 9))])
def test_a_text_that_ends_early_is_incomplete(number):
    """Wherever somebody leaves after the factions are known, also within an action: never taken for a wrong game."""
    lines = bga_terra_mystica(log_of(number)).split("\n")
    first = max(place for place, line in enumerate(lines) if "is playing the" in line)
    final = lines.index("~ Final scoring ~")
    for end in range(first + 1, final, 17):
        report = read("\n".join(lines[:end]))
        assert report.verdict == "incomplete", (end, report.problem)
        rounds = sum(line == "~ Action phase ~" for line in lines[:end])
        where = f"round {rounds}" if rounds else "the setup"
        rest = str(report.problem.missing[0]) if report.problem else report.replay.unfinished
        assert rest.endswith(f"the rest of the game: the text ends in {where}, before the final scoring")


@pytest.mark.parametrize("number", [0, 5, 7, 10])
def test_answers_told_twice_count_nothing(number):
    """TM-7.12.1: neither as a record nor in the points, nor in the result that the text adds up to."""
    lines = bga_terra_mystica(log_of(number)).split("\n")
    twice = [line for line in lines for line in [line] * (2 if " via Structures [" in line else 1)]
    assert len(twice) > len(lines) + 10
    assert any("pays" in line for line in lines)
    report, once = read("\n".join(twice)), told(number)
    assert (report.verdict, report.replay.discrepancies) == ("valid", [])
    assert list(decisions(report.replay.log())) == list(decisions(once.replay.log()))
    assert report.replay.header.expected == once.replay.header.expected
    assert report.replay.checked == once.replay.checked


def test_what_was_played_until_then_can_be_completed():
    """With the facts beside it a game that was left is played as far as it is told, and stays incomplete."""
    log = log_of(0)
    lines = bga_terra_mystica(log).split("\n")
    end = [place for place, line in enumerate(lines) if line == "~ Cleanup phase ~"][2]
    facts = facts_of(log)
    facts["lines"] = {line: value for line, value in facts["lines"].items() if int(line) <= end}
    report = read("\n".join(lines[:end]), side_file(facts))
    assert (report.verdict, report.problem, report.replay.discrepancies) == ("incomplete", None, [])
    played = list(decisions(report.replay.log()))
    assert played == list(decisions(log))[: len(played)]
    assert report.replay.state.round == 4  # after the last pass it goes on by itself
