"""Power actions (TM-7.7), special actions (TM-7.6), and giving up the follow-ups that they open (TM-7.11.6)."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.terra_mystica.bridges import bridge_places
from engine.games.terra_mystica.components import (
    BONUS_CARDS,
    FAVOR_TILES,
    POWER_ACTIONS,
    SPECIAL_ACTIONS,
    Action,
)
from engine.games.terra_mystica.figures import affords, pay, spend_power
from engine.games.terra_mystica.gate_and_reef import legal_places
from engine.games.terra_mystica.ice import is_free, power_cost
from engine.games.terra_mystica.rewards import gain
from engine.games.terra_mystica.riverwalkers import has_no_spades
from engine.games.terra_mystica.shapeshifters import forfeit_token
from engine.games.terra_mystica.shifting import SHAPESHIFTS, check_shift, may_shift, owned_shifts, shift
from engine.games.terra_mystica.state import Player, State
from engine.games.terra_mystica.terraforming import (
    grant_spades,
    legal_digs,
    legal_transforms,
    spades_in_hand,
    use_bonus_spades,
)
from engine.games.terra_mystica.tiles import favor_can_be_taken
from engine.games.terra_mystica.turns import begin_action, check_active, check_may_act, may_decide
from engine.ledger import Book
from events.vocabulary.terra_mystica import Forfeit, PowerAction, SpecialAction


def legal_power_actions(state: State, seat: int) -> Iterator[PowerAction]:
    """Every power action that is free and can be paid for: TM-7.7."""
    player = state.players[seat]
    for name, action in POWER_ACTIONS.items():
        if is_free(state, player, name) and player.bowl3 >= power_cost(player, action) and _can_use(player, action):
            yield PowerAction(name)


def power_action(state: State, seat: int, event: PowerAction) -> Book:
    """TM-7.7: take an action paid for with power, if only to block it (TM-7.7.2).

    Raises Violation TM-7.7.1 if it is unknown or already taken this round, TM-4.3.3 if bowl III holds too little.
    """
    player = state.players[seat]
    check_may_act(state, seat)
    action = POWER_ACTIONS.get(event.action)
    if action is None or not is_free(state, player, event.action):
        raise Violation("TM-7.7.1", action=event.action, used=action is not None)
    _check_can_use(player, action)
    cost = power_cost(player, action)
    if player.bowl3 < cost:
        raise Violation("TM-4.3.3", action=event.action, cost=cost, bowl3=player.bowl3)

    book: Book = []
    begin_action(book, state, player)
    if event.action not in state.used:
        state.used.append(event.action)
    spend_power(book, player, cost, event.action)
    _grant(book, state, player, action)
    return book


def _can_use(player: Player, action: Action) -> bool:
    return "spade" not in action.gain or not has_no_spades(player)


def _can_place(state: State, player: Player, action: Action) -> bool:
    """TM-7.6.9: whether the bridge of an action can be placed; with `loose_bridge_action` it is given up if not."""
    if "bridge" not in action.gain or state.options.loose_bridge_action:
        return True
    return next(bridge_places(state, player), None) is not None


def _check_can_use(player: Player, action: Action) -> None:
    """TM-16.8.2: factions without spades cannot take actions that give spades."""
    if not _can_use(player, action):
        raise Violation("TM-16.8.2", faction=player.faction, action=action.id)


def owned_actions(player: Player) -> list[str]:
    """TM-7.6.0: the special actions of the faction, the bonus card (not after passing, TM-11.27) and favor tiles."""
    owned = []
    rules = player.rules
    if rules.action:
        owned.append(rules.action)
    if rules.stronghold.action and player.built["stronghold"]:
        owned.append(rules.stronghold.action)
    if rules.stronghold.actions:
        owned += owned_shifts(player)
    if player.bonus_card is not None and not player.passed and BONUS_CARDS[player.bonus_card].action:
        owned.append(BONUS_CARDS[player.bonus_card].action)
    owned += [FAVOR_TILES[tile].action for tile in player.favor_tiles if FAVOR_TILES[tile].action]
    return owned


def legal_special_actions(state: State, seat: int) -> Iterator[SpecialAction]:
    """Every special action that is owned, unused this round and affordable."""
    player = state.players[seat]
    for name in owned_actions(player):
        action = SPECIAL_ACTIONS[name]
        if name in SHAPESHIFTS:
            payable = may_shift(state, player, name)
        else:
            payable = _token(name, player.seat) not in state.used and affords(player, action.cost)
        if payable and _can_use(player, action) and _can_place(state, player, action):
            yield SpecialAction(name)


def special_action(state: State, seat: int, event: SpecialAction) -> Book:
    """TM-7.6: take one's own action, once per round; the Engineers' bridge (TM-7.6.9) as often as it is paid for.

    Raises Violation TM-7.6.0 if it is used or not owned, TM-7.6.9 if it cannot be paid for or its bridge placed.
    """
    player = state.players[seat]
    check_may_act(state, seat)
    if event.action not in owned_actions(player):
        raise Violation("TM-7.6.0", action=event.action, owned=owned_actions(player))
    token = _token(event.action, seat)
    if token in state.used:
        raise Violation("TM-7.6.0", action=event.action, used=True)
    action = SPECIAL_ACTIONS[event.action]
    _check_can_use(player, action)
    if event.action in SHAPESHIFTS:
        check_shift(state, player, event.action)
    elif not affords(player, action.cost):
        raise Violation("TM-7.6.9", action=event.action, cost=action.cost, workers=player.worker)
    elif not _can_place(state, player, action):
        raise Violation("TM-7.6.9", action=event.action, bridges_left=player.bridges_left, sites=0)

    book: Book = []
    begin_action(book, state, player)
    if action.once_per_round:
        state.used.append(token)
    if event.action in SHAPESHIFTS:
        shift(book, state, player, event.action)
        return book
    pay(book, player, action.cost, event.action)
    _grant(book, state, player, action)
    return book


def _token(action: str, seat: int) -> str:
    """TM-4.1: special actions are kept per player: a tile that changes hands stays used only for its old owner.

    TM-7.6.0: a bonus card's action is usable once per round, no matter who holds the card: it cannot change hands
    before its holder has passed, and the player who takes it has also passed.
    """
    return f"{action}/{seat}"


def _grant(book: Book, state: State, player: Player, action: Action) -> None:
    """Give what an action brings: resources at once (TM-7.7), everything else as follow-ups (TM-6.4.2)."""
    gain(book, state, player, action.gain, action.id)
    followup = state.followup
    for what, n in action.gain.items():
        if what == "spade":  # TM-7.6.2, TM-7.6.7, TM-7.7: two free spades may go to two hexes, the Giants' to one
            grant_spades(book, state, player, n, hexes=1 if action.faction else n)
        elif what == "bridge":
            followup.bridges = n  # TM-7.7.3: if none can be placed, it is given up
        elif what == "cult_choice":  # TM-7.6.1, TM-7.6.3
            player.cult_owed.append(n)
        elif what == "free_dwelling":  # TM-7.6.4
            followup.free_dwelling = True
        elif what == "free_trading_house":  # TM-7.6.5
            followup.free_trading_house = True
        elif what == "free_transform":  # TM-7.6.8
            followup.sandstorm = followup.build_ok = True
        elif what == "extra_actions":  # TM-7.6.6
            state.actions_left += n


# --- giving up ------------------------------------------------------------------------------------------------------


def legal_forfeits(state: State, seat: int) -> Iterator[Forfeit]:
    """Everything the player may give up now: TM-7.11.6, TM-16.6.1."""
    player = state.players[seat]
    if player.tokens_owed:
        yield Forfeit("token")
    if state.phase == "action" and not may_decide(state, seat):
        return
    for what in ("spades", "sandstorm", "free_dwelling", "free_trading_house", "bridge", "ordination", "favor", "gate"):
        if _forfeitable(state, player, what):
            yield Forfeit(what)


def forfeit(state: State, seat: int, event: Forfeit) -> Book:
    """TM-7.11.6: give up a follow-up. Raises Violation TM-7.11.6 if it is not open or cannot be given up.

    TM-7.3.8: free spades can be forfeited; TM-7.2.5: bought spades only if they cannot be used.
    """
    player = state.players[seat]
    if event.what == "token":
        return forfeit_token(state, player)
    if state.phase == "cult_bonus":
        if event.what != "spades" or not spades_in_hand(state, player):
            raise Violation("TM-7.11.6", what=event.what, phase=state.phase)
        use_bonus_spades(state, spades_in_hand(state, player))
        return []
    check_active(state, seat)
    if not _forfeitable(state, player, event.what):
        raise Violation("TM-7.11.6", what=event.what)
    followup = state.followup
    if event.what == "spades":
        followup.spades = 0
        followup.may_dig = False
    elif event.what == "bridge":
        followup.bridges = 0
    elif event.what == "ordination":
        player.ordination = 0
    elif event.what == "favor":
        player.favors_owed -= 1
    elif event.what == "gate":
        followup.gate = False
    else:
        setattr(followup, event.what, False)
        followup.build_ok = False
    return []


def _forfeitable(state: State, player: Player, what: str) -> bool:
    followup = state.followup
    if what == "spades":
        if not followup.dug or state.options.loose_dig:
            return spades_in_hand(state, player) > 0
        nothing_else = (
            next(legal_transforms(state, player.seat), None) is None
            and next(legal_digs(state, player.seat), None) is None
            and next(legal_places(state, player.seat), None) is None
        )
        return followup.spades > 0 and nothing_else
    if what == "favor":
        return player.favors_owed > 0 and not any(favor_can_be_taken(state, player, tile) for tile in FAVOR_TILES)
    if what == "bridge":
        return followup.bridges > 0
    if what == "ordination":
        return player.ordination > 0
    if what in ("sandstorm", "free_dwelling", "free_trading_house", "gate"):
        return bool(getattr(followup, what))
    return False
