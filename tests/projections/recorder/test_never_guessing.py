"""A line that can mean two things is never recorded: the recorder asks; and it understands what boards print."""

import re
from pathlib import Path

import pytest

from engine.replay import Replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.appending import LogFile, begin
from events.log.record import Header, Seat
from events.vocabulary.dice_forge import ForgeFace
from events.vocabulary.gaia import DrawRow
from projections.recorder.choosing import Choice, filtered
from projections.recorder.matching import NoMatch, match
from projections.recorder.printed_names import named, spelled_out
from projections.recorder.session import Session
from projections.screen.verdict_words import words_of
from tests.projections.recorder.random_lines import positions, type_lines

pytestmark = pytest.mark.usefixtures("nim")
GAMES = ["gaia", "terra_mystica", "dice_forge", "anachrony", "daitoshi"]


def recorder(folder: Path, game: str, records: int, players: int = 2) -> Session:
    """A session in a played game after some records."""
    rules = ruleset(game)
    log = selfplay_log(rules, "guess", players, {}, "sensible")
    path = folder / f"{game}.jsonl"
    begin(log.header, path)
    found = Session(LogFile(str(path)))
    for record in log.records[:records]:
        found.recording.add((record.actor, record.event))
    return Session(LogFile(str(path)))


def labels(*names: str) -> list[Choice]:
    return [Choice(lambda name=name: name) for name in names]


def fitting(text: str, *names: str) -> list[str]:
    return [choice.label for choice in filtered(labels(*names), text)]


@pytest.fixture
def nimble(tmp_path: Path) -> Session:
    begin(Header("nim", "1", {"rounds": 1}, (Seat("Ann"), Seat("Bob"))), tmp_path / "game.jsonl")
    return Session(LogFile(str(tmp_path / "game.jsonl")))


@pytest.fixture
def building(tmp_path: Path) -> Session:
    """Terra Mystica, before the first upgrade to a trading house."""
    log = selfplay_log(ruleset("terra_mystica"), "guess", 2, {}, "sensible")
    records = next(n for n, record in enumerate(log.records) if getattr(record.event, "to", "") == "trading_house")
    return recorder(tmp_path, "terra_mystica", records)


@pytest.fixture(scope="module")
def forging() -> Replay:
    """Dice Forge, where a face of 3 gold and one of 3 gold or 2 glory can be bought for either die."""
    rules = ruleset("dice_forge")
    log = selfplay_log(rules, "forging", 2, {}, "sensible")
    replay = Replay(rules, log.header)
    for record in log.records:
        replay.settle()
        offered = {event for _, event in rules.legal(replay.state)} if rules.outcome(replay.state) is None else set()
        faces = {each.face for each in offered if isinstance(each, ForgeFace)}
        if {"gold_3", "gold_3_or_glory_2"} <= faces and {
            ForgeFace("gold_3", 1, "gold_1"),
            ForgeFace("gold_3", 2, "glory_2"),
        } <= offered:
            return replay
        replay.play(record.actor, record.event)
    raise AssertionError("no such position")


def test_each_typed_word_stands_for_a_word_of_its_own() -> None:
    assert fitting("gold gold", "gold_1", "gold_3_or_glory_2") == []
    assert fitting("1 gold", "gold_1", "gold_3_or_glory_2") == ["gold_1"]


def test_an_exact_name_wins_over_one_that_contains_it() -> None:
    assert fitting("take 1", "take, stones 1", "take, stones 10") == ["take, stones 1"]
    assert fitting("gold_3 gold_1", "face gold_3_or_glory_2, over gold_1", "face gold_3, over gold_1") == [
        "face gold_3, over gold_1"
    ]


def test_two_words_for_dice_are_two_dice(nimble: Session) -> None:
    """The second word was dropped without a notice, and the second die was asked for again."""
    assert nimble.enter("6 6")
    assert [words_of(record.event) for record in nimble.recording.in_force] == ["roll dice, dice 6 6"]


