"""A session of the recorder without a terminal: the effect of each answer, and its message."""

import json
import re
from pathlib import Path
from random import Random

import msgspec
import pytest

from engine.replay import Replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.appending import LogFile, begin
from events.log.native import GameLog, read, resolve, write
from events.log.record import Header, Seat
from events.vocabulary.daitoshi import Revealing
from projections.recorder import NoRecorder, display
from projections.recorder import run as run_recorder
from projections.recorder.matching import action_words
from projections.recorder.session import Session
from projections.screen.verdict_words import words_of
from tests.games.daitoshi.own import boards, opened, own_header, played

pytestmark = pytest.mark.usefixtures("nim")
PARTIAL = {"catalogue_id": "mine", "provenance": "printed", "complete": False} | {
    name: [] for name in ("cities", "animals", "objectives")
}


def session(folder: Path, header: Header) -> Session:
    begin(header, folder / "game.jsonl")
    return Session(LogFile(str(folder / "game.jsonl")))


@pytest.fixture
def nimble(tmp_path: Path) -> Session:
    """A session with the toy game, after the dice were rolled."""
    found = session(tmp_path, Header("nim", "1", {"rounds": 1}, (Seat("Ann"), Seat("Bob"))))
    assert found.enter("6 4")
    assert found.message == "recorded #1 chance: roll dice, dice 6 4"
    return found


@pytest.fixture
def gaia(tmp_path: Path) -> Session:
    return session(tmp_path, Header("gaia", "1", {}, (Seat("Ann"), Seat("Bob")), PARTIAL))


def events(found: Session) -> list[str]:
    """The events in force, as written to disk."""
    log = read(Path(found.path).read_bytes().splitlines())
    assert log.records == found.recording.records
    return [words_of(record.event) for record in resolve(log)]


def test_the_position_names_the_players_and_is_painted_only_where_colour_is_wished(gaia: Session) -> None:
    shown = display.position_lines(gaia.shown_game, 80, colour=True)
    plain = display.position_lines(gaia.shown_game, 80, colour=False)
    assert any("Ann: " in line for line in plain)
    assert not any("seat 1" in line for line in plain)
    assert any("\x1b[" in line for line in shown)
    assert not any("\x1b[" in line for line in plain)


def test_dice_are_typed_one_by_one_or_all_at_once(tmp_path: Path) -> None:
    found = session(tmp_path, Header("nim", "1", {"dice": 3}, (Seat("Ann"), Seat("Bob"))))
    assert found.prompt == "dice 1> "
    assert [choice.label for choice in found.choices("")] == ["1", "2", "3", "4", "5", "6"]
    assert found.enter("5")
    assert found.prompt == "dice 2 after 5> "
    found.back()
    assert found.prompt == "dice 1> "
    assert found.enter("5")
    assert found.prompt == "dice 2 after 5> "
    assert [choice.label for choice in found.choices("1 ")] == ["1"]
    assert [choice.label for choice in found.choices("1 6")] == ["6"]
    assert found.enter("1 6")
    assert events(found) == ["roll dice, dice 5 1 6"]
    found.enter("undo")
    assert found.enter("2 3", found.choices("2 3")[0])
    assert found.enter("4")
    assert events(found) == ["roll dice, dice 2 3 4"]


def test_what_fits_is_recorded_and_what_does_not_is_reported(nimble: Session) -> None:
    assert nimble.prompt == "Ann> "
    assert [choice.label for choice in nimble.choices("ta 3")] == ["take, stones 3"]
    assert not nimble.enter("take")
    assert nimble.message == "3 match: type more, or select one with the arrow keys"
    assert not nimble.enter("take 9")
    assert nimble.message == "'take 9' breaks NIM-2 (stones=9, pile=10) (? shows the clause)"
    assert nimble.enter("?")
    assert nimble.page[0].startswith("NIM-2 To take is to take one, two or three stones")
    nimble.back()
    assert nimble.page == []
    assert nimble.enter("", nimble.choices("")[1])
    assert events(nimble)[1:] == ["take, stones 2"]
    assert nimble.enter('{"kind":"take","stones":1}')
    assert events(nimble)[2:] == ["take, stones 1"]


def test_words_are_completed_as_far_as_what_fits_agrees(nimble: Session) -> None:
    assert nimble.completed("t") == "take, stones "
    assert nimble.completed("take 2") == "take, stones 2"
    assert nimble.completed("zebra") == "zebra"


def test_the_part_being_typed_is_completed(tmp_path: Path) -> None:
    found = session(tmp_path, Header("gaia", "1", {}, (Seat("Ann"), Seat("Bob")), "house_v1"))
    assert [choice.label for choice in found.choices("sea fo")] == ["nature_forest"]
    assert found.completed("sea fo") == "sea nature_forest"
    assert found.enter("sea nature_forest")
    assert found.prompt == "cards 3 after nature_sea nature_forest> "


