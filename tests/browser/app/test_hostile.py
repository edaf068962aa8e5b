"""Hostile files: no script of theirs runs, the page stays quick, memory is bounded, every file gets a sentence."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.native import write
from tests.browser.app.conftest import App
from tests.hostile.judge import inputs
from tests.hostile.large import LARGE
from tests.hostile.samples import BESIDE, FACTS_BESIDE, KINDS

FILES = 300
FROZEN = 1000
"""Milliseconds; on an idle machine 200. The limit here allows for a machine with other work."""
HEAP = 300 * 2**20
SCRIPT = '<img src=x onerror="document.title=`taken`"><script>document.title=`taken`</script>'
ENDINGS = {"facts.csv": ".csv", "facts.toml": ".toml"} | {kind: ".toml" for kind in BESIDE if "catalogue" in kind}


def hostile(folder: Path, number: int) -> Iterator[Path]:
    """Corrupted files of all kinds, as many of each; side files lie beside a log."""
    for kind in KINDS:
        for each, data, _ in inputs(kind, 0, number // len(KINDS) + 1):
            if kind == FACTS_BESIDE:
                (folder / f"{kind}-{each}.txt").write_bytes(b"a log")
            ending = ".facts.toml" if kind == FACTS_BESIDE else ENDINGS.get(kind, ".txt")
            file = folder / f"{kind}-{each}{ending}"
            file.write_bytes(data)
            yield file


def with_script(folder: Path) -> Path:
    """A log whose players, notes and own name hold a script."""
    log = selfplay_log(ruleset("gaia"), "1", 2, {}, "sensible")
    lines = [json.loads(line) for line in islice(write(log), 40)]
    for line in lines:
        line.pop("hash", None)
    for seat in lines[0]["seats"]:
        seat["player"] = SCRIPT
    lines.append({"seq": 40, "actor": None, "event": {"kind": "note", "text": SCRIPT}})
    file = folder / "<img src=x onerror=alert(1)>.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)))
    return file


def watch_for_freezes(app: App) -> None:
    app.run(
        "window.frozen = []; new PerformanceObserver(list => window.frozen.push("
        "...list.getEntries().map(each => each.duration))).observe({type: 'longtask', buffered: true})"
    )


def judged(app: App, files: list[Path]) -> list[str]:
    """The rows of the files once all are judged, each opened."""
    app.choose(*files)
    logs = [file for file in files if file.suffix not in (".toml", ".csv")]
    app.wait(f"document.querySelectorAll('#verdicts > li').length >= {len(logs)}", 60)
    app.wait("!document.querySelector('#verdicts .working')", 900)
    app.run("for (const each of document.querySelectorAll('#verdicts details')) each.open = true")
    app.wait("[...document.querySelectorAll('#verdicts details > .reasons')].every(each => each.children.length)")
    return rows(app)


def rows(app: App) -> list[str]:
    """The texts of all rows; the page lays out only those in sight, and the others would have none."""
    app.run("for (const row of document.querySelectorAll('#verdicts > li')) row.style.contentVisibility = 'visible'")
    return list(app.run("return [...document.querySelectorAll('#verdicts > li')].map(row => row.innerText)"))


def check(app: App) -> None:
    assert max(app.run("return window.frozen"), default=0) <= FROZEN
    assert app.run("return performance.memory.usedJSHeapSize") < HEAP
    assert app.run("return document.title") == "anyturn: Judge"
    assert app.text("#verdicts").count("anyturn failed on this log") == 0


def test_hostile_files_get_a_sentence_each(app: App, tmp_path: Path) -> None:
    app.open()
    watch_for_freezes(app)
    files = list(hostile(tmp_path, FILES))
    found = judged(app, files)
    notes = app.run("return [...document.querySelectorAll('#notes .note')].map(note => note.innerText)")
    beside = [file for file in files if file.suffix in (".toml", ".csv") and ".facts." not in file.name]
    assert len(notes) == len(beside)
    assert all(file.name in notes_and_rows for file in beside for notes_and_rows in ["\n".join(notes)])
    assert [row for row in found if len(row.split("\n")) < 2] == [], "a verdict without a word about it"
    check(app)


def test_scripts_in_a_log_do_not_run(app: App, tmp_path: Path) -> None:
    """Neither in the line and the reasons, nor in the replay page, nor in what chance of a name can do."""
    app.open()
    watch_for_freezes(app)
    (row,) = judged(app, [with_script(tmp_path)])
    assert "onerror" in row
    check(app)
    app.click("#verdicts a.button")
    app.wait("document.querySelector('iframe')?.contentDocument?.body?.classList.contains('ready')")
    inside = "document.querySelector('iframe').contentDocument"
    assert "onerror" in app.run(f"return {inside}.body.innerText")
    assert app.run(f"return {inside}.title").startswith("Gaia: ")
    assert app.run(f"return [...{inside}.images].length + document.images.length") == 0
    assert app.run("return document.title") == "anyturn: Look"


@pytest.mark.parametrize("name", [name for name, (kind, _) in LARGE.items() if kind == "log"])
def test_the_largest_files_get_a_sentence(app: App, tmp_path: Path, name: str) -> None:
    """They cost a worker at worst: a good log is judged afterwards."""
    large, good = tmp_path / "large.txt", tmp_path / "good.jsonl"
    large.write_bytes(LARGE[name][1]())
    good.write_bytes(b"\n".join(write(selfplay_log(ruleset("gaia"), "1", 2, {}, "sensible"))))
    app.open()
    watch_for_freezes(app)
    found = judged(app, [large, good])
    assert [row.split("\n")[0] for row in found][1:] == ["valid"]
    assert len(found[0].split("\n")) > 1
    check(app)


def test_a_log_that_takes_too_long_is_stopped(app: App, tmp_path: Path) -> None:
    """By the limit of time, or by its button; what waits is judged by another Python."""
    large, good = tmp_path / "large.txt", tmp_path / "good.jsonl"
    large.write_bytes(LARGE["rows"][1]())
    good.write_bytes(b"\n".join(write(selfplay_log(ruleset("gaia"), "1", 2, {}, "sensible"))))
    limited = (
        "const {bench} = await import('./python.js');"
        "const bytes = new Uint8Array(arguments[0]);"
        "const question = {to: 'judging', kind: 'judge', name: 'a.txt'};"
        "return bench.ask(question, {files: [{path: 'a.txt', bytes}], seconds: 0.05})"
        ".catch(problem => problem.message)"
    )
    app.open()
    assert app.imported(limited, list(b"a b c\n" * 200_000)) == "not done after 0.05 seconds, and stopped"
    app.choose(large, good)
    app.wait("document.querySelector('#verdicts .stop')")
    app.click("#verdicts .stop")
    app.wait("document.querySelectorAll('#verdicts > li:not(.working)').length === 2")
    assert [row.split("\n")[0] for row in rows(app)] == ["stopped", "valid"]


def test_a_worker_cannot_take_more_memory_than_a_page_may_use(app: App) -> None:
    """Python then raises MemoryError, which is reported with a sentence."""
    grown = (
        "const script = `import '${new URL('worker.js', location.href)}';"
        "  const memory = new WebAssembly.Memory({initial: 1, maximum: 65536}), pages = size => size * 16;"
        "  memory.grow(pages(700)); let refused = '';"
        "  try { memory.grow(pages(100)); } catch (error) { refused = error.name; }"
        "  postMessage({refused, size: memory.buffer.byteLength});`;"
        "const address = URL.createObjectURL(new Blob([script], {type: 'text/javascript'}));"
        "const worker = new Worker(address, {type: 'module'});"
        "const found = await new Promise(done => worker.onmessage = ({data}) => 'refused' in data && done(data));"
        "worker.terminate(); return found;"
    )
    assert app.open().imported(grown) == {"refused": "RangeError", "size": 700 * 2**20 + 65536}
