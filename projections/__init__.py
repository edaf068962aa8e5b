"""What follows from the events: tables, statistics, audits, pictures, reports."""
