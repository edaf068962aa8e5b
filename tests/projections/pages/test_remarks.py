"""Remarks on a page: notes of the log, and those of a file beside it."""

from pathlib import Path

import pytest

from events.log.codec import Unreadable
from events.log.native import GameLog
from events.log.record import Note, Record
from projections.pages.remarks import Remark, read
from tests.projections.pages.page_reading import data_of, page_of
from tests.support.specimens import Specimen, log_of


def test_notes_and_remarks_stand_at_their_rows(tmp_path: Path) -> None:
    """Notes of the log, and remarks of a file at any kind of address, in the order of the game."""
    log = log_of(Specimen("gaia", 0))
    last = log.records[-1].seq
    noted = GameLog(log.header, [*log.records, Record(last + 1, None, Note("well played"))])
    file = tmp_path / "remarks.json"
    file.write_text('{"remarks": [{"at": "r1", "text": "here\\u202e", "by": "Ann"}, {"at": "#3", "text": "first"}]}')
    data = data_of(page_of(noted, tmp_path, further=read(str(file))))
    (first, by_ann, note) = data["remarks"]
    assert first == [3, "", "first", 0]
    assert by_ann == [data["places"]["r1"], "Ann", "here\\u202e", 0]
    assert note == [len(data["rows"]) - 1, "", "well played", 0]


def test_remarks_mark_things_in_the_picture(tmp_path: Path) -> None:
    """By their keys; one that is never drawn is refused."""
    log = log_of(Specimen("gaia", 0))
    key = data_of(page_of(log, tmp_path))["things"]["keys"][3]
    data = data_of(page_of(log, tmp_path, further=[Remark("#3", "here", marks=(key,))]))
    ((_, _, _, number),) = data["remarks"]
    assert [data["things"]["keys"][each] for each in data["marks"][number]] == [key]
    with pytest.raises(Unreadable, match="a mark on 'nothing', expected the key of a thing"):
        page_of(log, tmp_path, further=[Remark("#3", "here", marks=("nothing",))])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "truncated"),
        ('{"remarks": [{"at": "#3"}]}', "text"),
        ('{"remarks": [{"at": "#3", "text": 4}]}', "text"),
        ('{"notes": []}', "notes"),
    ],
)
def test_a_file_that_holds_no_remarks_is_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "remarks.json"
    file.write_text(text)
    with pytest.raises(Unreadable, match=said) as refused:
        read(str(file))
    assert "remarks.json" in str(refused.value)


@pytest.mark.parametrize("at", ["#4000", "r99", "here"])
def test_a_remark_needs_a_place_in_the_game(tmp_path: Path, at: str) -> None:
    with pytest.raises(Unreadable):
        page_of(log_of(Specimen("gaia", 0)), tmp_path, further=[Remark(at, "nowhere")])
