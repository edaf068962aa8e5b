"""The commands: each parses its arguments, calls one function of the floors below, and prints."""
