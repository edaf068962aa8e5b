"""The commands that messages of Board Game Arena stand for, and decisions that the messages do not report."""

from engine.games.terra_mystica.readings._snellman_reader import Reader as MoveReader
from engine.games.terra_mystica.state import Player
from events.vocabulary import terra_mystica as events


class Reader(MoveReader):
    """Plays what messages mean. Anything unreported is not done: no terrain unlocked, no token bought, no bridge."""

    def end_turn(self) -> None:
        """TM-17.4.3: end a turn, which the text does not show, and settle (TM-16.6.1, TM-16.8.4) what is undecided."""
        active = self.state.players[self.state.active]
        while active.unlocks_owed:
            self.play(active.seat, events.TakePriest())
        self.forfeit_tokens(active)
        if self.state.followup.bridges:
            self.play(active.seat, events.Forfeit("bridge"))
        super().end_turn()

    def forfeit_tokens(self, player: Player) -> None:
        """TM-16.6.1: the Shapeshifters buy no token."""
        while player.tokens_owed:
            self.play(player.seat, events.Forfeit("token"))
