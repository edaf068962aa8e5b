"""Positions of Gaia in the words of the rulebook's examples.

table("(0,0) mountain [H11 #1 2 P0:1], (1,0) plain*3", "4/5/5", hands={1: "sea A04"}) is a table of three: a covered
Mountain, a Plain with three tokens, the supplies, and a hand. Short names: H11 a house city, A04 an animal card, a
terrain its nature card. Meeples that are nowhere else are on objectives.
"""

import re
from typing import Any, Self

from engine.games.gaia.board import add_tile, places_near
from engine.games.gaia.components import PILE_NUMBER, TERRAINS
from engine.games.gaia.conservation import at_known_places, conservation
from engine.games.gaia.items import Action
from engine.games.gaia.options import pile_totals
from engine.games.gaia.state import City, Objective
from events.log.record import Header, Seat
from tests.support import Position, at_start

_TILE = re.compile(
    r"\((?P<cell>-?\d+(?:,-?\d+)+)\) (?P<terrain>\w+)(?:\*(?P<animals>\d+))?"
    r"(?: \[(?P<card>\w+) #(?P<number>\d+) (?P<satisfied>\d) (?P<meeples>[^\]]*)\])?(?:, |$)"
)


def card(name: str) -> str:
    """The id of a short name."""
    if name in TERRAINS:
        return f"nature_{name}"
    short = re.fullmatch(r"([HA])(\d\d)", name)
    return f"house_{ {'H': 'city', 'A': 'animal'}[short[1]] }_{short[2]}" if short else name


def cards(names: str) -> list[str]:
    """The ids of short names."""
    return [card(name) for name in names.split()]


def header(players: int = 3, catalogue: Any = "house_v1", **options: Any) -> Header:
    """A header with this number of seats."""
    seats = tuple(Seat(f"P{seat}") for seat in range(players))
    return Header("gaia", "1", options, seats, catalogue)


class Table(Position):
    """A position of Gaia, with questions in the words of the examples."""

    def cities(self, *expected: str) -> Self:
        """Exactly these cities lie on the board: `H11 #1 3 P0:1 P1:1`, `H11 #1 1 -` without meeples."""
        assert [_words(city) for city in self.state.cities] == list(expected)
        return self

    def supply(self, expected: str) -> Self:
        """The supplies of the seats, such as `4/5/5`."""
        assert "/".join(str(player.supply) for player in self.state.players) == expected
        return self

    def hand(self, seat: int, expected: str) -> Self:
        """A hand holds exactly these known cards."""
        assert sorted(self.state.players[seat].known) == sorted(cards(expected))
        return self

    def tile(self, *cell: int, terrain: str, animals: int = 0) -> Self:
        """A cell holds this tile with this number of tokens."""
        tile = self.state.tiles[self.state.place_at[",".join(map(str, cell))]]
        assert (tile.terrain, tile.animals) == (terrain, animals)
        return self

    def stock(self, **expected: int) -> Self:
        """So many tiles are in stock."""
        assert {terrain: self.state.stock[terrain] for terrain in expected} == expected
        return self

    def over(self, reason: str, *ranking: int) -> Self:
        """The game is over: GA-10.4."""
        assert (self.state.reason, self.state.ranking, self.state.awaiting) == (reason, list(ranking), "over")
        return self

    def awaits(self, awaiting: str, *actors: int) -> Self:
        """Section 6.8: the awaited items, and from whom they are awaited."""
        assert self.state.awaiting == awaiting
        assert self.rules.turn(self.state).actors == actors
        return self

    def sound(self) -> Self:
        """The invariants of section 4.4 hold."""
        assert list(conservation(self.state)) == []
        return self


def _words(city: City) -> str:
    meeples = " ".join(f"P{seat}:{number}" for seat, number in enumerate(city.meeples) if number)
    name = re.sub(r"house_city_", "H", city.card)
    return f"{name} #{city.founded_no} {city.satisfied} {meeples or '-'}"


