"""The page of a game in a real browser: by keys, slider, links and history, light and dark, wide and narrow."""

import time
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.address import goto
from engine.rules import games, ruleset
from engine.selfplay import selfplay_log
from events.log.native import GameLog
from tests.browser.conftest import DARK, sized
from tests.browser.driving import (
    ENTER,
    ESCAPE,
    KEYS,
    QUICK,
    TAB,
    Written,
    every_game,
    link_to,
    opened,
    press,
    run,
    wait_for,
    where,
)
from tests.support.specimens import Specimen, log_of


def figures(browser: Any) -> list[list[int]]:
    """The table of figures: the values of all seats for each figure."""
    cells = run(
        browser,
        "return [...document.querySelectorAll('#figures tbody tr')].map("
        "row => [...row.querySelectorAll('td b')].map(cell => cell.textContent))",
    )
    return [[int(cell.replace("\N{MINUS SIGN}", "-")) for cell in row] for row in cells]


@pytest.mark.parametrize("game", games())
def test_figures_at_twenty_addresses_are_those_of_the_engine(browser: Any, page: Written, game: str) -> None:
    log = log_of(Specimen(game, 1))
    rules = ruleset(game)
    opened(browser, page(log))
    end = goto(rules, log, "end")
    last = rules.turn(end.state)
    rng = Random(game)
    addresses = [f"#{n}" for n in rng.sample(range(1, len(log.records)), 10)]
    addresses += [f"#t{n}" for n in rng.sample(range(1, last.index), 3)]
    addresses += [f"#t{n}.end" for n in rng.sample(range(1, last.index), 3)]
    addresses += [f"#r{rng.randrange(last.round)}", "#r1.t1", "#-7", "#end"]
    for address in addresses:
        link_to(browser, address)
        there = goto(rules, log, address if address[1:].isdigit() else address[1:])
        expected = [list(rules.figures(there.state, seat).values()) for seat in range(len(log.header.seats))]
        assert figures(browser) == [list(row) for row in zip(*expected, strict=True)], address


@every_game
def test_the_first_picture_comes_at_once_and_a_step_is_quick(browser: Any, page: Written, game: str) -> None:
    """On an idle machine 1 s and 50 ms; the limits here allow for a machine with other work."""
    opened(browser, page(log_of(Specimen(game, 1))))
    first = run(browser, "return performance.getEntriesByName('shown')[0].startTime")
    assert first <= 5_000
    step = run(
        browser,
        "const slider = document.getElementById('slider'), times = [];"
        "for (let n = 1; n <= 61; n++) {"
        "  const begun = performance.now();"
        "  slider.value = n; slider.dispatchEvent(new Event('input'));"
        "  document.getElementById('stage').getBoundingClientRect(); times.push(performance.now() - begun); }"
        "return times.sort((a, b) => a - b)[30]",
    )
    assert step <= 250


@pytest.mark.parametrize("game", games())
def test_a_picture_that_was_changed_equals_one_drawn_from_scratch(browser: Any, page: Written, game: str) -> None:
    """After steps and jumps the picture is the same as when the page is opened at that position."""
    log = log_of(Specimen(game, 0))
    address = page(log)
    shown = (
        "return [...document.getElementById('picture').shadowRoot.querySelectorAll('.part > svg')]"
        ".map((part) => part.outerHTML)"
    )
    opened(browser, address)
    for n in Random(game).sample(range(len(log.records)), 12):
        link_to(browser, f"#{n}")
        press(browser, KEYS["left"], KEYS["right"])
    changed, place = run(browser, shown), where(browser)
    opened(browser, f"{address}{place}")
    assert run(browser, shown) == changed


