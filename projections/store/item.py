"""One log on its way from a worker to the store."""

from msgspec import Struct

from events.log.identity import game_id
from projections.verdict import Verdict


class Item(Struct):
    """One log as a worker hands it to the storing process: its verdict, and the data by which the store recognises it.

    `identity` is empty if there is nothing to store, or if the log is already stored. `branch_of` is the identity of
    the game that a branch left, empty for a game that was played. `seals` are those that the store keeps with the game,
    as in projections.store.game_seals: line, statement, signature, fingerprint of the key, digest of the file.
    """

    details: Verdict
    digest: str
    identity: str = ""
    opening: str = ""
    finished: bool = False
    branch_of: str = ""
    seals: list[tuple[int, str, str, str, str]] = []

    @property
    def game_id(self) -> str:
        """The id under which the game is stored if it is new."""
        return game_id(self.identity)
