"""How many wrong engines a conformance kit finds out: mutants of the rules answer it, and their answers are judged.

    python benchmarks/kit/mutants.py KIT [--mutants 200] [--seed 1] [--jobs 2] [--game GAME]

A mutant is the program with one place of one game's rules changed: a comparison turned to its neighbour, a number one
higher, a refusal left out, `and` for `or`, a sum for a difference. Places are drawn evenly over the games of the kit,
within a game at random. A mutant is found out if one of its answers is wrong (a clause that may be named is not), or if
it cannot answer at all. Places are left out that make no other engine, as no verdict, figure or legal event depends on
them (see `no_rules`). A mutant that is drawn and listed in equivalents.toml, with the proof that no log tells it from
the program, is counted by itself, and another is drawn in its place. What survives is printed, with the line before and
after: some of it is no other engine either.
"""

import argparse
import gc
import importlib.abc
import json
import sys
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.kit.cpu_limit import at_most
from benchmarks.kit.equivalents import is_equivalent
from benchmarks.kit.places import Mutant, changed, mutants, shown

CASE_SECONDS = 120
"""Of CPU, for an answer of a mutant; one that takes more is found out, as it does not come to an end."""
TURNS = 20
"""In so many parts the cases of each topic are answered."""


class _Finder(importlib.abc.MetaPathFinder):
    """Loads the changed module in place of the real one."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant, self.name = mutant, f"engine.games.{mutant.game}.{mutant.module}"

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        if name != self.name:
            return None
        return importlib.util.spec_from_loader(name, _Loader(changed(self.mutant)))


class _Loader(importlib.abc.Loader):
    def __init__(self, code: Any) -> None:
        self.code = code

    def exec_module(self, module: Any) -> None:
        exec(self.code, module.__dict__)


class Asked:
    """A kit that is asked about mutants, each in a process of its own, which has not loaded the rules yet."""

    def __init__(self, kit: Path) -> None:
        from benchmarks.kit.answers import cases_of_game
        from projections.kit.reading import Kit

        self.kit = Kit(kit)
        self.topics = {game: cases_of_game(kit, game) for game in self.kit.manifest.games}
        for game, topics in self.topics.items():
            for cases in topics.values():
                self.kit.case(cases[0]["id"])  # read once, for all mutants
            assert f"engine.games.{game}" not in sys.modules

    def found_by(self, mutant: Mutant) -> str:
        """What gives the mutant away: the first wrong answer, or what it failed by; empty if nothing does."""
        sys.meta_path.insert(0, _Finder(mutant))
        try:
            return self._first_wrong(mutant.game)
        except Exception as error:
            return type(error).__name__

    def _first_wrong(self, game: str) -> str:
        from benchmarks.kit.answers import Engine
        from projections.kit.judging import Judge

        judge, engine = Judge(self.kit), Engine(self.topics[game]["games"])
        cases = by_turns(list(self.topics[game].values()))
        for case in cases:
            with at_most(CASE_SECONDS):
                wrong = wrong_answer(judge, engine, case)
            if wrong:
                return wrong
        return ""


def wrong_answer(judge: Any, engine: Any, case: Any) -> str:
    """The case and the topic in which the answer to a case is wrong; empty if it is right."""
    from projections.kit.judging import WRONG
    from projections.kit.reading import given

    answer = json.dumps(engine.answer(case)).encode()
    for judged in judge.judged(given(judge.kit, answer, 1)):
        if judged.judgement == WRONG:
            return f"{judged.case}: {judged.topic}"
    return ""


_asked: Asked
"""What the processes inherit."""


def _found_by(mutant: Mutant) -> str:
    return _asked.found_by(mutant)


def by_turns(topics: list[list[Any]]) -> Iterator[Any]:
    """The first cases of each topic, then some more of each, and so on: what is found out is found out soon."""
    for turn in range(TURNS):
        for cases in topics:
            yield from cases[len(cases) * turn // TURNS : len(cases) * (turn + 1) // TURNS]


def drawn(games: list[str], number: int, seed: int) -> tuple[list[Mutant], list[Mutant]]:
    """So many mutants, the same number of each game, in any order: what has been seen so far is a fair sample.

    Also those that were drawn on the way but are listed as no other engine.
    """
    found: list[Mutant] = []
    passed_over: list[Mutant] = []
    for place, game in enumerate(games):
        share = number // len(games) + (place < number % len(games))
        among = list(mutants(game))
        Random(f"{seed}/{game}").shuffle(among)
        for mutant in among:
            if not share:
                break
            if is_equivalent(mutant):
                passed_over.append(mutant)
            else:
                found.append(mutant)
                share -= 1
    Random(seed).shuffle(found)
    return found, passed_over


def main() -> None:
    parser = argparse.ArgumentParser(description="Mutants of the rules, judged by a conformance kit.")
    parser.add_argument("kit", type=Path, help="the folder of the kit")
    parser.add_argument("--mutants", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--game", help="only mutants of this game")
    options = parser.parse_args()
    global _asked
    _asked = Asked(options.kit)
    if options.game not in (None, *_asked.topics):
        parser.error(f"the kit has no {options.game}, only {', '.join(_asked.topics)}")
    gc.freeze()
    games = [options.game] if options.game else list(_asked.topics)
    them, equivalent = drawn(games, options.mutants, options.seed)
    found: dict[str, list[bool]] = {}
    with get_context("fork").Pool(options.jobs, maxtasksperchild=1) as pool:
        for mutant, by in zip(them, pool.imap(_found_by, them), strict=True):
            found.setdefault(mutant.game, []).append(bool(by))
            said = f"found  {mutant.where}  {by}" if by else f"SURVIVES  {mutant.where}  {' -> '.join(shown(mutant))}"
            print(said, flush=True)
    for game, each in found.items():
        print(f"{game}: {sum(each)} of {len(each)}")
    everything = [one for each in found.values() for one in each]
    drawn_in_all = len(everything) + len(equivalent)
    print(f"all: {sum(everything)} of {len(everything)}, {sum(everything) / len(everything):.1%}")
    print(f"drawn as well: {len(equivalent)} that are listed as no other engine; with these as survivors", end=" ")
    print(f"{sum(everything)} of {drawn_in_all}, {sum(everything) / drawn_in_all:.1%}")


if __name__ == "__main__":
    main()
