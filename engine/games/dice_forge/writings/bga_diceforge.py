"""Games as packets of Board Game Arena: the archive answer of section 16 of the rulebook, with the table's options.

One packet per request (DF-16.46): its notification, the consequences by rule, the rolls after it, the counters.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from engine.declaration import Step
from engine.games.dice_forge.components import CARDS, TABLES
from engine.games.dice_forge.items import DECISIONS, GoldSplit, Resolving, Roll
from engine.games.dice_forge.options import Options, options_of
from engine.games.dice_forge.platform_order import FIRST, SECOND, turn_of
from engine.games.dice_forge.queries import held_by
from engine.games.dice_forge.queues import answering
from engine.games.dice_forge.writings._bga_decisions import COLORS, Decisions
from engine.games.dice_forge.writings._bga_options import NOTATION, as_on_the_platform
from engine.games.dice_forge.writings._bga_packets import id_of
from engine.ledger import Entry
from engine.replay import Replay
from engine.rules import ruleset
from events.log.codec import Unreadable
from events.log.native import GameLog, resolve
from events.log.record import Record
from events.vocabulary import dice_forge as ev

# The options that a table of the platform can have; all others have their defaults there.
_TABLE_OPTIONS = (
    "card_set",
    "promo_cards",
    "monster_stack",
    "remove_gold_6",
    "tie_breaker",
    "platform_events",
    "first_drafter",
    "groups",
    "quirks",
)


def write(log: GameLog) -> str:
    """The archive answer of a game, as JSON.

    Raises Unreadable for events and options that packets cannot express; for options, if the game depends on them.
    """
    return _Writer(as_on_the_platform(log, _TABLE_OPTIONS)).write()


class _Writer(Decisions):
    """A replay that notes what the platform would report."""

    def __init__(self, log: GameLog) -> None:
        self.log = log
        self.options = options_of(log.header)
        super().__init__(Replay(ruleset("dice_forge"), log.header))
        self.replay.on_step.append(self._step)
        self.shifted = False

    def write(self) -> str:
        """All packets."""
        if self.state.round:
            self._begin_turn(True)
        for record in self._in_its_order(list(resolve(self.log))):
            self._record(record.actor, record.event)
        self._close()
        players = [{"id": id_of(n), "name": name, "color": COLORS[n]} for n, name in enumerate(self.names)]
        quirks = list(self.options.quirks)
        answer = {
            "status": 1,
            "data": {"logs": self.packets, "players": players},
            "table": {"options": self._table_options(), "result": {"player": self._result()}, "quirks": quirks},
        }
        return msgspec.json.encode(answer).decode() + "\n"

    def _in_its_order(self, records: list[Record[Any]]) -> Iterator[Record[Any]]:
        """DF-16.21: the records in the order in which the platform asks; each player's own stay in their order."""
        while records:
            yield records.pop(self._asked_for(records))

    def _asked_for(self, records: list[Record[Any]]) -> int:
        """The place of the decision that the platform asks for first, among those before the next roll."""
        state, actor = self.state, records[0].actor
        if actor is None or state.blessing is None or not state.queues[actor]:
            return 0
        turns = {seat: turn_of(state, seat) for seat in answering(state)}
        soonest, found = turns.get(actor, FIRST), 0
        for place, record in enumerate(records):
            if record.actor is None:
                break
            if (turn := turns.get(record.actor, SECOND)) < soonest:
                soonest, found = turn, place
        return found

    def _table_options(self) -> dict[str, Any]:
        stated = {f"{name}={_plain(getattr(self.options, name))}" for name in Options.__struct_fields__}
        found: dict[str, Any] = {}
        for option in TABLES.bga_option:
            for value, meaning in option["values"].items():
                if meaning in stated or meaning == "off":
                    found[str(option["id"])] = {"name": option["name"], "value": value}
        return found

    def _result(self) -> list[dict[str, Any]]:
        return [
            {"player_id": id_of(s.seat), "name": self.names[s.seat], "score": str(s.vp), "gamerank": str(s.rank)}
            for s in self.replay.standings or ()
        ]

    # Records

    def _record(self, actor: int | None, event: Any) -> None:
        if isinstance(event, ev.DiceRolled):
            self.rolls.append(event)
        elif isinstance(event, (ev.PlatformAdjustment, ev.PlayerQuit)):
            raise Unreadable(f"the event {event.__struct_config__.tag}", f"an event that {NOTATION} can express")
        elif actor is not None and not self._is_early(actor, event):
            self._close()
            self.move = (self.move or 1) + 1
        own = self._decision(actor, event) if actor is not None else {}
        known = len(self.replay.entered)
        blessing, in_setup = self.state.blessing, not self.state.round
        last_roll = [type(item) for item in self.state.agenda].count(Roll) == 1
        receiver = None if actor is None or blessing is None else blessing.receivers[actor]
        self.replay.play(actor, event)
        entries = [entry for entered in self.replay.entered[known:] for entry in entered.entries]
        if isinstance(event, ev.PerformFeat):
            self._bought(event.card, entries)
        elif isinstance(event, ev.ExtraAction) and event.take:
            self._paid(entries)
        else:
            of_card = _of_card(entries) if isinstance(event, ev.ShipForge | ev.ShipPass) else len(entries)
            shown_later = isinstance(event, ev.UseReinforcement | ev.UseTriton | ev.AllocateGold)
            self.shown.enter(entries[:of_card], not shown_later)
        if blessing is not None and last_roll:
            self._notify_rolls(blessing, entries)
        elif actor is not None:
            self._notify_gains(blessing, receiver, actor, event, own)
        if isinstance(event, ev.ShipForge | ev.ShipPass):
            self.shown.enter(entries[of_card:], False)
        self._consequences(entries)
        if actor is not None and not own.get("notified"):
            active = [id_of(seat) for seat in self._active()]
            self._notify("gameStateMultipleActiveUpdate", list=active)
            self.entries[-1]["args"] = active
        if in_setup and self.state.round:
            self._begin_turn(True)
        self.replay.settle()

    def _bought(self, card: str, entries: list[Entry]) -> None:
        """DF-16.45: the counters printed after a purchase are those before its effect."""
        paid = [entry for entry in entries if entry.delta < 0]
        self._paid(paid, new_hammer=card == "blacksmiths_hammer")
        self.shown.enter((entry for entry in entries if entry not in paid), False)

    def _paid(self, paid: list[Entry], new_hammer: bool = False) -> None:
        """The counters after shards were paid, and the notification that no scepter was used."""
        self.shown.enter(paid, False)
        self._counters(new_hammer=new_hammer)
        self._notify("notifUseScepter", "", **self._who(self.state.turn_player), moonshard="0", fireshard="0")

    def _active(self) -> Iterable[int]:
        state = self.state
        if isinstance(state.newest, DECISIONS) and state.newest.seat is not None:
            return [state.newest.seat]
        if isinstance(state.newest, Resolving):
            return answering(state)
        return [state.turn_player]

    def _consequences(self, entries: list[Entry]) -> None:
        for entry in entries:
            seat, source, points = entry.seat, entry.source, f"{entry.delta} [VP]"
            if source in ("hammer_1", "hammer_2"):
                phase = int(source[-1])
                self._notify("notifHammerVP", "", **self._who(seat), hammer_phase=phase, ressources=points)
                if phase == 2 and not self.state.players[seat].hammer_room:
                    self._notify("notifRemoveHammer", player_id=id_of(seat))
            elif source == "great_bear" and entry.figure == "vp":
                self._notify("notifBlessing", "", **self._name(seat), ressources=points)
            elif entry.figure == "cards":
                self._card_taken(seat, source)
        if any(e.figure in ("moon", "lost_moon") for e in entries if e.source == "wild_spirits"):
            shown = {"moon": 3} | ({} if isinstance(self.state.newest, GoldSplit) else {"gold": 3})
            self._blessing("${player_name} gets ${ressources}", self.state.turn_player, shown)

    def _card_taken(self, seat: int, card: str) -> None:
        """The platform's notifications of a card's effects."""
        who, bga = self._who(seat), CARDS[card].bga
        player = self.state.players[seat]
        if CARDS[card].color and len(self.names) == 2:
            self._close()
            self.move = (self.move or 1) + 1
            self._bearer(seat, 1 - seat, bga)
        elif card in ("triton", "cerberus"):
            self._notify("notifAddToken", "", **who, token=card, card_id=1, power=bga)
        elif card == "satyrs":
            self._notify("notifEffectSatyres", "", **self._name(seat), card_name=bga, card_name_trans=bga)
        elif card == "magical_seagull":
            self._notify("notifMessage", "On the next turn, dice will be swapped!")
        elif card == "typhon":
            forged = {"discardedSides": player.forged, "ressources": f"{player.forged} [VP]"}
            self._notify("notifMessage", "${player_name} has forged ${discardedSides}", **self._name(seat), **forged)

    # Steps

    def _step(self, game: Replay, step: Step) -> None:
        """The notifications at the end of a turn, at the beginning of the next, and at the end of the game."""
        state = self.state
        if step.name == "turn_end":
            self.shown.enter(step.entries, False)
            self._leftover_tokens(step.entries)
            self._consequences(step.entries)
            if step.ends_round and state.round < state.rounds:
                self._notify("notifEndTurn", "", turn=state.round)
        elif step.name == "turn_start":
            self._begin_turn(state.turn_player == 0)
        else:
            self._counters()
            self.shown.enter(step.entries, False)
            self._notify("notifBeginScoring")
            for player in state.players:
                for card in player.cards:
                    rule = CARDS[card]
                    names = {"card_name": rule.name, "card_name_trans": rule.name, "card_id": 1, "pile": "pile1"}
                    scored = {"card_type": rule.bga, "vp": rule.glory, "ressources": f"{rule.glory} [VP]"}
                    self._notify("notifEndScoring", "", **self._who(player.seat), **names, **scored)

    def _leftover_tokens(self, entries: list[Entry]) -> None:
        """Tokens that became gold by rule: each token's entry is followed by those of its gold."""
        seat, used = self.state.turn_player, -1
        hammers: list[int] = []
        for entry in entries:
            if entry.figure == "triton":
                used += 1
                hammers.append(0)
            elif entry.figure == "hammer":
                hammers[used] += entry.delta
        for to_hammer in hammers:
            self._triton(seat, "gold", to_hammer)

    def _begin_turn(self, new_round: bool) -> None:
        state = self.state
        if new_round:
            total = {} if state.round == state.rounds else {"totalTurns": state.rounds}
            self._notify("notifBeginTurn", "Turn ${turn}/${totalTurns} begins", turn=state.round, **total)
            if state.round == state.rounds:
                self._notify("notifLastTurn")
        self._notify("notifBeginPlayerTurn", "", **self._name(state.turn_player), player_id=id_of(state.turn_player))
        if state.dice_shifted != self.shifted:
            self.shifted = state.dice_shifted
            self._notify("notifDiceSwitch", "", playerSwitch=self._switch())

    def _switch(self) -> dict[str, str]:
        """Whose dice each player takes, or that they return to their owners."""
        seats = range(len(self.names))
        if self.shifted:
            return {id_of(seat): id_of(held_by(self.state, seat).seat) for seat in seats}
        return {id_of(seat - 1 if seat else len(seats) - 1): id_of(seat) for seat in seats} | {"0": id_of(0)}


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _of_card(entries: list[Entry]) -> int:
    """DF-16.45: where the effects of a card bought before a ship begin; the counters are printed before them."""
    return next((place for place, entry in enumerate(entries) if entry.figure == "cards"), len(entries))
