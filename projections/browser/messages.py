"""What page and Python say to each other. The page has the same types in `projections/pages/app/messages.js`.

A question is a Struct derived from `Question` in a module of `answers`; in JSON, `to` names the module and `kind` the
question. A test compares the types of both sides.
"""

from typing import Any

from msgspec import Struct, field


class Question(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """What the page asks. The files that go with it lie in the working folder."""

    to: str


class MadeFile(Struct, frozen=True):
    """A file for the page: the name to save it under, its media type, and where it lies until the page has taken it."""

    name: str
    type: str
    path: str


class Reply(Struct, frozen=True):
    """What Python replies: an answer with the files that it made, or a problem that people can understand.

    `defect` is the last line of a traceback, for an error that is none of the user's.
    """

    answer: Any = None
    files: list[MadeFile] = field(default_factory=list)
    problem: str = ""
    defect: str = ""
