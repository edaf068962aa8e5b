"""Positions of Dice Forge for tests: a table, what players own and show, rolls, the step that is open."""

from engine.games.dice_forge.components import CARDS
from engine.games.dice_forge.flow import follow
from engine.games.dice_forge.items import Action, ExtraOffer, Reinforcement, Reward, Roll
from engine.games.dice_forge.queries import held_by
from engine.games.dice_forge.turns import begin_turn
from events.log.record import Header, Seat
from events.vocabulary.dice_forge import DiceRolled, PerformFeat, SanctuaryReduced
from tests.support import Position, at_start

PLAIN = ("gold_1", "gold_1")
STEPS = {"reinforcement": Reinforcement, "action": Action, "extra_offer": ExtraOffer}
ADVANCED = {"card_set": "advanced"}
CUSTOM = {"card_set": "custom"}


def header(n, **options):
    return Header("dice_forge", "1", options, tuple(Seat(f"P{seat}") for seat in range(n)))


def table(n=3, turn=0, **options) -> Position:
    """A table at the beginning of the first round, in the turn of a seat, before the rolls."""
    position = at_start("dice_forge", header(n, **options))
    if n == 2:
        position.when(None, SanctuaryReduced(5, ("glory_1_sun_1", "gold_2_moon_1"))).accepted()
        position.when(None, SanctuaryReduced(10, ("glory_4", "all_1"))).accepted()
    if turn:
        position.state.turn_player = turn
        position.state.blessing = None
        begin_turn(position.state)
        follow([], position.state)
    return position


def put(position, seat, amounts=None, cards=(), **fields):
    """What a player has: gold/sun/moon/glory as text, cards with what they bring, other fields."""
    player = position.state.players[seat]
    if amounts is not None:
        player.gold, player.sun, player.moon, player.vp = (int(n) for n in amounts.split("/"))
    for card in cards:
        player.cards.append(card)
        left = position.state.slots[CARDS[card].slot]
        if card in left:
            left.remove(card)
        player.chests += card == "blacksmiths_chest"
        player.hammers += card == "blacksmiths_hammer"
    for field, value in fields.items():
        assert field in player.__struct_fields__, field
        setattr(player, field, value)
    return position


def show(position, seat, *faces):
    """Two faces on the dice that a player holds, showing; those they stand for are gone."""
    holder = held_by(position.state, seat)
    for die, face in enumerate(faces):
        if face not in holder.dice[die]:
            plain = "gold_1" if "gold_1" in holder.dice[die] else holder.dice[die][0]
            holder.dice[die][holder.dice[die].index(plain)] = face
            holder.dice[die].sort()
        holder.up[die] = face
    return position


def roll(position, *rolls):
    """The rolls that are due, in order; faces are put on the dice first. Those not given are plain gold."""
    rolls = list(rolls)
    blessing = position.state.blessing
    while (due := rollers(position)) and position.state.blessing is blessing:
        faces = rolls.pop(0) if rolls else PLAIN
        faces = (faces,) if isinstance(faces, str) else faces
        seat = due[0]
        dice = [blessing.die] if blessing.die else [1, 2]
        showing = dict(zip((1, 2), held_by(position.state, seat).up, strict=True)) | dict(zip(dice, faces, strict=True))
        keep = list(held_by(position.state, seat).up)
        show(position, seat, *[showing[die] or "gold_1" for die in (1, 2)])
        held_by(position.state, seat).up[:] = keep
        event = DiceRolled(seat, {str(die): face for die, face in zip(dice, faces, strict=True)}, blessing.cause)
        position.when(None, event).accepted()
    assert not rolls, f"no roll is due for {rolls}"
    return position


def in_step(position, step="action"):
    """The turn player's step is open, its blessing done."""
    state = position.state
    state.blessing, state.agenda = None, [STEPS[step](state.turn_player)]
    state.queues = [[] for _ in state.players]
    return position


def rollers(position):
    """The players still to roll in the current blessing, in order."""
    return [item.player for item in reversed(position.state.agenda) if isinstance(item, Roll)]


def rewards(position):
    """The colours of the boars whose rewards wait, for each player."""
    return [[item.color for item in queue if isinstance(item, Reward)] for queue in position.state.queues]


def reserve(position, seat):
    """gold/sun/moon/glory of a player."""
    player = position.state.players[seat]
    return f"{player.gold}/{player.sun}/{player.moon}/{player.vp}"


def waits(position, seat):
    """The kind of events that a player is offered, tokens aside."""
    kinds = [
        type(event).__struct_config__.tag for actor, event in position.rules.legal(position.state) if actor == seat
    ]
    return sorted(set(kinds) - {"use_triton"})


def offered(position, seat):
    """All that a player is offered."""
    return {event for actor, event in position.rules.legal(position.state) if actor == seat}


def boar_table():
    """P0 owns the red boar, P1 bears it, both have nothing else; it is P2's turn."""
    position = put(table(3, turn=2, **ADVANCED), 0, "0/0/0/0", cards=["tenacious_boar_red"])
    position.state.gardens["boar_red"] = 0
    return put(position, 1, "0/0/0/0")


def minotaur(n=3, **options):
    """P0 has just bought the Minotaur; the others roll."""
    position = in_step(put(table(n, **options), 0, "0/3/0/0"))
    return position.when(0, PerformFeat("minotaur")).accepted()


def sentinel(**options):
    """P0 has just bought the Sentinel and has nothing left."""
    position = in_step(put(table(3, **ADVANCED, **options), 0, "0/0/6/0"))
    return put(position.when(0, PerformFeat("sentinel")).accepted(), 0, "0/0/0/0")
