"""Ledgers read as events: TM-17.2 to TM-17.6; on ledgers printed from self-played games, and in positions."""

from random import Random

import pytest

from engine.games.terra_mystica import ruleset
from engine.games.terra_mystica.readings._moderator import Reader
from engine.intake import Report, examine
from engine.replay import Replay, Stopped
from engine.selfplay import header_for, next_action, selfplay_log
from events.files import Blob
from events.log import GameLog
from events.notations._snellman_commands import parse_commands
from events.record import Header, Seat
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
    Transform,
    UpgradeStructure,
)
from tests.games.terra_mystica.builder import Table, has, position
from tests.games.terra_mystica.ledger_writer import OPTIONS, ledger_text

DEFERRED = {"reaction_timing": "deferred"}
SITE = {
    **OPTIONS,
    "random_seating": False,
    "faction_selection": "player_choice",
    "starting_vp": "standard",
    "ordination_timing": "same_turn",
    "spade_vp_timing": "on_gain",
    "late_key": "same_turn",
}


def reader_of(table: Table, *rows: tuple[str, str]) -> Reader:
    """The reader of a position after rows of (faction, commands)."""
    replay = Replay(table.rules, Header("terra_mystica", "1", {}, (Seat(""),) * len(table.state.players)))
    replay.state = table.state
    reader = Reader(replay)
    for faction, commands in rows:
        for command in parse_commands(commands):
            reader.read(table.seat(faction), command)
    return reader


def ledger_of(table: Table, faction: str, commands: str) -> list[object]:
    """The events that commands of a faction mean in a position."""
    return [event for _, event, _ in reader_of(table, (faction, commands)).replay.played]


def played(table: Table, *rows: tuple[str, str]) -> list[tuple[str | None, object]]:
    """Who did what, by the rows."""
    factions = [player.faction for player in table.state.players]
    events = reader_of(table, *rows).replay.played
    return [(None if seat is None else factions[seat], event) for seat, event, _ in events]


def rejected(table: Table, *rows: tuple[str, str]) -> str:
    """The clause that the rows break."""
    with pytest.raises(Stopped) as stopped:
        reader_of(table, *rows)
    return str(stopped.value.__cause__).split()[0]


# --- whole ledgers --------------------------------------------------------------------------------------------------


def read(text: str) -> Report:
    return examine(Blob("synthetic.txt", text.encode()))


def game(seed: int, policy: str = "random", **options: object) -> GameLog:
    """A game as the moderator would run it."""
    return selfplay_log(ruleset, f"ledger-{seed}", None, {**SITE, **options}, policy)


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(6, 100))])
def test_a_printed_game_is_read_again(seed):
    """TM-17.2, TM-17.3, TM-17.4, TM-17.5: every figure, change and offer fits, and the result is the same."""
    log = game(seed, "random" if seed % 2 else "sensible")
    report = read(ledger_text(log))
    assert report.verdict == "valid", (report.problem, report.replay.broke, report.replay.discrepancies[:3])
    assert report.replay.checked > 11 * len(log.records) // 2
    assert [record.event for record in log.records if not isinstance(record.event, EndTurn)] == [
        event for _, event, _ in report.replay.played if not isinstance(event, EndTurn)
    ]
    assert report.replay.header.expected == {s.seat: s.vp for s in report.replay.standings}
    assert [seat.player for seat in report.replay.header.seats] == [seat.player for seat in log.header.seats]


def test_odd_spellings_are_read_alike():
    """TM-17.1.1: capitals and blanks at will."""
    log = game(3)
    plain, odd = read(ledger_text(log)), read(ledger_text(log, lambda text: f"  {text.upper().replace(' ', '   ')}  "))
    assert odd.verdict == plain.verdict == "valid"
    assert odd.replay.played == plain.replay.played


def test_waiting_and_comments_mean_nothing():
    """TM-17.4.1, TM-17.5.12, TM-17.2.4, TM-17.2.5: `wait` at the end of a row, headers of rounds left out."""
    log = game(5)
    text = ledger_text(log, lambda text: f"{text}. wait" if text and "_" not in text and text[0] not in "[+" else text)
    bare = "\n".join(line for line in text.split("\n") if not line.endswith((" income", ", turn 1")))
    assert read(text).verdict == read(bare).verdict == "valid"


