"""Options that have no effect alone or with others are refused: users would believe that they had one."""

from pathlib import Path

import pytest
import typer

from projections.commands.application import application
from tests.support.running import Run

REFUSED = [
    ("replay GAME --force", "--force without a file to write, expected it with --svg FILE, --png FILE or --html FILE"),
    ("replay GAME --svg - --force", "--force without a file to write"),
    ("replay GAME --svg - --json", "--json with --svg -, expected one of them"),
    ("replay GAME --html - --json", "--json with --html -, expected one of them"),
    ("replay GAME --step --svg x.svg", "--step with --svg, expected one of them"),
    ("export GAME --force", "--force without a file to write, expected it with --out PLACE or --decisions"),
    ("export GAME --parquet", "--parquet with GAME, expected it with --all --out FOLDER"),
    ("export --all --out x --parquet --notation nimtext", "--parquet with --notation, expected one of them"),
    ("export --all --out x --from nimtext", "--all with --public or --from, expected a single game with these"),
    ("export GAME --decisions d.parquet --out x", "--decisions with --out, expected one of them"),
    ("export GAME --decisions d.parquet --public", "--decisions with --public, expected one of them"),
    ("export GAME --decisions d.parquet --where true", "--where with GAME, expected it with --all"),
    ("export --all --decisions d.parquet --from nimtext", "--from with --all, expected a single game with it"),
    ("export GAME --where true", "--where without --decisions, expected --all --decisions FILE with it"),
    ("export GAME --seat 1", "--seat without --public, expected both or none"),
    ("stats factions --force", "--force without a file to write, expected it with --plot FILE"),
    ("catalogue gaia x.toml --force", "--force without a file to write, expected it with --template or --from LOG"),
    ("catalogue gaia x.toml --template --from y", "--template with --from, expected one of them"),
    ("validate logs --watch --jobs 2", "--watch with --jobs, expected one of them"),
    ("validate logs --watch --parts x", "--watch with --parts, expected one of them"),
    ("validate logs --parts x", "--parts without --cluster, expected both or none"),
    ("validate logs --format sarif --json", "--format with --json, expected one of them"),
    ("validate logs --format github --watch", "--format with --watch, expected one of them"),
    ("validate logs --format gitlab", "the format 'gitlab', expected one of github, sarif; did you mean github?"),
    ("import --facts f.toml --jobs 2", "--jobs without PATH, expected logs to import"),
    ("import --facts f.toml --bring-back", "--bring-back without PATH, expected logs to import"),
    ("append GAME --db x.duckdb note:hello", "--db with the file logs/a.txt, expected a stored game"),
    ("audit --all --notation nimtext", "--notation with --all, expected a file"),
    ("prove GAME --root --force", "--force without a file to write"),
    ("games --forget GAME --where true", "--where with --forget, expected one of them"),
    ("games --forget GAME --sort played", "--sort with --forget, expected one of them"),
    ("rules nim --db x.duckdb", "--db without drift, expected `anyturn rules drift --db FILE`"),
    ("rules nim --apply", "--apply without drift, expected `anyturn rules drift --apply`"),
    ("stats factions --decimal-comma", "--decimal-comma without --csv, expected both or none"),
    ("standings season.toml --force", "--force without a file to write, expected it with --xlsx FILE"),
    ("standings season.toml --csv --forum", "--csv with --forum, expected one of them"),
    ("stats --limit 3", "--limit without a statistic, expected one"),
]


@pytest.mark.parametrize(("words", "message"), REFUSED)
def test_what_would_be_ignored_is_refused_in_one_line(run: Run, tmp_path: Path, words: str, message: str) -> None:
    before = sorted(tmp_path.rglob("*"))
    found = run(*words.replace("GAME", "logs/a.txt").split())
    assert (found.code, found.out, found.err.count("\n")) == (2, "", 1)
    assert found.err.startswith(f"anyturn: found {message}")
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("command", ["replay", "view", "log", "summary", "audit", "legal", "export"])
def test_the_notation_of_a_stored_game_is_refused(stored: Run, command: str) -> None:
    """The option names the notation of a file; the store has only one."""
    (game, *_) = (row["game_id"] for row in stored("games", "--json").json)
    option = "--from" if command == "export" else "--notation"
    found = stored(command, game, option, "nimtext")
    assert (found.code, found.out) == (2, "")
    assert found.err == f"anyturn: found a notation for {game!r}, which is stored, expected a notation for files only\n"


def test_every_force_has_a_file_to_write(stored: Run) -> None:
    """This covers every command that has the option and can be called without a file to write."""
    commands = typer.main.get_command(application()).commands  # type: ignore[attr-defined]
    having = {name for name, command in commands.items() if any("--force" in each.opts for each in command.params)}
    assert having - {"demo", "kit", "report", "rescue", "season", "site"} == {
        words.split()[0] for words, message in REFUSED if message.startswith("--force without")
    }
