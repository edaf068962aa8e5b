"""Errors in how a command is used, such as an unknown option or a missing argument: one line each, naming the help."""

import re
import sys
from typing import Any

import typer

from events.problems import USAGE, near_match
from projections.commands.command_table import COMMANDS
from projections.commands.shared import WrongUsage

_IN_OUR_WORDS = {
    r"Got unexpected extra argument(?:s|\(s\))? \((?P<word>.*)\)": "found {word!r}, expected nothing more",
    r"Option '(?P<word>[^']+)' requires an argument\.?": "found {word} without a value, expected one",
    r"Option '(?P<word>[^']+)' does not take a value\.?": "found {word} with a value, expected none",
}
"""Errors of the library that only their texts identify; a text that matches none of these is printed unchanged."""
_NO_COMMAND = re.compile(r"No such command '(?P<word>[^']*)'")


def slip(error: Any) -> tuple[str, int] | None:
    """The line and the exit status of an error in usage; None if it is another error.

    The library prints three lines per error, two of them about usage. Its error classes are private, so they are
    recognised by their attributes.
    """
    if isinstance(error, WrongUsage):
        return _with_help(str(error)), USAGE
    if not hasattr(error, "format_message"):
        return None
    if type(error).__name__ == "NoArgsIsHelpError":  # `anyturn` alone: its text is the whole help
        error.show()
        return "", USAGE
    return _with_help(_words(error)), USAGE


def _with_help(what: str) -> str:
    """The error, followed by where to find help."""
    command = next((f"{word} " for word in sys.argv[1:] if word in COMMANDS), "")
    return f"{what} (see `anyturn {command}--help`)"


def _words(error: Any) -> str:
    parameters = error.ctx.command.params if getattr(error, "ctx", None) else []
    if hasattr(error, "possibilities"):
        known = [name for each in parameters for name in each.opts if name.startswith("--")]
        near = near_match(known, error.option_name)
        return f"found the unknown option {error.option_name}{near}"
    if isinstance(error, typer.BadParameter) and hasattr(error, "param_type") and error.param is not None:
        name = error.param.metavar if error.param.param_type_name == "argument" else error.param.opts[0]
        return f"found no {str(name).rstrip('.')}, expected one"
    text = str(error.format_message())
    if found := _NO_COMMAND.match(text):
        return f"found the unknown command {found['word']!r}{near_match(COMMANDS, found['word'])}"
    for pattern, words in _IN_OUR_WORDS.items():
        if found := re.fullmatch(pattern, text):
            return words.format(word=found["word"])
    return text[:1].lower() + text[1:].rstrip(".")
