"""The mutation tester itself: which wrong changes it makes of a piece of code, and that tests can notice them."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from textwrap import dedent

import pytest

import mutate
from mutants import Mutant, defaults_of, mutants, sampled


def changed(code: str, **defaults: str) -> set[str]:
    """The code after each of its mutants, as one line."""
    code = dedent(code).strip()
    return {ast.unparse(ast.parse(mutant.apply(code))).replace("\n", "; ") for mutant in mutants(code, defaults)}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = a < b", {"x = a <= b", "x = a >= b"}),
        ("x = a == b", {"x = a != b"}),
        ("x = a is None", {"x = a is not None"}),
        ("x = a in b", {"x = a not in b"}),
        ("x = a + b", {"x = a - b"}),
        ("x = a // b", {"x = a * b"}),
        ("x = a and b", {"x = a or b"}),
        ("x = not a", {"x = a"}),
        ("x = ~a", {"x = a"}),
        ("x = -a", {"x = a"}),
        ("x = 7", {"x = 8", "x = 6"}),
        ("x = True", {"x = False"}),
        ("x = a if c else b", {"x = b if c else a"}),
        ("x = f(a, b)", {"x = f(a)", "x = f(b, a)"}),
        ("x = f(a, k=b)", {"x = f(a)"}),
        ("x = f(*a, b)", set()),
        ("a.b = c", {"pass"}),
        ("a += c", {"a -= c", "pass"}),
        ("f(a)", {"pass"}),
        ("x = settings.depth", {"x = 3"}),
        ("x = self.settings.depth", {"x = 3"}),
        ("x = other.depth", set()),
    ],
)
def test_each_kind_of_change(code: str, expected: set[str]) -> None:
    assert changed(code, depth="3") == expected


def test_changes_of_blocks() -> None:
    assert changed("if a:\n    f(a)") == {"if not a:;     f(a)", "if a:;     pass"}
    found = changed("for a in b:\n    f(a)")
    assert found == {"for a in b:;     pass", "for a in b:;     f(a);     break"}
    assert changed("def f(a):\n    return a") == {"def f(a):;     return None"}


@pytest.mark.parametrize(
    "code",
    [
        '"""A docstring of 1 + 1."""',
        "import a.b",
        "from a import b",
        "Floats = NDArray[np.float32]",
        "x: Literal[1, 2]",
        "def f(a: Array[1]) -> Array[2]: ...",
        "@njit(cache=True)\ndef f(): pass",
        "x = f'{1 + 1}'",
        "if TYPE_CHECKING:\n    f(1)",
    ],
)
def test_what_does_nothing_when_the_program_runs_is_left_alone(code: str) -> None:
    assert not [one for one in mutants(code) if one.new != "pass"]


def test_the_words_of_an_error_are_left_alone_and_the_error_is_not() -> None:
    assert changed("raise ValueError('more than', 3 + 1)") == {"pass"}


def test_the_rest_of_a_file_stays_as_it_is() -> None:
    """Comments and umlauts before the place included."""
    source = "größe = 1  # größer als 0\nx = (größe <\n     2)  # why\n"
    made = {one.apply(source) for one in mutants(source) if one.kind == "comparison"}
    assert made == {source.replace("größe <\n     2", new) for new in ("(größe <= 2)", "(größe >= 2)")}


def test_lines_before_and_after_are_told_flat() -> None:
    source = "def f(a):\n    return (\n        a\n        + 1\n    )\n"
    told = [one.lines(source) for one in mutants(source) if one.kind == "arithmetic"]
    assert told == [("a + 1", "(a - 1)")]


def test_no_two_mutants_are_the_same_program() -> None:
    source = (mutate.ROOT / mutate.SOURCE / "metrics.py").read_text()
    made = [ast.dump(ast.parse(one.apply(source))) for one in mutants(source)]
    assert len(set(made)) == len(made) > 200
    assert ast.dump(ast.parse(source)) not in made


def test_a_sample_is_the_same_for_the_same_seed_and_in_order() -> None:
    found = mutants("x = [1, 2, 3, 4, 5, 6, 7, 8]")
    one, same, other = (sampled(found, 5, seed) for seed in (1, 1, 2))
    assert one == same != other
    assert [found.index(mutant) for mutant in one] == sorted(found.index(mutant) for mutant in one)
    assert sampled(found, None, 0) == sampled(found, 99, 0) == found


def test_defaults_of_settings_are_read_where_they_are_plain(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        "class A:\n depth: int = Field(default=3, ge=1)\n rate: float = -1.0\n"
        " names: list[str] = f()\n twice: int = 1\n"
    )
    (tmp_path / "b.py").write_text("class B:\n twice: int = 2\n needed: int\n")
    assert defaults_of(tmp_path) == {"depth": "3", "rate": "-1.0"}


def test_every_listed_module_and_its_tests_are_there() -> None:
    for module, tests in mutate.COVERED_BY.items():
        assert (mutate.ROOT / mutate.SOURCE / module).is_file(), module
        assert all((mutate.ROOT / path.partition("::")[0]).is_file() for path in tests), module


def test_judgements_fit_lines_of_the_modules() -> None:
    """A judgement of code that has changed since says nothing any more."""
    for module, before, _ in mutate.judgements():
        source = " ".join((mutate.ROOT / mutate.SOURCE / module).read_text().split())
        assert before in source, f"{module}: {before}"


def small_project(folder: Path, test: str) -> None:
    (folder / "src" / "instead").mkdir(parents=True)
    (folder / "src" / "instead" / "__init__.py").write_text("")
    (folder / "src" / "instead" / "half.py").write_text("def larger(a, b):\n    return a if a > b else b\n")
    (folder / "tests").mkdir()
    (folder / "tests" / "test_half.py").write_text(test)
    (folder / "scripts").mkdir()
    for name in ("mutate.py", "mutants.py"):
        (folder / "scripts" / name).write_text((mutate.ROOT / "scripts" / name).read_text())


def test_survivors_are_told_from_those_that_tests_notice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`>=` for `>` makes no difference to the larger of two numbers; the others are noticed."""
    test = "from instead.half import larger\n\ndef test():\n    assert (larger(1, 2), larger(2, 1)) == (2, 2)\n"
    small_project(tmp_path, test)
    monkeypatch.setattr(mutate, "ROOT", tmp_path)
    source = (tmp_path / "src" / "instead" / "half.py").read_text()
    found = mutants(source)
    outcomes = mutate.run("half.py", source, found, ["tests/test_half.py"], 2)
    assert [one.mutant for one in outcomes] == found
    assert [one.mutant.new for one in outcomes if not one.noticed] == ["(a >= b)"]
    assert (tmp_path / "src" / "instead" / "half.py").read_text() == source

    monkeypatch.setattr(mutate, "FIGURES", tmp_path / "mutations.json")
    monkeypatch.setattr(mutate, "REPORT", tmp_path / "mutations.md")
    monkeypatch.setattr(mutate, "JUDGED", tmp_path / "judged.toml")
    mutate.keep("half.py", source, outcomes, len(found), {"count": None, "seed": 0})
    assert [one.new for one in mutate.survived("half.py", source, found)] == ["(a >= b)"]
    with pytest.raises(SystemExit, match="not run yet as it is now"):
        mutate.survived("half.py", source + "\n", found)
    mutate.report()
    told = (tmp_path / "mutations.md").read_text()
    count, noticed = len(found), len(found) - 1
    assert f"| half.py | {count} | {noticed} | {noticed} | 0 | 1 |" in told
    assert "**open**" in told
    survivor = json.loads((tmp_path / "mutations.json").read_text())["half.py"]["survivors"][0]
    lines = "".join(f"{name} = {json.dumps(survivor[name])}\n" for name in ("before", "after"))
    (tmp_path / "judged.toml").write_text(f'[["half.py"]]\n{lines}why = "equal is equal"\n')
    mutate.report()
    told = (tmp_path / "mutations.md").read_text()
    assert f"| half.py | {count} | {noticed} | {noticed} | 1 | 0 | 100.0% |" in told
    assert "equivalent: equal is equal" in told
    seen = [mutate.Outcome(one.mutant, "failed") for one in outcomes]  # after a test was written
    mutate.keep("half.py", source, seen, count, {"count": None, "seed": 0})
    mutate.report()
    assert f"| half.py | {count} | {noticed} | {count} | 0 | 0 | 100.0% |" in (tmp_path / "mutations.md").read_text()


def test_tests_that_fail_without_a_change_are_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_project(tmp_path, "def test():\n    assert False\n")
    monkeypatch.setattr(mutate, "ROOT", tmp_path)
    with pytest.raises(SystemExit, match="fail without any change"):
        mutate.run("half.py", "", [Mutant("constant", 1, 0, 0, "1")], ["tests/test_half.py"], 1)
