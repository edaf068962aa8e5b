"""Near misses: what a player holds is tried in the words of an event, also what such words never name."""

from random import Random

from msgspec import Struct

from events.vocabulary.dice_forge import ForgeFace
from projections.kit.near_misses import Values, changed, held_by


class Player(Struct):
    """A player with a card, dice as lists of faces, and resources."""

    card: str
    dice: list[list[str]]
    stock: dict[str, int]
    seat: int = 0


def test_words_within_lists_of_lists_are_held() -> None:
    """Not what counts 0."""
    player = Player("hydra", [["gold_1", "boar_red"], ["sun_1"]], {"moon": 0, "gold": 2})
    assert held_by(player) == {"hydra", "gold_1", "boar_red", "sun_1", "gold"}


def test_what_a_field_never_names_is_tried_if_it_is_held() -> None:
    """DF-7.25: no legal event replaces a boar, so its face is found on the player's dice alone."""
    events = [ForgeFace(face, 1, replaced) for face in ("gold_3", "moon_2") for replaced in ("gold_1", "sun_1")]
    values, rng = Values(events), Random("near misses")
    tried = {changed(events[0], "replaced", values, rng, frozenset({"boar_red", "sun_1"})).replaced for _ in range(300)}
    assert {"boar_red", "sun_1"} <= tried
    assert "boar_red" not in {changed(events[0], "replaced", values, rng).replaced for _ in range(300)}
