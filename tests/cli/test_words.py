"""The words of the command line: help, refused options, near matches, verdicts, and how much is printed."""

import re
from pathlib import Path

import pytest

from engine.rules import games, ruleset
from engine.selfplay import header_for
from events.problems import count
from projections.commands.command_table import COMMANDS
from projections.commands.one_game import legal
from tests.support import toy_logs as toy
from tests.support.running import Run


def test_a_broken_chain_has_a_verdict_of_its_own(run: Run, tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_bytes((tmp_path / "logs" / "c.jsonl").read_bytes().replace(b'"seq":2', b'"seq":2 '))
    found = run("validate", "c.jsonl")
    assert (found.code, found.out.split()[0], found.err) == (4, "tampered", "1 log: 1 tampered\n")
    (one,) = run("validate", "c.jsonl", "--json").json
    assert (one["verdict"], one["problem"]) == (
        "tampered",
        "c.jsonl:3: hash chain broken: record 2 is not what was recorded",
    )
    found = run("import", "c.jsonl", "logs/a.txt", "--json")
    assert (found.code, found.err) == (4, "2 logs: 1 left out, 1 new; 1 tampered, 1 valid\n")
    assert [(one["status"], one["verdict"], one["game_id"] is None) for one in found.json] == [
        ("left out", "tampered", True),
        ("new", "valid", False),
    ]
    assert run("games").err == "1 game of nim, valid\n", "nothing of it is stored"
    found = run("audit", "c.jsonl")
    assert (found.code, "FAILS  verdict: tampered" in found.out) == (4, True)


def test_help_is_whole_in_a_narrow_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = run("--help").out
    assert not [line for line in text.splitlines()[1:] if "..." in line or len(line) > 80]
    assert "Show the position at a place: the board, the players and their figures." in " ".join(text.split())
    for command in COMMANDS:
        lines = run(command, "--help").out.splitlines()[1:]  # after the usage line, where dots mean `repeatable`
        assert max(map(len, lines)) <= 80, command
        assert not [line for line in lines if re.search(r"\w(\.\.\.|…)$", line)], command


def test_self_play_writes_or_imports(run: Run, tmp_path: Path) -> None:
    found = run("selfplay", "nim", "--out", "played", "--db", "played.duckdb")
    assert (found.code, "found --out with --db, expected one of them" in found.err) == (2, True)
    found = run("selfplay", "nim", "--out", "")
    assert (found.code, (tmp_path / found.out.strip()).is_file()) == (0, True)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("colour=red", "found --option colour=red, expected one of cards, dice, rounds"),
        ("dices=2", "; did you mean dice?"),
        ("dice=x", "found --option dice=x, expected one of 1, 2, 3"),
    ],
)
def test_a_refused_option_is_reported_as_it_was_typed(run: Run, option: str, message: str) -> None:
    found = run("selfplay", "nim", "--option", option, "--out", "none")
    assert (found.code, message in found.err) == (2, True), found.err
    begun = run("new", "nim", "--player", "a", "--player", "b", "--log", "x.jsonl", "--option", option)
    assert (begun.code, message in begun.err) == (2, True), begun.err


def test_a_refused_value_has_a_near_match(run: Run) -> None:
    found = run("selfplay", "terra_mystica", "--option", "map=fjord", "--out", "none")
    assert "found --option map=fjord, expected one of base, " in found.err
    assert found.err.endswith("; did you mean fjords?\n")
    found = run("selfplay", "terra_mystica", "--option", "landscapes=maybe", "--out", "none")
    assert found.err == "anyturn: found --option landscapes=maybe, expected true or false\n"
    found = run("selfplay", "terra_mystica", "--option", "auction_start_vp=5000", "--out", "none")
    assert found.err == "anyturn: found --option auction_start_vp=5000, expected 0 to 1000\n"


@pytest.mark.parametrize(
    ("filters", "message"),
    [
        (("--map", "nonsense"), "found the option 'map', expected one that stored games have: cards, dice, rounds"),
        (("--option", "dice=12"), "found dice = '12', expected one that is stored: 3, 4"),
        (("--players", "9"), "found 9 players, expected a number that is stored: 2, 3"),
        (("--game", "nom"), "found the game 'nom', expected one that is stored: nim; did you mean nim?"),
    ],
)
def test_a_filter_for_what_is_not_stored_is_an_error(stored: Run, filters: tuple[str, str], message: str) -> None:
    found = stored("stats", "factions", *filters)
    assert (found.code, found.out, message in found.err) == (2, "", True), found.err


def test_a_map_that_is_not_stored_is_an_error_with_the_stored_ones(run: Run) -> None:
    assert run("selfplay", "terra_mystica", "--players", "2", "--option", "map=fjords").code == 0
    found = run("stats", "factions", "--map", "fjord")
    assert found.err == "anyturn: found the map 'fjord', expected one that is stored: fjords; did you mean fjords?\n"
    assert (found.code, run("stats", "factions", "--map", "fjords").code) == (2, 0)


