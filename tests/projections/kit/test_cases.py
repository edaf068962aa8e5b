"""The cases of a kit: what they say is so, rare things are among them, the same seed gives the same bytes."""

import gzip
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Struct, structs

from engine.address import goto
from engine.clause import Violation
from engine.intake import examine
from engine.rules import games, ruleset
from engine.selfplay import header_for, perft, selfplay_log
from events.files import Blob
from events.log.codec import encode
from events.log.native import GameLog, read
from events.log.record import Header
from events.vocabulary.daitoshi import CommitInventions, Pick
from events.vocabulary.gaia import CardDeclared, Definition, DiscardCard, PlayPower
from events.vocabulary.gaia import Hunt as HuntAnimals
from projections.game.catalogues import own_catalogue
from projections.kit.cases import NOWHERE
from projections.kit.coverage import breakable, clauses_of_kinds
from projections.kit.faults import Hunt
from projections.kit.fields import may_be_none
from projections.kit.headers import spoilt_headers
from projections.kit.making import Made, Sizes, Task, make
from projections.kit.near_misses import Values, changed, crossed, held_by, well_typed
from projections.kit.near_misses import made as made_of
from projections.kit.positions import Place, drawn, figures, offered, perft_counts
from projections.kit.traits import tag
from tests.projections.kit.conftest import make_quick
from tests.support import PROJECT

SIZES = Sizes(positions=30, games=4, illegal=60)
MORE = Sizes(positions=30, games=16, illegal=60)
"""Enough games of a small game for those with its cards to be among them."""
_made: dict[str, Made] = {}


def made(game: str) -> Made:
    if game not in _made:
        with pytest.MonkeyPatch.context() as patched:
            make_quick(patched)
            _made[game] = make(Task(game, 4, SIZES))
    return _made[game]


def cases(game: str, topic: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(made(game).files[f"{topic}.jsonl.gz"]).splitlines()]


def log_of(game: str, name: str) -> list[Any]:
    lines: list[Any] = next(case["log"] for case in cases(game, "games") if case["id"] == name)
    return lines


def in_bytes(lines: list[Any]) -> bytes:
    return b"\n".join(map(msgspec.json.encode, lines))


@pytest.fixture(params=["nim", *(pytest.param(game, marks=pytest.mark.long) for game in games())])
def game(request: pytest.FixtureRequest, nim: str) -> str:
    name: str = request.param
    return name


def read_log(game: str, name: str) -> GameLog:
    return read(in_bytes(log_of(game, name)).splitlines())


def test_a_position_states_what_the_rules_say(game: str) -> None:
    rules = ruleset(game)
    for case in cases(game, "positions"):
        log = read_log(game, case["game"])
        there = goto(rules, log, f"#{case['at']}")
        legal = [{"actor": actor, "event": json.loads(msgspec.json.encode(event))} for actor, event in
                 rules.legal(there.state)]  # fmt: skip
        assert sorted(map(repr, case["expect"]["legal"])) == sorted(map(repr, legal))
        counts = case["expect"]["perft"]
        assert counts == [perft(rules, there.state, depth) for depth in range(1, len(counts) + 1)]
        seats = range(len(log.header.seats))
        assert case["expect"]["figures"] == [list(rules.figures(there.state, seat).values()) for seat in seats]
        whole = next(each for each in cases(game, "games") if each["id"] == case["game"])
        assert case["at"] == 0 or whole["expect"]["choices"][case["at"] - 1] == len(legal)


def test_what_is_tried_in_a_position_is_not_offered_and_judged_by_the_rules(game: str) -> None:
    """Each by itself, none twice; most of it is refused."""
    tried = accepted = 0
    for case in cases(game, "positions"):
        expected, spelled = case["expect"], [repr(each) for each in case["tried"]]
        assert len(spelled) == len(set(spelled))
        assert not {*spelled} & {repr(each) for each in expected["legal"]}
        lines = log_of(game, case["game"])[: case["at"] + 1]
        for number, each in enumerate(case["tried"][:5]):
            blob = Blob("case", in_bytes([*lines, {"seq": case["at"] + 1, **each}]))
            replay = examine(blob, "native").replay
            assert replay is not None
            assert (replay.broke is None) == (number in expected["accepted"]), case["id"]
        tried, accepted = tried + len(spelled), accepted + len(expected["accepted"])
    assert tried > 100
    assert accepted < tried / 3


