"""Positions of Terra Mystica in plain words: the players, their possessions, and where their structures stand.

position("witches", "nomads", witches=has(dwelling="A3 D1", coin=7), nomads=has(temple="A5"), tile="score_town")

Everybody has plenty of everything unless stated otherwise; hexes get the home terrain of those who stand on them;
tiles, cards, priests and power tokens are taken from the supply, so that nothing appears and nothing is lost.
"""

from collections.abc import Iterable
from typing import Any, Self

from engine.games.terra_mystica.board import RIVER
from engine.games.terra_mystica.buildings import put_structure
from engine.games.terra_mystica.components import (
    BONUS_CARDS,
    BUILDINGS,
    CULTS,
    FACTIONS,
    GAME,
    LANDSCAPE,
    SCORING_TILES,
    TOWN_TILES,
    WHEEL,
)
from engine.games.terra_mystica.editions import edition_of
from engine.games.terra_mystica.homes import HOMES, home_of
from engine.games.terra_mystica.riverwalkers import unlock_first
from engine.games.terra_mystica.state import Bridge, Player, State
from engine.rules import ruleset
from engine.snapshot import fork
from events.log.record import Header, Intervention, Seat
from events.vocabulary.terra_mystica import (
    ChooseFaction,
    ChooseInitialBonusCard,
    DrawBonusCards,
    DrawScoringTiles,
)
from tests.support import Outcome, Position, at_start

TERRA_MYSTICA = ruleset("terra_mystica")

CARDS = ("bonus_6c", "bonus_priest", "bonus_3pw_1w", "bonus_trading_house", "bonus_stronghold")
SPARE_CARDS = ("bonus_dwelling", "bonus_cult", "bonus_spade", "bonus_ship", "bonus_shipping_vp")
PLENTY: dict[str, Any] = {"vp": 20, "coin": 30, "worker": 15, "priest": 3, "bowls": (5, 7, 0), "cult": "0/0/0/0"}


def has(**things: Any) -> dict[str, Any]:
    """What a player has.

    Structures by kind as names of hexes (`dwelling="A3 D1"`), `towns` the hexes of them that belong to towns, figures
    by name, `bowls` as three numbers (tokens missing from 12 are burnt), `cult` as fire/water/earth/air, `orders`
    priests on order spaces (`{"air": [3, 2]}`), `card`, `favors`, `town_tiles`, `bridges` ("C2-D4"), and fields of the
    player's state. `landscape` is the hex where it stands, `chosen` the terrain of a Fire & Ice faction, `unlocked`
    further terrains by name.
    """
    return things


def position(
    *factions: str,
    round: int = 1,
    active: str | None = None,
    order: Iterable[str] | None = None,
    tile: str = "score_town",
    scoring: tuple[str, ...] | None = None,
    pool: dict[str, int] | None = None,
    terrain: dict[str, str] | None = None,
    options: dict[str, Any] | None = None,
    actions: int = 1,
    **players: dict[str, Any],
) -> "Table":
    """A position in the action phase of a round: `active` (the first by default) begins a turn.

    `tile` is the scoring tile of this round, `scoring` all six; `pool` names bonus cards in the pool with their coins.
    """
    header = Header("terra_mystica", "1", options or {}, tuple(Seat(faction) for faction in factions))
    state = TERRA_MYSTICA.start(header)
    state.phase, state.round, state.turn, state.cycle, state.actions_left = "action", round, 1, 1, actions
    state.scoring = list(scoring or _scoring(tile, round))
    state.order = [factions.index(name) for name in order] if order else list(range(len(factions)))
    state.round_order = list(state.order)
    state.active = factions.index(active) if active else state.order[0]
    for name, kind in (terrain or {}).items():
        state.terrain[state.board.numbers[name]] = HOMES[kind]
    assert set(players) <= set(factions), "somebody has something who does not play"
    for player, faction in zip(state.players, factions, strict=True):
        _seat(state, player, faction)
        _equip(state, player, {**PLENTY, **players.get(faction, {})})
    _deal_cards(state, pool or {})
    return Table(state)


