"""Commands of the moderator for Fire & Ice: TM-17.1."""

import pytest

from engine.games.terra_mystica.readings._snellman_commands import read
from engine.games.terra_mystica.readings._snellman_reader import Reader
from engine.replay import Replay
from engine.rules import ruleset
from events.log.record import Header, Seat
from events.notations._snellman_commands import parse_commands
from events.vocabulary import terra_mystica as events
from tests.games.terra_mystica.table import has
from tests.games.terra_mystica.test_fire_ice import ice, table
from tests.games.terra_mystica.test_fire_ice_variable import shifters, walkers
from tests.games.terra_mystica.test_fire_ice_volcano import acolytes, dragons

TERRA_MYSTICA = ruleset("terra_mystica")


def said(at, seat, text, *, short_way=False):
    """The events that the commands of a seat become; `short_way` if only the moderator plays with `loose-dig`."""
    replay = Replay(TERRA_MYSTICA, Header("terra_mystica", "1", {}, tuple(Seat("") for _ in at.state.players)))
    replay.state = at.state
    reader = Reader(replay)
    reader.short_way = short_way
    for command in parse_commands(text):
        read(reader, seat, command)
    return [event for _, event, _ in replay.played]


def test_ice_and_volcano():
    """TM-17.4.4, TM-16.3.1, TM-16.4.1: the transform a `build` implies, and colours."""
    assert said(ice(), 0, "dig 2. build A2")[1:] == [events.Transform("A2", "ice", 2), events.BuildDwelling("A2")]
    assert said(ice(), 0, "dig 2. transform A2 to ice")[1:] == [events.Transform("A2", "ice", 2)]
    volcano = [events.Transform("A4", "volcano", 0), events.BuildDwelling("A4")]
    assert said(dragons(), 0, "dig 1. build A4")[1:] == volcano
    assert said(dragons(), 0, "dig 1. transform A4 to volcano. build A4")[1:] == volcano


def test_lost_steps():
    """TM-16.4.2: `-4EARTH` of the Acolytes."""
    assert said(acolytes(), 0, "dig 1. transform A2 to volcano. -4EARTH")[-1] == events.LoseCult("earth")


def test_steps_given_up():
    """TM-17.6: with `loose_cult_loss`, `-C` is a separate command."""
    at = table("witches", "nomads", witches=has(cult="0/0/8/0"), options={"loose_cult_loss": True})
    assert said(at, 0, "-earth") == [events.AdjustResources("earth", -1)]


@pytest.mark.parametrize(
    ("text", "event"), [("gain P3 for VP", events.BuyToken()), ("-GAIN_P3_FOR_VP", events.Forfeit("token"))]
)
def test_tokens(text, event):
    """TM-16.6.1: bought or not."""
    assert said(shifters(tokens_owed=1), 0, text) == [event]


@pytest.mark.parametrize(
    ("version", "text", "action"),
    [("v1", "ACTH1", "shapeshift_power"), ("v4", "ACTH4", "shapeshift_tokens"), ("v5", "ACTH5", "shapeshift_power")],
)
def test_shifts(version, text, action):
    """TM-16.7.1, TM-16.6.3: the codes of the editions."""
    at = shifters(version, stronghold="A7", bowls=(0, 0, 8))
    assert said(at, 0, f"action {text}. pick-color blue") == [
        events.SpecialAction(action),
        events.ChooseHomeTerrain("lakes"),
    ]


def test_unlocking():
    """TM-16.8.4: a terrain, or the priest."""
    text = "unlock-terrain blue. unlock-terrain gain-priest"
    assert said(walkers(unlocks_owed=2), 0, text) == [events.UnlockTerrain("lakes"), events.TakePriest()]