@pytest.mark.parametrize("other", ["moon_1", "gold_1"])
def test_two_words_that_are_one_face_and_also_two_faces_are_asked_about(tmp_path: Path, other: str) -> None:
    """`gold gold` kept one face, dropped the other, and the second die was asked for again.

    With gold_1 on the first die, too, the two words are faces of two dice in more than one way.
    """
    begin(Header("dice_forge", "1", {}, (Seat("Ann"), Seat("Bob"), Seat("Cid"))), tmp_path / "game.jsonl")
    found = Session(LogFile(str(tmp_path / "game.jsonl")))
    for die, face in zip(found.game.state.players[0].dice, ("gold_3_or_glory_2", "glory_2"), strict=True):
        die[:] = [other, *[face] * 5]
    found._start_choosing()
    assert found.prompt == "dice 1> "
    assert not found.enter("gold glory")
    assert found.message.startswith("'gold glory' can mean gold_3_or_glory_2, or 2 parts of the answer")
    assert found.choosing is not None
    assert found.choosing.parts == []
    assert found.recording.records == []


def test_a_word_that_fits_several_parts_is_reported_as_ambiguous(tmp_path: Path) -> None:
    begin(Header("gaia", "1", {}, (Seat("Ann"), Seat("Bob")), "house_v1"), tmp_path / "game.jsonl")
    found = Session(LogFile(str(tmp_path / "game.jsonl")))
    assert not found.enter("nature nature")
    assert found.message.startswith("'nature' matches 6 choices: nature_desert | ")
    assert found.choosing is not None
    assert found.choosing.parts == []


def test_words_that_two_tiles_have_are_ambiguous(tmp_path: Path) -> None:
    """With stronghold_air and trading_house_air both possible, `air fire` was none of what is allowed."""
    begin(Header("terra_mystica", "1", {}, (Seat("Ann"), Seat("Bob"))), tmp_path / "game.jsonl")
    found = Session(LogFile(str(tmp_path / "game.jsonl")))
    assert not found.enter("air fire")
    assert found.message == "'air' matches 2 choices: score_stronghold_air | score_trading_house_air"
    assert found.choosing is not None
    assert found.choosing.parts == []


def test_tab_on_an_empty_line_fills_in_nothing(nimble: Session) -> None:
    assert nimble.enter("6 4")
    assert nimble.completed("") == ""
    assert nimble.completed("  ") == "  "
    assert nimble.completed("t") == "take, stones "


def test_a_misspelt_line_gets_a_suggestion(building: Session) -> None:
    before = Path(building.path).read_bytes()
    assert not building.enter("uprade e2")
    assert "did you mean upgrade e2?" in building.message
    assert Path(building.path).read_bytes() == before


def test_an_abbreviated_action_that_is_illegal_names_its_clause(building: Session) -> None:
    own = next(
        each.action[1].hex
        for each in building.choosing.actions
        if each.action is not None and getattr(each.action[1], "to", "") == "trading_house"
    )
    assert not building.enter(f"bui {own}")
    assert "breaks TM-" in building.message
    assert "? shows the clause" in building.message


def test_two_letters_of_an_action_are_enough_for_its_clause(building: Session) -> None:
    """`bu f1` is an action that is illegal there, not an unknown one."""
    assert not building.enter("bu f1")
    assert re.match(r"'bu f1' breaks TM-7\.\d+\.\d+ \(hex=F1, .*\(\? shows the clause\)$", building.message)


@pytest.mark.parametrize(
    ("line", "face", "die"),
    [
        ("forge 3G over 1G die 1", "gold_1", 1),
        ("forge 3g 1g 1", "gold_1", 1),
        ("forge 3G 2V die 2", "glory_2", 2),
        ("forge 3 gold over 2 glory on die 2", "glory_2", 2),
    ],
)
def test_printed_names_stand_in_sentences_too(forging: Replay, line: str, face: str, die: int) -> None:
    """`forge 3G 2V die 2` is the face 3 gold over 2 glory, not one that is either; with `over` it was nothing."""
    assert match(forging, line, words_of)[1] == ForgeFace("gold_3", die, face)


