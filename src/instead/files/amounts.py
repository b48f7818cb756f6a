"""Amounts as shops write them: `1.371,92 €`, `$1,299.00`, `CHF 1'299.–`, `₹1,29,999`, `5 - 9 USD`.

`1.299` alone may be a thousand or a little more than one. What such amounts mean is decided by the whole column: other
amounts in it tell which mark its decimals have. Where none does, hints decide (the file's other columns, its separator,
the currency), and the notation says that it is a guess and why.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

import polars as pl

from instead.files.currencies import ASSUMED, currency_of
from instead.money import NO_DECIMALS, THREE_DECIMALS

Mark = Literal[".", ","]
NAMED = {".": "point", ",": "comma", " ": "blank", "'": "apostrophe"}

_BLANKS = "\u00a0\u202f\u2009\u2007\u2002\u2003\u3000\t"
_NUMBER = r"\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d{1,3}(?:'\d{3})+(?:[.,]\d*)?|\d[\d.,]*|[.,]\d+"
_AROUND = r"[^\d{}<>#;=%]"  # remains of styles and scripts, and shares, are no amounts
# What stands before, the amount, what stands behind; of a range the first amount.
_TO = rf"{_AROUND}{{0,8}}[-–—−~/ ]{_AROUND}{{0,8}}"
_AMOUNT = rf"^({_AROUND}{{0,24}}?)({_NUMBER})({_AROUND}{{0,40}}|{_TO}(?:{_NUMBER}){_AROUND}{{0,24}})$"
_MINUS = r"[-−–]\s*$|[-−–]\s*[$€£¥₹]\s*$"
_AMBIGUOUS = r"^[1-9]\d{0,2}[.,]\d{3}$"
_GROUPED = r"^\d{1,3}(?:(?:\.\d{2,3})*\.\d{3}|(?:,\d{2,3})*,\d{3})$"
_BOTH = r"^\d{1,3}(?:(?:\.\d{2,3})*\.\d{3},\d+|(?:,\d{2,3})*,\d{3}\.\d+)$"
_SHARE = 0.5
"""Of the amounts of a column that must name a currency before it holds for those that name none."""


@dataclass(frozen=True)
class AmountNotation:
    """How the amounts of a column are written."""

    decimal: Mark = "."
    """Mark before the decimals."""
    grouping: tuple[str, ...] = ()
    """Marks between groups of digits that occur."""
    currency: str | None = None
    """Of amounts that name none themselves."""
    currencies: tuple[str, ...] = ()
    """ISO codes that occur, the commonest first."""
    thousands: tuple[str, ...] = ()
    """Currencies (or "" for none named) whose amounts like `1,299` are thousands though decimals have that mark."""
    sure: bool = True
    why: str = ""
    """What decided, where the amounts alone do not."""

    @property
    def text(self) -> str:
        """In words: "decimal comma, groups by point, EUR"."""
        parts = [f"decimal {NAMED[self.decimal]}"]
        if self.grouping:
            parts.append(f"groups by {' and '.join(NAMED[mark] for mark in self.grouping)}")
        parts.append(" and ".join(self.currencies) if self.currencies else self.currency or "no currency named")
        said = ", ".join(parts)
        return f"{said}; {self.why}" if self.why else said


@dataclass(frozen=True)
class Amounts:
    """A column of amounts: numbers and ISO codes, null where unknown."""

    value: pl.Series
    currency: pl.Series
    notation: AmountNotation
    unread: int = 0
    """Texts that are no amount."""


@dataclass
class AmountEvidence:
    """What the amounts of a column tell of its notation, added up over any number of pieces."""

    decimal: Counter[str] = field(default_factory=Counter)
    """Amounts that show which mark decimals have."""
    ambiguous: Counter[str] = field(default_factory=Counter)
    """Amounts like `1.299`, by their mark."""
    by_currency: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """Amounts that show a decimal mark, and ambiguous ones: (shape, mark, currency or "")."""
    grouping: Counter[str] = field(default_factory=Counter)
    currencies: Counter[str] = field(default_factory=Counter)
    signs: Counter[str] = field(default_factory=Counter)
    """Signs that several currencies have."""
    amounts: int = 0
    example: str = ""

    def add(self, column: pl.Series) -> None:
        """Count what the texts of a piece of the column tell."""
        parts = _parts(_different(column)).drop_nulls("digits")
        self.amounts += int(parts["times"].sum())
        for name, target in (("currency", self.currencies), ("sign", self.signs)):
            target.update(_counted(parts, name))
        for mark, count in _counted(parts.filter(pl.col("shape").is_in(["decimal", "both"])), "mark").items():
            self.decimal[mark] += count
        for mark, count in _counted(parts.filter(pl.col("shape") == "both"), "mark").items():
            self.grouping[_other(mark)] += count
        for mark, count in _counted(parts.filter(pl.col("shape") == "grouped"), "mark").items():
            self.grouping[mark] += count
            self.decimal[_other(mark)] += count
        for shape in ("decimal", "both", "grouped", "ambiguous"):
            own = parts.filter(pl.col("shape") == shape).with_columns(pl.col("currency").fill_null(""))
            for mark, code, times in own.select("mark", "currency", "times").iter_rows():
                if shape == "ambiguous":
                    self.by_currency["ambiguous", mark, code] += times
                else:
                    self.by_currency["decimal", _other(mark) if shape == "grouped" else mark, code] += times
        self.ambiguous.update(_counted(parts.filter(pl.col("shape") == "ambiguous"), "mark"))
        for mark, name in ((" ", "blanks"), ("'", "ticks")):
            self.grouping[mark] += int(parts.filter(name)["times"].sum())
        if not self.example and self.ambiguous:
            self.example = str(parts.filter(pl.col("shape") == "ambiguous")["digits"].first() or "")

    def notation(
        self, hint: tuple[Mark, str] | None = None, *, told: Mark | None = None, currency: str | None = None
    ) -> AmountNotation:
        """The notation of the whole column. `hint`: a decimal mark and where it is from, for what the column does not
        tell; `told`: the mark that the user named; `currency`: of the column's header."""
        decimal, sure, why = self._decimal(hint, told)
        thousands = () if told is not None else self._thousands(decimal)
        if thousands:
            sure, why = False, _joined(why, self._three_digits(thousands, decimal))
        groups = [mark for mark in (".", ",", " ", "'") if self.grouping[mark] or (thousands and mark == decimal)]
        if self.ambiguous[_other(decimal)] and _other(decimal) not in groups:
            groups.append(_other(decimal))
        common = tuple(code for code, _ in self.currencies.most_common())
        named = sum(self.currencies.values())
        of_all = currency
        if of_all is None and len(common) == 1 and named >= _SHARE * self.amounts:
            of_all = common[0]
        why = _joined(why, self._assumed_signs())
        return AmountNotation(decimal, tuple(groups), of_all, common, thousands, sure, why)

    def _thousands(self, decimal: Mark) -> tuple[str, ...]:
        """Currencies whose amounts like `1,299` nothing tells to have three decimals: in a column of `12,50 €` and
        `1.299 €` a `$1,299` follows other habits. Prices seldom have three decimals."""
        asked = [code for (shape, mark, code) in self.by_currency if shape == "ambiguous" and mark == decimal]
        asked = [code for code in asked if code not in THREE_DECIMALS]
        if not self.decimal:
            return tuple(asked) if self.ambiguous["."] and self.ambiguous[","] else ()
        tells = {code for (shape, mark, code) in self.by_currency if shape == "decimal" and mark == decimal}
        return tuple(code for code in asked if code and not tells & {code, ""})

    @staticmethod
    def _three_digits(codes: tuple[str, ...], decimal: Mark) -> str:
        whose = " and ".join(code for code in codes if code)
        like = f"amounts{f' of {whose}' if whose else ''} like 1{decimal}299"
        return f"{like} are taken as thousands, because nothing tells that those are decimals (--decimal)"

    def _decimal(self, hint: tuple[Mark, str] | None, told: Mark | None) -> tuple[Mark, bool, str]:
        open_ = sum(self.ambiguous.values())
        if told is not None:
            return told, True, f"decimal {NAMED[told]} because you said so"
        point, comma = self.decimal["."], self.decimal[","]
        if point and comma:
            more: Mark = "." if point >= comma else ","
            mixed = f"both notations occur ({point:,} with decimal point, {comma:,} with decimal comma)"
            if not open_:
                return more, True, f"{mixed}; each amount is read by its own marks"
            return more, False, f"{mixed}; {open_:,} like {self.example} are read as the more common one (--decimal)"
        if point or comma:
            return ("." if point else ","), True, ""
        if not open_:
            return (hint[0] if hint else "."), True, ""
        mark: Mark = "." if self.ambiguous["."] >= self.ambiguous[","] else ","
        example = f"{self.example} may be a thousand or a little more than one"
        if self.currencies and set(self.currencies) <= THREE_DECIMALS:
            return mark, True, f"three decimals, as {next(iter(self.currencies))} has them"
        if self.currencies and set(self.currencies) <= NO_DECIMALS:
            return _other(mark), True, f"no decimals, as {next(iter(self.currencies))} has none"
        if hint is not None:
            return hint[0], False, f"{example}: taken with decimal {NAMED[hint[0]]} because of {hint[1]} (--decimal)"
        seldom = "because prices seldom have three decimals (--decimal)"
        return _other(mark), False, f"{example}: taken as a thousand, {seldom}"

    def _assumed_signs(self) -> str:
        return " and ".join(f"{sign} taken as {ASSUMED[sign]}" for sign in ASSUMED if self.signs[sign])


