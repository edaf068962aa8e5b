"""Words that messages to people share."""


def count(number: int, noun: str) -> str:
    """`1 record`, `1,200 records`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
