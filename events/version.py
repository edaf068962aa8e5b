"""The version of this program, which its package states as well."""

VERSION = "0.1.0"
