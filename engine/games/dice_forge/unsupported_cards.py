"""The cards that the rules leave out (DF-1.3); a log with a card known only by name is refused as a whole."""

from engine.clause import Unsupported
from engine.games.dice_forge.components import CARDS, GROUPS, TABLES

OUT_OF_SCOPE = tuple(name for names in TABLES.out_of_scope.values() for name in names)


def check_scope(what: str, name: str | None) -> None:
    """Raises Unsupported for a card or group of cards from Rebellion or the later promo cards (DF-1.3)."""
    if name is None or name in CARDS or name in GROUPS:
        return
    if any(name == each or name.startswith(f"{each}_") for each in OUT_OF_SCOPE):
        raise Unsupported(what, name)
