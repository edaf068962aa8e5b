"""What the library of the command line refuses, in one line of our own: options that there are not, missing words."""

import re
from typing import Any

import typer

from events.problems import USAGE, near_match
from projections.commands.shared import with_help

_IN_OUR_WORDS = {
    r"Got unexpected extra argument(?:s|\(s\))? \((?P<word>.*)\)": "found {word!r}, expected nothing more",
    r"Option '(?P<word>[^']+)' requires an argument\.?": "found {word} without a value, expected one",
    r"Option '(?P<word>[^']+)' does not take a value\.?": "found {word} with a value, expected it alone",
}
"""Errors that the library tells by their texts alone; one that it words otherwise is told in its words."""
_NO_COMMAND = re.compile(r"No such command '(?P<word>[^']*)'")


def slip(error: Any) -> tuple[str, int] | None:
    """The line and the exit status of what the library refuses; None: the error is none of it.

    The library tells its errors in three lines, two of them about usage. Their classes are private to it: they are
    told by what they hold.
    """
    if not hasattr(error, "format_message"):
        return None
    if type(error).__name__ == "NoArgsIsHelpError":  # `anyturn` alone: its text is the whole help
        error.show()
        return "", USAGE
    return with_help(_words(error)), USAGE


def _words(error: Any) -> str:
    parameters = error.ctx.command.params if getattr(error, "ctx", None) else []
    if hasattr(error, "possibilities"):
        known = [name for each in parameters for name in each.opts if name.startswith("--")]
        near = near_match(known, error.option_name)
        return f"found the option {error.option_name}, expected one that there is{near}"
    if isinstance(error, typer.BadParameter) and hasattr(error, "param_type") and error.param is not None:
        name = error.param.metavar if error.param.param_type_name == "argument" else error.param.opts[0]
        return f"found no {str(name).rstrip('.')}, expected one"
    text = str(error.format_message())
    if found := _NO_COMMAND.match(text):
        from projections.commands import COMMANDS

        return f"found the command {found['word']!r}, expected one that there is{near_match(COMMANDS, found['word'])}"
    for pattern, words in _IN_OUR_WORDS.items():
        if found := re.fullmatch(pattern, text):
            return words.format(word=found["word"])
    return text[:1].lower() + text[1:].rstrip(".")
