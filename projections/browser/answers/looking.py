"""Look: the replay page of a game, and everything about it that can be saved as a file."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from msgspec import Struct

from events.log.native import NAME
from events.problems import Problem, one_of
from projections.browser.answering import Answers, made
from projections.browser.messages import Question
from projections.store.find import find, find_watched

TEXT, PAGE, JSON = "text/plain;charset=utf-8", "text/html;charset=utf-8", "application/json"
WIDTH = 100
"""Characters in a line of a text that is saved."""


class ShowPage(Question, frozen=True, tag="show_page"):
    """The replay page of a game, which opens at an address, such as `#217`, or where the page would open by itself."""

    name: str
    notation: str | None = None
    at: str | None = None


class Shown(Struct, frozen=True):
    """The page is the file that comes with this; `broke` is the record at which the game breaks a clause, or 0."""

    broke: int


class Write(Question, frozen=True, tag="write"):
    """The game in a notation; `public` leaves out what was secret, `pseudonyms` leaves out names."""

    name: str
    into: str
    notation: str | None = None
    public: bool = False
    pseudonyms: bool = False


class Tell(Question, frozen=True, tag="tell"):
    """A text about a game: one of `audit`, `summary`, `log`."""

    name: str
    what: str
    notation: str | None = None


class Written(Struct, frozen=True):
    """What was left out or stays, in words; empty if there is nothing to say. The file comes with it."""

    note: str = ""


def show_page(question: ShowPage) -> Shown:
    """Make the page. Raises Problem where there is none: an unreadable log, a summary, an unreached address."""
    from projections.pages import replay_page

    page = replay_page(question.name, "", question.at or None, question.notation)
    made(f"{_stem(question.name)}.html", PAGE, page.data)
    return Shown(page.broke.seq if page.broke else 0)


def write(question: Write) -> Written:
    """Write the game. Raises Problem where a notation cannot express it."""
    from projections.game import export

    found = find(question.name, "", question.notation)
    ends = f"this log ends before record {found.broke.seq}, which breaks {found.broke.violation}" if found.broke else ""
    if question.public:
        found = export.public(found)
    if question.pseudonyms:
        from projections.game.pseudonyms import Pseudonyms

        found = export.without_names(found, Pseudonyms())
    ending = "jsonl" if question.into == NAME else "json" if question.into.endswith("json") else "txt"
    name = f"{'game' if question.pseudonyms else _stem(question.name)}.{question.into}.{ending}"
    made(name, TEXT, b"\n".join(export.lines_of(found, question.into)) + b"\n")
    return Written(ends)


def tell(question: Tell) -> Written:
    """Write a text about the game. Raises Problem where there is none."""
    if question.what not in _TEXTS:
        raise Problem(f"found a text {question.what!r}, expected {one_of(_TEXTS, question.what)}")
    lines = _TEXTS[question.what](question.name, question.notation)
    made(f"{_stem(question.name)}.{question.what}.txt", TEXT, "".join(f"{line}\n" for line in lines).encode())
    return Written()


def _audit(name: str, notation: str | None) -> Iterator[str]:
    from projections.game.audit import run
    from projections.screen.wording import audit_lines

    return audit_lines(run(name, "", notation), WIDTH)


def _summary(name: str, notation: str | None) -> Iterator[str]:
    from projections.game.summary import summary
    from projections.screen.summary_page import summary_lines

    return summary_lines(summary(name, "", notation), WIDTH)


def _log(name: str, notation: str | None) -> Iterator[str]:
    from projections import pictures
    from projections.screen.positions import log_text
    from projections.store.trace import Trace

    found, trace = find_watched(name, "", lambda replay: Trace(replay, pictures.seen(replay.rules.id)), notation)
    return iter(log_text(found.log, trace, WIDTH)) if trace is not None else iter(())


_TEXTS: Mapping[str, Callable[[str, str | None], Iterator[Any]]] = {"audit": _audit, "summary": _summary, "log": _log}


def _stem(name: str) -> str:
    """The name of a log without folders and endings."""
    last = PurePosixPath(name).name
    return last.removesuffix(".gz").removesuffix(".zst").rpartition(".")[0] or last


ANSWERS: Answers = {ShowPage: show_page, Write: write, Tell: tell}
