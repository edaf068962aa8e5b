"""The identity of a game of which only the result is known."""

from msgspec.structs import replace

from events.log.identity import identity_of_summary
from events.log.record import Header, Seat, Source

HEADER = Header(
    "nim", seats=(Seat("Ann"), Seat("Bob")), played_at="2024-05", source=Source("may7"), expected={0: 3, 1: 1}
)


def test_results_are_of_one_game_if_all_that_is_known_agrees() -> None:
    """What identifies the file, and the version of the rules, are not part of the identity of the game."""
    others = [
        replace(HEADER, expected={0: 1, 1: 3}),
        replace(HEADER, played_at="2024-06"),
        replace(HEADER, source=Source("may8")),
        replace(HEADER, seats=(Seat("Ann"), Seat("Cid"))),
        replace(HEADER, options={"rounds": 2}),
    ]
    assert len({identity_of_summary(header) for header in (HEADER, *others)}) == 6
    same = replace(HEADER, ruleset="2", source=Source("may7", "nimtext", "digest"))
    assert identity_of_summary(same) == identity_of_summary(HEADER)
