"""Random, misspelt and ambiguous lines for the recorder, judged by a grammar of their own.

`python -m tests.projections.recorder.random_lines [--lines 2000] [GAME...]` types that many lines in each game. What is
recorded must be what the line says, in exactly one way: every typed word stands for a word of its own in the words of
the action, and no other action of the position answers the line as well. Nothing of the recorder's matching is used.
"""

import argparse
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from engine.replay import Replay
from engine.rules import games, ruleset
from engine.selfplay import selfplay_log
from events.log.appending import LogFile, begin
from events.log.native import read
from events.log.record import ABOUT_THE_LOG
from projections.game.position import seat_name, sentence
from projections.recorder.printed_names import spelled_out
from projections.recorder.session import Session
from projections.screen.verdict_words import words_of

PLACES = 12
"""In how many positions of a game lines are typed."""
MOST = 20_000
NAMES = r"[\s,;:()]+"
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789_"


class Typed(NamedTuple):
    """What became of the lines of one game."""

    lines: int
    recorded: int


def words(text: str, between: str = r"[\s,;:_()]+") -> list[str]:
    """The words of a line or of an action, in small letters."""
    return [word for word in (part.rstrip(".") for part in re.split(between, text.casefold())) if word]


def fit(line: str, spelling: str) -> int:
    """How well a line says what is spelled.

    7 word for word; 6 whole names in their order (`gold_3` is one, and no part of `gold_3_or_glory_2`), 5 whole words
    in their order, 4 beginnings of words in their order; 3, 2 and 1 the same in any order, each typed word for a word
    of its own; 0 not at all.
    """
    typed, spelled = words(line), words(spelling)
    if typed == spelled:
        return 7
    if in_order(words(line, NAMES), words(spelling, NAMES), str.__eq__):
        return 6
    if in_order(typed, spelled, str.__eq__):
        return 5
    if in_order(typed, spelled, str.startswith):
        return 4
    if Counter(words(line, NAMES)) <= Counter(words(spelling, NAMES)):
        return 3
    left, whole = list(spelled), True
    for word in sorted(typed, key=len, reverse=True):  # longer words fit fewer others, so they choose first
        exact = word in left
        found = word if exact else next((each for each in left if each.startswith(word)), None)
        if found is None:
            return 0
        left.remove(found)
        whole = whole and exact
    return 2 if whole else 1


def in_order(typed: Sequence[str], spelled: Sequence[str], says: Callable[[str, str], bool]) -> bool:
    """Whether each typed word says a word of its own, later than the one before it."""
    rest = iter(spelled)
    return all(any(says(each, word) for each in rest) for word in typed)


def best(game: Replay, line: str, action: tuple[int | None, Any], named: bool) -> int:
    """How well a line says an action in any wording, also with the names that the board prints.

    `named` actions begin with their seat.
    """
    who, event = action
    before = f"{seat_name(game, who)}: " if named else ""
    spellings = [f"{before}{words_of(event)}", f"{before}{sentence(game.header, event)}"]
    return max(fit(each, spelling) for each in (line, *spelled_out(game.rules.id, line)) for spelling in spellings)


def objection(game: Replay, line: str, recorded: Sequence[tuple[int | None, Any]]) -> str:
    """Why a line may not have recorded these actions; empty if it says them in exactly one way."""
    if len(recorded) != 1:
        return f"{len(recorded)} records"
    offered = [*islice(game.rules.legal(game.state), MOST)] if game.rules.outcome(game.state) is None else []
    named = ":" in line or len({who for who, _ in offered}) > 1
    own = best(game, line, recorded[0], named)
    if own == 0:
        return "a typed word is not in it"
    rivals = [each for each in offered if each != recorded[0] and best(game, line, each, named) >= own]
    return f"it can also mean {rivals[0]} besides {recorded[0]}" if rivals else ""


def vocabulary(session: Session) -> list[str]:
    """The words that are displayed in a position, and the names of its players."""
    choosing = session.choosing
    assert choosing is not None
    found = [word for choice in choosing.actions[:200] for word in choice.label.replace(",", " ").split()]
    if choosing.open_part is not None:
        found += [str(part) for part in islice(choosing.open_part.choices, 50)]
    return [*found, "player", "1", "2"]


def line_of(draw: Random, known: Sequence[str], labels: Sequence[str]) -> str:
    """A line: words at random, or an action as it is displayed with some words left out; each may be spoilt."""
    if labels and draw.random() < 0.5:
        chosen = [word for word in draw.choice(labels).replace(",", " ").split() if draw.random() < 0.8]
    else:
        chosen = [draw.choice(known) for _ in range(draw.randint(1, 5))]
    return " ".join(spoilt(draw, word) for word in chosen)


def spoilt(draw: Random, word: str) -> str:
    """A word as it is (mostly), cut, doubled, in capitals, with a letter left out, or with another letter."""
    place = draw.randrange(len(word))
    other = draw.choice(LETTERS)
    ways = [word[: place + 1], f"{word} {word}", word.upper(), word[:place] + word[place + 1 :]]
    return draw.choice([*[word] * 6, *ways, f"{word[:place]}{other}{word[place + 1 :]}"]) or word


def positions(game: str, folder: Path) -> Iterator[Path]:
    """Logs of self-played games that end at different places."""
    log = selfplay_log(ruleset(game), "guess", 2, {}, "sensible")
    for number in range(PLACES):
        path = folder / f"{game}-{number}.jsonl"
        begin(log.header, path)
        file = LogFile(str(path))
        with file.locked():
            file.append(log.records[: 6 + number * (len(log.records) - 10) // PLACES])
        yield path


def type_lines(game: str, lines: int, folder: Path, seed: str = "lines") -> Typed:
    """Type lines in a game; raises AssertionError with the first line that was recorded wrongly."""
    draw, recorded = Random(f"{game}/{seed}"), 0
    for path in positions(game, folder):
        start = path.read_bytes()
        before = len(read(start.splitlines()).records)
        session = Session(LogFile(str(path)))
        position, known = session.game.fork(), vocabulary(session)
        labels = [choice.label for choice in session.choosing.actions[:400]] if session.choosing else []
        for _ in range(-(-lines // PLACES)):
            line = line_of(draw, known, labels)
            session.enter(line)
            if path.read_bytes() != start:
                new = read(path.read_bytes().splitlines()).records[before:]
                if not all(isinstance(each.event, ABOUT_THE_LOG) for each in new):
                    recorded += 1
                    why = objection(position, line, [(each.actor, each.event) for each in new])
                    assert not why, f"{path.name}: {line!r} recorded {[words_of(each.event) for each in new]}: {why}"
                path.write_bytes(start)
                session = Session(LogFile(str(path)))
            elif session.choosing is not None and (session.choosing.parts or session.choosing.group):
                session = Session(LogFile(str(path)))
    return Typed(lines, recorded)


def main() -> None:
    """Type the lines in each game."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--lines", type=int, default=2000)
    parser.add_argument("--seed", default="lines")
    parser.add_argument("games", nargs="*", default=games())
    chosen = parser.parse_args()
    for game in chosen.games:
        with tempfile.TemporaryDirectory() as folder:
            found = type_lines(game, chosen.lines, Path(folder), chosen.seed)
        print(f"{game}: {found.lines:,} lines, {found.recorded:,} recorded, each said in exactly one way", flush=True)


if __name__ == "__main__":
    main()
