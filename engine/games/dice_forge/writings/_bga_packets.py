"""Packets of Board Game Arena while a game is written, with the notifications of dice (DF-16.20, DF-16.21)."""

from typing import Any

from engine.games.dice_forge.components import CARD_SPACES, CHOICES, FACES, LAP, REWARD_A, Bundle
from engine.games.dice_forge.items import Face, SatyrFaces, Shield, TakeCard
from engine.games.dice_forge.platform_order import NOTHING, beside_gold, given_at_roll, is_done, shown_again
from engine.games.dice_forge.queues import first
from engine.games.dice_forge.quirks import meets_itself
from engine.games.dice_forge.satyrs import pairs
from engine.games.dice_forge.state import Blessing, Player, Receiver, State
from engine.games.dice_forge.writings._bga_shown import Shown
from engine.ledger import Entry
from engine.replay import Replay
from events.vocabulary import dice_forge as ev

TABLE = 1000001
SYMBOLS = {"gold": "G", "sun": "FS", "moon": "MS", "vp": "VP", "hammer": "H"}
KEYS = {"gold": "gold", "sun": "fireshard", "moon": "moonshard", "vp": "vp", "hammer": "hammer"}
GETS = "${player_name} gets ${ressources}"

Args = dict[str, Any]


class Packets:
    """The packets of a game under replay; `entries` are the notifications of the packet that is still open."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.names = [seat.player or f"player-{n}" for n, seat in enumerate(replay.header.seats, 1)]
        self.packets: list[dict[str, Any]] = []
        self.entries: list[dict[str, Any]] = []
        self.rolls: list[ev.DiceRolled] = []
        self.shown = Shown(self.state.players)
        self.again: set[int] = set()
        self.move: int | None = None
        self.uids = 0

    @property
    def state(self) -> State:
        """The position."""
        state: State = self.replay.state
        return state

    def _notify(self, type_: str, log: str = "", /, **args: Any) -> None:
        self.uids += 1
        self.entries.append({"uid": f"{self.uids:08x}", "type": type_, "log": log, "args": args or []})

    def _close(self) -> None:
        """End the packet of a request with the counters."""
        if self.entries:
            self._counters()
            head_ = {"channel": f"/table/t{TABLE}", "table_id": TABLE, "packet_id": str(len(self.packets) + 1)}
            body = {"packet_type": "resend", "move_id": None if self.move is None else str(self.move), "time": "0"}
            self.packets.append(head_ | body | {"data": self.entries})
        self.entries = []

    def _counters(self, new_hammer: bool = False) -> None:
        """DF-16.45. `new_hammer`: a hammer was bought but not laid yet; a first hammer has no place then."""
        counters: dict[str, int | None] = {}
        for player in self.state.players:
            id_, figures = id_of(player.seat), self.shown.figures[player.seat]
            counters |= {
                f"goldcount_p{id_}": figures["gold"],
                f"mooncount_p{id_}": figures["moon"],
                f"firecount_p{id_}": figures["sun"],
                f"player_score_{id_}": figures["vp"],
                f"discarded_sides_p{id_}": player.forged,
                f"card_counter_p{id_}": self._cards(player),
            }
            if figures["hammer"] < CARD_SPACES * player.hammers:
                counters[f"hammercount_p{id_}"] = figures["hammer"] % LAP
                if new_hammer and player.seat == self.state.turn_player and player.hammers == 1:
                    counters[f"hammercount_p{id_}"] = None
        printed = {name: None if value is None else str(value) for name, value in counters.items()}
        self._notify(
            "updateCounters", **{name: {"counter_name": name, "counter_value": n} for name, n in printed.items()}
        )

    def _cards(self, player: Player) -> int:
        """A card is counted before the ousted has been blessed."""
        return len(player.cards) + (player.seat == self.state.turn_player and TakeCard() in self.state.agenda)

    def _who(self, seat: int) -> Args:
        return {"player_id": id_of(seat), "player_name": self.names[seat]}

    def _name(self, seat: int) -> Args:
        return {"player_name": self.names[seat]}

    # Dice

    def _notify_rolls(self, blessing: Blessing, entries: list[Entry]) -> None:
        """DF-16.20: the rolls of an instance with the gains that follow by rule or without waiting for an answer."""
        rolls, self.rolls = self.rolls, []
        self.again = set()
        losing = blessing.kind == "minotaur"
        if blessing.cause in ("satyrs", "minotaur"):
            rolls = sorted(rolls, key=lambda roll: roll.player)
        for roll in rolls:
            seat, faces = roll.player, [FACES[face].bga for face in roll.dice.values()]
            dice = {f"dice{die}": FACES[face].bga for die, face in roll.dice.items()}
            if blessing.cause == "satyrs":
                self._notify("notifBlessing", "", **self._who(seat), roll=True, **dice)
                continue
            rolled = {"sides_rolled": ",".join(faces)}
            self._notify("notifMessage", "${player_name} rolls ${sides_rolled}", **self._name(seat), **rolled)
            amounts = self.shown.due(seat, losing) or dict.fromkeys(KEYS, 0)
            if self.state.blessing is blessing:
                amounts = added(amounts, by_figure(given_at_roll(self.state, seat)))
            self.shown.show(seat, amounts)
            if losing:
                amounts["gold"] = -sum(e.delta for e in entries if (e.seat, e.figure) == (seat, "gold"))
            self._blessing(GETS, seat, amounts, roll=True, **dice)
        if blessing.cause == "satyrs" and not isinstance(self.state.newest, SatyrFaces):
            self._single_choice(seat=self.state.turn_player)

    def _single_choice(self, seat: int) -> None:
        """DF-16.30: the Satyrs' faces, selected in a separate move even if there is only one choice."""
        self._close()
        self.move = (self.move or 1) + 1
        chosen = ",".join(face_named(face) for face in next(pairs(self.state)))
        self._notify("notifMessage", "${player_name} selects ${sides_rolled}", **self._name(seat), sides_rolled=chosen)
        self._notify_due(None)

    def _blessing(self, log: str, seat: int, amounts: dict[str, int], **args: Any) -> None:
        shown = {key: amounts.get(figure, 0) for figure, key in KEYS.items()}
        none = {"scepter": 0, "maze": 0, "loyalty": 0, "ancientshard": 0}
        self._notify("notifBlessing", log, **self._who(seat), **shown, **none, ressources=text_of(amounts), **args)

    def _notify_gains(
        self, blessing: Blessing | None, receiver: Receiver | None, actor: int, event: Any, own: Args
    ) -> None:
        """The answer with its amounts, and the other consequences of the rules, for everybody."""
        if "amounts" in own:
            shown = own["amounts"]
            if "losing" in own:
                self.shown.show(actor, dict(self.shown.owed[actor]))  # in full: less than shown may be lost
            elif own["of_dice"]:
                if own["shield"] and receiver is not None:
                    shown = added(shown, _reward(self.shown.owed[actor], own["nominal"]))
                self.shown.show(actor, shown)
            self._blessing(GETS, actor, shown)
        if isinstance(event, ev.ShipForge | ev.ShipPass):
            self._counters()
        if isinstance(event, ev.ChooseFirstDie) and receiver is not None:
            self._notify_first_die(actor, receiver, event.die)
        if isinstance(event, ev.CopyFace | ev.UseCerberus) and blessing is not None:
            # A copied face, or one resolved again, is shown at once; everything else when the others have answered.
            losing = blessing.kind == "minotaur"
            self.again.discard(actor)
            if amounts := self.shown.due(actor, losing):
                self._notify_again(
                    actor, amounts, _dice(blessing, receiver) if isinstance(event, ev.UseCerberus) else {}
                )
        self._notify_due(blessing)

    def _notify_first_die(self, seat: int, receiver: Receiver, die: int) -> None:
        """A face that counts before a ship is shown again; DF-12.22: the amounts of a shield are then asked for."""
        face = receiver.faces[die - 1] or receiver.rolled[die - 1]
        if face == "ship":
            return
        amounts, shown = self.shown.due(seat, False) or dict.fromkeys(KEYS, 0), {f"dice{die}": face_named(face)}
        if not receiver.shield_first:
            self._notify_again(seat, amounts, shown)
            return
        self._blessing(GETS, seat, dict.fromkeys(KEYS, 0), roll=False, **shown)
        if not isinstance(first(self.state, seat), Shield):
            self._close()
            self.move = (self.move or 1) + 1
            self.shown.show(seat, amounts)
            self._blessing(GETS, seat, by_figure(CHOICES[face, 1][0].amounts))

    def _notify_due(self, blessing: Blessing | None) -> None:
        """The consequences of the rules, as soon as the platform reports them; second faces are shown again."""
        state = self.state
        running = state.blessing if blessing is not None and state.blessing is blessing else None
        losing = blessing is not None and blessing.kind == "minotaur"
        for seat in range(len(self.names)):
            receiver = blessing.receivers[seat] if blessing is not None else None
            waits = running is not None and receiver is not None and (receiver.answered or "mirror" in receiver.rolled)
            if waits and not losing and not is_done(state):
                continue
            if amounts := self.shown.due(seat, losing):
                self._notify_again(seat, amounts, _left(blessing, receiver))
        if running is not None and not losing:
            self._show_again(running)

    def _notify_again(self, seat: int, amounts: dict[str, int], dice: Args) -> None:
        self.shown.show(seat, amounts)
        self._blessing(GETS, seat, amounts, roll=False, **dice)

    def _show_again(self, blessing: Blessing) -> None:
        """DF-16.21: second faces and shields that are awaited now; DF-12.20: everything but gold is paid again."""
        for seat in shown_again(self.state):
            receiver, item = blessing.receivers[seat], first(self.state, seat)
            if receiver is None or seat in self.again:
                continue
            assert isinstance(item, Face | Shield), item
            self.again.add(seat)
            place = receiver.place(item.die)
            twice = receiver.paid_twice and isinstance(item, Face)
            amounts = by_figure(beside_gold(receiver, place) if twice else NOTHING)
            if isinstance(item, Shield) and meets_itself(self.state, receiver):
                amounts = by_figure(REWARD_A[receiver.faces[1 - place]])
            self.shown.show(seat, amounts)
            die = {f"dice{item.die}": face_named(receiver.faces[place])}
            self._blessing(GETS, seat, amounts, roll=False, choice=True, **die)