def test_quiet_prints_findings_and_totals_only(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text(toy.too_many(toy.text(9), 7))
    for quiet in ("--quiet", "-q"):
        found = run("validate", "logs", quiet)
        assert (found.code, found.out, found.err) == (0, "", "3 logs: 3 valid\n")
    found = run("validate", "logs", "bad.txt", "--quiet")
    assert (found.code, found.out.split()[0], found.err) == (1, "illegal", "4 logs: 3 valid, 1 illegal\n")
    assert "    bad.txt:7: record 6 breaks NIM-2" in found.out
    assert [one["verdict"] for one in run("validate", "logs", "bad.txt", "--quiet", "--json").json] == ["illegal"]
    found = run("import", "logs", "bad.txt", "--quiet")
    assert (found.code, found.out.split()[:2]) == (1, ["new", "illegal"])
    assert found.err == "4 logs: 4 new; 3 valid, 1 illegal\n"
    assert run("import", "logs", "--quiet").out == ""


def test_completion_knows_the_words(stored: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def offered(*words: str) -> list[str]:
        monkeypatch.setenv("_ANYTURN_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", " ".join(("anyturn", *words)))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        found = stored()
        assert found.err == ""
        return found.out.split()

    assert offered("selfplay", "terra") == ["terra_mystica"]
    assert offered("stats", "--game", "ni") == ["nim"]
    assert offered("rules", "dr") == ["drift"]
    assert offered("stats", "fa") == ["faces", "factions"]
    assert offered("stats", "--game", "nim", "fa") == ["factions"], "faces are of another game"
    assert offered("validate", "--notation", "nat") == ["native"]
    assert offered("export", "--from", "snellman_l") == ["snellman_ledger"]
    assert offered("replay", "a") == ["a"], "the source of a stored game"
    assert offered("audit", "--db", "missing.duckdb", "a") == [], "without a store nothing is offered, nor said"
    assert offered("stats", "factions", "--map", "f") == [], "no stored game has a map"
    assert offered("selfplay", "nim", "--policy", "s") == ["sensible"]
    assert offered("selfplay", "nim", "--option", "") == ["random", "cards=", "dice=", "rounds="]
    assert offered("selfplay", "nim", "--option", "dice=1") == ["dice=1", "dice=10", "dice=11", "dice=12"]
    assert offered("new", "gaia", "--option", "mod") == ["mode="]
    assert offered("stats", "factions", "--option", "") == ["cards=", "dice=", "rounds="], "as stored"
    monkeypatch.delenv("_ANYTURN_COMPLETE")
    assert stored("selfplay", "terra_mystica", "--players", "2", "--option", "map=fjords").code == 0
    (one,) = stored("games", "--where", "game = 'terra_mystica'", "--json").json
    assert offered("stats", "factions", "--map", "f") == ["fjords"]
    assert offered("replay", one["game_id"][:6]) == [one["game_id"]]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("rules", "NIM-22"), 2, "found the clause 'NIM-22', expected one of nim; did you mean NIM-2?"),
        (("rules", "terra_mystica", "TM-4.3x"), 2, "; did you mean TM-4.3?"),
        (("replay", "logs/a.tx"), 2, "; did you mean logs/a.txt?"),
        (("stats", "facions"), 2, "; did you mean factions?"),
        (("rules", "drfit"), 2, "; did you mean drift?"),
        (("export", "a", "--notation", "natve"), 2, "expected native for nim; did you mean native?"),
        (("selfplay", "nim", "--policy", "sensibel"), 2, "; did you mean sensible?"),
    ],
)
def test_slips_have_a_near_match(stored: Run, words: tuple[str, ...], code: int, message: str) -> None:
    found = stored(*words)
    assert (found.code, found.out, message in found.err) == (code, "", True), found.err


@pytest.mark.parametrize("clause", ["nim-2", "2", "Nim-2"])
def test_a_clause_may_be_typed_in_short(run: Run, clause: str) -> None:
    assert run("rules", "nim", clause).out == run("rules", "nim", "NIM-2").out
    assert run("rules", "nim-2").out.startswith("NIM-2 ")
    assert "found 'nonsense', expected a clause of nim, or words in one" in run("rules", "nim", "nonsense").err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("stats", "--map", "base"), "found --map without a statistic, expected one, such as `anyturn stats factions`"),
        (("stats", "--csv"), "found --csv without a statistic"),
        (("stats", "--plot", "x.svg"), "found --plot without a statistic"),
        (
            ("stats", "factions", "--since", "2025-01", "--until", "2024"),
            "found --since 2025-01 --until 2024, expected the earlier date first",
        ),
        (("games", "--where", "players = "), "found the condition 'players = ' (Parser Error: "),
        (("games", "--db", "logs"), "logs: found a folder, expected the file of a store; name another one with --db"),
        (("validate", "logs", "--parts", "x"), "(see `anyturn validate --help`)"),
    ],
)
def test_what_means_nothing_is_reported_as_it_was_typed(stored: Run, words: tuple[str, ...], message: str) -> None:
    found = stored(*words)
    assert (found.code, found.out, message in found.err) == (3 if "--db" in words else 2, "", True), found.err


