"""Remarks written in the page: kept in the browser, saved as a file, with marks in the picture."""

import json
from typing import Any

from tests.browser.driving import KEYS, QUICK, Written, link_to, opened, press, run
from tests.support.specimens import Specimen, log_of


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
