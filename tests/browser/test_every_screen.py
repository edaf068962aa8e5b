"""Every screen, measured: what must be in sight, how large texts are, what fingers hit, and what lies over what."""

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from engine.rules import games
from events.log.native import GameLog
from tests.browser.conftest import DARK, LIGHT, preferring, sized
from tests.browser.driving import QUICK, faults, link_to, opened, press, run
from tests.support import toy_logs as toy
from tests.support.specimens import Specimen, log_of

Written = Callable[[GameLog], str]
SIZES = [(1440, 900), (1024, 768), (768, 1024), (390, 844), (320, 640)]
PHONE = 700
"""Narrower than this, the log is one tap away and one mat is shown at a time."""
SMALLEST = 320
"""So narrow that a board leaves no room for everybody's figures below it."""
FEW = 40
"""The records of a short log."""
NIM = "nim"
every_page = pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game == QUICK else [pytest.mark.long]) for game in [NIM, *games()]]
)

IN_SIGHT = """
const control = document.getElementById("control").getBoundingClientRect().top;
return [...document.querySelectorAll(arguments[0])].filter((each) => {
  const box = each.getBoundingClientRect();
  return !(each.checkVisibility() && box.height && box.top >= 0 && box.bottom <= control && box.right <= innerWidth);
}).map((each) => each.textContent)"""

SMALL_TEXTS = """
const found = [], [within] = arguments;
function look(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const parent = walker.currentNode.parentElement;
    if (!text || parent.closest("title, style, script, .hidden, option") || !parent.checkVisibility()) continue;
    const matrix = parent.getScreenCTM?.();
    const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
    const size = parseFloat(getComputedStyle(parent).fontSize) * scale;
    if (size < 10.98) found.push(`${text}: ${size.toFixed(2)}`);
  }
}
look(document.querySelector(within));
if (within === "body") look(document.getElementById("picture").shadowRoot);
return found"""

SMALL_TARGETS = """
const all = document.querySelectorAll("button, select, input, summary, header a, #log a");
const shown = [...all].filter((each) => each.checkVisibility() && getComputedStyle(each).pointerEvents !== "none");
return shown.map((each) => [each, each.getBoundingClientRect()])
  .filter(([, box]) => box.height < 39.9 || box.width < 39.9)
  .map(([each, box]) => `${each.id || each.dataset.key || each.textContent}: ${box.width} x ${box.height}`)"""

CUT_VERDICT = """
const verdict = document.querySelector(".verdict");
const told = verdict.innerHTML;
verdict.querySelector("span").textContent = "discrepant";
const cut = verdict.scrollWidth - verdict.clientWidth;
verdict.innerHTML = told;
return cut"""

OVER_EDGES = """
const root = document.getElementById("picture").shadowRoot;
return [...root.querySelectorAll(".part")].filter((part) => part.checkVisibility()).flatMap((part) => {
  const edge = part.getBoundingClientRect();
  return [...part.querySelectorAll("text")].map((text) => [text, text.getBoundingClientRect()])
    .filter(([, box]) => box.width)
    .filter(([, box]) => box.left < edge.left - 1 || box.right > edge.right + 1 || box.bottom > edge.bottom + 3)
    .map(([text]) => `${part.dataset.part}: ${text.textContent}`);
})"""

OVERLAPS = """
const root = document.getElementById("picture").shadowRoot;
const parts = [...root.querySelectorAll(".part")].filter((part) => part.checkVisibility());
return parts.flatMap((part) => {
  if (!arguments[0].includes(part.dataset.part)) return [];
  const boxes = [...part.querySelectorAll("text")].filter((text) => text.textContent.trim()).map((text) => {
    const { left, right, top, bottom, height } = text.getBoundingClientRect(); // with room above and below the letters
    return { text: text.textContent, left, right, top: top + height / 4, bottom: bottom - height / 4 };
  });
  return boxes.flatMap((one, n) => boxes.slice(n + 1)
    .filter((other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1.5
      && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1)
    .map((other) => `${part.dataset.part}: ${one.text} / ${other.text}`));
})"""


@pytest.fixture
def page_of(
    page: Written, page_of_lines: Callable[[bytes], str], request: pytest.FixtureRequest
) -> Callable[[str], str]:
    """Writes the page of a game and returns its address; nim has no drawing."""

    def written(game: str) -> str:
        if game != NIM:
            return page(log_of(Specimen(game, 1)))
        request.getfixturevalue("nim")
        return page_of_lines(toy.native())

    return written


def resized(browser: Any, width: int, height: int) -> None:
    """Change the size of the window, and wait until the page has arranged itself."""
    sized(browser, width, height)
    browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")


@every_page
def test_every_screen(browser: Any, page_of: Callable[[str], str], game: str) -> None:
    """Nothing beside the page; the log's row and everybody's figures in sight; legible texts, targets of 40 px.

    In light and in dark, on every screen.
    """
    opened(browser, f"{page_of(game)}#5")
    link_to(browser, "#60" if game != NIM else "#2")
    # What lies far below is laid out only when it comes into sight: until then its boxes are empty.
    run(browser, "document.querySelectorAll('#more > *').forEach((each) => (each.style.contentVisibility = 'visible'))")
    papers = set()
    for width, height in SIZES:
        resized(browser, width, height)
        for mode in (LIGHT, DARK):
            preferring(browser, mode)
            papers.add(run(browser, "return getComputedStyle(document.body).backgroundColor"))
            check_screen(browser, width)
    assert len(papers) == 2


