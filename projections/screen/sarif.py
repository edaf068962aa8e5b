"""Findings as a report in SARIF 2.1.0 (OASIS), which code scanning and editors read."""

from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote

import msgspec

from engine.clause import in_short, paragraphs
from events.files.remote import is_url
from events.problems import shortened
from events.version import VERSION
from projections.screen.findings import KINDS, Finding

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
MOST = 1000
"""The most characters of a short description; readers cut longer ones."""


def sarif_lines(findings: Iterable[Finding]) -> Iterator[str]:
    """The lines of one report on all findings: a rule for each clause that occurs, and a result for each finding.

    Records are lines, so results have no columns; without a known line they are about the whole file.
    """
    rules: dict[str, dict[str, Any]] = {}
    numbers: dict[str, int] = {}
    results = []
    for found in findings:
        if found.rule not in rules:
            numbers[found.rule] = len(rules)
            rules[found.rule] = _rule(found)
        results.append(_result(found, numbers[found.rule]))
    driver = {"name": "anyturn", "semanticVersion": VERSION, "rules": list(rules.values())}
    report = {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}
    yield from msgspec.json.format(msgspec.json.encode(report), indent=1).decode().split("\n")


def _rule(found: Finding) -> dict[str, Any]:
    """The rule of a finding, with the text of its clause as help."""
    text = found.text or found.rule
    short = shortened(in_short(found.rule, text), MOST)
    help = {"text": "\n".join(paragraphs(text)) or text, "markdown": text}
    level = found.level if found.game else KINDS[found.rule][0]
    tags = {"properties": {"tags": [found.game]}} if found.game else {}
    return {
        "id": found.rule,
        "shortDescription": {"text": short},
        "help": help,
        "defaultConfiguration": {"level": level},
        **tags,
    }


def _result(found: Finding, number: int) -> dict[str, Any]:
    result = {"ruleId": found.rule, "ruleIndex": number, "level": found.level, "message": {"text": found.message}}
    if found.file:
        uri = found.file if is_url(found.file) else quote(found.file)
        region = {"region": {"startLine": found.line}} if found.line else {}
        result["locations"] = [{"physicalLocation": {"artifactLocation": {"uri": uri}, **region}}]
    return result
