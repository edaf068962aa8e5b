"""Keys and signatures: those of OpenSSH, in both directions, and nothing else."""

import base64
import shutil
import stat
import subprocess
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from events.log.codec import Unreadable
from events.seals import ssh_signatures as ssh
from events.seals.ssh_signatures import BadKey, SealLibraryMissing

MESSAGE = b"anyturn-seal log 3:" + b"0" * 64 + b"\n"
with_ssh = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="needs ssh-keygen")


def keygen(*words: object, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["ssh-keygen", *map(str, words)], input=stdin, capture_output=True, check=False)


@pytest.fixture
def key(tmp_path: Path) -> Path:
    ssh.new_key(tmp_path / "ann")
    return tmp_path / "ann"


def test_a_key_is_for_its_owner_only_and_never_overwritten(key: Path) -> None:
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert ssh.public_text(ssh.public_key(Path(f"{key}.pub").read_text())) == Path(f"{key}.pub").read_text().strip()
    with pytest.raises(BadKey, match="already exists"):
        ssh.new_key(key)


def test_what_was_signed_verifies_and_nothing_else_does(key: Path) -> None:
    armored = ssh.sign(ssh.private_key(str(key)), MESSAGE)
    signature = ssh.opened(armored)
    assert ssh.verifies(signature, MESSAGE)
    assert not ssh.verifies(signature, MESSAGE + b"\n")
    assert not ssh.verifies(signature, b"")


def test_no_changed_byte_of_a_signature_verifies(key: Path) -> None:
    """Whatever byte is changed, the signature is unreadable, or it is not one of that key."""
    armored = ssh.sign(ssh.private_key(str(key)), MESSAGE)
    blob = base64.b64decode("".join(armored.splitlines()[1:-1]))
    for place in range(len(blob)):
        changed = bytearray(blob)
        changed[place] ^= 1 + Random(place).randrange(255)
        try:
            signature = ssh.opened(ssh.armored(base64.b64encode(bytes(changed)).decode()))
        except Unreadable:
            continue
        assert not ssh.verifies(signature, MESSAGE), place


@with_ssh
def test_ssh_keygen_checks_what_was_signed_here(key: Path, tmp_path: Path) -> None:
    (tmp_path / "signature").write_text(ssh.sign(ssh.private_key(str(key)), MESSAGE))
    (tmp_path / "signers").write_text(f"ann {Path(f'{key}.pub').read_text()}")
    check = ("-Y", "verify", "-f", tmp_path / "signers", "-I", "ann", "-n", "anyturn", "-s", tmp_path / "signature")
    assert keygen(*check, stdin=MESSAGE).returncode == 0
    assert keygen(*check, stdin=MESSAGE[:-1]).returncode != 0
    listed = keygen("-l", "-f", f"{key}.pub").stdout.decode()
    assert ssh.fingerprint(ssh.public_key(Path(f"{key}.pub").read_text())) in listed


@with_ssh
@pytest.mark.parametrize("digest", ["sha512", "sha256"])
def test_what_ssh_keygen_signs_is_checked_here(key: Path, digest: str) -> None:
    signed = keygen("-Y", "sign", "-f", key, "-n", "anyturn", "-O", f"hashalg={digest}", stdin=MESSAGE).stdout.decode()
    assert ssh.verifies(ssh.opened(signed), MESSAGE)
    elsewhere = keygen("-Y", "sign", "-f", key, "-n", "file", stdin=MESSAGE).stdout.decode()
    with pytest.raises(Unreadable, match="a signature in the namespace 'file'"):
        ssh.opened(elsewhere)


@pytest.mark.long
@with_ssh
def test_keys_of_ssh_keygen_sign_and_others_are_refused_in_one_line(tmp_path: Path) -> None:
    for name, words in {"good": ("ed25519", ""), "closed": ("ed25519", "secret"), "rsa": ("rsa", "")}.items():
        assert keygen("-q", "-t", words[0], "-N", words[1], "-f", tmp_path / name).returncode == 0
    assert ssh.private_key(str(tmp_path / "good"))
    refused = {"closed": "a key with a passphrase", "rsa": "a key of another kind", "good.pub": "no private key"}
    for name, what in refused.items():
        with pytest.raises(BadKey, match=f"found {what}") as caught:
            ssh.private_key(str(tmp_path / name))
        assert "\n" not in str(caught.value)


def test_damaged_keys_are_refused(key: Path) -> None:
    """Any byte of a private key changed or cut off: refused in one line, or it still is a key that signs."""
    whole, random = key.read_bytes(), Random(7)
    for _ in range(200):
        data = bytearray(whole)
        data[random.randrange(len(data))] = random.randrange(256)
        key.write_bytes(bytes(data[: random.randrange(len(data))] if random.random() < 0.3 else data))
        with suppress(BadKey):
            assert ssh.sign(ssh.private_key(str(key)), MESSAGE)


@pytest.mark.parametrize(
    "text", ["", "ssh-rsa AAAA", "ssh-ed25519", "ssh-ed25519 AAAA", "ssh-ed25519 ====", "ssh-ed25519 " + "A" * 92, "é"]
)
def test_what_is_no_public_key_is_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="a public Ed25519 key such as"):
        ssh.public_key(text)


def test_without_the_library_one_line_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ssh, "can_verify", lambda: False)
    for work in (lambda: ssh.new_key(tmp_path / "k"), lambda: ssh.private_key("k")):
        with pytest.raises(SealLibraryMissing, match=r"-m pip install cryptography$"):
            work()
    assert not (tmp_path / "k").exists()
