"""Rulebooks for reading: the list of games, a whole rulebook, or a clause with those below it."""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import chain
from textwrap import wrap
from typing import Any

from engine.clause import below, clause_text, clauses, paragraphs, rulebook, sections
from engine.rules import Ruleset, games, ruleset
from events.log.codec import Unreadable
from events.plugins import not_installed
from events.problems import near_match

DRIFT = "drift"
"""The word that `anyturn rules` takes instead of a game, for the stored games that the rules judge differently."""


def as_json(game: str | None, clause: str | None) -> Iterator[dict[str, Any]]:
    """The games, or clauses with their texts."""
    if game is None:
        for name in games():
            rules = ruleset(name)
            yield {"game": rules.id, "name": rules.name, "version": rules.version, "clauses": len(clauses(name))}
        return
    game, clause = _of_clause(game, clause)
    for number, text in _clauses(game, clause).items():
        yield {"game": _rules_of(game).id, "clause": number, "text": " ".join(text.split())}


def as_text(game: str | None, clause: str | None, width: int | None = None) -> Iterator[str]:
    """The same for people, wrapped to a width; without a clause, the rulebook exactly as written."""
    if game is None:
        yield from (f"{one['game']:<16}{one['name']}, version {one['version']}" for one in as_json(None, None))
        return
    game, clause = _of_clause(game, clause)
    if clause is None:
        yield from rulebook(_rules_of(game).id).rstrip("\n").split("\n")
    else:
        for line in chain.from_iterable(map(paragraphs, _clauses(game, clause).values())):
            yield from [line] if width is None else wrap(line, width, break_long_words=False, break_on_hyphens=False)


def _of_clause(game: str, clause: str | None) -> tuple[str, str | None]:
    """The game and the clause; a clause given alone (`TM-4.3`) names its game by its letters."""
    letters, dash, _ = game.upper().partition("-")
    if clause is None and dash and game not in games():
        for name in games():
            if next(iter(clauses(name)), "").startswith(f"{letters}-"):
                return name, game
    return game, clause


def _rules_of(game: str) -> Ruleset[Any]:
    """The rules of a game. Raises Unreadable, which also lists `drift`."""
    try:
        return ruleset(game)
    except Unreadable:
        raise not_installed(game, [*games(), DRIFT]) from None


def _as_numbered(clause: str, known: Iterable[str]) -> str:
    """A clause as typed, `tm-4.3` or `4.3`, in the spelling of the rulebook: `TM-4.3`."""
    letters, _, number = clause.rpartition("-")
    prefix, _, _ = next(iter(known), "").partition("-")
    return f"{prefix}-{number}" if letters.upper() in ("", prefix) and number[:1].isdigit() else clause


def _clauses(game: str, clause: str | None) -> dict[str, str]:
    known = clauses(_rules_of(game).id)
    if clause is None:
        return known
    clause = _as_numbered(clause, known)
    found = {number: known[number] for number in (clause,) if number in known} | below(game, clause)
    if not found and (text := clause_text(game, clause)):
        return {clause: text}
    if not found and not any(letter.isdigit() for letter in clause):
        return _containing(game, clause)
    if not found:
        begun = _begun(known, clause)
        such = f"; did you mean {begun}?" if begun else near_match(known, clause) or f", such as {min(known)}"
        raise Unreadable(f"the clause {clause!r}", f"one of {game}{such}")
    return found


def _containing(game: str, words: str) -> dict[str, str]:
    """The clauses, and the sections without any, that contain the words. Raises Unreadable if there are none."""
    every = clauses(game) | {number: text for number, text in sections(game).items() if not below(game, number)}
    sought = " ".join(words.casefold().split())
    found = {number: every[number] for number in sorted(every, key=_order) if sought in _in_one_line(every[number])}
    if not found:
        raise Unreadable(repr(words), f"a clause of {game}, or words in one{_respelt(every.values(), sought)}")
    return found


def _in_one_line(text: str) -> str:
    return " ".join(text.casefold().split())


def _order(number: str) -> tuple[tuple[int, str], ...]:
    """The order of a rulebook, in which notations come last: TM-7.2 before TM-7.12 before TM-17.1."""
    return tuple((int(digits), letter) for digits, letter in re.findall(r"(\d+)([a-z]?)", number))


def _respelt(texts: Iterable[str], sought: str) -> str:
    """`; did you mean leech?`: the words, each as some text spells it; empty unless some text contains them so."""
    lines = [*map(_in_one_line, texts)]
    spelt = {word for line in lines for word in re.findall(r"\w+", line)}
    near = ((word, () if word in spelt else get_close_matches(word, sorted(spelt), n=1)) for word in sought.split())
    respelt = " ".join(found[0] if found else word for word, found in near)
    return f"; did you mean {respelt}?" if respelt != sought and any(respelt in line for line in lines) else ""


def _begun(known: Iterable[str], clause: str) -> str:
    """The longest beginning of a clause number that is a clause or has clauses below it; empty if there is none."""
    numbers = list(known)
    for end in range(len(clause) - 1, clause.find("-") + 1, -1):
        begun = clause[:end]
        if begun[-1] != "." and any(f"{number}.".startswith(f"{begun}.") for number in numbers):
            return begun
    return ""
