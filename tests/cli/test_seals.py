"""Seals from the command line: who sealed what, what holds, what fails, and with which exit status."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from events.log import native
from events.log.record import Source
from events.seals import judging, ssh_signatures
from events.seals.seal_file import Seal, seals_in
from events.seals.statements import Fit
from tests.support import PROJECT
from tests.support import toy_logs as toy
from tests.support.running import Run

LOG = "logs/c.jsonl"


@pytest.fixture
def players(run: Run, tmp_path: Path) -> Run:
    """Two players with keys, which are facts in keys.toml."""
    (tmp_path / "keys").mkdir()
    tables = []
    for name in ("ann", "ben"):
        made = run("seal", "--new-key", f"keys/{name}")
        assert (made.code, made.out) == (0, f"keys/{name}\nkeys/{name}.pub\n")
        assert f"keep keys/{name} secret" in made.err
        tables.append(
            f'[[players]]\nname = "{name}"\nkeys = ["{(tmp_path / "keys" / f"{name}.pub").read_text().strip()}"]\n'
        )
    (tmp_path / "keys" / "keys.toml").write_text("\n".join(tables))
    return run


@pytest.fixture
def sealed(players: Run) -> Run:
    for name in ("ann", "ben"):
        assert players("seal", LOG, "--key", f"keys/{name}").code == 0
    return players


def rewritten(log: Path, seq: int = 0) -> None:
    """Exchange the players, or spoil a record, and hash the log again."""
    lines = native.read(log.read_bytes().splitlines())
    bodies = lines.bodies()
    header = native._split(log.read_bytes().splitlines()[0])[0]
    if seq:
        bodies[seq - 1] = bodies[seq - 1].replace(b'"stones":', b'"stones":1')
    else:
        first, second = (seat.player.encode() for seat in lines.header.seats[:2])
        header = header.replace(first, b"?").replace(second, first).replace(b"?", second)
    log.write_bytes(b"\n".join([*native.chained(header, bodies), b""]))


def test_several_people_seal_the_same_game(sealed: Run, tmp_path: Path) -> None:
    found = sealed("validate", LOG, "--keys", "keys/keys.toml")
    assert (found.code, found.err) == (0, "1 log: 1 valid; 2 seals hold\n")
    assert re.search(r"^    sealed by ann: all \d+ records\n    sealed by ben: all \d+ records$", found.out, re.M)
    (one,) = sealed("validate", LOG, "--json").json
    assert [(each["state"], each["by"], each["whole"]) for each in one["seals"]] == [("holds", "", True)] * 2
    assert sealed("seal", LOG, "--key", "keys/ann").out.startswith("unchanged  ")
    assert len((tmp_path / f"{LOG}.seals").read_text().splitlines()) == 2


def test_a_seal_does_not_touch_the_log_and_is_no_log(players: Run, tmp_path: Path) -> None:
    before = (tmp_path / LOG).read_bytes()
    assert players("seal", LOG, "--key", "keys/ann").code == 0
    assert (tmp_path / LOG).read_bytes() == before
    assert players("validate", "logs").err == "3 logs: 3 valid; 1 seal holds\n"


def test_a_log_that_went_on_is_sealed_as_far_as_it_was(players: Run, tmp_path: Path) -> None:
    (tmp_path / "on.jsonl").write_bytes(b"\n".join([*toy.native(4, 2).splitlines()[:6], b""]))
    assert players("seal", "on.jsonl", "--key", "keys/ann").code == 0
    (tmp_path / "on.jsonl").write_bytes(toy.native(4, 2))
    found = players("validate", "on.jsonl", "--keys", "keys/keys.toml")
    assert found.code == 0
    assert re.search(r"sealed by ann: the first 5 of \d+ records", found.out)
    (tmp_path / "on.jsonl").write_bytes(b"\n".join([*toy.native(4, 2).splitlines()[:4], b""]))
    found = players("validate", "on.jsonl", "--keys", "keys/keys.toml")
    assert found.code == 4
    assert "FAILS: the seal of ann: 5 records were sealed, 3 are there (on.jsonl.seals:1)" in found.out


def test_a_rewritten_log_belies_its_seal(sealed: Run, tmp_path: Path) -> None:
    """Its verdict is still that of the rules; the seal says that something else was signed, exit status 4."""
    rewritten(tmp_path / LOG)
    found = sealed("validate", LOG, "--keys", "keys/keys.toml", "--quiet")
    assert found.code == 4
    assert found.out.startswith("valid ")
    assert found.out.count("are not what was sealed") == 2
    assert found.err == "1 log: 1 valid; 0 seals hold, 2 fail\n"
    assert sealed("audit", LOG).code == 4
    assert sealed("import", LOG).code == 4


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda line: b"nothing\n", "a line that holds no seal"),
        (lambda line: b"\xff\n", "a line that holds no seal"),
        (lambda line: b"[" * 100_000 + b"\n", "a line that holds no seal"),
        (
            lambda line: line.replace(b"anyturn-seal log 1", b"anyturn-seal log 2"),
            "the signature is not one by this key",
        ),
        (lambda line: line.replace(b"anyturn-seal log", b"anyturn-seal lag"), "found the statement 'anyturn-seal lag "),
        (lambda line: line.replace(b"SSH SIGN", b"SSH SEAL"), "no SSH signature"),
        (lambda line: b" " * 2**20 + b"\n" + line, "over 1,048,576 bytes"),
    ],
)
def test_what_is_no_seal_is_a_finding(sealed: Run, tmp_path: Path, change, why: str) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / f"{LOG}.seals"
    file.write_bytes(change(file.read_bytes().splitlines(keepends=True)[0]))
    found = sealed("validate", LOG)
    assert found.code == 1
    assert f"{why}" in found.out
    assert sealed("import", LOG, "logs/a.txt").err.startswith("2 logs: 2 new; 2 valid")


def test_a_seal_by_another_key_names_nobody(sealed: Run, tmp_path: Path) -> None:
    """Whoever signs a forged log again needs a key that is not that of the player."""
    rewritten(tmp_path / LOG)
    (tmp_path / f"{LOG}.seals").unlink()
    sealed("seal", "--new-key", "keys/eve")
    sealed("seal", LOG, "--key", "keys/eve")
    found = sealed("validate", LOG, "--keys", "keys/keys.toml")
    assert "sealed by the unknown key SHA256:" in found.out
    assert "ann:" not in found.out


@pytest.mark.long
def test_a_store_keeps_seals_and_keys(sealed: Run, tmp_path: Path) -> None:
    """With the log gone, the stored game still says who sealed it; so does its page, and so does the report."""
    assert sealed("import", "logs", "--facts", "keys/keys.toml").code == 0
    (tmp_path / f"{LOG}.seals").unlink()
    found = sealed("audit", "c.jsonl")
    assert re.findall(r"^holds  seal: (\w+): all \d+ records$", found.out, re.M) == ["ann", "ben"]
    page = sealed("replay", "c.jsonl", "--html", "-").out
    assert re.search(r"Sealed by ann and ben \(all \d+ records\)\.", page)
    assert sealed("report", "--out", "site", "--games", "0").code == 0
    assert re.search(r"valid, sealed by ann and ben \(all \d+ records\)", (tmp_path / "site/games.html").read_text())
    (tmp_path / LOG).unlink()
    found = sealed("audit", "--all")
    assert found.code == 0
    assert len(re.findall(r"^sealed  .* by (?:ann|ben): all", found.out, re.M)) == 2
    assert found.err == "3 games hold; 2 seals hold\n"
    assert sealed("import", "logs").err.startswith("2 logs: 2 unchanged"), "importing again adds no seal"
    assert sealed("games", "--forget", "c.jsonl").code == 0
    assert "sealed " not in sealed("audit", "--all").out


def test_seals_made_after_an_import_are_added_by_the_next_one(players: Run) -> None:
    assert players("import", LOG, "--facts", "keys/keys.toml").code == 0
    players("seal", LOG, "--key", "keys/ben")
    assert players("import", LOG).err == "1 log: 1 unchanged; 1 valid; 1 seal holds\n"
    assert "holds  seal: ben: all" in players("audit", "c.jsonl").out


def test_a_log_in_another_notation_is_sealed_by_its_bytes(players: Run, tmp_path: Path) -> None:
    assert "anyturn-seal file " in players("seal", "logs/a.txt", "--key", "keys/ann").out
    assert players("import", "logs", "--facts", "keys/keys.toml").code == 0
    assert "holds  seal: ann: the file that it came from" in players("audit", "a.txt").out
    (tmp_path / "logs/a.txt").write_text(toy.text(9))
    assert players("validate", "logs/a.txt").code == 4


@pytest.mark.long
def test_the_root_of_a_store_is_sealed(players: Run, tmp_path: Path) -> None:
    assert players("import", "logs/a.txt", "--facts", "keys/keys.toml").code == 0
    assert "anyturn-seal store " in players("seal", "anyturn.duckdb", "--key", "keys/ann").out
    assert "sealed       store  by ann: all" in players("audit", "--all").out
    shutil.copy(tmp_path / "anyturn.duckdb", tmp_path / "old.duckdb")
    assert players("import", "logs").code == 0
    assert re.search(r"sealed +store  by ann: the first \d+ of \d+ leaves", players("audit", "--all").out)
    players("seal", "anyturn.duckdb", "--key", "keys/ann")
    shutil.copy(tmp_path / "old.duckdb", tmp_path / "anyturn.duckdb")
    found = players("audit", "--all")
    assert found.code == 4
    assert re.search(r"FAILS +store  by ann: \d+ leaves were sealed, \d+ are there", found.out)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([LOG], "give LOG|STORE with --key FILE, or --new-key FILE"),
        (["--key", "keys/ann"], "give LOG|STORE with --key FILE, or --new-key FILE"),
        ([LOG, "--new-key", "keys/x"], "found --new-key with LOG|STORE, expected one of them"),
        ([LOG, "--key", "keys/ann", "--new-key", "x"], "found --key with --new-key, expected one of them"),
        ([LOG, "--key", LOG], "found no private key in logs/c.jsonl"),
        ([LOG, "--key", "keys/ann.pub"], "found no private key in keys/ann.pub"),
        ([LOG, "--key", "nobody"], "found No such file or directory at nobody, expected a private Ed25519 key"),
        ([LOG, "--key", "logs"], "found Is a directory at logs, expected a private Ed25519 key"),
        (["logs", "--key", "keys/ann"], "found the folder logs, expected the file of a log or of a store"),
        (["-", "--key", "keys/ann"], "found standard input, expected the file of a log or of a store"),
        (["keys/ann", "--key", "keys/ann"], "keys/ann:1: found a text in no known notation"),
    ],
)
def test_misuse_is_one_line(players: Run, words: list[str], message: str) -> None:
    found = players("seal", *words)
    assert found.code in (1, 2)
    assert message in found.err
    assert (found.out, found.err.count("\n")) == ("", 1)


def test_a_tampered_log_is_not_sealed(players: Run, tmp_path: Path) -> None:
    file = tmp_path / LOG
    file.write_bytes(file.read_bytes().replace(b'"stones":', b'"stones":1', 1))
    found = players("seal", LOG, "--key", "keys/ann")
    assert found.code == 4
    assert not (tmp_path / f"{LOG}.seals").exists()


def test_without_the_library_seals_do_not_hold(sealed: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line says what to install; what is not true fails all the same."""
    monkeypatch.setattr(judging, "can_verify", lambda: False)
    data = (tmp_path / f"{LOG}.seals").read_bytes()
    for fit, state in ((Fit(True, "all", True), "unchecked"), (Fit(False, "another log"), "fails")):
        first, second = judging.judged(data, lambda stated, fit=fit: fit)  # type: ignore[misc]
        assert (first.state, first.genuine, first.whole) == (state, False, False)
        assert judging.wrong([first, second])
        assert ("install it with: python -m pip install cryptography" in first.covers) == (state == "unchecked")


