"""One message in, one message out: finds the module that a question is addressed to, and lets it answer.

There is no list of questions: a module of `projections.browser.answers` states its own in `ANSWERS`, a function for
each type of Question. It is imported when it is first asked.
"""

import traceback
from collections.abc import Callable, Mapping
from functools import cache, reduce
from operator import or_
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from events.log.codec import Unreadable
from events.plugins import names, part
from events.problems import Problem, one_of
from projections.browser.messages import MadeFile, Question, Reply

PLACE = "projections.browser.answers"
MADE = Path("/made")
"""The folder of the files that an answer makes; the worker empties it."""

Answers = Mapping[type[Question], Callable[[Any], Struct]]
_made: list[MadeFile] = []


class _Address(Struct):
    to: str


def answer(message: str) -> str:
    """The reply to a question, both as JSON. Raises nothing."""
    _made.clear()
    try:
        answered = _answer(message.encode())
        reply = Reply(answered, list(_made))
    except Problem as problem:
        reply = Reply(problem=str(problem))
    except MemoryError:
        reply = Reply(problem="needs more memory than a page may use; `anyturn` on a computer can do it")
    except Exception as error:  # a defect of the program, which must not end the worker in silence
        place = traceback.extract_tb(error.__traceback__)[-1]
        reply = Reply(defect=f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})")
    return msgspec.json.encode(reply).decode()


def made(name: str, type: str, data: bytes) -> None:
    """Add a file to the reply to the present question."""
    MADE.mkdir(parents=True, exist_ok=True)
    path = MADE / str(len(_made))
    path.write_bytes(data)
    _made.append(MadeFile(name, type, str(path)))


def _answer(message: bytes) -> Struct:
    to = msgspec.json.decode(message, type=_Address).to
    answers, decoder = _module(to)
    question = decoder.decode(message)
    return answers[type(question)](question)


@cache
def _module(to: str) -> tuple[Answers, "msgspec.json.Decoder[Any]"]:
    """The answers of a module, and what reads its questions. Raises Unreadable if there is none."""
    module = part(PLACE, to)
    if module is None:
        raise Unreadable(f"a question to {to!r}", one_of(names(PLACE), to))
    answers: Answers = module.ANSWERS
    return answers, msgspec.json.Decoder(reduce(or_, answers))
