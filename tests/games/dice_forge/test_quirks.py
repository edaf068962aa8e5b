"""Section 12: what the program of Board Game Arena does against the rules, where the header names it."""

import pytest

from engine.clause import Unsupported
from engine.games.dice_forge.options import QUIRKS, options_of
from engine.replay import replay
from engine.rules import ruleset
from events.log.codec import Unreadable
from events.log.native import write
from events.vocabulary.dice_forge import (
    BoarReward,
    ChooseFirstDie,
    PerformFeat,
    ResolveFace,
    UseCerberus,
    UseReinforcement,
    UseTriton,
)
from projections.game.audit import run
from tests.games.dice_forge.packets import table_log
from tests.games.dice_forge.table import (
    ADVANCED,
    boar_table,
    header,
    in_step,
    put,
    reserve,
    rewards,
    roll,
    table,
    waits,
)

HAMMER = ["blacksmiths_hammer"]


def with_quirks(position):
    """The same position in a game whose header names all quirks."""
    position.state.options = options_of(header(3, quirks=list(QUIRKS)))
    return position


def acted(position):
    """The quirks that acted, in order, each entered once."""
    return [entry.source for entry in position.entries if (entry.figure, entry.delta) == ("quirk", 1)]


def test_the_header_names_quirks():
    """DF-1.5: by name, and with the platform's dialect only."""
    assert options_of(header(2, quirks=["boar_paid_again"])).quirks == ("boar_paid_again",)
    with pytest.raises(Unsupported, match="generous"):
        options_of(header(2, quirks=["generous"]))
    with pytest.raises(Unreadable, match="printed"):
        options_of(header(2, dialect="printed", quirks=["boar_paid_again"]))


@pytest.mark.parametrize("quirk", [True, False])
def test_a_composite_face_is_paid_twice(quirk):
    """DF-12.20: as the second of two faces that wait; not where it is the only one, nor the gold."""
    game = put(table(3), 0, "0/0/0/0", HAMMER)
    roll(with_quirks(game) if quirk else game, ("choice_1", "gold_2_moon_1"))
    game.when(0, ResolveFace(1, "sun")).accepted()
    game.when(0, ResolveFace(2, to_hammer=1)).accepted()
    assert reserve(game, 0) == ("1/1/2/0" if quirk else "1/1/1/0")
    assert acted(game) == ["composite_paid_twice"] * quirk
    game = roll(with_quirks(put(table(3), 0, "0/0/0/0", HAMMER)), ("sun_1", "gold_2_moon_1"))
    game.when(0, ResolveFace(2)).accepted()
    assert (reserve(game, 0), acted(game)) == ("2/1/1/0", [])


def test_a_composite_face_paid_twice_by_rule():
    """DF-12.20, DF-6.38: also where the first face has filled the hammer, so that the second follows."""
    game = with_quirks(put(table(3), 0, "0/0/0/0", HAMMER, hammer=29))
    roll(game, ("gold_1", "gold_2_moon_1")).when(0, ResolveFace(1, to_hammer=1)).accepted()
    assert (reserve(game, 0), acted(game)) == ("2/0/2/15", ["composite_paid_twice"])


@pytest.mark.parametrize("quirk", [True, False])
def test_a_boar_is_paid_again(quirk):
    """DF-12.21: once the bearer has kept the token; not while the first reward still waits."""
    game = put(boar_table(), 1, "0/0/0/0", cerberus=1)
    if quirk:
        with_quirks(game)
    roll(game, ("gold_1", "gold_1"), ("gold_1", "gold_1"), ("boar_red", "gold_1"))
    game.when(0, BoarReward("red", "glory")).accepted()
    game.when(1, ResolveFace(1, "sun")).accepted()
    game.when(1, UseCerberus(False)).accepted()
    assert waits(game, 0) == (["boar_reward"] if quirk else [])
    assert acted(game) == ["boar_paid_again"] * quirk
    game = put(with_quirks(boar_table()), 1, "0/0/0/0", cerberus=1)
    roll(game, ("gold_1", "gold_1"), ("gold_1", "gold_1"), ("boar_red", "gold_1"))
    game.when(1, ResolveFace(1, "sun")).accepted()
    game.when(1, UseCerberus(False)).accepted()
    assert (rewards(game)[0], acted(game)) == (["red"], [])


@pytest.mark.parametrize("quirk", [True, False])
def test_a_shield_beside_a_ship(quirk):
    """DF-12.22, DF-11.13: gives nothing; by the rules its reward B."""
    game = put(table(3), 0, "0/0/0/0")
    roll(with_quirks(game) if quirk else game, ("shield_red", "ship"))
    assert reserve(game, 0) == ("0/0/0/0" if quirk else "0/2/0/0")
    assert acted(game) == ["shield_lost_to_ship"] * quirk


