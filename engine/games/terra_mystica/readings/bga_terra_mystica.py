"""A replay of Board Game Arena, read as events: what it leaves out is inferred from what it says, or named as missing.

Left out are the bonus cards, the scoring tiles, and which favor or town tile was taken. Every hypothesis is played with
all bonus cards in the pool and without scoring tiles; cards are told by coins, income, points and actions, tiles by the
points of their round and the bonus after it. What is determined is then played by the rules from the start.
"""

from engine.games.terra_mystica.choosing import begin_selection
from engine.games.terra_mystica.components import BONUS_CARDS, GAME, SCORING_TILES
from engine.games.terra_mystica.readings._bga_actions import ACTIONS
from engine.games.terra_mystica.readings._bga_header import header
from engine.games.terra_mystica.readings._bga_rounds import ROUNDS
from engine.games.terra_mystica.readings._bga_setup import SETUP
from engine.games.terra_mystica.readings._bga_table import Table
from engine.games.terra_mystica.setup import bonus_cards_in_play, bonus_cards_used, may_lie, scoring_tiles_in_play
from engine.hypotheses import Missing, MissingFacts, Refuted, follow, missing
from engine.replay import Replay
from events.codec import Unreadable
from events.notations.bga_terra_mystica import Document
from events.vocabulary import terra_mystica as events

__all__ = ["header", "read"]

TAKES = SETUP | ROUNDS | ACTIONS


def read(document: Document, replay: Replay) -> None:
    """Play what the text determines. Raises MissingFacts if that is not the whole game, Unreadable if nothing fits."""
    facts = _Facts(document, replay)
    try:
        left = _left(document, replay, facts)
        cards, tiles = facts.determined(left)
    except MissingFacts as unknown:
        raise MissingFacts([*_rest(document), *unknown.missing]) from None
    replay.play(None, events.DrawScoringTiles(tiles), facts.first_line)
    replay.play(None, events.DrawBonusCards(cards), facts.first_line)
    table = Table(document, replay, {fact.line: fact.value for fact in left[0].facts}, TAKES, playing=True)
    for number, row in enumerate(document.rows):
        table.take(number, row)
    table.close()


def _left(document: Document, replay: Replay, facts: "_Facts") -> list[Table]:
    """The hypotheses that fit all messages. Raises Unreadable if there are none."""
    trial = replay.fork()
    trial.state.scoring = []
    trial.state.bonus_pool = dict.fromkeys(bonus_cards_in_play(trial.state), 0)
    begin_selection(trial.state)
    try:
        left = follow(Table(document, trial, facts.known(), TAKES), document.rows, Table.take)
    except Refuted as refuted:
        raise Unreadable(refuted.why, "what fits the lines before it", line=refuted.line) from None
    even = [table for table in left if not table.untold()]
    if not even:
        (seat, category), vp = next(iter(left[0].untold().items()))
        found = f"{vp} VP for {category} of seat {seat} untold at the end"
        raise Unreadable(found, "points that fit some scoring tile", line=document.rows[-1].line)
    left = [table for table in even if facts.fit(table)]
    if not left:
        raise Unreadable("bonus cards that nobody can have taken", "those of the game", path="the side file")
    return left


def _rest(document: Document) -> list[Missing]:
    """What a text leaves out that ends before the game does; the last message may say why, if it is not known."""
    if any(row.kind == "final" for row in document.rows):
        return []
    rounds, last = sum(row.kind == "action_phase" for row in document.rows), document.rows[-1]
    why = f", with {last.get('text')!r}" if last.kind == "unknown" else ""
    where = f"round {rounds}" if rounds else "the setup"
    return [Missing(last.line, f"the rest of the game: the text ends in {where}, before the final scoring{why}", ())]


