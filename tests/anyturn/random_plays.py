"""Random plays in the environment, each compared with self-play: `python -m tests.anyturn.random_plays 1000`.

Self-play with the same seed and the same choices must write the same log. The choices are drawn by a chooser of their
own; where several seats may act, both let the first one act to whom the rules offer something.
"""

import sys
from collections.abc import Iterator
from random import Random
from typing import Any

from engine.declaration import Selfplay
from engine.rules import games, ruleset
from engine.selfplay import header_for, play
from events.log.native import GameLog, write
from tests.support import declared


class Chooser:
    """Draws from what one seat may do, and notes the largest number that it had to draw from."""

    def __init__(self, seed: int, most: int) -> None:
        self._rng, self._most = Random(f"{seed}/choices"), most
        self.largest = 0

    def among(self, number: int) -> int:
        self.largest = max(self.largest, number)
        return self._rng.randrange(min(number, self._most)) if number > 1 else 0

    def choose(self, state: Any, actions: list[tuple[int | None, Any]], rng: Random) -> int:
        """As a policy of self-play."""
        own = [place for place, (actor, _) in enumerate(actions) if actor == actions[0][0]]
        return own[self.among(len(own))]


def in_environment(table: Any, seed: int) -> Chooser:
    """Play a game to its end."""
    table.reset(seed=seed)
    chooser = Chooser(seed, table.unwrapped.action_space("player_1").n)
    for agent in table.agent_iter():
        observation, _, terminated, truncated, info = table.last()
        if terminated or truncated:
            table.step(None)
        else:
            number = int(observation["action_mask"].sum())
            assert number == len(info["legal"]) > 0, agent
            table.step(chooser.among(number + info["left_out"]))
    return chooser


def by_selfplay(game: str, seed: int, players: int, most: int) -> GameLog:
    """The same game as self-play writes it."""
    rules = ruleset(game)
    header = header_for(rules, str(seed), players, {}, True)
    with declared(rules, selfplay=Selfplay(rules.selfplay.header, Chooser(seed, most).choose)):
        return play(rules, header, str(seed)).log()


def differing(game: str, seeds: range) -> Iterator[tuple[int, int, str]]:
    """For each seed the number of records, the largest legal set, and what differs (empty if nothing does)."""
    from anyturn.env import env

    tables: dict[int, Any] = {}
    for seed in seeds:
        players = 2 + seed % 3
        table = tables.setdefault(players, env(game, players, draw=True))
        chooser = in_environment(table, seed)
        expected = by_selfplay(game, seed, players, table.unwrapped.action_space("player_1").n)
        same = table.unwrapped.log() == b"\n".join([*write(expected), b""])
        over = not table.agents and table.unwrapped.standings is not None
        words = "" if same and over else "not over" if same else "another log than self-play's"
        yield len(expected.records), chooser.largest, words


def main() -> None:
    """Play so many games, a fifth of each, and print a line for each game."""
    number = int(sys.argv[1]) // len(games())
    found = 0
    for game in games():
        rows = list(differing(game, range(number)))
        wrong = [f"seed {seed}: {words}" for seed, (_, _, words) in enumerate(rows) if words]
        found += len(wrong)
        records, largest = sum(row[0] for row in rows), max(row[1] for row in rows)
        print(f"{game}: {number} games, {records:,} records, legal sets of up to {largest:,}; differing: {wrong or 0}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
