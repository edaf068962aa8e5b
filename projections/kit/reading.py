"""Reading a kit and the answers to it."""

import gzip
import sys
import zlib
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET

from events.log.codec import Decoder, Unreadable
from events.problems import USAGE, one_of
from projections.kit.cases import FORMAT, Case, Manifest
from projections.kit.writing import MANIFEST
from projections.schemas.kit_answer import Answer

_manifest: Decoder[Manifest] = Decoder(Manifest)
_case: Decoder[Case] = Decoder(Case)
_answer: Decoder[Answer] = Decoder(Answer)
TOPICS = {
    "game": "games.jsonl.gz",
    "position": "positions.jsonl.gz",
    "illegal": "illegal.jsonl.gz",
    "hidden": "hidden.jsonl.gz",
    "public": "public.jsonl.gz",
}
"""The topic in the id of a case -> the file in which it stands."""


class NoKit(Unreadable):
    """A folder that holds no kit, an incomplete one, or one that was changed."""

    STATUS = USAGE

    @property
    def status(self) -> int:
        """A wrong folder is a usage error."""
        return USAGE


class Given(NamedTuple):
    """An answer, the line on which it stands, and its case."""

    line: int
    answer: Answer
    case: Case


class Kit:
    """A kit in a folder, of which only the files are read that are asked for."""

    def __init__(self, folder: Path) -> None:
        """Raises NoKit for a folder without a kit that this program can read."""
        self.folder, file = folder, folder / MANIFEST
        if not file.is_file():
            raise NoKit(f"no {MANIFEST}", "a kit, as `anyturn kit --out FOLDER` writes it", name=str(folder))
        try:
            self.manifest = _manifest(file.read_bytes())
        except Unreadable as problem:
            raise NoKit(problem.found, problem.expected, path=problem.path, name=str(file)) from None
        if self.manifest.format != FORMAT:
            raise NoKit(f"a kit of version {self.manifest.format}", f"version {FORMAT}", name=str(file))
        self._cases = cache(self._read)

    def case(self, name: str) -> Case:
        """The case of that id. Raises Unreadable if the kit has none, NoKit if a file of the kit was changed."""
        game, _, rest = name.partition("/")
        topic = rest.partition("/")[0]
        if game not in self.manifest.games:
            raise Unreadable(f"the case {name!r}", f"a case of {one_of(self.manifest.games, game)}")
        file = TOPICS.get(topic, "")
        if file not in self.manifest.games[game].files:
            raise Unreadable(f"the case {name!r}", f"{game}/TOPIC/NUMBER with {one_of(TOPICS, topic)}")
        cases = self._cases(game, file)
        if name not in cases:
            raise Unreadable(f"the case {name!r}", f"{game}/{topic}/1 to {game}/{topic}/{len(cases)}")
        return cases[name]

    def _read(self, game: str, name: str) -> dict[str, Case]:
        path = self.folder / game / name
        if not path.is_file():
            raise NoKit("no such file", f"the file that {MANIFEST} names", name=str(path))
        data = path.read_bytes()
        if sha256(data).hexdigest() != self.manifest.games[game].files[name].sha256:
            raise NoKit("other bytes", f"those whose checksum {MANIFEST} names", name=str(path))
        return {case.id: case for case in _case.lines(gzip.decompress(data))}


def answers(kit: Kit, file: str) -> Iterator[Given]:
    """The answers in a file of JSON lines, in order. Raises Unreadable with the file and the line of a bad one."""
    seen: dict[str, int] = {}
    name = "stdin" if file == "-" else file
    for number, line in enumerate(_lines(file, name), 1):
        if not line.strip():
            continue
        try:
            found = given(kit, line, number)
        except NoKit:
            raise
        except Unreadable as problem:
            problem.name, problem.line = name, number
            raise
        if (before := seen.setdefault(found.case.id, number)) != number:
            raise Unreadable(
                f"a second answer to {found.case.id}", f"one; line {before} has it", line=number, name=name
            )
        yield found
    if not seen:
        raise Unreadable("no answer", 'lines such as {"case": "gaia/position/1", "perft": [4]}', name=name)


def _lines(file: str, name: str) -> Iterator[bytes]:
    """The lines of a file, which can be larger than any log; `-` is standard input."""
    try:
        if file == "-":
            yield from sys.stdin.buffer
            return
        with gzip.open(file) if file.endswith(".gz") else Path(file).open("rb") as lines:
            yield from lines
    except (OSError, EOFError, zlib.error) as error:
        found = getattr(error, "strerror", None) or str(error)
        raise Unreadable(found, "a file of answers that can be read", name=name) from None


def given(kit: Kit, line: bytes, number: int) -> Given:
    """The answer in a line and its case. Raises Unreadable."""
    answer = _answer(line.strip(), number)
    case = kit.case(answer.case)
    _check_fields(answer, case)
    return Given(number, answer, case)


def _check_fields(answer: Answer, case: Case) -> None:
    """Raises Unreadable for an answer that states nothing, or something that is not asked for."""
    asked = case.expect.__struct_fields__
    stated = stated_fields(answer)
    if not stated:
        raise Unreadable(f"{case.id} without an answer", one_of(asked, ""))
    for field in stated:
        if field not in asked:
            raise Unreadable(f"the field `{field}` for {case.id}", one_of(asked, field))


def stated_fields(answer: Answer) -> list[str]:
    """The fields that an answer states."""
    return [name for name in answer.__struct_fields__[1:] if getattr(answer, name) is not UNSET]
