"""The recorder on the terminal: the position, what is awaited, the choices, and the input line at the bottom.

It is drawn with prompt_toolkit, which depends only on wcwidth, loads in a tenth of a second, and edits lines as
shells do.
"""

import os
from collections.abc import Callable
from textwrap import wrap

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import ANSI, AnyFormattedText, StyleAndTextTuples, to_formatted_text
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import BufferControl, Dimension, FormattedTextControl, HSplit, Layout, VSplit, Window
from prompt_toolkit.styles import Style

from projections.recorder import display
from projections.recorder.choosing import Choice
from projections.recorder.session import WHOLE, Session
from projections.visible import visible

FEWEST_CHOICES, SHARE, LONGEST = 6, 3, 4
MESSAGE = 2
AROUND = 2 + MESSAGE
"""The number of lines that are always shown besides the input: title, status, and those of the message."""
STYLE = Style.from_dict({"title": "reverse", "status": "bold", "marked": "reverse", "message": "", "more": "italic"})


class Screen:
    """The recorder's screen for one session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.buffer = Buffer(
            multiline=False,
            on_text_changed=lambda _: self._typed(),
            on_cursor_position_changed=lambda _: self._keep(),
        )
        self._replaced = False
        """Whether the typed text was refused, so that the next character replaces it unless it is edited first."""
        self.marked = -1
        self.scrolled = 0
        self._leaving = False
        self._drawn: tuple[object, ...] = ()
        self._lines: list[str] = []
        self.application: Application[None] = Application(
            layout=self._layout(),
            key_bindings=self._keys(),
            style=STYLE,
            full_screen=True,
            enable_page_navigation_bindings=False,
        )
        self.application.ttimeoutlen = self.application.timeoutlen = 0.05

    def run(self) -> None:
        """Run until the user leaves."""
        self.application.run()

    def _layout(self) -> Layout:
        def line(text: Callable[[], AnyFormattedText], style: str, height: int = 1) -> Window:
            return Window(FormattedTextControl(text), height=height, style=f"class:{style}", wrap_lines=height > 1)

        typed = Window(BufferControl(self.buffer), height=self._typed_rows, wrap_lines=True)
        prompt = Window(FormattedTextControl(lambda: self._prompt()), height=self._typed_rows, dont_extend_width=True)
        rows = [
            line(lambda: self._fitted(self.session.title), "title"),
            Window(FormattedTextControl(self._pane), wrap_lines=False),
            line(lambda: self._fitted(self.session.status), "status"),
            Window(FormattedTextControl(self._list), height=lambda: Dimension.exact(self._listed())),
            line(self._message, "message", MESSAGE),
            VSplit([prompt, typed]),
        ]
        return Layout(HSplit(rows), focused_element=typed)

    def _size(self) -> tuple[int, int]:
        size = self.application.output.get_size()
        return size.columns, size.rows

    def _message(self) -> str:
        """The message or the hint, broken between words; what finds no room is cut, and `…` says so."""
        text = visible(self.session.message or self._hint())
        return "\n".join(wrap(text, self._size()[0], max_lines=MESSAGE, placeholder=" …", break_on_hyphens=False))

    def _typed_rows(self) -> int:
        """The height of the input: a long line is continued below, so that its beginning stays in sight."""
        room = max(1, self._size()[0] - len(self._prompt()))
        return min(LONGEST, len(self.buffer.text) // room + 1)

    def _room(self) -> int:
        """The height of the upper pane."""
        return self._size()[1] - AROUND - self._typed_rows() - self._listed()

    def _listed(self) -> int:
        """The height of the list: as many lines as there are choices before typing, so that typing shifts nothing.

        The whole position has no list beside it until something is typed.
        """
        if self.session.page_is == WHOLE and not self.buffer.text:
            return 0
        most = max(FEWEST_CHOICES, self._size()[1] // SHARE)
        return max(FEWEST_CHOICES // 2, min(most, len(self.session.choices(""))))

    def _prompt(self) -> str:
        """The prompt, cut in the middle, so that at least half of the line is left for what is typed."""
        most = self._size()[0] // 2
        prompt = visible(self.session.prompt)
        begin = most // 2
        return prompt if len(prompt) <= most else f"{prompt[:begin]}…{prompt[begin + 1 - most :]}"

    def _fitted(self, text: str) -> str:
        columns = self._size()[0]
        text = visible(text)
        return (text if len(text) <= columns else f"{text[: columns - 1]}…").ljust(columns)

    def _pane(self) -> StyleAndTextTuples:
        """The upper pane, from its scroll position down; the position is redrawn only when it has changed."""
        columns, height = self._size()[0], self._room()
        session = self.session
        session.width = columns
        game = session.shown_game
        drawn = (id(game), game.seq, len(session.recording.records), columns, self._size()[1], session.page_is)
        if drawn != self._drawn:
            self._drawn, self.scrolled = drawn, 0
            self._lines = session.page or display.position_lines(game, columns, "NO_COLOR" not in os.environ, height)
        self.scrolled = max(0, min(self.scrolled, len(self._lines) - height))
        shown = self._lines[self.scrolled : self.scrolled + height]
        below = len(self._lines) - self.scrolled - height
        if below > 0:
            whole = "" if session.page else ", p shows all"
            shown = [*shown[:-1], f"-- {below + 1} more lines below, PageDown{whole} --"]
        return to_formatted_text(ANSI("\n".join(shown)))

    def _list(self) -> StyleAndTextTuples:
        """The choices; if there are too many, those around the selected one."""
        height = self._listed()
        found = self.session.choices(self.buffer.text)
        self.marked = min(self.marked, len(found) - 1)
        first = max(0, min(self.marked - height // 2, len(found) - height))
        shown: StyleAndTextTuples = []
        for number, choice in enumerate(found[first : first + height], first):
            mark = "class:marked" if number == self.marked else ""
            last = number == first + height - 1 and number < len(found) - 1 and number != self.marked
            text = f"  ... {len(found) - number} more" if last else f"  {choice.label}"
            shown.append((mark or ("class:more" if last else ""), f"{self._fitted(text).rstrip()}\n"))
        return shown

    def _hint(self) -> str:
        choosing = self.session.choosing
        return f"or define a new one: NAME = {choosing.hint}" if choosing is not None and choosing.hint else ""

    def _typed(self) -> None:
        self.marked = -1
        self._leaving = self._replaced = False

    def _keep(self) -> None:
        """Moving the cursor keeps a refused text, to be edited."""
        self._replaced = False

    def _marked(self) -> Choice | None:
        found = self.session.choices(self.buffer.text)
        return found[self.marked] if 0 <= self.marked < len(found) else None

    def _enter(self) -> None:
        self._leaving = False
        if self.session.enter(self.buffer.text, self._marked()):
            self.buffer.reset()
        elif self.session.refused:
            self.buffer.cursor_position = len(self.buffer.text)
            self._replaced = True
        self.marked = -1
        if self.session.over:
            self.application.exit()

    def _interrupt(self) -> None:
        """Ctrl-C clears the typed text; on an empty line, pressing it twice leaves."""
        if self.buffer.text:
            self.buffer.reset()
        elif self._leaving:
            self.application.exit()
        else:
            self._leaving = True
            self.session.message = "everything is saved; press Ctrl-C again or Ctrl-D, or type `quit`, to leave"

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        def on(*names: str) -> Callable[[Callable[[], None]], None]:
            def bind(work: Callable[[], None]) -> None:
                for name in names:
                    keys.add(name, eager=True)(lambda event: work())

            return bind

        on("enter")(self._enter)
        on("c-c")(self._interrupt)
        on("c-d")(lambda: self.application.exit())
        on("tab")(self._complete)
        on("down")(lambda: self._mark(1))
        on("up")(lambda: self._mark(-1))
        on("pagedown")(lambda: self._scroll(1))
        on("pageup")(lambda: self._scroll(-1))
        on("escape")(self._back)

        @keys.add("<any>", filter=Condition(lambda: self._replaced))
        @keys.add("<bracketed-paste>", filter=Condition(lambda: self._replaced))
        def _(event: KeyPressEvent) -> None:
            self.buffer.text = event.data.replace("\n", " ")
            self.buffer.cursor_position = len(self.buffer.text)

        @keys.add("backspace")
        def _(event: KeyPressEvent) -> None:
            if self.buffer.text:
                self.buffer.delete_before_cursor()
            else:
                self.session.back()

        return keys

    def _complete(self) -> None:
        if not self.buffer.text.strip():
            self.session.message = "type the first letters of some words, or select a line with the arrow keys"
            return
        text = self.session.completed(self.buffer.text)
        if text == self.buffer.text:
            self._mark(1)
        else:
            self.buffer.text = text
            self.buffer.cursor_position = len(text)

    def _mark(self, step: int) -> None:
        number = len(self.session.choices(self.buffer.text))
        self.marked = max(-1, min(self.marked + step, number - 1))

    def _scroll(self, pages: int) -> None:
        self.scrolled = max(0, self.scrolled + pages * (self._room() - 1))

    def _back(self) -> None:
        if self.marked >= 0:
            self.marked = -1
        elif self.buffer.text:
            self.buffer.reset()
        else:
            self.session.back()
