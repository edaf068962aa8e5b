"""A game on the page, without the page: what can be tapped, what is covered, and which lines are to be kept."""

from random import Random

import pytest

from engine.rules import games, ruleset
from engine.selfplay import header_for, play
from events.log.native import GameLog, read, write
from events.log.record import Header, Seat
from projections.browser.answers import recording
from projections.browser.desk import Desk
from projections.pages.things import places_of
from projections.recorder.narrowing import FEW, narrowed

NAMES = ("Ann", "Bob")


def begun(name, seed="desk", **options):
    rules = ruleset(name)
    return header_for(rules, seed, 2, options, False)


def desk(name, *, at_table=False, records=0, seed="desk"):
    """A desk with a self-played game, as far as that many records."""
    header = begun(name, seed)
    log = play(ruleset(name), header, seed).log() if records else GameLog(header, [])
    return Desk(GameLog(header, log.records[:records]), "game", at_table=at_table)


def tapped(found, rng, most=200):
    """Tap at random until something is recorded; returns the number of taps."""
    before = len(found.session.recording.records)
    for number in range(most):
        if len(found.session.recording.records) > before:
            return number
        offers, _, _ = found.offers()
        if found.covered:
            found.revealed = True
            continue
        found.tap(rng.choice(offers).key)
    raise AssertionError("nothing was recorded")


@pytest.mark.parametrize("name", games())
def test_tapping_alone_plays_a_game_and_its_lines_are_the_log(name):
    """Whatever is tapped is legal; the lines to be kept, one after the other, are the native log."""
    found, rng = desk(name), Random(name)
    lines = found.kept.taken()
    for _ in range(40):
        assert tapped(found, rng) >= 1
        new = found.kept.taken()
        assert len(new) == 1
        lines += new
    recording = found.session.recording
    assert read([line.encode() for line in lines]).records == recording.records
    assert [line.encode() for line in lines] == list(write(recording.log))


@pytest.mark.parametrize("name", games())
def test_few_things_are_offered_at_once(name):
    """A person chooses among few: many actions are narrowed field by field, and every action can be reached so."""
    found, rng, most = desk(name, records=30), Random(name), 0
    for _ in range(15):
        most = max(most, len(found.offers()[0]))
        tapped(found, rng)
    assert 0 < most <= 80


def test_narrowing_reaches_every_action():
    found = desk("terra_mystica", records=40)
    choices = [each for each in found.session.choosing.actions if each.action is not None]
    kinds = {type(each.action[1]) for each in choices}
    for kind in kinds:
        alike = [each for each in choices if type(each.action[1]) is kind]
        reached = []
        todo = [[]]
        while todo:
            picked = todo.pop()
            step = narrowed(alike, picked)
            if not step.field:
                assert len(step.choices) <= FEW
                reached += step.choices
                continue
            assert sum(value.ways for value in step.values) == len(step.choices)
            todo += [[*picked, value.words] for value in step.values]
        assert {id(each) for each in reached} == {id(each) for each in alike}


def test_places_of_the_board_lead_to_the_actions_about_them():
    """Touching a place lists what can be done there; touching another thing changes nothing; back leaves it."""
    found = desk("terra_mystica", records=30)
    place = next(place for place in found.places() if place in found.picture())
    before = [offer.label for offer in found.offers()[0]]
    found.touch("no such place")
    assert [offer.label for offer in found.offers()[0]] == before
    found.touch(place)
    assert len(found.trail) == 1
    assert found.offers()[0]
    found.back()
    assert [offer.label for offer in found.offers()[0]] == before


@pytest.mark.parametrize("name", games())
def test_each_place_that_an_action_concerns_leads_to_it(name):
    """In every game, by what the page of the game marks: touched, a place lists the actions about it and no others."""
    found, rng, reached = desk(name, records=20), Random(name), 0
    about = places_of(name)
    for _ in range(12):
        drawn = found.picture()
        places = [each for each in found.places() if f'data-spot="{each}"' in drawn]
        reached += len(places)
        for place in places[:3]:
            found.touch(place)
            wanted = [each.action for each in found._actions() if place in about(*each.action)]
            assert [each.action for each in found._of_spot(place)] == wanted != []
            assert found.offers()[0]
            found.back()
        tapped(found, rng)
    assert reached > 0


