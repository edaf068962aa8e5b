"""What page and Python say to each other is the same on both sides; a question is answered, refused, or a defect."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct, inspect

from engine import writing as log_writing
from events import files
from events.files import ENDINGS, checksums
from events.log.native import write
from events.plugins import names, part
from projections.browser import answering, messages
from projections.browser.answering import PLACE, answer
from projections.browser.messages import Question
from projections.pages.page_file import part as text_of
from tests.support.specimens import Specimen, log_of

_TYPEDEF = re.compile(r"@typedef \{\{(?P<fields>.*?)\}\} (?P<name>\w+)", re.S)
_NOT_PYTHONS = {"Sent", "Received"}
"""What the page and its worker exchange."""


def typedefs() -> dict[str, str]:
    """The types that the page states, by name, each on one line."""
    text = re.sub(r"\n \*", "", text_of("app/messages.js"))
    return {each["name"]: " ".join(each["fields"].split()) for each in _TYPEDEF.finditer(text)}


def structs() -> Iterator[type[Struct]]:
    for module in (messages, *(part(PLACE, name) for name in names(PLACE))):
        for each in vars(module).values():
            is_struct = isinstance(each, type) and issubclass(each, Struct)
            if is_struct and each is not Question and each.__module__ == module.__name__:
                yield each


def as_typedef(struct: type[Struct]) -> str:
    """A Struct as the page would write it."""
    about = inspect.type_info(struct)
    assert isinstance(about, inspect.StructType)
    tags = (
        [f'to: "{struct.__module__.rpartition(".")[2]}"', f'kind: "{about.tag}"']
        if issubclass(struct, Question)
        else []
    )
    fields = [each for each in about.fields if not (tags and each.name == "to")]
    optional = issubclass(struct, Question)
    return ", ".join([*tags, *(f"{f.name}{'?' * (optional and not f.required)}: {_type(f.type)}" for f in fields)])


def _type(of: inspect.Type) -> str:
    plain = {
        inspect.StrType: "string",
        inspect.IntType: "number",
        inspect.BoolType: "boolean",
        inspect.NoneType: "null",
        inspect.AnyType: "any",
    }
    if type(of) in plain:
        return plain[type(of)]
    if isinstance(of, inspect.ListType | inspect.VarTupleType | inspect.CollectionType):
        return f"{_type(of.item_type)}[]"
    if isinstance(of, inspect.TupleType):
        return f"[{', '.join(map(_type, of.item_types))}]"
    if isinstance(of, inspect.UnionType):
        return "|".join(map(_type, of.types))
    if isinstance(of, inspect.DictType):
        value = _type(of.value_type)
        return "Object" if value == "any" else f"Record<{_type(of.key_type)}, {value}>"
    assert isinstance(of, inspect.StructType), of
    return of.cls.__name__


def test_both_sides_have_the_same_types() -> None:
    assert typedefs().keys() - _NOT_PYTHONS == {each.__name__ for each in structs()}
    for struct in structs():
        assert typedefs()[struct.__name__] == as_typedef(struct)


def test_the_endings_of_logs_are_those_of_the_commands() -> None:
    text = text_of("app/files.js")
    packed, endings = (re.search(rf"{name} = (\[.*?\]);", text)[1] for name in ("PACKED", "ENDINGS"))  # type: ignore[index]
    stated = json.loads(endings.replace("...PACKED", packed.strip("[]")))
    assert set(stated) == ENDINGS
    names = dict(re.findall(r'export const (FACTS|CHECKSUMS) = "(.*?)";', text))
    assert names == {"FACTS": files.FACTS, "CHECKSUMS": checksums.NAME}


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Asks with the files of a folder, as the worker does."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(answering, "MADE", tmp_path / "made")
    (tmp_path / "game.jsonl").write_bytes(b"\n".join(write(log_of(Specimen("gaia", 1)))))
    return lambda **question: json.loads(answer(json.dumps(question)))


def test_a_question_is_answered(ask: Any) -> None:
    reply = ask(to="judging", kind="judge", name="game.jsonl")
    (judged,) = reply["answer"]["judged"]
    assert (judged["verdict"]["verdict"], judged["title"]) == ("valid", "Gaia")
    assert [each["vp"] for each in judged["seats"]] == [each["vp"] for each in judged["verdict"]["standings"]]
    assert reply["problem"] == reply["defect"] == ""


@pytest.mark.parametrize(("what", "holds"), [("audit", "conservation"), ("summary", "points by source"), ("log", "VP")])
def test_texts_are_files(ask: Any, what: str, holds: str) -> None:
    reply = ask(to="looking", kind="tell", name="game.jsonl", what=what)
    (file,) = reply["files"]
    assert file["name"] == f"game.{what}.txt"
    assert holds in Path(file["path"]).read_text()


def test_a_log_written_again_is_the_log(ask: Any, tmp_path: Path) -> None:
    (file,) = ask(to="looking", kind="write", name="game.jsonl", into="native")["files"]
    assert Path(file["path"]).read_bytes().strip() == (tmp_path / "game.jsonl").read_bytes().strip()


def test_names_and_secrets_can_be_left_out(ask: Any) -> None:
    asked = {"to": "looking", "kind": "write", "name": "game.jsonl", "into": "native"}
    (without,) = ask(**asked, pseudonyms=True)["files"]
    assert "player1" in Path(without["path"]).read_text()
    (public,) = ask(**asked, public=True)["files"]
    assert Path(public["path"]).read_text().count("\n") > 10


def test_what_people_can_understand_is_a_problem(ask: Any, tmp_path: Path) -> None:
    (tmp_path / "none.txt").write_text("hello")
    shown = ask(to="looking", kind="show_page", name="none.txt")
    assert "found a text in no known notation" in shown["problem"]
    nowhere = ask(to="looking", kind="show_page", name="game.jsonl", at="r99")
    assert "expected a turn or round that the game reaches" in nowhere["problem"]
    unwritable = ask(to="looking", kind="write", name="game.jsonl", into="snellman_json")
    assert "expected native" in unwritable["problem"]
    assert "expected one of judging, looking" in ask(to="nobody", kind="judge")["problem"]


def test_a_question_of_another_form_is_a_defect(ask: Any) -> None:
    assert "missing required field `name`" in ask(to="judging", kind="judge")["defect"]
    assert "ValidationError" in ask(to="judging", kind="judge", name="game.jsonl", more=1)["defect"]


def test_memory_that_is_used_up_is_a_problem(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from projections.browser.answers import judging

    def exhausted(*_: object) -> object:
        raise MemoryError

    monkeypatch.setattr(judging, "examine_all", exhausted)
    assert "more memory than a page may use" in ask(to="judging", kind="judge", name="game.jsonl")["problem"]


def test_a_record_that_breaks_a_clause_comes_with_everything(ask: Any, tmp_path: Path) -> None:
    """The clause with its text, the place in the source, what was recorded by whom, and what was legal instead."""
    lines = log_writing.write(log_of(Specimen("terra_mystica", 1)), "snellman_commands").split("\n")
    place = next(n for n, line in enumerate(lines) if n > 60 and re.search(r"\bbuild \w", line))
    lines[place] = re.sub(r"\bbuild \w+", "build A1", lines[place])
    (tmp_path / "broken.txt").write_text("\n".join(lines))
    (judged,) = ask(to="judging", kind="judge", name="broken.txt")["answer"]["judged"]
    broken, verdict = judged["broken"], judged["verdict"]["violation"]
    assert (broken["clause"], broken["seq"], broken["line"]) == (verdict["clause"], verdict["seq"], place + 1)
    assert broken["source"] == lines[place].strip()
    assert broken["recorded"]
    assert broken["text"][0].startswith(broken["clause"])
    assert sum(each["number"] for each in broken["legal"]) == len(verdict["legal"])


def test_files_beside_logs_are_described(ask: Any, tmp_path: Path) -> None:
    from engine.games.daitoshi import own_catalogue as daitoshi
    from engine.games.gaia import own_catalogue as gaia
    from tests.games.daitoshi.test_recording import filled
    from tests.hostile.samples import FACTS_CSV

    files = {"d.toml": filled(), "t.toml": daitoshi.template(), "g.toml": gaia.template(), "f.csv": FACTS_CSV.decode()}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    said = {name: ask(to="judging", kind="beside", name=name)["answer"] for name in files}
    assert [said[name]["words"] for name in ("d.toml", "t.toml", "g.toml")] == [
        "component values of Daitoshi",
        "component values of Daitoshi",
        "component values of Gaia",
    ]
    assert said["d.toml"]["faults"] == said["g.toml"]["faults"] == []
    assert said["t.toml"]["faults"]
    assert said["f.csv"]["dates"] == {"a.txt": "2024-05-31", "b.txt": "2024-06-01T20:15"}
    (tmp_path / "x.toml").write_text("a = 1\n")
    assert "x.toml" in ask(to="judging", kind="beside", name="x.toml")["problem"]
