"""Facts about games and players that are not in logs: one fact as a file states it, and what makes it valid."""

from collections.abc import Iterable

from msgspec import Struct

from events.facts.dates import is_date
from events.log.codec import Unreadable
from events.problems import near_match, one_of
from events.seals.ssh_signatures import public_key, public_text
from events.store.schema import ALIAS, KEY, PLAYED_AT, TAG

MOST = 500
"""The most characters in a name or a value."""
GAME, SOURCE = "game", "source"
"""How a file names a game: by its id or the beginning of it, or by the file or name that it came from."""


class StatedFact(Struct, frozen=True):
    """A fact as stated in a line of a file; `kind`, `name` and `value` as in `schema.FactRow`.

    `game`, `source` or both name the game; an alias has neither.
    """

    kind: str
    name: str
    value: str
    line: int
    game: str = ""
    source: str = ""


def words(found: object, what: str, line: int) -> str:
    """A text without surrounding blanks. Raises Unreadable if it is not a text, is too long, or is not printable."""
    text = str(found).strip() if isinstance(found, str | int) and not isinstance(found, bool) else None
    if text is None:
        raise Unreadable(f"{what} {found!r}", "a text", line=line)
    if len(text) > MOST:
        raise Unreadable(f"{what} of {len(text)} characters", f"at most {MOST}", line=line)
    if not text.isprintable():
        raise Unreadable(f"{what} {text!r}", "printable characters", line=line)
    return text


def played_at(found: object, line: int, game: str, source: str) -> StatedFact:
    """The date of a game. Raises Unreadable if it is not a date."""
    text = words(found, PLAYED_AT, line).replace(" ", "T", 1)
    if not is_date(text):
        raise Unreadable(f"{PLAYED_AT} {text!r}", "a date such as 2024-05-31", line=line)
    return StatedFact(PLAYED_AT, "", text, line, game, source)


def tag(name: str, found: object, line: int, game: str, source: str) -> StatedFact:
    """A tag of a game; an empty value removes it. Raises Unreadable."""
    return StatedFact(TAG, tag_name(name, line), words(found, f"the tag {name}", line), line, game, source)


def tag_name(name: str, line: int) -> str:
    """The name of a tag, which has a single spelling. Raises Unreadable."""
    if name != name.casefold() or not name.replace("-", "").replace("_", "").isalnum() or len(name) > MOST:
        raise Unreadable(f"the tag {name!r}", "a name of letters in lower case, digits, - and _", line=line)
    return name


def alias(found: object, player: object, line: int) -> StatedFact:
    """A player's other name. Raises Unreadable if either is empty: an empty name identifies nobody."""
    name, own = words(found, "the alias", line), words(player, "the player", line)
    for text, what in ((name, "alias"), (own, "player")):
        if not text:
            raise Unreadable(f"an empty {what}", "a name", line=line)
    return StatedFact(ALIAS, name, own, line)


def key(found: object, player: object, line: int) -> StatedFact:
    """A player's public key, in one spelling, without its comment; an empty player means that it is nobody's key.

    Raises Unreadable.
    """
    own = words(player, "the player", line)
    try:
        return StatedFact(KEY, public_text(public_key(str(found))), own, line)
    except Unreadable as problem:
        problem.line = line
        raise


def need_game(game: str, source: str, line: int) -> None:
    """Raises Unreadable if a fact names no game."""
    if not (game or source):
        raise Unreadable("no game", f"its id as `{GAME}` or where it came from as `{SOURCE}`", line=line)


def known_only(found: Iterable[str], known: Iterable[str], what: str, line: int) -> None:
    """Raises Unreadable for the first unknown word."""
    listed = list(known)
    for name in found:
        if name not in listed:
            raise Unreadable(f"{what} {name!r}", one_of(listed, name), line=line)


def no_mistyped_column(name: str, reserved: Iterable[str], line: int) -> None:
    """Raises Unreadable for a tag whose name looks like a mistyped column."""
    close = [word for word in reserved if word[:2] == name[:2] and abs(len(word) - len(name)) < 2 and word != name]
    if close and near_match(close, name):
        raise Unreadable(f"the column {name!r}", f"a tag or {one_of(close, name)}", line=line)
