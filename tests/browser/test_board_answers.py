"""What a page says of things and actions: by pointer, by touch, by keyboard, and where a game breaks a rule."""

from typing import Any

import pytest
from msgspec.structs import replace

from events.log.native import GameLog
from tests.browser.conftest import sized
from tests.browser.driving import ENTER, ESCAPE, KEYS, QUICK, Written, link_to, opened, press, run, wait_for, where
from tests.support.specimens import Specimen, log_of


def test_the_board_answers(browser: Any, page: Written) -> None:
    """A click on a thing states what it is and since when, with its clause; Esc closes; pointing shows it too."""
    opened(browser, page(log_of(Specimen("terra_mystica", 1))))
    link_to(browser, "#100")
    shown = "return document.getElementById('thing').checkVisibility() && document.getElementById('thing').textContent"
    event = (
        "document.getElementById('picture').shadowRoot.querySelector(arguments[0]).dispatchEvent("
        "new PointerEvent(arguments[1], {bubbles: true, composed: true, pointerType: 'mouse', clientX: 90}))"
    )
    run(browser, event, "[data-spot='action/action_bridge'] rect, [data-spot^='action/'] rect", "click")
    assert run(browser, shown).startswith("power action: ")
    assert "Rule TM-7.7" in run(browser, shown)
    assert run(browser, "return document.querySelector('#thing a, #thing p + p').textContent")
    press(browser, ESCAPE)
    assert run(browser, shown) is False
    run(browser, event, "[data-spot^='on/'] [data-structure]", "pointermove")
    assert "power value" in run(browser, shown)
    run(browser, event, ".part > svg", "pointermove")
    assert run(browser, shown) is False


def test_an_empty_place_answers(browser: Any, page: Written) -> None:
    """Also within an empty place, and between letters, the thing is known."""
    opened(browser, page(log_of(Specimen("dice_forge", 1))))
    link_to(browser, "#100")
    answer = """
        const place = document.getElementById("picture").shadowRoot.querySelector(arguments[0]);
        place.scrollIntoView({ block: "center" });
        const { x, y, width, height } = place.getBoundingClientRect();
        const at = { clientX: x + width / 2, clientY: y + height / 2 };
        const under = place.getRootNode().elementFromPoint(at.clientX, at.clientY);
        under.dispatchEvent(new PointerEvent("click", { bubbles: true, composed: true, ...at }));
        const card = document.getElementById("thing");
        return card.checkVisibility() && card.textContent;
    """
    assert run(browser, answer, "[data-spot^='pool/'] > .gone").startswith("face of ")
    assert " die of " in run(browser, answer, "[data-spot^='die/']")


def test_things_by_keyboard(browser: Any, page: Written) -> None:
    """Enter goes to a thing, arrows to the next, outlined and read out; Enter keeps the card open, Esc leaves."""
    opened(browser, page(log_of(Specimen(QUICK, 1))))
    link_to(browser, "#40")
    live = "return document.getElementById('live').textContent"
    outlines = "return document.getElementById('picture').shadowRoot.querySelectorAll('rect.here').length"
    run(browser, "document.getElementById('stage').focus()")
    assert press(browser, KEYS["right"]) == "#41", "the arrows step until Enter is pressed"
    press(browser, ENTER)
    first = run(browser, live)
    assert run(browser, outlines) == 1
    others = set()
    for key in (KEYS["right"], "\ue015", KEYS["right"], "\ue015"):
        assert press(browser, key) == "#41"
        others.add(run(browser, live))
    assert len(others - {first}) >= 2
    press(browser, ENTER)
    assert run(browser, "return document.activeElement.id") == "thing"
    assert run(browser, "return document.querySelector('#thing details') !== null")
    press(browser, ESCAPE)
    assert run(browser, "return [document.getElementById('thing').hidden, document.activeElement.id]") == [
        True,
        "stage",
    ]
    press(browser, ESCAPE)
    assert run(browser, outlines) == 0
    assert press(browser, KEYS["right"]) == "#42"


