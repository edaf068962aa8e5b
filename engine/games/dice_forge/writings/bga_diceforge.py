"""Games as packets of Board Game Arena: the archive answer of section 16 of the rulebook, with the table's options.

One packet a request (DF-16.46): its notification, what followed by rule, the rolls after it, the counters.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from engine.declaration import Step
from engine.games.dice_forge.components import CARDS, FACES, GROUPS, PORTALS, SLOTS, TABLES, times
from engine.games.dice_forge.items import DECISIONS, CardDraft, Face, GoldSplit, Resolving, Roll
from engine.games.dice_forge.options import Options, options_of
from engine.games.dice_forge.platform_order import beside_gold
from engine.games.dice_forge.queues import answering, first, receiver_of
from engine.games.dice_forge.resolving import choices, convert_table, open_face
from engine.games.dice_forge.state import held_by, room
from engine.games.dice_forge.writings._bga_faces import Faces
from engine.games.dice_forge.writings._bga_options import NOTATION, as_on_the_platform
from engine.games.dice_forge.writings._bga_packets import (
    KEYS,
    SYMBOLS,
    Args,
    Packets,
    added,
    answer,
    by_figure,
    face_named,
    id_of,
    text_of,
)
from engine.ledger import Entry
from engine.replay import Replay
from engine.rules import ruleset
from events.log.codec import Unreadable
from events.log.native import GameLog, resolve
from events.vocabulary import dice_forge as ev

COLORS = ("ff0000", "008000", "0000ff", "ffa500")
# The options that a table of the platform can have; all others are at their default there.
_TOLD = (
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

    Raises Unreadable for events that packets cannot tell, and for such options if anything in the game depends on them.
    """
    return _Writer(as_on_the_platform(log, _TOLD)).write()


