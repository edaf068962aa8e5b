"""The words for the things in the pictures: for every spot, in every position, and only what is drawn there."""

import re
from collections.abc import Collection, Iterator
from typing import Any

import pytest

from engine.clause import clause_text
from projections.pages.things import Things
from projections.pictures.film import drawing_of
from projections.pictures.sheet import Spot, Table
from tests.support.specimens import SEEDS, Specimen, log_of, positions

NAMES = ("Anna", "Ben", "Clara")
"""Others have the numbers of their seats."""
EVERY = 5


@pytest.mark.parametrize("seed", range(SEEDS))
def test_things_of_dice_forge(seed: int) -> None:
    """Every spot has words that a player understands, and other words only where it looks different."""
    families = {"pool", "garden", "portal", "slot", "title", "bar", "hammer", "stock", "die", "cards"}
    check_words("dice_forge", seed, families)


def test_dice_forge_an_open_pool() -> None:
    """DF-5.5: a face that was perhaps removed at the start looks different and is said to be so."""
    game, _ = next(each for each in positions(log_of(Specimen("dice_forge", 0))) if each[0].state.round)
    known = {spot.key: spot.body for spot in drawn("dice_forge", game.state)}
    game.state.sanctuary |= dict.fromkeys(("gold_6", "choice_1", "glory_1_sun_1", "gold_2_moon_1"), 1)
    game.state.open_pools[5] = 2
    shown = {spot.key: spot.body for spot in drawn("dice_forge", game.state) if spot.key.startswith("pool/5/")}
    about = Things("dice_forge", NAMES).about
    assert all(body != known[key] for key, body in shown.items())
    assert {about(game.state, key).rpartition("; ")[2] for key in shown} == {"for sale, if not removed at the start"}


@pytest.mark.parametrize("seed", range(SEEDS))
def test_things_of_gaia(seed: int) -> None:
    """Every spot has words that a player understands, and other words only where it looks different."""
    check_words("gaia", seed, {"tile", "city", "objective", "row", "deck", "stock", "meeples", "hand", "played"})


def test_gaia_unknown_cards() -> None:
    """GA-4.5.2: cards that are not known are counted, one place for each pile."""
    game, _ = next(each for each in positions(log_of(Specimen("gaia", 0))) if each[0].state.turn)
    game.state.players[0].known.clear()
    game.state.players[0].unknown = [2, 0, 1]
    about = Things("gaia", NAMES).about
    assert about(game.state, "hand/0/unknown/nature") == "2 unknown nature cards in the hand of Anna"
    assert about(game.state, "hand/0/unknown/power") == "1 unknown power card in the hand of Anna"
    assert [spot.key for spot in drawn("gaia", game.state) if spot.key.startswith("hand/0/")] == [
        "hand/0/unknown/nature",
        "hand/0/unknown/power",
    ]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_things_of_anachrony(seed: int) -> None:
    """Every spot has words that a player understands, and other words only where it looks different."""
    places = {"era", "space", "recruit", "mine", "breakthrough", "anomalies", "stack", "beside", "points", "condition"}
    own = {"head", "good", "workers", "suits", "warp", "track", "spot", "tile", "own", "evacuation", "breakthroughs"}
    check_words("anachrony", seed, places | own)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_things_of_daitoshi(seed: int) -> None:
    """Every spot has words that a player understands, and other words only where it looks different."""
    places = {"district", "tile", "space", "reach", "here", "machine", "market", "city", "engine", "part", "upgrade"}
    own = {"vp", "steam", "good", "workers", "record", "marks", "building", "slot"}
    check_words("daitoshi", seed, places | own | {"track", "wild"})


@pytest.mark.parametrize("seed", range(SEEDS))
def test_things_of_terra_mystica(seed: int) -> None:
    """Every spot has words that a player understands, and other words only where it looks different."""
    display = {"hex", "on", "cult", "order", "next", "scoring", "action", "card", "favor", "town"}
    own = {"faction", "standing", "vp", "figure", "income", "bowls", "level", "built", "priests", "own"}
    rare = {"final", "lot", "offer", "bridge"}
    check_words("terra_mystica", seed, display | own | rare_in(seed, rare))


def rare_in(seed: int, families: set[str]) -> set[str]:
    """Which of these families the game of a seed has."""
    return families & {spot.key.partition("/")[0] for _, spot in spots("terra_mystica", seed)}


def check_words(game: str, seed: int, families: set[str], titled: Collection[str] = ()) -> None:
    """At every few positions of a game, the words for all spots of these families; others are `titled` at most."""
    things = Things(game, NAMES)
    assert things.words
    seen: dict[tuple[str, str], str] = {}
    for state, spot in spots(game, seed):
        words = things.about(state, spot.key)
        assert not re.search(r"\w_|_\w|None|[{}\[\]]", words), (spot.key, words)
        assert seen.setdefault((spot.key, spot.body), words) == words, spot.key
    said = {key.partition("/")[0] for (key, _), words in seen.items() if words}
    assert said == {key.partition("/")[0] for key, _ in seen} - set(titled) == families
    clauses = {key: [c for begin, c in things.clauses.items() if key.startswith(begin)] for key, _ in seen}
    assert all(found and all(clause_text(game, clause) for clause in found) for found in clauses.values())


def spots(game: str, seed: int) -> Iterator[tuple[Any, Spot]]:
    """The spots of every few positions, and of the last one."""
    for number, (replay, record) in enumerate(positions(log_of(Specimen(game, seed)))):
        if number % EVERY == 0 or record is None:
            yield from ((replay.state, spot) for spot in drawn(game, replay.state))


def drawn(game: str, state: Any) -> list[Spot]:
    """The spots of a position."""
    drawing = drawing_of(game)
    assert drawing is not None
    parts = drawing.draw(state, Table(NAMES))
    return [each for part in parts for each in part.elements if isinstance(each, Spot)]
