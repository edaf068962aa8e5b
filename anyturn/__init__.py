"""anyturn as a library: recorded board games as evidence.

    import anyturn

    game = anyturn.load("game.jsonl")
    game.verdict, game.standings
    game.at("r3.t2").legal()

    with anyturn.open("league.duckdb") as store:
        store.stats("factions", players=4).df()

`load` reads one game in any notation, `open` a store of imported games. Errors are `Problem`s with one line
for people. Described in docs/library.md.
"""

from anyturn._packages import check

check()

from anyturn.game import Action, Change, Game, Player, Position, load  # noqa: E402  # its own packages have been checked
from anyturn.store import Store, open  # noqa: E402  # named as in other libraries: anyturn.open(path)
from events.problems import Problem  # noqa: E402

__all__ = ["Action", "Change", "Game", "Player", "Position", "Problem", "Store", "load", "open"]
