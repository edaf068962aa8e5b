"""Judging answers to a kit: those of the library are right, every spoilt one is found, with the clause concerned."""

import gzip
import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benchmarks.kit.answers import answers as answered
from engine.rules import games
from events.log.codec import Unreadable
from projections.kit.cases import (
    NOWHERE,
    GameCase,
    GameExpect,
    IllegalCase,
    IllegalExpect,
    PositionCase,
    PositionExpect,
)
from projections.kit.judging import ALLOWED, CHECKS, RIGHT, WRONG, Judge, Judged
from projections.kit.making import Sizes
from projections.kit.reading import Given, Kit, NoKit, answers
from projections.kit.writing import write_kit
from projections.schemas.kit_answer import Acted, Answer, Placed
from tests.projections.kit.conftest import make_quick

pytestmark = pytest.mark.usefixtures("nim")
Answers = list[dict[str, Any]]


def judged(kit: Path | Kit, lines: Answers, tmp_path: Path) -> list[Judged]:
    file = tmp_path / "answers.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    there = Kit(kit) if isinstance(kit, Path) else kit
    judge = Judge(there)
    return [one for given in answers(there, str(file)) for one in judge.judged(given)]


def test_the_answers_of_the_library_are_right(nim_kit: Path, nim_answers: Answers, tmp_path: Path) -> None:
    """In every topic."""
    found = judged(nim_kit, nim_answers, tmp_path)
    assert {one.judgement for one in found} == {RIGHT}
    assert {one.topic for one in found} == {topic for topic, _ in CHECKS.values()}


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_the_answers_of_the_library_are_right_in_real_games(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_quick(monkeypatch)
    list(write_kit(tmp_path / "kit", game, 5, Sizes(20, 3, 80), 1, force=False))
    found = judged(tmp_path / "kit", list(answered(tmp_path / "kit")), tmp_path)
    assert Counter(one.judgement for one in found).keys() == {RIGHT}
    assert len(found) > 200


def spoilt(field: str, value: Any) -> Any:
    """A wrong value for a field of an answer."""
    match field:
        case "legal" | "records" | "values":
            return (
                value[1:] if len(value) > 1 else [*value, value[0]] if field == "records" else [*value, _other(value)]
            )
        case "standings":
            return (
                [*value[1:], value[0] | {"rank": value[0]["rank"] + 1}] if value else [{"seat": 0, "vp": 1, "rank": 1}]
            )
        case "figures":
            changed = json.loads(json.dumps(value))
            row = changed[-1][0] if isinstance(changed[-1][0], list) else changed[-1]
            row[0] += 1
            return changed
        case "entries":
            return [*value, {"seat": 0, "figure": "vp", "delta": 1, "source": "nothing"}]
        case "perft" | "choices":
            return [(value[0] or 0) + 1, *value[1:]] if value and value[0] is not None else [*value, 1]
        case "reached":
            return [[], *value[1:]] if value else [[]]
        case "accepted":
            return sorted({*value} ^ {0})
        case "seq":
            return value + 1
    return "nonsense"


def _other(values: list[Any]) -> Any:
    one = values[0] if values else 0
    return {"actor": 9, "event": {"kind": "take", "stones": 99}} if isinstance(one, dict) else 99


def test_every_spoilt_answer_is_found(nim_kit: Path, nim_answers: Answers, tmp_path: Path) -> None:
    """Whatever field is wrong, exactly that one is; the words say what was expected."""
    wrong, kit = 0, Kit(nim_kit)
    for answer in nim_answers:
        for field in set(answer) - {"case"}:
            line = answer | {field: spoilt(field, answer[field])}
            found = [one for one in judged(kit, [line], tmp_path) if one.judgement != RIGHT]
            assert [(one.case, one.judgement) for one in found] == [(answer["case"], WRONG)], line
            assert found[0].words
            wrong += 1
    assert wrong > 120


def test_a_wrong_answer_names_the_clause(nim_kit: Path, nim_answers: Answers, tmp_path: Path) -> None:
    """For an illegal record the one that it breaks; elsewhere those of the kinds of events concerned."""
    clauses, kit = dict[str, set[str]](), Kit(nim_kit)
    for answer in nim_answers:
        for field in set(answer) & {"legal", "clause", "entries", "figures"}:
            for one in judged(kit, [{"case": answer["case"], field: spoilt(field, answer[field])}], tmp_path):
                clauses.setdefault(one.topic, set()).update(one.clauses)
    assert {"NIM-1", "NIM-2"} <= clauses["clauses"]
    for topic in ("legal sets", "entries", "courses", "figures"):
        assert "take" in clauses[topic]  # a kind whose description names no clause stands for itself


def test_who_was_dropped_is_part_of_the_result(nim_kit: Path) -> None:
    """An answer that leaves it out states that nobody was."""
    expect = GameExpect("valid", [Placed(0, 1, 1), Placed(1, 0, 2, dropped=True)], [], [])
    case, judge = GameCase("nim/game/1", [], expect), Judge(Kit(nim_kit))
    found = [
        one[3:]
        for dropped in (True, False)
        for one in judge.judged(
            Given(1, Answer(case=case.id, standings=[Placed(1, 0, 2, dropped), Placed(0, 1, 1)]), case)
        )
    ]
    assert found == [
        (RIGHT, (), ""),
        (WRONG, (), "seat 1 has 0 VP, rank 2, expected 0 VP, rank 2, dropped"),
    ]


def test_a_clause_that_may_be_named_is_allowed(nim_kit: Path) -> None:
    case = IllegalCase(id="nim/illegal/1", expect=IllegalExpect(3, "NIM-2"), may=["NIM-1"])
    judge = Judge(Kit(nim_kit))
    found = [
        (one.judgement, one.clauses)
        for stated in ("NIM-2", "NIM-1", "NIM-3")
        for one in judge.judged(Given(1, Answer(case=case.id, clause=stated), case))
    ]
    assert found == [(RIGHT, ()), (ALLOWED, ("NIM-2",)), (WRONG, ("NIM-2",))]


def test_to_refuse_what_is_accepted_is_wrong(nim_kit: Path) -> None:
    """The kind of the event is named with what is wrong, and the clause that broke nothing."""
    record = {"seq": 3, "actor": 0, "event": {"kind": "take", "stones": 1}}
    case = IllegalCase(id="nim/illegal/1", game="nim/game/1", at=2, record=record, expect=IllegalExpect(NOWHERE, ""))
    judge = Judge(Kit(nim_kit))
    answers = (Answer(case=case.id, seq=NOWHERE, clause=""), Answer(case=case.id, seq=3, clause="NIM-1"))
    found = [one[3:] for answer in answers for one in judge.judged(Given(1, answer, case))]
    assert found == [
        (RIGHT, (), ""),
        (RIGHT, (), ""),
        (WRONG, ("take",), "record 3, expected none"),
        (WRONG, ("NIM-1",), "NIM-1, expected no clause"),
    ]


def test_an_event_that_is_wrongly_accepted_or_refused_is_named(nim_kit: Path) -> None:
    """With how many more there are, and the kinds of them all."""
    tried = [Acted(0, {"kind": kind}) for kind in ("take", "toss", "take")]
    case = PositionCase(
        "nim/position/1",
        "nim/game/1",
        2,
        tried,
        [],
        PositionExpect([], [0], [], [], accepted=[1], reached=[], choices=[]),
    )
    judge = Judge(Kit(nim_kit))
    found = {
        tuple(stated): one[3:]
        for stated in ([1], [0, 1, 2], [], [1, 3])
        for one in judge.judged(Given(1, Answer(case=case.id, accepted=stated), case))
    }
    assert found == {
        (1,): (RIGHT, (), ""),
        (0, 1, 2): (WRONG, ("take",), 'accepted, expected refused: {"actor":0,"event":{"kind":"take"}}; 2 such'),
        (): (WRONG, ("toss",), 'refused, expected accepted: {"actor":0,"event":{"kind":"toss"}}'),
        (1, 3): (WRONG, (), "there is no event 3, the last that is tried is 2"),
    }


def test_a_game_has_as_many_choices_as_records(nim_kit: Path, nim_answers: Answers, tmp_path: Path) -> None:
    """A number that is not known is null."""
    answer = next(each for each in nim_answers if "choices" in each)
    short, unknown = answer["choices"][:-1], [None] * len(answer["choices"])
    found = judged(nim_kit, [{"case": answer["case"], "choices": short}], tmp_path)
    assert [one.words for one in found] == [f"numbers after {len(short)} records, expected {len(short) + 1}"]
    found = judged(nim_kit, [{"case": answer["case"], "choices": unknown}], tmp_path)
    assert [one.judgement for one in found] == [RIGHT]


def test_what_an_engine_does_not_know_is_not_judged(nim_kit: Path, nim_answers: Answers, tmp_path: Path) -> None:
    """Figures that it does not keep, sources of entries, depths of perft."""
    lines = []
    for answer in (each for each in nim_answers if "perft" in each):
        figures = [[None] * len(row) for row in answer["figures"]]
        entries = [{name: each[name] for name in ("seat", "figure", "delta")} for each in answer["entries"]]
        lines.append({"case": answer["case"], "perft": answer["perft"][:1], "figures": figures, "entries": entries})
    assert {one.judgement for one in judged(nim_kit, lines, tmp_path)} == {RIGHT}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nonsense", "1: found invalid JSON"),
        ('{"case": 1}', "1: found int at $.case, expected str"),
        ('{"case": "nim/position/1"}', "1: found nim/position/1 without an answer, expected one of legal, perft"),
        ('{"case": "nim/position/1", "perft": [-1]}', "1: found"),
        ('{"case": "nim/position/1", "legl": []}', "1: found the field `legl`"),
        ('{"case": "nim/position/1", "clause": "NIM-1"}', "found the field `clause` for nim/position/1"),
        ('{"case": "nin/position/1", "perft": [1]}', "did you mean nim?"),
        ('{"case": "nim/positions/1", "perft": [1]}', "did you mean position?"),
        ('{"case": "nim/position/999", "perft": [1]}', "expected nim/position/1 to nim/position/24"),
        ('{"case": "nim/game/1", "figures": [1]}', "1: found"),
        ("", "found no answer, expected lines such as"),
    ],
)
def test_an_unreadable_answer_is_refused_with_its_place(nim_kit: Path, tmp_path: Path, line: str, said: str) -> None:
    file = tmp_path / "odd.jsonl"
    file.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(Unreadable) as refused:
        list(answers(Kit(nim_kit), str(file)))
    assert said in str(refused.value)
    assert str(refused.value).startswith(str(file))


