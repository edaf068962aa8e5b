"""Games as environments of PettingZoo, in which agents act one at a time (AEC); needs the extra `env`.

    from anyturn.env import env

    table = env("nim", players=3)
    table.reset(seed=7)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, info = table.last()
        over = terminated or truncated
        table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))

Described in docs/environment.md.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from projections.statistics.libraries import need

need("anyturn.env", {"pettingzoo": "pettingzoo", "gymnasium": "gymnasium", "numpy": "numpy"})

import numpy as np  # noqa: E402  # it has been looked for
from gymnasium import spaces  # noqa: E402
from gymnasium.utils import EzPickle  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # noqa: E402

from anyturn.position import Position  # noqa: E402
from engine.declaration import Standing  # noqa: E402
from engine.replay import Replay  # noqa: E402
from engine.rules import Ruleset, ruleset  # noqa: E402
from engine.selfplay import Endless, header_for  # noqa: E402
from events.log import native  # noqa: E402
from events.log.codec import Unreadable, encode_lines  # noqa: E402
from events.problems import LogProblem, count, one_of  # noqa: E402

ACTIONS = 2048
"""The size of the action space unless another is asked for: more than any legal set of a thousand random plays."""
LIMIT = 20_000
"""Records after which a game is cut short; self-play gives up there."""
_FAR = 2**31
"""No figure is larger."""
_PLACE = ("seat", "round", "turn")
RANK, WIN = "rank", "win"


def env(
    game: str,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    draw: bool = False,
    actions: int = ACTIONS,
    rewards: str = RANK,
    render_mode: str | None = None,
    limit: int = LIMIT,
) -> Any:
    """The environment of a game, which refuses to be used before `reset`; its parameters are those of GameEnv."""
    return OrderEnforcingWrapper(
        GameEnv(
            game, players, options, draw=draw, actions=actions, rewards=rewards, render_mode=render_mode, limit=limit
        )
    )


class GameEnv(AECEnv, EzPickle):  # type: ignore[misc]  # the library is not there without the extra
    """A table of one game; agent `player_1` has seat 0. Chance is drawn by the environment.

    `players` is the number of agents (None: the smallest from 2 on), `options` those of the game, as `anyturn selfplay`
    takes them; with `draw`, the others are drawn at each reset instead of having their defaults. An action is a place
    in the legal set of the agent whose turn it is; of a larger set, only the first `actions` can be chosen. `rewards`
    come at the end: RANK, how many more agents one is ahead of than behind, divided by their number (-1 to 1), or WIN,
    the share of the win. After `limit` records the game is truncated. `render_mode` is None or "ansi".

    Raises Unreadable, Unsupported or Violation for parameters with which the game cannot be played.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        draw: bool = False,
        actions: int = ACTIONS,
        rewards: str = RANK,
        render_mode: str | None = None,
        limit: int = LIMIT,
    ) -> None:
        EzPickle.__init__(
            self, game, players, options, draw=draw, actions=actions, rewards=rewards, render_mode=render_mode,
            limit=limit,
        )  # fmt: skip
        for what, value, known in (("rewards", rewards, (RANK, WIN)), ("render mode", render_mode, (None, "ansi"))):
            if value not in known:
                raise Unreadable(f"the {what} {value!r}", one_of([str(each) for each in known], str(value)))
        self._rules: Ruleset[Any] = ruleset(game)
        self._options, self._draw = dict(options or {}), draw
        self._size, self._rewarding, self._limit = actions, rewards, limit
        self._players = _smallest_table(self._rules, self._options) if players is None else players
        self._rules.start(header_for(self._rules, "", self._players, self._options, draw))
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{self._rules.id}_v{self._rules.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat + 1}" for seat in range(self._players)]
        self.features = [*_PLACE, *self._named_figures()]
        self._observed = {agent: self._observation_space() for agent in self.possible_agents}
        self._chosen = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._seeds = Random()

    def _named_figures(self) -> list[str]:
        whose = ["own", *(f"next_{away}" for away in range(1, self._players))]
        return [f"{who}.{figure}" for who in whose for figure in self._rules.figures_of_a_seat]

    def _observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-_FAR, _FAR, (len(self.features),), np.int64),
                "action_mask": spaces.Box(0, 1, (self._size,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """A vector whose components are named by `features`, and which actions are legal."""
        return self._observed[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """A place in the legal set."""
        return self._chosen[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. A seed determines it and those after it; `options` of the call are not used."""
        if seed is None:
            seed = self._seeds.getrandbits(32)
        else:
            self._seeds.seed(seed)
        header = header_for(self._rules, str(seed), self._players, self._options, self._draw)
        self._game = Replay(self._rules, header)
        self._rng = Random(f"{seed}/play")
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self.legal: list[Any] = []
        self._skip_agent_selection = None
        self._game.settle()
        self._go_on()

    def step(self, action: int | None) -> None:
        """Play an event of the legal set, and everything up to the next decision. Raises ValueError for another one."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self.legal):
            expected = f"a place in the legal set, from 0 to {len(self.legal) - 1}"
            raise ValueError(f"found the action {action} of {self.agent_selection}, expected {expected}")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self._game.play(self._seat(self.agent_selection), self.legal[int(action)])
        self._game.settle()
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Draw what comes by chance up to the next decision, and select who takes it; or end the game."""
        game, rules = self._game, self._rules
        self.legal, self.infos = [], {agent: {} for agent in self.agents}
        while (standings := game.standings) is None and game.seq < self._limit:
            if (outcome := rules.outcome(game.state)) is None:
                self._select()
                return
            game.play(None, outcome.sample(self._rng))
            game.settle()
        if standings is None:
            self.truncations = dict.fromkeys(self.agents, True)
            return
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = {self.possible_agents[seat]: worth for seat, worth in self._worths(standings).items()}

    def _select(self) -> None:
        """Select the agent to whom the rules first offer something, with all that they may choose."""
        game = self._game
        offered = [each for each in self._rules.legal(game.state) if not getattr(each[1], "automatic", False)]
        if not offered:
            raise Endless(f"{self._rules.id}: nothing is legal after {count(game.seq, 'record')}")
        seat = offered[0][0]
        assert seat is not None
        own = [event for actor, event in offered if actor == seat]
        self.agent_selection, self.legal = self.possible_agents[seat], own[: self._size]
        self.infos[self.agent_selection] = {
            "legal": [line.decode() for line in encode_lines(self.legal)],
            "left_out": len(own) - len(self.legal),
            "phase": self._rules.turn(game.state).phase,
        }

    def _worths(self, standings: list[Standing]) -> dict[int, float]:
        """What the end of the game is worth to each seat."""
        ranks = {each.seat: each.rank for each in standings}
        if self._rewarding == WIN:
            winners = sum(rank == 1 for rank in ranks.values())
            return {seat: 1 / winners if rank == 1 else 0.0 for seat, rank in ranks.items()}
        others = max(len(ranks) - 1, 1)
        return {
            seat: sum((other > rank) - (other < rank) for other in ranks.values()) / others
            for seat, rank in ranks.items()
        }

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees: the place in the game, and everybody's figures from its own seat on; its legal actions.

        Only the agent whose turn it is has any.
        """
        game, seat = self._game, self._seat(agent)
        turn = self._rules.turn(game.state)
        seen = [seat, turn.round, turn.index]
        for away in range(self._players):
            seen += self._rules.values(game.state, (seat + away) % self._players)
        mask = np.zeros(self._size, np.int8)
        mask[: len(self.legal) if agent == self.agent_selection else 0] = 1
        return {"observation": np.array(seen, np.int64), "action_mask": mask}

    def _seat(self, agent: str) -> int:
        seats: list[str] = self.possible_agents
        return seats.index(agent)

    def render(self) -> str | None:
        """The position as text, as the agent whose turn it is sees it; None without a render mode."""
        if self.render_mode is None:
            return None
        over = self.standings is not None
        return Position(self._game).text(seat=None if over else self._seat(self.agent_selection))

    @property
    def standings(self) -> list[Standing] | None:
        """The result of the game, None while it runs."""
        return self._game.standings

    def log(self) -> bytes:
        """What was played so far as a native log, which `anyturn.read` and every command reads."""
        return b"\n".join([*native.write(self._game.log()), b""])

    def close(self) -> None:
        """Nothing is held open."""


def _smallest_table(rules: Ruleset[Any], options: Mapping[str, Any]) -> int:
    """The smallest number of players from 2 on with which the game can be played with these options, or else 1.

    Raises what the game raises for two, if there is none.
    """
    problem: LogProblem | None = None
    players: int
    for players in (*range(2, 10), 1):
        try:
            rules.start(header_for(rules, "", players, options, False))
        except LogProblem as error:
            problem = problem or error
        else:
            return players
    assert problem is not None
    raise problem
