"""The table of commands: what each is called, where it is, and what it does.

A command is imported when it is called, and imports heavy modules only when it runs.
"""

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple


class Command(NamedTuple):
    """A function in a module of this package; `summary` is the first paragraph of its help."""

    module: str
    function: str
    summary: str

    def load(self) -> Callable[..., None]:
        """The function."""
        found: Callable[..., None] = getattr(import_module(f"projections.commands.{self.module}"), self.function)
        return found


COMMANDS = {
    "validate": Command("logs", "validate", "Give a verdict on each log; nothing is stored."),
    "import": Command(
        "logs", "import_", "Validate and store logs, and add facts about them; importing again changes nothing."
    ),
    "games": Command(
        "queries", "games", "List what is stored, or forget a game; or list the games that are installed."
    ),
    "replay": Command("one_game", "replay", "Show the position at a place: the board, the players and their figures."),
    "view": Command("pages", "view", "Show a whole game in the browser, step by step."),
    "log": Command("one_game", "log", "Print the records in words, each with what it changed."),
    "summary": Command(
        "one_game", "summary", "Print one page about a game: who won, where the points came from, who led when."
    ),
    "audit": Command(
        "auditing",
        "audit",
        "Trace every point to its source; check sums, conservation, the hash chain and the stored rows.",
    ),
    "legal": Command("one_game", "legal", "List the legal actions at a place."),
    "explore": Command("exploring", "explore", "Show what was done next after the same beginning, and how it ended."),
    "stats": Command("queries", "stats", "Count over the stored games; without a name, list the statistics there are."),
    "standings": Command(
        "seasons",
        "standings",
        "Show the tables of a league's season, with promotion, relegation and what is still to be played.",
    ),
    "player": Command(
        "seasons", "player", "Show a player's profile: results, factions, ratings, openings, opponents, best games."
    ),
    "season": Command(
        "seasons",
        "season",
        "Take in what is new and bring a league's site up to date; made to be run regularly, such as by cron.",
    ),
    "report": Command(
        "reporting", "report", "Write pages about the stored games: statistics with plots, a list of games, replays."
    ),
    "site": Command(
        "site",
        "site",
        "Write the browser edition: static files that judge, show and record games with nothing to install.",
    ),
    "query": Command("queries", "query", "Ask the store in SQL; nothing can be written."),
    "export": Command(
        "exporting",
        "export",
        "Write a game as a log, native or in another notation; or all stored games, all tables, or all decisions.",
    ),
    "seal": Command(
        "sealing", "seal", "Sign a log as it stands, or the root of a store; the seal is appended to a file beside it."
    ),
    "prove": Command(
        "evidence",
        "prove",
        "Write a small proof about the root of the store, which `check` verifies without the store.",
    ),
    "check": Command("evidence", "check", "Verify a proof about the root of a store, without the store."),
    "rescue": Command("evidence", "rescue", "Write every log of a damaged store that can still be read and proven."),
    "selfplay": Command(
        "logs",
        "selfplay",
        "Play seeded games against itself; write them as logs to --out, or else import them into the store.",
    ),
    "demo": Command(
        "demos",
        "demo",
        "Make a league to try things with: games under names, dates, divisions, a dispute, and a game to type.",
    ),
    "new": Command("recording", "new", "Start a log: a file with a header, to be continued with `append` or `record`."),
    "branch": Command(
        "recording",
        "branch",
        "Begin a branch of a game at a place: a log with the records up to there, to be continued like any other.",
    ),
    "append": Command(
        "recording", "append", "Append events to a native log or a stored game; each is judged before it is written."
    ),
    "record": Command(
        "recording",
        "record",
        "Record a game at the table: each event is judged as you type it and saved at once; resume at any time.",
    ),
    "rules": Command(
        "references",
        "rules",
        "Show a rulebook, or list the stored games that the current rules judge differently (`rules drift`).",
    ),
    "catalogue": Command(
        "references", "catalogue", "Check a file of component values; with --json, print it as in a header."
    ),
    "schema": Command(
        "references",
        "schema",
        "Print the JSON Schema of the lines of a native log, or of another form that is read or printed.",
    ),
    "new-game": Command(
        "demos",
        "new_game",
        "Write the package of a game of your own from a template: rulebook, rules, picture and tests, ready to run.",
    ),
    "kit": Command(
        "kit",
        "kit",
        "Make a kit by which an engine in any language can be judged, or judge its answers (`kit check ANSWERS`).",
    ),
}
"""Name of a command -> the command, in the order of `--help`."""
