"""Ctrl-C, put off."""

import signal
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


def test_sigterm_is_told_from_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database has one error for both; which of them it was is known from the handler."""
    monkeypatch.setattr(Terminated, "came", False)
    stopped = RuntimeError("Query interrupted")
    assert interruption(stopped) is KeyboardInterrupt
    with pytest.raises(Terminated) as caught:
        raise_terminated(signal.SIGTERM, None)
    assert interruption(caught.value) is Terminated
    assert interruption(stopped) is Terminated
    assert interruption(RuntimeError("Query refused")) is None
