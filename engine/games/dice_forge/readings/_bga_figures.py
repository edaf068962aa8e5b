"""Each player's figures as the platform's notifications have announced them so far: DF-16.45.

The rules give at once what follows by rule; the platform gives parts of it earlier or later, and prints its counters in
between. The counters are therefore compared with the figures announced so far. When a blessing or an effect is over,
the announced figures must be those of the rules.
"""

import re
from collections.abc import Container

from engine.games.dice_forge.components import CARD_SPACES
from engine.games.dice_forge.items import Copy, Face, FirstDie, Roll, Shield, Ship
from engine.games.dice_forge.platform_order import given_at_roll, is_done
from engine.games.dice_forge.resolving import is_kind
from engine.games.dice_forge.state import Player, State
from engine.games.dice_forge.turns import is_last_round, is_last_seat
from engine.ledger import Entry
from engine.replay import Replay
from events.notations.bga_diceforge import Row
from events.vocabulary.dice_forge import PlatformAdjustment

FIGURES = ("gold", "sun", "moon", "vp", "hammer")
PLACE_OF = {figure: place for place, figure in enumerate(FIGURES)}
_GOLD, _HAMMER = PLACE_OF["gold"], PLACE_OF["hammer"]
_KEYS = ("gold", "fireshard", "moonshard", "vp", "hammer")
_AMOUNT = re.compile(r"(\d+) *\[(G|FS|MS|VP|H)\]")
_SYMBOLS = {"G": 0, "FS": 1, "MS": 2, "VP": 3, "H": 4}
_NO_LIMIT = 10**9
# Instances where it is unknown which part of a waiting face comes with the roll.
_UNKNOWN = ("sentinel", "cyclops", "satyrs")
# The items that resolve the dice themselves.
_FACES = (Copy, FirstDie, Face, Shield)
# Notifications with amounts as arguments, and those with amounts in the text only.
_WITH_AMOUNTS = ("notifBlessing", "notifUseTritonToken")
_IN_TEXT = ("notifHammerVP", "notifRessource", "notifAncient", "notifEndScoring")
WITH_FIGURES = {*_WITH_AMOUNTS, *_IN_TEXT, "notifMessage"}
"""The notifications that announce figures."""