def test_keys(browser: Any, page: Written) -> None:
    log = log_of(Specimen(QUICK, 1))
    opened(browser, page(log))
    assert where(browser) == "Start"
    assert [press(browser, KEYS["right"]) for _ in range(3)] == ["#1", "#2", "#3"]
    assert press(browser, KEYS["left"]) == "#2"
    assert press(browser, KEYS["end"]) == f"#{len(log.records)}"
    assert press(browser, KEYS["right"]) == f"#{len(log.records)}"
    assert press(browser, KEYS["home"]) == "Start"
    turns = [press(browser, KEYS["page down"]) for _ in range(4)]
    assert len(set(turns)) == 4
    assert press(browser, KEYS["page up"]) == turns[2]
    rounds = [press(browser, "r") for _ in range(3)]
    assert len(set(rounds)) == 3
    assert press(browser, "R") == rounds[1]
    press(browser, KEYS["home"])
    press(browser, " ")
    wait_for(browser, "document.querySelector('#where b').textContent === '#2'")
    here = press(browser, " ")
    time.sleep(1.2)
    assert where(browser) == here
    press(browser, "?")
    assert run(browser, "return document.getElementById('help').open")
    assert press(browser, KEYS["right"]) == here
    press(browser, ESCAPE)
    assert not run(browser, "return document.getElementById('help').open")
    press(browser, "m")
    assert run(browser, "return document.getElementById('picture').hasAttribute('data-plain')")


def test_slider_links_and_history(browser: Any, page: Written) -> None:
    log = log_of(Specimen(QUICK, 1))
    address = page(log)
    opened(browser, f"{address}#20")
    assert where(browser) == "#20"
    titles = run(browser, "return [...document.querySelectorAll('#ribbon .stretch')].map((each) => each.title)")
    assert set(titles) == {seat.player for seat in log.header.seats}
    run(browser, "const s = document.getElementById('slider'); s.value = 9; s.dispatchEvent(new Event('input'))")
    there = where(browser)
    assert there != "#20"
    assert run(browser, "return document.getElementById('slider').getAttribute('aria-valuetext')").startswith(there)
    wait_for(browser, f"location.hash === '{there}'")
    run(browser, "document.querySelector('#log a[href=\"#31\"]').click()")
    wait_for(browser, "document.querySelector('#where b')?.textContent === '#31'")
    assert run(browser, "return document.querySelector('#log [aria-current]').getAttribute('href')") == "#31"
    link_to(browser, "#r1")
    press(browser, KEYS["right"])
    wait_for(browser, "location.hash !== '#r1'")  # the address changes a moment later
    run(browser, "history.back()")
    wait_for(browser, "document.querySelector('#where b')?.textContent === '#31'")
    run(browser, "history.back()")
    wait_for(browser, f"document.querySelector('#where b')?.textContent === '{there}'")
    run(browser, "history.forward()")
    wait_for(browser, "document.querySelector('#where b')?.textContent === '#31'")
    link_to(browser, "#r99")
    assert run(browser, "return document.getElementById('lost').textContent") == "This game has no position #r99."
    assert where(browser) == "#31"
    link_to(browser, "#1")
    assert run(browser, "return document.getElementById('lost').hidden")


LINES_OF_THE_FIRST_WORDS = """
return [...document.querySelectorAll('#figures thead th + th')].map((cell) => {
  const range = document.createRange();
  range.setStart(cell.lastChild, 0);
  range.setEnd(cell.lastChild, cell.lastChild.textContent.indexOf(" "));
  return new Set([...range.getClientRects()].map((part) => part.top)).size;
})"""


def test_names_over_four_columns_are_not_broken_within_a_word(browser: Any, page: Written) -> None:
    """`player 1` takes two lines, not `play` and `er 1`; and on a tall screen the chart follows the picture."""
    log = selfplay_log(ruleset("dice_forge"), "names", 4, {}, "random")
    sized(browser, 1280, 2300)
    opened(browser, page(GameLog(log.header, log.records[:40])))
    assert run(browser, LINES_OF_THE_FIRST_WORDS) == [1] * 4
    foot = run(browser, "return document.getElementById('stage').getBoundingClientRect().bottom")
    assert 0 <= run(browser, "return document.getElementById('graph').getBoundingClientRect().top") - foot < 60