def test_the_options_of_a_ledger():
    """TM-17.4.2, TM-17.6, TM-17.6.2: the site's defaults, and what the head names."""
    options = read(ledger_text(game(1, mini_expansion_towns=True, temple_scoring_tile=False))).replay.state.options
    assert (options.reaction_timing, options.late_key, options.turn_order) == ("deferred", "same_turn", "pass_order")
    assert options.mini_expansion_towns
    assert not options.temple_scoring_tile
    silent = ledger_text(game(1)).replace("option variable-turn-order\n", "").replace("option strict-darkling-sh\n", "")
    stated = read(silent).replay.state.options
    assert (stated.turn_order, stated.ordination_timing) == ("clockwise", "any_time")


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("option fire-and-ice-factions/ice", "fire_ice_factions"),
        ("option merge-income-phases", "income_merged"),
        ("option an-option-nobody-knows", "an-option-nobody-knows"),
        ("map be8f6ebf549404d015547152d5f2a1906ae8dd90", "map"),
        ("map 0123456789012345678901234567890123456789", "map"),
        ("Added final scoring tile: connected-distance", "fire_ice_final_scoring"),
    ],
)
def test_what_is_not_implemented_is_named(line, option):
    """TM-17.6: with the name of the option."""
    report = read(ledger_text(game(2)).replace("option strict-leech", line))
    assert (report.verdict, report.problem.option) == ("unsupported", option)


def test_the_map_with_its_own_starting_vp():
    """TM-17.6.3: one of the two ids of the base map."""
    text = ledger_text(game(2)).replace("option strict-leech", "map 91645cdb135773c2a7a50e5ca9cb18af54c664c4")
    report = read(text)
    assert report.replay.state.options.starting_vp == "original_2017"
    assert report.replay.discrepancies[0].figure == "vp"


def with_a_drop(seed: int) -> GameLog:
    """A game that somebody leaves in its middle."""
    rng = Random(seed)
    replay = Replay(ruleset, header_for(ruleset, f"drop-{seed}", 3, SITE))
    while ruleset.standings(replay.state) is None:
        if replay.seq == 90:
            replay.play(None, DropPlayer(1))
        else:
            replay.play(*next_action(ruleset, replay.state, rng, "random"))
        replay.settle()
    return replay.log()


@pytest.mark.parametrize("seed", range(4))
def test_blank_rows_of_dropped_factions(seed):
    """TM-17.3, TM-17.5.14: cult bonus and income in turn, then the scorings; all compared."""
    text = ledger_text(with_a_drop(seed))
    assert "dropped from the game" in text
    assert any(line.endswith("\t") and line.count("\t") == 14 for line in text.split("\n"))
    report = read(text)
    assert report.verdict == "valid", (report.problem, report.replay.broke, report.replay.discrepancies[:3])
    assert [s.dropped for s in sorted(report.replay.standings)] == [False, True, False]


def test_a_spoilt_figure_of_a_printed_game():
    """TM-17.4.10, TM-17.2.2: found at its line."""
    lines = ledger_text(game(4)).split("\n")
    n = next(n for n, line in enumerate(lines) if "upgrade" in line)
    cells = lines[n].split("\t")
    cells[4] = f"{int(cells[4].split()[0]) + 5} C"
    lines[n] = "\t".join(cells)
    report = read("\n".join(lines))
    assert report.verdict == "discrepant"
    assert (report.replay.discrepancies[0].line, report.replay.discrepancies[0].figure) == (n + 1, "coin")


def test_an_unknown_faction():
    """TM-17.2.1: named at its line."""
    lines = ledger_text(game(4)).split("\n")
    n = next(n for n, line in enumerate(lines) if "upgrade" in line)
    lines[n] = "elves\t" + lines[n].split("\t", 1)[1]
    report = read("\n".join(lines))
    assert (report.verdict, report.replay.broke.line) == ("illegal", n + 1)
    assert report.replay.broke.violation.clause == "TM-17.2.1"


# --- turns ----------------------------------------------------------------------------------------------------------


def test_turns_end_silently():
    """TM-17.4.3, TM-17.2.3: before another player acts, or the same one anew; not before answers."""
    table = position("witches", "nomads", witches=has(dwelling="E9"), nomads=has(dwelling="D7"), options=DEFERRED)
    assert played(table, ("witches", "upgrade E9 to TP"), ("nomads", "leech 1 from witches"), ("nomads", "burn 1")) == [
        ("witches", UpgradeStructure("E9", "trading_house")),
        ("nomads", AcceptPower(1)),
        ("witches", EndTurn()),
        ("nomads", BurnPower(1)),
    ]


def test_the_last_players_turns():
    """TM-17.4.3, TM-17.5.11: each main action that is no follow-up begins a new turn."""
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
    """TM-7.0.2: the reading invents no turn's end for a player who has not acted."""
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


def offered(**nomads):
    """Witches who have offered three and then three power to Nomads."""
    table = position(
        "witches",
        "nomads",
        witches=has(dwelling="E9"),
        nomads=has(**{"temple": "D7", "dwelling": "E10", **nomads}),
        options=DEFERRED,
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