class _Writer(Packets):
    """A replay that notes what the platform would tell."""

    def __init__(self, log: GameLog) -> None:
        self.log = log
        self.options = options_of(log.header)
        super().__init__(Replay(ruleset("dice_forge"), log.header))
        self.replay.on_step.append(self._step)
        self.faces = Faces(len(self.names))
        self.shifted = False

    def write(self) -> str:
        """All packets."""
        if self.state.round:
            self._begin_turn(True)
        for record in resolve(self.log):
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
            raise Unreadable(f"the event {event.__struct_config__.tag}", f"events that {NOTATION} can tell")
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
            told_later = isinstance(event, ev.UseReinforcement | ev.UseTriton | ev.AllocateGold)
            self.shown.enter(entries[:of_card], not told_later)
        if blessing is not None and last_roll:
            self._tell_rolls(blessing, entries)
        elif actor is not None:
            self._tell_gains(blessing, receiver, actor, event, own)
        if isinstance(event, ev.ShipForge | ev.ShipPass):
            self.shown.enter(entries[of_card:], False)
        self._consequences(entries)
        if actor is not None and not own.get("told"):
            active = [id_of(seat) for seat in self._active()]
            self._tell("gameStateMultipleActiveUpdate", list=active)
            self.entries[-1]["args"] = active
        if in_setup and self.state.round:
            self._begin_turn(True)
        self.replay.settle()

    def _is_early(self, seat: int, event: Any) -> bool:
        """DF-12.25: whether it is gold that the automatic hammer takes before the choice of the first face."""
        item = first(self.state, seat)
        return isinstance(event, ev.ResolveFace) and isinstance(item, Face) and item.die != event.die

    def _bought(self, card: str, entries: list[Entry]) -> None:
        """DF-16.45: the counters after a purchase are those before its effect."""
        paid = [entry for entry in entries if entry.delta < 0]
        self._paid(paid, new_hammer=card == "blacksmiths_hammer")
        self.shown.enter((entry for entry in entries if entry not in paid), False)

    def _paid(self, paid: list[Entry], new_hammer: bool = False) -> None:
        """The counters after shards were paid, and that nobody has used a scepter."""
        self.shown.enter(paid, False)
        self._counters(new_hammer=new_hammer)
        self._tell("notifUseScepter", "", **self._who(self.state.turn_player), moonshard="0", fireshard="0")

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
                self._tell("notifHammerVP", "", **self._who(seat), hammer_phase=phase, ressources=points)
                if phase == 2 and not self.state.players[seat].hammer_room:
                    self._tell("notifRemoveHammer", player_id=id_of(seat))
            elif source == "great_bear" and entry.figure == "vp":
                self._tell("notifBlessing", "", **self._name(seat), ressources=points)
            elif entry.figure == "cards":
                self._card_taken(seat, source)
        if any(e.figure in ("moon", "lost_moon") for e in entries if e.source == "wild_spirits"):
            told = {"moon": 3} | ({} if isinstance(self.state.newest, GoldSplit) else {"gold": 3})
            self._blessing("${player_name} gets ${ressources}", self.state.turn_player, told)

    def _card_taken(self, seat: int, card: str) -> None:
        """What the platform tells of a card's effects."""
        who, bga = self._who(seat), CARDS[card].bga
        player = self.state.players[seat]
        if CARDS[card].color and len(self.names) == 2:
            self._close()
            self.move = (self.move or 1) + 1
            self._bearer(seat, 1 - seat, bga)
        elif card in ("triton", "cerberus"):
            self._tell("notifAddToken", "", **who, token=card, card_id=1, power=bga)
        elif card == "satyrs":
            self._tell("notifEffectSatyres", "", **self._name(seat), card_name=bga, card_name_trans=bga)
        elif card == "magical_seagull":
            self._tell("notifMessage", "On the next turn, dice will be swapped!")
        elif card == "typhon":
            forged = {"discardedSides": player.forged, "ressources": f"{player.forged} [VP]"}
            self._tell("notifMessage", "${player_name} has forged ${discardedSides}", **self._name(seat), **forged)

    # Decisions

    def _decision(self, seat: int, event: Any) -> Args:
        """Tell of a decision, before it is played; what is told after it comes back."""
        match event:
            case ev.ResolveFace() if self._is_early(seat, event):
                return {"told": True}
            case ev.ResolveFace():
                return self._amounts(seat, event)
            case ev.BoarReward():
                figure = "vp" if event.resource == "glory" else event.resource
                return answer({figure: 3 if figure == "vp" else 1})
            case ev.AllocateGold():
                told = {"gold": 3 - event.to_hammer, "hammer": event.to_hammer}
                return answer(told) | {"of_dice": False}  # the gold is of the spirits
            case ev.EndForge() | ev.ChooseFirstDie() | ev.ChooseBlessingDie() | ev.UseCerberus(use=False):
                return {}
        self._tell_decision(seat, event)
        return {"told": True}

    def _tell_decision(self, seat: int, event: Any) -> None:
        name, who = self._name(seat), self._who(seat)
        match event:
            case ev.DraftCard():
                self._draft(seat, event)
            case ev.UseReinforcement():
                self._reinforcement(seat, event)
            case ev.EndReinforcement():
                self._tell("notifReinforcementPass", "", **name)
            case ev.ForgeFace() | ev.ShipForge() | ev.ForgeGranted():
                self._forged(seat, event)
            case ev.PerformFeat():
                self._feat(seat, event.card)
            case ev.PassAction():
                self._tell("notifMessage", "${player_name} does not play an action", **name)
            case ev.ExtraAction():
                if event.take:
                    self._tell("notifSecondAction", "", **name, ressources="2 [FS]")
                else:
                    self._tell("notifSecondActionPass", "", **name)
            case ev.CopyFace():
                sides = {"old_side_type": FACES["mirror"].bga, "side_type": FACES[event.face].bga}
                self._tell("notifMessage", "${player_name} selects ${old_side_type} → ${side_type}", **name, **sides)
            case ev.ShipPass():
                side = {"side_type": FACES["ship"].bga}
                self._tell("notifMessage", "${player_name} does not forge a side with ${side_type}", **name, **side)
            case ev.UseCerberus():
                self._tell("notifUseCerberusToken", "", **who, sides_rolled="")
            case ev.ChooseSatyrFaces():
                sides = {"sides_rolled": ",".join(face_named(face) for face in event.faces)}
                self._tell("notifMessage", "${player_name} selects ${sides_rolled}", **name, **sides)
            case ev.ChooseBearer():
                self._bearer(seat, event.bearer)
            case ev.UseTriton():
                self._triton(seat, event.resource, event.to_hammer)

    def _amounts(self, seat: int, event: ev.ResolveFace) -> Args:
        """DF-16.20: nominal amounts, a shield's reward that follows by rule added; as losses against the Minotaur."""
        state = self.state
        receiver, place = open_face(state, seat)
        assert state.blessing is not None
        taken = next(choice for choice in choices(receiver, place) if choice.take == event.take)
        table = convert_table(state, seat)
        gold, sun, moon, glory = taken.amounts
        own = {
            "gold": gold - event.convert.get("gold", 0) - event.to_hammer,
            "sun": sun - event.convert.get("sun", 0),
            "moon": moon - event.convert.get("moon", 0),
            "vp": glory + sum(n * table[r] for r, n in event.convert.items()),
            "hammer": event.to_hammer,
        }
        other = receiver.faces[1 - place] if len(receiver.faces) == 2 else ""
        shield = bool(other) and FACES[other].kind == "shield" and not receiver.given[1 - place]
        if state.blessing.kind != "minotaur":
            if self._told_with_roll(seat, event):
                own |= {"sun": 0, "moon": 0, "vp": 0}
            return answer(own) | {"shield": shield}
        if shield:
            met = FACES[other].watch in taken.types
            reward = FACES[other].reward_a if met else FACES[other].reward_b
            factor = 1 if met else receiver.factors[1 - place]
            more = times(tuple(reward.get(r, 0) for r in ("gold", "sun", "moon", "glory")), factor)  # type: ignore[arg-type]
            own = added(own, dict(zip(("gold", "sun", "moon", "vp"), more, strict=True)))
        return answer({figure: -n for figure, n in own.items()}) | {"losing": True}

    def _told_with_roll(self, seat: int, event: ev.ResolveFace) -> bool:
        """DF-16.20: whether what is not gold of a face was told before its gold is asked for."""
        if event.take is not None or convert_table(self.state, seat) or not room(self.state, self.state.players[seat]):
            return False
        beside = by_figure(beside_gold(*open_face(self.state, seat)))
        return any(self.shown.owed[seat][figure] < 0 for figure, n in beside.items() if n)

    def _draft(self, seat: int, event: ev.DraftCard) -> None:
        slot = SLOTS[self.state.next(CardDraft).slot]
        group = GROUPS.get(event.group)
        position = Replay(ruleset("dice_forge"), self.log.header)
        for played, done, _ in self.replay.played:
            position.play(played, done)
        position.play(seat, event)
        cards = [{"type": CARDS[card].bga} for card in position.state.slots[slot.id]]
        type_ = group.bga if group is not None and group.bga else cards[0]["type"]
        kind = {"exploit_type": event.group, "exploit": cards, "slot": slot.bga, "exploitName": type_}
        self._tell("notifDraft", "", **kind, **self._name(seat))

    def _reinforcement(self, seat: int, event: ev.UseReinforcement) -> None:
        name = self._name(seat)
        if event.card == "silver_hind":
            self._tell("doNothing", "", **name, die_num=event.die)
        elif event.card == "guardians_owl":
            symbol = "H" if event.to_hammer else SYMBOLS[event.resource or ""]
            self._tell("notifRessource", "", **name, ressources=f"1 [{symbol}]")
        else:
            rich = event.card == "elder" or self.state.players[seat].moon >= 5
            trans = CARDS[event.card].name
            self._tell("notifAncient", "", **name, card_name_trans=trans, ressources=f"{4 if rich else 2} [VP]")

    def _forged(self, seat: int, event: ev.ForgeFace | ev.ShipForge | ev.ForgeGranted) -> None:
        price = 0
        if not isinstance(event, ev.ForgeGranted):
            price = FACES[event.face].cost
        if isinstance(event, ev.ShipForge):
            receiver = receiver_of(self.state, seat)
            tripled = 3 in receiver.factors
            price = max(0, price - (FACES["ship"].discount_tripled if tripled else FACES["ship"].discount))
        new, old = FACES[event.face].bga, FACES[event.replaced].bga
        owner = held_by(self.state, seat).seat
        number, old_number = self.faces.forge(owner, event.die, event.face, event.replaced)
        sides = {"side_type": new, "side_type_name": new, "side": number, "old_side_type": old, "old_side": old_number}
        paid = f"{price} [G]" if price else ""
        self._tell("notifSideForged", "", **self._who(seat), **sides, dice_number=str(event.die), ressources=paid)

    def _feat(self, seat: int, card: str) -> None:
        rule, player = CARDS[card], self.state.players[seat]
        slot = SLOTS[rule.slot]
        ousted = [other for other in self.state.players if other.hero == slot.portal and player.hero != slot.portal]
        for other in ousted:
            colour = {"ousted_player": COLORS[other.seat], "ousted_player_name": self.names[other.seat]}
            self._tell("notifOusting", "", **self._name(seat), **colour)
        self._tell("notifMovePawn", "", player_color=COLORS[seat], island=PORTALS[slot.portal].bga_island)
        names = {"card_name": rule.name, "card_name_trans": rule.name, "card_id": 1, "pile": "pile1"}
        kind = {"card_pos": slot.bga, "card_type": rule.bga}
        price = text_of({"moon": slot.cost.get("moon", 0), "sun": slot.cost.get("sun", 0)})
        self._tell("notifExploitBuy", "", **self._who(seat), **names, **kind, ressources=price)
        if "reinforcement" in rule.types:
            named = {"card_id": 1, "card_name": rule.name, "power": rule.bga}
            self._tell("notifAddReinforcement", "", **self._who(seat), **named)

    def _bearer(self, seat: int, bearer: int, color: str = "") -> None:
        color = color or CARDS[self.state.card].bga
        named = {"ousted_player": COLORS[bearer], "ousted_player_name": self.names[bearer]}
        self._tell("notifBoarChoice", "", **self._name(seat), **named, side_type=color)

    def _triton(self, seat: int, resource: str, to_hammer: int) -> None:
        amounts = {"gold": 6 - to_hammer, "hammer": to_hammer} if resource == "gold" else {resource: 2}
        told = {KEYS[figure]: n for figure, n in ({"gold": 0, "sun": 0, "moon": 0, "hammer": 0} | amounts).items()}
        self._tell("notifUseTritonToken", "", **self._who(seat), **told, scepter=0, ressources=text_of(amounts))

    # Steps

    def _step(self, game: Replay, step: Step) -> None:
        """What the platform tells at the end of a turn, at the beginning of the next, at the end of the game."""
        state = self.state
        if step.name == "turn_end":
            self.shown.enter(step.entries, False)
            self._leftover_tokens(step.entries)
            self._consequences(step.entries)
            if step.ends_round and state.round < state.rounds:
                self._tell("notifEndTurn", "", turn=state.round)
        elif step.name == "turn_start":
            self._begin_turn(state.turn_player == 0)
        else:
            self._counters()
            self.shown.enter(step.entries, False)
            self._tell("notifBeginScoring")
            for player in state.players:
                for card in player.cards:
                    rule = CARDS[card]
                    names = {"card_name": rule.name, "card_name_trans": rule.name, "card_id": 1, "pile": "pile1"}
                    scored = {"card_type": rule.bga, "vp": rule.glory, "ressources": f"{rule.glory} [VP]"}
                    self._tell("notifEndScoring", "", **self._who(player.seat), **names, **scored)

    def _leftover_tokens(self, entries: list[Entry]) -> None:
        """Tokens that became gold by rule: each entry of a token is followed by those of its gold."""
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
            self._tell("notifBeginTurn", "Turn ${turn}/${totalTurns} begins", turn=state.round, **total)
            if state.round == state.rounds:
                self._tell("notifLastTurn")
        self._tell("notifBeginPlayerTurn", "", **self._name(state.turn_player), player_id=id_of(state.turn_player))
        if state.dice_shifted != self.shifted:
            self.shifted = state.dice_shifted
            self._tell("notifDiceSwitch", "", playerSwitch=self._switch())

    def _switch(self) -> dict[str, str]:
        """Whose dice each player takes; or that they go back to their owners."""
        seats = range(len(self.names))
        if self.shifted:
            return {id_of(seat): id_of(held_by(self.state, seat).seat) for seat in seats}
        return {id_of(seat - 1 if seat else len(seats) - 1): id_of(seat) for seat in seats} | {"0": id_of(0)}


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _of_card(entries: list[Entry]) -> int:
    """DF-16.45: where the effects of a card begin that was bought before a ship; the counters are told before them."""
    return next((place for place, entry in enumerate(entries) if entry.figure == "cards"), len(entries))
