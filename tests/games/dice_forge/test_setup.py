"""Sections 1, 3, 4 and 5: options, components, the table before the first turn; chance events of the setup."""

from collections import Counter

import pytest

from engine.clause import Unsupported
from engine.games.dice_forge.components import CARDS, FACES, POOLS, PORTALS, SLOTS, TABLES
from engine.games.dice_forge.items import CardDraft, GroupReveal
from engine.games.dice_forge.options import options_of
from engine.games.dice_forge.queries import held_by, room
from engine.games.dice_forge.slots import candidates, cards_of, usual_colors
from events.log.codec import Unreadable
from events.vocabulary.dice_forge import DraftCard, DraftSlot, ForgeFace, GroupRevealed, PerformFeat, SanctuaryReduced
from tests.games.dice_forge.table import header, in_step, put, roll, show, table
from tests.support import at_start


def test_options_and_their_defaults():
    """DF-1.2, DF-1.5: the dialect only changes defaults; stated options hold."""
    plain, printed = options_of(header(3)), options_of(header(3, dialect="printed", triton_auto=True))
    assert (plain.card_set, plain.hammer_rule, plain.conversion, plain.triton_auto) == ("basic", "bga", "face", True)
    assert (printed.hammer_rule, printed.conversion, printed.draft_slot_order) == ("printed", "unit", "listed")
    assert (printed.triton_auto, printed.cerberus_on_minotaur) == (True, False)


@pytest.mark.parametrize(
    "options",
    [
        {"module": "rebellion"},
        {"card_set": "rebellion"},
        {"hammer_rule": "double"},
        {"card_set": "custom", "groups": {"m5": "pegasus"}},
        {"card_set": "custom", "groups": {"m9": "hydra"}},
    ],
)
def test_out_of_scope(options):
    """DF-1.3: what belongs to the expansion, or to nothing known, is refused as unsupported."""
    with pytest.raises(Unsupported):
        options_of(header(3, **options))


@pytest.mark.parametrize(
    ("seats", "options", "found"),
    [
        (1, {}, "1 seat"),
        (5, {}, "5 seats"),
        (3, {"first_drafter": 3}, "found 3"),
        (3, {"remove_gold_6": True}, "remove_gold_6"),
        (3, {"groups": {"m5": "cerberus"}}, "groups of slots"),
        (3, {"quirks": ["boar_paid_again"], "dialect": "printed"}, "quirks with the dialect printed"),
        (3, {"first_drafter": "yes"}, "yes"),
    ],
)
def test_a_header_that_does_not_fit(seats, options, found):
    """DF-5.1, DF-1.5: one line names what was found."""
    with pytest.raises(Unreadable, match=found) as unreadable:
        at_start("dice_forge", header(seats, **options))
    assert unreadable.value.line == 1  # the header's
    assert unreadable.value.path == (f"$.options.{next(iter(options))}" if options else "$.seats")


def test_components():
    """DF-3.1, DF-3.2, DF-3.3, DF-3.6: faces, cards, portals as they are counted."""
    assert sum(face.temple_count for face in FACES.values() if face.where == "sanctuary") == 40
    gardens = Counter(face.garden for face in FACES.values() for _ in range(face.temple_count) if face.garden)
    assert gardens == {"mirror": 4, "triple": 4, "ship": 4, "shield": 4, "boar": 4}
    kinds = {card.group or card.id for card in CARDS.values() if {"basic", "advanced"} & set(card.sets)}
    assert len({card.group or card.id for card in CARDS.values() if "basic" in card.sets}) == 15
    assert len(kinds) == 24
    assert (len(SLOTS), len(PORTALS)) == (15, 7)
    assert SLOTS["m8"].cost == {"moon": 5, "sun": 5}
    assert [pool.cost for pool in POOLS.values()] == [2, 2, 3, 3, 4, 5, 6, 8, 8, 12]
    assert all(FACES[face].cost == pool.cost for pool in POOLS.values() for face in pool.faces)
    assert {token["id"]: token["count"] for token in TABLES.token} == {"cerberus": 4, "triton": 4}


def test_a_die_has_no_positions():
    """DF-3.5: equal sets of faces are equal dice."""
    one, other = table(3), table(3)
    for game, faces in ((one, ("gold_3", "moon_1")), (other, ("moon_1", "gold_3"))):
        in_step(put(game, 0, "12/0/0/0"))
        for face in faces:
            game.when(0, ForgeFace(face, 1, "gold_1")).accepted()
    assert one.state.players[0].dice == other.state.players[0].dice


