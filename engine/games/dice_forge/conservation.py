"""What is conserved: DF-4.5."""

from collections import Counter
from collections.abc import Iterator

from engine.games.dice_forge.components import CARD_SPACES, CARDS, FACES, STACK, START, TABLES
from engine.games.dice_forge.slots import candidates, cards_of
from engine.games.dice_forge.state import Player, State


def conservation(state: State) -> Iterator[str]:
    """DF-4.5: faces, cards and tokens are neither created nor lost, and reserves stay within their limits."""
    yield from _faces(state)
    yield from _cards(state)
    heroes = Counter(player.hero for player in state.players if player.hero != START)
    yield from (f"{n} heroes at {portal} (DF-7.36)" for portal, n in heroes.items() if n > 1)
    for player in state.players:
        yield from _limits(player)


def _faces(state: State) -> Iterator[str]:
    found: Counter[str] = Counter(state.sanctuary) + Counter(state.gardens) + Counter(state.removed)
    for player in state.players:
        found.update(player.discard)
        for number, die in enumerate(player.dice, 1):
            found.update(die)
            if len(die) != 6:
                yield f"seat {player.seat + 1}: die {number} has {len(die)} faces"
    expected: Counter[str] = Counter({face.id: face.temple_count for face in FACES.values()})
    for start in TABLES.starting_die:
        expected.update({face: n * len(state.players) for face, n in Counter(start.faces).items()})
    for face, n in (expected - found).items():
        yield f"{n} of {face} lost"
    for face, n in (found - expected).items():
        yield f"{n} of {face} too many"


def _cards(state: State) -> Iterator[str]:
    for slot, cards in state.slots.items():
        group = state.groups[slot]
        if not group:
            continue
        owned = [card for player in state.players for card in player.cards if CARDS[card].slot == slot]
        if len(cards) + len(owned) != len(state.players):
            yield f"slot {slot}: {len(cards)} cards left and {len(owned)} owned"
        if group == STACK and Counter(cards + owned) != Counter(cards_of(state, group)):
            yield f"slot {slot}: not the cards of the stack"
        if group not in candidates(state, slot):
            yield f"slot {slot}: {group} cannot lie there"


def _limits(player: Player) -> Iterator[str]:
    for figure, value, most in (
        ("gold", player.gold, player.gold_cap),
        ("sun", player.sun, player.sun_cap),
        ("moon", player.moon, player.moon_cap),
        ("glory", player.vp, None),
        ("hammer", player.hammer, CARD_SPACES * player.hammers),
        ("cerberus", player.cerberus, player.cards.count("cerberus")),
        ("triton", player.triton, player.cards.count("triton")),
    ):
        if value < 0 or (most is not None and value > most):
            allowed = "at least 0" if most is None else f"0 to {most}"
            yield f"seat {player.seat + 1}: {figure} {value}, allowed {allowed}"
    for owned, card in ((player.hammers, "blacksmiths_hammer"), (player.chests, "blacksmiths_chest")):
        if owned > player.cards.count(card):
            yield f"seat {player.seat + 1}: {owned} of {card}, bought {player.cards.count(card)}"