def test_what_is_played_in_a_position_leads_where_the_rules_say(game: str) -> None:
    """Each by itself; most of it is legal, and none is played twice in a position."""
    legal = played = 0
    for case in cases(game, "positions"):
        expected, spelled = case["expect"], [repr(each) for each in case["played"]]
        assert len(spelled) == len(set(spelled)) == len(expected["reached"]) == len(expected["choices"])
        lines = log_of(game, case["game"])[: case["at"] + 1]
        for number, each in list(enumerate(case["played"]))[:3]:
            replay = examine(Blob("case", in_bytes([*lines, {"seq": case["at"] + 1, **each}])), "native").replay
            assert replay is not None
            assert replay.broke is None, case["id"]
            assert expected["reached"][number] == figures(replay)
            assert expected["choices"][number] == offered(replay).number
        legal += len({*spelled} & {repr(each) for each in expected["legal"]})
        played += len(spelled)
    assert played > legal / 2 > 20


def test_figures_and_entries_agree(game: str) -> None:
    """The entries of the next record lead from the figures of a position to those after that record."""
    names = made(game).about.figures
    for case in cases(game, "positions"):
        whole = next(each for each in cases(game, "games") if each["id"] == case["game"])
        then = [list(row) for row in case["expect"]["figures"]]
        for entry in case["expect"]["entries"]:
            if entry["figure"] in names:
                then[entry["seat"]][names.index(entry["figure"])] += entry["delta"]
        assert then == whole["expect"]["figures"][case["at"]]


def test_an_illegal_log_breaks_that_clause_where_logs_come_in(game: str) -> None:
    for case in cases(game, "illegal"):
        lines = [case["header"]] if "header" in case else log_of(game, case["game"])[: case["at"] + 1]
        report = examine(Blob("case", in_bytes([*lines, *([case["record"]] if "record" in case else [])])), "native")
        broke = report.replay.broke if report.replay else None
        unread = (0, getattr(report.problem, "clause", "")) if report.problem else (NOWHERE, "")
        found = (broke.seq, broke.violation.clause) if broke else unread
        assert found == (case["expect"]["seq"], case["expect"]["clause"]), case["id"]
        assert case["expect"]["clause"] not in case["may"]


def test_what_was_possible_instead_is_legal_and_one_step_away(game: str) -> None:
    rules, looked = ruleset(game), 0
    for case in cases(game, "illegal"):
        if "instead" in case:
            log, was, instead = log_of(game, case["game"]), case["record"], case["instead"]
            report = examine(Blob("case", in_bytes([*log[: case["at"] + 1], {"seq": was["seq"], **instead}])))
            assert report.replay is not None
            assert report.replay.broke is None
            apart = [name for name in {*was["event"], *instead["event"]}
                     if was["event"].get(name) != instead["event"].get(name)]  # fmt: skip
            assert len(apart) + (was["actor"] != instead["actor"]) == 1 or rules.order.form == case["expect"]["clause"]
            looked += 1
    assert looked > 10


def test_hidden_facts_leave_something_out_and_the_truth_in(game: str) -> None:
    for case in cases(game, "hidden") if "hidden.jsonl.gz" in made(game).files else []:
        event = log_of(game, case["game"])[case["seq"]]["event"]
        assert event.get(case["field"]) in case["expect"]["values"] or ruleset(game).respelled
        assert case["last"] >= case["seq"]


def test_the_clauses_of_nim_are_broken(nim: str) -> None:
    """All that its rules name; among them those of the cards, without which this toy is mostly played."""
    covered = make(Task(nim, 4, MORE)).coverage
    assert covered.not_broken == []
    assert {*covered.broken, *covered.not_broken} == breakable("nim")
    assert all(len(cases) > 1 for clause, cases in covered.broken.items() if clause not in {"NIM-7", "NIM-8"})


