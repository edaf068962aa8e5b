"""The replay of a game of Terra Mystica at Board Game Arena, copied as text: one line per message of its log.

The text states who did what where, with costs and points. It leaves out which bonus card was taken, which favor or town
tile (only its gains are stated), or which scoring tiles are in the game; `facts` holds what its side file
NAME.facts.toml adds. Cancelled moves leave only the line `X cancels their move`.
"""

import re
from functools import cache
from typing import Any, NamedTuple

from msgspec import Struct, field

from events.log.codec import Unreadable

GAME = "terra_mystica"
FORMER_NAME = "bga_text"


class Row(NamedTuple):
    """A message: its kind, the player it is about (empty for the table), and its values by name."""

    line: int
    kind: str
    who: str
    values: dict[str, str]

    def n(self, name: str = "n") -> int:
        """A number in the message, 0 where there is none."""
        return int(self.values.get(name) or 0)

    def get(self, name: str) -> str:
        """A word in the message, empty where there is none."""
        return self.values.get(name) or ""


class Document(Struct):
    """A parsed replay. `settings` are the lines `Name: value`; `facts` what a side file adds."""

    settings: dict[str, str] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)


_HEX = r"\[(?P<hex>[A-Z]\d+)\]"
_HEXES = r"\[(?P<hex>[A-Z]\d+)-(?P<hex2>[A-Z]\d+)\]"
_N = r"(?P<n>\d+)"
_WHEEL = r"(?P<to>plains|swamp|lakes|forest|mountains|wasteland|desert)"

