"""The games of a monthly dump of terra.snellman.net: their results, as far as it counts them (TM-17.7.4)."""

from engine.clause import Unsupported
from engine.games.terra_mystica.components import FACTIONS
from engine.games.terra_mystica.readings._snellman_codes import FACTION_OF
from engine.games.terra_mystica.readings._snellman_options import MAP_OF, options_named
from events.log.codec import Unreadable
from events.log.record import Header, Seat
from events.notations.snellman_counters import Played

OPTION = "option-"


def result(played: Played) -> Header:
    """The header of a game, with its final VP. Raises Unsupported for unknown names, Unreadable if there is none."""
    if not played.factions:
        raise Unreadable("no factions", "those of the game")
    for person in played.factions:
        if person.faction not in FACTION_OF:
            raise Unsupported("faction", person.faction)
    seats = tuple(Seat(person.player or "", FACTION_OF[person.faction]) for person in played.factions)
    points = {}
    for seat, person in enumerate(played.factions):
        counted = played.events.of_faction.get(person.faction, {}).get("vp")
        if counted is None or "all" not in counted.round:
            raise Unreadable(f"no VP of the {FACTIONS[FACTION_OF[person.faction]].name}", "the counter `vp`")
        points[seat] = counted.round["all"]
    names = [name.removeprefix(OPTION) for name in sorted(played.events.of_game) if name.startswith(OPTION)]
    options = options_named(names)
    options["map"] = MAP_OF.get(played.base_map, played.base_map)
    return Header("terra_mystica", "1", options, seats, expected=points, played_at=played.last_update)
