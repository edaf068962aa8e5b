"""What the runs before this one have announced; the file is written last, so that a run that was killed is repeated."""

from pathlib import Path

import msgspec
from msgspec import Struct

from events.files.atomic import write_whole

NAME = ".season.json"


class State(Struct, frozen=True):
    """Of the last run that had news: what it announced (`latest`) and what had been announced before.

    Each is a game with its verdict, or a finding. `print` is a fingerprint of all that the site was made from; an empty
    one fits nothing. `files` are those of the site, with the pages that could not be made: the next run tries again.
    """

    print: str = ""
    before: tuple[str, ...] = ()
    latest: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    def then(self, now: list[str], print: str) -> "State":
        """The state after a run that knows `now`. If nothing of it is new, the latest news stay."""
        known = {*self.before, *self.latest}
        new = tuple(each for each in now if each not in known)
        return State(print, tuple(sorted(known)), new) if new else State(print, self.before, self.latest)


def read(folder: Path) -> State:
    """The state of a site; an empty one if there is none, or if it is damaged: then everything counts as new."""
    try:
        return msgspec.json.decode((folder / NAME).read_bytes(), type=State)
    except (OSError, msgspec.DecodeError):
        return State()


def write(folder: Path, state: State) -> None:
    """Write the state."""
    write_whole(msgspec.json.encode(state) + b"\n", folder / NAME, force=True)
