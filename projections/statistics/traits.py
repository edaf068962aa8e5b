"""Traits of games and seats, by which statistics can be filtered and split: each is one relation of its values.

Its rows are (game_id, seat, value); `seat` is null where the whole game has the value. `value` is text; if it is
unknown, it is null or the row is missing. A single mechanism thus determines which values are stored, which seats have
them, and into which parts they split the seats.
"""

from msgspec import Struct

from events.log.codec import Unreadable
from events.problems import one_of
from projections.stated_facts import fact_named, stated, stating

ANY, OPTION, TAG, FACT = "any", "option", "tag", "fact"
"""The kinds of traits: those of every game, options, tags, and facts that individual games state."""
_NO_ROWS = "SELECT NULL::VARCHAR AS game_id, NULL::INTEGER AS seat, NULL::VARCHAR AS value WHERE false"


class Trait(Struct, frozen=True):
    """A property of games, or of seats (`of_seats`).

    `sql` is the relation, with {game} in place of the game's id; `parameters` are its parameters. `noun` describes a
    value in errors, `words` describes it above a table.
    `values_of`: another trait with the same values, if that one is quicker to search.
    `of_row`: SQL for the value over a row of the selected seats, if the row alone determines it. `at_table`: SQL for
    (number, part ...), the values at a table, if they include those of each seat: the ones for which `at_seat` (SQL
    over `splits` and the seat in `tables`) holds; for opponents they are factions.
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
        """Whether the values of a seat are among those of its table: several seats there can share each of them."""
        return self.of_seats and bool(self.at_table)

    def relation(self, game: str) -> str:
        """SQL: the trait's values in games of a ruleset; no rows if it is a fact that the game does not state."""
        if self.kind == FACT and game not in stating(self.name):
            return _NO_ROWS
        return self.sql.format(game=game)

    def in_words(self, value: str) -> str:
        """A value, as shown above a table."""
        return self.words.format(value)

    def in_errors(self, value: str) -> str:
        """A value that is not stored, as errors describe it."""
        return self.noun.format(value)


def _of_games(name: str, noun: str, words: str, sql: str, chosen: bool = False) -> Trait:
    """A trait shared by all seats of a game; if `chosen`, the table of chosen games suffices to determine it."""
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
"""SQL: the values of an option; equal sets of options are read once for all games that have them."""
_YEAR, _MONTH = (f"left(nullif(played_at, ''), {digits})" for digits in (4, 7))
CARDS = Trait(
    "cards",
    "the catalogue {!r}",
    "with {}",
    _NO_ROWS,
    at_table="SELECT number, coalesce(cards, '') AS part FROM chosen_games",
)
"""The catalogue of a game, empty if it has none: nobody splits by it, as each catalogue has its own answer anyway."""
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
    """A trait of every game, by name."""
    return TRAITS[name]


def option(name: str) -> Trait:
    """An option of games, such as the map."""
    noun = "the map {!r}" if name == "map" else f"{braced(name)} = {{!r}}"
    return Trait(name, noun, f"{braced(name)} = {{}}", _STATED, (path(name),), kind=OPTION)


def tag(name: str) -> Trait:
    """A tag of games, such as the season."""
    sql = "SELECT game_id, NULL::INTEGER AS seat, value FROM tags WHERE tag = ?"
    return Trait(name, f"the tag {braced(name)} = {{!r}}", f"tag {braced(name)} = {{}}", sql, (name,), kind=TAG)


def fact(name: str, game: str = "") -> Trait:
    """A fact as `game` states it, else as the first game that does.

    Raises Unreadable for a fact that no game states.
    """
    found = fact_named(name, game)
    if found is None:
        known = dict.fromkeys(each.name for each in stated())
        raise Unreadable(f"the fact {name!r}", one_of(known, name) if known else "none: no game states facts")
    words = braced(found.title)
    sql = f"SELECT game_id, seat, value FROM {{game}}_facts WHERE fact = '{name}'"
    return Trait(name, f"the {words} {{!r}}", f"{words}: {{}}", sql, of_seats=found.of_seats, kind=FACT)


def path(name: str) -> str:
    """The path of an option in the JSON of a game's options."""
    return '$."' + name.replace('"', "") + '"'


def braced(name: str) -> str:
    """A name that a user chose, with braces escaped for use in a format string."""
    return name.replace("{", "{{").replace("}", "}}")