class AnnouncedFigures:
    """The figures of every seat, in the order of FIGURES, as announced by the notifications so far."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self._state: State = replay.state
        self.figures = [_figures(player) for player in self._state.players]
        self._read = len(replay.entered)
        # Whether the platform still waits for a choice that the rules have made because it was the only one.
        self.is_waiting = False
        # Seats that rolled a mirror whose copy was not announced yet: a single face may have been copied by rule.
        self.copying: set[int] = set()
        # Seats whose copy for the Minotaur is still to be announced, and the gold that the rules took already.
        self.holding: set[int] = set()
        self._held: list[Entry] = []
        # How many ships each player is still asked about, those that the rules skip included (DF-16.43).
        self.ships: dict[int, int] = {}
        self.is_ousting = False
        # Seats that answered the second of two faces: nothing is left to be shown again.
        self.through: set[int] = set()
        # Seats that chose to forge with a ship before taking the gold of the other face.
        self.sailing: set[int] = set()

    def paid(self) -> None:
        """Take in payments since the last row: no notification states them, nor all gold that the Minotaur takes."""
        entered = self.replay.entered
        while self._read < len(entered):
            for entry in entered[self._read].entries:
                if entry.delta < 0 and entry.figure in PLACE_OF and _is_paid(entry):
                    if entry.source == "minotaur" and entry.seat in self.holding:
                        self._held.append(entry)
                    else:
                        self.figures[entry.seat][PLACE_OF[entry.figure]] += entry.delta
            self._read += 1

    def copied(self, seat: int) -> bool:
        """Take in that the copy of a seat's mirror was announced; returns whether the Minotaur took gold for it."""
        self.paid()
        self.copying.discard(seat)
        self.holding.discard(seat)
        held = [entry for entry in self._held if entry.seat == seat]
        for entry in held:
            self.figures[seat][PLACE_OF[entry.figure]] += entry.delta
            self._held.remove(entry)
        return bool(held)

    def repeats(self, seat: int, faces: list[str], cause: str) -> None:
        """Take in that a token repeats the faces of a seat: mirrors are copied and ships asked about once more."""
        self.through.discard(seat)
        self.sailing.discard(seat)
        if "mirror" in faces:
            self.copying.add(seat)
        if cause != "minotaur":
            self.ships[seat] = faces.count("ship")

    def ship_is_over(self, seat: int) -> None:
        """Take in that a ship was used or passed."""
        if self.ships.get(seat):
            self.ships[seat] -= 1

    def take_in(self, row: Row, seat: int, losing: bool) -> None:
        """Take in the amounts of a notification. `losing`: the Minotaur takes them."""
        args = row.args
        if row.type in _WITH_AMOUNTS and "player_id" in args:
            for place, key in enumerate(_KEYS):
                # DF-16.20: gold that the Minotaur takes is announced only where the player had all of it.
                if args.get(key) and not (losing and place == _GOLD):
                    self._add(seat, place, row.number(key), row.packet)
        elif row.type in _IN_TEXT or row.type == "notifBlessing" or "discardedSides" in args:
            for amount, symbol in _AMOUNT.findall(str(args.get("ressources", ""))):
                self._add(seat, _SYMBOLS[symbol], int(amount), row.packet)

    def _add(self, seat: int, place: int, amount: int, line: int) -> None:
        announced = self.figures[seat]
        if amount < 0:
            announced[place] = max(0, announced[place] + amount)
        else:
            player = self._state.players[seat]
            announced[place] = max(announced[place], min(_limits(player)[place], announced[place] + amount))
            room = CARD_SPACES * player.hammers
            if place == _HAMMER and announced[place] > room:  # more than the hammers hold
                self.replay.note(seat, "hammer", announced[place], room, line)

    def compare(self, seat: int, recorded: dict[str, int], line: int) -> None:
        """Compare counters with the announced figures. A difference is noted; then the platform's figure holds."""
        announced = self.figures[seat]
        figures = _figures(self._state.players[seat])
        if announced == figures:
            if self.replay.observe(seat, recorded, line):
                return  # the common case: nothing differs
        else:
            ahead = {name: figures[place] - announced[place] for name, place in PLACE_OF.items()}
            self.replay.observe(seat, {name: n + ahead.get(name, 0) for name, n in recorded.items()}, line)
        shown = [recorded.get(name, n) for name, n in zip(FIGURES, announced, strict=True)]
        if shown != announced:
            self._adjust(seat, [n - m for n, m in zip(shown, announced, strict=True)], line)

    def close(self, line: int, owed: Container[int]) -> None:
        """At the end of a packet, compare the announced figures with the rules where no announcement is outstanding.

        `owed`: seats whose gold was announced on the hammer before the rules have put it there.
        """
        self.paid()
        for seat, announced in enumerate(self.figures):
            if (
                announced == _figures(self._state.players[seat])
                or self.is_waiting
                or self._asks_about_ships()
                or seat in owed
                or seat in self.copying
            ):
                continue
            if not self._is_behind(seat):
                self.compare_with_rules(seat, line)

    def _asks_about_ships(self) -> bool:
        """Whether an ousted player is still asked about a ship, or anybody about one that the rules have skipped."""
        if self.is_ousting:
            return any(self.ships.values())
        queues = self._state.queues
        return any(n > sum(type(item) is Ship for item in queues[seat]) for seat, n in self.ships.items() if n)

    def compare_with_rules(self, seat: int, line: int) -> None:
        """Compare the announced figures with those of the rules, plus what the platform announces ahead of them."""
        player = self._state.players[seat]
        figures, ahead = _figures(player), (*given_at_roll(self._state, seat), 0)
        expected = [max(n, min(most, n + m)) for n, m, most in zip(figures, ahead, _limits(player), strict=True)]
        differences = [n - m for n, m in zip(self.figures[seat], expected, strict=True)]
        if any(differences):
            recorded = [n + m for n, m in zip(figures, differences, strict=True)]
            self.replay.observe(seat, dict(zip(FIGURES, recorded, strict=True)), line)
            self.figures[seat] = expected
            self._adjust(seat, differences, line)

    def _is_behind(self, seat: int) -> bool:
        """Whether the platform may still owe an announcement of the rules' gains, or the other way round.

        DF-16.21: for a seat that has answered something, while others are awaited; and where it is unknown what comes
        with the roll.
        """
        state = self._state
        blessing, queue = state.blessing, state.queues[seat]
        if blessing is None:
            return False
        if isinstance(state.newest, Roll):
            return any(rolled is not None for rolled in blessing.receivers)
        receiver = blessing.receivers[seat]
        if receiver is None:
            return False
        face_waits = any(isinstance(item, _FACES) for item in queue)
        begun = receiver.answered or seat in self.sailing or "mirror" in receiver.rolled
        if begun and seat not in self.through:
            return face_waits or not is_done(state)
        if not face_waits:
            return False
        tested = isinstance(queue[0], Face) and queue[0].open
        early = isinstance(queue[0], FirstDie) or (blessing.strict and not tested)
        return early or blessing.cause in _UNKNOWN or any(is_kind(face, "shield") for face in receiver.faces)

    def _adjust(self, seat: int, differences: list[int], line: int) -> None:
        """DF-8.20: adjust the figures to the platform's, since the platform goes on with its own.

        An impossible figure, such as more gold than fits, stays a discrepancy.
        """
        player = self._state.players[seat]
        limits = [*_limits(player)[:-1], CARD_SPACES * player.hammers]
        fitting = zip(_figures(player), differences, limits, strict=True)
        changes = [n if 0 <= value + n <= most else 0 for value, n, most in fitting]
        if any(changes) and not self._is_over():
            reason = f"the platform's figures in packet {line}"
            self.replay.play(None, PlatformAdjustment(seat, reason, *changes), line)
            self.figures[seat] = [figure + n for figure, n in zip(self.figures[seat], changes, strict=True)]

    def _is_over(self) -> bool:
        """Whether nothing but the scoring follows."""
        state = self._state
        last = is_last_round(state) and is_last_seat(state)
        return state.step == "finished" or (last and state.step in ("turn_end", "next_turn"))


def _figures(player: Player) -> list[int]:
    """A player's figures by the rules, in the order of FIGURES."""
    return [player.gold, player.sun, player.moon, player.vp, player.hammer]


def _limits(player: Player) -> tuple[int, ...]:
    """DF-4.3: the most a player can have, in the order of FIGURES."""
    return player.gold_cap, player.sun_cap, player.moon_cap, _NO_LIMIT, _NO_LIMIT


def _is_paid(entry: Entry) -> bool:
    lost = entry.source == "minotaur" and entry.figure != "gold"
    return not lost and entry.source != "platform"
