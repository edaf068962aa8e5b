"""One or two examples per command, shown at the end of its help; they work in the folder that `make demo` fills."""

_GAME = "games/terra_mystica-selfplay-2026-1.jsonl"
_STORED = "terra_mystica-selfplay-2026-1"
_DICE = "more/dice_forge-selfplay-2026-1.jsonl"
_CITY = "more/daitoshi-selfplay-2026-1.jsonl"
_NEW = "anyturn new dice_forge --player Ann --player Bob --log"

EXAMPLES = {
    "validate": ("anyturn validate games --quiet", "anyturn validate forged.jsonl --format github"),
    "import": ("anyturn import games more",),
    "games": ("anyturn games --where \"verdict = 'valid' AND players = 4\"", "anyturn games --sort played:desc"),
    "replay": (f"anyturn replay {_GAME} --to r3.t2", f"anyturn replay {_DICE} --html dice.html"),
    "view": (f"anyturn view {_GAME} --to r3.t2",),
    "log": (f"anyturn log {_CITY}",),
    "summary": (f"anyturn summary {_STORED}",),
    "audit": (f"anyturn audit {_GAME}", "anyturn audit --all"),
    "legal": (f"anyturn legal {_GAME} --at r3.t2",),
    "explore": (
        f"anyturn explore {_STORED} --at r1",
        "anyturn explore --game terra_mystica --faction dwarves --then 1",
    ),
    "stats": ("anyturn stats factions --min-games 12", "anyturn stats sources --limit 5 --csv"),
    "standings": ("anyturn standings season.toml", "anyturn standings season.toml --markdown"),
    "player": ('anyturn player "player 1"',),
    "season": ("anyturn season season.toml --out site",),
    "report": ("anyturn report --out site --games 3",),
    "site": ("anyturn site --out pages",),
    "query": ('anyturn query "SELECT faction, max(vp) FROM seats GROUP BY ALL ORDER BY 2"',),
    "export": (f"anyturn export {_STORED} --out game.jsonl", "anyturn export --all --out logs --pseudonyms"),
    "seal": ("anyturn seal --new-key ann", f"anyturn seal {_GAME} --key ann"),
    "prove": (f"anyturn prove {_STORED} --root --out proof.json",),
    "check": (f"anyturn prove {_STORED} --root --out proof.json", "anyturn check proof.json"),
    "rescue": ("anyturn rescue anyturn.duckdb --out rescued",),
    "selfplay": ("anyturn selfplay gaia --players 3 --seed 7 --out more",),
    "demo": ("anyturn demo league --out club",),
    "new": (f"{_NEW} evening.jsonl",),
    "branch": (f"anyturn branch {_DICE} --at r3 --log if.jsonl",),
    "append": (f'anyturn append {_DICE} "note: our first game"',),
    "record": (f"{_NEW} table.jsonl", "anyturn record table.jsonl"),
    "rules": ("anyturn rules TM-6.4.3", "anyturn rules drift"),
    "catalogue": ("anyturn catalogue gaia cards.toml --template", "anyturn catalogue gaia cards.toml"),
    "schema": ("anyturn schema gaia", "anyturn schema --of verdict"),
    "new-game": ("anyturn new-game lost_cities",),
    "kit": ("anyturn kit gaia --out kit --positions 100 --games 20 --illegal 50",),
}
"""Command -> its example command lines."""


def epilog(command: str) -> str:
    """The end of a command's help; the leading mark makes the library keep the line breaks."""
    return "\n".join(
        ("\b", "Examples, in the folder demo after `make demo`:", *(f"  {each}" for each in EXAMPLES[command]))
    )