def read_amounts(
    column: pl.Series,
    notation: AmountNotation | None = None,
    *,
    hint: tuple[Mark, str] | None = None,
    told: Mark | None = None,
    currency: str | None = None,
) -> Amounts:
    """Numbers and currencies of a column of texts, by its notation or, without one, by that of the column itself."""
    if notation is None:
        evidence = AmountEvidence()
        evidence.add(column)
        notation = evidence.notation(hint, told=told, currency=currency)
    digits, mark, shape = pl.col("digits"), pl.col("mark"), pl.col("shape")
    bare = digits.str.replace_all("[.,]", "")
    without_points = digits.str.replace_all(".", "", literal=True).str.replace(",", ".", literal=True)
    without_commas = digits.str.replace_all(",", "", literal=True)
    by_mark = pl.when(mark == ",").then(without_points).otherwise(without_commas)  # the last mark is the decimal one
    tells = shape.is_in(["decimal", "both"]) | (
        (shape == "ambiguous")
        & (mark == notation.decimal)
        & ~pl.col("currency").fill_null("").is_in(list(notation.thousands))
    )
    text = pl.when(tells).then(by_mark).when(shape.is_in(["plain", "grouped", "ambiguous"])).then(bare)
    value = text.cast(pl.Float64, strict=False)
    made = (
        _parts(_different(column))
        .select(
            "text",
            "given",
            pl.when(value.is_finite() & (value > 0)).then(value).alias("value"),
            pl.coalesce("currency", pl.lit(notation.currency, dtype=pl.String)).alias("currency"),
        )
        .with_columns(pl.when(pl.col("value").is_not_null()).then(pl.col("currency")).alias("currency"))
    )
    asked = pl.DataFrame({"text": column.cast(pl.String)})
    found = asked.join(made, on="text", how="left", maintain_order="left", nulls_equal=True)
    unread = int((found["given"].fill_null(False) & found["value"].is_null()).sum())
    return Amounts(found["value"], found["currency"], notation, unread)


