"""Small wrong changes of a module, one at a time: what the tests of the module ought to notice.

Each mutant replaces one piece of the source by another; the rest of the file stays as it is, comments included.
Annotations, docstrings, decorators, imports and the texts of messages are left alone.
"""

from __future__ import annotations

import ast
import copy
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

_COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
_DROPPED = (ast.Expr, ast.AugAssign, ast.Raise, ast.Continue, ast.Break, ast.Delete)
_SETTINGS = {"settings", "s", "reading", "chosen", "options"}  # what objects of settings are called in this code
_EITHER_WAY = {"min", "max", "minimum", "maximum"}  # calls whose arguments may stand in any order
_WORDLESS = {"raise_from", "cast"}  # calls whose arguments do not matter when the program runs


@dataclass(frozen=True)
class Mutant:
    """One wrong change: `source` with the characters [start, end) replaced by `new`."""

    kind: str
    line: int
    start: int
    end: int
    new: str

    def apply(self, source: str) -> str:
        return source[: self.start] + self.new + source[self.end :]

    def lines(self, source: str) -> tuple[str, str]:
        """The lines it touches, before and after, without what surrounds them."""
        first = source.rfind("\n", 0, self.start) + 1
        last = source.find("\n", self.end)
        last = len(source) if last < 0 else last
        before, after = source[first:last], source[first : self.start] + self.new + source[self.end : last]
        return _flat(before), _flat(after)


def mutants(source: str, defaults: Mapping[str, str] | None = None) -> list[Mutant]:
    """All mutants of a module that are Python and differ, in the order of the file.

    `defaults` names the settings and what they are when nobody sets them (`defaults_of`): reading one of them is
    replaced by that, as if the setting were ignored.
    """
    tree = ast.parse(source)
    starts = _line_starts(source)
    found: list[Mutant] = []
    for node in _live_nodes(tree):
        for kind, new in _changes(node, defaults or {}):
            start, end = starts(node.lineno, node.col_offset), starts(node.end_lineno or 0, node.end_col_offset or 0)
            text = new if isinstance(node, ast.stmt) else f"({new})"
            found.append(Mutant(kind, node.lineno, start, end, text))
    different: dict[str, Mutant] = {}
    for mutant in sorted(found, key=lambda one: (one.start, one.end, one.new)):
        made = mutant.apply(source)
        try:
            seen = ast.dump(ast.parse(made))
        except SyntaxError:
            continue
        if seen != ast.dump(tree):
            different.setdefault(seen, mutant)
    return list(different.values())


def sampled(found: list[Mutant], count: int | None, seed: int) -> list[Mutant]:
    """`count` of them, the same for the same seed; all without a count."""
    if count is None or count >= len(found):
        return found
    chosen = random.Random(seed).sample(range(len(found)), count)
    return [found[place] for place in sorted(chosen)]


def defaults_of(folder: Path) -> dict[str, str]:
    """Settings by name with the source of their default, from the classes in a folder; none where two disagree."""
    found: dict[str, set[str]] = {}
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
                value = _default(node.value)
                if value is not None:
                    found.setdefault(node.target.id, set()).add(ast.unparse(value))
    return {name: next(iter(values)) for name, values in found.items() if len(values) == 1}


def _default(value: ast.expr) -> ast.expr | None:
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "Field":
        named = [word.value for word in value.keywords if word.arg == "default"]
        value = named[0] if named else value
    simple = (ast.Constant, ast.UnaryOp, ast.Tuple)
    return value if isinstance(value, simple) else None


# --- where ----------------------------------------------------------------------------------------------------------


def _live_nodes(tree: ast.Module) -> Iterator[ast.stmt | ast.expr]:
    """Statements and expressions that do something when the program runs."""
    for child in ast.iter_child_nodes(tree):
        yield from _live(child)


def _live(node: ast.AST) -> Iterator[ast.stmt | ast.expr]:
    if isinstance(node, (ast.Import, ast.ImportFrom)) or _is_text(node) or _is_alias(node) or _for_types(node):
        return
    if isinstance(node, (ast.stmt, ast.expr)):
        yield node
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "type_params", "bases"} or isinstance(node, ast.Raise):
            continue  # of an error: that it is raised counts, not how it is worded
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _live(child)


def _is_text(node: ast.AST) -> bool:
    """Docstrings and the texts beside fields, and every f-string: those are for people."""
    alone = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return alone or isinstance(node, ast.JoinedStr)


def _is_alias(node: ast.AST) -> bool:
    """`Floats = NDArray[np.float32]`, `T = TypeVar("T")` and `__all__`."""
    if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
        return False
    name, value = node.targets[0].id, node.value
    typed = (
        isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in {"TypeVar", "ParamSpec"}
    )
    aliased = name[:1].isupper() and name != name.upper() and isinstance(value, (ast.Subscript, ast.BinOp))
    return name == "__all__" or typed or aliased


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


# --- what -----------------------------------------------------------------------------------------------------------


