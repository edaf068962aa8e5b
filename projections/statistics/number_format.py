"""How the numbers of a statistic are shown: rates in per cent, means with one decimal, the same in tables and plots."""

RATES = frozenset({"win_rate", "fair_rate", "ahead_rate", "low", "high", "expected", "share"})
"""Columns whose fractions are shown in per cent."""
_DECIMALS = {"mean_rank": 2, "log_loss": 3, "excess": 3, "excess_low": 3, "excess_high": 3}
_DECIMALS |= dict.fromkeys(("rating", "rating_low", "rating_high"), 0)
"""Of means, unless they are shown with one."""


def number(value: float, column: str) -> str:
    """A fraction or mean as it stands under the heading of its column."""
    if column in RATES:
        return f"{100 * value:.1f}"
    return f"{value:.4g}" if column in ("wins", "ahead") else f"{value:z.{_DECIMALS.get(column, 1)}f}"


def heading(column: str) -> list[str]:
    """The heading of a column by its words, the last with its unit: `win`, `rate %`."""
    words = column.split("_")
    return [*words[:-1], f"{words[-1]} %"] if column in RATES else words


def in_words(column: str, value: object) -> str:
    """What a row is about: an id in words, a name as it is."""
    return str(value) if column in ("player", "opponent") else str(value).replace("_", " ")
