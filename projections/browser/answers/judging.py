"""Judge: the verdict on a log with its reasons, in data and in words."""

from typing import Any

from msgspec import Struct

from engine.intake import examine_all
from events import files
from projections.browser.answering import Answers
from projections.browser.messages import Question
from projections.verdict import Verdict, verdict_on


class Judge(Question, frozen=True, tag="judge"):
    """What is the verdict on this file? Without a `notation` it is detected."""

    name: str
    notation: str | None = None


class Judged(Struct, frozen=True):
    """The verdict on a log: as `validate --json` prints it, and the reasons as lines, as `validate` prints them.

    `game` is the game's name, `result` everybody's points by rank.
    """

    verdict: dict[str, Any]
    game: str
    reasons: list[str]


class AllJudged(Struct, frozen=True):
    """The verdicts on all games in a file."""

    judged: list[Judged]


def judge(question: Judge) -> AllJudged:
    """The verdicts on a file; a bad one has the verdict that says so."""
    reports = examine_all(files.read(question.name), question.notation)
    return AllJudged([_judged(verdict_on(report)) for report in reports])


def _judged(verdict: Verdict) -> Judged:
    from engine.rules import games, ruleset
    from projections.screen.verdict_words import reasons

    known = verdict.game.replace("-", "_") in games()
    return Judged(verdict.as_json(), ruleset(verdict.game).name if known else verdict.game, list(reasons(verdict)))


ANSWERS: Answers = {Judge: judge}