def test_actions_and_places_lead_to_each_other(browser: Any, page: Written) -> None:
    """An action outlines its places while it has the focus; a thing lists the actions that concern it."""
    log = log_of(Specimen(QUICK, 1))
    opened(browser, page(log))
    marked = run(
        browser,
        "return page.rows.findIndex((_, row) => choiceRow(page.data, row)[0]"
        ".some((number) => page.data.legal.groups[number][4].some(Boolean)))",
    )
    if marked < 0:
        pytest.skip("the game states no places of actions")
    run(browser, "page.move(arguments[0])", marked)
    run(browser, "document.querySelectorAll('.choices details').forEach((each) => (each.open = true))")
    wait_for(browser, "document.querySelector('.action')")
    outlines = "return document.getElementById('picture').shadowRoot.querySelectorAll('rect.place').length"
    assert run(browser, outlines) == 0
    words = run(browser, "const action = document.querySelector('.action'); action.focus(); return action.textContent")
    assert run(browser, outlines) > 0
    keys = run(browser, "return page.marks.sets.get('action')")
    assert words in run(browser, "return actionsOn(page.data, page.at, arguments[0])", keys[0])
    run(browser, "document.activeElement.blur()")
    assert run(browser, outlines) == 0


def test_what_can_be_done_is_listed_and_what_was_done_is_marked(browser: Any, page: Written) -> None:
    log = log_of(Specimen(QUICK, 1))
    opened(browser, page(log))
    for n in range(40, 60):
        link_to(browser, f"#{n}")
        if run(browser, "return choiceRow(page.data, page.at).length > 1"):
            break
    run(browser, "document.querySelectorAll('.choices details').forEach((each) => (each.open = true))")
    wait_for(browser, "[...document.querySelectorAll('.choices details')].every((each) => each.children.length > 1)")
    lists = "return [...document.querySelectorAll('.choices li')].length"
    number = "return Number(document.querySelector('.choices h3 small').textContent.split(' ')[0])"
    assert run(browser, lists) == run(browser, number)
    taken = run(browser, "return document.querySelector('.choices .taken').firstChild.textContent")
    press(browser, KEYS["right"])
    assert taken in run(browser, "return document.querySelector('#now .event').textContent")


def test_a_game_that_breaks_a_rule_opens_there(browser: Any, page: Written) -> None:
    """With the clause, its facts, and everything that was legal instead."""
    log = log_of(Specimen(QUICK, 1))
    wrong = replace(log.records[50], seq=50)
    opened(browser, page(GameLog(log.header, [*log.records[:49], wrong])))
    assert where(browser) == "#50"
    assert run(browser, "return document.querySelector('.finding.violation strong').textContent") == "violation"
    assert run(browser, "return document.querySelectorAll('.finding.violation dt').length") > 0
    assert run(browser, "return document.querySelector('.choices h3').firstChild.textContent") == "What was legal"
    assert run(browser, "return document.getElementById('slider').value === document.getElementById('slider').max")


def test_two_fingers_enlarge_a_part_in_its_place(browser: Any, page: Written) -> None:
    """The part keeps its place, the drawing in it grows, and its texts return to their own size."""
    sized(browser, 390, 844)
    opened(browser, page(log_of(Specimen(QUICK, 1))))
    board = "document.getElementById('picture').shadowRoot.querySelector('.part')"
    wide = f"return {board}.firstElementChild.getBoundingClientRect().width"
    unit = f"return Number({board}.style.getPropertyValue('--unit'))"
    before, units = run(browser, wide), run(browser, unit)
    touch = "(x) => new Touch({identifier: x, target: stage, clientX: x, clientY: 200})"
    run(
        browser,
        f"const stage = {board}, touch = {touch};"
        "const send = (kind, ...xs) => stage.dispatchEvent("
        "  new TouchEvent(kind, {touches: xs.map(touch), cancelable: true, bubbles: true}));"
        "send('touchstart', 150, 250); send('touchmove', 100, 300)",
    )
    assert run(browser, wide) == pytest.approx(2 * before, rel=0.05)
    assert run(browser, unit) == pytest.approx(units / 2, rel=0.05)
    assert run(browser, f"return {board}.getBoundingClientRect().width") == pytest.approx(before, rel=0.05)
    assert run(browser, "return document.documentElement.scrollWidth") <= 390


def test_the_picture_and_a_link_can_be_sent(browser: Any, page: Written) -> None:
    log = log_of(Specimen(QUICK, 1))
    opened(browser, page(log))
    link_to(browser, "#40")
    press(browser, "s")
    run(
        browser,
        "window.saved = []; HTMLAnchorElement.prototype.click = function () { saved.push([this.download, this.href]) };"
        "copyText = async (text) => { window.copied = text };"
        "document.querySelector('[data-key=png]').click(); document.querySelector('[data-key=copy]').click()",
    )
    wait_for(browser, "saved.length")
    (name, picture) = run(browser, "return saved[0]")
    assert name == "Gaia-40.png"
    assert picture.startswith("data:image/png;base64,")
    assert len(picture) > 20_000
    sentence, address = run(browser, "return copied").split("\n")
    assert sentence.startswith("Gaia (")
    assert address.endswith("#40")
    press(browser, ESCAPE)
