"""Ledgers read as events: TM-17.2 to TM-17.6; row by row, in positions."""

import pytest

from engine.games.terra_mystica.readings._snellman_commands import read
from engine.games.terra_mystica.readings._snellman_reader import Reader
from engine.replay import Replay, Stopped
from events.log.record import Header, Seat
from events.notations._snellman_commands import parse_commands
from events.vocabulary.terra_mystica import (
    AcceptPower,
    AdjustResources,
    BuildDwelling,
    BurnPower,
    ChooseCultStep,
    ChooseFavorTile,
    ChooseTownTile,
    Convert,
    DeclinePower,
    Dig,
    DropPlayer,
    EndTurn,
    Forfeit,
    FoundMermaidTown,
    OrdainPriests,
    Pass,
    PlaceBridge,
    PowerAction,
    SendPriest,
    SpecialAction,
    TakeUnofferedPower,
    Transform,
    UpgradeStructure,
)
from tests.games.terra_mystica.table import Table, has, position

DEFERRED = {"reaction_timing": "deferred"}


def reader_of(table: Table, *rows: tuple[str, str]) -> Reader:
    """The reader of a position after rows of (faction, commands)."""
    replay = Replay(table.rules, Header("terra_mystica", "1", {}, (Seat(""),) * len(table.state.players)))
    replay.state = table.state
    reader = Reader(replay)
    for faction, commands in rows:
        for command in parse_commands(commands):
            read(reader, table.seat(faction), command)
    return reader


def ledger_of(table: Table, faction: str, commands: str) -> list[object]:
    """The events that commands of a faction mean in a position."""
    return [event for _, event, _ in reader_of(table, (faction, commands)).replay.played]


def played(table: Table, *rows: tuple[str, str]) -> list[tuple[str | None, object]]:
    """The actors and their decisions, by the rows."""
    factions = [player.faction for player in table.state.players]
    events = reader_of(table, *rows).replay.played
    return [(None if seat is None else factions[seat], event) for seat, event, _ in events]


def rejected(table: Table, *rows: tuple[str, str]) -> str:
    """The clause that the rows break."""
    with pytest.raises(Stopped) as stopped:
        reader_of(table, *rows)
    return str(stopped.value).split()[0]


# --- turns ----------------------------------------------------------------------------------------------------------


def test_turns_end_silently():
    """TM-17.4.3, TM-17.2.3: before another player acts, or the same one again; not before answers."""
    table = position("witches", "nomads", witches=has(dwelling="E9"), nomads=has(dwelling="D7"), options=DEFERRED)
    assert played(table, ("witches", "upgrade E9 to TP"), ("nomads", "leech 1 from witches"), ("nomads", "burn 1")) == [
        ("witches", UpgradeStructure("E9", "trading_house")),
        ("nomads", AcceptPower(1)),
        ("witches", EndTurn()),
        ("nomads", BurnPower(1)),
    ]


def test_the_last_players_turns():
    """TM-17.4.3, TM-17.5.11: each main action that is not a follow-up begins a new turn."""
    table = position("witches", "nomads", witches=has(dwelling="E9"), nomads=has(passed=True), options=DEFERRED)
    assert ledger_of(table, "witches", "dig 1. transform F6 to green. build F6. send p to fire. convert 1w to 1c") == [
        Dig(1),
        Transform("F6", "forest", 1),
        BuildDwelling("F6"),
        EndTurn(),
        SendPriest("fire", 3),
        Convert("worker", 1, "coin", 1),
    ]


def test_two_actions_in_one_row():
    """TM-17.5.10: of the Chaos Magicians, with conversions and the pass between them."""
    table = position(
        "chaos_magicians", "nomads", chaos_magicians=has(stronghold="D7", bowls=(0, 0, 12)), options=DEFERRED
    )
    text = "action ACTC. send p to fire. convert 1pw to 1c. pass bon9"
    assert ledger_of(table, "chaos_magicians", text) == [
        SpecialAction("chaos_magicians_stronghold"),
        SendPriest("fire", 3),
        Convert("power", 1, "coin", 1),
        Pass("bonus_dwelling"),
    ]


