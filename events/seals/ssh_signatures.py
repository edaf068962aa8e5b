"""Ed25519 keys and signatures in the formats of OpenSSH, so that `ssh-keygen` makes the same and checks these.

Keys are private keys of OpenSSH without a passphrase, signatures the armored SSHSIG of OpenSSH (PROTOCOL.sshsig) in the
namespace `anyturn`, over the SHA-512 of the message.
"""

import os
import re
import sys
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from functools import lru_cache
from hashlib import sha256, sha512
from importlib.util import find_spec
from pathlib import Path
from struct import pack, unpack_from
from typing import TYPE_CHECKING

from msgspec import Struct

from events.log.codec import Unreadable
from events.problems import USAGE, Problem, shortened

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

NAMESPACE = b"anyturn"
KIND = b"ssh-ed25519"
LIBRARY = "cryptography"
_MAGIC, _VERSION = b"SSHSIG", 1
_BEGIN, _END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
_COLUMNS = 70
_DIGESTS = {b"sha512": sha512, b"sha256": sha256}
_KEY_LENGTH, _SIGNATURE_LENGTH = 32, 64
MOST_KEY = 2**16
"""The most bytes in the file of a key."""


class SealLibraryMissing(Problem):
    """Signing or verifying needs a library that is not installed; the text explains how to install it."""

    STATUS = USAGE

    def __init__(self, what: str) -> None:
        super().__init__(what)
        command = f"{sys.executable or 'python'} -m pip install {LIBRARY}"
        self.text = f"{what} needs {LIBRARY}, not installed here; install it with: {command}"

    def __str__(self) -> str:
        return self.text


class BadKey(Problem):
    """A file that is no key with which one can sign."""

    STATUS = USAGE


class Signature(Struct, frozen=True):
    """A signature: the public key (32 bytes), the algorithm that digests the message, and the 64 bytes themselves."""

    public: bytes
    algorithm: bytes
    value: bytes


def can_verify() -> bool:
    """Whether the library for signatures is installed; it is not imported."""
    return find_spec(LIBRARY) is not None


def need_library(what: str) -> None:
    """Raise SealLibraryMissing if signatures cannot be made or verified here."""
    if not can_verify():
        raise SealLibraryMissing(what)


def new_key(path: Path) -> str:
    """Write a new private key, readable by its owner only, and its public key into PATH.pub. Returns the public key.

    Raises SealLibraryMissing, BadKey if one of the files exists, or OSError.
    """
    need_library("a key")
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    beside = Path(f"{path}.pub")
    for file in (path, beside):
        if file.exists():
            raise BadKey(f"{file} already exists; a key is never overwritten, name another file")
    key = Ed25519PrivateKey.generate()
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.OpenSSH, serialization.NoEncryption()
    )
    public = public_text(_raw(key))
    _write(path, private, 0o600)
    _write(beside, f"{public}\n".encode(), 0o644)
    return public


def _write(path: Path, data: bytes, mode: int) -> None:
    """Write a new file, whole or not at all."""
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
    except OSError as error:
        path.unlink(missing_ok=True)
        error.filename = str(path)
        raise


