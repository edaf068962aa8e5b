"""The judgement on seals: whose they are, whether they hold, and what they cover."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from events.log.codec import Unreadable
from events.seals.seal_file import Seal, seals_in
from events.seals.ssh_signatures import LIBRARY, can_verify, fingerprint, opened, verifies
from events.seals.statements import Fit, Statement, statement
from events.verdicts import FAILS, HOLDS, UNCHECKED

NOT_CHECKED = f"the signature is not checked without {LIBRARY}; install it with: python -m pip install {LIBRARY}"

Keys = Mapping[str, str]
"""Fingerprints of public keys with the names of the players whose they are."""


class SealFinding(Struct):
    """A seal: its line in its file, who signed it, and whether it holds.

    `by` is the player whose key it is, empty if the key is unknown; `key` its fingerprint, empty if no key can be read.
    `covers` states in words what is sealed, or why the seal fails. `genuine` means that the signature is right: if
    such a seal fails, what was signed is not what is there. `whole` means that it holds and covers everything.
    """

    line: int
    state: str
    key: str
    covers: str
    by: str = ""
    genuine: bool = False
    whole: bool = False

    @property
    def belies(self) -> bool:
        """Whether this proves that something else was signed."""
        return self.state == FAILS and self.genuine


def judged(data: bytes, true_of: Callable[[Statement], Fit]) -> Iterator[SealFinding]:
    """The findings on all seals in the bytes of a file; `true_of` decides whether a statement is true."""
    able = can_verify() if data else False
    for line, seal in seals_in(data):
        yield bad(line, seal) if isinstance(seal, Unreadable) else judge(line, seal, true_of, able=able)


def named(findings: Sequence[SealFinding], keys: Keys) -> list[SealFinding]:
    """The findings with the names of the players whose keys are known."""
    return [replace(each, by=keys.get(each.key, "")) for each in findings]


def bad(line: int, problem: Unreadable, key: str = "") -> SealFinding:
    """The finding on what cannot be read as a seal."""
    return SealFinding(line, FAILS, key, f"found {problem.found}, expected {problem.expected}")


def judge(line: int, seal: Seal, true_of: Callable[[Statement], Fit], *, able: bool) -> SealFinding:
    """The finding on one seal; without the library for signatures (`able`), a true statement is unchecked."""
    key = ""
    try:
        signature = opened(seal.signature)
        key = fingerprint(signature.public)
        stated = statement(seal.statement)
    except Unreadable as problem:
        return bad(line, problem, key)
    genuine = able and verifies(signature, seal.statement.encode(errors="replace"))
    if able and not genuine:
        return SealFinding(line, FAILS, key, "the signature is not one by this key for this statement")
    fitting = true_of(stated)
    if not fitting.true:
        return SealFinding(line, FAILS, key, fitting.words, genuine=genuine)
    words = fitting.words if genuine else f"{fitting.words}; {NOT_CHECKED}"
    return SealFinding(line, HOLDS if genuine else UNCHECKED, key, words, "", genuine, genuine and fitting.whole)


def wrong(findings: Sequence[SealFinding]) -> bool:
    """Whether any seal does not hold."""
    return any(each.state != HOLDS for each in findings)