def test_compressed_answers_are_read(nim_kit: Path, tmp_path: Path) -> None:
    """A file that is cut off, or that is not there, is refused with its name."""
    file = tmp_path / "answers.jsonl.gz"
    file.write_bytes(gzip.compress(b'{"case": "nim/game/1", "verdict": "valid"}\n'))
    assert [given.answer.verdict for given in answers(Kit(nim_kit), str(file))] == ["valid"]
    file.write_bytes(file.read_bytes()[:-12])
    with pytest.raises(Unreadable, match=r"answers\.jsonl\.gz: found .*, expected a file of answers"):
        list(answers(Kit(nim_kit), str(file)))
    with pytest.raises(Unreadable, match=r"no\.jsonl: found No such file or directory"):
        list(answers(Kit(nim_kit), "no.jsonl"))


def test_a_case_is_answered_once(nim_kit: Path, nim_answers: Answers, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"answers\.jsonl:2: found a second answer to .*, expected one; line 1 has it"):
        judged(nim_kit, [nim_answers[0]] * 2, tmp_path)


def test_a_folder_that_holds_no_such_kit(nim_kit: Path, nim_answers: Answers, tmp_path: Path) -> None:
    """None at all, one of another version, one that was changed, one of which a file is missing."""
    with pytest.raises(NoKit, match=r"found no manifest\.json, expected a kit"):
        Kit(tmp_path)
    copy = tmp_path / "copy"
    shutil.copytree(nim_kit, copy)
    (file := copy / "nim" / "games.jsonl.gz").write_bytes(b"other")
    with pytest.raises(NoKit, match="other bytes"):
        judged(copy, nim_answers, tmp_path)
    file.unlink()
    with pytest.raises(NoKit, match="no such file"):
        judged(copy, nim_answers, tmp_path)
    manifest = copy / "manifest.json"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace('"format": 1', '"format": 2'), encoding="utf-8")
    with pytest.raises(NoKit, match="a kit of version 2, expected version 1"):
        Kit(copy)
