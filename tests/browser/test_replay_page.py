"""The page of a game in a real browser: by keys, slider, links and history, light and dark, wide and narrow."""

import json
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.address import goto
from engine.rules import games, ruleset
from engine.selfplay import selfplay_log
from events.log.native import GameLog
from tests.browser.conftest import DARK, sized
from tests.support.specimens import Specimen, log_of

Written = Callable[[GameLog], str]
KEYS = {
    "left": "\ue012",
    "right": "\ue014",
    "page up": "\ue00e",
    "page down": "\ue00f",
    "home": "\ue011",
    "end": "\ue010",
}
TAB, ESCAPE, ENTER = "\ue004", "\ue00c", "\ue007"
QUICK = "gaia"
every_game = pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game == QUICK else [pytest.mark.long]) for game in games()]
)


def opened(browser: Any, address: str) -> None:
    browser.get("about:blank")
    browser.get(address)
    wait_for(browser, "document.body?.classList.contains('ready')")


def wait_for(browser: Any, condition: str) -> None:
    for _ in range(200):
        if browser.execute_script(f"return Boolean({condition})"):
            return
        time.sleep(0.05)
    raise AssertionError(f"this did not come: {condition}")


def run(browser: Any, script: str, *arguments: Any) -> Any:
    return browser.execute_script(script, *arguments)


def where(browser: Any) -> str:
    return str(run(browser, "return document.querySelector('#where b').textContent"))


def press(browser: Any, *keys: str) -> str:
    from selenium.webdriver import ActionChains

    ActionChains(browser).send_keys(*keys).perform()
    return where(browser)


def link_to(browser: Any, address: str) -> str:
    """Go to an address as a link does, and return the position that is then shown."""
    browser.execute_async_script(
        "const [to, done] = arguments;"
        "if (decodeURIComponent(location.hash) === to) { done(); return; }"
        "addEventListener('hashchange', () => setTimeout(done), {once: true});"
        "location.hash = to",
        address,
    )
    return where(browser)


def figures(browser: Any) -> list[list[int]]:
    """The table of figures: the values of all seats for each figure."""
    cells = run(
        browser,
        "return [...document.querySelectorAll('#figures tbody tr')].map("
        "row => [...row.querySelectorAll('td b')].map(cell => cell.textContent))",
    )
    return [[int(cell.replace("\N{MINUS SIGN}", "-")) for cell in row] for row in cells]


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


def faults(browser: Any, picture: bool = False) -> list[str]:
    """The violations; the thousands of parts of the picture are checked only once, as that takes a minute."""
    browser.set_script_timeout(300)
    where = "document" if picture else "{exclude: [['svg.anyturn']]}"
    wanted = "{resultTypes: ['violations']}"
    found = browser.execute_async_script(f"axe.run({where}, {wanted}).then(arguments[0])")
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


LINES_OF_THE_FIRST_WORDS = """
return [...document.querySelectorAll('#figures thead th + th')].map((cell) => {
  const range = document.createRange();
  range.setStart(cell.lastChild, 0);
  range.setEnd(cell.lastChild, cell.lastChild.textContent.indexOf(" "));
  return new Set([...range.getClientRects()].map((part) => part.top)).size;
})"""


@pytest.mark.long
def test_names_over_four_columns_are_not_broken_within_a_word(browser: Any, page: Written) -> None:
    """`player 1` takes two lines, not `play` and `er 1`; and on a tall screen the chart follows the picture."""
    log = selfplay_log(ruleset("dice_forge"), "names", 4, {}, "random")
    sized(browser, 1280, 2300)
    opened(browser, page(GameLog(log.header, log.records[:40])))
    assert run(browser, LINES_OF_THE_FIRST_WORDS) == [1] * 4
    foot = run(browser, "return document.getElementById('stage').getBoundingClientRect().bottom")
    assert 0 <= run(browser, "return document.getElementById('graph').getBoundingClientRect().top") - foot < 60


@pytest.mark.long
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


@pytest.mark.long
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


def test_remarks_are_written_kept_and_saved(browser: Any, page: Written) -> None:
    log = log_of(Specimen(QUICK, 1))
    address = page(log)
    opened(browser, address)
    link_to(browser, "#40")
    run(browser, "document.querySelector('#now .write').click()")
    run(browser, "document.querySelector('#now textarea').value = '<b>mine</b>'")
    run(browser, "document.querySelector('#now .remarks button').click()")
    assert run(browser, "return document.querySelector('#now .remark').textContent").startswith("You: <b>mine</b>")
    opened(browser, address)
    assert run(browser, "return document.querySelector('#remark-list a').getAttribute('href')") == "#40"
    run(
        browser,
        "HTMLAnchorElement.prototype.click = function () { window.saved = decodeURIComponent(this.href) };"
        "document.querySelector('#remark-list > button').click()",
    )
    assert json.loads(run(browser, "return saved").partition(",")[2]) == {
        "remarks": [{"at": "#40", "text": "<b>mine</b>"}]
    }
    run(browser, "document.querySelector('#remark-list .remark button').click()")
    assert run(browser, "return document.querySelectorAll('.remark').length") == 0


@pytest.mark.long
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


@pytest.mark.long
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


def test_a_remark_marks_places(browser: Any, page: Written) -> None:
    """While places are picked, a click in the picture marks a thing; its outline comes back with the remark."""
    log = log_of(Specimen(QUICK, 1))
    opened(browser, page(log))
    link_to(browser, "#40")
    run(browser, "document.querySelector('#now .write').click()")
    run(browser, "document.querySelector('#now textarea').value = 'here'")
    run(browser, "document.querySelector('#now [aria-pressed]').click()")
    key = run(
        browser,
        "const spot = page.things.all()[2], box = spot.getBoundingClientRect();"
        "spot.firstElementChild.dispatchEvent(new PointerEvent('click', {bubbles: true, composed: true}));"
        "return spot.dataset.spot",
    )
    run(browser, "document.querySelector('#now .remarks button').click()")
    kept = "Object.keys(localStorage).find((key) => key.startsWith('anyturn-remarks'))"
    assert run(browser, f"return JSON.parse(localStorage.getItem({kept}))") == [
        {"at": "#40", "text": "here", "marks": [key]}
    ]
    outlines = "return document.getElementById('picture').shadowRoot.querySelectorAll('rect.place').length"
    assert run(browser, outlines) == 1
    press(browser, KEYS["right"])
    assert run(browser, outlines) == 0
    run(browser, "document.querySelector('#remark-list .remark button').click()")


def test_the_ribbon_ends_where_the_slider_ends(browser: Any, page: Written) -> None:
    """In short logs too."""
    log = log_of(Specimen(QUICK, 1))
    begin = next(n for n, record in enumerate(log.records) if record.actor is not None)
    opened(browser, page(GameLog(log.header, log.records[: begin + 2])))
    ends = "return [...document.querySelectorAll('#ribbon .stretch')].map((each) => each.getBoundingClientRect().right)"
    ribbon = run(browser, "return document.getElementById('ribbon').getBoundingClientRect().right")
    assert max(run(browser, ends)) <= ribbon + 0.5
