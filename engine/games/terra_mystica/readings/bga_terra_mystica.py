"""A replay of Board Game Arena, read as events; missing facts are inferred from the rest, or named as missing.

The text leaves out the bonus cards, the scoring tiles, and which favor or town tile was taken. Every hypothesis is
played with all bonus cards in the pool and without scoring tiles; cards are identified by coins, income, points and
actions, tiles by the points of their round and the bonus after it. The game thus determined is then played by the rules
from the start; facts on which nothing depends are assumed, and the header lists them.
"""

from collections.abc import Hashable

from msgspec.structs import replace

from engine.games.terra_mystica.choosing import begin_selection
from engine.games.terra_mystica.readings._bga_actions import ACTIONS
from engine.games.terra_mystica.readings._bga_facts import Facts
from engine.games.terra_mystica.readings._bga_header import header
from engine.games.terra_mystica.readings._bga_letters import letterings
from engine.games.terra_mystica.readings._bga_points import vp_of_row
from engine.games.terra_mystica.readings._bga_rounds import ROUNDS
from engine.games.terra_mystica.readings._bga_setup import SETUP
from engine.games.terra_mystica.readings._bga_table import Table
from engine.games.terra_mystica.setup import bonus_cards_in_play
from engine.hypotheses import Missing, MissingFacts, Refuted, follow, mattering
from engine.replay import Replay
from events.log.codec import Unreadable
from events.notations.bga_terra_mystica import Document
from events.problems import shortened
from events.vocabulary import terra_mystica as events

__all__ = ["header", "read"]

TAKES = SETUP | ROUNDS | ACTIONS


def read(document: Document, replay: Replay) -> None:
    """Play what the text determines. Raises MissingFacts if more than one game fits, Unreadable if nothing does."""
    facts, rest = Facts(document, replay), _rest(document)
    try:
        left = _left(document, replay, facts)
        if unknown := mattering(left, _outcome):
            raise MissingFacts(unknown)
    except MissingFacts as unknown:
        raise MissingFacts([*rest, *unknown.missing]) from None
    _play(replay, facts, left)
    replay.unfinished = "; ".join(map(str, rest))


def _play(replay: Replay, facts: Facts, left: list[Table]) -> None:
    """Play the first of the equivalent hypotheses from the start."""
    chosen, line = left[0], facts.first_line
    replay.play(None, events.DrawScoringTiles(facts.tiles(chosen)), line)
    replay.play(None, events.DrawBonusCards(facts.cards(chosen)), line)
    if replay.state.phase == "setup_final":
        replay.play(None, events.DrawFinalScoring(facts.final_tile(chosen)), line)
    known = {fact.line: fact.value for fact in chosen.facts}
    table = Table(chosen.document, replay, known, TAKES, playing=True)
    for number, row in enumerate(table.rows):
        table.take(number, row)
    table.close()
    expected = dict(replay.header.expected)
    for row in table.repeated:
        if expected:
            expected[table.seats[row.who]] -= vp_of_row(row)
    replay.header = replace(replay.header, expected=expected, assumed=facts.assumed(left, table.places))


def _left(document: Document, replay: Replay, facts: Facts) -> list[Table]:
    """The hypotheses that fit all messages. Raises Unreadable if there are none."""
    trial = replay.fork()
    trial.state.scoring = []
    trial.state.bonus_pool = dict.fromkeys(bonus_cards_in_play(trial.state), 0)
    begin_selection(trial.state)
    known = facts.known()
    starts = [
        Table(lettered, trial.fork(), known, TAKES, facts=lettering)
        for lettered, lettering in letterings(document, trial.state.options.map)
        if all(known.get(fact.line, fact.value) == fact.value for fact in lettering)
    ]
    try:
        left = follow(starts, document.rows, Table.take)
    except Refuted as refuted:
        raise Unreadable(refuted.why, "a line that fits those before it", line=refuted.line) from None
    even = [table for table in left if not table.uneven()]
    if not even:
        (seat, category), vp = next(iter(left[0].uneven().items()))
        found = f"{vp} VP for {category} of seat {seat + 1} not reported at the end"
        raise Unreadable(found, "points that fit some scoring tile", line=document.rows[-1].line)
    left = [table for table in even if facts.fit(table)]
    if not left:
        raise Unreadable("bonus cards that nobody can have taken", "those of the game", path="the side file")
    facts.check_lines(left)
    return left


def _outcome(table: Table) -> Hashable:
    """The outcome of a hypothesis: every entry, round by round, regardless of its record within an action.

    A source that is itself an unknown fact does not count.
    """
    unknown = {fact.value for fact in table.facts}
    rounds: list[list[tuple[str, int, str, int, str]]] = [[]]
    for entered in table.replay.entered:
        if entered.step == "income":
            rounds.append([])
        for entry in entered.entries:
            why = "" if entry.source in unknown else entry.source
            rounds[-1].append((entered.step, entry.seat, entry.figure, entry.delta, why))
    return tuple(tuple(sorted(entries)) for entries in rounds)


def _rest(document: Document) -> list[Missing]:
    """The rest of a game whose text ends early; the last message, if unknown, may give the reason."""
    if any(row.kind == "final" for row in document.rows):
        return []
    rounds, last = sum(row.kind == "action_phase" for row in document.rows), document.rows[-1]
    why = f", with {shortened(repr(last.get('text')))}" if last.kind == "unknown" else ""
    where = f"round {rounds}" if rounds else "the setup"
    return [Missing(last.line, f"the rest of the game: the text ends in {where}, before the final scoring{why}", ())]
