"""The table of commands. Each command imports heavy modules only when it runs."""

from collections.abc import Callable

from projections.commands import (
    auditing,
    demos,
    evidence,
    logs,
    one_game,
    pages,
    queries,
    recording,
    references,
    reporting,
    sealing,
    seasons,
    site,
)

COMMANDS: dict[str, Callable[..., None]] = {
    "validate": logs.validate,
    "import": logs.import_,
    "games": queries.games,
    "replay": one_game.replay,
    "view": pages.view,
    "log": one_game.log,
    "summary": one_game.summary,
    "audit": auditing.audit,
    "legal": one_game.legal,
    "stats": queries.stats,
    "standings": seasons.standings,
    "player": seasons.player,
    "season": seasons.season,
    "report": reporting.report,
    "site": site.site,
    "query": queries.query,
    "export": logs.export,
    "seal": sealing.seal,
    "prove": evidence.prove,
    "check": evidence.check,
    "rescue": evidence.rescue,
    "selfplay": logs.selfplay,
    "demo": demos.demo,
    "new": recording.new,
    "branch": recording.branch,
    "append": recording.append,
    "record": recording.record,
    "rules": references.rules,
    "catalogue": references.catalogue,
    "schema": references.schema,
}
"""Name of a command -> its function, in the order of `--help`."""
