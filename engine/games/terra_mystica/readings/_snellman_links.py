"""Logs from before `connect` existed: town tiles of the Mermaids without their river hex (TM-17.5.18)."""

from msgspec.structs import replace

from engine.games.terra_mystica.readings._snellman_reader import Reader
from engine.games.terra_mystica.state import Player
from engine.games.terra_mystica.towns import legal_mermaid_towns
from engine.hypotheses import Missing, MissingFacts
from events.log.codec import Unreadable
from events.log.record import Assumed
from events.notations._snellman_document import Document, Row
from events.vocabulary.terra_mystica import FoundMermaidTown

WHAT = "the river hex that joins the Mermaids' town"


class Links:
    """The river hexes that a log implies; `stated`: those in its side file, by line; `open_lines`: where needed."""

    def __init__(self, document: Document, reader: Reader) -> None:
        self.document, self.reader = document, reader
        self.stated = _stated(document)
        self.open_lines: set[str] = set()

    def imply(self, player: Player) -> None:
        """Join the banks of the river hex without which there would be no tile to take; the header lists the fact.

        Nothing is implied if no hex would do, or if the log has the command. Raises MissingFacts if several would do
        and none is stated.
        """
        reader = self.reader
        found = [event.river for event in legal_mermaid_towns(reader.state, player.seat)]
        if not found or self._has_command():
            return
        line = str(reader.line)
        self.open_lines.add(line)
        river = self.stated.get(line, found[0])
        if line not in self.stated and len(found) > 1:
            raise MissingFacts([Missing(reader.line, WHAT, tuple(found))])
        reader.play(player.seat, FoundMermaidTown(river))
        if line not in self.stated:
            implied = Assumed(reader.replay.seq, WHAT, river, (), reader.line)
            header = reader.replay.header
            reader.replay.header = replace(header, assumed=(*header.assumed, implied))

    def check(self) -> None:
        """Raises Unreadable for a line of the side file at which nothing is left out."""
        for line in self.stated:
            if line not in self.open_lines:
                raise Unreadable(f"the line {line}", "a line at which something is left out", path="the side file")

    def _has_command(self) -> bool:
        rows = (line for line in self.document.lines if isinstance(line, Row))
        return any(command.verb == "connect" for row in rows for command in row.commands)


def _stated(document: Document) -> dict[str, str]:
    """The river hexes that the side file states. Raises Unreadable for anything else in it."""
    for name, value in document.facts.items():
        if name != "lines" or not isinstance(value, dict):
            raise Unreadable(f"{name!r}", "lines", path="the side file")
    return {line: str(river) for line, river in document.facts.get("lines", {}).items()}