def test_what_matches_no_action_leaves_everything_to_choose_from():
    recording._desk = desk("terra_mystica", records=30)
    offered = recording.find(recording.Find(to="recording", text="")).offers
    table = recording.enter(recording.Enter(to="recording", text="build 99"))
    assert table.refused
    assert table.unmatched
    assert table.text == "build 99"
    assert table.offers == offered


def hidden_cards(found):
    """The cards in the hand of the player to act."""
    player = found.game.state.players[found.game.rules.turn(found.game.state).actors[0]]
    return [card for card in player.hand if card]


def test_what_a_player_hides_is_covered_at_the_table():
    """Choices, places, drawing, log and message: only after it was asked for, until the next record."""
    found = desk("gaia", at_table=True, records=12)
    rng = Random(1)
    while not found.covered:
        tapped(found, rng)
    shown = desk("gaia", records=12)
    assert not shown.covered
    assert (found.offers(), found.places()) == (([], "", 0), [])
    covered, log = found.picture(), found.lines()
    entered = {record.seq: type(record.event) for record in found.session.recording.records}
    assert [each.seq for each in found._public_records(found._public())] == sorted(entered)
    assert any("unknown" in line for line in log)
    found.revealed = True
    assert found.offers()[0]
    assert found.picture() != covered
    assert not any("unknown" in line for line in found.lines())
    tapped(found, rng)
    assert not found.revealed


def test_nothing_is_covered_where_nothing_is_hidden():
    for name in ("terra_mystica", "dice_forge", "daitoshi"):
        found, rng = desk(name, at_table=True), Random(2)
        for _ in range(10):
            tapped(found, rng)
            assert not found.covered


def test_a_secret_choice_is_recorded_without_being_told():
    """In Anachrony, who has chosen Warp tiles sees only that it is recorded until all have chosen."""
    found, rng = desk("anachrony", at_table=True), Random(3)
    while all(each is None for each in found.game.state.chosen):
        tapped(found, rng)
    record = found.session.recording.records[-1]
    assert found.message == f"recorded #{record.seq}, which stays hidden"
    assert not any(line.startswith(f"#{record.seq} ") for line in found.lines())
    while found.game.state.chosen:
        tapped(found, rng)
    assert any(line.startswith(f"#{record.seq} ") for line in found.lines())


def test_in_anachrony_only_what_differs_from_what_everybody_sees_is_covered():
    found, rng, covered = desk("anachrony", at_table=True), Random(3), 0
    for _ in range(40):
        found.offers()
        covered += found.covered
        tapped(found, rng)
    assert covered < 20


def test_chance_is_drawn_by_a_seed():
    one, same, other = (desk("dice_forge") for _ in range(3))
    for found, seed in ((one, "a"), (same, "a"), (other, "b")):
        for _ in range(4):
            found.draw(seed)
    events = [[record.event for record in found.session.recording.records] for found in (one, same, other)]
    assert events[0] == events[1]
    assert events[0] != events[2]


def test_slips_are_told_and_several_undos_are_done_again_in_order():
    found, rng = desk("daitoshi"), Random(4)
    for _ in range(6):
        tapped(found, rng)
    found.enter("nonsense")
    assert (found.refused, len(found.session.recording.records)) == (True, 6)
    events = [record.event for record in found.session.recording.records]
    for _ in range(3):
        found.enter("undo")
    assert len(found.session.recording.taken_back) == 3
    for _ in range(3):
        found.enter("again")
    assert [record.event for record in found.session.recording.in_force] == events


def test_a_header_without_players_names_them_by_their_seats():
    found = Desk(GameLog(Header("dice_forge", "1", seats=(Seat(), Seat())), []), "game", at_table=False)
    assert [name for name, *_ in found.seats()] == ["seat 1", "seat 2"]
