"""A position of a game: what it shows, what is legal, and what an action leads to."""

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from engine.declaration import Standing, Turn
from engine.replay import Replay
from events.log.codec import encode
from events.log.record import Event


class Action(NamedTuple):
    """A legal action: the seat (None: chance), the event as JSON data, and in words."""

    seat: int | None
    event: dict[str, Any]
    words: str


class SecretsShown(UserWarning):
    """A game that is still being played is shown with what not everybody at the table has seen."""


Playable = str | Action | Event | Mapping[str, Any]
"""An action to play: in words or JSON, one of those that are legal, or an event, as an object or as JSON data."""


def meant(game: Replay, action: Playable) -> tuple[int | None, Any]:
    """The actor and the event of an action in a position in which no automatic step is due.

    Raises Violation if the rules refuse it, and Problem if it is not understood or has several meanings.
    """
    from projections.recorder.matching import match, match_json
    from projections.screen.verdict_words import words_of

    if isinstance(action, str):
        with refusing():
            return match(game, action, words_of)
    plain = {"actor": action.seat, "event": action.event} if isinstance(action, Action) else action
    return match_json(game, encode(plain).decode(), words_of)


@contextmanager
def refusing() -> Iterator[None]:
    """Raise the Violation itself if words are understood and break a rule."""
    from projections.recorder.matching import NoMatch

    try:
        yield
    except NoMatch as problem:
        if problem.violation is None:
            raise
        raise problem.violation from problem


class Position:
    """A position of a game: who may act, everybody's figures, the legal actions, the picture.

    A notebook shows it as the board.
    """

    def __init__(self, replay: Replay, last: Any = None) -> None:
        self._replay, self._last = replay, last

    @property
    def seq(self) -> int:
        """The number of the last record played, 0 before the first."""
        return self._replay.seq

    @property
    def turn(self) -> Turn:
        """Turn, round, phase, and the seats that may decide."""
        return self._replay.rules.turn(self._replay.state)

    @property
    def state(self) -> Any:
        """The whole state of the rules."""
        return self._replay.state

    @property
    def standings(self) -> list[Standing]:
        """The result, by rank; empty while the game runs."""
        return self._replay.standings or []

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._replay.standings is not None

    @property
    def figures(self) -> list[dict[str, Any]]:
        """Everybody's figures: one dictionary per seat, with seat, player, faction, and `mat`.

        `mat` is everything that lies on the player's mat and in their hand, as JSON data, by the names of the rules:
        `state.players[seat]`.
        """
        from projections.game.position import figures
        from projections.verdict import plain_event

        mats = self._replay.state.players
        return [row | {"mat": plain_event(mats[row["seat"]])} for row in figures(self._replay)]

    def legal(self) -> list[Action]:
        """The legal actions, in the order of the rules; of chance outcomes at most the first thousands."""
        from projections.game.position import legal_actions, sentence
        from projections.verdict import plain_event

        header = self._replay.header
        return [Action(who, plain_event(event), sentence(header, event)) for who, event in legal_actions(self._replay)]

    def play(self, action: Playable) -> "Position":
        """The position after an action and the automatic steps that follow; this position stays as it is.

        Decisions and chance outcomes are given alike: one of `legal()`, an event, or words as `anyturn append` accepts
        them, preceded by `NAME: ` where it matters who acts. Raises Violation if the rules refuse the action, and
        Problem if it is not understood or has several meanings.
        """
        game = self._replay.fork()
        game.broke = None  # what broke a rule after this position is not part of it
        game.settle()
        actor, event = meant(game, action)
        game.play(actor, event)
        game.settle()
        return Position(game)

    def text(self, width: int = 80, seat: int | None = None) -> str:
        """The position as text for a terminal, without colours; with a `seat`, only what that seat has seen.

        Warns with SecretsShown if the game is still being played and the text shows what not everybody has seen. With
        a seat, raises Problem for one that is not at the table.
        """
        from projections.screen.positions import position_text

        game = self._seen_by(seat) if seat is not None else self._replay
        if seat is None and self._holds_secrets():
            warnings.warn(
                "the game is still being played, and this shows what not everybody has seen; text(seat=0) shows what "
                "seat 0 has seen",
                SecretsShown,
                stacklevel=2,
            )
        return "\n".join(position_text(game, width, colour=False))

    def _holds_secrets(self) -> bool:
        from engine.public import holds_secrets

        rules = self._replay.rules
        return (self._last is None or rules.standings(self._last) is None) and holds_secrets(self._replay)

    def _seen_by(self, seat: int) -> Replay:
        """The position as a seat has seen it; the same in a game that hides nothing."""
        from engine.public import public_part

        game = self._replay
        if game.rules.public is None and 0 <= seat < len(game.header.seats):
            return game
        log = public_part(game.log(), seat)
        seen = Replay(game.rules, log.header)
        seen.feed(log.records)
        return seen

    def svg(self) -> str:
        """The position as a drawing. Raises Problem where the game has no picture."""
        from projections.screen.positions import position_svg

        return position_svg(self._replay, self._replay.state if self._last is None else self._last)

    def _repr_svg_(self) -> str | None:
        """For notebooks, which show the text form if there is no drawing."""
        from projections.pictures.film import drawing_of

        return self.svg() if drawing_of(self._replay.rules.id) else None

    def __repr__(self) -> str:
        turn = self.turn
        return f"<Position of {self._replay.rules.id} after record {self.seq}, round {turn.round}, turn {turn.index}>"
