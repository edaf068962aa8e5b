"""Facts about games and players, and acts (games forgotten or brought back), in words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from events.problems import count
from events.store.schema import FORGET, ActRow, FactRow
from projections.store.adding_facts import Fact
from projections.store.known_facts import fact_words


def fact_lines(fact: Fact) -> Iterator[str]:
    """A line for a fact, with whatever it contradicts, and its notes below."""
    row, before = fact.row, fact.before
    earlier = f", before: {before.value} ({before.place})" if before is not None and before.value != row.value else ""
    place = f"{row.file}:{row.line}"
    yield f"{fact.status:<10} {row.game_id or '-':<16}  {fact_words(row)}{earlier}  {place}"
    yield from (f"    {note}" for note in fact.notes)


def fact_totals(facts: Sequence[Fact]) -> str:
    """`300 facts: 298 new, 2 changed`."""
    statuses = Counter(fact.status for fact in facts).most_common()
    return f"{count(len(facts), 'fact')}: {', '.join(f'{number:,} {status}' for status, number in statuses)}"


def act_line(act: ActRow) -> str:
    """`forgotten  3895e4f03f66b745  nim  12 records, 1 fact; head 0f3c..., 2026-05-31 12:00:00`."""
    done = "forgotten" if act.act == FORGET else "brought back"
    facts = f", {count(act.facts, 'fact')}" if act.facts else ""
    what = f"{count(act.records, 'record')}{facts}, head {act.head[:16]}"
    return f"{done:<12} {act.game_id}  {act.game}, {act.verdict}, {what}  {act.acted_at}"


def annotation_lines(acts: Iterable[ActRow], facts: Iterable[FactRow], in_force: int) -> Iterator[str]:
    """The acts, the files of facts, and how many of their facts are no longer in force."""
    yield from map(act_line, acts)
    files = Counter((row.file, row.digest) for row in facts)
    for (file, digest), number in files.items():
        yield f"facts from   {file}: {count(number, 'fact')}, SHA-256 {digest[:16]}"
    if outdated := files.total() - in_force:
        yield f"outdated     {count(outdated, 'fact')} of these, contradicted by later ones"
