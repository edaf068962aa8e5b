"""Commands for tiles and cult steps, and steps down a cult track: TM-17.5.2 to TM-17.5.7."""

from engine.clause import Violation
from engine.games.terra_mystica.components import CULTS
from engine.games.terra_mystica.readings._snellman_codes import CULT_OF, FAVOR_OF, TOWN_TILE_OF
from engine.games.terra_mystica.readings._snellman_lowering import check_step_down, track_order
from engine.games.terra_mystica.readings._snellman_reader import Reader
from engine.games.terra_mystica.state import Player
from events.notations._snellman_commands import Command
from events.vocabulary import terra_mystica as events


def tile(reader: Reader, player: Player, command: Command) -> None:
    """`+FAV5`, `+2TW1`."""
    if command.what in FAVOR_OF:
        reader.play(player.seat, events.ChooseFavorTile(FAVOR_OF[command.what]))
        return
    name = TOWN_TILE_OF.get(command.what, command.what)
    for _ in range(command.n):
        if not player.towns_owed and player.rules.id == "mermaids" and reader.state.active == player.seat:
            reader.imply_link(player)
        try:
            order = track_order(reader.state, player, name, reader.context.lowered)
        except Violation as violation:
            reader.replay.reject(player.seat, None, reader.line, violation)
        reader.play(player.seat, events.ChooseTownTile(name, order))
    reader.context.lowered.clear()


def cult(reader: Reader, player: Player, command: Command) -> None:
    """`+FIRE`, `+2FIRE`: the steps that are owed; two single steps may be written as one.

    TM-17.5.2, TM-17.5.7: the Cultists' steps may come late, even after the last pass.
    """
    owed = player.cult_owed
    times = command.n if owed and owed[0] < command.n else 1
    for _ in range(times):
        reader.play(player.seat, events.ChooseCultStep(CULT_OF[command.what]))


def lose_cult(reader: Reader, player: Player, command: Command) -> None:
    """TM-16.4.2: the Acolytes' loss; TM-17.5.5: otherwise `-WATER` before a town tile names the track without a key."""
    cult = CULT_OF[command.what]
    if player.loss_owed:
        if command.n != player.loss_owed:
            violation = Violation("TM-16.4.2", owed=player.loss_owed, cult=cult, steps=command.n)
            reader.replay.reject(player.seat, None, reader.line, violation)
        reader.play(player.seat, events.LoseCult(cult))
        return
    if reader.state.options.loose_cult_loss and not player.towns_owed:
        reader.play(player.seat, events.AdjustResources(cult, -command.n))
        return
    track = CULTS.index(cult)
    try:
        check_step_down(player, track, command.n)
    except Violation as violation:
        reader.replay.reject(player.seat, None, reader.line, violation)
    reader.context.lowered[track] = command.n