def _changes(node: ast.stmt | ast.expr, defaults: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """(kind, new source) of every wrong change of one node."""
    for make in (_compared, _computed, _constant, _condition, _called, _statement):
        yield from make(node)
    yield from _ignored_setting(node, defaults)


def _compared(node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for other in _COMPARED[type(operator)]:
                yield (
                    "comparison",
                    _with(node, lambda new, place=place, other=other: new.ops.__setitem__(place, other())),
                )


def _computed(node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in _COMPUTED:
        other = _COMPUTED[type(node.op)]
        yield "arithmetic", _with(node, lambda new: setattr(new, "op", other()))
    elif isinstance(node, ast.BoolOp):
        flipped = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield "boolean", _with(node, lambda new: setattr(new, "op", flipped()))
    elif isinstance(node, ast.UnaryOp):
        yield ("not" if isinstance(node.op, (ast.Not, ast.Invert)) else "sign"), ast.unparse(node.operand)


def _constant(node: ast.AST) -> Iterator[tuple[str, str]]:
    if not isinstance(node, ast.Constant):
        return
    if isinstance(node.value, bool):
        yield "constant", str(not node.value)
    elif isinstance(node.value, (int, float)):
        yield "constant", repr(node.value + 1)
        yield "constant", repr(node.value - 1)


def _condition(node: ast.AST) -> Iterator[tuple[str, str]]:
    """`if x` -> `if not x` where a comparison or a `not` does not give that already; `a if x else b` the wrong way."""
    if isinstance(node, ast.IfExp):
        yield "condition", _with(node, lambda new: _swap(new, "body", "orelse"))
    elif isinstance(node, (ast.If, ast.While)) and isinstance(node.test, (ast.Name, ast.Attribute, ast.Call)):
        yield "condition", _with(node, lambda new: setattr(new, "test", ast.UnaryOp(ast.Not(), new.test)))


def _called(node: ast.AST) -> Iterator[tuple[str, str]]:
    if not isinstance(node, ast.Call) or (isinstance(node.func, ast.Name) and node.func.id in _WORDLESS):
        return
    for place, word in enumerate(node.keywords):
        if word.arg is not None:
            yield "keyword dropped", _with(node, lambda new, place=place: new.keywords.pop(place))
    plain = [argument for argument in node.args if not isinstance(argument, ast.Starred)]
    if len(plain) < len(node.args):
        return
    if len(plain) > 1:
        yield "argument left to its default", _with(node, lambda new: new.args.pop())
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    for place in range(len(plain) - 1 if name not in _EITHER_WAY else 0):
        yield "arguments swapped", _with(node, lambda new, place=place: _exchange(new.args, place))


def _statement(node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Return) and not (node.value is None or _is_none(node.value)):
        yield "nothing returned", "return None"
    elif isinstance(node, _DROPPED) or (isinstance(node, ast.Assign) and not _names(node)):
        yield "statement dropped", "pass"
    elif isinstance(node, (ast.For, ast.While, ast.If)) and not _always(node):
        yield ("block skipped"), _with(node, _emptied)
        if isinstance(node, ast.For) and len(node.body) > 0:
            yield "returned early", _with(node, lambda new: new.body.append(ast.Break()))


def _ignored_setting(node: ast.AST, defaults: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Attribute) and node.attr in defaults and isinstance(node.ctx, ast.Load):
        owner = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
        if owner in _SETTINGS:
            yield "setting ignored", defaults[node.attr]


# --- how ------------------------------------------------------------------------------------------------------------


def _with(node: ast.AST, change: Callable[..., object]) -> str:
    new = copy.deepcopy(node)
    change(new)
    text = ast.unparse(ast.fix_missing_locations(new))
    if isinstance(node, ast.stmt):  # its own indentation for the lines below the first
        text = text.replace("\n", "\n" + " " * node.col_offset)
    return text


def _swap(node: ast.AST, one: str, other: str) -> None:
    first, second = getattr(node, one), getattr(node, other)
    setattr(node, one, second)
    setattr(node, other, first)


def _exchange(values: list[ast.expr], place: int) -> None:
    values[place], values[place + 1] = values[place + 1], values[place]


def _emptied(node: ast.For | ast.While | ast.If) -> None:
    node.body = [ast.Pass()]


def _always(node: ast.AST) -> bool:
    return isinstance(node, ast.While) and isinstance(node.test, ast.Constant)


def _names(node: ast.Assign) -> bool:
    """Whether it makes variables, without which the rest would hardly run."""
    return any(isinstance(part, ast.Name) for target in node.targets for part in _parts(target))


def _parts(target: ast.expr) -> list[ast.expr]:
    return list(target.elts) if isinstance(target, (ast.Tuple, ast.List)) else [target]


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _flat(text: str) -> str:
    return " ".join(text.split())


def _line_starts(source: str) -> Callable[[int, int], int]:
    """Characters before a place that the syntax tree gives as line and bytes."""
    lines = source.splitlines(keepends=True)
    before = [0]
    for line in lines:
        before.append(before[-1] + len(line))

    def place(line: int, column: int) -> int:
        return before[line - 1] + len(lines[line - 1].encode()[:column].decode())

    return place
