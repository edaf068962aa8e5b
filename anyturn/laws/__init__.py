"""The laws that every game keeps, for the tests of games: `pytest --anyturn-laws` (docs/game-packages.md)."""
