"""Looks for openings in which mutants differ that a kit does not find out, and writes them where kits take them from.

    python benchmarks/kit/every_mutant.py KIT > judged.txt
    python benchmarks/kit/search.py judged.txt GAME [--seeds 8] [--first 1001] [--anew]

Games are played as for kits of other seeds. Where a mutant that survived would have another value (see `switched`), it
is switched on and asked what a kit asks: the figures after each record, the legal events, whether an event is refused
and by which clause. What differs is kept: the game up to there, and the event to ask about. The openings that are there
already are kept as well, unless they are looked for `--anew`.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from msgspec import structs

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.kit.places import shown
from benchmarks.kit.switched import load, numbered
from engine.clause import Violation
from engine.dispatch import Action
from engine.replay import Replay
from engine.rules import Ruleset, ruleset
from engine.snapshot import fork
from events.log.native import GameLog
from events.log.record import Header
from events.problems import LogProblem
from projections.kit.cases import Figures
from projections.kit.faults import Hunt
from projections.kit.headers import spoilt_headers
from projections.kit.making import hunt_in
from projections.kit.opening import Opening, openings, write
from projections.kit.playing import play_games
from projections.kit.positions import Offered, figures, figures_of, offered, offered_in

ENOUGH, ATTEMPTS, COUNTED = 2, 2, 5
"""So many differences of a mutant are kept; it is switched on at most so often in a game for each kind of question; the
legal events of so many positions of a game that differ without showing it are counted."""
GAMES, HEADERS, PLAYED, SECONDS = 200, 800, 2, 20
"""So many games and changed headers of each kit are looked at, and so many legal events are played in each position; so
many seconds of CPU may pass in an answer of a mutant."""


class _Shown(NamedTuple):
    """The figures of a position, and its state."""

    figures: Figures
    state: Any


class Found(NamedTuple):
    """A mutant differs after record `at` of a game, by itself or if an action is tried; or by the header."""

    mutant: int
    log: GameLog
    at: int
    action: Action | None


class Search:
    """Looks for differences of some mutants of a game, which are loaded but not on."""

    def __init__(self, game: str, mutants: Sequence[int]) -> None:
        self.switch = load(game, set(mutants))
        self.wanted = set(mutants) - self.switch.imported
        self.found: list[Found] = []
        self._tried = Counter[tuple[str, int]]()

    def kit(self, game: str, seed: int) -> None:
        """Look at the games of a kit of that seed."""
        rules = ruleset(game)
        logs = play_games(rules, seed, GAMES, {})
        hunt = hunt_in(rules, logs, Random(f"search-{seed}"))
        for number, log in enumerate(logs):
            self._game(rules, hunt, number, log)
        asked = structs.replace(rules, start=partial(self._start, rules))
        spoilt_headers(asked, [log.header for log in logs], hunt.rng, HEADERS)

    def _start(self, rules: Ruleset[Any], header: Header) -> Any:
        """Begin a game, or refuse its header, and ask the mutants about it."""
        self.switch.differing.clear()
        clause = _broken(rules, header)
        for mutant in sorted(self.wanted & self.switch.differing):
            if clause is not None and self._with(mutant, lambda: _broken(rules, header)) != clause:
                self._keep(mutant, GameLog(header, []), 0, None)
        return rules.start(header)

    def _game(self, rules: Ruleset[Any], hunt: Hunt, number: int, log: GameLog) -> None:
        differing = self.switch.differing
        self._tried.clear()
        game = Replay(rules, log.header)
        game.settle()
        course, played = [_Shown(figures(game), fork(game.state))], set[int]()
        for record in log.records:
            differing.clear()
            legal = offered(game)
            if legal.number is not None:
                self._legal(log, game, legal)
                actions = [(each.actor, each.event) for each in hunt.misses(number, game, legal.actions)]
                for action in (*actions, *hunt.rng.choices(legal.actions, k=PLAYED)) if legal.actions else ():
                    self._tries(log, game, action)
            differing.clear()
            game.feed([record])
            played |= differing
            course.append(_Shown(figures(game), fork(game.state)))
        for mutant in self._ask("course", played):
            at = self._with(mutant, lambda: _first_difference(rules, log, course))
            if isinstance(at, int):
                self._keep(mutant, log, at, None)

    def _legal(self, log: GameLog, game: Replay, legal: Offered) -> None:
        for mutant in self._ask("legal", self.switch.differing):
            if self._with(mutant, lambda: offered(game)) != legal:
                self._keep(mutant, log, game.seq, None)

    def _tries(self, log: GameLog, game: Replay, action: Action) -> None:
        self.switch.differing.clear()
        outcome = _outcome(game, action)
        for mutant in self._ask("tried", self.switch.differing):
            if self._with(mutant, lambda: _outcome(game, action)) != outcome:
                self._keep(mutant, log, game.seq, action)

    def _ask(self, question: str, mutants: set[int]) -> list[int]:
        """Those of the mutants that are looked for and have not been asked this often enough."""
        asked = [each for each in sorted(self.wanted & mutants) if self._tried[question, each] < ATTEMPTS]
        self._tried.update((question, each) for each in asked)
        return asked

    def _with(self, mutant: int, answer: Callable[[], Any]) -> Any:
        """What a mutant answers; what it fails by, if it does."""
        try:
            with self.switch.turned_on(mutant, SECONDS):
                return answer()
        except Exception as error:
            return type(error).__name__

    def _keep(self, mutant: int, log: GameLog, at: int, action: Action | None) -> None:
        self.found.append(Found(mutant, log, at, action))
        if sum(each.mutant == mutant for each in self.found) >= ENOUGH:
            self.wanted.discard(mutant)


def _broken(rules: Ruleset[Any], header: Header) -> str | None:
    """The clause that a header breaks, or none (""); None for one that cannot be read."""
    try:
        rules.start(header)
    except Violation as violation:
        return violation.clause
    except LogProblem:
        return None
    return ""


def _outcome(game: Replay, action: Action) -> Any:
    """The clause by which an action is refused, or the figures that it leads to."""
    state = fork(game.state)
    try:
        game.rules.apply(state, *action)
    except Violation as violation:
        return violation.clause
    while game.rules.proceed(state) is not None:
        pass
    return figures_of(game.rules, state, len(game.header.seats))


def _first_difference(rules: Ruleset[Any], log: GameLog, course: Sequence[_Shown]) -> int | None:
    """The first record after which the figures or the number of legal events are others, or that is refused."""
    game, counted = Replay(rules, log.header), 0
    game.settle()
    for seq, (record, expected) in enumerate(zip(log.records, course[1:], strict=True), 1):
        try:
            game.feed([record])
        except Exception:
            return seq
        if figures(game) != expected.figures:
            return seq
        if counted < COUNTED and game.state != expected.state:
            counted += 1
            if offered(game).number != offered_in(rules, expected.state).number:
                return seq
    return None


def beginnings(found: Sequence[Found]) -> list[Opening]:
    """The beginnings of a few games in which everything differs that was found."""
    games: dict[int, list[Found]] = {}
    for each in found:
        games.setdefault(id(each.log), []).append(each)
    missing, made = {each.mutant for each in found}, list[Opening]()
    while missing:
        best = max(games.values(), key=lambda some: len(missing & {each.mutant for each in some}))
        of_these = {each.mutant: each for each in best if each.mutant in missing}
        missing -= of_these.keys()
        asked: dict[int, list[Action]] = {}
        for each in of_these.values():
            asked.setdefault(each.at, []).extend([each.action] if each.action else [])
        made.append(Opening(best[0].log, asked if best[0].log.records else {}))
    return made


def survivors(judged: Path, game: str) -> list[int]:
    """The numbers of the mutants of a game that survive by what `every_mutant.py` printed."""
    lines = [line.split() for line in judged.read_text(encoding="utf-8").splitlines()]
    return [int(line[1]) for line in lines if line[0] == "SURVIVES" and line[2].split("/")[2] == game]


def main() -> None:
    parser = argparse.ArgumentParser(description="Openings in which mutants differ that a kit does not find out.")
    parser.add_argument("judged", type=Path, help="what every_mutant.py printed")
    parser.add_argument("game", help="the game whose openings are looked for")
    parser.add_argument("--seeds", type=int, default=8, help="the games of so many kits are looked at")
    parser.add_argument("--first", type=int, default=1_001, help="the seed of the first of these kits")
    parser.add_argument("--anew", action="store_true", help="replace the openings that are there")
    options = parser.parse_args()
    known = [] if options.anew else openings(options.game)
    search = Search(options.game, survivors(options.judged, options.game))
    for seed in range(options.first, options.first + options.seeds):
        search.kit(options.game, seed)
        differ = len({each.mutant for each in search.found})
        print(f"{options.game}: seed {seed}: {differ} differ, {len(search.wanted)} are still looked for", flush=True)
        write(options.game, [*known, *beginnings(search.found)])
    for number, mutant in numbered(options.game):
        if number in search.wanted:
            print(f"not found  {number}  {mutant.where}  {' -> '.join(shown(mutant))}")


if __name__ == "__main__":
    main()
