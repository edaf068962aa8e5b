"""Recorded tables with one thing changed: found where it was changed, or nothing that is printed depends on it."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from tests.games.dice_forge.packets import examined
from tests.games.dice_forge.test_bga_tables import answer_of, names, tables

__all__ = ["names", "tables"]

CHANGES = 200
FACES = ("G1", "G3", "G4", "FS1", "FS2", "MS1", "MS2", "V2", "V3", "G2MS1", "V1FS1", "1Gor1FSor1MS", "ship", "mirror")
CARDS = ("hammer", "chest", "doe", "satyres", "passeur", "claw", "typhon", "ancient", "grass", "minotaure", "triton")
PRINTED = ("gold", "sun", "moon", "vp", "hammer", "forged", "cards")
FRAMEWORK = ("gameStateChange", "gameStateMultipleActiveUpdate")
# For the eye, or a player's own preference: the game is the same without them.
COSMETIC = ("notifThrowToken", "notifResetTwins", "notifPauseDice", "notifAutoHammer")


def rows_of(answer):
    """Every notification with its packet."""
    return [(packet, entry) for packet in answer["data"]["logs"] for entry in packet["data"]]


def changed_counter(answer, rng):
    """Another value of one counter."""
    rows = [(p, e["args"]) for p, e in rows_of(answer) if e["type"] == "updateCounters"]
    packet, args = rng.choice(rows)
    key = rng.choice([key for key, counter in args.items() if counter["counter_value"] is not None])
    args[key]["counter_value"] = str(int(args[key]["counter_value"]) + rng.choice((-1, 1, 2, 3)))
    return packet, "counter"


def changed_roll(answer, rng):
    """Another face of a roll, which the announcement does not tell otherwise where there is none."""
    rows = [(p, e["args"]) for p, e in rows_of(answer) if e["type"] == "notifBlessing" and "dice2" in e["args"]]
    packet, args = rng.choice(rows)
    key = rng.choice([key for key in ("dice1", "dice2") if args.get(key)])
    args[key] = rng.choice([face for face in FACES if face != args[key]])
    return packet, "rolled" if args.get("roll") else "shown again"


def changed_forging(answer, rng):
    """Another face, die, or face replaced."""
    packet, args = rng.choice([(p, e["args"]) for p, e in rows_of(answer) if e["type"] == "notifSideForged"])
    key = rng.choice(("side_type", "old_side_type", "dice_number"))
    values = ("1", "2") if key == "dice_number" else FACES
    args[key] = rng.choice([value for value in values if value != args[key]])
    return packet, key


def changed_purchase(answer, rng):
    """Another card."""
    packet, args = rng.choice([(p, e["args"]) for p, e in rows_of(answer) if e["type"] == "notifExploitBuy"])
    args["card_type"] = rng.choice([card for card in CARDS if card != args["card_type"]])
    return packet, "purchase"


def changed_amount(answer, rng):
    """More of one amount of an answer or a roll."""
    rows = [(p, e["args"]) for p, e in rows_of(answer) if e["type"] == "notifBlessing" and "gold" in e["args"]]
    packet, args = rng.choice(rows)
    key = rng.choice(("gold", "fireshard", "moonshard", "hammer"))
    args[key] = int(args.get(key) or 0) + rng.choice((1, 2))
    return packet, "amount"


CHANGED = (changed_counter, changed_roll, changed_forging, changed_purchase, changed_amount)


def without_a_row(answer, rng):
    """One notification left out; each type is as likely."""
    kinds = {}
    for packet, entry in rows_of(answer):
        kinds.setdefault(entry["type"], []).append((packet, entry))
    packet, entry = rng.choice(kinds[rng.choice(sorted(kind for kind in kinds if kind not in (*FRAMEWORK, *COSMETIC)))])
    packet["data"] = [each for each in packet["data"] if each is not entry]
    return packet, f"without {entry['type']}"


def without_a_packet(answer, rng):
    """One packet left out."""
    packet = rng.choice(answer["data"]["logs"])
    answer["data"]["logs"].remove(packet)
    return packet, "packet"


def lines_of(report):
    """The packets at which anything was found."""
    found = [] if report.replay is None else [d.line for d in report.replay.discrepancies]
    found += [] if report.replay is None or report.replay.broke is None else [report.replay.broke.line]
    return found + ([report.problem.line] if hasattr(report.problem, "line") else [])


def figures_by_packet(replay):
    """What is printed of every player, after each packet in which any of it changed."""
    totals, found = Counter(), {}
    for entered in replay.entered:
        before = dict(totals)
        for entry in entered.entries:
            if entry.figure in PRINTED:
                totals[entry.seat, entry.figure] += entry.delta
        if before != totals:
            found[replay.played[entered.seq - 1][2] if entered.seq else 0] = dict(+totals)
    return found


def next_that_tells(answer, packet):
    """The first packet after one that was left out in which anything of the game is told."""
    for other in answer["data"]["logs"]:
        told = [e for e in other["data"] if e["type"] not in (*FRAMEWORK, *COSMETIC, "notifReinforcementPass")]
        if int(other["packet_id"]) > packet and any(e["args"] or e["type"].startswith("notif") for e in told):
            return int(other["packet_id"])
    return packet


@cache
def original_figures(name):
    """The figures of a table as it was recorded."""
    return figures_by_packet(examined(answer_of(name)).replay)


def examined_change(names, change, rng):
    """What was changed, where it was found (`packet`, `later`, `never`), and whether all that is printed is equal."""
    name = rng.choice(names)
    answer = answer_of(name)
    packet, what = change(answer, rng)
    number, report = int(packet["packet_id"]), examined(answer)
    lines = lines_of(report)
    left_out = change in (without_a_row, without_a_packet)
    # What is left out may have been due since the packet before, or may be missed by the next that tells anything.
    places = (number - 1, number, next_that_tells(answer, number)) if left_out else (number,)
    if f"in packet {number} " in f"{report.problem} " or (lines and min(lines) in places):
        return what, "packet", True
    if lines:
        assert min(lines) > number, (what, number, lines)
        return what, "later", False
    if report.verdict == "incomplete":  # it ends with what was left out
        assert left_out, what
        assert number >= int(answer["data"]["logs"][-1]["packet_id"]), what
        return what, "packet", True
    assert report.verdict == "valid", (what, number, report.problem)
    return what, "never", figures_by_packet(report.replay) == original_figures(name)


def found(names, change):
    """How many changes were found where; those not at their packet are listed."""
    rng = Random(change.__name__)
    counts = Counter(examined_change(names, change, rng) for _ in range(CHANGES))
    places = Counter()
    for (_, place, _), n in counts.items():
        places[place] += n
    print(f"{change.__name__} of {CHANGES}: {dict(places)}")
    for (what, place, is_equal), n in sorted(counts.items()):
        if place != "packet":
            print(f"    {what}: {n} {place}{', equal in figures' * is_equal}")
            assert is_equal or place == "later", what
    return places


@pytest.mark.long
@pytest.mark.parametrize(
    "change",
    [changed_counter, changed_roll, changed_forging, changed_purchase, changed_amount],
    ids=lambda f: f.__name__,
)
def test_a_change_is_found_at_its_packet(names, change):
    """DF-16.45, DF-16.49, DF-16.51, DF-16.52: a counter, a face, a die, a purchase, an amount."""
    assert found(names, change) == {"packet": CHANGES}


@pytest.mark.long
def test_a_row_left_out(names):
    """DF-16.52: found there, or the game is legal all the same, and equal in all that the table prints."""
    assert found(names, without_a_row)["later"] <= 0.05 * CHANGES


@pytest.mark.long
def test_a_packet_left_out(names):
    """DF-16.41, DF-16.52: found there, or, where nothing of it is told after it, where the rules cannot go on."""
    places = found(names, without_a_packet)
    assert places["packet"] > 0.9 * CHANGES
    assert places["later"] <= 0.05 * CHANGES
