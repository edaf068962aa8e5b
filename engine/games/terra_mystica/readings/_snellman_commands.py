"""The moderator's commands (TM-17.1.1), read as events in a position: TM-17.4.

A command states less than an event: turns end silently, transforms are implied, offers are named by their giver. `read`
plays what a command means in the position that a `Reader` follows.
"""

from collections.abc import Callable

from engine.clause import Violation
from engine.games.terra_mystica.components import CULTS, GAME, WHEEL_SIZE
from engine.games.terra_mystica.cults import SUPPLY_SPACE
from engine.games.terra_mystica.readings._snellman_codes import (
    ACTION_OF,
    CARD_OF,
    CULT_OF,
    POWER_ACTION_OF,
    RESOURCE_OF,
    TERRAIN_OF,
    shift_codes,
)
from engine.games.terra_mystica.readings._snellman_giving_up import give_up, is_lost_by_rule
from engine.games.terra_mystica.readings._snellman_land import bridge, build, connect, dig, transform, upgrade
from engine.games.terra_mystica.readings._snellman_offers import decline, leech
from engine.games.terra_mystica.readings._snellman_reader import Reader
from engine.games.terra_mystica.readings._snellman_tiles import cult, lose_cult, tile
from engine.games.terra_mystica.state import NOBODY, Player
from engine.games.terra_mystica.turns import has_open_followup
from events.notations._snellman_commands import Command
from events.vocabulary import terra_mystica as events

ANSWERS = frozenset(("leech", "decline", "wait"))


def read(reader: Reader, seat: int, command: Command) -> None:
    """Play what one command of a seat means.

    TM-17.5.3: conversions occur anywhere in a turn; TM-17.5.6: tiles in any order; TM-17.5.10: two actions in a
    row; TM-17.5.11: the last player's turns follow one another.
    """
    verb, state = command.verb, reader.state
    if verb == "give_up" and is_lost_by_rule(reader, state.players[seat], command):
        return
    if verb not in ANSWERS:  # the answer to a void offer may come after the last pass of a round
        reader.replay.settle()
        if not state.actions_left and state.phase == "action" and state.active != NOBODY:
            reader.end_turn_before(seat, command)
    COMMANDS[verb](reader, state.players[seat], command)


def send(reader: Reader, player: Player, command: Command) -> None:
    """`send p to fire`: to the best free space, or `for n`."""
    track = CULT_OF[command.what]
    free = reader.state.order_spaces[CULTS.index(track)]
    reader.play(player.seat, events.SendPriest(track, command.n or max(free, default=SUPPLY_SPACE)))


def action(reader: Reader, player: Player, command: Command) -> None:
    """`action ACT1`, `action BON1`, `action ACTW`."""
    if command.what in POWER_ACTION_OF:
        reader.play(player.seat, events.PowerAction(POWER_ACTION_OF[command.what]))
    elif command.what in ACTION_OF:
        reader.play(player.seat, events.SpecialAction(ACTION_OF[command.what]))
    else:
        shifts = {code: name for name, code in shift_codes(player).items()}
        reader.play(player.seat, events.SpecialAction(shifts.get(command.what, command.what)))


def advance(reader: Reader, player: Player, command: Command) -> None:
    """`advance ship`, `advance dig`."""
    reader.play(player.seat, events.AdvanceShipping() if command.what == "ship" else events.AdvanceExchange())


def pass_round(reader: Reader, player: Player, command: Command) -> None:
    """`pass BON1`; in the setup it takes the first card; TM-17.5.16: in the last round the card means nothing."""
    card = CARD_OF.get(command.what, command.what) or None
    if reader.state.phase == "setup_bonus":
        reader.play(player.seat, events.ChooseInitialBonusCard(card or ""))
    else:
        reader.play(player.seat, events.Pass(card if reader.state.round < GAME.rounds else None))