class _Facts:
    """What the side file adds, and what follows for the cards of the game."""

    def __init__(self, document: Document, replay: Replay) -> None:
        self.document, self.stated = document, document.facts
        self.number = bonus_cards_used(replay.state)
        self.all_tiles = scoring_tiles_in_play(replay.state)
        self.in_play = bonus_cards_in_play(replay.state)
        self.first_line = document.rows[0].line
        self._check()

    def _check(self) -> None:
        """Raises Unreadable for what is not known in a side file."""
        known = {"scoring_tiles": dict, "bonus_cards": list, "lines": dict}
        for name, value in self.stated.items():
            if name not in known or not isinstance(value, known[name]):
                raise Unreadable(f"{name!r}", "scoring_tiles, bonus_cards or lines", path="the side file")
        for number, tile in self.stated.get("scoring_tiles", {}).items():
            if tile not in SCORING_TILES:
                raise Unreadable(f"the scoring tile {tile!r}", ", ".join(SCORING_TILES), path="the side file")
            if not number.isdecimal() or not 1 <= int(number) <= GAME.rounds:
                raise Unreadable(f"the round {number!r}", f"1 to {GAME.rounds}", path="the side file")
        for line in self.stated.get("lines", {}):
            if not line.isdecimal():
                raise Unreadable(f"the line {line!r}", "a number", path="the side file")
        for card in self.stated.get("bonus_cards", []):
            if card not in BONUS_CARDS:
                raise Unreadable(f"the bonus card {card!r}", ", ".join(BONUS_CARDS), path="the side file")

    def known(self) -> dict[int, str]:
        """The values that are stated: line -> value."""
        rounds = [row.line for row in self.document.rows if row.kind == "action_phase"]
        stated = self.stated.get("scoring_tiles", {}).items()
        tiles = {rounds[int(n) - 1]: tile for n, tile in stated if int(n) <= len(rounds)}
        return tiles | {int(line): value for line, value in self.stated.get("lines", {}).items()}

    def determined(self, left: list[Table]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The bonus cards and the scoring tiles of the game. Raises MissingFacts if they or anything else is open."""
        self._check_lines(left)
        (cards, no_cards), (tiles, no_tiles) = self._cards(left), self._tiles(left)
        if unknown := [*missing(left), *no_cards, *no_tiles]:
            raise MissingFacts(unknown)
        return cards, tiles

    def _check_lines(self, left: list[Table]) -> None:
        """Raises Unreadable for a stated line at which the text leaves nothing out."""
        asked = {str(fact.line) for table in left for fact in table.facts}
        for line in self.stated.get("lines", {}):
            if line not in asked:
                raise Unreadable(f"the line {line}", "a line at which something is left out", path="the side file")

    def fit(self, table: Table) -> bool:
        """Whether the cards that a hypothesis has seen taken can be those of the game."""
        stated = self.stated.get("bonus_cards")
        return len(table.cards) <= self.number and (stated is None or table.cards <= set(stated))

    def _cards(self, left: list[Table]) -> tuple[tuple[str, ...], list[Missing]]:
        """The bonus cards of the game, and what is missing of them."""
        stated = self.stated.get("bonus_cards")
        taken = set(stated) if stated is not None else left[0].cards
        if len(taken) == self.number:
            return tuple(card for card in self.in_play if card in taken), []
        others = tuple(card for card in self.in_play if card not in taken)
        what = f"{self.number - len(taken)} of the {self.number} bonus cards in the game, which nobody takes"
        return (), [Missing(self.first_line, what, others)]

    def _tiles(self, left: list[Table]) -> tuple[tuple[str, ...], list[Missing]]:
        """The scoring tiles of all rounds; those of rounds that the text does not reach can only be stated."""
        tiles = [fact.value for fact in left[0].facts if fact.what.startswith("scoring tile")]
        unknown = []
        for number in range(len(tiles) + 1, GAME.rounds + 1):
            stated = self.stated.get("scoring_tiles", {}).get(str(number))
            if stated is None:
                among = tuple(tile for tile in self.all_tiles if tile not in tiles and may_lie(tile, number))
                unknown.append(Missing(self.document.rows[-1].line, f"scoring tile of round {number}", among))
            else:
                tiles.append(stated)
        return tuple(tiles), unknown