@pytest.mark.parametrize("quirk", [True, False])
def test_gold_before_a_ship(quirk):
    """DF-12.23, DF-6.37: at the limit the gold die first is lost as a whole, unless there is a hammer, or no space."""
    game = put(table(3), 0, "10/0/0/0")
    roll(with_quirks(game) if quirk else game, ("gold_4", "ship")).when(0, ChooseFirstDie(1)).accepted()
    assert reserve(game, 0) == ("10/0/0/0" if quirk else "12/0/0/0")
    assert acted(game) == ["gold_lost_before_ship"] * quirk
    game = roll(with_quirks(put(table(3), 0, "10/0/0/0", HAMMER)), ("gold_4", "ship"))
    game.when(0, ChooseFirstDie(1)).accepted()
    assert (waits(game, 0), acted(game)) == (["resolve_face"], [])
    game = roll(with_quirks(put(table(3), 0, "12/0/0/0")), ("gold_4", "ship"))
    game.when(0, ChooseFirstDie(1)).figures(0, gold=12, lost_gold=4)
    assert acted(game) == []


def test_no_token_while_resolving():
    """DF-12.24, DF-7.60: not while a face or a card waits; with a ship, and between blessings."""
    game = roll(with_quirks(put(table(3), 0, "0/0/0/0", triton=1)), ("choice_1", "gold_1"))
    game.when(0, UseTriton("gold")).rejected("DF-7.60")
    game = roll(with_quirks(put(table(3), 0, "6/0/0/0", triton=1)), ("ship", "gold_1"))
    game.when(0, UseTriton("gold")).accepted()
    game = in_step(with_quirks(put(table(3, **ADVANCED), 0, "0/0/5/0", triton=2)))
    game.when(0, UseTriton("gold")).accepted()
    game.when(0, PerformFeat("helmet_of_invisibility")).accepted()
    game.when(0, UseTriton("gold")).rejected("DF-7.60")


def test_tokens_while_the_hind_or_an_ousted_player_resolves():
    """DF-12.24: those two instances are left out of it, such as when the ousted rolls a boar of the turn player."""
    game = in_step(with_quirks(put(table(3), 0, "0/0/0/0", ["silver_hind"], triton=1)), "reinforcement")
    game.when(0, UseReinforcement("silver_hind", die=1)).accepted()
    roll(game, "choice_1").when(0, UseTriton("gold")).accepted()
    game = put(table(3), 0, "0/6/0/0", ["tenacious_boar_red"], triton=1)
    game.state.gardens["boar_red"] = 0
    game = in_step(with_quirks(put(game, 1, hero="portal_4")))
    game.when(0, PerformFeat("sphinx")).accepted()
    roll(game, ("boar_red", "gold_1"))
    assert waits(game, 0) == ["boar_reward"]
    game.when(0, UseTriton("gold")).accepted()


def test_gold_goes_to_the_hammer_before_a_choice():
    """DF-12.25, DF-7.42: all that fits, of the second face, while the first waits; then nothing is paid twice."""
    game = with_quirks(put(table(3), 0, "0/0/0/0", HAMMER))
    roll(game, ("choice_1", "gold_2_moon_1")).legal(ResolveFace(2, to_hammer=2), actor=0)
    game.when(0, ResolveFace(2, to_hammer=1)).rejected("DF-7.1")
    game.when(0, ResolveFace(2, to_hammer=2)).figures(0, hammer=2, moon=1)
    game.when(0, ResolveFace(1, "sun")).figures(0, sun=1, moon=1)
    assert acted(game) == []
    for plain in (roll(put(table(3), 0, "0/0/0/0", HAMMER), ("choice_1", "gold_1")), _two_golds()):
        plain.not_legal(ResolveFace(2, to_hammer=1), actor=0)
        plain.when(0, ResolveFace(2, to_hammer=1)).rejected("DF-7.1")


def _two_golds():
    """With quirks, but without a choice."""
    return roll(with_quirks(put(table(3), 0, "0/0/0/0", HAMMER)), ("gold_1", "gold_1"))


def test_where_quirks_acted_is_reported(tmp_path):
    """DF-12.20 to DF-12.23: the audit lists each with its record."""
    for n in range(30):
        log = table_log(f"quirks {n}", "sensible")
        game = replay(ruleset("dice_forge"), log)
        acted = [
            (e.source, entered.seq, e.seat) for entered in game.entered for e in entered.entries if e.figure == "quirk"
        ]
        (tmp_path / "game.jsonl").write_bytes(b"\n".join(write(log)))
        told = [
            check.found
            for check in run(str(tmp_path / "game.jsonl"), str(tmp_path / "none.duckdb")).checks
            if check.check == "quirks"
        ]
        assert told == ["; ".join(f"{name} in record {seq} (seat {seat + 1})" for name, seq, seat in acted)] * bool(
            acted
        )
        if acted:
            return
    pytest.fail("no quirk acted")