def test_without_the_library_nothing_is_signed(sealed: Run, tmp_path: Path) -> None:
    script = "import sys; sys.modules['cryptography'] = None; import cli; cli.main()"
    command = [sys.executable, "-c", script, "seal", str(tmp_path / LOG), "--key", str(tmp_path / "keys/ann")]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.endswith("-m pip install cryptography\n")


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="needs ssh-keygen")
def test_the_texts_in_a_file_of_seals_are_those_that_ssh_keygen_takes(sealed: Run, tmp_path: Path) -> None:
    ((_, seal), _) = seals_in((tmp_path / f"{LOG}.seals").read_bytes())
    assert isinstance(seal, Seal)
    (tmp_path / "seal").write_text(seal.signature)
    (tmp_path / "signers").write_text(f"ann {(tmp_path / 'keys/ann.pub').read_text()}")
    command = ["ssh-keygen", "-Y", "verify", "-f", "signers", "-I", "ann", "-n", "anyturn", "-s", "seal"]
    checked = subprocess.run(command, cwd=tmp_path, input=seal.statement.encode(), capture_output=True, check=False)
    assert checked.returncode == 0, checked.stderr


def test_keys_in_facts_have_one_spelling_and_can_be_withdrawn(players: Run, tmp_path: Path) -> None:
    key = ssh_signatures.public_text(ssh_signatures.public_key((tmp_path / "keys/ann.pub").read_text()))
    players("seal", LOG, "--key", "keys/ann")
    first = players("import", LOG, "--facts", "keys/keys.toml")  # the facts are added last, but known at once
    assert (first.code, "sealed by ann" in first.out) == (0, True)
    assert "sealed by ann" in players("import", LOG).out
    (tmp_path / "no.toml").write_text(f'[[players]]\nname = ""\nkeys = ["{key}  at home"]\n')
    assert f"{key} is nobody's key, before: ann" in players("import", "--facts", "no.toml").out
    assert "sealed by the unknown key" in players("import", LOG).out
    assert players("export", "--all", "--out", "out", "--facts", "out.toml").code == 0
    assert key not in (tmp_path / "out.toml").read_text()
    assert 'name = "ben"\nkeys = ["ssh-ed25519 ' in (tmp_path / "out.toml").read_text()
    for bad in ('keys = "x"', 'keys = ["ssh-rsa AAAA"]', "keys = [1]"):
        (tmp_path / "bad.toml").write_text(f'[[players]]\nname = "ann"\n{bad}\n')
        found = players("import", "--facts", "bad.toml")
        assert (found.code, found.err.count("\n")) == (2, 1)
        assert "bad.toml:1" in found.err


def test_json_lines_of_the_command(players: Run) -> None:
    (made,) = players("seal", LOG, "--key", "keys/ann", "--json").json
    assert list(made) == ["file", "statement", "key", "status"]
    assert json.dumps(made["statement"]).startswith('"anyturn-seal log ')


def test_a_seal_of_another_log_of_the_same_game_is_not_taken_in(players: Run, tmp_path: Path) -> None:
    """The same game came in first from a log with another head, of which that seal is not true."""
    assert players("import", "logs/a.txt").code == 0
    log = native.read(players("export", "a.txt").out.encode().splitlines())
    log.header = replace(log.header, source=Source("elsewhere"))
    (tmp_path / "same.jsonl").write_bytes(b"\n".join([*native.write(log), b""]))
    players("seal", "same.jsonl", "--key", "keys/ann")
    assert players("import", "same.jsonl").out.startswith("same ")
    found = players("audit", "--all")
    assert found.code == 0
    assert "seal" not in found.out
