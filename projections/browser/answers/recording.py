"""Record and Try: a game that is played on, on the page. One game is open in a Python at a time."""

from typing import Any, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from engine.address import goto
from engine.branching import branch
from engine.intake import examine
from engine.rules import games, ruleset
from events import files
from events.log.codec import Unreadable
from events.log.native import GameLog
from projections.browser.answering import Answers, made
from projections.browser.desk import Desk
from projections.browser.messages import Question


class ListGames(Question, frozen=True, tag="games"):
    """Which games can be begun, and with what?"""


class Option(Struct, frozen=True):
    """An option that a game can be begun with: its values if they are few, the default, what it changes.

    `form` is how a value is written: `choice` (one of the values), `number`, `words` (a list), `numbers` (a list),
    `table` (values by name), `json`.
    """

    name: str
    form: str
    values: list[Any]
    default: Any
    meaning: str


class Begun(Struct, frozen=True):
    """A game that can be begun; `catalogue` is the name of the house's cards, empty if the game needs none."""

    id: str
    name: str
    options: list[Option]
    catalogue: str
    hides: bool


class Beginnings(Struct, frozen=True):
    """All games that can be begun."""

    games: list[Begun]


class Begin(Question, frozen=True, tag="begin"):
    """Begin a game: players as NAME or NAME=FACTION. `catalogue` is a name, or a file that goes with the question."""

    game: str
    players: list[str]
    options: dict[str, Any]
    catalogue: str = ""
    played_at: str = ""


class Leave(Question, frozen=True, tag="leave"):
    """Begin a branch of the game in this file at an address; it is called `called`."""

    name: str
    at: str
    called: str = ""


class Open(Question, frozen=True, tag="open"):
    """Go on with the log in this file. At a table, what a player hides stays covered until it is asked for."""

    name: str
    at_table: bool


class Tap(Question, frozen=True, tag="tap"):
    """Take the offer with this key, as they were numbered in this version."""

    key: int
    version: int


class Touch(Question, frozen=True, tag="touch"):
    """What can be done about this place of the drawing? `spot` is its key."""

    spot: str


class Enter(Question, frozen=True, tag="enter"):
    """Do what is typed: an action in words or JSON, a part of one, `undo`, `again`, `correct 12`, `note ...`."""

    text: str


class Find(Question, frozen=True, tag="find"):
    """What fits the typed text so far? `complete` lets the answer complete it."""

    text: str
    complete: bool = False


class Back(Question, frozen=True, tag="back"):
    """One step back, within what is being chosen."""


class Reveal(Question, frozen=True, tag="reveal"):
    """Show what the player to act hides, until something is recorded."""


class Draw(Question, frozen=True, tag="draw"):
    """Draw the chance outcome that is awaited, by this seed."""

    seed: str


class Picture(Question, frozen=True, tag="picture"):
    """The parts of the drawing of the position, as a file of markup; none for a game without one."""


class Records(Question, frozen=True, tag="records"):
    """All records in words."""


class Seat(Struct, frozen=True):
    """A player: name, faction, points, whether it is the one to act."""

    name: str
    about: str
    points: str
    acts: bool


class Tappable(Struct, frozen=True):
    """Something that can be tapped: an action, or a step towards several (`ways`); see `projections.browser.desk`."""

    key: int
    label: str
    kind: str
    ways: int


class Table(Struct, frozen=True):
    """Where the game stands and what can be done. `lines` are new lines of the log, to be stored before this is shown.

    `asked` is the field that the offers are about, `more` how many offers are not listed, `trail` what has been chosen
    of an action so far, `page` a text to read first: a clause, or what a correction does. `text` is what was typed,
    completed; if it is `unmatched`, everything is offered. With `hides`, secrets are covered at this table. `places`
    are the keys of the spots that an action concerns.
    """

    version: int
    game: str
    title: str
    lines: list[str]
    records: int
    seats: list[Seat]
    status: str
    prompt: str
    message: str
    refused: bool
    over: bool
    covered: bool
    hides: bool
    chance: bool
    hint: str
    offers: list[Tappable]
    asked: str
    more: int
    trail: list[str]
    page: list[str]
    page_is: str
    again: int
    places: list[str]
    text: str
    unmatched: bool
    branch: dict[str, Any] | None


class Started(Struct, frozen=True):
    """The lines of a log that was begun, to be stored, and the game's name."""

    lines: list[str]
    title: str


class Lines(Struct, frozen=True):
    """Lines of text."""

    lines: list[str]


class NotOpen(Unreadable):
    """A question about an open game that comes before one is open."""


_desk: Desk | None = None


def _open_desk() -> Desk:
    if _desk is None:
        raise NotOpen("no open game", "a game that was opened")
    return _desk


def list_games(question: ListGames) -> Beginnings:
    """The games with their options and what these change."""
    return Beginnings([_beginning(game) for game in games()])