def test_done():
    """TM-17.4.3: ends the turn, once."""
    table = position("witches", "nomads", options=DEFERRED)
    assert ledger_of(table, "witches", "send p to fire. done. wait") == [SendPriest("fire", 3), EndTurn()]
    table.turn_of("nomads")


def test_nobody_acts_out_of_turn():
    """TM-7.0.2: the reading adds no end of turn for a player who has not acted."""
    table = position("witches", "nomads", options=DEFERRED)
    assert rejected(table, ("nomads", "send p to fire")) == "TM-7.0.2"


# --- land -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dig 1. build F6", [Dig(1), Transform("F6", "forest", 1), BuildDwelling("F6")]),
        ("dig 1. dig 1. build E10", [Dig(1), Dig(1), Transform("E10", "forest", 2), BuildDwelling("E10")]),
        (
            "action ACT5. dig 1. build E10",
            [PowerAction("power_spade"), Dig(1), Transform("E10", "forest", 2), BuildDwelling("E10")],
        ),
        (
            "action ACT6. transform F6 to green. build E11",
            [
                PowerAction("power_two_spades"),
                Transform("F6", "forest", 1),
                Transform("E11", "forest", 1),
                BuildDwelling("E11"),
            ],
        ),
        ("build F5", [BuildDwelling("F5")]),
        ("dig 5. build E10", [Dig(5), Transform("E10", "forest", 5), BuildDwelling("E10")]),
        ("dig 1. transform F6", [Dig(1), Transform("F6", "forest", 1)]),
        ("dig 1. transform E10", [Dig(1), Transform("E10", "lakes", 1)]),
        ("dig 1. transform D7 to grey", [Dig(1), Transform("D7", "mountains", 1)]),
    ],
)
def test_implied_transforms(text, expected):
    """TM-17.4.4, TM-17.4.5, TM-17.5.4: `build` on foreign land, `transform` without a colour."""
    table = position(
        "witches",
        "nomads",
        witches=has(dwelling="E9 D8", exchange=2, bowls=(0, 0, 12)),
        terrain={"F5": "forest", "E11": "lakes"},
        options=DEFERRED,
    )
    assert ledger_of(table, "witches", text) == expected


def test_a_transform_is_implied_only_with_spades():
    """TM-17.4.4: it never implies `dig`."""
    table = position("witches", "nomads", witches=has(dwelling="E9"), options=DEFERRED)
    assert rejected(table, ("witches", "build F6")) == "TM-7.3.1"
    assert rejected(position("witches", "nomads", options=DEFERRED), ("witches", "build Z9")) == "TM-7.4.1"
    assert rejected(position("witches", "nomads", options=DEFERRED), ("witches", "transform r3 to green")) == "TM-7.3.1"


def test_sandstorm_and_ride():
    """TM-17.4.4: without spades."""
    nomads = position("nomads", "witches", nomads=has(stronghold="E8"), options=DEFERRED)
    expected = [SpecialAction("nomads_stronghold"), Transform("E7", "desert", 0), BuildDwelling("E7")]
    assert ledger_of(nomads, "nomads", "action ACTN. build E7") == expected
    witches = position("witches", "nomads", witches=has(stronghold="E9"), options=DEFERRED)
    assert ledger_of(witches, "witches", "action ACTW. build I6") == [
        SpecialAction("witches_stronghold"),
        BuildDwelling("I6"),
    ]


def test_phase_three_in_a_row_with_the_income():
    """TM-17.4.9: the last spade, and after it the income."""
    table = position("witches", "nomads", witches=has(dwelling="E9", cult="0/0/4/0"), options=DEFERRED)
    events = played(table, ("witches", "pass bon9"), ("nomads", "pass bon2"), ("witches", "transform F6 to green"))
    assert events[-1] == ("witches", Transform("F6", "forest", 1))
    table.settled().then(round=2)


# --- offers ---------------------------------------------------------------------------------------------------------


def offered(options=DEFERRED, **nomads):
    """Witches who have twice offered three power to Nomads."""
    table = position(
        "witches",
        "nomads",
        witches=has(dwelling="E9"),
        nomads=has(**{"temple": "D7", "dwelling": "E10", **nomads}),
        options=options,
        actions=2,
    )
    table.does("witches", UpgradeStructure("E9", "trading_house"), UpgradeStructure("E9", "temple"))
    table.does("witches", ChooseFavorTile("favor_fire_1"))
    return table


