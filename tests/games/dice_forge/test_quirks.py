"""Section 12: what the program of Board Game Arena does against the rules, where the header names it."""

import pytest

from engine.clause import Unsupported
from engine.games.dice_forge.options import QUIRKS, options_of
from engine.replay import replay
from engine.rules import ruleset
from events.log.codec import Unreadable
from events.log.native import write
from events.vocabulary.dice_forge import (
    ChooseFirstDie,
    CopyFace,
    PerformFeat,
    ResolveFace,
    ShipPass,
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
    show,
    table,
    waits,
)

HAMMER = ["blacksmiths_hammer"]


def with_quirks(position):
    """The same position in a game whose header names all quirks."""
    position.state.options = options_of(header(len(position.state.players), quirks=list(QUIRKS)))
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


def test_a_composite_face_after_a_mirror():
    """DF-12.20: after a mirror it is paid twice, too."""
    for in_cancer in (False, True):
        game = show(put(table(3), 0, "0/0/6/0", HAMMER), 1, "glory_3", "gold_1")
        if in_cancer:
            in_step(with_quirks(game)).when(0, PerformFeat("cancer")).accepted()
            roll(game, ("mirror", "gold_2_moon_1"))
        else:
            roll(
                with_quirks(put(game, 0, "0/0/0/0")),
                ("mirror", "gold_2_moon_1"),
                ("glory_3", "gold_1"),
            )
        game.when(0, CopyFace(1, "gold_1")).accepted()
        game.when(0, ResolveFace(1)).accepted()
        game.when(0, ResolveFace(2)).figures(0, moon=2)


@pytest.mark.parametrize("quirk", [True, False])
def test_a_boar_is_paid_again(quirk):
    """DF-12.21: as the second of two faces of a player with a token; not as the first, nor without a token."""
    for dice, tokens, again in (
        (("choice_1", "boar_red"), 1, quirk),
        (("choice_1", "boar_red"), 0, False),
        (("boar_red", "choice_1"), 1, False),
    ):
        game = put(boar_table(), 1, "0/0/0/0", cerberus=tokens)
        if quirk:
            with_quirks(game)
        roll(game, ("gold_1", "gold_1"), ("gold_1", "gold_1"), dice)
        game.when(1, ResolveFace(1, "sun")).accepted()
        assert rewards(game)[0] == (["red", "red"] if again else ["red"])
        assert acted(game) == ["boar_paid_again"] * again


@pytest.mark.parametrize("quirk", [True, False])
def test_a_shield_beside_a_ship(quirk):
    """DF-12.22, DF-11.13: gives nothing; by the rules its reward B."""
    game = put(table(3), 0, "0/0/0/0")
    roll(with_quirks(game) if quirk else game, ("shield_red", "ship"))
    assert reserve(game, 0) == ("0/0/0/0" if quirk else "0/2/0/0")
    assert acted(game) == ["shield_lost_to_ship"] * quirk


def test_a_shield_after_a_ship_that_was_chosen_first():
    """DF-12.22, DF-6.37: the shield is asked for once the ship has been used."""
    game = roll(with_quirks(put(table(3), 0, "10/0/0/0", HAMMER)), ("ship", "shield_yellow"))
    game.when(0, ChooseFirstDie(1)).accepted()
    game.when(0, ShipPass(1)).accepted()
    game.when(0, ResolveFace(2, to_hammer=1)).figures(0, gold=12, hammer=1)
    assert acted(game) == []


@pytest.mark.parametrize("quirk", [True, False])
def test_gold_before_a_ship(quirk):
    """DF-12.23, DF-6.37: at the limit the gold die first is lost as a whole; with a hammer its gold alone is given."""
    game = put(table(3), 0, "10/0/0/0")
    roll(with_quirks(game) if quirk else game, ("gold_4", "ship")).when(0, ChooseFirstDie(1)).accepted()
    assert reserve(game, 0) == ("10/0/0/0" if quirk else "12/0/0/0")
    assert acted(game) == ["gold_lost_before_ship"] * quirk
    game = roll(with_quirks(put(table(3), 0, "10/0/0/0", HAMMER)), ("gold_4", "ship"))
    game.when(0, ChooseFirstDie(1)).accepted()
    assert (waits(game, 0), acted(game)) == (["resolve_face"], [])
    for with_quirk in (True, False):
        game = put(table(3), 0, "12/0/0/0", HAMMER)
        roll(with_quirks(game) if with_quirk else game, ("gold_2_moon_1", "ship"))
        game.when(0, ChooseFirstDie(1)).accepted()
        game.when(0, ResolveFace(1, to_hammer=1)).figures(0, hammer=1, moon=int(not with_quirk))
        assert acted(game) == ["gold_lost_before_ship"] * with_quirk
    game = roll(with_quirks(put(table(3), 0, "12/0/0/0")), ("gold_4", "ship"))
    game.when(0, ChooseFirstDie(1)).figures(0, gold=12, lost_gold=4)
    assert acted(game) == []