def check_screen(browser: Any, width: int) -> None:
    assert run(browser, "return document.documentElement.scrollWidth") <= width
    assert run(browser, CUT_VERDICT) == 0
    if width > SMALLEST:
        assert run(browser, IN_SIGHT, "#seats li:not(.heads), #seats .firsts span") == []
    assert run(browser, SMALL_TEXTS, "body") == []
    if width < PHONE:
        bars = "return ['header', '#control'].map(e => document.querySelector(e).getBoundingClientRect().height)"
        assert sum(run(browser, bars)) <= 120
        assert run(browser, SMALL_TARGETS) == []
        run(browser, "page.showLog(true)")
        assert run(browser, SMALL_TARGETS) == []
        assert run(browser, SMALL_TEXTS, "aside") == []
    assert run(browser, IN_SIGHT, "#log [aria-current]") == []
    run(browser, "page.showLog(false)")
    for dialog in ("help", "share"):
        run(browser, "const [id] = arguments; id === 'help' ? $(id).showModal() : page.share()", dialog)
        assert run(browser, SMALL_TEXTS, f"#{dialog}") == []
        run(browser, "document.getElementById(arguments[0]).close()", dialog)


@pytest.mark.parametrize("width", [390, pytest.param(1440, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", [pytest.param(g, marks=[] if g == QUICK else [pytest.mark.long]) for g in games()])
def test_texts_keep_their_room(browser: Any, page: Written, game: str, width: int) -> None:
    """Texts stay within their part; in parts of one column no text lies over another."""
    log = log_of(Specimen(game, 1))
    sized(browser, width, 900)
    opened(browser, page(log))
    slim = run(browser, "return page.data.parts.filter((part) => part.columns === 1).map((part) => part.name)")
    found: set[str] = set()
    for record in (0, len(log.records) // 2, len(log.records)):
        link_to(browser, f"#{record}")
        for seat in range(len(log.header.seats) if width < PHONE else 1):
            run(browser, "page.layout.choose(arguments[0])", seat)
            found |= {f"over the edge: {each}" for each in run(browser, OVER_EDGES)}
            found |= {f"one over the other: {each}" for each in run(browser, OVERLAPS, slim)}
    assert sorted(found) == []


@every_page
def test_accessibility(browser: Any, page: Written, page_of: Callable[[str], str], game: str) -> None:
    """No violation of the axe rules, light and dark, on every screen, with the help open, and where a game ends.

    On the screens it is the beginning of the game, whose log has few rows: axe examines each for a long time.
    """
    axe = pytest.importorskip("axe_core_python", reason="no axe-core-python: accessibility is not checked")
    script = files(axe).joinpath("axe.min.js").read_text(encoding="utf-8")
    log = log_of(Specimen(game, 1)) if game != NIM else None
    opened(browser, page(GameLog(log.header, log.records[:FEW])) if log else page_of(game))
    link_to(browser, f"#{FEW - 5}" if log else "#2")
    browser.execute_cdp_cmd("Runtime.evaluate", {"expression": script})
    for width, height in SIZES:
        resized(browser, width, height)
        for mode in (LIGHT, DARK):
            preferring(browser, mode)
            assert faults(browser) == []
        if width < PHONE:
            run(browser, "page.showLog(true)")
            assert faults(browser) == []
            run(browser, "page.showLog(false)")
    run(browser, "document.getElementById('help').showModal()")
    assert faults(browser) == []
    run(browser, "document.getElementById('help').append(document.createElement('button'))")
    assert ["button-name" in fault for fault in faults(browser)] == [True]
    opened(browser, f"{page_of(game)}#end")
    browser.execute_cdp_cmd("Runtime.evaluate", {"expression": script})
    assert faults(browser) == []


def test_mats_are_shown_one_at_a_time_on_a_phone(browser: Any, page: Written) -> None:
    """The mat follows whoever acts until a player is chosen: by a tap, by a digit, by a swipe on the mat."""
    sized(browser, 390, 844)
    opened(browser, page(log_of(Specimen(QUICK, 1))))
    shown = (
        "return [...document.getElementById('picture').shadowRoot.querySelectorAll('.part[data-seat]')]"
        ".filter((part) => part.checkVisibility()).map((part) => Number(part.dataset.seat))"
    )
    if not run(browser, "return page.data.parts.some((part) => part.seat >= 0)"):
        pytest.skip("this drawing has no mats")
    run(browser, "page.move(page.rows.findIndex((row, n) => n && row.kind && row.who === 1))")
    assert run(browser, shown) == [1]
    run(browser, "document.querySelectorAll('#seats .who')[0].click()")
    assert run(browser, shown) == [0]
    assert run(browser, "return document.querySelector('#seats [aria-pressed=true] b').textContent") == "player 1"
    run(browser, "page.move(page.at + 1)")
    assert run(browser, shown) == [0]
    press(browser, "2")
    assert run(browser, shown) == [1]
    swipe = """
        const mat = [...document.getElementById("picture").shadowRoot.querySelectorAll(".part.chosen")][0];
        const at = (x) => [new Touch({ identifier: 1, target: mat, clientX: x, clientY: 300 })];
        mat.dispatchEvent(new TouchEvent("touchstart", { touches: at(300), bubbles: true }));
        mat.dispatchEvent(new TouchEvent("touchend", { changedTouches: at(100), bubbles: true }));
    """
    run(browser, swipe)
    assert run(browser, shown) == [2 % len(log_of(Specimen(QUICK, 1)).header.seats)]
