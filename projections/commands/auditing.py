"""The audit of one game and of a whole store."""

from typing import TYPE_CHECKING, Annotated

import typer

from events.problems import CHAIN, FINDINGS
from events.verdicts import HOLDS
from projections.commands.shared import Db, GameIfAny, Json, Notation, json_line, show, show_paged, usage, watched
from projections.screen.console import note, width

if TYPE_CHECKING:
    from events.store.completeness import Ledger
    from events.store.event_store import EventStore
    from projections.store.since import Since
    from projections.store.witnesses import Witness


def audit(
    game: GameIfAny = None,
    everything: Annotated[bool, typer.Option("--all", help="Check the whole store instead.")] = False,
    expect: Annotated[
        str | None, typer.Option("--expect", metavar="ROOT", help="With --all: the root that the store must have.")
    ] = None,
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="ROOT", help="With --all: an earlier root, whose games must still be there."),
    ] = None,
    witness: Annotated[
        str | None,
        typer.Option("--witness", metavar="FILE", help="Compare the store with roots that were kept elsewhere."),
    ] = None,
    notation: Notation = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Trace every point to its source; check sums, conservation, the hash chain and the stored rows."""
    if (everything or witness is not None) == (game is not None):
        usage("give either GAME, --all, or --witness FILE")
    if everything and notation is not None:
        usage("found --notation with --all, expected a file")
    if everything:
        _audit_all(db, json, expect, since, witness)
        return
    if idle := [name for name, value in (("--expect", expect), ("--since", since)) if value is not None]:
        usage(f"found {idle[0]} {'without --all' if game is None else 'with GAME'}, expected it with --all")
    if game is None:
        _audit_witnesses(db, json, witness or "")
        return
    from projections.game.audit import run
    from projections.screen import arguments
    from projections.screen.wording import audit_lines
    from projections.store.find import store_path

    done = run(game, store_path(db), arguments.notation(notation))
    show_paged(map(json_line, [*done.points, *done.checks]) if json else audit_lines(done, width()))
    if not all(check.holds for check in done.checks):
        raise typer.Exit(CHAIN if done.broken else FINDINGS)


def _audit_witnesses(db: str | None, json: bool, file: str) -> None:
    """Only compare the roots of a file with the history of the store."""
    from events.store.completeness import Ledger
    from events.store.event_store import EventStore
    from projections.store.find import store_path

    kept = _read_witnesses(file)
    with EventStore(store_path(db), read_only=True) as store:
        fits = _show_witnesses(Ledger(store.connection), kept, file, json)
    if not fits:
        raise typer.Exit(CHAIN)


def _read_witnesses(file: str | None) -> "list[Witness]":
    from projections.commands.annotations import refused
    from projections.store.witnesses import read

    with refused():
        return [] if file is None else read(file)


def _show_witnesses(ledger: "Ledger", kept: "list[Witness]", file: str, json: bool) -> bool:
    """Show the roots that do not fit; returns whether all do."""
    from projections.screen.root_lines import witness_lines
    from projections.store.witnesses import misfits

    wrong = misfits(ledger, kept)
    if json:
        found = [{"line": one.witness.line, "root": str(one.witness.root), "why": one.why} for one in wrong]
        show([json_line({"witnesses": len(kept), "misfits": found})])
    else:
        show(witness_lines(kept, wrong, file))
    return not wrong


def _audit_all(db: str | None, json: bool, expect: str | None, since: str | None, witness: str | None) -> None:
    from events.store import root
    from events.store.completeness import Ledger
    from events.store.event_store import EventStore
    from projections.screen.root_lines import seal_lines
    from projections.screen.verdict_line import seal_totals
    from projections.screen.wording import proof_lines, proof_total
    from projections.store.find import store_path
    from projections.store.proof import Proof, beside, prove, readable
    from projections.store.since import compared
    from projections.store.store_seals import beside_store, of_games

    witnesses = _read_witnesses(witness)
    expected, earlier = (None if text is None else root.parse(text) for text in (expect, since))
    found: list[Proof] = []

    def report(one: Proof) -> None:
        found.append(one)
        if one.wrong:
            show([json_line(one)] if json else proof_lines(one))

    with EventStore(store_path(db), read_only=True) as store, readable(store):
        with watched(len(store.heads()), "game") as each:
            for one in each([one] for one in prove(store)):
                report(one)
        ledger = Ledger(store.connection)
        then, wrong = compared(store, ledger, expected, earlier)
        for one in (Proof("", beside(store, ledger)), Proof("", wrong, broken=True)):
            if one.wrong:
                report(one)
        seals = [*of_games(store), *(("", one) for one in beside_store(store, ledger))]
        show(seal_lines(seals, json))
        _show_annotations(store, json)
        _show_roots(store, ledger, then, json)
        fits = witness is None or _show_witnesses(ledger, witnesses, witness, json)
    findings = [one for _, one in seals]
    note("; ".join([proof_total(found), *([seal_totals(findings)] if findings else [])]))
    if not fits or any(one.broken for one in found) or any(one.belies for one in findings):
        raise typer.Exit(CHAIN)
    if any(one.wrong for one in found) or any(one.state != HOLDS for one in findings):
        raise typer.Exit(FINDINGS)


def _show_annotations(store: "EventStore", json: bool) -> None:
    from events.store.acts import acts
    from projections.screen.fact_lines import annotation_lines
    from projections.store.known_facts import facts, in_force

    done, stated, counting = acts(store), facts(store), len(in_force(store))
    show(map(json_line, [*done, *stated]) if json else annotation_lines(done, stated, counting))


def _show_roots(store: "EventStore", ledger: "Ledger", then: "Since | None", json: bool) -> None:
    from events.store.tree import changes
    from projections.screen.root_lines import change_json, change_lines, since_line

    done, root = changes(store.connection), str(ledger.root)
    if json:
        show(map(json_line, [*map(change_json, done), *([] if then is None else [then]), {"root": root}]))
        return
    show(change_lines(done))
    show([] if then is None else [since_line(then)])
    show([f"{'root':<12} {root}"])
