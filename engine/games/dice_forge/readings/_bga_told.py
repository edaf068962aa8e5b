"""What the platform has told of each player's figures, notification by notification: DF-16.45.

The rules give at once what follows by rule; the platform gives some of it sooner or later, and prints its counters in
between. They are therefore compared with what has been told so far. When a blessing or an effect is over, what was told
has to be what the rules give.
"""

import re

from engine.games.dice_forge.components import CARD_SPACES
from engine.games.dice_forge.queues import is_empty, receiver_of
from engine.games.dice_forge.state import Player, State
from engine.ledger import Entry
from engine.replay import Replay
from events.notations.bga_diceforge import Row
from events.vocabulary.dice_forge import PlatformAdjustment

FIGURES = ("gold", "sun", "moon", "vp", "hammer")
_KEYS = {"gold": "gold", "sun": "fireshard", "moon": "moonshard", "vp": "vp", "hammer": "hammer"}
_AMOUNT = re.compile(r"(\d+) *\[(G|FS|MS|VP|H)\]")
_SYMBOLS = {"G": "gold", "FS": "sun", "MS": "moon", "VP": "vp", "H": "hammer"}
# Amounts that stand in a text only.
_IN_TEXT = ("notifHammerVP", "notifRessource", "notifAncient", "notifEndScoring")


class Told:
    """The figures of every seat as the notifications so far tell them."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.figures = [self._of_rules(seat) for seat in range(len(replay.header.seats))]
        self._read = len(replay.entered)
        # Whether the platform still waits for a choice that the rules have made, as it was the only one.
        self.is_waiting = False

    @property
    def _state(self) -> State:
        state: State = self.replay.state
        return state

    def _of_rules(self, seat: int) -> dict[str, int]:
        figures = self.replay.rules.figures(self.replay.state, seat)
        return {figure: figures[figure] for figure in FIGURES}

    def paid(self) -> None:
        """Take in what was paid since the last row: no notification tells the amounts, nor all gold of the Minotaur."""
        for entered in self.replay.entered[self._read :]:
            for entry in entered.entries:
                if entry.figure in FIGURES and _is_paid(entry):
                    self.figures[entry.seat][entry.figure] += entry.delta
        self._read = len(self.replay.entered)

    def tell(self, row: Row, seat: int | None, losing: bool) -> None:
        """Take in the amounts of a notification. `losing`: the Minotaur takes them."""
        if seat is None:
            return
        if row.type in ("notifBlessing", "notifUseTritonToken") and "player_id" in row.args:
            for figure, key in _KEYS.items():
                # DF-16.20: gold that the Minotaur takes is told where all of it was there only.
                if not (losing and figure == "gold"):
                    self._add(seat, figure, row.number(key))
        elif row.type in _IN_TEXT or "discardedSides" in row.args or row.type == "notifBlessing":
            for amount, symbol in _AMOUNT.findall(str(row.args.get("ressources", ""))):
                self._add(seat, _SYMBOLS[symbol], int(amount))

    def _add(self, seat: int, figure: str, amount: int) -> None:
        told = self.figures[seat]
        most = _most(self._state.players[seat], figure)
        told[figure] = max(0, told[figure] + amount if amount < 0 else max(told[figure], min(most, told[figure] + amount)))

    def compare(self, seat: int, recorded: dict[str, int], line: int) -> None:
        """Compare counters with what was told. A difference is noted, and the platform's figure taken from now on."""
        computed = self.replay.rules.figures(self.replay.state, seat)
        told = self.figures[seat]
        expected = {name: told.get(name, computed[name]) for name in recorded}
        self.replay.observe(
            seat, {name: n - expected[name] + computed[name] for name, n in recorded.items()}, line
        )
        self._adjust(seat, {name: recorded[name] - expected[name] for name in FIGURES if name in recorded}, line)

    def close(self, line: int) -> None:
        """At the end of a packet, compare what was told with the rules, where nothing is still to be told."""
        self.paid()
        for seat, told in enumerate(self.figures):
            if not self.is_waiting and not _is_behind(self._state, seat):
                of_rules = self._of_rules(seat)
                if told != of_rules:
                    self.replay.observe(seat, told, line)
                    self._adjust(seat, {name: told[name] - of_rules[name] for name in FIGURES}, line)
                self.figures[seat] = self._of_rules(seat)

    def _adjust(self, seat: int, differences: dict[str, int], line: int) -> None:
        """DF-8.20: as the platform goes on with its own figures, they are put in."""
        player = self._state.players[seat]
        limits = {"hammer": CARD_SPACES * player.hammers}
        value = self._of_rules(seat)
        changed = {
            name: n
            for name, n in differences.items()
            # A figure that cannot be, such as more gold than fits, stays a discrepancy.
            if n and 0 <= value[name] + n <= limits.get(name, _most(player, name))
        }
        if changed and not self._is_over():
            reason = f"the platform's figures in packet {line}"
            gold, sun, moon, glory, hammer = (changed.get(name, 0) for name in FIGURES)
            self.replay.play(None, PlatformAdjustment(seat, reason, gold, sun, moon, glory, hammer), line)
            for name, n in changed.items():
                self.figures[seat][name] += n

    def _is_over(self) -> bool:
        """Whether nothing but the scoring follows."""
        state = self._state
        last = state.round == state.rounds and state.turn_player == len(state.players) - 1
        return state.step == "finished" or (last and state.step in ("turn_end", "next_turn"))


def _is_paid(entry: Entry) -> bool:
    lost = entry.source == "minotaur" and entry.figure != "gold"
    return entry.delta < 0 and not lost and entry.source != "platform"


def _most(player: Player, figure: str) -> int:
    """DF-4.3: the most of a figure that a player may have."""
    caps = {"gold": player.gold_cap, "sun": player.sun_cap, "moon": player.moon_cap}
    return caps.get(figure, 10**6)


def _is_behind(state: State, seat: int) -> bool:
    """Whether the platform may still have to tell of a player what the rules have given, or the other way round.

    DF-16.20: as long as something waits; and, of who has answered something, until the others have answered, too.
    """
    if state.pending or state.procedure or (state.blessing is not None and state.blessing.due):
        return True
    if state.blessing is None:
        return False
    receiver = receiver_of(state, seat)
    if not is_empty(state, seat):
        return True
    return receiver is not None and (receiver.answered or receiver.ship_first or "mirror" in receiver.rolled)
