"""Tells a game as Board Game Arena tells it: synthetic replays for the tests of their reading."""

from collections.abc import Iterable
from typing import Any

from engine.declaration import Step
from engine.games.terra_mystica.components import (
    BONUS_CARDS,
    CULTS,
    FACTIONS,
    POWER_ACTIONS,
    SCORING_TILES,
    SPECIAL_ACTIONS,
    TERRAINS,
    TOWN_TILES,
)
from engine.games.terra_mystica.rounds import income_of
from engine.games.terra_mystica.state import Player, State
from engine.games.terra_mystica.terraforming import spade_cost
from engine.ledger import Entry
from engine.replay import Replay
from engine.rules import ruleset
from engine.snapshot import fork
from events.log.native import GameLog
from events.vocabulary import terra_mystica as events
from tests.games.terra_mystica.bga_games import left_of

TERRA_MYSTICA = ruleset("terra_mystica")

BUILDING = {"dwelling": "Dwelling", "trading_house": "Trading house", "temple": "Temple"}
BUILDING |= {"stronghold": "Faction Stronghold", "sanctuary": "Sanctuary"}
RESOURCE = {"worker": "workers", "coin": "coins", "priest": "Priests", "power": "power", "spade": "spade(s)"}
LABEL = {"scoring_tile": "Scoring tile bonus", "favor_pass": "Favor tile bonus", "favor_build": "Favor tile bonus"}
LABEL |= {"tunnel": "Tunneling", "carpet_flight": "Carpet Flight", "bonus_pass": "Bonus card"}
LABEL |= {"landscape": "Special Landscape"}
LABEL |= {
    "faction_town": "Witches ability",
    "stronghold": "Cultists Stronghold",
    "bridges_pass": "Engineers Stronghold",
}
BOARD = {"base": "Base Game", "lakes": "Lakes", "fire_ice": "Fire & Ice", "fjords": "Fjords"}
ACTION_LABEL = {"bonus_cult": "Bonus card action", "favor_cult": "Favor tile action", "auren": "Auren Stronghold"}
ACTION_LABEL |= {"bonus_spade": "Bonus card action", "giants": "Giants Stronghold", "nomads": "Nomads Stronghold"}


def bga_terra_mystica(log: GameLog) -> str:
    """The replay of a game without Fire & Ice factions."""
    return "\n".join(_Writer(log).write()) + "\n"


def facts_of(log: GameLog) -> dict[str, Any]:
    """What the replay leaves out, as a side file states it."""
    writer = _Writer(log)
    writer.write()
    state = writer.state
    cards = {*state.bonus_pool, *(player.bonus_card for player in state.players)}
    tiles = {str(number): tile for number, tile in enumerate(state.scoring, 1)}
    return {"bonus_cards": sorted(filter(None, cards)), "scoring_tiles": tiles, "lines": writer.facts}


