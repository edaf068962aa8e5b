"""Everything derived from the events: tables, statistics, audits, pictures, reports."""