def test_no_token_while_resolving():
    """DF-12.24, DF-7.60: not while a face, a ship or a card waits; between blessings."""
    game = roll(with_quirks(put(table(3), 0, "0/0/0/0", triton=1)), ("choice_1", "gold_1"))
    game.when(0, UseTriton("gold")).rejected("DF-7.60")
    game = roll(with_quirks(put(table(3), 0, "6/0/0/0", triton=1)), ("ship", "gold_1"))
    game.when(0, UseTriton("gold")).rejected("DF-7.60")
    game = in_step(with_quirks(put(table(3, **ADVANCED), 0, "0/0/5/0", triton=2)))
    game.when(0, UseTriton("gold")).accepted()
    game.when(0, PerformFeat("helmet_of_invisibility")).accepted()
    game.when(0, UseTriton("gold")).rejected("DF-7.60")


def test_tokens_while_the_hind_or_an_ousted_player_resolves():
    """DF-12.24: nor in other instances, such as when the ousted rolls a boar of the turn player."""
    game = in_step(with_quirks(put(table(3), 0, "0/0/0/0", ["silver_hind"], triton=1)), "reinforcement")
    game.when(0, UseReinforcement("silver_hind", die=1)).accepted()
    roll(game, "choice_1").when(0, UseTriton("gold")).rejected("DF-7.60")
    game = put(table(3), 0, "0/6/0/0", ["tenacious_boar_red"], triton=1)
    game.state.gardens["boar_red"] = 0
    game = in_step(with_quirks(put(game, 1, hero="portal_4")))
    game.when(0, PerformFeat("sphinx")).accepted()
    roll(game, ("boar_red", "gold_1"))
    assert waits(game, 0) == ["boar_reward"]
    game.when(0, UseTriton("gold")).rejected("DF-7.60")


def test_the_automatic_hammer_takes_gold_at_the_roll():
    """DF-12.25, DF-7.42: all that fits, die 1 or 2, before anything is answered; then nothing is paid twice."""
    game = with_quirks(put(table(3), 0, "0/0/0/0", HAMMER))
    roll(game, ("choice_1", "gold_2_moon_1")).legal(ResolveFace(2, to_hammer=2, automatic=True), actor=0)
    game.when(0, ResolveFace(2, to_hammer=2)).rejected("DF-7.1")
    game.when(0, ResolveFace(1, "sun", automatic=True)).rejected("DF-12.25")
    game.when(0, ResolveFace(2, to_hammer=1, automatic=True)).rejected("DF-12.25")
    game.when(0, ResolveFace(2, to_hammer=2, automatic=True)).figures(0, hammer=2, moon=1)
    game.when(0, ResolveFace(1, "sun")).figures(0, sun=1, moon=1)
    assert acted(game) == []
    game = roll(with_quirks(put(table(3), 0, "0/0/0/0", HAMMER)), ("gold_1", "gold_2_moon_1"))
    game.when(0, ResolveFace(1, to_hammer=1, automatic=True)).accepted()
    game.when(0, ResolveFace(2, to_hammer=2, automatic=True)).figures(0, hammer=3, moon=1)
    assert acted(game) == []
    game = roll(with_quirks(put(table(3), 0, "0/0/0/0", HAMMER)), ("gold_1", "gold_1"))
    game.when(0, ResolveFace(1)).accepted()
    game.when(0, ResolveFace(2, to_hammer=1, automatic=True)).rejected("DF-12.25")
    plain = roll(put(table(3), 0, "0/0/0/0", HAMMER), ("choice_1", "gold_1"))
    plain.when(0, ResolveFace(2, to_hammer=1, automatic=True)).rejected("DF-12.25")