_TABLE: tuple[tuple[str, str], ...] = (
    ("income_phase", r"~ Income phase ~"),
    ("action_phase", r"~ Action phase ~"),
    ("cleanup_phase", r"~ Cleanup phase ~"),
    ("final", r"~ Final scoring ~"),
    ("auction_over", r"~ The Factions auction is over ~"),
    ("nothing", r"~ .* ~"),
    ("nothing", r"The end of the game: .*|End of game"),
    ("position", rf"Assigning faction (?P<faction>.+) on (?P<terrain>\w+) to play in position #{_N}"),
    ("too_few_priests", rf"Not enough Priests in the supply: (?P<who>\S+) collects {_N} Priests"),
)
_FIRE_ICE: tuple[tuple[str, str], ...] = (  # matched by key words: the exact wording is uncertain
    ("shift", rf".*\b[Hh]ome [Tt]errain\b.*\b{_WHEEL}\b.*\b{_N} (?P<what>power(?: tokens)?|VP)\b.*"),
    ("shift", rf".*\b{_N} (?P<what>power(?: tokens)?|VP)\b.*\b[Hh]ome [Tt]errain\b.*\b{_WHEEL}\b.*"),
    ("token", rf"(?:pays|spends|loses) {_N} VP .*\b[Pp]ower tokens?\b.*"),
    ("unlock", rf"unlocks .*\b{_WHEEL}\b.*"),
    ("free_bridge", rf"(?:builds|places) a Bridge .*\(Riverwalkers (?:Stronghold|[Aa]bility)\) {_HEXES}"),
    ("home", rf"(?:chooses|selects|selected|picks|places) (?=.*\b[Tt]errain\b).*\b{_WHEEL}\b.*"),
)
_OF_PLAYERS: tuple[tuple[str, str], ...] = (
    ("done", r"declines doing Conversions"),
    ("nothing", r"declines building a Dwelling for now"),
    ("nothing", r"cancels their move"),
    ("nothing", r"takes another Favor tile \(Chaos Magicians ability\)"),
    ("nothing", r"Power gain via Structures is capped from \d+ power to \d+ power"),
    ("nothing", r"gains \d+ power \(.+\)"),
    ("nothing", r"collects \d+ workers \(Swarmlings ability\)"),
    ("nothing", r"gets \d+ Spades to Transform and Build \(Halflings Stronghold\)"),
    ("position", rf"selected the faction (?P<faction>.+) on (?P<terrain>\w+) to play in position #{_N}"),
    ("bid", rf"bids on the (?P<faction>.+) with {_N} Starting VPs"),
    ("sealed_bid", rf"bids on the (?P<faction>.+) with {_N} VP Starting VPs"),
    ("skipped", r"has not been outbid for Faction (?P<faction>.+) and is skipped"),
    ("plays", rf"is playing the (?P<faction>.+) Faction(?: \(with {_N} VP Starting VPs\))?"),
    ("place", rf"places a Dwelling {_HEX}"),
    ("landscape", rf"places (?:his|her|its|their) Special Landscape {_HEX}"),
    ("ordain", rf"trades (?P<workers>\d+) workers for {_N} Priests \(Darklings Stronghold\)"),
    ("card", r"chooses 1 Bonus card(?: and gets (?P<n>\d+) coins)?"),
    (
        "income",
        r"gets (?P<worker>\d+) workers (?P<priest>\d+) Priests (?P<coin>\d+) coins (?P<power>\d+) power \(Income\)",
    ),
    ("cult_bonus", rf"gets {_N} (?P<what>workers|coins|Priests|power|spade\(s\)) \(Cult bonus\)"),
    (
        "build",
        r"builds a Dwelling for \d+ workers \d+ coins"
        rf"(?: \+ \d+ (?:workers|Priests) \((?P<flight>Tunneling|Carpet Flight)\))? {_HEX}",
    ),
    ("ride", rf"builds a Dwelling for free \(Witches Ride\) {_HEX}"),
    ("upgrade", rf"upgrades a .+ to a (?P<to>.+) for \d+ workers \d+ coins {_HEX}"),
    ("swarm", rf"upgrades a Dwelling to a Trading house for free \(Swarmlings Stronghold\) {_HEX}"),
    ("accept", rf"(?:pays (?P<vp>\d+) VP and )?gets {_N} power via Structures {_HEX}"),
    ("decline", rf"declines getting Power via Structures {_HEX}"),
    ("burn", rf"sacrificed {_N} power in Bowl 2 to get \d+ power from Bowl 2 to Bowl 3"),
    ("bridge", rf"spends \d+ power to build a Bridge \(Power action\) {_HEXES}"),
    ("engineers_bridge", rf"spends \d+ workers to build a Bridge \(Engineers [Aa]bility\) {_HEXES}"),
    (
        "power",
        rf"spends \d+ power to (?:collect|get) {_N} (?P<what>workers|coins|Priests|spade\(s\)) \(Power action\)",
    ),
    (
        "convert",
        r"does some Conversions \(spent: (?P<power>\d+) power (?P<priest>\d+) Priests (?P<worker>\d+) workers ; "
        r"collects: (?P<priests>\d+) Priests +(?P<workers>\d+) workers (?P<coins>\d+) coins\)",
    ),
    ("vp_to_coins", rf"converts {_N} VP into \d+ coins \(Alchemists ability\)"),
    ("coins_to_vp", rf"converts (?P<coins>\d+) coins into {_N} VP \(Alchemists ability\)"),
    ("final_convert", r"converts \d+ (?:power|workers|Priests) into \d+ coins"),
    (
        "transform",
        r"transforms a Terrain space \w+ → (?P<to>\w+) for (?:(?P<free>\d+) spade\(s\)|(?P<gratis>free))?(?: \+ )?"
        r"(?:(?:\d+ workers|\d+ Priests| )+→ (?P<spades>\d+) spade\(s\)|\d+ (?:Priests|workers))?"
        rf"(?: \((?P<by>[^)]+)\))? {_HEX}",
    ),
    ("favor", r"takes a Favor tile"),
    (
        "cult",
        rf"gains {_N} on the Cult of (?P<cult>\w+) track(?: \((?P<by>[^)]+)\))?(?: and earns (?P<power>\d+) power)?",
    ),
    ("send", r"sends a Priest to the Order of the Cult of (?P<cult>\w+)\. Forever!"),
    ("send_back", r"sends a Priest to the Order of the Cult of (?P<cult>\w+) then reclaims it into \S+ supply"),
    ("ship", rf"advances on the Shipping track for \d+ Priests \d+ coins and gets {_N} VP"),
    ("ship_free", rf"advances on the Shipping Track for free and earns {_N} VP \((?P<by>[^)]+)\)"),
    ("exchange", rf"advances on the Exchange Track for \d+ workers \d+ coins \d+ Priests and earns {_N} VP"),
    ("river_town", r"founds a Town on a River space \(Mermaids Ability\) \[R~(?P<hex>[A-Z]\d+)\]"),
    ("founds", rf"founds a Town {_HEX}"),
    ("town", rf"gets {_N} VP (?:Victory points )?and moves \d+ spaces? forward on each of the 4 Cult tracks"),
    ("town", rf"gets {_N} VP(?: and .+)? \(Town bonus\)"),
    ("double", r"takes a double-turn \(Chaos Magicians Stronghold\)"),
    ("pass", r"passes(?: and becomes the first player for the next round)?"),
    ("final_vp", rf"scores {_N} VP (?:with \d+ [^()]+ )?\((?P<by>[^)]+)\)"),
    ("vp", rf"(?:gets|earns) {_N} VP \((?P<by>[^)]+)\)"),
    *_FIRE_ICE,
)
_SETTING = re.compile(
    r"(?P<name>Game board|Mini-expansions|Landscapes expansion|Fire and Ice - [\w -]+|Fan Factions): (?P<value>.*)"
)
_CHAT = re.compile(r"\S+: .*")
_TIME = r"\d{1,2}:\d\d(?::\d\d)?(?:\s[AP]M)?"
_OF_THE_PAGE = re.compile(rf"(?:Move \d+ ?:)?\s*(?:\d+[/.-]\d+[/.-]\d+,?\s+)?(?:{_TIME})?")


