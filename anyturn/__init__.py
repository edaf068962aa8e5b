"""anyturn as a library: recorded board games as evidence.

    import anyturn

    game = anyturn.load("game.jsonl")
    game.verdict, game.standings
    game.at("r3.t2").legal()
    game.at("r3.t2").play("build dwelling, E6")
    game.branch("r3.t2")

    with anyturn.open("league.duckdb") as store:
        store.stats("factions", players=4).df()

`load` reads one game in any notation, `open` a store of imported games. Errors are `Problem`s with one line
for people. Described in docs/library.md.
"""

from anyturn._packages import check

check()

from anyturn.branch import Branch  # noqa: E402  # its own packages have been checked
from anyturn.game import Broke, Change, Game, Player, load, read  # noqa: E402
from anyturn.position import Action, Position, SecretsShown  # noqa: E402
from anyturn.store import Store, open  # noqa: E402  # named as in other libraries: anyturn.open(path)
from engine.clause import Violation  # noqa: E402
from events.problems import Problem  # noqa: E402

__all__ = [
    "Action",
    "Branch",
    "Broke",
    "Change",
    "Game",
    "Player",
    "Position",
    "Problem",
    "SecretsShown",
    "Store",
    "Violation",
    "load",
    "open",
    "read",
]
