"""Ctrl-C, deferred."""

import signal
import subprocess
import sys
import threading

import pytest

from events.interrupts import Terminated, interruption, interrupts_blocked, raise_terminated


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="needs masks of signals")
def test_an_interrupt_waits_until_the_end() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # tests may run where it is ignored
    done = False
    try:
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012  # what happens inside is what is tested
            with interrupts_blocked():
                signal.pthread_kill(threading.get_ident(), signal.SIGINT)
                done = True
            raise AssertionError("the interrupt is lost")
    finally:
        signal.signal(signal.SIGINT, before)
    assert done


def test_without_masks_of_signals_nothing_is_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "pthread_sigmask", raising=False)
    done = []
    with interrupts_blocked():
        done.append(True)
    assert done


def test_sigterm_is_distinguished_from_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database raises the same error for both; the handler knows which it was."""
    monkeypatch.setattr(Terminated, "came", False)
    stopped = RuntimeError("Query interrupted")
    assert interruption(stopped) is KeyboardInterrupt
    with pytest.raises(Terminated) as caught:
        raise_terminated(signal.SIGTERM, None)
    assert interruption(caught.value) is Terminated
    assert interruption(stopped) is Terminated
    assert interruption(RuntimeError("Query refused")) is None


SWALLOWED = """
import signal, sys, time
from events.interrupts import Terminated, send_again, raise_terminated

class Dying:
    def __del__(self):
        signal.raise_signal(signal.{name})

sys.unraisablehook = send_again
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGTERM, raise_terminated)
try:
    Dying()
    print("swallowed", flush=True)
    time.sleep(20)
except (KeyboardInterrupt, Terminated) as error:
    print(type(error).__name__)
"""


SLOW = """
import threading, time
class Slow(threading.Timer):
    slow = [0.1]
    def start(self):
        super().start()
        time.sleep(self.slow.pop() if self.slow else 0)
threading.Timer = Slow
"""


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="needs signals to threads")
@pytest.mark.parametrize("busy", ["", SLOW], ids=["idle", "busy"])
@pytest.mark.parametrize(("name", "raised"), [("SIGINT", "KeyboardInterrupt"), ("SIGTERM", "Terminated")])
def test_a_signal_that_a_finalizer_swallows_comes_again(name: str, raised: str, busy: str) -> None:
    """Python discards exceptions raised in `__del__`, which a library may be running when Ctrl-C arrives.

    On a busy machine, the signal can come again while the thread that sends it starts.
    """
    command = [sys.executable, "-c", busy + SWALLOWED.replace("{name}", name)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
    assert (run.stdout, run.stderr) == (f"swallowed\n{raised}\n", "")


def test_other_errors_of_finalizers_are_reported_as_ever() -> None:
    failing = "import sys; from events.interrupts import send_again; sys.unraisablehook = send_again\n"
    failing += "class Failing:\n    def __del__(self): raise ValueError('failed')\nFailing()"
    run = subprocess.run([sys.executable, "-c", failing], capture_output=True, text=True, timeout=10, check=False)
    assert run.stderr.startswith("Exception ignored ")
    assert run.stderr.endswith("ValueError: failed\n")