def test_first_position():
    """DF-4.1, DF-4.2, DF-5.3, DF-5.13: dice, reserves, the first turn."""
    game = at_start("dice_forge", header(3))
    player = game.state.players[2]
    assert player.dice == [["gold_1"] * 5 + ["sun_1"], ["glory_2", *["gold_1"] * 4, "moon_1"]]
    assert (player.gold, player.hero, player.up, player.cards) == (1, "start", ["", ""], [])
    assert {name: n for name, n in game.rules.figures(game.state, 2).items() if n} == {"gold": 1}
    game.then(round=1, turn_player=0, step="blessing", rounds=10)


def test_hammer_room():
    """DF-4.6: over all cards, or on one card only."""
    for rule, expected in (("bga", 32), ("bga_legacy", 32), ("printed", 2)):
        game = put(table(3, hammer_rule=rule), 0, cards=["blacksmiths_hammer"] * 2, hammer=28)
        assert room(game.state, game.state.players[0]) == expected
    full = put(table(3, hammer_rule="printed"), 0, cards=["blacksmiths_hammer"], hammer=30)
    assert room(full.state, full.state.players[0]) == 0


def test_conservation_is_noticed():
    """DF-4.5, DF-3.4: lost faces, cards and tokens, overfull reserves are found."""
    game = table(3)
    assert not list(game.rules.conservation(game.state))
    game.state.sanctuary["gold_3"] -= 1
    game.state.slots["m1"].pop()
    game.state.players[1].dice[1].pop()
    put(game, 0, "13/7/0/0", cerberus=1, triton=1)
    put(game, 1, "0/0/7/-1", hero="portal_1", hammer=1)
    put(game, 2, hero="portal_1", hammers=1, chests=1)
    assert list(game.rules.conservation(game.state)) == [
        "seat 2: die 2 has 5 faces",
        "1 of gold_3 lost",
        "1 of moon_1 lost",
        "slot m1: 2 cards left and 0 owned",
        "2 heroes at portal_1 (DF-7.36)",
        "seat 1: gold 13, allowed 0 to 12",
        "seat 1: sun 7, allowed 0 to 6",
        "seat 1: cerberus 1, allowed 0 to 0",
        "seat 1: triton 1, allowed 0 to 0",
        "seat 2: moon 7, allowed 0 to 6",
        "seat 2: glory -1, allowed at least 0",
        "seat 2: hammer 1, allowed 0 to 0",
        "seat 3: 1 of blacksmiths_hammer, bought 0",
        "seat 3: 1 of blacksmiths_chest, bought 0",
    ]


def test_conservation_holds_at_every_limit():
    """DF-4.5, DF-4.3: full reserves, a token for each card; and the stack holds its own cards."""
    game = at_start("dice_forge", header(4, card_set="custom", groups={"m8": "monster_stack", "m4": "satyrs"}))
    put(game, 0, "12/6/6/0", ["triton", "cerberus"], triton=1, cerberus=1)
    put(game, 1, "16/9/9/0", ["blacksmiths_chest"])
    put(game, 2, cards=["blacksmiths_hammer"], hammer=30)
    assert not list(game.rules.conservation(game.state))
    game.state.slots["m8"][0] = "satyrs"
    game.state.groups["m4"] = "silver_hind"
    assert list(game.rules.conservation(game.state)) == [
        "slot m4: silver_hind cannot lie there",
        "slot m8: not the cards of the stack",
    ]


def test_remove_gold_6():
    """DF-5.4: one face only is removed from pool 5 then."""
    game = at_start("dice_forge", header(2, remove_gold_6=True))
    game.when(None, SanctuaryReduced(5, ("gold_6", "choice_1"))).rejected("DF-8.5", removed=("gold_6", "choice_1"))
    game.when(None, SanctuaryReduced(5, ("choice_1",))).accepted()
    assert [face for face in POOLS[5].faces if game.state.sanctuary[face]] == ["glory_1_sun_1", "gold_2_moon_1"]