class Table(Position):
    """A position of Terra Mystica; players are called by their factions."""

    def __init__(self, state: State) -> None:
        super().__init__(TERRA_MYSTICA, state)
        assert not list(TERRA_MYSTICA.conservation(state)), list(TERRA_MYSTICA.conservation(state))

    def seat(self, faction: str) -> int:
        """The seat of a faction."""
        return next(player.seat for player in self.state.players if player.faction == faction)

    def player(self, faction: str) -> Player:
        """All that a faction has."""
        found: Player = self.state.players[self.seat(faction)]
        return found

    def hex(self, name: str) -> int:
        """The number of a hex."""
        number: int = self.state.board.numbers[name]
        return number

    def does(self, faction: str | None, *events: Any) -> Outcome:
        """One event after another of one player, or of nobody; all but the last are accepted.

        Every accepted event was among the legal ones, and no rejected one was (TM-7.18).
        """
        seat = None if faction is None else self.seat(faction)
        for event in events:
            offered = self._is_offered(seat, event)
            outcome = self.when(seat, event)
            if event is not events[-1]:
                outcome.accepted()
            accepted = outcome._violation is None
            assert offered is None or accepted == offered, f"{event}: offered {offered}, accepted {accepted}"
            if accepted:
                wrong = list(self.rules.conservation(self.state))
                assert not wrong, wrong
        return outcome

    def _is_offered(self, seat: int | None, event: Any) -> bool | None:
        """Whether the event is legal; None where that is not enumerated."""
        if isinstance(event, Intervention):
            return None
        if self.rules.proceed(fork(self.state)) is not None:
            return None  # an automatic step is due first
        return (seat, event) in set(self.rules.legal(self.state))

    def has(self, faction: str, **things: Any) -> Self:
        """A faction has these figures: `bowls` as three numbers, `cult` as text, others by the name of their field."""
        player = self.player(faction)
        found = {name: _look(player, name) for name in things}
        assert found == things
        return self

    def offers(self, *expected: tuple[str, int]) -> Self:
        """The open offers are these, in order: (player who may take it, amount)."""
        assert [(self.state.players[o.receiver].faction, o.amount) for o in self.state.offers] == list(expected)
        return self

    def shows(self, name: str, *, terrain: str | None = None, structure: str | None = None) -> Self:
        """A hex has this terrain, or this structure (empty: none)."""
        h = self.hex(name)
        assert terrain is None or self.state.terrain[h] == HOMES[terrain]
        assert structure is None or self.state.kind[h] == structure
        return self

    def turn_of(self, faction: str | None) -> Self:
        """It is this faction's turn."""
        active = self.state.active
        assert (self.state.players[active].faction if active >= 0 else None) == faction
        return self

    def copy(self) -> "Table":
        """An independent copy of the position."""
        return Table(fork(self.state))

    def offered(self, faction: str | None, kind: type) -> list[Any]:
        """The legal events of one kind for a faction."""
        seat = None if faction is None else self.seat(faction)
        return [event for who, event in self.rules.legal(self.state) if who == seat and isinstance(event, kind)]


def _look(player: Player, name: str) -> Any:
    if name == "bowls":
        return (player.bowl1, player.bowl2, player.bowl3)
    if name == "cult":
        return "/".join(map(str, player.cults))
    if name in BUILDINGS:
        return player.built[name]
    return getattr(player, name)


def _scoring(tile: str, round: int) -> list[str]:
    """Six tiles with the one asked for in its round, the others where they may lie."""
    others = [each for each in SCORING_TILES if each not in (tile, "score_spade", "score_temple")]
    tiles = others[: GAME.rounds - 1]
    tiles.insert(round - 1, tile)
    return tiles


def _seat(state: State, player: Player, faction: str) -> None:
    edition = edition_of(faction, state.options.fire_ice_variable_version, state.options.playtests)
    player.become(FACTIONS[faction], edition)
    rules = player.rules
    player.shipping = rules.shipping.start
    player.carpet_range = rules.carpet.range if rules.carpet else 0


