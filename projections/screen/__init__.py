"""The terminal: arguments, output as text and tables, progress, errors."""
