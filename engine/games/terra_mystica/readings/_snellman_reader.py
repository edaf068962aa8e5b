"""What reading the moderator's commands (TM-17.1.1) needs: the position, the seats, and where turns end (TM-17.4)."""

from collections.abc import Callable
from typing import Any

from engine.clause import Violation
from engine.games.terra_mystica.readings._snellman_codes import FACTION_OF, FREE_DECISIONS, MAIN_ACTIONS
from engine.games.terra_mystica.readings._snellman_context import Context
from engine.games.terra_mystica.state import NOBODY, Offer, Player, State
from engine.games.terra_mystica.turns import owed_at_the_end
from engine.replay import Replay
from events.notations._snellman_commands import Command
from events.vocabulary import terra_mystica as events

END_TURN = events.EndTurn()


class Reader:
    """Plays events at rows: `state` and `replay` are followed, `line` is the line of the current `row`.

    `acts_on` states whether a seat whose action is done does something else in the same turn in a later row.
    `imply_link` founds a town across a river hex that a log from before `connect` does not name. TM-17.6: with
    `strict_leech` a leech cannot follow the seat's own conversion. TM-17.5.21: `short_way` if only the moderator plays
    with `loose-dig`.
    """

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.state: State = replay.state
        self.line = 0
        self.row: tuple[Command, ...] = ()
        self.context = Context()
        self.seats: dict[str, int] = {}
        self.strict_leech = False
        self.short_way = False
        self.acts_on: Callable[[int], bool]
        self.imply_link: Callable[[Player], None]
        self.let_go()

    def let_go(self) -> None:
        """Drop references to objects that refer back: a cycle would keep the game until garbage collection."""
        self.acts_on = lambda seat: False
        self.imply_link = lambda player: None

    def seat(self, code: str) -> int:
        """The seat of a faction code. Raises Stopped for a faction that is not in the game."""
        if code not in self.seats:
            known = {player.faction: player.seat for player in self.state.players}
            if FACTION_OF.get(code) not in known:
                violation = Violation("TM-17.2.1", faction=code, factions=sorted(filter(None, known)))
                self.replay.reject(None, None, self.line, violation)
            self.seats[code] = known[FACTION_OF[code]]
        return self.seats[code]

    def play(self, seat: int | None, event: Any) -> None:
        """Play an event at the current line."""
        self.replay.play(seat, event, self.line)

    def note(self, seat: int | None, event: Any) -> None:
        """Remember those effects of an event given as a record that later commands depend on."""
        if seat is not None and isinstance(event, events.OrdainPriests):
            self.context.ordinations[seat] = self.state.turn, self.line

    def end_turn(self) -> None:
        """TM-17.4.3: end a turn, which the ledger does not show."""
        self.close_turn()
        self.replay.settle()

    def close_turn(self) -> None:
        """End a turn as the row states; its figures are those before the automatic steps that may follow."""
        self.context.given_up.clear()
        self.play(self.state.active, END_TURN)

    def end_turn_before(self, seat: int, command: Command) -> None:
        """TM-17.4.3: end the active player's turn when somebody else acts, or the same player begins a new action."""
        state, verb = self.state, command.verb
        if seat != state.active:
            if verb in MAIN_ACTIONS or verb in FREE_DECISIONS:
                self.end_turn()
        elif verb in MAIN_ACTIONS and not self.follows(state.players[seat], command):
            self.end_turn()

    def end_turn_before_answer(self, offer: Offer) -> None:
        """TM-6.5.7: end the Cultists' turn before they are owed a step, unless they still do something in it."""
        state = self.state
        giver = state.players[offer.giver]
        if state.options.reaction_timing == "immediate":
            return
        if giver.rules.on_leech is None or state.active != giver.seat or state.actions_left:
            return
        if not owed_at_the_end(state, giver) and not self.acts_on(giver.seat):
            self.end_turn()

    def follows(self, player: Player, command: Command) -> bool:
        """TM-6.4.3: whether a command can belong to the current action."""
        followup = self.state.followup
        if command.verb == "dig":
            return followup.may_dig
        if command.verb == "upgrade":
            return followup.free_trading_house
        if command.verb != "build":
            return False
        if followup.free_dwelling or followup.spades or followup.sandstorm:
            return True
        h = self.state.board.numbers.get(command.where, NOBODY)
        return followup.build_ok and h in followup.homes