def table(
    board: str = "",
    supply: str = "",
    *,
    players: int = 3,
    active: int = 0,
    actions: int = 2,
    hands: dict[int, str] | None = None,
    unknown: dict[int, tuple[int, int, int]] | None = None,
    played: dict[int, str] | None = None,
    powers: dict[int, str] | None = None,
    objectives: str = "",
    rows: dict[str, str] | None = None,
    discards: dict[str, str] | None = None,
    placed_by: dict[tuple[int, ...], int] | None = None,
    begin: bool = False,
    catalogue: Any = "house_v1",
    **options: Any,
) -> Table:
    """A table in the middle of a game, `active` before an action; with `begin`, at the start of that turn.

    `hands`, `rows`, `discards`, `powers` are short names; `played` are terrains; `objectives` are ids that nobody
    claimed, `06` for a nature objective of the house. What lies nowhere is in its deck or in an `unknown` hand.
    """
    start = at_start("gaia", header(players, catalogue, **options))
    here = Table(start.rules, start.state)
    state = here.state
    _lay(here, board, placed_by or {})
    for seat, names in (hands or {}).items():
        state.players[seat].known = cards(names)
    for seat, numbers in (unknown or {}).items():
        state.players[seat].unknown = list(numbers)
    for seat, names in (played or {}).items():
        state.players[seat].played_nature = names.split()
    for seat, names in (powers or {}).items():
        state.players[seat].played_power = names.split()
    for pile, names in (discards or {}).items():
        state.discard[pile] = cards(names)
    state.row = {"nature": ["", "", ""], "life": ["", ""], "power": ["", ""] if state.advanced else []}
    for pile, names in (rows or {}).items():
        state.row[pile] = ["" if name == "-" else card(name) for name in names.split()]
    _supplies(here, supply, objectives)
    state.turn, state.start_player, state.active, state.actions_left = 1, 0, active, actions
    state.agenda = [Action(active)]
    _count_cards(here)
    if begin:
        state.active, state.agenda, state.ended_turn = (active - 1) % players, [], state.turn
        here.settled()
    return here


def _lay(here: Table, board: str, placed_by: dict[tuple[int, ...], int]) -> None:
    state = here.state
    assert _TILE.sub("", board) == "", f"not understood: {_TILE.sub('', board)}"
    for tile in _TILE.finditer(board):
        cell = tuple(map(int, tile["cell"].split(",")))
        place = add_tile(state, cell, tile["terrain"], placed_by.get(cell, 0), places_near(state, cell))
        state.tiles[place].animals = int(tile["animals"] or 0)
        state.animal_stock -= state.tiles[place].animals
        if tile["card"]:
            meeples = [0] * len(state.players)
            for seat, number in re.findall(r"P(\d):(\d)", tile["meeples"]):
                meeples[int(seat)] = int(number)
            city = City(card(tile["card"]), int(tile["number"]), place, int(tile["satisfied"]), meeples)
            state.tiles[place].city = city.founded_no
            state.cities.append(city)
    state.cities.sort(key=lambda city: city.founded_no)
    state.last_founded_no = max((city.founded_no for city in state.cities), default=0)


def _supplies(here: Table, supply: str, objectives: str) -> None:
    state = here.state
    state.objectives = [Objective(f"house_objective_{o}" if o.isdigit() else o) for o in objectives.split()]
    shown = {each.id for each in state.objectives}
    spare = [each for each in state.catalogue.objectives if each not in shown]
    given = [int(number) for number in supply.split("/")] if supply else []
    for seat, player in enumerate(state.players):
        on_cities = sum(city.meeples[seat] for city in state.cities)
        player.supply = given[seat] if given else state.total - on_cities
        for _ in range(state.total - on_cities - player.supply):
            state.objectives.append(Objective(spare.pop(0), seat))
            player.objectives += 1


def _count_cards(here: Table) -> None:
    state = here.state
    state.seen = {name: seen for name in state.catalogue.copies if (seen := at_known_places(state, name))}
    for pile, total in pile_totals(state.options).items():
        known = sum(seen for name, seen in state.seen.items() if state.catalogue.pile[name] == pile)
        hidden = sum(player.unknown[PILE_NUMBER[pile]] for player in state.players)
        state.deck_size[pile] = total - known - hidden