def test_few_headers_break_as_many_clauses_as_they_can() -> None:
    """Illegal headers leave room for illegal records, and one of each clause comes before the second of any."""
    header = header_for(ruleset("gaia"), "few", 2, {})
    many, few = (spoilt_headers(ruleset("gaia"), [header], Random(1), most) for most in (500, 5))
    clauses = {clause for _, clause in many}
    assert len(many) > 5 == len(few)
    assert len({clause for _, clause in few}) == min(5, len(clauses))
    assert all(each in many for each in few)


def test_overrides_are_spoilt_and_changed_together() -> None:
    """What can be wrong with an override comes before the places where it is; accepted ones stand in one header."""
    rules = ruleset("anachrony")
    header = header_for(rules, "overrides", 3, {}, drawing=False)
    spoilt = spoilt_headers(rules, [header], Random(1), 200)
    accepted = [data["options"]["overrides"] for data, clause in spoilt if not clause]
    assert max(map(len, accepted)) > 5
    refused = [(data, clause) for data, clause in spoilt if clause == "AN-1.6" and "overrides" in data["options"]]
    reasons = set()
    for data, _ in refused:
        with pytest.raises(Violation) as broke:
            rules.start(msgspec.convert(data, Header))
        reasons.add((*broke.value.facts, str(broke.value.facts.get("expected"))[:20]))
    assert len(reasons) > 4
    stated = [each for data, _ in refused if isinstance(each := data["options"]["overrides"], list)]
    tables = {str(each[-1].get("table")) for each in stated if each and isinstance(each[-1], dict)}
    assert len(tables) > 3


def test_kinds_of_events_lead_to_clauses() -> None:
    assert clauses_of_kinds("gaia")["hunt"] == ["GA-7.1"]


def test_a_rare_kind_is_among_the_positions() -> None:
    places = [Place(0, at, frozenset({"take"})) for at in range(500)] + [Place(1, 3, frozenset({"take", "toss"}))]
    chosen = drawn(places, 20, Random(1))
    assert len(chosen) == 20
    assert places[-1] in chosen
    assert chosen == sorted(chosen, key=lambda place: (place.game, place.at))


def test_counting_stops_where_there_are_too_many(nim: str) -> None:
    rules = ruleset("nim")
    log = selfplay_log(rules, "kit", 2, {}, "random")
    state = goto(rules, log, "start").state
    counts = perft_counts(rules, state, 30)
    assert counts == [perft(rules, state, depth) for depth in range(1, len(counts) + 1)]
    assert perft(rules, state, len(counts) + 1) > 30 or len(counts) == 6