def _beginning(game: str) -> Begun:
    from engine.options import options_of_game
    from events.plugins import part
    from projections.game.catalogues import own_catalogue
    from projections.game.option_words import meanings

    rules, words, own = ruleset(game), meanings(game), own_catalogue(game)
    kind = getattr(part(part("engine.games", rules.id).__name__, "options"), "Options", None)
    values = options_of_game(game)
    hints = get_type_hints(kind) if kind is not None else {}
    options = [
        Option(
            one.name,
            "choice" if values[one.name] else _form(hints[one.name]),
            list(values[one.name]),
            one.default if one.default_factory is NODEFAULT else one.default_factory(),
            words.get(one.name, ""),
        )
        for one in (fields(kind) if kind is not None else ())
    ]
    return Begun(rules.id, rules.name, options, own.HOUSE if own else "", rules.public is not None)


def _form(hint: Any) -> str:
    """How a value of a type is written."""
    if get_origin(hint) is tuple:
        return {str: "words", int: "numbers"}.get(get_args(hint)[0], "json")
    return "number" if hint is int else "table" if get_origin(hint) is dict else "json"


def begin(question: Begin) -> Started:
    """The log of a new game, which is its header. Raises CannotBegin."""
    from projections.browser.kept import Kept
    from projections.recorder.new_log import catalogue_of, header_of

    cards = catalogue_of(question.game, question.catalogue) if question.catalogue else None
    header = header_of(question.game, question.players, question.options, cards, played_at=question.played_at)
    return Started(Kept(GameLog(header, []), "").taken(), ruleset(header.game).name)


def leave(question: Leave) -> Started:
    """The log of a new branch: what its game was up to there."""
    from projections.browser.kept import Kept

    log = _log_of(question.name)
    begun = branch(log, goto(ruleset(log.header.game), log, question.at), question.called)
    return Started(Kept(begun, "").taken(), ruleset(log.header.game).name)


def _log_of(name: str) -> GameLog:
    """The log in a file, in whatever notation; one that breaks a rule, as it is written."""
    report = examine(files.read(name))
    if report.problem is not None:
        raise report.problem
    log = report.game_log()
    if log.is_summary:
        raise Unreadable("a result without records", "a game with records", name=name)
    return log


def open_game(question: Open) -> Table:
    """Open a log, to go on with it."""
    global _desk
    _desk = Desk(_log_of(question.name), question.name, at_table=question.at_table)
    return _table(_desk)


def tap(question: Tap) -> Table:
    """Take an offer; one of an older version is gone, as when somebody taps twice."""
    desk = _open_desk()
    if question.version == desk.version:
        desk.tap(question.key)
    return _table(desk)


def touch(question: Touch) -> Table:
    """List the actions about a place."""
    _open_desk().touch(question.spot)
    return _table(_open_desk())


def enter(question: Enter) -> Table:
    """Do what is typed; what is refused stays in the field."""
    desk = _open_desk()
    desk.enter(question.text)
    return _table(desk, question.text if desk.refused else "")


def find(question: Find) -> Table:
    """List what fits the typed text."""
    desk = _open_desk()
    text = desk.session.completed(question.text) if question.complete and not desk.covered else question.text
    return _table(desk, text)


def back(question: Back) -> Table:
    """Go back one step."""
    _open_desk().back()
    return _table(_open_desk())


def reveal(question: Reveal) -> Table:
    """Uncover the choices of the player to act."""
    _open_desk().revealed = True
    return _table(_open_desk())


def draw(question: Draw) -> Table:
    """Draw by a seed."""
    _open_desk().draw(question.seed)
    return _table(_open_desk())


def picture(question: Picture) -> Lines:
    """Hand over the drawing as a file."""
    drawing = _open_desk().picture()
    if drawing:
        made("position.html", "text/html", drawing.encode())
    return Lines([])


def records(question: Records) -> Lines:
    """The records, one line each."""
    return Lines(_open_desk().lines())


def _table(desk: Desk, text: str = "") -> Table:
    desk.version += 1
    session, choosing = desk.session, desk.session.choosing
    offers, asked, more = desk.offers(text)
    unmatched = bool(text) and not offers and not desk.covered
    if unmatched:
        offers, asked, more = desk.offers()
    left = session.recording.header.branch
    return Table(
        version=desk.version,
        game=session.game.rules.id,
        title=session.game.rules.name,
        lines=desk.kept.taken(),
        records=len(session.recording.records),
        seats=[Seat(*seat) for seat in desk.seats()],
        status=desk.status,
        prompt=session.prompt.removesuffix("> "),
        message=desk.message,
        refused=desk.refused,
        over=session.game.standings is not None,
        covered=desk.covered,
        hides=desk.covers,
        chance=choosing is not None and choosing.chance is not None,
        hint="" if choosing is None else choosing.hint,
        offers=[Tappable(*each) for each in offers],
        asked=asked,
        more=more,
        trail=[] if desk.covered else desk.trail,
        page=session.page,
        page_is=session.page_is,
        again=len(session.recording.taken_back),
        places=desk.places(),
        text=text,
        unmatched=unmatched,
        branch=None if left is None else {"game": left.game, "seq": left.seq, "name": left.name},
    )


ANSWERS: Answers = {
    ListGames: list_games,
    Begin: begin,
    Leave: leave,
    Open: open_game,
    Tap: tap,
    Touch: touch,
    Enter: enter,
    Find: find,
    Back: back,
    Reveal: reveal,
    Draw: draw,
    Picture: picture,
    Records: records,
}