def id_of(seat: int) -> str:
    """The id of the player in a seat."""
    return str(11 + seat)


def face_named(face: str) -> str:
    """The platform's name of a face."""
    return FACES[face].bga if face in FACES else face


def answer(amounts: dict[str, int]) -> Args:
    """An answer shown by its amounts, which are also those of its gains unless stated otherwise."""
    return {"notified": True, "amounts": amounts, "nominal": amounts, "shield": False, "of_dice": True}


def by_figure(amounts: Bundle) -> dict[str, int]:
    """A bundle by figures."""
    return dict.fromkeys(KEYS, 0) | dict(zip(("gold", "sun", "moon", "vp"), amounts, strict=True))


def added(amounts: dict[str, int], more: dict[str, int]) -> dict[str, int]:
    """The sum of two amounts by figure."""
    return {figure: amounts.get(figure, 0) + more.get(figure, 0) for figure in KEYS}


def _reward(owed: dict[str, int], own: dict[str, int]) -> dict[str, int]:
    """What a shield gave in addition to an answer's own amounts, out of what is owed for both."""
    return {figure: max(0, owed[figure] - own.get(figure, 0)) for figure in KEYS}


def _dice(blessing: Blessing, receiver: Receiver | None) -> Args:
    """The dice of a receiver, as rolled."""
    rolled = receiver.rolled if receiver is not None else []
    return {f"dice{blessing.die or place + 1}": face_named(face) for place, face in enumerate(rolled)}


def _left(blessing: Blessing | None, receiver: Receiver | None) -> Args:
    """The die that a receiver has left: the one next to a ship, otherwise the last."""
    if blessing is None or receiver is None:
        return {}
    faces = receiver.faces or receiver.rolled
    place = 0 if len(faces) == 2 and faces[1] == "ship" else len(faces) - 1
    return {f"dice{blessing.die or place + 1}": face_named(faces[place])}


def text_of(amounts: dict[str, int]) -> str:
    """Amounts as text for players."""
    return " ".join(f"{n} [{SYMBOLS[figure]}]" for figure, n in amounts.items() if n)
