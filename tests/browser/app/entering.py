"""Entering a game through the page's own elements: which buttons to tap for each record."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from engine.asking import composed, question
from engine.chance import Outcome
from events.log.native import GameLog
from events.log.record import Header
from projections.browser.desk import Desk
from projections.recorder.choosing import Choice
from projections.recorder.matching import action_words
from projections.recorder.narrowing import value_words
from projections.screen.verdict_words import words_of
from tests.browser.app.conftest import App

Tap = tuple[str, str]
"""How to go on: `tap` with the label of a button, `reveal`, or `type` with words."""


class Entering:
    """The desk of a person who enters a known game: the same one as on the page, with the game's records in hand."""

    def __init__(self, log: GameLog, *, at_table: bool = True) -> None:
        self.desk = Desk(log, "mirror", at_table=at_table)

    def taps(self, actor: int | None, event: Any) -> Iterator[Tap]:
        """The taps that record an action; the mirror records it as well."""
        recording = self.desk.session.recording
        before = len(recording.records)
        while len(recording.records) == before:
            offers, asked, _ = self.desk.offers()
            if self.desk.covered:
                self.desk.revealed = True
                yield "reveal", ""
                continue
            key = self._key(actor, event, asked)
            if key is None:
                words = action_words(recording.game, (actor, event), words_of)
                self.desk.enter(words)
                assert len(recording.records) == before + 1, self.desk.session.message
                yield "type", words
                return
            self.desk.tap(key)
            yield "tap", offers[key].label if offers[key].ways == 1 else f"{offers[key].label} ({offers[key].ways})"

    def _key(self, actor: int | None, event: Any, asked: str) -> int | None:
        choosing = self.desk.session.choosing
        assert choosing is not None
        wanted: Any = (actor, str(event.__struct_config__.tag))
        part: list[Any] = []
        if choosing.chance is not None and not choosing.actions:
            part = parts_of(choosing.chance, event)[len(choosing.parts) :][:1]
        for key, each in enumerate(self.desk._offered):
            if isinstance(each, str):
                if each == value_words(getattr(event, asked.replace(" ", "_"))):
                    return key
            elif self._is(each, (actor, event), wanted, part):
                return key
        return None

    @staticmethod
    def _is(each: Choice, action: Any, group: Any, part: list[Any]) -> bool:
        if each.action is not None:
            return each.action == action
        if each.group is not None:
            return each.group == group
        return bool(part) and each.part == part[0] and type(each.part) is type(part[0])


def parts_of(outcome: Outcome, event: Any) -> list[Any]:
    """The parts by which an outcome is entered."""
    wanted = list(_values(event))
    return next(_searched(outcome, event, wanted, []))


def _searched(outcome: Outcome, event: Any, wanted: list[Any], chosen: list[Any]) -> Iterator[list[Any]]:
    asked = question(outcome, chosen)
    if asked is None:
        if composed(outcome, chosen) == event:
            yield chosen
        return
    field = list(_flat(getattr(event, asked.field)))
    at = asked.number - 1
    likely = field[at] if at < len(field) else None
    order = sorted(asked.choices, key=lambda each: (each != likely, each not in field, each not in wanted))
    for each in order:
        yield from _searched(outcome, event, wanted, [*chosen, each])


def _values(event: Any) -> Iterator[Any]:
    for name in event.__struct_fields__:
        yield from _flat(getattr(event, name))


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple | list):
        for each in value:
            yield from _flat(each)
    elif isinstance(value, dict):
        for each in value.values():
            yield from _flat(each)
    else:
        yield value


TAPPING = Path(__file__).with_name("tapping.js").read_text()
FIND = """
const wanted = arguments[0];
const found = [...document.querySelectorAll('#offers button')].find((one) => one.textContent === wanted);
found?.scrollIntoView({ block: 'center' });
return found;
"""


def do(app: App, tap: Tap) -> None:
    """Do on the page what a person does, and wait until it has answered."""
    kind, words = tap
    version = app.run("return document.querySelector('.table').dataset.version")
    if kind == "reveal":
        app.click("#offers .reveal")
    elif kind == "type":
        typed = app.find("#typed")
        typed.clear()
        typed.send_keys(words + "\n")
    else:
        button = app.run(FIND, words)
        assert button is not None, f"no button {words!r} among {app.text('#offers')}"
        button.click()
    app.wait(f"document.querySelector('.table').dataset.version !== '{version}' && !document.querySelector('.waiting')")


def tap_all(app: App, taps: Iterable[Tap], at_once: int = 50) -> list[float]:
    """Do the same for many taps, by a script in the page. Returns the milliseconds that each took."""
    times: list[float] = []
    left = list(taps)
    while left:
        found = app.browser.execute_async_script(TAPPING, left[:at_once])
        assert "error" not in found, found["error"]
        times += found["times"]
        left = left[at_once:]
    return times


def begin(app: App, header: Header, name: str) -> None:
    """Begin a game with the form for it, as its header states it."""
    app.wait("document.querySelector('#rules')")
    app.run("rules.value = arguments[0]; rules.dispatchEvent(new Event('change'))", header.game)
    field = app.find("#name")
    field.clear()
    field.send_keys(name)
    players = (f"{seat.player}={seat.faction}" if seat.faction else seat.player for seat in header.seats)
    app.find("#players").send_keys("\n".join(players))
    for option, value in header.options.items():
        stated = _written(value)
        found = app.run(
            "const field = document.getElementsByName(arguments[0])[0]; field.value = arguments[1]; return field.value",
            option,
            stated,
        )
        assert found == stated, f"the form has no {option} = {stated}"
    app.click("#start-game")
    app.wait("document.querySelector('.table')?.dataset.version || document.querySelector('#wrong')?.textContent")
    assert not app.text("#wrong"), app.text("#wrong")


def _written(value: Any) -> str:
    """The value of an option as it stands in the form."""
    if isinstance(value, dict):
        return "\n".join(f"{name} = {each}" for name, each in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else json.dumps(value)


KEPT = """
const done = arguments[arguments.length - 1];
import(new URL('storage.js', location.href.split('#')[0]).href)
  .then((storage) => storage.lines(arguments[0])).then(done, (error) => done([String(error)]));
"""


def kept(app: App) -> list[bytes]:
    """The lines of the open game, as the browser keeps them."""
    number = int(app.run("return new URLSearchParams(location.hash.split('?')[1]).get('game')"))
    return [line.encode() for line in app.browser.execute_async_script(KEPT, number)]
