"""Options that no table of Board Game Arena has: omitted where nothing in the game depends on them, else refused."""

from collections.abc import Collection, Hashable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.games.dice_forge.options import Options, options_of
from engine.replay import replay
from engine.rules import ruleset
from events.log.codec import Unreadable
from events.log.native import GameLog

NOTATION = "bga_diceforge"


def as_on_the_platform(log: GameLog, written: Collection[str]) -> GameLog:
    """The same game with the platform's value for every option that is not `written`.

    Raises Unreadable, naming the option and the notation, if that would change anything in the game.
    """
    plain = Options()
    stated: dict[str, Any] = msgspec.to_builtins(options_of(log.header))
    others = [name for name in stated if name not in written and stated[name] != getattr(plain, name)]
    if not others:
        return log
    platform = {name: getattr(plain, name) for name in others}
    changed = _with(log, stated | platform)
    outcome = _outcome(log)
    if _outcome(changed) == outcome:
        return changed
    decisive = [name for name in others if _outcome(_with(log, stated | {name: platform[name]})) != outcome]
    found = ", ".join(f"{name} = {_plain(stated[name])}" for name in decisive or others)
    option = f"the option {found}, on which something in this game depends"
    raise Unreadable(option, f"one that a table of the platform can have, to write {NOTATION}")


def _with(log: GameLog, options: Mapping[str, Any]) -> GameLog:
    """The log with these options; options at their default are not stated."""
    plain = msgspec.to_builtins(Options())
    header = replace(log.header, options={name: value for name, value in options.items() if value != plain[name]})
    return GameLog(header, log.records)


def _outcome(log: GameLog) -> Hashable:
    """Where the game breaks a clause, and everything entered before."""
    game = replay(ruleset(log.header.game), log)
    entered = tuple((each.seq, each.step, tuple(each.entries)) for each in game.entered)
    return game.broke and (game.broke.seq, game.broke.violation.clause), entered


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
