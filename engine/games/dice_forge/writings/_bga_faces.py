"""The numbers of faces while a game is written: DF-16.51."""

from engine.games.dice_forge.components import TABLES

# The faces that can be forged come first.
_FIRST_OF_DICE = 1 + 100


class Faces:
    """Which numbers each face on each player's dice has."""

    def __init__(self, players: int) -> None:
        self._forged = 0
        self._numbers: dict[tuple[int, int, str], list[int]] = {}
        number = _FIRST_OF_DICE
        for owner in range(players):
            for die in TABLES.starting_die:
                for face in die.faces:
                    self._numbers.setdefault((owner, die.die, face), []).append(number)
                    number += 1

    def forge(self, owner: int, die: int, face: str, replaced: str) -> tuple[int, int]:
        """The numbers of the face that is forged on a die of a player, and of the one it replaces."""
        self._forged += 1
        old = self._numbers[owner, die, replaced].pop()
        self._numbers.setdefault((owner, die, face), []).append(self._forged)
        return self._forged, old