def test_the_keyboard_alone_is_enough(browser: Any, page: Written) -> None:
    """Every control can be reached with the Tab key, and works."""
    opened(browser, page(log_of(Specimen(QUICK, 1))))
    reached = []
    for _ in range(40):
        press(browser, TAB)
        reached.append(
            run(browser, "const e = document.activeElement; return e.id || e.dataset.key || e.className || e.tagName")
        )
    assert {"size", "theme", "?", "stage", "slider", "play", "ArrowRight", "speed", "now", "log"} <= set(reached)
    run(browser, "document.querySelector('[data-key=ArrowRight]').focus()")
    assert press(browser, ENTER) == "#1"
    assert press(browser, " ") == "#2"
    run(browser, "document.querySelector('#log [aria-current]').focus()")
    assert press(browser, KEYS["right"]) == "#3"


def test_light_and_dark(browser: Any, page: Written) -> None:
    """The system setting applies unless the reader chooses otherwise; the picture follows."""
    opened(browser, page(log_of(Specimen(QUICK, 1))))
    paper = "return getComputedStyle(document.body).backgroundColor"
    drawn = "return getComputedStyle(document.getElementById('picture').shadowRoot.querySelector('.panel')).fill"
    light = run(browser, paper), run(browser, drawn)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [DARK]})
    dark = run(browser, paper), run(browser, drawn)
    assert light[0] != dark[0]
    assert light[1] != dark[1]
    press(browser, "d")
    press(browser, "d")
    assert (run(browser, paper), run(browser, drawn)) == light
    press(browser, KEYS["right"])
    assert run(browser, drawn) == light[1]
    press(browser, "d")
    assert (run(browser, paper), run(browser, drawn)) == dark


def test_texts_of_the_rulebook_are_set_as_they_are_written(browser: Any, page: Written) -> None:
    """Backticks enclose code, asterisks emphasis; asterisks that multiply stay."""
    opened(browser, page(log_of(Specimen(QUICK, 1))))
    shown = "return ruleText(arguments[0]).map((part) => part.outerHTML ?? part).join('')"
    text = "row of *warp_tile*: `a *b*` of 6*c + 3*d, the *exact* one"
    html = "row of <em>warp_tile</em>: <code>a *b*</code> of 6*c + 3*d, the <em>exact</em> one"
    assert run(browser, shown, text) == html


def test_text_in_a_log_does_nothing(browser: Any, page: Written) -> None:
    log = log_of(Specimen("dice_forge", 0))
    names = ("<script>document.title='taken'</script>", '"><img src=x onerror="document.title=\'taken\'">', "a\u202eb")
    seats = tuple(replace(seat, player=names[n % 3]) for n, seat in enumerate(log.header.seats))
    opened(browser, page(GameLog(replace(log.header, seats=seats), log.records)))
    press(browser, KEYS["end"])
    link_to(browser, "#<img src=x onerror=alert(1)>")
    assert run(browser, "return document.title").startswith("Dice Forge: <script>")
    assert run(browser, "return document.querySelectorAll('img, script').length") == 2
    assert "<script>" in run(browser, "return document.querySelector('#figures thead').textContent")


def test_arrows_step_over_records_that_change_nothing(browser: Any, page: Written) -> None:
    """With Shift every record is a step; what is stepped over is named with the record before."""
    log = log_of(Specimen("terra_mystica", 1))
    opened(browser, page(log))
    quiet = next(n for n, each in enumerate(log.records, 1) if type(each.event).__name__ == "EndTurn")
    link_to(browser, f"#{quiet - 1}")
    assert "end the turn" in run(browser, "return document.getElementById('now').textContent")
    assert press(browser, KEYS["right"]) == f"#{quiet + 1}"
    assert press(browser, KEYS["left"]) == f"#{quiet - 1}"
    run(
        browser,
        "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', shiftKey: true, bubbles: true}))",
    )
    assert where(browser) == f"#{quiet}"


def test_the_ribbon_ends_where_the_slider_ends(browser: Any, page: Written) -> None:
    """In short logs too."""
    log = log_of(Specimen(QUICK, 1))
    begin = next(n for n, record in enumerate(log.records) if record.actor is not None)
    opened(browser, page(GameLog(log.header, log.records[: begin + 2])))
    ends = "return [...document.querySelectorAll('#ribbon .stretch')].map((each) => each.getBoundingClientRect().right)"
    ribbon = run(browser, "return document.getElementById('ribbon').getBoundingClientRect().right")
    assert max(run(browser, ends)) <= ribbon + 0.5
