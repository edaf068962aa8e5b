"""A branch of a game: what could have happened from one of its positions on."""

from collections.abc import Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from anyturn.position import Action, Playable, Position, meant, refusing
from events.log import native
from events.log.native import GameLog
from events.log.record import Header, Record


class Branch:
    """A game played on from a position, beside the one that was played. Begin one with `Game.branch`.

    What the rules refuse raises and changes nothing. What is taken back stays in the log. `bytes(branch)` is the native
    log: `anyturn.read` makes a game of it, with everything that a game has.
    """

    def __init__(self, log: GameLog) -> None:
        from projections.recorder.live_log import Recording

        self._recording = Recording(log, lambda records: None)

    @property
    def header(self) -> Header:
        """The facts fixed before the first record; `header.branch` names the game and the record that was left."""
        return self._recording.header

    @property
    def records(self) -> Sequence[Record[Any]]:
        """All records: those of the game up to the branch, then its own, including those taken back."""
        return self._recording.records

    @property
    def position(self) -> Position:
        """The position at the end of the branch."""
        return Position(self._recording.game.fork())

    def legal(self) -> list[Action]:
        """The legal actions at the end of the branch."""
        return self.position.legal()

    def play(self, action: Playable) -> Position:
        """Play an action, and return the position after it.

        It is given as in `Position.play`; like `anyturn append`, this also accepts `undo 12` and `note: ...`. Raises
        the same as `Position.play`.
        """
        from projections.recorder.typed_events import enter
        from projections.screen.verdict_words import words_of

        if isinstance(action, str):
            with refusing():
                enter(self._recording, action, words_of)
        else:
            self._recording.add(meant(self._recording.game, action))
        return self.position

    def undo(self, seq: int | None = None) -> list[int]:
        """Take back record `seq` (default: the last one) and all after it. Returns the numbers of those taken back.

        Raises Problem if no such record is in force.
        """
        return [record.seq for record in self._recording.undo(seq)]

    def correct(self, seq: int, action: Playable) -> list[int]:
        """Replace the event of record `seq`. Returns the numbers of later records that no longer fit: taken back.

        Raises the same as `play`, and Problem if no such record is in force.
        """
        _, event = meant(self._recording.before(seq), action)
        return [record.seq for record in self._recording.correct(seq, event)]

    def note(self, text: str) -> None:
        """Append a remark, which has no effect on the game."""
        self._recording.note(text)

    def save(self, path: str | PathLike[str], *, force: bool = False) -> None:
        """Write the branch as a native log. Raises Problem if the file exists, unless `force`."""
        from events.files.atomic import write_whole

        write_whole(bytes(self), Path(fspath(path)), force=force)

    def __bytes__(self) -> bytes:
        return b"\n".join([*native.write(self._recording.log), b""])

    def __len__(self) -> int:
        return len(self.records)

    def __repr__(self) -> str:
        left = self.header.branch
        where = f" from record {left.seq}" if left else ""
        named = f" {left.name!r}" if left and left.name else ""
        return f"<Branch{named} of {self.header.game}{where}: {len(self)} records>"
