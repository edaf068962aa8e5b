"""All mutants of the rules, judged by a conformance kit in one go: which of them it does not find out.

    python benchmarks/kit/every_mutant.py KIT [--game GAME] [--jobs 2] [--most 60]

`mutants.py` draws some mutants and has each answer the whole kit. Here the rules are loaded with all their mutants (see
`switched`), answer the kit once, and note for each case which mutants would have made a difference. Then each mutant is
switched on and answers some of those cases, `--most` of them, of each topic in turn, until one answer is wrong. So a
mutant that is said to be found out is; one that is said to survive may be found out by cases that were not asked.
Mutants that are listed as no other engine, and those of what is evaluated at import, are left out and counted.
"""

import argparse
import json
import sys
from collections.abc import Collection
from contextlib import suppress
from itertools import chain, zip_longest
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.kit.equivalents import is_equivalent
from benchmarks.kit.mutants import wrong_answer
from benchmarks.kit.places import shown
from benchmarks.kit.switched import Switch, load, numbered

CASE_SECONDS = 20
"""Of CPU, for an answer of a mutant; one that takes more is found out, as it does not come to an end."""


class Judged(NamedTuple):
    """What a kit finds out about the mutants of a game: their numbers."""

    game: str
    found: dict[int, str]
    survivors: list[int]
    listed: list[int]
    imported: list[int]


class Asked:
    """A kit that is asked about all mutants of a game, in a process that has not loaded the rules yet."""

    def __init__(self, kit: Path, game: str, switch: Switch) -> None:
        from benchmarks.kit.answers import Engine, cases_of_game
        from projections.kit.judging import Judge
        from projections.kit.reading import Kit

        self.switch = switch
        self.topics = cases_of_game(kit, game)
        self.judge, self.engine = Judge(Kit(kit)), Engine(self.topics["games"])

    def differing(self) -> dict[str, frozenset[int]]:
        """For each case, by its id, the mutants that make a difference in it, beyond the game that leads there."""
        import anyturn

        at = anyturn.Game.at

        def there(game: Any, address: str) -> Any:
            found = at(game, address)
            self.switch.differing.clear()
            return found

        anyturn.Game.at = there  # type: ignore[method-assign] # for what follows only
        try:
            return {case["id"]: self._differing(case) for case in chain.from_iterable(self.topics.values())}
        finally:
            anyturn.Game.at = at  # type: ignore[method-assign]

    def _differing(self, case: Any) -> frozenset[int]:
        import anyturn
        from events.problems import Problem

        self.switch.forget()
        if case["topic"] == "illegal" and "game" in case:
            record = case["record"]
        else:
            self.engine.answer(case)
            record = self._next_record(case)  # whose entries are asked for
        noted = {*self.switch.differing}
        if record is not None:
            position = self.engine.game(case["game"]).at(f"#{case['at']}")
            with suppress(Problem):
                position.play(anyturn.Action(record["actor"], record["event"], ""))
            noted |= self.switch.differing
        return frozenset(noted)

    def _next_record(self, case: Any) -> Any:
        """The record that follows the position of a case; None if it has none, or if the game ends there."""
        if case["topic"] != "position":
            return None
        following = self.engine.logs[case["game"]][case["at"] + 1 :]
        return following[0] if following else None

    def turns(self, ids: Collection[str]) -> list[Any]:
        """Of the cases with these ids one of each topic, then the next of each, and so on."""
        topics = ([case for case in cases if case["id"] in ids] for cases in self.topics.values())
        return [case for turn in zip_longest(*topics) for case in turn if case is not None]

    def found_by(self, mutant: int, cases: list[Any]) -> str:
        """The first of these cases to which a mutant gives a wrong answer, or what it failed by; empty if none."""
        for case in cases:
            self.engine.forget()
            try:
                with self.switch.turned_on(mutant, CASE_SECONDS):
                    wrong = wrong_answer(self.judge, self.engine, case)
            except Exception as error:
                wrong = f"{case['id']}: {type(error).__name__}"
            if wrong:
                return wrong
        return ""


def judged(kit: Path, game: str, most: int) -> Judged:
    """Judge all mutants of a game, each by `most` cases."""
    switch = load(game)
    asked = Asked(kit, game, switch)
    differing = asked.differing()
    found, survivors = dict[int, str](), list[int]()
    listed = [number for number, mutant in numbered(game) if is_equivalent(mutant)]
    left_out = {*listed, *switch.imported}
    for number, _ in numbered(game):
        if number not in left_out:
            cases = asked.turns({name for name, here in differing.items() if number in here})
            by = asked.found_by(number, cases[:most])
            if by:
                found[number] = by
            else:
                survivors.append(number)
    return Judged(game, found, survivors, listed, sorted(switch.imported))


def _judged(task: tuple[Path, str, int]) -> Judged:
    return judged(*task)


def main() -> None:
    parser = argparse.ArgumentParser(description="All mutants of the rules, judged by a conformance kit.")
    parser.add_argument("kit", type=Path, help="the folder of the kit")
    parser.add_argument("--game", help="only mutants of this game")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--most", type=int, default=60, help="how many cases a mutant answers")
    options = parser.parse_args()
    games = [options.game] if options.game else list(json.loads((options.kit / "manifest.json").read_text())["games"])
    every = list[Judged]()
    with get_context("spawn").Pool(options.jobs, maxtasksperchild=1) as pool:
        for each in pool.imap_unordered(_judged, [(options.kit, game, options.most) for game in games]):
            every.append(each)
            for number, mutant in numbered(each.game):
                if number in each.survivors:
                    print(f"SURVIVES  {number}  {mutant.where}  {' -> '.join(shown(mutant))}", flush=True)
                elif number in each.found:
                    print(f"found  {number}  {mutant.where}  {each.found[number]}", flush=True)
    for each in sorted(every):
        number = len(each.found) + len(each.survivors)
        left_out = f"{len(each.listed)} listed and {len(each.imported)} of imports left out"
        print(f"{each.game}: {len(each.found)} of {number}, {len(each.found) / number:.1%}; {left_out}")


if __name__ == "__main__":
    main()