def convert(reader: Reader, player: Player, command: Command) -> None:
    """`convert 2pw to 2c`; workers to priests are the Darklings' ordination."""
    give, get = RESOURCE_OF[command.what], RESOURCE_OF[command.to]
    reader.context.conversions[player.seat] = reader.state.turn
    if (give, get) == ("worker", "priest"):
        _ordain(reader, player, command)
    else:
        reader.play(player.seat, events.Convert(give, command.n, get, command.to_n))


def _ordain(reader: Reader, player: Player, command: Command) -> None:
    """TM-7.8.9: one decision, which a row may split into several commands: the first command plays all of it."""
    if reader.context.ordinations.get(player.seat) == (reader.state.turn, reader.line):
        return
    stated = [each for each in reader.row if (each.verb, each.what, each.to) == ("convert", "w", "p")] or [command]
    workers, priests = sum(each.n for each in stated), sum(each.to_n for each in stated)
    if workers != priests:
        violation = Violation("TM-7.8.9", workers=workers, priests=priests)
        reader.replay.reject(player.seat, None, reader.line, violation)
    event = events.OrdainPriests(priests)
    reader.play(player.seat, event)
    reader.note(player.seat, event)


def burn(reader: Reader, player: Player, command: Command) -> None:
    """`burn 2`; TM-17.5.16: `burn 0` is nothing."""
    if command.n:
        reader.play(player.seat, events.BurnPower(command.n))


def adjust(reader: Reader, player: Player, command: Command) -> None:
    """TM-17.5.9: `-2w`."""
    reader.play(player.seat, events.AdjustResources(RESOURCE_OF[command.what], command.n))


def wait(reader: Reader, player: Player, command: Command) -> None:
    """TM-17.5.12: `wait` means nothing."""


def done(reader: Reader, player: Player, command: Command) -> None:
    """`done` ends the turn, unless it is already over."""
    if reader.state.active == player.seat and not has_open_followup(reader.state):
        reader.close_turn()


def setup(reader: Reader, player: Player, command: Command) -> None:
    """`setup` rows are read where the factions are chosen."""


def drop(reader: Reader, player: Player, command: Command) -> None:
    """`resign`, `drop-faction F`."""
    seat = reader.seat(command.what) if command.what else player.seat
    if not reader.state.players[seat].dropped:
        reader.play(None, events.DropPlayer(seat))


def gain_token(reader: Reader, player: Player, command: Command) -> None:
    """`gain P3 for VP`."""
    reader.play(player.seat, events.BuyToken())


def color(reader: Reader, player: Player, command: Command) -> None:
    """`pick-color green`."""
    reader.play(player.seat, events.ChooseHomeTerrain(TERRAIN_OF.get(command.what, command.what)))


def unlock(reader: Reader, player: Player, command: Command) -> None:
    """`unlock-terrain green`, `unlock-terrain gain-priest`."""
    if command.what == "gain-priest":
        if len(player.unlocked) == WHEEL_SIZE and not player.unlocks_owed:  # TM-17.5.20
            return
        reader.play(player.seat, events.TakePriest())
    else:
        reader.play(player.seat, events.UnlockTerrain(TERRAIN_OF.get(command.what, command.what)))


COMMANDS: dict[str, Callable[[Reader, Player, Command], None]] = {
    "leech": leech,
    "decline": decline,
    "build": build,
    "transform": transform,
    "dig": dig,
    "upgrade": upgrade,
    "bridge": bridge,
    "connect": connect,
    "send": send,
    "action": action,
    "advance": advance,
    "pass": pass_round,
    "convert": convert,
    "burn": burn,
    "tile": tile,
    "cult": cult,
    "lose_cult": lose_cult,
    "give_up": give_up,
    "adjust": adjust,
    "wait": wait,
    "done": done,
    "setup": setup,
    "drop": drop,
    "gain_token": gain_token,
    "color": color,
    "unlock": unlock,
}
