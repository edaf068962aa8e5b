"""What a reading of packets looks up instead of computing it again must be what it would compute."""

from random import Random

import pytest

from engine.games.anachrony.components import BREAKTHROUGHS
from engine.games.anachrony.figures import FIGURES, figures, has
from engine.games.anachrony.readings import _bga_traces as t
from engine.games.anachrony.readings import _bga_unseen
from engine.games.anachrony.readings._bga_branch import Astray, Branch, continues
from engine.games.anachrony.readings._bga_facts import Facts
from engine.games.anachrony.readings._bga_heads import _costs, next_head
from engine.games.anachrony.readings._bga_phases import phase_end, sum_of
from engine.games.anachrony.readings._bga_unseen import Looked, go_along, units_of
from engine.games.anachrony.scoring import categories, provisional
from engine.replay import Replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from engine.snapshot import fork
from events.notations._bga_packets import Answer, Notification, archive
from events.notations.bga_anachrony import _answer, _arguments
from events.vocabulary.anachrony import Payment, PlaceWorker, StartingBreakthrough

RULES = ruleset("anachrony")
NO_FACTS = Facts([], False, [], "", [], [])


def positions(seed, players):
    """Every position of a game from the choice of the Paths on, after each event."""
    log = selfplay_log(RULES, seed, players, {}, "sensible")
    game = Replay(RULES, log.header)
    for record in log.records:
        game.play(record.actor, record.event)
        if all(player.board for player in game.state.players):
            yield game.state


@pytest.mark.parametrize("seed", ["known-1", "known-2"])
def test_known_scores(seed):
    """AN-16.52: with everything that is known from earlier positions, the score is still that of all categories."""
    known = {}
    stated = 0
    for state in positions(seed, 3):
        for player in state.players:
            stated += 1
            assert provisional(state, player, known) == sum(categories(state, player).values())
    assert len(known) < stated / 2  # it is worth keeping them


def test_some_figures():
    """Whether a player has some figures is what all figures say."""
    rng = Random(1)
    for state in positions("some", 2):
        for player in state.players:
            every = figures(state, player.seat)
            some = {name: every[name] for name in rng.sample(FIGURES, 3)}
            assert has(player, some)
            name = rng.choice([*some])
            assert not has(player, some | {name: some[name] + 1})
    assert has(player, every)


def branch(*traces):
    """A branch that stands before these traces, in the first position of a game for two."""
    log = selfplay_log(RULES, "branch", 2, {}, "sensible")
    return Branch(RULES, RULES.start(log.header), list(traces), NO_FACTS)


def test_where_phases_end_and_heads_stand():
    """The next beginning and the next head from each place; none beyond the end of its phase."""
    kinds = [t.Figures(), t.Passed(), t.Paid(amounts={}), t.Phase(number=6), t.Figures(), t.Freed(space="supply")]
    reading = branch(*kinds, t.NewEra(era=2, superproject="", cubes=(), workers=()), t.Passed())
    assert [phase_end(reading, place) for place in range(9)] == [3, 3, 3, 3, 6, 6, 6, 8, 8]
    assert [next_head(reading, place) for place in range(9)] == [1, 1, None, None, 5, 5, None, 7, None]


def test_a_figure_is_compared_again_when_it_changes():
    """AN-16.51: every change is stated, so a figure that changes without being stated differs."""
    reading = branch(
        t.Figures(seen={(0, "water"): 0, (1, "gold"): 0}), t.Figures(seen={(0, "paradox"): 0}), t.Figures()
    )
    reading.compare(1)
    reading.state.players[1].gold = 2
    with pytest.raises(Astray, match="gold of seat 2: stated 0, computed 2"):
        reading.compare(2)
    assert reading.compared == 1  # a difference leaves the branch as it was, and is found again
    with pytest.raises(Astray, match="gold of seat 2"):
        reading.compare(2)
    reading.compare(2, lenient=True)
    reading.compare(3)  # a known difference is not new
    assert [row[:3] for row in reading.script] == [
        ("observe", 0, {"water": 0}),
        ("observe", 1, {"gold": 0}),
        ("observe", 0, {"paradox": 0}),
    ]


def test_the_first_of_several_differences_is_the_one_stated_first():
    """Whichever was stated last, and whoever it belongs to."""
    reading = branch(
        t.Figures(seen={(1, "gold"): 0, (0, "water"): 0}), t.Figures(seen={(1, "water"): 0, (1, "gold"): 0})
    )
    reading.compare(1)
    for player in reading.state.players:
        player.gold, player.water = 5, 7
    with pytest.raises(Astray, match="gold of seat 2: stated 0, computed 5"):
        reading.compare(2)


def test_notifications_of_the_framework_make_no_entries():
    """AN-16.8: only one that begins a packet does, as a packet without a prompt ends a block."""
    packets = """{"data": {"logs": [
        {"packet_id": 1, "data": [{"uid": "a", "type": "note"}, {"uid": "b", "type": "clockalert"}]},
        {"packet_id": 2, "data": [{"uid": "c", "type": "clockalert"}, {"uid": "d", "type": "message"}]},
        {"packet_id": 3, "data": [{"uid": "c", "type": "clockalert"}, {"uid": "e", "type": "message"}]}]}}"""
    assert [(entry.packet, entry.uid) for entry in archive(packets, _answer(), _arguments).entries] == [
        (1, "a"),
        (2, "c"),
        (3, "e"),
    ]


