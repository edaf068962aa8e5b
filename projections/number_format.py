"""How the numbers of a statistic are shown in tables and plots alike: rates in per cent, means with one decimal."""

RATES = frozenset(
    {
        "win_rate",
        "fair_rate",
        "ahead_rate",
        "low",
        "high",
        "expected",
        "share",
        "share_low",
        "share_high",
        "better",
        "from_prior",
        "win_chance",
        "chance_low",
        "chance_high",
        "predicted",
        "off",
    }
)
"""Columns whose fractions are shown as percentages."""
_DECIMALS = {"mean_rank": 2, "deviation": 2, "brier": 3, "log_loss": 3, "excess": 3, "excess_low": 3, "excess_high": 3}
_DECIMALS |= dict.fromkeys(("rating", "rating_low", "rating_high", "shrunk_rating", "joint_low", "joint_high"), 0)
_DECIMALS |= dict.fromkeys(("difference", "difference_low", "difference_high", "plain_rating", "change"), 0)
"""The number of decimals of means that are not shown with one."""


def number(value: float, column: str) -> str:
    """A fraction or mean as shown under the heading of its column."""
    if column in RATES:
        return f"{100 * value:.1f}"
    return f"{value:.4g}" if column in ("wins", "ahead") else f"{value:z.{_DECIMALS.get(column, 1)}f}"


def heading(column: str) -> list[str]:
    """The heading of a column, split into words, the last with its unit: `win`, `rate %`."""
    words = column.split("_")
    return [*words[:-1], f"{words[-1]} %"] if column in RATES else words


def in_words(column: str, value: object) -> str:
    """The subject of a row: an id is spelt as words, a name is unchanged."""
    return str(value) if column in ("player", "opponent") else str(value).replace("_", " ")
