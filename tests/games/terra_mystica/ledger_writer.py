"""Prints a game as a ledger of terra.snellman.net (rulebook 17.2): synthetic ledgers for the tests of its reading."""

from collections.abc import Callable
from typing import Any

from engine.games.terra_mystica import ruleset
from engine.games.terra_mystica.components import (
    BONUS_CARDS,
    BUILDINGS,
    COMPONENTS,
    CULTS,
    FACTIONS,
    FAVOR_TILES,
    POWER_ACTIONS,
    SCORING_TILES,
    SPECIAL_ACTIONS,
    TOP,
    TOWN_TILES,
)
from engine.games.terra_mystica.setup import bonus_cards_in_play
from engine.games.terra_mystica.state import Offer, State
from engine.replay import Replay
from engine.ruleset import Step
from events.log import GameLog
from events.vocabulary import terra_mystica as events

RESOURCE = {"coin": "c", "worker": "w", "priest": "p", "power": "pw", "vp": "vp"}
COLOR = {terrain.id: terrain.snellman for terrain in COMPONENTS.terrain}
CULT = {cult.id: cult.snellman for cult in COMPONENTS.cult}
GIVEN_UP = {
    "spades": "SPADE",
    "sandstorm": "FREE_TF",
    "free_dwelling": "FREE_D",
    "free_trading_house": "FREE_TP",
    "bridge": "BRIDGE",
    "ordination": "CONVERT_W_TO_P",
    "favor": "GAIN_FAVOR",
}
SITE_OPTIONS = {
    "mini_expansion_towns": "mini-expansion-1",
    "shipping_bonus_card": "shipping-bonus",
    "temple_scoring_tile": "temple-scoring-tile",
}
OPTIONS = {"reaction_timing": "deferred", "turn_order": "pass_order", "chaos_pass_strict": True, "cultist_errata": True}
ALWAYS = (
    "strict-leech",
    "strict-darkling-sh",
    "strict-chaosmagician-sh",
    "errata-cultist-power",
    "variable-turn-order",
)


def ledger_text(log: GameLog, spell: Callable[[str], str] = str) -> str:
    """The ledger of a game that was played with OPTIONS; `spell` changes the spelling of every cell of commands."""
    return "\n".join(_Writer(log, spell).write()) + "\n"