@pytest.mark.parametrize("args", ["[]", "{}", '{"nb": 3}', "null", "3", '[{"a": 1}]', None])
@pytest.mark.parametrize("kind", ["note", "clockalert", "gameStateChange", "undoRestorePoint", "unheard-of"])
def test_arguments_of_any_kind(kind, args):
    """Decoded by the types of the notifications, or one by one as they come: the same is read of them."""
    state = '{"uid": "c", "type": "gameStateChange", "log": "", "args": {"id": "5", "active_player": 7, "args": {}}}'
    note = f'{{"uid": "b", "log": 1, "type": "{kind}"{"" if args is None else f", {chr(34)}args{chr(34)}: {args}"}}}'
    text = f'{{"data": {{"logs": [{{"packet_id": "7", "data": [{{"uid": "a", "type": "note"}}, {note}, {state}]}}]}}}}'
    typed, untyped = (archive(text, form, _arguments).entries for form in (_answer(), Answer[Notification]))
    assert typed == untyped
    assert {entry.uid for entry in typed} >= {"a", "c"}


def test_the_likeliest_is_tried_first():
    """What is paid after a placement, and what is gained next, decide the order of the ways to try."""
    cubes = t.Placed(space="", worker="genius"), t.Paid(amounts={"gold": 1}), t.Paid(amounts={"titanium": 1})
    reading = branch(*cubes, t.Gained(amounts={"water": 2}), t.Paid(amounts={"gold": 1}))
    assert sum_of(reading, t.Paid, 1, 5) == {"gold": 1, "titanium": 1}
    assert sum_of(reading, t.Paid, 1, 2) == {"gold": 1}
    assert sum_of(reading, t.Gained, 1, 5) == {}
    for payment, fits in (
        (Payment(tug=("titanium", "gold")), True),
        (Payment(tug=("gold", "gold")), False),
        (Payment(neutronium=1, tug=("gold",)), False),
        (None, False),
    ):
        assert _costs(PlaceWorker("anomaly_lab_1", "genius", payment), sum_of(reading, t.Paid, 1, 5)) == fits


def rows_of(log):
    """What a script says of a log: its events, and after every seventh the figures and scores of all seats."""
    game = Replay(RULES, log.header)
    for number, record in enumerate(log.records):
        game.play(record.actor, record.event)
        yield ("play", record.actor, record.event, 0)
        game.settle()
        for player in game.state.players if number % 7 == 0 and game.state.phase != "setup" else ():
            after = game.steps_done[-1] if game.steps_done else ""
            yield ("observe", player.seat, figures(game.state, player.seat), 0, after)
            yield ("score", player.seat, (score := sum(categories(game.state, player).values())), score, 0, after)


@pytest.mark.parametrize("seed", ["along-2", "along-4"])
def test_what_goes_along_ends_as_if_it_were_played(seed):
    """AN-16.71: every other starting Breakthrough fits exactly if it does when all of the game is played from it."""
    log = selfplay_log(RULES, seed, 3, {}, "sensible")
    rows = list(rows_of(log))
    begun = next(n for n, row in enumerate(rows) if row[0] == "play" and isinstance(row[2], StartingBreakthrough))
    seat, first, *units = rows[begun][2].player, *units_of(rows[begun:])
    position = RULES.start(log.header)
    assert continues(RULES, position, rows[:begun], {})
    others = []
    for face in BREAKTHROUGHS:
        others.append(fork(position))
        assert continues(RULES, others[-1], [("play", None, StartingBreakthrough(seat, *face.split("/")), 0)], {})
    assert continues(RULES, position, first, {})

    reached = go_along(RULES, seat, position, [fork(other) for other in others], units, {})
    fitting = 0
    for other, along in zip(others, reached, strict=True):
        fits = continues(RULES, other, [row for unit in units for row in unit], {})
        fitting += fits
        if along is None:
            assert not fits
            continue
        state, place = along
        assert continues(RULES, state, [row for unit in units[place:] for row in unit], {}) == fits
        assert state == other or not fits
    assert 1 <= fitting < len(others)


def test_a_score_tells_breakthroughs_apart():
    """AN-16.71: also where the rules do not look at them."""
    state = fork(next(positions("apart", 2)))
    score = sum(categories(state, state.players[1]).values())
    same, more = fork(state), fork(state)
    more.players[1].breakthroughs[3] += 1
    reached = go_along(RULES, 1, state, [same, more], [[("score", 1, score, score, 0, "")]], {})
    assert [along and along[1] for along in reached] == [1, None]


@pytest.mark.parametrize(
    "look", [bool, len, sum, any, list, tuple, hash, lambda it: it[0], lambda it: it == [], lambda it: 1 in it]
)
def test_nobody_can_look_at_what_is_hidden(look):
    """Any way to look at a list raises."""
    with pytest.raises((Looked, TypeError)):
        look(_bga_unseen._HIDDEN)
