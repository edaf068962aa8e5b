"""The parts of the picture of Dice Forge: readable in one column, the same at all times, where actions happen."""

from itertools import islice

import pytest

from engine.games.dice_forge.components import CARDS
from engine.replay import Replay, replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.native import GameLog
from events.vocabulary.dice_forge import (
    AllocateGold,
    ChooseSatyrFaces,
    CopyFace,
    EndForge,
    ForgeFace,
    ForgeGranted,
    PerformFeat,
    PlatformAdjustment,
    ResolveFace,
    SanctuaryReduced,
    ShipForge,
    ShownDie,
    UseReinforcement,
    UseTriton,
)
from projections.pictures.dice_forge.places import places
from projections.pictures.dice_forge.wording import card_brief
from projections.pictures.pen import length
from projections.pictures.sheet import COLUMN, Part, Spot
from tests.games.dice_forge.table import in_step, put, table
from tests.support.parts import LEAST, parts_of, spots_of, texts
from tests.support.specimens import log_of, positions, sampled, specimens

LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff"
OPTIONS = {
    2: {"card_set": "advanced"},
    3: {"card_set": "draft", "promo_cards": True},
    4: {"card_set": "random", "promo_cards": True},
}
GAMES = [each for each in specimens() if each.values[0].game == "dice_forge"]
PURCHASES = (ForgeFace, ForgeGranted, PerformFeat)
every_number = pytest.mark.parametrize("players", [2, 3, 4])


def log_with(players: int) -> GameLog:
    return selfplay_log(ruleset("dice_forge"), f"parts-{players}", players, OPTIONS[players], "random")


@every_number
def test_parts_are_the_same_at_all_times(players):
    """Their names and heights: a mat has the room that its player's cards take at the end; only cards are added."""
    log = log_with(players)
    last = replay(ruleset("dice_forge"), log).state
    shapes = set()
    for game, _ in positions(log):
        parts = parts_of("dice_forge", game.state, (), last)
        assert all(part.columns == 1 for part in parts)
        shapes.add(tuple((part.name, part.height, len(part.elements) - cards_in(part)) for part in parts))
    assert len(shapes) == 1
    names = [name for name, _, _ in shapes.pop()]
    assert names == ["sanctuary", "islands", *(f"mat/{seat}" for seat in range(players)), "gardens", "signs"]


def cards_in(part: Part) -> int:
    return sum(isinstance(each, Spot) and each.key.count("/") == 2 and each.key[0] == "c" for each in part.elements)


@every_number
def test_texts_are_large_and_stay_in_their_part(players):
    """Texts have 13 units or more; nothing runs over the edge, not even a long name."""
    log = log_with(players)
    last = replay(ruleset("dice_forge"), log).state
    for number, (game, _) in enumerate(positions(log)):
        if number % 25 == 0 or game.standings is not None:
            for part in parts_of("dice_forge", game.state, (LONG_NAME,) * players, last):
                for text in texts(part):
                    assert text.size >= LEAST, text
                    assert text.left > 0, (part.name, text)
                    assert text.right < COLUMN, (part.name, text)
                    assert 0 < text.baseline < part.height, (part.name, text)


def test_every_card_has_room():
    """On the islands with what it does, on a mat with its number and glory; a mat grows with its cards."""
    for card in CARDS:
        if not CARDS[card].color:
            assert length(card_brief(card), 13) < 262, card
    state = in_step(put(table(4), 0, "5/4/3/20", [card for card in CARDS for _ in range(4)])).state
    mats = {part.name: part for part in parts_of("dice_forge", state) if part.seat >= 0}
    written = texts(mats["mat/0"])
    assert max(text.right for text in written) < COLUMN
    assert max(text.baseline for text in written) < mats["mat/0"].height
    assert any(text.words == "Helmet of Invisibility ×4" for text in written)
    assert mats["mat/0"].height > mats["mat/1"].height
    assert f"{4 * sum(card.glory for card in CARDS.values())} glory at the end" in [text.words for text in written]


@pytest.mark.parametrize("specimen", GAMES)
def test_actions_happen_where_something_is_drawn(specimen):
    """Every legal action names spots of the picture; only those that end or decline something name none."""
    for game, _ in sampled(specimen, 40):
        drawn = spots_of(parts_of("dice_forge", game.state))
        for actor, event in islice(game.rules.legal(game.state), 2_000):
            found = places(actor, event)
            assert set(found) <= drawn.keys(), event
            kind = type(event).__struct_config__.tag
            assert found or kind in {"end_reinforcement", "end_forge", "pass_action"} or declines(event), event


def declines(event) -> bool:
    """Whether it declines something, or takes faces from dice that it does not name."""
    return getattr(event, "take", None) is False or isinstance(event, ChooseSatyrFaces)


@pytest.mark.parametrize("specimen", GAMES)
def test_a_purchase_changes_its_place(specimen):
    """A face or a card leaves a spot that its event names; where a hero is ousted first, he leaves the portal."""
    log = log_of(specimen)
    game = Replay(ruleset("dice_forge"), log.header)
    bought = 0
    for record in log.records:
        before = spots_of(parts_of("dice_forge", game.state)) if isinstance(record.event, PURCHASES) else {}
        game.feed([record])
        if before:
            now = spots_of(parts_of("dice_forge", game.state))
            assert any(now[key] != before[key] for key in places(record.actor, record.event)), record
            bought += 1
    assert bought > 10


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (ForgeFace("gold_6", 1, "gold_1"), "pool/5/gold_6 die/1/l"),
        (ForgeGranted("shield_red", 2, "gold_1"), "garden/shield_red die/1/d"),
        (ShipForge(1, "sun_2", 2, "gold_1"), "die/1/l pool/8/sun_2 die/1/d"),
        (PerformFeat("hydra"), "slot/m8 portal/portal_4"),
        (CopyFace(2, "gold_1", ShownDie(0, 1)), "die/1/d die/0/l"),
        (ResolveFace(1, "gold", 2), "die/1/l bar/1/gold hammer/1"),
        (ResolveFace(2, "glory"), "die/1/d title/1"),
        (UseReinforcement("guardians_owl", None, "sun"), "cards/1/guardians_owl bar/1/sun"),
        (AllocateGold(3), "bar/1/gold hammer/1"),
        (UseTriton("moon"), "stock/1 bar/1/moon"),
        (PlatformAdjustment(2, "triple", gold=1, glory=-2, hammer=1), "bar/2/gold title/2 hammer/2"),
        (SanctuaryReduced(5, ("gold_6", "choice_1")), "pool/5/gold_6 pool/5/choice_1"),
        (SanctuaryReduced(10, None), "pool/10/glory_4 pool/10/glory_2_moon_2 pool/10/choice_2 pool/10/all_1"),
        (ForgeFace("nothing known", 1, "gold_1"), "die/1/l"),
        (EndForge(), ""),
    ],
)
def test_where_events_happen(event, expected):
    assert places(1, event) == tuple(expected.split())
