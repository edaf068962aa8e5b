"""Short wordings for Dice Forge: what a die face gives and what a card does."""

from collections.abc import Callable, Iterable, Mapping

from engine.games.dice_forge.components import BOAR_REWARD, CARDS, FACES, LAP, LAP_GLORY, TRITON, Effect

_SPECIAL = {"mirror": "copies a face that another player's die shows", "triple": "multiplies what the other die gives"}


def joined(parts: Iterable[str], last: str) -> str:
    """`a, b or c`; `last` is the word before the last part."""
    *begin, end = parts
    return f"{', '.join(begin)} {last} {end}" if begin else end


def amounts(table: Mapping[str, int], last: str = "and") -> str:
    """`2 gold and 1 moon`."""
    return joined((f"{n} {resource}" for resource, n in table.items()), last)


def face_name(name: str) -> str:
    """A face by what it gives, `2 gold + 1 moon`, or by its name, `yellow shield`; without commas, for lists."""
    rule = FACES[name]
    if rule.kind == "boar":
        return f"{rule.color} boar"
    if rule.kind == "shield":
        return f"{name.removeprefix('shield_')} shield"
    if rule.kind == "triple":
        return f"×{rule.factor}"
    if rule.options:
        return " or ".join(map(amounts, rule.options))
    return " + ".join(amounts({what: n}) for what, n in rule.amounts.items()) or name


def face_effect(name: str) -> str:
    """What a face of the Gardens does; empty if its name already says it."""
    rule = FACES[name]
    if rule.kind == "boar":
        roller = joined((amounts(option) for option in rule.options), "or")
        return (
            f"{roller}; {amounts(BOAR_REWARD, 'or')} for the owner of the {rule.color} Tenacious Boar; never replaced"
        )
    if rule.kind == "shield":
        return f"{amounts(rule.reward_a)} if the other die gave {rule.watch}, or else {amounts(rule.reward_b)}"
    if rule.kind == "ship":
        return f"forge a face of the Sanctuary, {rule.discount} gold cheaper"
    return _SPECIAL.get(rule.kind, "")


def card_title(card: str) -> str:
    """The name of a card or a group without its article; boars of all colours have the same."""
    if card in CARDS and not CARDS[card].color:
        return CARDS[card].name.removeprefix("The ")
    return "Tenacious Boar" if card in CARDS else card.replace("_", " ").title()


def card_effect(name: str) -> str:
    """What a card does beside its glory; empty if it does nothing."""
    return "; ".join(_often(effect) + _OPS[effect.op](effect) for effect in CARDS[name].effects)


def _often(effect: Effect) -> str:
    return "once in each of its owner's turns, " if effect.when == "reinforcement" else ""


def _swap(effect: Effect) -> str:
    """What may be swapped for glory."""
    if not effect.convert:
        return ""
    return f"; each {joined(effect.convert, 'or')} may be swapped for {next(iter(effect.convert.values()))} glory"


def _times(number: int) -> str:
    return f" {number} times" if number > 2 else " twice" if number == 2 else ""


def _minor(effect: Effect) -> str:
    same = "the same die" if effect.same_die else "one die"
    return f"roll {same}{_times(effect.count)}{_swap(effect)}"


def _token(effect: Effect) -> str:
    if effect.token == "cerberus":
        return "a Cerberus token: repeats a blessing, once"
    return f"a Triton token: {amounts(TRITON, 'or')}, once"


def _gain(effect: Effect) -> str:
    return amounts({"gold": effect.gold, "moon": effect.moon} | ({"sun": effect.sun} if effect.sun else {}))


def _hammer(effect: Effect) -> str:
    ends = (f"{glory} glory at space {LAP * lap}" for lap, glory in enumerate(LAP_GLORY, 1))
    return f"gold gained may go to the hammer: {joined(ends, 'and')}"


def _garden(effect: Effect) -> str:
    several = "one of the shields" if len(effect.faces) > 1 else f"the {face_name(effect.faces[0])} face"
    return f"forge {several} for nothing"


_OPS: dict[str, Callable[[Effect], str]] = {
    "gain": _gain,
    "add_hammer": _hammer,
    "raise_caps": lambda e: f"room for {e.gold} more gold, {e.sun} more sun and {e.moon} more moon",
    "add_token": _token,
    "forge_garden": _garden,
    "bearer_forge": lambda e: "another player must forge the boar face of its colour",
    "divine_blessing": lambda e: f"roll both dice{_times(e.count)}{_swap(e)}",
    "minor_blessing": _minor,
    "satyrs": lambda e: "the others roll their dice: take two of the faces that they show",
    "minotaur": lambda e: "the others roll their dice and lose what these show",
    "glory_per_forged": lambda e: f"{e.per} glory for each face forged so far",
    "shift_dice": lambda e: "in the next turn everybody has the dice of the player before",
    "spend_gain": lambda e: f"{amounts(e.cost)} for {amounts(e.amounts)}",
    "choose_gain": lambda e: joined((amounts(option) for option in e.options), "or"),
    "gain_if": lambda e: f"{amounts(e.amounts)}, or {amounts(e.amounts_if)} with at least {amounts(e.at_least)}",
    "on_oust": lambda e: f"{amounts(e.amounts)} each time its owner ousts a hero or is ousted",
    "on_boar_face": lambda e: f"{joined((amounts(o) for o in e.options), 'or')} each time that face is applied",
}


def card_brief(name: str) -> str:
    """What a card does in a few words, for a line of the picture; empty if it only has glory."""
    return "; ".join(_BRIEF.get(effect.op, _OPS[effect.op])(effect) for effect in CARDS[name].effects)


def _briefly_rolled(effect: Effect) -> str:
    dice = f"{'both dice' if effect.op == 'divine_blessing' else 'one die'}{_times(effect.count)}"
    if effect.convert:
        return f"{dice}, {'/'.join(effect.convert)} for glory"
    return f"{'each turn: ' if effect.when == 'reinforcement' else ''}roll {dice}"


_BRIEF: dict[str, Callable[[Effect], str]] = {
    "add_hammer": lambda e: f"gold to the hammer: {', then '.join(map(str, LAP_GLORY))} glory",
    "raise_caps": lambda e: f"room for {e.gold} gold, {e.sun} sun, {e.moon} moon",
    "add_token": lambda e: "once: repeat a blessing" if e.token == "cerberus" else f"once: {amounts(TRITON, 'or')}",
    "forge_garden": lambda e: f"forge a {'shield' if len(e.faces) > 1 else face_name(e.faces[0])} face",
    "divine_blessing": _briefly_rolled,
    "minor_blessing": _briefly_rolled,
    "satyrs": lambda e: "the others roll, take two faces",
    "minotaur": lambda e: "the others lose what they roll",
    "glory_per_forged": lambda e: f"{e.per} glory for each forged face",
    "shift_dice": lambda e: "next turn: dice of the neighbour",
    "spend_gain": lambda e: f"each turn: {amounts(e.cost)} for {amounts(e.amounts)}",
    "choose_gain": lambda e: f"each turn: {_of_one_number(e)}",
    "gain_if": lambda e: f"each turn: {amounts(e.amounts)}, {_only(e.amounts_if)} with {amounts(e.at_least)}",
    "on_oust": lambda e: f"{amounts(e.amounts)} at each ousting",
}


def _of_one_number(effect: Effect) -> str:
    """`1 gold, sun or moon`."""
    pairs = [pair for option in effect.options for pair in option.items()]
    return f"{pairs[0][1]} {joined((resource for resource, _ in pairs), 'or')}"


def _only(table: Mapping[str, int]) -> str:
    return " + ".join(map(str, table.values()))