def test_a_period_within_another_may_be_asked_for(stored: Run) -> None:
    for since, until in (("2024", "2024-03"), ("2024-03-31", "2024-03"), ("2024", "2024")):
        assert stored("stats", "factions", "--since", since, "--until", until).code == 0


def test_the_list_of_statistics_is_of_a_game_or_of_all(stored: Run) -> None:
    found = stored("stats", "--game", "nim", "--json", "--db", "anyturn.duckdb")
    assert (found.code, {one["game"] for one in found.json}) == (0, {None})


def test_decimals_are_numbers_of_json(stored: Run) -> None:
    assert stored("query", "SELECT 1.5 AS x, sum(0.25) AS y FROM games", "--json").json == [{"x": 1.5, "y": 0.75}]


def test_help_has_one_manner_of_naming_what_is_to_be_typed(run: Run) -> None:
    """Names are in capitals, as in the documentation, with dots if repeatable; there are no types."""
    for command in COMMANDS:
        text = run(command, "--help").out
        usage = text.splitlines()[0].removeprefix(f"Usage: anyturn {command} [OPTIONS]")
        assert usage == usage.upper(), command
        assert "<" not in text, command
    assert run("validate", "--help").out.startswith("Usage: anyturn validate [OPTIONS] {PATH...}")


def test_the_nearest_stored_game(stored: Run) -> None:
    one = stored("games", "--json").json[0]["game_id"]
    slip = one[:7] + ("0" if one[7] != "0" else "1") + one[8:]
    assert f"; did you mean {one}?" in stored("replay", slip).err
    assert "did you mean" not in stored("replay", "nothing-like-it").err


def test_a_clause_alone_names_its_game(run: Run) -> None:
    assert run("rules", "NIM-2").out == run("rules", "nim", "NIM-2").out != ""
    assert run("rules", "NIM-2", "--json").json[0]["game"] == "nim"


def test_legal_notes_where_it_stops(
    nim: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """There can be more than a million ways to deal: the first are listed, with a note that there are more."""
    (tmp_path / "a.txt").write_text(toy.text(1))
    for shown, message in ((3, ""), (2, "only the first 2 legal actions are shown; there are more\n")):
        monkeypatch.setattr("projections.verdict.SHOWN", shown)
        for json in (False, True):
            legal(str(tmp_path / "a.txt"), at="#1", json=json)
            out, err = capsys.readouterr()
            assert (err, out.count("\n")) == (message, shown + (not json))


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (("ann", ""), "found no name for player 2, expected --player NAME or NAME=FACTION"),
        (("=red", "ben"), "found no name for player 1, "),
        (("ann", "Ann"), "found 2 players called ann, expected a different name for each"),
    ],
)
def test_players_have_names_of_their_own(run: Run, tmp_path: Path, players: tuple[str, ...], message: str) -> None:
    words = [word for name in players for word in ("--player", name)]
    found = run("new", "nim", *words, "--log", "x.jsonl")
    assert (found.code, found.out, message in found.err) == (2, "", True), found.err
    assert not (tmp_path / "x.jsonl").exists()


@pytest.mark.parametrize("game", games())
def test_self_played_tables(run: Run, game: str) -> None:
    """Each player has a name; a number of players that the game does not have is a usage error."""
    names = [seat.player for seat in header_for(ruleset(game), "names", 3, {}).seats]
    assert all(names)
    assert len(set(names)) == 3
    found = run("selfplay", game, "--players", "9", "--out", "games")
    assert (found.code, found.out) == (2, "")
    assert re.match(r"anyturn: found 9 (players|seats), expected (\d to \d|a number that)", found.err)


def test_counts_have_the_right_plural(run: Run, tmp_path: Path) -> None:
    assert count(1, "hex", "hexes") == "1 hex"
    assert count(1200, "hex", "hexes") == "1,200 hexes"
    (tmp_path / "one.jsonl").write_bytes(
        b'{"game":"nim","seats":[{"player":"a"},{"player":"b"}]}\n'
        b'{"seq":1,"actor":null,"event":{"kind":"roll_dice","dice":[1,2]}}\n'
    )
    assert run("legal", "one.jsonl", "--at", "#9").err.endswith("expected a place in a game of 1 record\n")
    (tmp_path / "off.txt").write_text(toy.wrong_figure(toy.text(1), 7))
    assert "discrepant in 1 figure, first" in run("audit", "off.txt").out
    assert run("import", "logs/a.txt").code == 0
    found = run("stats", "factions", "--min-games", "1").out
    assert found.startswith("nim: 1 game, 2 seats (finished valid games; rows of at least 1 game)\n")
    assert run("stats", "factions", "--players", "1").err.startswith("anyturn: found 1 player, expected a number")