def private_key(path: str) -> "Ed25519PrivateKey":
    """The private key in a file. Raises SealLibraryMissing or BadKey."""
    need_library("a seal")
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_ssh_private_key

    expected = "expected a private Ed25519 key of OpenSSH, as `anyturn seal --new-key FILE` makes one"
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST_KEY)
    except OSError as error:
        raise BadKey(f"found {error.strerror} at {path}, {expected}") from None
    if b"PRIVATE KEY" not in data:
        raise BadKey(f"found no private key in {path}, {expected}")
    try:
        key = load_ssh_private_key(data, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        if "password" in str(error).lower() or "encrypted" in str(error).lower():
            raise BadKey(
                f"found a key with a passphrase in {path}, expected one without; make one with "
                "`anyturn seal --new-key FILE`"
            ) from None
        raise BadKey(f"found an unreadable key in {path}, {expected}") from None
    except Exception as error:  # the library's parser, written in another language, has further errors
        raise BadKey(f"found an unreadable key in {path} ({type(error).__name__}), {expected}") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadKey(f"found a key of another kind in {path}, {expected}")
    return key


def _raw(key: "Ed25519PrivateKey") -> bytes:
    """The 32 bytes of the public key."""
    return key.public_key().public_bytes_raw()


def sign(key: "Ed25519PrivateKey", message: bytes) -> str:
    """The armored signature of a message."""
    public, algorithm = _string(KIND) + _string(_raw(key)), b"sha512"
    value = key.sign(_signed(message, algorithm))
    signature = _string(KIND) + _string(value)
    fields = (public, NAMESPACE, b"", algorithm, signature)
    blob = _MAGIC + pack(">I", _VERSION) + b"".join(map(_string, fields))
    return armored(b64encode(blob).decode())


def armored(text: str) -> str:
    """A signature in base64 with its first and last line."""
    return "\n".join([_BEGIN, *(text[at : at + _COLUMNS] for at in range(0, len(text), _COLUMNS)), _END, ""])


def _signed(message: bytes, algorithm: bytes) -> bytes:
    """What is signed of a message."""
    digest = _DIGESTS[algorithm](message).digest()
    return _MAGIC + b"".join(map(_string, (NAMESPACE, b"", algorithm, digest)))


def _string(value: bytes) -> bytes:
    return pack(">I", len(value)) + value


def opened(armored: str) -> Signature:
    """A signature as written. Raises Unreadable if it is none, or not one of an Ed25519 key in the namespace."""
    expected = "an Ed25519 signature as `ssh-keygen -Y sign -n anyturn` writes it"
    lines = armored.split("\n")
    if lines[0] != _BEGIN or _END not in lines or any(lines[lines.index(_END) + 1 :]):
        raise Unreadable("no SSH signature", expected)
    try:
        blob = b64decode("".join(lines[1 : lines.index(_END)]), validate=True)
        if blob[:10] != _MAGIC + pack(">I", _VERSION):
            raise Unreadable("a signature of another kind", expected)
        public, namespace, _, algorithm, value = _strings(blob[10:], 5)
        (kind, key), (kind_of_value, raw) = _strings(public, 2), _strings(value, 2)
    except (NotBase64, ValueError):
        raise Unreadable("a damaged signature", expected) from None
    if (kind, kind_of_value) != (KIND, KIND) or len(key) != _KEY_LENGTH or len(raw) != _SIGNATURE_LENGTH:
        raise Unreadable(f"a signature by a key of the kind {_shown(kind)}", expected)
    if namespace != NAMESPACE:
        raise Unreadable(f"a signature in the namespace {_shown(namespace)}", expected)
    if algorithm not in _DIGESTS:
        raise Unreadable(f"a signature over {_shown(algorithm)}", expected)
    return Signature(key, algorithm, raw)


def _shown(name: bytes) -> str:
    return shortened(repr(name.decode(errors="replace")), 40)


def _strings(data: bytes, number: int) -> list[bytes]:
    """So many strings, each after its length, and nothing else. Raises ValueError."""
    found, at = [], 0
    for _ in range(number):
        if at + 4 > len(data):
            raise ValueError("cut off")
        (length,) = unpack_from(">I", data, at)
        at += 4 + length
        found.append(data[at - length : at])
    if at != len(data):
        raise ValueError("another length")
    return found


def verifies(signature: Signature, message: bytes) -> bool:
    """Whether the key made this signature for this message. Raises SealLibraryMissing."""
    try:
        from cryptography.exceptions import InvalidSignature
    except ImportError:
        raise SealLibraryMissing("checking a seal") from None

    try:
        _loaded(signature.public).verify(signature.value, _signed(message, signature.algorithm))
    except (InvalidSignature, ValueError):
        return False
    return True


@lru_cache(maxsize=256)
def _loaded(public: bytes) -> "Ed25519PublicKey":
    """A public key as the library has it; many logs are sealed with few keys. Raises ValueError."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    return Ed25519PublicKey.from_public_bytes(public)


def public_text(public: bytes) -> str:
    """A public key as one line: `ssh-ed25519 AAAA...`."""
    return f"{KIND.decode()} {b64encode(_string(KIND) + _string(public)).decode()}"


def public_key(text: str) -> bytes:
    """The 32 bytes of a public key written like this; a comment may follow. Raises Unreadable."""
    match = re.fullmatch(r"\s*ssh-ed25519\s+([A-Za-z0-9+/=]+)(\s.*)?", text)
    try:
        kind, key = _strings(b64decode(match[1], validate=True), 2) if match else (b"", b"")
    except (NotBase64, ValueError):
        kind, key = b"", b""
    if kind != KIND or len(key) != _KEY_LENGTH:
        raise Unreadable(f"the key {shortened(repr(text), 60)}", "a public Ed25519 key such as ssh-ed25519 AAAA...")
    return key


def fingerprint(public: bytes) -> str:
    """`SHA256:...`, as `ssh-keygen -l` prints it."""
    digest = sha256(_string(KIND) + _string(public)).digest()
    return f"SHA256:{b64encode(digest).decode().rstrip('=')}"