def test_the_oldest_offer_of_that_amount():
    """TM-17.4.6: by giver and full amount; or by what can be gained; or without a giver."""
    assert ledger_of(offered(), "nomads", "leech 3 from witches. decline 3 from witches") == [
        AcceptPower(1),
        DeclinePower(2),
    ]
    assert ledger_of(offered(), "nomads", "leech 3") == [AcceptPower(1)]
    assert ledger_of(offered(vp=1), "nomads", "leech 2 from witches") == [AcceptPower(1)]


def test_a_bare_decline():
    """TM-17.5.13: all open offers."""
    assert ledger_of(offered(), "nomads", "decline") == [DeclinePower(1), DeclinePower(2)]


def test_answers_to_void_offers():
    """TM-17.4.7: are dropped, each once."""
    table = offered(bowls=(0, 0, 12))
    assert ledger_of(table, "nomads", "leech 3 from witches. decline 3 from witches") == []
    assert rejected(offered(bowls=(0, 0, 12)), ("nomads", "leech 3 from witches. " * 3)) == "TM-7.12.1"


def test_answers_to_no_offer():
    """TM-17.4.6, TM-7.12.1: another amount, or another giver."""
    assert rejected(offered(), ("nomads", "leech 5 from witches")) == "TM-7.12.1"
    assert rejected(offered(), ("nomads", "leech 3 from nomads")) == "TM-7.12.1"


def test_leeches_without_an_offer():
    """TM-17.5.15: where `strict-leech` is absent they are played as such; offers that fit come first."""
    loose = DEFERRED | {"loose_leech": True}
    assert ledger_of(offered(loose), "nomads", "leech 5 from witches") == [TakeUnofferedPower(5, 0)]
    assert ledger_of(offered(loose), "nomads", "leech 2") == [TakeUnofferedPower(2)]
    assert ledger_of(offered(loose), "nomads", "leech 3 from witches") == [AcceptPower(1)]
    assert rejected(offered(loose), ("nomads", "decline 5 from witches")) == "TM-7.12.1"


def test_offers_never_answered():
    """TM-17.4.8, TM-17.5.1: a main action declines them; late answers count all the same."""
    table = offered()
    events = ledger_of(table, "nomads", "burn 1. send p to fire")
    assert events == [EndTurn(), BurnPower(1), SendPriest("fire", 3)]
    table.offers()


def test_conversions_before_an_answer():
    """TM-17.5.3: burning and converting with offers open."""
    events = ledger_of(offered(), "nomads", "burn 2. leech 3 from witches. convert 1pw to 1c")
    assert events == [EndTurn(), BurnPower(2), AcceptPower(1), Convert("power", 1, "coin", 1)]


# --- Cultists -------------------------------------------------------------------------------------------------------


def cultists(**options):
    return position(
        "cultists",
        "nomads",
        "giants",
        cultists=has(dwelling="E9"),
        nomads=has(dwelling="D7"),
        giants=has(dwelling="E10", **options),
        options=DEFERRED,
    )


def test_late_steps_of_the_cultists():
    """TM-17.5.2, TM-6.5.7: their turn was over before the answer came; the step is taken later."""
    events = played(
        cultists(),
        ("cultists", "upgrade E9 to TP"),
        ("nomads", "leech 1 from cultists"),
        ("nomads", "send p to fire"),
        ("cultists", "+AIR"),
    )
    assert events == [
        ("cultists", UpgradeStructure("E9", "trading_house")),
        ("cultists", EndTurn()),
        ("nomads", AcceptPower(1)),
        ("nomads", SendPriest("fire", 3)),
        ("cultists", ChooseCultStep("air")),
    ]


def test_a_step_after_the_last_pass():
    """TM-17.5.7: by the last unpassed player."""
    table = position(
        "cultists",
        "nomads",
        cultists=has(dwelling="E9"),
        nomads=has(dwelling="D7", passed=True),
        options=DEFERRED,
    )
    events = played(
        table,
        ("cultists", "upgrade E9 to TP"),
        ("nomads", "leech 1 from cultists"),
        ("cultists", "pass bon9"),
        ("cultists", "+AIR"),
    )
    assert events[-2:] == [("cultists", Pass("bonus_dwelling")), ("cultists", ChooseCultStep("air"))]
    table.settled().then(round=2)