class _Writer:
    """Replays a game and prints a row for every event, and the rows of what happens by itself."""

    def __init__(self, log: GameLog, spell: Callable[[str], str]) -> None:
        self.game, self.records, self.spell = Replay(ruleset, log.header), log.records, spell
        self.state: State = self.game.state
        self.lines: list[str] = [" Default game options"]
        self.last: dict[int, dict[str, int]] = {}
        self.game.on_step = self._step

    def write(self) -> list[str]:
        """All lines."""
        stated = [name for option, name in SITE_OPTIONS.items() if getattr(self.state.options, option)]
        self.lines += [f"option {name}" for name in (*ALWAYS, *stated)]
        for record in self.records:
            self.game.settle()
            self._record(record.actor, record.event)
        self.game.settle()
        return self.lines

    def _record(self, seat: int | None, event: Any) -> None:
        if isinstance(event, events.ChooseTownTile) and seat is not None:
            text = "".join(f"-{CULT[cult]}. " for cult in self._lowered(seat, event))
        text = (text if isinstance(event, events.ChooseTownTile) else "") + self._text(seat, event)
        owed = {player.seat: list(player.cult_owed) for player in self.state.players}
        room = {player.seat: (player.bowl1, player.bowl2) for player in self.state.players}
        offered = {offer.id for offer in (*self.state.offers, *self.state.void_offers)}
        self.game.play(seat, event)
        for player in self.state.players:
            if player.seat != seat and len(player.cult_owed) > len(owed[player.seat]):
                self._row(player.seat, "[opponent accepted power]", cults=+1)
            elif player.seat != seat and (player.bowl1, player.bowl2) != room[player.seat]:
                self._row(player.seat, "[all opponents declined power]")
        if isinstance(event, events.DrawScoringTiles):
            self.lines += [
                f"Round {n} scoring: {SCORING_TILES[t].snellman}, x >> 1" for n, t in enumerate(event.tiles, 1)
            ]
        elif isinstance(event, events.DrawBonusCards):
            gone = [card for card in bonus_cards_in_play(self.state) if card not in event.cards]
            self.lines += [f"Removing tile {BONUS_CARDS[card].snellman}" for card in gone]
            self.lines += [f"Player {n}: {seat.player}" for n, seat in enumerate(self.game.header.seats, 1)]
        elif isinstance(event, events.DropPlayer):
            self.lines.append(f"{FACTIONS[self.state.players[event.player].faction].snellman} dropped from the game")
        elif seat is not None and text:
            made = [o for o in (*self.state.offers, *self.state.void_offers) if o.id not in offered]
            self._row(seat, text, made, cults=_granted(event, owed[seat]))

    def _lowered(self, seat: int, event: events.ChooseTownTile) -> list[str]:
        """TM-17.5.5: the tracks that shall not get the key are stepped down."""
        if not event.track_order:
            return []
        player, gain = self.state.players[seat], TOWN_TILES[event.tile].gain
        able = [c for t, c in enumerate(CULTS) if c in gain and player.cults[t] < TOP <= player.cults[t] + gain[c]]
        return [c for c in able if c not in event.track_order and self.state.cult_top[CULTS.index(c)] < 0]

    def _row(self, seat: int, text: str, made: list[Offer] = [], cults: int = 0) -> None:  # noqa: B006  # only read
        """A row: figures after it, and their changes since the last one of the faction."""
        now = dict(self.game.rules.figures(self.state, seat))
        before = self.last.get(seat, now)
        self.last[seat] = now
        power = now["bowl2"] + 2 * now["bowl3"] - before["bowl2"] - 2 * before["bowl3"]
        steps = sum(now[cult] - before[cult] for cult in CULTS) + cults
        cells = [FACTIONS[self.state.players[seat].faction].snellman]
        for figure, unit in (("vp", "VP"), ("coin", "C"), ("worker", "W"), ("priest", "P")):
            cells += [_change(now[figure] - before[figure]), f"{now[figure]} {unit}"]
        cells += [_change(power), f"{now['bowl1']}/{now['bowl2']}/{now['bowl3']} PW"]
        cells += [_change(steps), "/".join(str(now[cult]) for cult in CULTS)]
        cells += [" ".join(str(offer.amount) for offer in made), self.spell(text)]
        self.lines.append("\t".join(cells))

    def _step(self, game: Replay, step: Step) -> None:
        """The rows of incomes and scorings; those of dropped factions are blank."""
        if step.name == "clean_up":
            return
        what = {"cult_bonus": "cult_income_for_faction", "income": "other_income_for_faction"}.get(step.name)
        if step.name == "income":
            self.lines.append(f"Round {self.state.round} income")
        if step.name.startswith("final_cult"):
            self.lines.append(f"Scoring {CULT[step.name.split(':')[1]]} cult")
        elif step.name == "final_area":
            self.lines.append("Scoring network")
        elif step.name == "final_resources":
            self.lines.append("Converting resources to VPs")
        for seat in self.state.order:
            gain = sum(entry.delta for entry in step.entries if entry.seat == seat and entry.figure == "vp")
            text = what or (
                f"+{gain}vp for {_scored(step.name)}" if step.name != "final_resources" else "score_resources"
            )
            if what or gain or step.name == "final_resources":
                self._row(seat, "" if self.state.players[seat].dropped else text)
        if step.name == "income":
            self.lines.append(f"Round {self.state.round}, turn 1")

    def _text(self, seat: int | None, event: Any) -> str:
        """The command of an event; empty for those that a ledger does not show."""
        match event:
            case events.ChooseFaction():
                return "setup"
            case events.PlaceInitialDwelling(hex) | events.BuildDwelling(hex):
                return f"build {hex}"
            case events.ChooseInitialBonusCard(card):
                return f"pass {BONUS_CARDS[card].snellman}"
            case events.Pass(card):
                return f"pass {BONUS_CARDS[card].snellman}" if card else "pass"
            case events.Convert(give, give_n, get, get_n):
                return f"convert {give_n}{RESOURCE[give]} to {get_n}{RESOURCE[get]}"
            case events.OrdainPriests(n):
                return f"convert {n}w to {n}p"
            case events.BurnPower(n):
                return f"burn {n}"
            case events.FoundMermaidTown(river):
                return f"connect {river}"
            case events.Dig(n):
                return f"dig {n}"
            case events.Transform(hex, terrain):
                return f"transform {hex} to {COLOR[terrain]}"
            case events.AdvanceShipping():
                return "advance ship"
            case events.AdvanceExchange():
                return "advance dig"
            case events.UpgradeStructure(hex, to):
                return f"upgrade {hex} to {BUILDINGS[to].snellman}"
            case events.SendPriest(cult, space):
                return f"send p to {CULT[cult]} for {space}"
            case events.PowerAction(action):
                return f"action {POWER_ACTIONS[action].snellman}"
            case events.SpecialAction(action):
                return f"action {SPECIAL_ACTIONS[action].snellman}"
            case events.ChooseFavorTile(tile):
                return f"+{FAVOR_TILES[tile].snellman}"
            case events.ChooseTownTile(tile):
                return f"+{TOWN_TILES[tile].snellman}"
            case events.ChooseCultStep(cult):
                steps = self.state.players[seat].cult_owed[0]
                return f"+{CULT[cult]}" if steps == 1 else f"+{steps}{CULT[cult]}"
            case events.PlaceBridge(a, b):
                return f"bridge {a}:{b}"
            case events.Forfeit(what):
                return f"-{GIVEN_UP[what]}"
            case events.AcceptPower(number) | events.DeclinePower(number):
                offer = next(offer for offer in self.state.offers if offer.id == number)
                verb = "Leech" if isinstance(event, events.AcceptPower) else "Decline"
                return f"{verb} {offer.amount} from {FACTIONS[self.state.players[offer.giver].faction].snellman}"
            case _:
                return ""


def _granted(event: Any, owed: list[int]) -> int:
    """TM-17.2.2: cult steps of choice are counted where they are granted."""
    if isinstance(event, events.SpecialAction):
        return SPECIAL_ACTIONS[event.action].gain.get("cult_choice", 0)
    return -owed[0] if isinstance(event, events.ChooseCultStep) else 0


def _scored(step: str) -> str:
    return CULT[step.split(":")[1]] if ":" in step else "network"


def _change(delta: int) -> str:
    return f"{delta:+d}" if delta else ""
