"""The version of the rules; Race has no options."""

VERSION = "1"
