"""Appending to a native log: what is written, in whose turn, and what remains if something interferes."""

import gzip
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from events.files.atomic import Exists
from events.log import appending
from events.log.appending import LogFile, NotForAppending, Occupied, begin
from events.log.codec import Unreadable, encode
from events.log.native import ChainBroken, GameLog, read, write
from events.log.record import Header, Note, Record, Seat
from tests.support import PROJECT

pytestmark = pytest.mark.usefixtures("nim")
HEADER = Header("nim", "1", seats=(Seat("Ann"), Seat("Bob")))


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "game.jsonl"
    begin(HEADER, file)
    return file


def records() -> list[Record]:
    from events.vocabulary.nim import RollDice, Take

    return [Record(1, None, RollDice((2, 2))), Record(2, 0, Take(3)), Record(3, 1, Take(1))]


def append(log: Path, *new: Record) -> LogFile:
    file = LogFile(str(log))
    for record in new:
        with file.locked():
            file.append([record])
    return file


def test_a_log_is_what_writing_it_at_once_gives(log: Path) -> None:
    append(log, *records())
    assert log.read_bytes() == b"\n".join(write(GameLog(HEADER, records()))) + b"\n"


def test_several_records_at_once_are_the_same(log: Path) -> None:
    file = LogFile(str(log))
    with file.locked():
        file.append(records())
    assert log.read_bytes() == b"\n".join(write(GameLog(HEADER, records()))) + b"\n"


def test_a_log_is_readable_by_whom_the_system_lets(tmp_path: Path) -> None:
    kept = os.umask(0o024)
    try:
        begin(HEADER, tmp_path / "log.jsonl")
    finally:
        os.umask(kept)
    assert (tmp_path / "log.jsonl").stat().st_mode & 0o777 == 0o642


@pytest.mark.parametrize(("error", "message"), [(KeyboardInterrupt, KeyboardInterrupt), (BlockingIOError, Occupied)])
def test_who_does_not_get_the_lock_leaves_no_file_open(
    log: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException], message: type[BaseException]
) -> None:
    def break_off(file: int, _: int) -> None:
        opened.append(file)
        raise error

    opened: list[int] = []
    monkeypatch.setattr("fcntl.flock", break_off)
    with pytest.raises(message), LogFile(str(log)).locked(-1):
        pass
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(opened[0])


def test_a_log_is_begun_once(log: Path) -> None:
    with pytest.raises(Exists):
        begin(HEADER, log)


def test_it_is_read_again_only_if_somebody_else_wrote(log: Path) -> None:
    mine, other = LogFile(str(log)), LogFile(str(log))
    first, second, third = records()
    with mine.locked() as changed:
        assert changed
        mine.append([first])
    with mine.locked() as changed:
        assert not changed
    with other.locked() as changed:
        assert changed
        other.append([second])
    with mine.locked() as changed:
        assert changed
        assert mine.log.records == [first, second]
        mine.append([third])
    assert read(log.read_bytes().splitlines()).records == records()


def test_a_line_that_was_cut_off_is_dropped_and_reported(log: Path) -> None:
    append(log, *records()[:2])
    whole = log.read_bytes()
    third = list(write(GameLog(HEADER, records())))[3]
    for cut in (1, 20, 70, len(third) - 1):
        log.write_bytes(whole + third[:cut])
        file = append(log, records()[2])
        assert file.torn == third[:cut].decode()
        assert read(log.read_bytes().splitlines()).records == records()


def test_a_last_line_without_its_end_is_whole(log: Path) -> None:
    append(log, *records()[:2])
    log.write_bytes(log.read_bytes().rstrip(b"\n"))
    assert append(log, records()[2]).torn == ""
    assert log.read_bytes() == b"\n".join(write(GameLog(HEADER, records()))) + b"\n"


def test_a_log_written_by_hand_stays_without_hashes(tmp_path: Path) -> None:
    file = tmp_path / "hand.jsonl"
    file.write_bytes(
        b"\xef\xbb\xbf\n" + encode(HEADER) + b"\r\n" + encode(records()[0]) + b"\r\n" + encode(records()[1])
    )
    append(file, records()[2])
    assert b"hash" not in file.read_bytes()
    assert read(file.read_bytes().removeprefix(b"\xef\xbb\xbf\n").splitlines()).records == records()


def test_nothing_is_appended_to_a_broken_chain(log: Path) -> None:
    append(log, *records()[:2])
    log.write_bytes(log.read_bytes().replace(b'"stones":3', b'"stones":2'))
    before = log.read_bytes()
    with pytest.raises(ChainBroken, match=r"game\.jsonl:3: hash chain broken"):
        append(log, records()[2])
    assert log.read_bytes() == before


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        (gzip.compress(b"{}", mtime=0), NotForAppending, "compressed log"),
        (b"Nim ann:red ben:blue\nroll 6 6\n", NotForAppending, "another notation"),
        (b'{"game":"nim","vocabulary":7}\n', Unreadable, "version 7"),
        (b"", Unreadable, "found nothing"),
    ],
)
def test_what_is_no_plain_log_is_refused(tmp_path: Path, data: bytes, error: type, message: str) -> None:
    file = tmp_path / "game.log"
    file.write_bytes(data)
    with pytest.raises(error, match=message):
        append(file, records()[0])
    assert file.read_bytes() == data


def test_a_log_that_is_not_there_is_reported_with_how_to_start_one(tmp_path: Path) -> None:
    with pytest.raises(NotForAppending, match=r"none\.jsonl: no such file; `anyturn new` starts a log"):
        append(tmp_path / "none.jsonl", records()[0])


def test_records_of_an_older_vocabulary_are_not_mixed_with_present_ones(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appending, "current_version", lambda game: 2)
    with pytest.raises(NotForAppending, match="found records in version 1 of the vocabulary of nim, expected 2"):
        append(log, records()[0])


def test_a_full_disk_leaves_the_log_as_it_was(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = append(log, records()[0])
    before = log.read_bytes()
    real = os.write

    def full(number: int, data: bytes) -> int:
        real(number, bytes(data)[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space") as failed, file.locked():
        file.append([records()[1]])
    monkeypatch.undo()
    assert failed.value.filename == str(log)
    assert log.read_bytes() == before


HOLDING = """
import sys, time
from events.log.appending import LogFile
from tests.support import TOY, put_in_place
put_in_place(TOY)
with LogFile(sys.argv[1]).locked():
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_second_writer_is_refused_while_it_is_held(log: Path) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLDING, str(log)], cwd=PROJECT, stdout=subprocess.PIPE)
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        file, began = LogFile(str(log)), time.monotonic()
        with pytest.raises(Occupied, match="held by another program"), file.locked(0.2):
            pass
        assert time.monotonic() - began < 5
    finally:
        holder.kill()
        holder.wait()
    append(log, records()[0])  # a lock does not outlive its holder


def test_a_file_that_was_put_in_the_place_of_another_is_the_one_that_counts(log: Path, tmp_path: Path) -> None:
    file = append(log, records()[0])
    other = tmp_path / "edited"
    other.write_bytes(log.read_bytes())
    other.replace(log)
    with file.locked() as changed:
        assert changed
        file.append([records()[1]])
    assert len(read(log.read_bytes().splitlines()).records) == 2


def test_a_note_is_a_record_of_every_game(log: Path) -> None:
    append(log, Record(1, None, Note("Bob is late")))
    assert read(log.read_bytes().splitlines()).records == [Record(1, None, Note("Bob is late"))]