def sniff(head: str) -> bool:
    """Whether a text begins like a replay: its settings, or a faction being chosen."""
    if head.startswith("Game board: ") or "\nGame board: " in head:
        return True
    chosen = r"^\S+ selected the faction .+ on \w+ to play in position #\d"
    return " selected the faction " in head and re.search(chosen, head, re.M) is not None


def parse(text: str) -> Document:
    """Parse a replay. An unknown message becomes a row `unknown`. Raises Unreadable if the replay has no players.

    Move numbers and times, which a copied page has between the messages, are ignored.
    """
    document = Document()
    for number, line in enumerate(text.split("\n"), 1):
        message = line.strip()
        if _OF_THE_PAGE.fullmatch(message):
            continue
        if setting := _SETTING.fullmatch(message):
            document.settings[setting["name"]] = setting["value"].strip()
        elif row := _row(number, message):
            document.rows.append(row)
        elif not _CHAT.fullmatch(message):
            document.rows.append(Row(number, "unknown", "", {"text": message}))
    if not any(row.kind in ("plays", "bid") for row in document.rows):
        raise Unreadable("no line `X is playing the ... Faction`", "the factions of the players", line=1)
    return document


@cache
def _forms() -> list[tuple[str, re.Pattern[str]]]:
    """The kinds of messages; compiled for the first text that is one of these, not to recognise others."""
    of_players = ((kind, rf"(?P<who>\S*[^\s:]) {pattern}") for kind, pattern in _OF_PLAYERS)
    return [(kind, re.compile(pattern)) for kind, pattern in (*_TABLE, *of_players)]


def _row(number: int, message: str) -> Row | None:
    for kind, form in _forms():
        if match := form.fullmatch(message):
            groups = {name: value for name, value in match.groupdict().items() if value is not None}
            return Row(number, kind, groups.pop("who", ""), groups)
    return None
