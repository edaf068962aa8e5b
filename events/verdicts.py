"""The verdicts on a log, and what follows from each."""

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
"""A log with one of these is kept in the store."""
CLEAN = (VALID, SUMMARY)
"""Nothing was found against a log with one of these, and its result counts in statistics."""