@pytest.mark.parametrize("game", ["daitoshi", "gaia"])
def test_the_house_catalogue_in_full_is_the_house_catalogue(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A header that states all its values begins the same game; so a kit can spoil one value at a time."""
    make_quick(monkeypatch)
    rules = ruleset(game)
    header = header_for(rules, "kit", 3, {}, drawing=False)
    in_full = structs.replace(header, catalogue=json.loads(encode(own_catalogue(game).in_full())))
    assert list(rules.legal(rules.start(in_full))) == list(rules.legal(rules.start(header)))
    spoilt = spoilt_headers(rules, [header], Random(1), 500)
    assert len({clause for _, clause in spoilt}) > 3
    accepted = [data["catalogue"] for data, clause in spoilt if not clause]
    assert accepted
    assert in_full.catalogue not in accepted


def test_words_that_the_player_holds_are_tried() -> None:
    """Where a field has words: those of the player's own tiles, cards or places come up more often than others."""

    class Tile(Struct, frozen=True, tag="tile"):
        name: str

    class Player(Struct):
        tiles: list[str]
        cards: dict[str, int]

    names = [f"tile {number}" for number in range(100)]
    values, rng = Values(map(Tile, names)), Random(1)
    held = held_by(Player(["tile 3"], {"tile 5": 2, "tile 7": 0}))
    assert held == {"tile 3", "tile 5"}
    tried = [changed(Tile("tile 1"), "name", values, rng, held).name for _ in range(300)]
    assert sum(name in held for name in tried) > 60
    assert len(set(tried)) > 20


def test_a_field_that_no_game_states_is_tried_with_what_others_of_its_type_hold() -> None:
    """GA-7.9.6.3: which cells burn is stated only where not all can; other events name cells one at a time."""
    values = Values([HuntAnimals((0, 1), None), PlayPower("rain", (1, 0))])
    lists = values.of(PlayPower, "convert")
    assert ((0, 1),) in lists
    assert ((0, 1), (1, 0)) in lists
    assert all(well_typed(PlayPower("volcano", (1, 0), convert=each)) for each in lists)
    assert values.of(PlayPower, "cell") == [(1, 0)]


def test_only_a_field_that_needs_no_value_is_tried_without() -> None:
    """GA-4.5.6: a log that is not public names its cards; so a discard without a name is tried often."""
    event, values = DiscardCard("life", "animal_1"), Values([DiscardCard("life", "animal_2")])
    without = [changed(event, "card", values, Random(number)).card is None for number in range(100)]
    assert 10 < sum(without) < 60
    assert all(changed(event, "pile", values, Random(number)).pile is not None for number in range(100))
    assert (may_be_none(DiscardCard, "card"), may_be_none(DiscardCard, "pile")) == (True, False)


def test_fields_are_exchanged_with_other_legal_events() -> None:
    """Lists are joined, too: three inventions are more than can be committed at once (DA-7.42)."""
    one, two = CommitInventions(picks=(Pick("a", 0),)), CommitInventions(picks=(Pick("b", 1), Pick("c", 2)))
    offered = [(0, one), (0, two), (1, CommitInventions(picks=(Pick("d", 0),)))]
    found = {miss.event.picks for number in range(40) for miss in crossed([(0, one)], offered, Random(number))}
    assert found == {two.picks, one.picks + two.picks}


def test_values_of_one_field_are_tried_whatever_they_are_refused_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """TM-7.3.1: what logs have there, such as hexes that cannot be reached; in each position, another field."""
    rules = ruleset("terra_mystica")
    log = selfplay_log(rules, "kit", 3, {}, "sensible")
    actions = [(record.actor, record.event) for record in log.records]
    hunt = Hunt(rules, Values(event for _, event in actions), [actions], Random(1))
    monkeypatch.setattr("projections.kit.faults.ROUNDS", 0)
    swept = Counter[str]()
    for at in range(10, len(log.records), 5):
        game = goto(rules, log, f"#{at}")
        legal = offered(game).actions
        tries = hunt.tries(0, game, legal)
        swept.update(tag(event) for _, event in tries.tried)
        assert not [each for each in tries.tried if each in legal]
    assert len(swept) > 3
    assert max(swept.values()) > 10


def test_an_event_is_made_with_the_parts_of_its_fields() -> None:
    """A kind that no log of the games has states a thing with fields of its own, not an empty list."""
    declared = [made_of(CardDeclared, Values([]), Random(number)) for number in range(20)]
    assert all(isinstance(event.card, Definition) for event in declared)
    assert any(well_typed(event) for event in declared)


def test_a_changed_event_differs_in_one_field(nim: str) -> None:
    log = selfplay_log(ruleset("gaia"), "kit", 3, {}, "random")
    events, rng = [record.event for record in log.records], Random(2)
    values, differing = Values(events), 0
    for event in events[:60]:
        for field in event.__struct_fields__:
            other = changed(event, field, values, rng)
            same = [name for name in event.__struct_fields__ if name != field]
            assert [getattr(other, name) for name in same] == [getattr(event, name) for name in same]
            differing += other != event and well_typed(other)
    assert differing > 60


@pytest.mark.long
def test_the_same_seed_gives_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    written = []
    for number, zone in (("1", "UTC"), ("2", "Asia/Tokyo")):
        folder = tmp_path / number
        command = [sys.executable, "cli.py", "kit", "gaia", "--out", folder, "--jobs", number, "--positions", "20"]
        env = {**os.environ, "PYTHONHASHSEED": number, "TZ": zone}
        subprocess.run([*command, "--games", "3", "--illegal", "30"], cwd=PROJECT, env=env, check=True)
        files = sorted(file for file in folder.rglob("*") if file.is_file())
        written.append({str(file.relative_to(folder)): file.read_bytes() for file in files})
    assert written[0] == written[1]
    assert len(written[0]) == 8