def _equip(state: State, player: Player, things: dict[str, Any]) -> None:
    if "chosen" in things:
        player.chosen = WHEEL[things.pop("chosen")]
        unlock_first(player)
    player.unlocked += [WHEEL[name] for name in things.pop("unlocked", "").split()]
    for kind in BUILDINGS:
        for name in things.pop(kind, "").split():
            h = state.board.numbers[name]
            state.terrain[h] = home_of(player)
            put_structure(state, player, h, kind)
    if "landscape" in things:
        _place(state, player, state.board.numbers[things.pop("landscape")])
    for name in things.pop("towns", "").split():
        assert state.owner[state.board.numbers[name]] == player.seat
        state.in_town[state.board.numbers[name]] = True
    player.bowl1, player.bowl2, player.bowl3 = things.pop("bowls")
    missing = sum(player.rules.power) - player.bowl1 - player.bowl2 - player.bowl3
    player.burnt, player.tokens_gained = max(0, missing), max(0, -missing)
    player.cults = [int(step) for step in things.pop("cult").split("/")]
    for track, steps in enumerate(player.cults):
        if steps == GAME.cult_space_top:
            state.cult_top[track] = player.seat
    for cult, spaces in things.pop("orders", {}).items():
        for space in spaces:
            state.order_spaces[CULTS.index(cult)].remove(space)
            player.priests_on_orders += 1
    player.favor_tiles = list(things.pop("favors", ()))
    for each in player.favor_tiles:
        state.favor_pool[each] -= 1
    player.town_tiles = list(things.pop("town_tiles", ()))
    _add_tiles(state, player, things)
    for each in player.town_tiles:
        state.town_pool[each] -= 1
    for pair in things.pop("bridges", "").split():
        a, b = sorted(state.board.numbers[end] for end in pair.split("-"))
        assert (a, b) in state.board.bridge_sites, f"{pair} is no bridge site"
        state.add_bridge(Bridge(a, b, player.seat))
        player.bridges_left -= 1
    player.bonus_card = things.pop("card", None)
    for name, value in things.items():
        assert name in Player.__struct_fields__, f"a player has no {name}"
        setattr(player, name, value)


def _add_tiles(state: State, player: Player, things: dict[str, Any]) -> None:
    """Town tiles for the keys that a player has, or had for spaces 10; keys of the tiles where no others are named."""
    tops = player.cults.count(GAME.cult_space_top)
    keys = sum(TOWN_TILES[tile].keys for tile in player.town_tiles)
    missing = things.setdefault("key", max(0, keys - tops)) + tops - keys
    for tile in ("town_7vp_2w", "town_5vp_6c", "town_9vp_1p", "town_6vp_8pw") * 2:
        if missing > 0 and state.town_pool[tile] > player.town_tiles.count(tile):
            player.town_tiles.append(tile)
            missing -= 1


def _place(state: State, player: Player, h: int) -> None:
    """The landscape of a player, on land or as the Coral Reef."""
    if state.board.terrain[h] == RIVER:
        state.reef = h
    else:
        state.terrain[h] = home_of(player)
    player.hexes.append(h)
    player.landscape = h
    state.owner[h], state.kind[h] = player.seat, LANDSCAPE


def _deal_cards(state: State, pool: dict[str, int]) -> None:
    """A card for everybody who has none and has not dropped; the pool is filled up to players + 3."""
    held = {player.bonus_card for player in state.players} | set(pool)
    in_play = [card for card in (*CARDS, *SPARE_CARDS) if not _missing(state, card)]
    free = [card for card in in_play if card not in held]
    for player in state.players:
        if player.bonus_card is None and not player.dropped:
            player.bonus_card = free.pop(0)
    state.bonus_pool = dict(pool)
    cards = sum(player.bonus_card is not None for player in state.players)
    free.sort(key=lambda card: card in CARDS)
    for card in free[: len(state.players) + GAME.bonus_cards_extra - cards - len(pool)]:
        state.bonus_pool[card] = 0


def _missing(state: State, card: str) -> bool:
    option = BONUS_CARDS[card].option
    return bool(option) and not getattr(state.options, option)


def chosen(*factions: str) -> Position:
    """A game begun by its own events: the factions are chosen, dwellings come next."""
    start = at_start("terra_mystica", Header("terra_mystica", "1", {}, (Seat(""),) * len(factions)))
    in_play = ("bonus_spade", "bonus_cult", "bonus_6c", "bonus_ship", "bonus_3pw_1w", "bonus_stronghold")
    tiles = ("score_town", "score_spade", "score_dwelling_water", "score_stronghold_fire", "score_dwelling_fire")
    start.when(None, DrawScoringTiles((*tiles, "score_stronghold_air"))).accepted()
    start.when(None, DrawBonusCards(in_play[: len(factions) + 3])).accepted()
    for seat, faction in enumerate(factions):
        start.when(seat, ChooseFaction(faction)).accepted()
    return start


def set_up(*factions: str, cards: tuple[str, ...] = ("bonus_6c", "bonus_ship")) -> Position:
    """A game set up by its own events: dwellings on the first hexes offered, cards as named."""
    start = chosen(*factions)
    while start.state.phase == "setup_dwellings":
        start.when(*next(start.rules.legal(start.state))).accepted()
    for seat, card in zip(reversed(range(len(factions))), cards, strict=False):
        start.when(seat, ChooseInitialBonusCard(card)).accepted()
    return start
