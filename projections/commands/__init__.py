"""The commands: each parses its arguments, calls one function of the layers below, and prints."""
