"""anyturn as a library: games, positions, stores, its page, and its errors."""

import ast
import doctest
import json
import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from msgspec import to_builtins

import anyturn
from engine.rules import games
from events import files
from events.log.native import read as read_log
from events.log.native import write
from events.store.event_store import EventStore
from projections.batch.importing import import_files
from projections.batch.playing import play_games
from projections.pictures.film import drawing_of
from tests.support import PROJECT


def played(game: str, folder: Path, amount: int = 1, seed: int = 3, players: int = 3) -> list[str]:
    chunks = play_games(game, amount, 1, seed, players, {}, False, "sensible", folder)
    return [file for chunk in chunks for file in chunk]


GAIA = "gaia-selfplay-3-1.jsonl"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the page mentions: a game, a store, a file that is not a game."""
    there = tmp_path_factory.mktemp("library")
    played("gaia", there)
    played("terra_mystica", there / "logs", 12)
    (there / "README.md").write_text("no game\n")
    lines = [line.partition(',"hash":')[0] + "}" for line in (there / GAIA).read_text().splitlines()]
    lines[8] = '{"seq":8,"actor":1,"event":{"kind":"play_nature","terrain":"swamp","cell":[5,5]}}'
    (there / "illegal.jsonl").write_text("\n".join(lines) + "\n")
    with EventStore(str(there / "league.duckdb")) as store:
        list(import_files(store, files.find([str(there / "logs")]), 1))
    return there


def test_the_page_is_true(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    found = doctest.testfile(str(PROJECT / "docs" / "library.md"), module_relative=False)
    assert found.attempted > 20
    assert found.failed == 0


def test_the_notebook_runs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs cell by cell; the last value of each cell can be displayed."""
    monkeypatch.chdir(folder)
    book = json.loads((PROJECT / "docs" / "notebook.ipynb").read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    shown = []
    for cell in book["cells"]:
        assert not cell.get("outputs")
        if cell["cell_type"] == "code":
            *statements, last = ast.parse("".join(cell["source"])).body
            exec(compile(ast.Module(statements, []), "notebook", "exec"), names)
            if isinstance(last, ast.Expr):
                shown.append(eval(compile(ast.Expression(last.value), "notebook", "eval"), names))
            else:
                exec(compile(ast.Module([last], []), "notebook", "exec"), names)
    assert len(shown) == 7
    assert [value._repr_svg_()[:4] for value in shown[:2]] == ["<svg", "<svg"]


@pytest.mark.parametrize("name", games())
def test_every_game_can_be_walked_through(name: str, tmp_path: Path) -> None:
    (file,) = played(name, tmp_path)
    game = anyturn.load(file)
    assert (game.verdict, game.id) == ("valid", name)
    positions = list(game)
    assert len(positions) == len(game) == game.end.seq
    assert [position.seq for position in positions] == [record.seq for record in game.records]
    assert positions[-1].figures == game.end.figures
    middle = len(game) // 2
    assert game.at(f"#{middle}").figures == positions[middle - 1].figures
    assert all(action.words for action in game.at(f"#{middle}").legal())
    assert game.legal() == []
    for player in game.players:
        points = sum(change.delta for change in game.entries() if (change.seat, change.figure) == (player.seat, "vp"))
        assert points == game.end.figures[player.seat]["vp"] - game.at("start").figures[player.seat]["vp"]
    drawing = game._repr_svg_()
    assert drawing is None if drawing_of(name) is None else drawing.startswith("<svg")
    assert "\x1b" not in game.end.text()
    assert max(map(len, game.end.text(80).splitlines())) <= 80


def test_a_log_that_breaks_a_rule_is_a_game(folder: Path, tmp_path: Path) -> None:
    text = (folder / "gaia-selfplay-3-1.jsonl").read_text()
    lines = [line.partition(',"hash":')[0] + "}" for line in text.splitlines()]
    (tmp_path / "broken.jsonl").write_text("\n".join([*lines[:-30], *lines[-29:]]) + "\n")
    with pytest.raises(anyturn.Problem, match=r"broken\.jsonl"):
        anyturn.load(tmp_path / "broken.jsonl")  # a record is missing
    again = [line.replace(f'"seq":{n + 1}', f'"seq":{n}') for n, line in enumerate([*lines[:-30], *lines[-29:]])]
    (tmp_path / "illegal.jsonl").write_text("\n".join([*lines[:-30], *again[len(lines) - 30 :]]) + "\n")
    game = anyturn.load(tmp_path / "illegal.jsonl")
    assert game.verdict == "illegal"
    assert game.broke is not None
    assert game.broke.violation.clause.startswith("GA-")
    assert len(list(game)) == game.broke.seq - 1


def test_what_broke_has_the_form_of_an_action(folder: Path, tmp_path: Path) -> None:
    """The line is that of the file, also with a hash chain and after empty lines; the event is data, with its words."""
    broke = anyturn.load(folder / "illegal.jsonl").broke
    assert broke is not None
    action = anyturn.load(folder / GAIA).at("#7").legal()[0]
    assert (type(broke.event), type(broke.words), broke.seat) == (type(action.event), type(action.words), action.seat)
    assert broke.event == {"kind": "play_nature", "terrain": "swamp", "cell": (5, 5)}
    text = (folder / "illegal.jsonl").read_text().splitlines()
    chained = [line.decode() for line in write(read_log([line.encode() for line in text]))]
    (tmp_path / "chained.jsonl").write_text("\n".join(["", *chained[:5], "", *chained[5:]]))
    found = anyturn.load(tmp_path / "chained.jsonl").broke
    assert found is not None
    assert (found.seq, found.line) == (8, 11)


def test_a_header_that_breaks_a_clause_is_a_game(tmp_path: Path) -> None:
    """Its verdict is that of `validate`; there is no position to ask for."""
    header = '{"game":"anachrony","ruleset":"1","options":{"zorp":1},"seats":[{"player":"Ann"},{"player":"Ben"}]}'
    (tmp_path / "game.jsonl").write_text(f"\n{header}\n")
    game = anyturn.load(tmp_path / "game.jsonl")
    assert (game.verdict, game.id, [player.name for player in game.players]) == ("illegal", "anachrony", ["Ann", "Ben"])
    assert game.broke is not None
    assert game.broke[:5] == (0, 2, None, None, "")
    assert game.broke.violation.clause == "AN-1.5"
    assert (list(game), game.legal(), game.entries(), game.standings, game._repr_svg_()) == ([], [], [], [], None)
    assert repr(game) == "<Game of anachrony by Ann, Ben: illegal, 0 records>"
    for ask in (lambda: game.end, lambda: game.at("start"), lambda: game.branch()):
        with pytest.raises(anyturn.Violation, match=r"AN-1\.5"):
            ask()


@pytest.mark.parametrize("name", games())
def test_figures_have_everything_that_lies_on_a_mat(name: str, tmp_path: Path) -> None:
    (file,) = played(name, tmp_path)
    position = anyturn.load(file).at("r2")
    for row in position.figures:
        mat = row["mat"]
        assert mat == to_builtins(position.state.players[row["seat"]], str_keys=True, enc_hook=str)
        assert json.loads(json.dumps(mat))


def test_secrets_of_a_running_game_are_announced(folder: Path, tmp_path: Path) -> None:
    """`text` warns before it shows what others hold in hand; with a seat, it shows what that seat has seen."""
    (tmp_path / "half.jsonl").write_text("\n".join((folder / GAIA).read_text().splitlines()[:30]))
    half = anyturn.load(tmp_path / "half.jsonl")
    for position in (half.end, half.at("r2"), [*half][-1]):
        with pytest.warns(anyturn.SecretsShown, match="seat"):
            assert "A02 animals" in position.text()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "A02 animals" in half.end.text(seat=0)
        assert "A02 animals" not in half.end.text(seat=1)
        assert anyturn.load(folder / GAIA).at("r2").text()  # the game is over
    with pytest.raises(anyturn.Problem, match="seat 3"):
        half.end.text(seat=3)


def test_relations_become_frames(folder: Path) -> None:
    with anyturn.open(folder / "league.duckdb") as store:
        first, second = store.stats("factions"), store.stats("factions", players=3)
        assert first.fetchall() == second.fetchall()  # the later one leaves the earlier one unchanged
        assert first.types[first.columns.index("games")] == "BIGINT"
        with pytest.raises(anyturn.Problem, match="factionz"):
            store.stats("factionz")
        with pytest.raises(anyturn.Problem, match="no such"):
            store.game("no such")
        rows = store.sql("SELECT count(*) FROM selected_seats").fetchall()
        assert rows == [(36,)]
    with pytest.raises(anyturn.Problem, match="no such store"):
        anyturn.open(folder / "none.duckdb")


def test_a_package_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "events").mkdir()
    (tmp_path / "events" / "__init__.py").write_text("")
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(PROJECT)!r}]; import anyturn"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "anyturn needs its own package 'events', found another one" in done.stderr.splitlines()[-1]


def test_importing_it_is_quick() -> None:
    """It takes less than three times as long as Python with msgspec: at most 0.15 s where that takes 0.05 s."""
    code = "import resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_utime)"
    env = {**os.environ, "PYTHONPATH": str(PROJECT)}

    def seconds(what: str) -> float:
        runs = (
            subprocess.run([sys.executable, "-c", f"{what}; {code}"], env=env, capture_output=True, check=True).stdout
            for _ in range(3)
        )
        return min(float(run) for run in runs)

    loaded = "import sys; assert not {'duckdb', 'typer', 'numpy'} & sys.modules.keys()"
    assert seconds(f"import anyturn; {loaded}") < seconds("import msgspec, typing, re, inspect") + 0.15
