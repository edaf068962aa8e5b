"""Where the moderator's rows lag behind the rules: cult steps of phase 3, the Riverwalkers' priests, others' income."""

from itertools import takewhile

from engine.games.terra_mystica.components import WHEEL_SIZE
from engine.games.terra_mystica.readings._snellman_codes import MAIN_ACTIONS
from engine.games.terra_mystica.readings._snellman_reader import Reader
from engine.games.terra_mystica.readings._snellman_tiles import cult
from engine.games.terra_mystica.state import Player
from events.notations._snellman_commands import Command
from events.notations._snellman_document import Document, Figures, Row

INCOME = Command("other_income")
GAIN_PRIEST = Command("unlock", "gain-priest")


class Delays:
    """Looks ahead in the rows. `early`: place and number of the commands that were played before their row.

    `waiting`: the seats whose figures cannot be compared until the row of such a command.
    """

    def __init__(self, document: Document, reader: Reader) -> None:
        self.lines, self.reader = document.lines, reader
        self.early: dict[int, set[int]] = {}
        self.waiting: dict[int, int] = {}

    def take_owed_steps(self, place: int) -> None:
        """TM-17.5.19: play the cult steps of phase 3 whose rows follow the income, which waits for them: TM-6.7.2."""
        state = self.reader.state
        while state.phase == "cult_bonus" and state.spades_due:
            player = state.players[state.spades_due[0][0]]
            if not player.cult_owed or not self._take_step(player, place):
                return

    def _take_step(self, player: Player, place: int) -> bool:
        """Play the seat's next step; returns whether a row before the next action states one."""
        for later, row in self._rows_after(place):
            if self.reader.seat(row.faction) != player.seat:
                continue
            for number, command in enumerate(row.commands):
                if command.verb == "cult" and number not in self.early.get(later, ()):
                    self.early.setdefault(later, set()).add(number)
                    self.waiting[player.seat] = later
                    cult(self.reader, player, command)
                    return True
        return False

    def left(self, place: int, row: Row) -> tuple[Command, ...]:
        """The commands of a row that were not played before."""
        early = self.early.pop(place, set())
        if early:
            seat = self.reader.seat(row.faction)
            if self.waiting.get(seat) == place:
                del self.waiting[seat]
        return tuple(command for number, command in enumerate(row.commands) if number not in early)

    def is_anothers_income(self, place: int, row: Row) -> bool:
        """TM-17.5.19: whether `other_income_for_faction` ends a row of a faction whose own income follows."""
        return len(row.commands) > 1 and row.faction in self._paid_after(place)

    def without_row(self, place: int) -> list[int]:
        """The seats for whose income no row follows."""
        paid = self._paid_after(place)
        return [seat for code, seat in self.reader.seats.items() if code not in paid]

    def _paid_after(self, place: int) -> set[str]:
        """The factions whose income follows, up to the next action."""
        return {row.faction for _, row in self._rows_after(place) if INCOME in row.commands[:1]}

    def priests_asked_for(self, place: int, player: Player) -> int:
        """TM-17.5.20: how many priests the moderator's rows show later, as it still asks whether to take them.

        That is when every terrain is unlocked and the rules ask for nothing. It asks before it pays the next income.
        """
        if len(player.unlocked) < WHEEL_SIZE or player.unlocks_owed:
            return 0
        rows = (row for _, row in self._rows_after(place) if self.reader.seat(row.faction) == player.seat)
        before_income = takewhile(lambda row: INCOME not in row.commands, rows)
        return sum(row.commands.count(GAIN_PRIEST) for row in before_income)

    def _rows_after(self, place: int) -> list[tuple[int, Row]]:
        """The rows with commands that follow, with their places, before any seat's next action."""
        found = []
        for later in range(place + 1, len(self.lines)):
            row = self.lines[later]
            if type(row) is Row:
                if any(command.verb in MAIN_ACTIONS for command in row.commands):
                    break
                found.append((later, row))
        return found


def with_priests(figures: Figures, n: int) -> Figures:
    """The figures of a row with so many more priests."""
    vp, coin, worker, priest, *others = figures
    return vp, coin, worker, priest + n, *others