def test_reductions():
    """DF-5.5, DF-8.5, DF-8.1: pool 5, then pool 10, two faces each."""
    game = at_start("dice_forge", header(2))
    assert {pool: game.state.sanctuary[POOLS[pool].faces[0]] for pool in (1, 6, 9)} == {1: 2, 6: 2, 9: 2}
    game.when(None, SanctuaryReduced(10, ("glory_4", "all_1"))).rejected("DF-8.5", expected=5)
    game.when(None, SanctuaryReduced(5, ("gold_6", "gold_6"))).rejected("DF-8.5")
    game.when(None, GroupRevealed("m3", "great_bear")).rejected("DF-8.1")
    game.legal(SanctuaryReduced(5, ("gold_6", "choice_1")), SanctuaryReduced(5, None), actor=None)
    game.when(None, SanctuaryReduced(5, ("choice_1", "gold_6"))).accepted()
    game.when(None, SanctuaryReduced(10, ("all_1", "choice_2"))).then(round=1)
    game.when(None, SanctuaryReduced(10, None)).rejected("DF-8.1")


def test_open_pool():
    """DF-5.5, DF-7.5: of an open pool every kind may be there, until two have gone."""
    game = at_start("dice_forge", header(2))
    game.when(None, SanctuaryReduced(5, None)).accepted()
    game.when(None, SanctuaryReduced(10, None)).accepted()
    in_step(put(game, 0, "12/0/0/0"))
    game.legal(*[ForgeFace(face, 1, "gold_1") for face in POOLS[5].faces])
    game.when(0, ForgeFace("gold_6", 1, "gold_1")).then(open_pools={5: 1, 10: 2})
    game.when(0, ForgeFace("choice_1", 1, "gold_1")).then(open_pools={10: 2})
    assert not list(game.rules.conservation(game.state))
    game.when(0, ForgeFace("glory_1_sun_1", 2, "gold_1")).rejected("DF-7.21", face="glory_1_sun_1")


def test_sets():
    """DF-5.6: basic and advanced."""
    for card_set, m3 in (("basic", "silver_hind"), ("advanced", "great_bear")):
        game = at_start("dice_forge", header(4, card_set=card_set))
        assert game.state.slots["m3"] == [m3] * 4


def test_random_mode():
    """DF-5.6, DF-5.7, DF-5.11, DF-8.6: each slot with a choice is revealed, in their order."""
    for promos, slots in ((True, ["m3", "m4", "m5", "m7", "m8", "s1", "s3", "s4", "s5", "s7"]), (False, None)):
        game = at_start("dice_forge", header(3, card_set="random", promo_cards=promos))
        expected = slots or ["m3", "m4", "m5", "m7", "m8", "s3", "s4", "s5", "s7"]
        assert [item.slot for item in reversed(game.state.agenda) if isinstance(item, GroupReveal)] == expected
    game.when(None, GroupRevealed("m4", "satyrs")).rejected("DF-8.6", expected="m3")
    game.when(None, GroupRevealed("m3", "satyrs")).rejected("DF-8.6", group="satyrs")
    game.when(None, DraftSlot("m3")).rejected("DF-8.1")
    game.when(None, GroupRevealed("m3", "great_bear")).accepted()
    game.when(None, GroupRevealed("m4", "magical_seagull")).rejected("DF-8.6")
    game.when(None, GroupRevealed("m4", "satyrs", ("red", "blue", "green"))).rejected("DF-8.6")
    game.when(None, GroupRevealed("m4", "tenacious_boar", ("blue", "red"))).rejected("DF-8.6", colors=("blue", "red"))
    game.when(None, GroupRevealed("m4", "tenacious_boar", ("blue", "red", "green"))).accepted()
    assert set(game.state.slots["m4"]) == {f"tenacious_boar_{color}" for color in ("blue", "red", "green")}


def test_colours_and_stacks():
    """DF-5.8, DF-5.9, DF-11.34: the usual boars; the monsters by option."""
    assert usual_colors(at_start("dice_forge", header(3, card_set="draft")).state) == ["red", "yellow", "blue"]
    assert usual_colors(at_start("dice_forge", header(3, card_set="random")).state) == ["red", "yellow", "green"]
    groups = {"m8": "monster_stack"}
    game = at_start("dice_forge", header(4, card_set="custom", groups=groups, monster_stack="harpy_first"))
    assert game.state.slots["m8"] == ["goddess_shadow", "mother_of_monsters", "chimera", "harpy"]


def test_a_custom_game_has_the_groups_that_are_named():
    """DF-5.6: every group of every slot can be named, and its cards lie there."""
    for slot, rule in SLOTS.items():
        for group in rule.groups:
            game = at_start("dice_forge", header(3, card_set="custom", groups={slot: group}))
            assert game.state.groups[slot] == group
            assert set(game.state.slots[slot]) <= set(cards_of(game.state, group))
            assert game.state.slots[slot]


