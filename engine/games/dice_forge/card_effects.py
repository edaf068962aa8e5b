"""The instant effects of cards: DF-7.39, DF-7.52, DF-7.54, section 7G; for Great Bear and boars: feats.py, boars.py."""

from collections.abc import Callable, Iterator

from engine.clause import Violation
from engine.games.dice_forge.components import CARDS, Effect
from engine.games.dice_forge.figures import gain, gain_split
from engine.games.dice_forge.items import BearerChoice, Bless, BlessingDie, CardEffects, GoldSplit, GrantedForge
from engine.games.dice_forge.queries import room, turn_player
from engine.games.dice_forge.state import State
from engine.ledger import Book, enter
from events.vocabulary.dice_forge import AllocateGold, ChooseBlessingDie


def run(book: Book, state: State, item: CardEffects) -> bool:
    """DF-7.39: the instant effects of the card just taken, in order; cards without any do nothing (DF-7.65)."""
    del state.agenda[-1]
    for effect in CARDS[state.card].effects:
        if effect.when == "instant":
            _OPS[effect.op](book, state, effect)
    return True


def _add_hammer(book: Book, state: State, effect: Effect) -> None:
    """DF-7.61: one more hammer, with 30 spaces (DF-6.79)."""
    turn_player(state).hammers += 1


def _raise_caps(book: Book, state: State, effect: Effect) -> None:
    """DF-7.62: one more chest; the caps rise immediately (DF-4.3)."""
    turn_player(state).chests += 1


def _gain(book: Book, state: State, effect: Effect) -> None:
    """DF-7.63: moon first, then gold, which may go on the hammer if there is room (DF-7.54)."""
    player = turn_player(state)
    gain(book, player, (0, effect.sun, effect.moon, 0), state.card)
    if room(state, player):
        state.agenda.append(GoldSplit(player.seat))
    else:
        gain(book, player, (effect.gold, 0, 0, 0), state.card)


def _add_token(book: Book, state: State, effect: Effect) -> None:
    """DF-7.66, DF-7.67: a Cerberus or a Triton token; there are as many as cards that grant them (DF-3.4)."""
    enter(book, turn_player(state), effect.token, effect.count, state.card)


def _forge_garden(book: Book, state: State, effect: Effect) -> None:
    """DF-7.50: a face of the Gardens must be forged."""
    state.agenda.append(GrantedForge(state.turn_player))


def _bearer_forge(book: Book, state: State, effect: Effect) -> None:
    """DF-7.64: another player is named, who has to bear the boar."""
    state.agenda.append(BearerChoice(state.turn_player))


def _divine_blessing(book: Book, state: State, effect: Effect) -> None:
    """DF-7.68, DF-7.72: divine blessings in sequence (DF-6.23)."""
    state.agenda += [Bless(state.card, state.turn_player)] * effect.count


def _minor_blessing(book: Book, state: State, effect: Effect) -> None:
    """DF-7.69, DF-7.73: the die is chosen once for all blessings."""
    state.agenda.append(BlessingDie(state.turn_player))


def _dice_of_others(book: Book, state: State, effect: Effect) -> None:
    """DF-7.70, DF-7.71: the others roll, for the Satyrs or against the Minotaur."""
    state.agenda.append(Bless(state.card))


def _glory_per_forged(book: Book, state: State, effect: Effect) -> None:
    """DF-7.75: glory for every face forged so far, by whatever means."""
    player = turn_player(state)
    enter(book, player, "vp", effect.per * player.forged, state.card)


def _shift_dice(book: Book, state: State, effect: Effect) -> None:
    """DF-7.74: the dice are shifted in the next turn, or for one turn longer."""
    state.seagull_pending += effect.turns


_OPS: dict[str, Callable[[Book, State, Effect], None]] = {
    "add_hammer": _add_hammer,
    "raise_caps": _raise_caps,
    "gain": _gain,
    "add_token": _add_token,
    "forge_garden": _forge_garden,
    "bearer_forge": _bearer_forge,
    "divine_blessing": _divine_blessing,
    "minor_blessing": _minor_blessing,
    "satyrs": _dice_of_others,
    "minotaur": _dice_of_others,
    "glory_per_forged": _glory_per_forged,
    "shift_dice": _shift_dice,
}


def legal_blessing_dice(state: State, seat: int) -> Iterator[ChooseBlessingDie]:
    """DF-7.52: either die."""
    return (ChooseBlessingDie(die) for die in (1, 2))


def choose_blessing_die(state: State, seat: int, event: ChooseBlessingDie) -> Book:
    """DF-7.52: the die of all the minor blessings of Sphinx or Cyclops. Raises Violation DF-7.52 for no such die."""
    if event.die not in (1, 2):
        raise Violation("DF-7.52", die=event.die)

    count = CARDS[state.card].effect("instant").count
    state.agenda[-1:] = [Bless(state.card, seat, event.die)] * count
    return []


def legal_allocations(state: State, seat: int) -> Iterator[AllocateGold]:
    """DF-7.54: from none to all of the gold, as far as there is room."""
    gold = CARDS[state.card].effect("instant").gold
    return (AllocateGold(n) for n in range(min(gold, room(state, state.players[seat])) + 1))


def allocate_gold(state: State, seat: int, event: AllocateGold) -> Book:
    """DF-7.54: split the gold of the Wild Spirits. Raises Violation DF-7.54 for more gold than exists or fits."""
    player = state.players[seat]
    gold = CARDS[state.card].effect("instant").gold
    most = min(gold, room(state, player))
    if not 0 <= event.to_hammer <= most:
        raise Violation("DF-7.54", to_hammer=event.to_hammer, most=most)

    book: Book = []
    del state.agenda[-1]
    gain_split(book, player, gold, event.to_hammer, state.options.hammer_rule, state.card)
    return book
