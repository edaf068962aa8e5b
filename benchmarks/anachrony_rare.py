"""Players at the tables of the platform's own program who prefer what has been seen least, over a whole run."""

import re
from collections import Counter
from random import Random

from anachrony_program import END, WARP, Program, Prompt
from platform_program import Refused
from platform_runs import Made

NAMES = ("Ann", "Bob", "Cyd", "Dan")
MOST_REQUESTS = 5000
MOST_REFUSALS = 30
NEW = 3
"""An undo that was seen less often than this is tried at once."""
WORTH = (
    ("Pass", 0.05),
    ("Finish", 0.2),
    ("Skip", 0.2),
    ("leader4", 0.2),
    ("phevac", 40.0),
    ("superproject_", 40.0),
    ("phsuper", 6.0),
    ("phconstruct", 4.0),
    ("phbuilding515", 1.0),
    ("phbuilding", 3.0),
    ("phresearch", 2.0),
    ("phforce", 0.3),
)
"""How much keys with a beginning are worth beside 1: an economy has to grow before rare things become possible."""


class Rare:
    """What has been seen so far, and the choices that follow from it."""

    def __init__(self) -> None:
        self.seen: Counter[tuple[str, str]] = Counter()
        self.refused: Counter[str] = Counter()

    def play(self, program: Program, seed: int) -> Made:
        """One table to its end."""
        rng = Random(f"rare/{seed}")
        players, side, paths = rng.randint(2, 4), rng.choice("ab"), rng.choice(("given", "choice"))
        undo, share = rng.choice(("keep", "drop")), rng.choice((0.0, 0.01, 0.04))
        program.begin(list(NAMES[:players]), side, paths, seed, undo=undo)
        fault, refusals = "", 0
        table = _Table(self, program, rng, share)
        for _ in range(MOST_REQUESTS):
            if program.prompt.state == END:
                break
            try:
                table.answer()
                refusals = 0
            except Refused as refused:
                self.refused[re.sub(r"\d{3,}", "#", str(refused))] += 1
                refusals += 1
                if refusals > MOST_REFUSALS:
                    fault = f"{refused}"
                    break
        else:
            fault = "no end"
        name = f"r{seed}_{players}p_{side}_{paths}_{undo}"
        options = {"100": "ab".index(side) + 1, "101": 1 if paths == "given" else 2}
        result = program.result()
        beside = {"options": options, "seed": seed, "undo": undo, "fault": fault}
        beside |= {key: result[key] for key in ("final", "columns", "undos")}
        return Made(name, result["table"], beside, fault)


class _Table:
    """One table being played."""

    def __init__(self, rare: Rare, program: Program, rng: Random, undo_share: float) -> None:
        self.rare, self.program, self.rng, self.undo_share = rare, program, rng, undo_share
        self.banned: set[str] = set()
        self.head = ""

    def answer(self) -> None:
        """Answer the present prompt. Raises Refused."""
        prompt = self.program.prompt
        player = self.rng.choice(prompt.players)
        if prompt.state == WARP:
            own = [row for row in self.program.rows("vortex") if row["player_id"] == str(player)]
            free = [row for row in own if row["location"] == "0"]
            chosen = self.rng.sample(free, min(len(free), self.rng.randint(0, 2)))
            self.program.warp(player, [row["id"] for row in chosen])
            return
        key = self._key(prompt, player)
        is_head = "Pass" in prompt.selectable
        if is_head:
            self.head = key
        if key == "Undo":
            self.banned.add(self.head)
        elif key == "Confirm":
            self.banned.clear()
        targets = prompt.selectable[key]
        second = self._least(targets, prompt, player) if targets else None
        self.rare.seen[self._context(prompt), self._kind(key, player)] += 1
        if second is not None:
            self.rare.seen[self._context(prompt), self._kind(key, player) + self._kind(second, player)] += 1
        try:
            self.program.select(player, key, second)
        except Refused:
            self.banned.add(key)
            raise

    def _context(self, prompt: Prompt) -> str:
        pending = prompt.pending
        if pending is None:
            return str(prompt.state)
        return f"{pending.function}/{pending.target_id or ''}/{pending.extra or ''}"

    def _key(self, prompt: Prompt, player: int) -> str:
        """The key to click: worth much, seen rarely; Undo where nothing else is left, and sometimes otherwise."""
        context = self._context(prompt)
        keys = [key for key in prompt.selectable if key != "Undo" and key not in self.banned]
        keys = [key for key in keys if not key.startswith("mineres_") or self._is_there(key)]
        if "Undo" in prompt.selectable:
            is_new = self.undo_share and self.rare.seen[context, "Undo"] < NEW
            if not keys or self.rng.random() < (0.3 if is_new else self.undo_share):
                return "Undo"
        if not keys:
            self.banned.clear()
            keys = list(prompt.selectable)
        weights = [_worth(key) / (1 + self.rare.seen[context, self._kind(key, player)]) for key in keys]
        return self.rng.choices(keys, weights)[0]

    def _least(self, targets: list[str], prompt: Prompt, player: int) -> str:
        context = self._context(prompt)
        counts = [self.rare.seen[context, self._kind(target, player)] for target in targets]
        self.rare.seen[context, self._kind(targets[counts.index(min(counts))], player)] += 1
        return self.rng.choices(targets, [1 / (1 + count) for count in counts])[0]

    def _is_there(self, key: str) -> bool:
        return any(f"mineres_{row['id']}" == key for row in self.program.rows("mineres"))

    def _kind(self, key: str, player: int) -> str:
        """A key without the numbers of players and pieces: a piece by its type."""
        piece = re.fullmatch(r"(building|superproject|worker|vortex|mineres)_(\d+)", key)
        if piece is None:
            return re.sub(
                r"(515)_\d+$", r"\1", re.sub(r"_9\d{7}", "", re.sub(r"^breakthrough_\d+", "breakthrough", key))
            )
        row = next((row for row in self.program.rows(piece[1]) if row["id"] == piece[2]), {})
        return f"{piece[1]}:{row.get('type')}"


def _worth(key: str) -> float:
    return next((worth for start, worth in WORTH if key.startswith(start)), 1.0)