def test_one_group_a_slot():
    """DF-5.14, DF-5.7, DF-11.36: cards of one slot do not meet; promos are an option."""
    game = at_start("dice_forge", header(3, card_set="random", promo_cards=False))
    assert candidates(game.state, "m4") == ["satyrs", "tenacious_boar"]
    assert len(at_start("dice_forge", header(3)).state.groups) == 15


def test_draft():
    """DF-5.10, DF-11.35, DF-7.10, DF-7.11, DF-8.7: chance names the slot, the drafters rotate."""
    game = at_start("dice_forge", header(3, card_set="draft", first_drafter=2))
    turn = game.rules.turn(game.state)
    assert (turn.index, turn.round, turn.phase, turn.actors) == (0, 0, "draft", ())
    game.when(0, DraftCard("hydra")).rejected("DF-8.2")
    game.when(None, DraftSlot("m1")).rejected("DF-8.7", slot="m1")
    game.when(None, DraftSlot("m8")).accepted()
    game.when(0, DraftCard("hydra")).rejected("DF-7.1", actor=0)
    game.when(2, DraftCard("cancer")).rejected("DF-7.10", group="cancer")
    game.legal(DraftCard("hydra"), DraftCard("typhon"), DraftCard("monster_stack"), actor=2)
    game.when(2, DraftCard("monster_stack")).accepted()
    game.when(None, DraftSlot("m8")).rejected("DF-8.7")
    game.when(None, DraftSlot("m4")).accepted()
    game.when(0, DraftCard("tenacious_boar", ("red", "red", "blue"))).rejected("DF-7.11", wanted=3)
    game.when(0, DraftCard("tenacious_boar", ("red", "green", "blue"))).accepted()
    assert game.state.drafted == 2


def test_draft_in_the_listed_order():
    """DF-5.10, DF-7.12: no chance; the option determines the stack."""
    game = at_start("dice_forge", header(2, card_set="draft", draft_slot_order="listed", monster_stack="harpy_first"))
    for pool, removed in ((5, ("gold_6", "choice_1")), (10, ("glory_4", "all_1"))):
        game.when(None, SanctuaryReduced(pool, removed)).accepted()
    drafted = []
    while isinstance(item := game.state.newest, CardDraft):
        drafted.append(item.slot)
        group = "monster_stack" if drafted[-1] == "m8" else candidates(game.state, drafted[-1])[0]
        game.when((len(drafted) - 1) % 2, DraftCard(group)).accepted()
    assert drafted == ["s1", "m3", "s3", "m4", "s4", "m5", "s5", "m7", "s7", "m8"]
    assert game.state.slots["m8"] == ["chimera", "harpy"]
    game.then(round=1, step="blessing")


def test_unknown_groups():
    """DF-5.12, DF-7.33: the first card bought determines the group; until then nothing is offered."""
    game = in_step(put(table(3, card_set="custom", groups={"m4": None}), 0, "0/9/9/0"))
    game.not_legal(PerformFeat("satyrs"), PerformFeat("tenacious_boar_blue"))
    other = game.fork()
    game.when(0, PerformFeat("tenacious_boar_blue")).accepted()
    assert game.state.slots["m4"] == ["tenacious_boar_red", "tenacious_boar_yellow"]
    other.when(0, PerformFeat("satyrs")).accepted()
    assert other.state.slots["m4"] == ["satyrs"] * 2
    game = at_start("dice_forge", header(3, card_set="random", promo_cards=False))
    while isinstance(item := game.state.newest, GroupReveal):
        game.when(None, GroupRevealed(item.slot, None)).accepted()
    in_step(put(game, 0, "0/9/9/0")).when(0, PerformFeat("magical_seagull")).rejected("DF-7.33", slot="m4")


def test_held_dice():
    """DF-4.4: shifted dice are those of the player before."""
    game = table(3)
    game.state.dice_shifted = True
    assert [held_by(game.state, seat).seat for seat in range(3)] == [2, 0, 1]
    roll(show(game, 1, "sun_2", "gold_1"), ("gold_1", "gold_1"), ("sun_2", "gold_1"))
    assert game.state.players[0].up == ["sun_2", "gold_1"]
    game.figures(1, sun=2)
