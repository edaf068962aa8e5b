"""Facts that a replay of Board Game Arena leaves out: stated in its side file, inferred, or finally assumed."""

from collections.abc import Mapping, Sequence
from itertools import permutations

from engine.games.terra_mystica.components import BONUS_CARDS, GAME, SCORING_TILES
from engine.games.terra_mystica.final_tiles import FINAL_TILES
from engine.games.terra_mystica.readings._bga_rounds import FINAL_TILE, SCORING_TILE
from engine.games.terra_mystica.readings._bga_table import Table
from engine.games.terra_mystica.setup import bonus_cards_in_play, bonus_cards_used, may_lie, scoring_tiles_in_play
from engine.hypotheses import missing
from engine.replay import Replay
from events.log.codec import Unreadable
from events.log.record import Assumed
from events.notations.bga_terra_mystica import Document

TILES_DRAWN, CARDS_DRAWN, FINAL_DRAWN = 1, 2, 3
"""The records of the draws that no message reports."""


class Facts:
    """The facts of the side file, and the cards and tiles of the game that follow."""

    def __init__(self, document: Document, replay: Replay) -> None:
        self.document, self.stated = document, document.facts
        self.number = bonus_cards_used(replay.state)
        self.all_tiles = scoring_tiles_in_play(replay.state)
        self.in_play = bonus_cards_in_play(replay.state)
        self.first_line = document.rows[0].line
        self._check()

    def _check(self) -> None:
        """Raises Unreadable for anything unknown in the side file."""
        known = {"scoring_tiles": dict, "bonus_cards": list, "lines": dict}
        for name, value in self.stated.items():
            if name not in known or not isinstance(value, known[name]):
                raise Unreadable(f"{name!r}", "scoring_tiles, bonus_cards or lines", path="the side file")
        for number, tile in self.stated.get("scoring_tiles", {}).items():
            if not isinstance(tile, str) or tile not in SCORING_TILES:
                raise Unreadable(f"the scoring tile {tile!r}", ", ".join(SCORING_TILES), path="the side file")
            if not number.isdecimal() or not 1 <= int(number) <= GAME.rounds:
                raise Unreadable(f"the round {number!r}", f"1 to {GAME.rounds}", path="the side file")
        for line, value in self.stated.get("lines", {}).items():
            if not line.isdecimal():
                raise Unreadable(f"the line {line!r}", "a number", path="the side file")
            if not isinstance(value, str):
                raise Unreadable(f"the value {value!r} of line {line}", "text", path="the side file")
        if len(self.stated.get("bonus_cards", ())) > self.number:
            found = f"{len(self.stated['bonus_cards'])} bonus cards"
            raise Unreadable(found, f"the {self.number} in the game", path="the side file")
        for card in self.stated.get("bonus_cards", []):
            if not isinstance(card, str) or card not in BONUS_CARDS:
                raise Unreadable(f"the bonus card {card!r}", ", ".join(BONUS_CARDS), path="the side file")

    def known(self) -> dict[int, str]:
        """The values stated in the side file: line -> value."""
        rounds = [row.line for row in self.document.rows if row.kind == "action_phase"]
        stated = self.stated.get("scoring_tiles", {}).items()
        tiles = {rounds[int(n) - 1]: tile for n, tile in stated if int(n) <= len(rounds)}
        return tiles | {int(line): value for line, value in self.stated.get("lines", {}).items()}

    def check_lines(self, left: Sequence[Table]) -> None:
        """Raises Unreadable for a stated line at which the text leaves nothing out."""
        open_lines = {str(fact.line) for table in left for fact in table.facts}
        for line in self.stated.get("lines", {}):
            if line not in open_lines:
                raise Unreadable(f"the line {line}", "a line at which something is left out", path="the side file")

    def fit(self, table: Table) -> bool:
        """Whether the cards that a hypothesis has seen taken can be those of the game."""
        stated = self.stated.get("bonus_cards")
        return len(table.cards) <= self.number and (stated is None or table.cards <= set(stated))

    def cards(self, chosen: Table) -> tuple[str, ...]:
        """The bonus cards of the game: those taken, then the stated ones, then the first of the others."""
        return tuple(card for card in self.in_play if card in {*chosen.cards, *self._idle_cards(chosen)})

    def _idle_cards(self, table: Table) -> list[str]:
        """The cards in the game that nobody takes, stated ones first; nothing depends on them."""
        stated = self.stated.get("bonus_cards", ())
        others = sorted((card for card in self.in_play if card not in table.cards), key=lambda card: card not in stated)
        return others[: self.number - len(table.cards)]

    def tiles(self, chosen: Table) -> tuple[str, ...]:
        """The scoring tiles of all rounds: for rounds that the text does not reach, any that fit."""
        known = [fact.value for fact in chosen.facts if fact.what.startswith(SCORING_TILE)]
        stated = self.stated.get("scoring_tiles", {})
        rounds = range(len(known) + 1, GAME.rounds + 1)
        free = [tile for tile in self.all_tiles if tile not in known]
        for tiles in permutations(free, len(rounds)):
            fits = (
                may_lie(tile, n) and stated.get(str(n), tile) == tile for n, tile in zip(rounds, tiles, strict=True)
            )
            if all(fits):
                return (*known, *tiles)
        raise Unreadable(
            f"scoring tiles of rounds {len(known) + 1} and after", "tiles that are allowed there", path="the side file"
        )

    def final_tile(self, chosen: Table) -> str:
        """The final scoring tile; any of them if the text does not reach it."""
        return next((fact.value for fact in chosen.facts if fact.what == FINAL_TILE), next(iter(FINAL_TILES)))

    def assumed(self, left: Sequence[Table], places: Mapping[tuple[int, str], int]) -> tuple[Assumed, ...]:
        """The facts that the first hypothesis assumes; `places` gives the records that they belong to."""
        chosen = {(fact.line, fact.what): fact.value for fact in left[0].facts}
        found = []
        for line, what, among in missing(left):
            if (line, what) in chosen:
                drawn = TILES_DRAWN if what.startswith(SCORING_TILE) else FINAL_DRAWN if what == FINAL_TILE else 0
                found.append(Assumed(drawn or places.get((line, what), 0), what, chosen[line, what], among, line))
        return (*found, *self._assumed_cards(left), *self._assumed_later(left[0]))

    def _assumed_cards(self, left: Sequence[Table]) -> list[Assumed]:
        stated = self.stated.get("bonus_cards", ())
        unstated = [card for card in self.in_play if card not in stated]
        idle = [card for card in self._idle_cards(left[0]) if card in unstated]
        among = tuple(card for card in unstated if any(card not in table.cards for table in left))
        if not idle or len(idle) == len(among):
            return []
        what = f"{len(idle)} of the {self.number} bonus cards in the game, which nobody takes"
        return [Assumed(CARDS_DRAWN, what, " ".join(idle), among, self.first_line)]

    def _assumed_later(self, chosen: Table) -> list[Assumed]:
        """The tiles of rounds that the text does not reach."""
        known = [fact.value for fact in chosen.facts if fact.what.startswith(SCORING_TILE)]
        tiles, line, found = self.tiles(chosen), self.document.rows[-1].line, []
        for number in range(len(known) + 1, GAME.rounds + 1):
            if str(number) not in self.stated.get("scoring_tiles", {}):
                among = tuple(tile for tile in self.all_tiles if tile not in known and may_lie(tile, number))
                found.append(Assumed(TILES_DRAWN, f"{SCORING_TILE} {number}", tiles[number - 1], among, line))
        ends = any(fact.what == FINAL_TILE for fact in chosen.facts)
        if chosen.state.options.fire_ice_final_scoring == "random" and not ends:
            found.append(Assumed(FINAL_DRAWN, FINAL_TILE, self.final_tile(chosen), tuple(FINAL_TILES), line))
        return found
