"""The command by which something is given up, `-SPADE` or `-BRIDGE`, in whole or in part: TM-17.5.13."""

from engine.clause import Violation
from engine.games.terra_mystica.components import GAME
from engine.games.terra_mystica.readings._snellman_codes import GIVEN_UP
from engine.games.terra_mystica.readings._snellman_reader import Reader
from engine.games.terra_mystica.rounds import bonus_of
from engine.games.terra_mystica.state import NOBODY, Player
from engine.games.terra_mystica.terraforming import always_two, least_useful, spades_in_hand
from events.notations._snellman_commands import Command
from events.vocabulary import terra_mystica as events


def is_lost_by_rule(reader: Reader, player: Player, command: Command) -> bool:
    """TM-17.4.9: whether a command states what the rules do anyway: Giants lose the odd spade of phase 3 (TM-7.3.12).

    TM-17.5.21: so are the spades beyond the short way, which the moderator has left with `loose-dig`. TM-17.5.22: so is
    an ordination that is given up on the line of the last pass.
    """
    state = reader.state
    if command.what == "CONVERT_W_TO_P" and reader.row[-1:] and reader.row[-1].verb == "pass":
        return state.round == GAME.rounds and command.n == _most_ordained(player)
    if command.what == "SPADE" and reader.context.spare.pop(player.seat, 0) == command.n:
        return True
    if command.what != "SPADE" or not always_two(player):
        return False
    if state.phase == "action" and state.active == NOBODY:
        reader.replay.advance_to("cult_bonus")
    if state.phase != "cult_bonus" or any(due[0] == player.seat for due in state.spades_due):
        return False
    lost = bonus_of(state, player).get("spade", 0) % least_useful(player)
    if command.n != lost or reader.context.odd_spades.get(player.seat) == state.round:
        return False
    reader.context.odd_spades[player.seat] = state.round
    return True


def give_up(reader: Reader, player: Player, command: Command) -> None:
    """TM-17.5.13: `-SPADE`, `-BRIDGE`; the unused part of an ordination has already lapsed: TM-7.8.9."""
    ordained, _ = reader.context.ordinations.get(player.seat, (0, 0))
    if command.what == "CONVERT_W_TO_P" and ordained == reader.state.turn:
        return
    place = player.seat, command.what
    already, held = reader.context.given_up.pop(place, 0), _held(reader, player, command.what)
    if already + command.n > held:
        violation = Violation("TM-7.11.6", what=command.what, n=already + command.n, has=held)
        reader.replay.reject(player.seat, None, reader.line, violation)
    if already + command.n < held:  # only a part of it; the rest can still be used
        reader.context.given_up[place] = already + command.n
        return
    reader.play(player.seat, events.Forfeit(GIVEN_UP.get(command.what, command.what)))


def give_up_the_rest(reader: Reader, player: Player, what: str) -> None:
    """Give up the part given up before, as soon as nothing else is left: the rules have only all or nothing."""
    already = reader.context.given_up.get((player.seat, what), 0)
    if already and _held(reader, player, what) == already:
        del reader.context.given_up[player.seat, what]
        reader.play(player.seat, events.Forfeit(GIVEN_UP[what]))


def _most_ordained(player: Player) -> int:
    """TM-7.8.9: how many priests the player's stronghold has allowed to ordain."""
    return player.rules.building("stronghold").ordination_max if player.built["stronghold"] else 0


def _held(reader: Reader, player: Player, what: str) -> int:
    """How much of something can be given up; 1 for anything that has no number."""
    numbers = {"SPADE": spades_in_hand(reader.state, player), "BRIDGE": reader.state.followup.bridges}
    return numbers.get(what, player.ordination if what == "CONVERT_W_TO_P" else 1)
