"""What games and seats have that statistics can be filtered and split by: each is one relation of its values.

Its rows are (game_id, seat, value); `seat` is null where the whole game has it, `value` is text, and where it is not
known there is no row, or it is null. So whether a value is stored, which seats have it, and into which parts it splits
them, is asked in one way.
"""

from msgspec import Struct

from projections.stated_facts import games_with_facts, stated

ANY, OPTION, TAG, FACT = "any", "option", "tag", "fact"
"""The kinds of traits: those of any game, options, tags, and facts that a game states in its own definitions."""


class Trait(Struct, frozen=True):
    """Something that games have, or seats (`of_seats`).

    `sql` is the relation, with the game's id in the place of {game} and `parameters` in it. `noun` names the kind of
    value in errors, `words` tells a value above a table.
    `values_of`: another trait that has the same values, where that is quicker to look through.
    `of_row`: SQL of the value over a row of the selected seats, where it follows from that alone; `at_table`: SQL of
    (number, part ...), the values that a table has, where those of a seat are among them: for which `at_seat` (SQL
    over `splits` and the seat in `tables`) holds; of opponents they are factions.
    """

    name: str
    noun: str
    words: str
    sql: str
    parameters: tuple[str, ...] = ()
    of_seats: bool = False
    kind: str = ANY
    values_of: str = ""
    of_row: str = ""
    at_table: str = ""
    at_seat: str = "true"

    @property
    def of_opponents(self) -> bool:
        """Whether the values of a seat are among those that its table has: each may be that of several seats there."""
        return self.of_seats and bool(self.at_table)

    def relation(self, game: str) -> str:
        """SQL: its values in games of a ruleset; none if it is a fact and the game states none."""
        if self.kind == FACT and game not in games_with_facts():
            return "SELECT NULL::VARCHAR AS game_id, NULL::INTEGER AS seat, NULL::VARCHAR AS value WHERE false"
        return self.sql.format(game=game)

    def in_words(self, value: str) -> str:
        """A value of it in words."""
        return self.words.format(value)

    def found(self, value: str) -> str:
        """A value that is not there, as an error tells it."""
        return self.noun.format(value)


def _of_games(name: str, noun: str, words: str, sql: str, chosen: bool = False) -> Trait:
    """What all seats of a game have; if `chosen`, found in what is kept of the chosen games."""
    relation = f"SELECT game_id, NULL::INTEGER AS seat, ({sql})::VARCHAR AS value FROM dated_games"
    known = f"SELECT number, ({sql})::VARCHAR AS part FROM chosen_games WHERE part IS NOT NULL"
    return Trait(name, noun, words, relation, at_table=known if chosen else "")


def _of_seats(name: str, noun: str, words: str, sql: str) -> Trait:
    relation = f"SELECT game_id, seat, ({sql})::VARCHAR AS value FROM named_seats"
    return Trait(name, noun, words, relation, of_seats=True, of_row=sql)


_ENDED = "CASE WHEN dropped_seats > 0 THEN 'dropped' ELSE 'finished' END"
_OPPONENTS = """SELECT own.game_id, own.seat, other.faction AS value
    FROM named_seats AS own JOIN named_seats AS other ON other.game_id = own.game_id AND other.seat <> own.seat"""
_AT_TABLE = """SELECT number, faction, faction AS part, count(*) AS seats FROM chosen_tables
    WHERE faction IS NOT NULL GROUP BY number, faction"""
_OF_OTHERS = "splits.seats > (splits.faction IS NOT DISTINCT FROM tables.faction)::INTEGER"
_STATED = """SELECT game_id, NULL::INTEGER AS seat, value
    FROM games JOIN (
        SELECT options, json_extract_string(options, ?) AS value FROM (SELECT DISTINCT options FROM games)
    ) USING (options) WHERE value IS NOT NULL"""
"""Options are read once for all games that have the same."""
_YEAR, _MONTH = (f"left(nullif(played_at, ''), {digits})" for digits in (4, 7))
TRAITS = {
    one.name: one
    for one in (
        _of_games("players", "{} players", "{} players", "players", chosen=True),
        _of_games("year", "the year {!r}", "played in {}", _YEAR, chosen=True),
        _of_games("month", "the month {!r}", "played in {}", _MONTH, chosen=True),
        _of_games("ended", "games that ended {!r}", "games that ended {}", _ENDED, chosen=True),
        _of_seats("faction", "the faction {!r}", "faction {}", "faction"),
        Trait(
            "against",
            "the opposing faction {!r}",
            "against {}",
            _OPPONENTS,
            of_seats=True,
            values_of="faction",
            at_table=_AT_TABLE,
            at_seat=_OF_OTHERS,
        ),
        _of_seats("player", "the player {!r}", "player {}", "nullif(player, '')"),
        _of_seats("seat", "start position {}", "start position {}", "start_position::VARCHAR"),
    )
}


def trait(name: str) -> Trait:
    """One of those that any store has."""
    return TRAITS[name]


def option(name: str) -> Trait:
    """An option of games, such as the map."""
    noun = "the map {!r}" if name == "map" else f"{braced(name)} = {{!r}}"
    return Trait(name, noun, f"{braced(name)} = {{}}", _STATED, (path(name),), kind=OPTION)


def tag(name: str) -> Trait:
    """A tag that games were given, such as the season."""
    sql = "SELECT game_id, NULL::INTEGER AS seat, value FROM tags WHERE tag = ?"
    return Trait(name, f"the tag {braced(name)} = {{!r}}", f"tag {braced(name)} = {{}}", sql, (name,), kind=TAG)


def facts() -> dict[str, Trait]:
    """The facts that installed games state, by name; of two games with a fact of one name the first gives the words."""
    found: dict[str, Trait] = {}
    for name, _, of_seats, title, *_ in stated():
        relation = f"SELECT game_id, seat, value FROM {{game}}_facts WHERE fact = '{name}'"
        words = braced(title)
        found.setdefault(
            name, Trait(name, f"the {words} {{!r}}", f"{words}: {{}}", relation, of_seats=of_seats, kind=FACT)
        )
    return found


def path(name: str) -> str:
    """Where an option stands in the JSON of a game's options."""
    return '$."' + name.replace('"', "") + '"'


def braced(name: str) -> str:
    """A name of the user's in the place of words that values are put into."""
    return name.replace("{", "{{").replace("}", "}}")