def _different(column: pl.Series) -> pl.DataFrame:
    """The texts of a column, each once, and how many `times` it stands there: prices repeat."""
    return pl.DataFrame({"text": column.cast(pl.String)}).group_by("text", maintain_order=True).len("times")


def _counted(parts: pl.DataFrame, name: str) -> dict[str, int]:
    return dict(parts.group_by(name, maintain_order=True).agg(pl.col("times").sum()).drop_nulls(name).iter_rows())


def _parts(texts: pl.DataFrame) -> pl.DataFrame:
    """What each text is made of: `digits` with their marks, the `shape` of these, the `mark` that matters, `currency`,
    a `sign` that several currencies have, and whether blanks or apostrophes stand between digits."""
    clean = pl.col("text").str.replace_all(f"[{_BLANKS}]", " ").str.replace_all("[’ʼ´`]", "'").str.strip_chars()
    found = texts.with_columns(
        clean.fill_null("").ne("").alias("given"),
        clean.str.extract_groups(_AMOUNT).struct.rename_fields(["before", "number", "behind"]).alias("part"),
    ).unnest("part")
    number = pl.when(~pl.col("before").str.contains(_MINUS)).then(pl.col("number"))
    found = found.with_columns(
        number.str.replace_all(r"[ ']", "").str.strip_chars_end(".,").alias("digits"),
        number.str.contains(" ", literal=True).fill_null(False).alias("blanks"),
        number.str.contains("'", literal=True).fill_null(False).alias("ticks"),
        pl.concat_str("before", pl.lit(" "), "behind").alias("around"),
    )
    digits = pl.col("digits")
    points, commas = (digits.str.count_matches(mark, literal=True) for mark in (".", ","))
    last = digits.str.extract(r"([.,])\d*$")
    split = pl.col("blanks") | pl.col("ticks")
    shape = (
        pl.when(points + commas == 0)
        .then(pl.lit("plain"))
        .when((points > 0) & (commas > 0))
        .then(pl.when(digits.str.contains(_BOTH)).then(pl.lit("both")).otherwise(pl.lit("none")))
        .when(points + commas > 1)
        .then(pl.when(digits.str.contains(_GROUPED)).then(pl.lit("grouped")).otherwise(pl.lit("none")))
        .when(digits.str.contains(_AMBIGUOUS) & ~split)
        .then(pl.lit("ambiguous"))
        .otherwise(pl.lit("decimal"))
    )
    named = currency_of(pl.col("around"))
    alone = pl.col("around").str.extract(r"(?:^|[^\p{L}])([$¥￥])")
    return found.select(
        "text",
        "times",
        "given",
        pl.when(shape != "none").then(digits).alias("digits"),
        pl.when(digits.is_not_null()).then(shape).alias("shape"),
        last.alias("mark"),
        pl.when(digits.is_not_null()).then(named).alias("currency"),
        pl.when(named == alone.replace_strict(ASSUMED, default=None, return_dtype=pl.String)).then(alone).alias("sign"),
        "blanks",
        "ticks",
    )


def _other(mark: str) -> Mark:
    return "," if mark == "." else "."


def _joined(*parts: str) -> str:
    return "; ".join(part for part in parts if part)