class _Writer:
    """Replays a game and says what the site says of it.

    `held` are points that no message has told yet, `dug` spades that were bought and not used, `of` the special action
    that is under way, `built_at` where the structures stand that made offers, `facts` what was left out: line -> value.
    """

    def __init__(self, log: GameLog) -> None:
        self.log, self.game = log, Replay(TERRA_MYSTICA, log.header)
        self.state: State = self.game.state
        self.names = [seat.player for seat in log.header.seats]
        self.lines: list[str] = []
        self.held: list[Entry] = []
        self.dug, self.of, self.bidder, self.over_river = 0, "", -1, False
        self.built_at: dict[int, str] = {}
        self.facts: dict[str, str] = {}
        self.game.on_step.append(self._step)

    def write(self) -> list[str]:
        """All lines."""
        mini = "On" if self.state.options.mini_expansion_towns else "Off"
        landscapes = "On" if self.state.options.landscapes else "Off"
        final = "On" if self.state.final_tile or self.state.options.fire_ice_final_scoring != "none" else "Off"
        self.lines += [f"Game board: {BOARD[self.state.options.map]}", f"Mini-expansions: {mini}"]
        self.lines += [f"Landscapes expansion: {landscapes}", f"Fire and Ice - Final Scoring tiles: {final}"]
        for record in self.log.records:
            self.game.settle()
            before, place = fork(self.state), len(self.game.entered)
            self.game.play(record.actor, record.event)
            entries = [entry for entered in self.game.entered[place:] for entry in entered.entries]
            self._tell(before, record.actor, record.event, entries)
        self.game.settle()
        if self.state.phase == "over":
            best = max(player.vp for player in self.state.players)
            winners = [self.names[player.seat] for player in self.state.players if player.vp == best]
            self.lines.append(f"The end of the game: {' and '.join(winners)} win{'s' if len(winners) == 1 else ''}!")
        return self.lines

    def _say(self, seat: int, text: str) -> None:
        self.lines.append(f"{self.names[seat]} {text}")

    def _leave_out(self, value: str) -> None:
        """Note what the message that is told next does not tell."""
        self.facts[str(len(self.lines) + 1)] = value

    def _points(self, points: Iterable[Entry]) -> None:
        for entry in points:
            ability = f"{FACTIONS[self.state.players[entry.seat].faction].name} Ability"
            label = ability if entry.source == "faction_spade" else LABEL[entry.source.split(":")[0]]
            verb = "scores" if entry.source == "landscape" else "gets"
            self._say(entry.seat, f"{verb} {entry.delta} VP ({label})")

    # --- the table --------------------------------------------------------------------------------------------------

    def _step(self, game: Replay, step: Step) -> None:
        if step.name == "income":
            self.lines.append("~ Income phase ~")
            for player in self.state.players:
                gets = income_of(player)
                each = " ".join(f"{gets.get(r, 0)} {RESOURCE[r]}" for r in ("worker", "priest", "coin", "power"))
                self._say(player.seat, f"gets {each} (Income)")
            self.lines.append("~ Action phase ~")
        elif step.name == "cult_bonus":
            self._cult_bonus()
        elif step.name == "clean_up":
            self.lines.append("~ Leftover Bonus cards receive 1 Coin each ~")
        else:
            self._scoring(step)

    def _cult_bonus(self) -> None:
        """All of it, before any limit."""
        state = self.state
        self.lines.append("~ Cleanup phase ~")
        tile = SCORING_TILES[state.scoring[state.round - 1]]
        for seat in state.order:
            player, what = state.players[seat], tile.bonus_per.measure
            measured = player.priests_on_orders if what == "priests_on_orders" else player.cults[CULTS.index(what)]
            for resource, n in tile.bonus.items():
                if times := measured // tile.bonus_per.every:
                    self._say(seat, f"gets {n * times} {RESOURCE[resource]} (Cult bonus)")

    def _scoring(self, step: Step) -> None:
        if self.state.done == 1:
            self.lines.append("~ Final scoring ~")
        for player in self.state.players:
            vp = sum(entry.delta for entry in step.entries if (entry.seat, entry.figure) == (player.seat, "vp"))
            if step.name.startswith("final_cult:"):
                self._say(player.seat, f"scores {vp} VP (Cult of {step.name.removeprefix('final_cult:').title()})")
            elif step.name == "final_fire_ice":
                self._say(player.seat, f"scores {vp} VP with 7 of what counts (Final scoring tile)")
            elif step.name == "final_area":
                self._say(player.seat, f"scores {vp} VP with 9 connected Structures (Area scoring)")
            else:
                self._say(player.seat, "sacrificed 1 power in Bowl 2 to get 1 power from Bowl 2 to Bowl 3")
                self._say(player.seat, "converts 1 power into 1 coins")
                self._say(player.seat, f"scores {vp} VP with 1 coins (Resource scoring)")

    # --- the setup --------------------------------------------------------------------------------------------------

    def _bid(self, before: State, seat: int, event: events.Bid) -> None:
        order = before.auction_order
        place = order.index(self.bidder) if self.bidder >= 0 else -1
        for other in order[place + 1 :] + order[: place + 1]:
            if other == seat:
                break
            held = FACTIONS[before.nominated[before.holders.index(other)]].name
            self._say(other, f"has not been outbid for Faction {held} and is skipped")
        self.bidder = seat
        left = before.options.auction_start_vp - event.amount
        self._say(seat, f"bids on the {FACTIONS[event.faction].name} with {left} Starting VPs")

    def _factions(self) -> None:
        """Who plays what, in the order of turns."""
        selection = self.state.options.faction_selection
        for place, seat in enumerate(self.state.order if selection != "auction" else (), 1):
            faction = FACTIONS[self.state.players[seat].faction]
            about = f"faction {faction.name} on {faction.home} to play in position #{place}"
            by_choice = selection == "player_choice"
            self.lines.append(f"{self.names[seat]} selected the {about}" if by_choice else f"Assigning {about}")
        if selection == "auction":
            self.lines.append("~ The Factions auction is over ~")
        for seat in self.state.order:
            player = self.state.players[seat]
            name = FACTIONS[player.faction].name
            self._say(seat, f"is playing the {name} Faction (with {player.vp} VP Starting VPs)")

    def _card(self, before: State, seat: int, card: str) -> None:
        coins = before.bonus_pool[card]
        self._leave_out(card)
        self._say(seat, "chooses 1 Bonus card" + (f" and gets {coins} coins" if coins else ""))

    # --- decisions --------------------------------------------------------------------------------------------------

    def _tell(self, before: State, seat: int | None, event: Any, entries: list[Entry]) -> None:
        for offer in self.state.offers:
            if offer.id > before.offers_made:
                self.built_at[offer.id] = event.hex
        if seat is not None:
            self._decision(before, seat, event, entries)
        if self.state.phase == "setup_dwellings" and before.phase in ("setup_faction", "setup_bidding"):
            self._factions()
        if self.state.phase == "income" and before.phase == "setup_bonus":
            self.lines.append("~ Leftover Bonus cards receive 1 Coin each ~")

    def _decision(self, before: State, seat: int, event: Any, entries: list[Entry]) -> None:
        player, was = self.state.players[seat], before.players[seat]
        points = [*self.held, *(entry for entry in entries if (entry.seat, entry.figure) == (seat, "vp"))]
        self.held = []
        match event:
            case events.NominateFaction(name):
                home, place = FACTIONS[name].home, len(self.state.nominated)
                self._say(seat, f"selected the faction {FACTIONS[name].name} on {home} to play in position #{place}")
            case events.Bid():
                self._bid(before, seat, event)
            case events.PlaceInitialDwelling(at):
                self._say(seat, f"places a Dwelling [{at}]")
            case events.ChooseInitialBonusCard(card):
                self._card(before, seat, card)
            case events.Convert():
                self._convert(seat, event)
            case events.BurnPower(n):
                self._say(seat, f"sacrificed {n} power in Bowl 2 to get {n} power from Bowl 2 to Bowl 3")
            case events.Dig(n):
                self.dug, self.held = self.dug + n, points
            case events.Transform():
                self._transform(before, seat, event, points)
            case events.BuildDwelling(at):
                self._build(seat, at, points)
            case events.UpgradeStructure(at, to):
                self._upgrade(before, seat, at, to, points)
            case events.AdvanceShipping():
                self._say(seat, f"advances on the Shipping track for 1 Priests 4 coins and gets {points[0].delta} VP")
            case events.AdvanceExchange():
                self._say(seat, "advances on the Exchange Track for 2 workers 5 coins 1 Priests and earns 6 VP")
            case events.SendPriest(cult, space):
                how = ". Forever!" if space > 1 else " then reclaims it into her supply"
                if space > 1:
                    self._leave_out(str(space))
                self._say(seat, f"sends a Priest to the Order of the Cult of {cult.title()}{how}")
                self._steps(was, player)
                self._points(points)
            case events.PowerAction(name) | events.SpecialAction(name):
                self._action(seat, name)
            case events.PlaceBridge(a, b):
                how = "2 workers to build a Bridge (Engineers Ability)" if self.of else ""
                self._say(seat, f"spends {how or '3 power to build a Bridge (Power action)'} [{a}-{b}]")
                self.of = ""
            case events.ChooseFavorTile(tile):
                if was.cults == player.cults:
                    self._leave_out(tile)
                self._say(seat, "takes a Favor tile")
                if was.cults != player.cults:
                    self._leave_out(tile)
                self._steps(was, player, " (Favor tile)")
                self._points(points)
            case events.FoundMermaidTown(river):
                self._leave_out(river)
                self._say(seat, f"founds a Town on a River space (Mermaids Ability) [R~{left_of(before, river)}]")
                self.over_river = True
            case events.ChooseTownTile():
                self._town(was, player, event, points)
            case events.ChooseCultStep():
                self._steps(was, player, f" ({self._label('Cultists ability')})")
                self._points(points)
                self.of = ""
            case events.OrdainPriests(n):
                self._say(seat, f"trades {n} workers for {n} Priests (Darklings Stronghold)")
            case events.PlaceLandscape(at):
                self._say(seat, f"places his Special Landscape [{at}]")
                self._points(points)
            case events.AcceptPower(number) | events.DeclinePower(number):
                self._answer(was, event, number, points)
            case events.Pass(card):
                first = card is not None and before.start_player < 0
                self._say(seat, "passes" + (" and becomes the first player for the next round" if first else ""))
                self._points(points)
                scores = was.bonus_card is not None and BONUS_CARDS[was.bonus_card].pass_vp
                if scores and not any(entry.source.startswith("bonus_pass") for entry in points):
                    self._say(seat, "gets 0 VP (Bonus card)")
                if card is not None:
                    self._card(before, seat, card)
            case events.EndTurn():
                self._say(seat, "declines doing Conversions")

    def _convert(self, seat: int, event: events.Convert) -> None:
        if event.give == "vp":
            self._say(seat, f"converts {event.give_n} VP into {event.get_n} coins (Alchemists ability)")
            return
        if event.get == "vp":
            self._say(seat, f"converts {event.give_n} coins into {event.get_n} VP (Alchemists ability)")
            return
        gave, got = {event.give: event.give_n}, {event.get: event.get_n}
        spent = " ".join(f"{gave.get(r, 0)} {RESOURCE[r]}" for r in ("power", "priest", "worker"))
        collects = f"{got.get('priest', 0)} Priests  {got.get('worker', 0)} workers {got.get('coin', 0)} coins"
        self._say(seat, f"does some Conversions (spent: {spent} ; collects: {collects})")

    def _action(self, seat: int, name: str) -> None:
        """Power actions are told at once, but for the bridge; special ones with what they lead to."""
        if name in SPECIAL_ACTIONS:
            self.of = name.removesuffix("_stronghold")
            if self.of == "chaos_magicians":
                self._say(seat, "takes a double-turn (Chaos Magicians Stronghold)")
                self.of = ""
            return
        action = POWER_ACTIONS[name]
        (resource, n), *_ = action.gain.items()
        if resource != "bridge":
            verb = "get" if resource == "spade" else "collect"
            self._say(seat, f"spends {action.cost['power']} power to {verb} {n} {RESOURCE[resource]} (Power action)")

    def _label(self, otherwise: str = "") -> str:
        return ACTION_LABEL.get(self.of, otherwise)

    def _flight(self, points: list[Entry], seat: int) -> str:
        flown = any(entry.source in ("tunnel", "carpet_flight") for entry in points)
        return ("1 Priests" if self.state.players[seat].faction == "fakirs" else "2 workers") if flown else ""

    def _transform(self, before: State, seat: int, event: events.Transform, points: list[Entry]) -> None:
        was = TERRAINS[before.terrain[before.board.numbers[event.hex]]]
        resource, rate = spade_cost(before.players[seat])
        flight, free = self._flight(points, seat), event.spades - self.dug
        parts = [f"{free} spade(s)"] if free else []
        if self.dug:
            paid = f"{rate * self.dug} {RESOURCE[resource]} {flight}".strip()
            parts.append(f"{paid} → {event.spades} spade(s)")
        elif flight:
            parts.append(flight)
        label = f" ({self._label()})" if self._label() else ""
        cost = " + ".join(parts) or "free"
        self._say(seat, f"transforms a Terrain space {was} → {event.terrain} for {cost}{label} [{event.hex}]")
        self.dug, self.of = 0, ""
        first = [entry for entry in points if entry.source in ("scoring_tile", "faction_spade")]
        self._points(first)
        if event.landscape:
            self._say(seat, f"places her Special Landscape [{event.hex}]")
        self._points(entry for entry in points if entry not in first)

    def _build(self, seat: int, at: str, points: list[Entry]) -> None:
        if self.of == "witches":
            self._say(seat, f"builds a Dwelling for free (Witches Ride) [{at}]")
        else:
            flight, faction = self._flight(points, seat), self.state.players[seat].faction
            kind = "Carpet Flight" if faction == "fakirs" else "Tunneling"
            more = f" + {flight} ({kind})" if flight else ""
            self._say(seat, f"builds a Dwelling for 1 workers 2 coins{more} [{at}]")
        self.of = ""
        self._points(points)

    def _upgrade(self, before: State, seat: int, at: str, to: str, points: list[Entry]) -> None:
        was = BUILDING[before.kind[before.board.numbers[at]]]
        cost = "free (Swarmlings Stronghold)" if self.of else "2 workers 3 coins"
        self._say(seat, f"upgrades a {was} to a {BUILDING[to]} for {cost} [{at}]")
        self.of = ""
        for entry in points:
            if entry.source == "shipping":
                text = f"advances on the Shipping Track for free and earns {entry.delta} VP (Mermaids Stronghold)"
                self._say(seat, text)
        self._points(entry for entry in points if entry.source != "shipping")
        faction = FACTIONS[self.state.players[seat].faction]
        if to == "stronghold" and "spade" in faction.stronghold.gain:
            self._say(seat, "gets 3 Spades to Transform and Build (Halflings Stronghold)")

    def _steps(self, was: Player, now: Player, why: str = "") -> None:
        for track, cult in enumerate(CULTS):
            if steps := now.cults[track] - was.cults[track]:
                self._say(now.seat, f"gains {steps} on the Cult of {cult.title()} track{why}")

    def _town(self, was: Player, player: Player, event: events.ChooseTownTile, points: list[Entry]) -> None:
        gain, seat = TOWN_TILES[event.tile].gain, player.seat
        if not self.over_river:
            self._say(seat, f"founds a Town [{self.state.board.names[player.hexes[-1]]}]")
        self.over_river = False
        self._steps(was, player)
        vp, each = gain["vp"], gain.get(CULTS[0], 0)
        for entry in points:
            if entry.source == "shipping":
                text = f"advances on the Shipping Track for free and earns {entry.delta} VP (Town bonus)"
                self._say(seat, text)
        bonus = (event.town_bonus,) if event.town_bonus != "vp" else ()
        self._leave_out(" ".join((event.tile, *event.track_order, *bonus)))
        if each:
            spaces = "VP Victory points and moves 1 space" if each == 1 else f"VP and moves {each} spaces"
            self._say(seat, f"gets {vp} {spaces} forward on each of the 4 Cult tracks")
        else:
            more = "".join(f" and collects {n} {RESOURCE[r]}" for r, n in gain.items() if r in RESOURCE)
            self._say(seat, f"gets {vp} VP{more} (Town bonus)")
        self._points(entry for entry in points if entry.source not in ("shipping", "town_tile"))

    def _answer(self, was: Player, event: Any, number: int, points: list[Entry]) -> None:
        at = self.built_at[number]
        if isinstance(event, events.DeclinePower):
            self._say(was.seat, f"declines getting Power via Structures [{at}]")
            return
        paid = -sum(entry.delta for entry in points)
        how = f"pays {paid} VP and " if paid else ""
        self._say(was.seat, f"{how}gets {paid + 1} power via Structures [{at}]")
