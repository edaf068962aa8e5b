"""The verdicts on a log, and what each implies."""

VALID = "valid"
DISCREPANT = "discrepant"
ILLEGAL = "illegal"
INCOMPLETE = "incomplete"
SUMMARY = "summary"
UNSUPPORTED = "unsupported"
TAMPERED = "tampered"
UNREADABLE = "unreadable"

VERDICTS = (VALID, DISCREPANT, ILLEGAL, INCOMPLETE, SUMMARY, UNSUPPORTED, TAMPERED, UNREADABLE)
STORED = (VALID, DISCREPANT, ILLEGAL, INCOMPLETE, SUMMARY)
"""Logs with these verdicts are stored."""
CLEAN = (VALID, SUMMARY)
"""Logs with these verdicts have no findings, and their results count in statistics."""

HOLDS, FAILS, UNCHECKED = "holds", "fails", "unchecked"
"""The states of a seal. `unchecked`: what was signed is there, but the library that checks signatures is not."""
