"""The position in a terminal, and as an SVG picture."""

import re
from xml.etree import ElementTree

import pytest

from engine.address import goto
from engine.games.dice_forge.components import CARDS, FACES, POOLS, PORTALS, RESOURCES, START
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.vocabulary.dice_forge import SanctuaryReduced
from projections import pictures
from projections.pictures import dice_forge
from projections.pictures.dice_forge import look
from tests.games.dice_forge.table import header, in_step, put, show, table
from tests.support import at_start
from tests.support.parts import parts_of, spots_of


def test_text_shows_everything():
    game = in_step(
        put(table(3, card_set="advanced"), 0, "5/4/3/20", ["blacksmiths_hammer", "great_bear", "great_bear"])
    )
    put(show(game, 0, "choice_1", "boar_red"), 0, hero="portal_2", hammer=7, triton=1)
    words = pictures.text("dice_forge", game.state, 100, False)
    for part in ("gold 5/12", "glory 20", "hammer 7/30", "1 Triton", "[1G/1S/1M]", "[boar red]", "portal 2 [1]"):
        assert part in words, part
    assert "The Great Bear x2" in words
    assert "seat 1 (their turn)" in words
    assert "\x1b" not in words
    assert "\x1b[38;5;100m3G\x1b[0m x4" in dice_forge.text(game.state, 100, True)
    assert max(len(line) for line in words.splitlines()) <= 100


def test_shifted_dice_name_their_owners():
    game = in_step(table(3))
    for words in (dice_forge.text(game.state, 100, False), pictures.svg("dice_forge", game.state)):
        assert "of seat 3" not in words
    game.state.dice_shifted = True
    assert "light of seat 3 1G 1G" in dice_forge.text(game.state, 100, False)
    assert all(f"{die} die, seat 3&#x27;s" in pictures.svg("dice_forge", game.state) for die in ("light", "dark"))


def test_a_number_stays_with_its_face():
    for width in range(60, 120):
        words = dice_forge.text(table(4).state, width, False)
        assert not [line for line in words.splitlines() if re.match(r" +x\d(?! x)", line)], width


def test_nothing_depends_on_colour_alone():
    """Every amount has the sign of its resource, a choice the word `or`, a boar the initial of its colour."""
    drawn = {name: look.face(0, 0, name) for name in FACES}
    for name, face in drawn.items():
        rule = FACES[name]
        given = [*rule.amounts, *(resource for option in rule.options for resource in option if rule.kind == "choice")]
        assert [resource for resource in RESOURCES for _ in range(face.count(look.SIGNS[resource]))] == sorted(
            [*given, *[rule.watch] * bool(rule.watch)], key=RESOURCES.index
        )
        assert (">or<" in face) == (rule.kind == "choice")
        assert not rule.color or f">{rule.color[0].upper()}<" in face
    pictures_alone = {re.sub(r'fill[=:]"?#\w+|<title>.*?</title>', "", face) for face in drawn.values()}
    assert len(pictures_alone) == len(FACES)
    assert "prefers-color-scheme:dark" in pictures.svg("dice_forge", table(3).state)


def test_unknown_parts_are_marked():
    game = at_start("dice_forge", header(2, card_set="custom", groups={"m4": "satyrs"}))
    game.when(None, SanctuaryReduced(5, None)).accepted()
    words = dice_forge.text(game.state, 120, False)
    assert "(2 of these)" in words
    assert "unknown" in words
    draft = at_start("dice_forge", header(3, card_set="draft"))
    assert "not chosen yet" in dice_forge.text(draft.state, 120, False)
    for state in (game.state, draft.state):
        ElementTree.fromstring(pictures.svg("dice_forge", state))


@pytest.mark.parametrize(("players", "address"), [(2, "end"), (3, "r5"), (4, "r7.t2"), (4, "start")])
def test_svg_is_a_picture_of_the_position(players, address):
    """Every die face is drawn, every hero and portal; faces have titles."""
    rules = ruleset("dice_forge")
    game = goto(
        rules, selfplay_log(rules, f"picture-{players}", players, {"card_set": "advanced"}, "sensible"), address
    )
    root = ElementTree.fromstring(pictures.svg("dice_forge", game.state))
    whole, *titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    on_dice = [face for player in game.state.players for die in player.dice for face in die]
    showing = [face for player in game.state.players for face in player.up if face]
    assert titles.count("showing") == len(showing)
    titles = [title for title in titles if title != "showing"]
    left = sum(n > 0 for n in (*game.state.sanctuary.values(), *game.state.gardens.values()))
    assert whole is not None
    assert whole.startswith("Dice Forge: ")
    assert len(titles) == len(on_dice) + len(showing) + left
    assert set(titles) <= {face.replace("_", " ") for face in FACES}
    words = " ".join(text.text or "" for text in root.iter("{http://www.w3.org/2000/svg}text"))
    drawn = spots_of(parts_of("dice_forge", game.state))
    assert all(f">{portal.removeprefix('portal_')}</text>" in drawn[f"portal/{portal}"] for portal in PORTALS)
    assert all(
        drawn[f"portal/{player.hero}"].endswith(f">{player.seat + 1}</text>")
        for player in game.state.players
        if player.hero != START
    )
    for pool in POOLS.values():
        for face in {face for face in pool.faces if pool.faces.count(face) > 1}:
            assert f">×{game.state.sanctuary[face]}</text>" in drawn[f"pool/{pool.id}/{face}"]
    bought = {CARDS[card].name.removeprefix("The ") for player in game.state.players for card in player.cards}
    assert all(name in words for name in bought)