def test_a_printed_name_is_not_to_blame_for_an_illegal_action(building: Session) -> None:
    """It was said to break TM-7.8.1 (to=tp), whatever was the matter."""
    with pytest.raises(NoMatch, match=r"breaks TM-7\.8\.1 \(hex=A1, structure=, owner=nobody"):
        match(building.game, "upgrade a1 to TP", words_of)


def test_what_the_board_prints_is_understood(building: Session) -> None:
    """The board prints TP where the event has trading_house."""
    upgrade = next(
        each.action[1]
        for each in building.choosing.actions
        if each.action is not None and getattr(each.action[1], "to", "") == "trading_house"
    )
    assert match(building.game, f"upgrade {upgrade.hex} to TP", words_of)[1] == upgrade
    assert building.enter(f"upgrade {upgrade.hex} to TP"), building.message
    assert building.recording.in_force[-1].event == upgrade


def test_refused_text_is_told_from_a_line_to_be_continued(nimble: Session) -> None:
    assert nimble.enter("6 4")
    assert not nimble.enter("take 9")
    assert nimble.refused
    assert not nimble.enter("take")
    assert not nimble.refused


def test_an_exact_name_wins_in_append() -> None:
    """`forge gold_3 gold_1 die 1` does not mean the face gold_3_or_glory_2: every purchase can be typed like that."""
    rules = ruleset("dice_forge")
    log = selfplay_log(rules, "forging", 2, {}, "sensible")
    replay = Replay(rules, log.header)
    asked, contained = 0, 0
    for record in log.records:
        if asked > 60 and contained > 5:
            return
        replay.settle()
        offered = [] if rules.outcome(replay.state) is not None else list(rules.legal(replay.state))
        faces = {event.face for _, event in offered if isinstance(event, ForgeFace)}
        for _, event in offered:
            if isinstance(event, ForgeFace):
                line = f"forge {event.face} {event.replaced} die {event.die}"
                assert match(replay, line, words_of)[1] == event, line
                asked += 1
                contained += any(event.face in other for other in faces - {event.face})
        replay.play(record.actor, record.event)
    raise AssertionError((asked, contained))


@pytest.mark.parametrize("lines", [48, pytest.param(480, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_no_random_line_is_recorded_unless_it_says_one_thing(game: str, lines: int, tmp_path: Path) -> None:
    """Words of the game, cut, doubled, misspelt and mixed; run as a program, `random_lines` types 2,000."""
    found = type_lines(game, lines, tmp_path)
    assert found.recorded > lines // 50


def test_words_out_of_order_that_another_sentence_has_too_are_asked_about(tmp_path: Path) -> None:
    """In Gaia, `1 nature` is slot 1, but in the sentence of slot 0 also place 1: the first was recorded."""
    for path in positions("gaia", tmp_path):
        session, start = Session(LogFile(str(path))), path.read_bytes()
        assert session.choosing is not None
        taken = [each.action[1] for each in session.choosing.actions if each.action is not None]
        if {DrawRow("nature", 0), DrawRow("nature", 1)} <= {each for each in taken if isinstance(each, DrawRow)}:
            assert not session.enter("1 nature")
            assert "can mean" in session.message
            assert path.read_bytes() == start
            return
    raise AssertionError("no position with two cards in that row")


def test_printed_names_of_each_game_are_spelled_out() -> None:
    assert spelled_out("terra_mystica", "upgrade E2 to TP") == ["upgrade E2 to trading_house"]
    assert spelled_out("dice_forge", "3g") == ["gold_3"]


def test_ids_are_read_by_the_names_that_sentences_have_for_them() -> None:
    assert named("dice_forge", "forge gold_3 gold 1 die 1") == "forge 3 gold 1 gold die 1"
    assert named("gaia", "found House_City_07 at 1 1") == "found city C07 at 1 1"
    assert named("gaia", "found city C07 at 1 1") == "found city C07 at 1 1"
    assert spelled_out("anachrony", "place G") == ["place gold", "place genius"]
    assert spelled_out("gaia", "place G") == []
