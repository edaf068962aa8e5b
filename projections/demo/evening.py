"""An evening at the table: a whole game as somebody types it into the recorder, one line per record."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from engine.replay import Replay
from engine.rules import ruleset
from engine.selfplay import next_action
from events.files.atomic import write_whole
from events.log.record import Header
from projections.recorder.matching import action_words
from projections.recorder.new_log import catalogue_of, header_of
from projections.screen.verdict_words import words_of

GAME = "gaia"
PLAYERS = ("Ann=red", "Bob=blue")
CATALOGUE = "house_v1"
EVENING = "evening.txt"
_SEED = "d5/play"


def write_evening(folder: Path) -> Path:
    """Write the lines into a folder; the same ones every time."""
    file = folder / EVENING
    write_whole("".join(f"{line}\n" for line in _lines(_header())).encode(), file, force=True)
    return file


def _header() -> Header:
    return header_of(GAME, PLAYERS, {}, catalogue_of(GAME, CATALOGUE))


def _lines(header: Header) -> Iterator[str]:
    """What is typed; who draws a card need not be said."""
    game, rng = Replay(ruleset(GAME), header), Random(_SEED)
    while game.standings is None:
        actor, event = next_action(game.rules, game.state, rng, "sensible")
        yield action_words(game, (actor, event), words_of).removeprefix("chance: ")
        game.play(actor, event)
        game.settle()
