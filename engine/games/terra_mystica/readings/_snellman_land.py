"""Commands on the map: dwellings with the transforms they imply, spades, upgrades, bridges, Mermaid towns."""

from engine.games.terra_mystica.components import TERRAINS, VOLCANO, WHEEL_SIZE
from engine.games.terra_mystica.homes import HOMES, home_of
from engine.games.terra_mystica.readings._snellman_codes import BUILDING_OF, TERRAIN_OF
from engine.games.terra_mystica.readings._snellman_giving_up import give_up_the_rest
from engine.games.terra_mystica.readings._snellman_reader import Reader
from engine.games.terra_mystica.state import NOBODY, Player
from engine.games.terra_mystica.terraforming import spades_assumed, spades_in_hand, spare_spades, ways_of_hex
from events.notations._snellman_commands import Command
from events.vocabulary import terra_mystica as events


def build(reader: Reader, player: Player, command: Command) -> None:
    """TM-17.4.4: `build H`, with the transform it implies; TM-17.5.4: after free spades as after bought ones."""
    state = reader.state
    if state.phase == "setup_dwellings":
        reader.play(player.seat, events.PlaceInitialDwelling(command.where))
        return
    h = state.board.numbers.get(command.where, NOBODY)
    home = home_of(player)
    implied = h != NOBODY and 0 <= state.terrain[h] != home and not player.unlocked  # TM-16.8.2
    if implied and not state.followup.free_dwelling:
        _transform(reader, player, h, home)
    reader.play(player.seat, events.BuildDwelling(command.where))


def transform(reader: Reader, player: Player, command: Command) -> None:
    """`transform H to K`; TM-17.4.5: without a colour, to the home terrain or as near to it as the spades reach."""
    h = reader.state.board.numbers.get(command.where, NOBODY)
    if h == NOBODY or reader.state.terrain[h] < 0:
        reader.play(player.seat, events.Transform(command.where, player.rules.home, 0))
        return
    if command.what in TERRAIN_OF:
        _transform(reader, player, h, HOMES[TERRAIN_OF[command.what]])
    else:
        _transform(reader, player, h, _nearest(reader, player, h))


def _transform(reader: Reader, player: Player, h: int, target: int) -> None:
    spades = spades_in_hand(reader.state, player)
    used = 0
    if not reader.state.followup.sandstorm and target != VOLCANO:
        used = spades_assumed(reader.state, ways_of_hex(reader.state, player, h, target), spades)
    if reader.short_way:
        reader.context.spare[player.seat] = spare_spades(reader.state, player, h, target, used)
    reader.play(player.seat, events.Transform(reader.state.board.names[h], TERRAINS[target], used))
    if reader.context.given_up:
        give_up_the_rest(reader, player, "SPADE")


def _nearest(reader: Reader, player: Player, h: int) -> int:
    home, current = home_of(player), reader.state.terrain[h]
    if home >= WHEEL_SIZE:
        return home
    spades = spades_in_hand(reader.state, player)
    up = (home - current) % WHEEL_SIZE
    if reader.state.followup.sandstorm or spades >= min(up, WHEEL_SIZE - up):
        return home
    return (current + (spades if up < WHEEL_SIZE - up else -spades)) % WHEEL_SIZE


def dig(reader: Reader, player: Player, command: Command) -> None:
    """`dig 2`."""
    reader.play(player.seat, events.Dig(command.n))


def upgrade(reader: Reader, player: Player, command: Command) -> None:
    """`upgrade H to TP`."""
    reader.play(player.seat, events.UpgradeStructure(command.where, BUILDING_OF[command.what]))


def bridge(reader: Reader, player: Player, command: Command) -> None:
    """`bridge H:H`."""
    reader.play(player.seat, events.PlaceBridge(command.where, command.to))
    if reader.context.given_up:
        give_up_the_rest(reader, player, "BRIDGE")


def connect(reader: Reader, player: Player, command: Command) -> None:
    """`connect r12`, or the land hexes on its banks."""
    board = reader.state.board
    if command.where.startswith("r"):
        reader.play(player.seat, events.FoundMermaidTown(command.where))
        return
    ends = {board.numbers.get(name, NOBODY) for name in command.where.split(":")}
    river = next((r for r in board.rivers if ends <= set(board.banks[r])), NOBODY)
    name = board.names[river] if river != NOBODY else command.where
    reader.play(player.seat, events.FoundMermaidTown(name))
