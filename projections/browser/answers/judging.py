"""Judge: the verdict on a log with its reasons, in data and in words; and what a file beside logs is."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.clause import paragraphs
from engine.intake import Report, examine_all
from engine.replay import Broke, Replay
from engine.rules import games, ruleset
from engine.writing import writings
from events import files
from events.files.dumps import pieces
from events.log.codec import Unreadable
from events.problems import Problem, count
from projections.browser.answering import Answers
from projections.browser.messages import Question
from projections.verdict import Verdict, verdict_on

LINE = 300
"""The most characters of a line of the source that are shown."""


class Judge(Question, frozen=True, tag="judge"):
    """What is the verdict on this file? Without a `notation` it is detected."""

    name: str
    notation: str | None = None


class Seated(Struct, frozen=True):
    """A player: name, what is played, and the result, if the game has one."""

    name: str
    faction: str | None
    vp: int | None = None
    rank: int | None = None


class Offer(Struct, frozen=True):
    """Legal actions of one kind: whose, how many, and in words, unless there are too many."""

    who: str
    kind: str
    number: int
    actions: Sequence[str]


class Broken(Struct, frozen=True):
    """The record that breaks a clause: its number, its line and the text there, and what was recorded by whom.

    The clause has its paragraphs, the facts are pairs of name and value. `legal` is what could have been done instead.
    """

    seq: int
    line: int
    source: str
    who: str
    recorded: str
    clause: str
    text: list[str]
    facts: list[tuple[str, str]]
    legal: list[Offer]


class Judged(Struct, frozen=True):
    """The verdict on a game as `validate --json` prints it, and in words.

    `title` is the name of the game, `names` are the players by seat. `reasons` are the lines that `validate` prints,
    but for figures that differ and for the record that breaks a clause, which is `broken`. `writable` are the notations
    in which the game can be written; a summary or a log that cannot be replayed has none.
    """

    verdict: dict[str, Any]
    title: str
    names: list[str]
    seats: list[Seated]
    reasons: list[str]
    broken: Broken | None
    writable: list[str]


class AllJudged(Struct, frozen=True):
    """The verdicts on all games in a file."""

    judged: list[Judged]


class Beside(Question, frozen=True, tag="beside"):
    """What is this file, which is no log: facts about games, or component values of a game?"""

    name: str


class Described(Struct, frozen=True):
    """What a file is, in words, and what is wrong with it; `dates` are those of games, by the file they came from."""

    words: str
    faults: list[str]
    dates: dict[str, str]


def judge(question: Judge) -> AllJudged:
    """The verdicts on a file; a bad one has the verdict that says so."""
    return AllJudged([_judged(report, question.name) for report in _reports(question.name, question.notation)])


def _reports(name: str, notation: str | None) -> Iterator[Report]:
    """The reports on the games of a file; a long file of many games is read piece by piece."""
    cut = False
    for piece in pieces(name, notation):
        cut = True
        reports = examine_all(piece.blob, piece.notation)
        if isinstance(problem := reports[0].problem, Unreadable):
            piece.place(problem)
        yield from reports
    if not cut:
        yield from examine_all(files.read(name), notation)


def _judged(report: Report, name: str) -> Judged:
    from projections.pictures.sheet import seat_name
    from projections.screen.verdict_words import reasons

    verdict, game = verdict_on(report), report.replay
    is_played = game is not None and report.problem is None
    return Judged(
        verdict=verdict.as_json(),
        title=ruleset(verdict.game).name if verdict.game.replace("-", "_") in games() else verdict.game,
        names=[seat_name(verdict.names, seat) for seat in range(len(verdict.names))],
        seats=_seats(verdict, game),
        reasons=[line.strip() for line in reasons(replace(verdict, violation=None, discrepancies=[]))],
        broken=_broken(verdict, game, game.broke, name) if game is not None and game.broke is not None else None,
        writable=["native", *writings(game.rules.id)] if is_played and game is not None else [],
    )


def _seats(verdict: Verdict, game: Replay | None) -> list[Seated]:
    """The players by rank, or by seat while there is no result."""
    from projections.pictures.sheet import seat_name

    if verdict.standings or game is None:
        return [Seated(each["player"], each["faction"], each["vp"], each["rank"]) for each in verdict.standings]
    factions = [game.rules.faction(game.state, seat) for seat in range(len(verdict.names))]
    return [Seated(seat_name(verdict.names, seat), faction) for seat, faction in enumerate(factions)]


def _broken(verdict: Verdict, game: Replay, broke: Broke, name: str) -> Broken | None:
    from projections.pages import line_of_file
    from projections.pages.findings import fact_in_words
    from projections.pictures.words import plain
    from projections.screen.verdict_words import sentence

    if verdict.violation is None:
        return None
    return Broken(
        seq=broke.seq,
        line=broke.line or 0,
        source=line_of_file(name, broke),
        who=_who(verdict.names, broke.actor),
        recorded=sentence(verdict, verdict.violation["event"]) if verdict.violation["event"] is not None else "",
        clause=broke.violation.clause,
        text=paragraphs(verdict.violation["text"]),
        facts=[(plain(fact), fact_in_words(value)) for fact, value in broke.violation.facts.items()],
        legal=_legal(verdict, game, broke),
    )


def _legal(verdict: Verdict, game: Replay, broke: Broke) -> list[Offer]:
    """What its actor, or chance, could have done instead; if nothing, what everybody else could."""
    from projections.pages.choices import Teller
    from projections.pages.log_rows import CHANCE
    from projections.pages.things import Marks
    from projections.pictures.words import plain

    marks = Marks(game.rules.id, {})  # nothing is drawn here, so nothing is marked
    groups = Teller(verdict.names, marks).grouped(game)
    actor = CHANCE if broke.actor is None else broke.actor
    return [
        Offer(_who(verdict.names, None if seat == CHANCE else seat), plain(kind), number, actions)
        for seat, kind, actions, number, _ in [each for each in groups if each[0] == actor] or groups
    ]


def _who(names: Sequence[str], actor: int | None) -> str:
    from projections.pictures.sheet import seat_name

    return "chance" if actor is None else seat_name(names, actor)


def beside(question: Beside) -> Described:
    """What a file beside logs is. Raises Problem if it is neither of facts nor of component values."""
    from events import facts
    from events.store.schema import PLAYED_AT

    try:
        stated = facts.read(question.name).facts
    except Problem:
        found = _values(question.name)
        if found is None:
            raise
        return found
    dates = {fact.source: fact.value for fact in stated if fact.kind == PLAYED_AT and fact.source}
    return Described(count(len(stated), "fact"), [], dates)


def _values(name: str) -> Described | None:
    """The file as component values of the game whose tables it has most of; None if it has no such table."""
    from events.files.toml import tables
    from projections.game.catalogues import check, own_catalogue

    try:
        found = tables(files.text(files.read(name)), "component values").keys()
    except Unreadable:
        return None
    read = []
    for game in filter(own_catalogue, games()):
        shared = found & tables(own_catalogue(game).template(), "component values").keys()  # type: ignore[union-attr]
        if shared:
            _, faults = check(game, name)
            read.append((-len(shared), len(faults), ruleset(game).name, faults))
    if not read:
        return None
    *_, title, faults = min(read)
    return Described(f"component values of {title}", faults, {})


ANSWERS: Answers = {Judge: judge, Beside: beside}
