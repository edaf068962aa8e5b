"""The decisions of a game as notifications of Board Game Arena: purchases, forging, cards, the amounts of faces."""

from typing import Any

from engine.games.dice_forge.components import CARDS, FACES, GROUPS, PORTALS, SLOTS, times
from engine.games.dice_forge.items import CardDraft, Face
from engine.games.dice_forge.platform_order import beside_gold
from engine.games.dice_forge.queries import held_by, room
from engine.games.dice_forge.queues import first, receiver_of
from engine.games.dice_forge.resolving import choices, convert_table, open_face
from engine.games.dice_forge.writings._bga_faces import Faces
from engine.games.dice_forge.writings._bga_packets import (
    KEYS,
    SYMBOLS,
    Args,
    Packets,
    added,
    answer,
    by_figure,
    face_named,
    text_of,
)
from engine.replay import Replay
from engine.rules import ruleset
from events.vocabulary import dice_forge as ev

COLORS = ("ff0000", "008000", "0000ff", "ffa500")


class Decisions(Packets):
    """Packets with the notification of each decision."""

    def __init__(self, replay: Replay) -> None:
        super().__init__(replay)
        self.faces = Faces(len(self.names))

    def _is_early(self, seat: int, event: Any) -> bool:
        """DF-12.25: whether the automatic hammer took this gold at the roll."""
        return isinstance(event, ev.ResolveFace) and event.automatic

    def _decision(self, seat: int, event: Any) -> Args:
        """Notify of a decision before it is played; returns what has to follow it."""
        match event:
            case ev.ResolveFace() if self._is_early(seat, event):
                return {"notified": True}
            case ev.ResolveFace():
                return self._amounts(seat, event)
            case ev.BoarReward():
                figure = "vp" if event.resource == "glory" else event.resource
                return answer({figure: 3 if figure == "vp" else 1})
            case ev.AllocateGold():
                shown = {"gold": 3 - event.to_hammer, "hammer": event.to_hammer}
                return answer(shown) | {"of_dice": False}  # the gold comes from the spirits
            case ev.EndForge() | ev.ChooseFirstDie() | ev.ChooseBlessingDie() | ev.UseCerberus(use=False):
                return {}
        self._notify_decision(seat, event)
        return {"notified": True}

    def _notify_decision(self, seat: int, event: Any) -> None:
        name, who = self._name(seat), self._who(seat)
        match event:
            case ev.DraftCard():
                self._draft(seat, event)
            case ev.UseReinforcement():
                self._reinforcement(seat, event)
            case ev.EndReinforcement():
                self._notify("notifReinforcementPass", "", **name)
            case ev.ForgeFace() | ev.ShipForge() | ev.ForgeGranted():
                self._forged(seat, event)
            case ev.PerformFeat():
                self._feat(seat, event.card)
            case ev.PassAction():
                self._notify("notifMessage", "${player_name} does not play an action", **name)
            case ev.ExtraAction():
                if event.take:
                    self._notify("notifSecondAction", "", **name, ressources="2 [FS]")
                else:
                    self._notify("notifSecondActionPass", "", **name)
            case ev.CopyFace():
                sides = {"old_side_type": FACES["mirror"].bga, "side_type": FACES[event.face].bga}
                self._notify("notifMessage", "${player_name} selects ${old_side_type} → ${side_type}", **name, **sides)
            case ev.ShipPass():
                side = {"side_type": FACES["ship"].bga}
                self._notify("notifMessage", "${player_name} does not forge a side with ${side_type}", **name, **side)
            case ev.UseCerberus():
                self._notify("notifUseCerberusToken", "", **who, sides_rolled="")
            case ev.ChooseSatyrFaces():
                sides = {"sides_rolled": ",".join(face_named(face) for face in event.faces)}
                self._notify("notifMessage", "${player_name} selects ${sides_rolled}", **name, **sides)
            case ev.ChooseBearer():
                self._bearer(seat, event.bearer)
            case ev.UseTriton():
                self._triton(seat, event.resource, event.to_hammer)

    def _amounts(self, seat: int, event: ev.ResolveFace) -> Args:
        """DF-16.20: nominal amounts plus a shield's reward that follows by rule; losses against the Minotaur."""
        state = self.state
        receiver, place = open_face(state, seat)
        if isinstance(first(state, seat), Face):
            place = receiver.place(event.die)  # DF-12.28: of two faces that wait, either
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
            if self._shown_with_roll(seat, event):
                own |= {"sun": 0, "moon": 0, "vp": 0}
            return answer(own) | {"shield": shield}
        if shield:
            met = FACES[other].watch in taken.types
            reward = FACES[other].reward_a if met else FACES[other].reward_b
            factor = 1 if met else receiver.factors[1 - place]
            more = times(tuple(reward.get(r, 0) for r in ("gold", "sun", "moon", "glory")), factor)  # type: ignore[arg-type]
            own = added(own, dict(zip(("gold", "sun", "moon", "vp"), more, strict=True)))
        return answer({figure: -n for figure, n in own.items()}) | {"losing": True}

    def _shown_with_roll(self, seat: int, event: ev.ResolveFace) -> bool:
        """DF-16.20: whether everything but the gold of a face was shown before its gold is awaited."""
        if event.take is not None or convert_table(self.state, seat) or not room(self.state, self.state.players[seat]):
            return False
        others = by_figure(beside_gold(*open_face(self.state, seat)))
        return any(self.shown.owed[seat][figure] < 0 for figure, n in others.items() if n)

    def _draft(self, seat: int, event: ev.DraftCard) -> None:
        slot = SLOTS[self.state.next(CardDraft).slot]
        group = GROUPS.get(event.group)
        position = Replay(ruleset("dice_forge"), self.replay.header)
        for played, done, _ in self.replay.played:
            position.play(played, done)
        position.play(seat, event)
        cards = [{"type": CARDS[card].bga} for card in position.state.slots[slot.id]]
        type_ = group.bga if group is not None and group.bga else cards[0]["type"]
        kind = {"exploit_type": event.group, "exploit": cards, "slot": slot.bga, "exploitName": type_}
        self._notify("notifDraft", "", **kind, **self._name(seat))

    def _reinforcement(self, seat: int, event: ev.UseReinforcement) -> None:
        name = self._name(seat)
        if event.card == "silver_hind":
            self._notify("doNothing", "", **name, die_num=event.die)
        elif event.card == "guardians_owl":
            symbol = "H" if event.to_hammer else SYMBOLS[event.resource or ""]
            self._notify("notifRessource", "", **name, ressources=f"1 [{symbol}]")
        else:
            rich = event.card == "elder" or self.state.players[seat].moon >= 5
            trans = CARDS[event.card].name
            self._notify("notifAncient", "", **name, card_name_trans=trans, ressources=f"{4 if rich else 2} [VP]")

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
        self._notify("notifSideForged", "", **self._who(seat), **sides, dice_number=str(event.die), ressources=paid)

    def _feat(self, seat: int, card: str) -> None:
        rule, player = CARDS[card], self.state.players[seat]
        slot = SLOTS[rule.slot]
        ousted = [other for other in self.state.players if other.hero == slot.portal and player.hero != slot.portal]
        for other in ousted:
            colour = {"ousted_player": COLORS[other.seat], "ousted_player_name": self.names[other.seat]}
            self._notify("notifOusting", "", **self._name(seat), **colour)
        self._notify("notifMovePawn", "", player_color=COLORS[seat], island=PORTALS[slot.portal].bga_island)
        names = {"card_name": rule.name, "card_name_trans": rule.name, "card_id": 1, "pile": "pile1"}
        kind = {"card_pos": slot.bga, "card_type": rule.bga}
        price = text_of({"moon": slot.cost.get("moon", 0), "sun": slot.cost.get("sun", 0)})
        self._notify("notifExploitBuy", "", **self._who(seat), **names, **kind, ressources=price)
        if "reinforcement" in rule.types:
            named = {"card_id": 1, "card_name": rule.name, "power": rule.bga}
            self._notify("notifAddReinforcement", "", **self._who(seat), **named)

    def _bearer(self, seat: int, bearer: int, color: str = "") -> None:
        color = color or CARDS[self.state.card].bga
        named = {"ousted_player": COLORS[bearer], "ousted_player_name": self.names[bearer]}
        self._notify("notifBoarChoice", "", **self._name(seat), **named, side_type=color)

    def _triton(self, seat: int, resource: str, to_hammer: int) -> None:
        amounts = {"gold": 6 - to_hammer, "hammer": to_hammer} if resource == "gold" else {resource: 2}
        shown = {KEYS[figure]: n for figure, n in ({"gold": 0, "sun": 0, "moon": 0, "hammer": 0} | amounts).items()}
        self._notify("notifUseTritonToken", "", **self._who(seat), **shown, scepter=0, ressources=text_of(amounts))
