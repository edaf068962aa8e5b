"""Logs with cards that are known by name only: refused as a whole (DF-1.3)."""

import pytest

from engine.games.dice_forge.components import CARDS, FACES, GROUPS
from engine.games.dice_forge.unsupported_cards import OUT_OF_SCOPE
from engine.intake import examine
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.files import Blob
from events.log.native import write

DICE_FORGE = ruleset("dice_forge")


@pytest.fixture(scope="module")
def log():
    return selfplay_log(DICE_FORGE, "scope", 3, {"card_set": "draft"}, "sensible")


def judged(log, kind, field, name):
    """What becomes of the log if the last event of a kind names something else."""
    lines = list(write(log))
    place = max(n for n, line in enumerate(lines) if f'"kind":"{kind}"'.encode() in line)
    before = lines[place].split(f'"{field}":"'.encode())[1].split(b'"')[0]
    changed = lines[place].replace(f'"{field}":"'.encode() + before, f'"{field}":"{name}'.encode())
    lines[place] = changed
    plain = [line.split(b',"hash":')[0] + b"}" if b',"hash":' in line else line for line in lines]
    return examine(Blob("x.jsonl", b"\n".join(plain)))


@pytest.mark.parametrize(
    ("kind", "field"), [("perform_feat", "card"), ("draft_card", "group"), ("use_reinforcement", "card")]
)
def test_cards_out_of_scope(log, kind, field):
    """DF-1.3: not partly replayed; any other name that the tables do not have breaks its clause."""
    for name in ("pegasus", "celestial_die", "wheel_of_fortune"):
        report = judged(log, kind, field, name)
        assert (report.verdict, report.replay) == ("unsupported", None)
        assert name in str(report.problem)
    for name in ("hamer", "pegasuses"):
        report = judged(log, kind, field, name)
        assert (report.verdict, report.replay.broke.violation.clause[:4]) == ("illegal", "DF-7")


def test_nothing_in_the_game_is_out_of_scope():
    assert not set(OUT_OF_SCOPE) & {*CARDS, *GROUPS, *FACES}
