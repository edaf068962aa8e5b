"""The kinds of events that a position awaits, and the nearest match for an unknown one."""

from collections.abc import Sequence
from typing import Any

from engine.replay import Replay
from events.log.codec import Unreadable
from events.log.record import ABOUT_THE_LOG
from events.problems import near_match
from events.vocabulary import events_of

OVER = "nothing: the game is over"


def awaited_kinds(game: Replay) -> list[str]:
    """The kinds of legal events in a position, spelled as in logs, in the order of the game's table of rules."""
    if game.standings is not None:
        return []
    awaited = game.rules.awaited(game.state)
    found = []
    for event, rule in game.rules.rules.items():
        seats = dict.fromkeys(item.seat for item in awaited if type(item) in rule.answers)
        if seats and (rule.chance is not None or any(_offers(rule, game.state, seat) for seat in seats)):
            found.append(tag_of(event))
    return found


def tag_of(event: Any) -> str:
    """The kind of an event, or of its class, as in logs."""
    return str(event.__struct_config__.tag)


def _offers(rule: Any, state: Any, seat: int | None) -> bool:
    return rule.legal is not None and any(True for _ in rule.legal(state, seat))


def check_kind(game: Replay, kind: object) -> None:
    """Raise Unreadable, naming the awaited kinds, if the game has no such kind."""
    known = [tag_of(each) for each in (*events_of(game.rules.id), *ABOUT_THE_LOG)]
    if kind in known:
        return
    awaited = awaited_kinds(game)
    if kind is None:
        raise Unreadable("no kind of event", listed(awaited))
    raise Unreadable(
        f"the kind {kind!r}", listed(awaited) + (near_match(awaited, str(kind)) or near_match(known, str(kind)))
    )


def listed(awaited: Sequence[str]) -> str:
    """The kinds that are expected, for an error: `one of take, roll_dice`."""
    return f"{'one of ' if len(awaited) > 1 else ''}{', '.join(awaited)}" if awaited else OVER


def near_words(awaited: Sequence[str], words: Sequence[str]) -> str:
    """`; did you mean build dwelling?` if the first words are close to an awaited kind; else empty."""
    spaced = [kind.replace("_", " ") for kind in awaited]
    for kind in spaced:
        if near := near_match([kind], " ".join(words[: kind.count(" ") + 1])):
            return near
    return ""
