"""Append typed events to a log in a file or in the store."""

from collections.abc import Iterable, Iterator

from events.log.appending import LogFile, WentOn
from events.store.event_store import EventStore
from projections.recorder.live_log import Recording
from projections.recorder.matching import WordsOf
from projections.recorder.typed_events import Appended, enter
from projections.store.continuing import OpenGame
from projections.store.find import find_stored


def append_to_file(path: str, texts: Iterable[str], words_of: WordsOf, expect: int | None = None) -> Iterator[Appended]:
    """Append texts to a native log one by one; whatever is yielded is already on disk.

    `expect` is the number of records that the log must have before the first text; WentOn is raised if it has another.
    Also raises what `enter` and opening the log raise.
    """
    file = LogFile(path)
    recording: Recording | None = None
    for text in texts:
        with file.locked() as changed:
            if expect is not None and len(file.log.records) != expect:
                raise WentOn(path, expect, len(file.log.records))
            if changed or recording is None:
                recording = Recording(file.log, file.append)
            done = enter(recording, text, words_of)
            expect = None if expect is None else len(recording.records)
            done.torn, file.torn = file.torn, ""
        yield done


def append_to_stored(
    name: str, db: str, texts: Iterable[str], words_of: WordsOf, expect: int | None = None
) -> Iterator[Appended]:
    """Append texts to a stored game, like `append_to_file`. No other process can use the store meanwhile."""
    game_id, _ = find_stored(name, db)
    with EventStore(db) as store:
        stored = OpenGame(store, game_id)
        if expect is not None:
            stored.expect(expect)
        recording = Recording(stored.log, stored.append)
        for text in texts:
            yield enter(recording, text, words_of)
