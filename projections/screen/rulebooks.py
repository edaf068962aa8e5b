"""Rulebooks for reading: the games there are, a game's whole book, or a clause with those below it."""

from collections.abc import Iterator
from typing import Any

from engine.clause import clauses, rulebook
from engine.ruleset import games, ruleset
from events.codec import Unreadable


def as_json(game: str | None, clause: str | None) -> Iterator[dict[str, Any]]:
    """The games, or clauses with their texts."""
    if game is None:
        for name in games():
            rules = ruleset(name)
            yield {"game": rules.id, "name": rules.name, "version": rules.version, "clauses": len(clauses(name))}
        return
    for number, text in _clauses(game, clause).items():
        yield {"game": ruleset(game).id, "clause": number, "text": " ".join(text.split())}


def as_text(game: str | None, clause: str | None) -> Iterator[str]:
    """The same for people; without a clause the book as it is written."""
    if game is None:
        yield from (f"{one['game']:<16}{one['name']}, version {one['version']}" for one in as_json(None, None))
    elif clause is None:
        yield from rulebook(ruleset(game).id).rstrip("\n").split("\n")
    else:
        yield from (" ".join(text.split()) for text in _clauses(game, clause).values())


def _clauses(game: str, clause: str | None) -> dict[str, str]:
    known = clauses(ruleset(game).id)
    if clause is None:
        return known
    found = {number: text for number, text in known.items() if number == clause or number.startswith(f"{clause}.")}
    if not found:
        raise Unreadable(f"the clause {clause!r}", f"one of {game}, such as {next(iter(known), 'none')}")
    return found