def test_steps_written_as_one():
    """TM-17.1: `+2FIRE` for the two steps of the Auren, and for twice one."""
    auren = position("auren", "nomads", auren=has(cult_owed=[2]), options=DEFERRED)
    assert ledger_of(auren, "auren", "+2FIRE") == [ChooseCultStep("fire")]
    twice = position("cultists", "nomads", cultists=has(cult_owed=[1, 1]), options=DEFERRED)
    assert ledger_of(twice, "cultists", "+2FIRE") == [ChooseCultStep("fire")] * 2


# --- tiles and the rest ---------------------------------------------------------------------------------------------


def test_which_track_gets_the_key():
    """TM-17.5.5: stepped down before the tile, it comes last to the key."""

    def at(cult):
        return position("cultists", "nomads", cultists=has(cult=cult, towns_owed=1), options=DEFERRED)

    table = at("6/9/4/9")
    assert ledger_of(table, "cultists", "-water. +TW5") == [ChooseTownTile("town_8vp_cult", ("air",))]
    table.has("cultists", cult="7/9/5/10")
    assert ledger_of(at("6/9/4/9"), "cultists", "-air. +TW5") == [ChooseTownTile("town_8vp_cult")]
    assert ledger_of(at("6/9/4/4"), "cultists", "-water. +TW5") == [ChooseTownTile("town_8vp_cult")]


def test_tiles_in_any_order():
    """TM-17.5.6: `+TW1. +FAV12` and the other way round; `+2TW2` is two tiles."""

    def at():
        return position("witches", "nomads", witches=has(towns_owed=2, favors_owed=1), options=DEFERRED)

    assert ledger_of(at(), "witches", "+TW1. +FAV12") == [ChooseTownTile("town_5vp_6c"), ChooseFavorTile("favor_air_1")]
    assert (
        ledger_of(at(), "witches", "+FAV12. +2TW2")
        == [ChooseFavorTile("favor_air_1")] + [ChooseTownTile("town_7vp_2w")] * 2
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("send p to fire", SendPriest("fire", 2)),
        ("send p to fire for 1", SendPriest("fire", 1)),
        ("bridge C2:D4", PlaceBridge("C2", "D4")),
        ("-BRIDGE", Forfeit("bridge")),
        ("-2w", AdjustResources("worker", -2)),
        ("convert 1w to 1p", OrdainPriests(1)),
        ("resign", DropPlayer(0)),
        ("drop-faction nomads", DropPlayer(1)),
    ],
)
def test_single_commands(text, expected):
    """TM-17.1, TM-17.5.13, TM-17.5.9: what each means."""
    faction = "darklings" if text.startswith("convert") else "witches"
    things = has(dwelling="C2", ordination=3 if faction == "darklings" else 0)
    table = position(faction, "nomads", **{faction: things}, nomads=has(orders={"fire": [3]}), options=DEFERRED)
    table.state.followup.bridges = int("ridge" in text.lower())
    assert ledger_of(table, faction, text) == [expected]


def test_the_best_space_for_a_priest():
    """TM-17.1: three, else two, else the supply."""
    taken = position("witches", "nomads", nomads=has(orders={"fire": [3, 2, 2, 2]}), options=DEFERRED)
    assert ledger_of(taken, "witches", "send p to fire") == [SendPriest("fire", 1)]


@pytest.mark.parametrize(
    ("text", "river"),
    [("connect r8", "r8"), ("connect B2:C1", "r1"), ("connect C1:B2:D3", "r8"), ("connect B2:D3", "r8")],
)
def test_mermaids_connect(text, river):
    """TM-17.1: by the river hex, or by the land on its banks: any river hex that all of it touches."""
    table = position(
        "mermaids",
        "nomads",
        mermaids=has(stronghold="C1", temple="D2", trading_house="B2", dwelling="B3"),
        options=DEFERRED,
    )
    assert ledger_of(table, "mermaids", text) == [FoundMermaidTown(river)]
