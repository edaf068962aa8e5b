"""What a platform did against these rules, and players who left: DF-8.20."""

from engine.clause import Violation
from engine.games.dice_forge.components import CARD_SPACES
from engine.games.dice_forge.state import Player, State
from engine.ledger import Book, enter
from events.vocabulary.dice_forge import PlatformAdjustment, PlayerQuit


def _check(state: State, actor: int | None, seat: int) -> Player:
    if actor is not None:
        raise Violation("DF-8.20", actor=actor)
    if not state.options.platform_events or not 0 <= seat < len(state.players) or state.step == "finished":
        raise Violation("DF-8.20", player=seat, platform_events=state.options.platform_events, step=state.step)
    return state.players[seat]


def leaves_limits(player: Player, figure: str, change: int) -> bool:
    """DF-4.3, DF-8.20: whether a figure would become negative or, except for glory, exceed its limit."""
    value, most = _limits(player)[figure]
    return value + change < 0 or (most is not None and value + change > most)


def _limits(player: Player) -> dict[str, tuple[int, int | None]]:
    """What a player has, and the most that fits."""
    return {
        "gold": (player.gold, player.gold_cap),
        "sun": (player.sun, player.sun_cap),
        "moon": (player.moon, player.moon_cap),
        "vp": (player.vp, None),
        "hammer": (player.hammer, CARD_SPACES * player.hammers),
    }


def platform_adjustment(state: State, actor: int | None, event: PlatformAdjustment) -> Book:
    """DF-8.20: change figures by force, within the limits of DF-4.3.

    Raises Violation DF-8.20 if the option forbids it, there is no such player, or a limit is exceeded.
    """
    player = _check(state, actor, event.player)
    changes = {"gold": event.gold, "sun": event.sun, "moon": event.moon, "vp": event.glory, "hammer": event.hammer}
    for figure, change in changes.items():
        if leaves_limits(player, figure, change):
            value, most = _limits(player)[figure]
            raise Violation("DF-8.20", player=event.player, figure=figure, value=value + change, most=most)

    book: Book = []
    for figure, change in changes.items():
        enter(book, player, figure, change, "platform")
    return book


def player_quit(state: State, actor: int | None, event: PlayerQuit) -> Book:
    """DF-8.20: from now on the player's items are dropped, decisions answered by rule (flow.py, automatic_answers.py).

    Raises Violation DF-8.20 if the option forbids it, there is no such player, or the player has already left.
    """
    player = _check(state, actor, event.player)
    if player.quit:
        raise Violation("DF-8.20", player=event.player, quit=True)

    player.quit = True
    return []