def test_undo_again_and_notes(nimble: Session) -> None:
    for text in ("take 3", "take 2", "undo 2"):
        assert nimble.enter(text)
    assert nimble.message == "taken back: #2 Ann: take, stones 3; #3 Bob: take, stones 2"
    assert nimble.enter("again")
    assert nimble.message == "recorded #5 Ann: take, stones 3; 1 more to go"
    assert nimble.enter("note Bob thinks")
    assert nimble.enter("log")
    assert nimble.page == [
        "#1 chance: roll dice, dice 6 4",
        "#2 Ann: take, stones 3  (taken back)",
        "#3 Bob: take, stones 2  (taken back)",
        "#4 the log: undo, seq 2",
        "#5 Ann: take, stones 3",
        "#6 the log: note, text Bob thinks",
    ]
    assert not nimble.enter("undo 3")
    assert nimble.message == "found record 3, expected a record in force"


def test_a_correction_that_later_records_do_not_fit_is_asked_about(nimble: Session) -> None:
    for text in ("take 3", "take 3", "take 3"):
        assert nimble.enter(text)
    before = Path(nimble.path).read_bytes()
    assert nimble.enter("correct 1")
    assert "instead of #1 chance: roll dice, dice 6 4" in nimble.status
    assert nimble.enter("6 1")
    assert nimble.prompt == "yes or no> "
    assert nimble.message == "1 record would be taken back: yes or no?"
    assert "  #4 Ann: take, stones 3" in nimble.page
    assert Path(nimble.path).read_bytes() == before
    assert not nimble.enter("perhaps")
    assert nimble.enter("no")
    assert Path(nimble.path).read_bytes() == before
    for text in ("correct 1", "6 1", "yes"):
        assert nimble.enter(text)
    assert nimble.message == "record 1 corrected, 1 record taken back; `again` records each again"
    assert events(nimble) == ["roll dice, dice 6 1", "take, stones 3", "take, stones 3"]
    assert not nimble.enter("again")
    assert "breaks NIM-2" in nimble.message
    assert nimble.enter("take 1")
    assert nimble.status.startswith("the game is over: ")


def test_a_correction_that_all_fits_is_made_at_once(nimble: Session) -> None:
    for text in ("take 3", "take 3", "correct 2", "take 1"):
        assert nimble.enter(text)
    assert nimble.message == "record 2 corrected"
    assert events(nimble)[1:] == ["take, stones 1", "take, stones 3"]
    assert nimble.enter("correct 2")
    nimble.back()
    assert nimble.message == "nothing changed"
    assert not nimble.enter("correct")
    assert "correct 12" in nimble.message


def test_a_log_that_breaks_a_rule_can_be_mended(nimble: Session) -> None:
    nimble.enter("take 3")
    log = read(Path(nimble.path).read_bytes().splitlines())
    bad = msgspec.structs.replace(log.records[1], event=type(log.records[1].event)(9))
    Path(nimble.path).write_bytes(b"\n".join(write(GameLog(log.header, [log.records[0], bad]))) + b"\n")
    found = Session(LogFile(nimble.path))
    assert found.message.startswith("record 2 breaks NIM-2")
    assert not found.enter("take 1")
    assert found.enter("undo 2")
    assert found.enter("take 1")
    assert events(found)[1:] == ["take, stones 1"]


def test_a_clause_is_shown_of_what_is_marked_asked_for_or_may_be_done(nimble: Session) -> None:
    for text, marked in (("?", nimble.choices("")[0]), ("? NIM-2", None), ("?", None)):
        assert nimble.enter(text, marked)
        assert nimble.page[0].startswith("NIM-2 ")
    assert nimble.enter("? NIM-99")
    assert nimble.page[0] == "the rulebook has no clause NIM-99"


@pytest.mark.parametrize("game", ["gaia", "terra_mystica", "dice_forge", "anachrony", "daitoshi"])
def test_every_event_has_a_clause_to_be_shown(game: str) -> None:
    rules = ruleset(game)
    position = Replay(rules, rules.selfplay.header(Random(1), 2, {}))
    clauses = {kind.__name__: display.clause_of(position, kind) for kind in rules.rules}
    assert [name for name, clause in clauses.items() if not clause] == []
    texts = {name: display.clause_lines(position, clause, 80)[0] for name, clause in clauses.items()}
    assert [name for name, text in texts.items() if text.startswith("the rulebook has no")] == []


def test_new_cards_are_typed_and_declared(gaia: Session) -> None:
    assert gaia.enter("plain sea forest")
    assert not gaia.enter("harbour")
    assert gaia.message.startswith("found 'harbour', which is not defined yet, expected `harbour = city ")
    assert not gaia.enter("harbour = town sea")
    assert not gaia.enter("harbour = city lake: plain plain forest animal")
    assert gaia.message.startswith("found 'lake', expected one of plain, ")
    assert gaia.enter("harbour = city sea: plain plain forest animal")
    assert gaia.enter("wolves = animal star")
    assert events(gaia)[1:] == [
        "card declared, what city, card id harbour, site sea, needs plain plain forest animal",
        "card declared, what animal, card id wolves, site star",
        "row dealt, pile life, cards harbour wolves",
    ]
    for text in ("woods = 3 forest 1 plain", "dunes = 2 desert", "coast = 2 sea 1 plain", "peaks = 2 mountain"):
        assert gaia.enter(text), gaia.message
    assert events(gaia)[-1] == "objectives dealt, objectives woods dunes coast peaks"


