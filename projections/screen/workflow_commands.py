"""Findings as workflow commands of GitHub Actions, which shows them beside the lines of the files.

The form is documented under "Workflow commands for GitHub Actions": `::error file=a,line=1,title=b::message`.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import attrgetter

from events.files.remote import is_url
from events.problems import count
from projections.screen.findings import Finding
from projections.screen.verdict_words import FEW

_IN_MESSAGES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTIES = _IN_MESSAGES | str.maketrans({":": "%3A", ",": "%2C"})


def workflow_commands(findings: Iterable[Finding]) -> Iterator[str]:
    """A line for each finding on a log; of those under the same rule at most FEW, the last of which counts the others.

    GitHub shows ten errors and ten warnings of a step.
    """
    for _, under_one_rule in groupby(findings, attrgetter("rule", "file")):
        same = list(under_one_rule)
        for number, found in enumerate(same[:FEW], 1):
            further = len(same) - FEW if number == FEW else 0
            more = f"\nand {count(further, 'more finding')} of this kind" if further > 0 else ""
            yield _command(found, found.message + more)


def _command(found: Finding, message: str) -> str:
    properties = {"title": f"anyturn {found.rule}"}
    if found.file and not is_url(found.file):
        properties = {"file": found.file, **({"line": str(found.line)} if found.line else {}), **properties}
    stated = ",".join(f"{name}={value.translate(_IN_PROPERTIES)}" for name, value in properties.items())
    return f"::{found.level} {stated}::{message.translate(_IN_MESSAGES)}"