@pytest.mark.parametrize("quirk", [True, False])
def test_a_face_before_a_shield_comes_after_the_ships(quirk):
    """DF-12.26, DF-6.63: die 1 waits, die 2 is a shield: a ship goes first, and the face is paid twice."""
    game = put(put(table(3), 0, "0/0/0/0", HAMMER), 1, "6/0/0/0")
    if quirk:
        with_quirks(game)
    roll(game, ("gold_2_moon_1", "shield_red"), ("ship", "moon_1"))
    passed = game.when(1, ShipPass(1))
    passed.accepted() if quirk else passed.rejected("DF-6.63")
    game.when(0, ResolveFace(1, to_hammer=2)).figures(0, moon=2 if quirk else 1)
    assert acted(game) == ["composite_paid_twice"] * quirk
    game.state.players[1].hero = "portal_4"
    game = in_step(put(game, 0, "0/6/0/0")).when(0, PerformFeat("sphinx")).accepted()
    roll(put(game, 1, "0/0/0/0", HAMMER), ("gold_2_moon_1", "shield_red"))
    game.when(1, ResolveFace(1, to_hammer=2)).figures(1, moon=1)
    assert acted(game) == ["composite_paid_twice"] * quirk


@pytest.mark.parametrize("quirk", [True, False])
def test_a_shield_met_by_itself(quirk):
    """DF-12.27, DF-11.14: of two shields the gold one waits for the hammer; then the other gives its reward A too."""
    game = put(table(3), 0, "0/0/0/0", HAMMER)
    roll(with_quirks(game) if quirk else game, ("shield_blue", "shield_yellow"))
    game.when(0, ResolveFace(2, to_hammer=3)).figures(0, hammer=3, moon=2, vp=5 * quirk)
    assert acted(game) == ["shield_meets_itself"] * quirk


@pytest.mark.parametrize("quirk", [True, False])
def test_the_faces_of_the_satyrs_in_any_order(quirk):
    """DF-12.28, DF-7.70: the only pair, taken by rule, may be answered from die 2 on; each face is given once."""
    game = put(table(2), 0, "0/0/3/0", HAMMER)
    game = in_step(with_quirks(game) if quirk else game)
    game.when(0, PerformFeat("satyrs")).accepted()
    roll(game, ("gold_3", "gold_1"))
    second = game.when(0, ResolveFace(2, to_hammer=1))
    if not quirk:
        second.rejected("DF-7.1")
        return
    second.figures(0, hammer=1)
    game.when(0, ResolveFace(2)).rejected("DF-7.1")
    game.when(0, ResolveFace(1)).figures(0, hammer=1, gold=3)


@pytest.mark.parametrize("quirk", [True, False])
def test_the_strict_order_is_kept(quirk):
    """DF-12.29, DF-6.64: two players roll twice a turn: after a conflict the second blessing is strict as well."""
    game = put(put(table(2), 0, "6/0/0/0"), 1, "0/0/0/0", HAMMER)
    if quirk:
        with_quirks(game)
    roll(game, ("ship", "moon_1"), ("mirror", "gold_1"))
    game.when(0, ShipPass(1)).accepted()
    game.when(1, CopyFace(1, "moon_1")).accepted()
    game.when(1, ResolveFace(2)).accepted()
    roll(game, ("ship", "moon_1"), ("gold_1", "glory_3"))
    passed = game.when(0, ShipPass(1))
    passed.accepted() if quirk else passed.rejected("DF-6.63")


def test_the_audit_lists_where_quirks_acted(tmp_path):
    """DF-12.20 to DF-12.23: the audit lists each with its record."""
    for n in range(30):
        log = table_log(f"quirks {n}", "sensible")
        game = replay(ruleset("dice_forge"), log)
        acted = [
            (e.source, entered.seq, e.seat) for entered in game.entered for e in entered.entries if e.figure == "quirk"
        ]
        (tmp_path / "game.jsonl").write_bytes(b"\n".join(write(log)))
        listed = [
            check.found
            for check in run(str(tmp_path / "game.jsonl"), str(tmp_path / "none.duckdb")).checks
            if check.check == "quirks"
        ]
        assert listed == ["; ".join(f"{name} in record {seq} (seat {seat + 1})" for name, seq, seat in acted)] * bool(
            acted
        )
        if acted:
            return
    pytest.fail("no quirk acted")