def test_new_tiles_are_typed_and_defined(tmp_path: Path) -> None:
    """A whole open game of Daitoshi, every chance outcome typed part by part: the same log."""
    log = opened(played("1"))
    found = session(tmp_path, own_header(3, "open", boards()))
    for record in log.records:
        if record.actor is not None or not isinstance(record.event, Revealing):
            typed = {"actor": record.actor, "event": msgspec.to_builtins(record.event, str_keys=True)}
            assert found.enter(json.dumps(typed)), found.message
            continue
        defs = record.event.defs or {}
        for tile in tiles(record.event):
            if record.seq < found.recording.next_seq:
                break  # the last one of all is certain
            row = {
                name: value for name, value in defs.get(tile, {}).items() if name not in ("quality", "ring", "machine")
            }
            fields = "; ".join(f"{name} {msgspec.json.encode(value).decode()}" for name, value in row.items())
            assert found.enter(f"{tile} = {fields}" if row else tile), (found.message, found.prompt)
    assert found.game.standings == log_result(log)
    assert [words_of(record.event) for record in found.recording.in_force if record.actor is not None] == [
        words_of(record.event) for record in log.records if record.actor is not None
    ]


def tiles(event: Revealing) -> list[str]:
    """The tiles that an event names, in their order."""
    named: list[str] = []
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if name in ("tiles", "ordinary", "innovative", "brilliant"):
            named += value
        elif name in ("tile", "machine"):
            named.append(value)
    return named


def log_result(log: GameLog) -> object:
    game = Replay(ruleset(log.header.game), log.header)
    game.feed(log.records)
    return game.standings


def test_effects_are_shown_in_words() -> None:
    from engine.games.daitoshi.definitions import defined

    rules = ruleset("daitoshi")
    game = Replay(rules, own_header(3, "open", boards()))
    for record in opened(played("1")).records:
        chance = rules.outcome(game.state)
        if chance is not None and chance.event.__name__ == "MarketDrawn":
            break
        game.play(record.actor, record.event)
        game.settle()
    assert chance is not None
    row = defined(game.state, chance, "ordinary", "lamp", "left gain food 1, fame; centre opaque; vp 1").row
    assert row == {
        "quality": "ordinary",
        "left": [{"e": "gain", "res": "food", "n": 1}, {"e": "fame"}],
        "centre": [{"e": "opaque"}],
        "vp": 1,
    }


@pytest.mark.long
def test_every_game_is_recorded_by_what_the_lists_show(tmp_path: Path) -> None:
    """Decisions are found by their full wording, however many there are."""
    from engine.selfplay import selfplay_log

    log = selfplay_log(ruleset("gaia"), "lists", 3, {"mode": "advanced"}, "sensible")
    found = session(tmp_path, log.header)
    for record in log.records:
        label = action_words(found.game, (record.actor, record.event), words_of)
        choices = found.choices("")
        assert choices
        assert found.enter(label), found.message
    assert Path(found.path).read_bytes() == b"\n".join(write(log)) + b"\n"


def test_without_its_library_the_recorder_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("projections.recorder.find_spec", lambda name: None)
    with pytest.raises(NoRecorder, match=r"-m pip install prompt_toolkit"):
        run_recorder("game.jsonl")


@pytest.mark.parametrize(("game", "records", "first"), [
    ("dice_forge", 60, r"3 player 3 \(their turn\)(.*\n)+?  light \["),
    ("terra_mystica", 31, r"offers: 2 offers 3 to 1\n\n2 Auren \(player 2, to move\)(.*\n){6}player +faction"),
    ("anachrony", 60, r"3 player 3: Dominance B"),
    ("gaia", 60, r"1 player 1 \(in turn\)"),
    ("daitoshi", 60, r"1 player 1: VP 27"),
])  # fmt: skip
def test_what_matters_for_the_next_decision_comes_first_on_a_small_screen(game, records, first):
    """At 80 by 24 some eight lines are left: the dice, offers or the own mat, not the board's edge; `p` shows all."""
    log = selfplay_log(ruleset(game), "guess", 3, {}, "sensible")
    played = Replay(ruleset(game), log.header)
    played.feed(log.records[:records])
    whole = display.position_lines(played, 80, False)
    short = display.position_lines(played, 80, False, 9)
    assert re.match(first, "\n".join(short)), short[:9]
    assert sorted(filter(None, short)) == sorted(filter(None, whole))
    assert display.position_lines(played, 80, False, len(whole)) == whole
