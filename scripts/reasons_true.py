"""True, faithful and well ranked: sections of docs/results/reasons.md, which scripts/results_reasons.py calls.

python scripts/reasons_true.py --data ../shared/data               prints these sections alone
python scripts/reasons_true.py --data ../shared/data --keep FILE   and keeps the figures, to stand beside later ones
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl

from instead.evaluation.borne_out import Judge
from instead.request import Request
from measured_shops import planted, product_half, real_dataset, real_shop
from reason_shops import SEEDS
from reasons_borne_out import agreement_section, borne_out_section, confidence_section, judged_claims
from reasons_faithful import faithful_section
from reasons_kept import HALVES
from reasons_statements import statement_section
from reasons_tables import Figures
from results import OUT

FIGURES = Figures.beside(OUT / "reasons_true_before.json")
WITH_SHOP = ("toys_and_games", "cell_phones", "magazine_subscriptions")
LATER = ("toys_and_games", "cell_phones")
UNLINKED = "musical_instruments"


def confidence(data: Path, scratch: Path) -> Iterator[str]:
    """Confidence in bands beside the planted truth."""
    yield "\n## Is the confidence of what is shown honest?\n\n"
    yield (
        "Every better or worse of the ten offers that are shown for every item of the demo shops, nobody in particular "
        "asking, in bands of its confidence. Offers are chosen because something speaks for them, so claims about them "
        "are more at risk of luck than claims about any pair.\n\n"
    )
    yield from confidence_section([planted(scratch, seed) for seed in SEEDS], FIGURES)


def borne_out(data: Path, scratch: Path) -> Iterator[str]:
    """Claims about shown offers, judged by other reviews."""
    yield "\n## Are claims about the shown offers borne out?\n\n"
    yield (
        "`borne out`: of the claims on which other reviews of both items speak and do not give both the same share of "
        "praise (`equal`), how many say the right direction; `guessing` calls every attribute better that reviews of "
        "both mention; `gains (Eq. 20)` are of all gains of these offers the largest, up or down, as many as ours on "
        "which the judge speaks (before: as many for each offer).\n"
    )
    found = []
    for seed in HALVES:
        made, judge = product_half(data, scratch, seed=seed)
        everything = [Request(query=item, k=10) for item in made.shop.catalogue.ids]
        found.append(judged_claims(made.shop, judge, everything))
    title = "397 products, ten offers for each: claims of one half of the reviews, drawn by a seed, judged by the other"
    yield f"\nOf the 397 products claims of {len(HALVES)} such halves are taken together; `before` is one of them.\n"
    yield from borne_out_section(title, pl.concat(found), FIGURES)
    for name in LATER:
        one = real_shop(name, data, scratch)
        judged = judged_claims(one.shop, Judge.of_part(one.data), one.requests(1000, 10))
        title = f"{name}, ten offers for 1,000 held-out requests: claims judged by held-out reviews"
        yield from borne_out_section(title, judged, FIGURES)
        yield from agreement_section(one, FIGURES)


def faithful(data: Path, scratch: Path) -> Iterator[str]:
    """Necessity, sufficiency and exchange."""
    yield "\n## Are reasons faithful to the ranking?\n\n"
    yield (
        "What reviews of query and offer say is altered in memory, and the same shop ranks again: PN, the offer falls "
        "out of the first k without the shown attributes; PS, it stays with nothing but them; FNS, their harmonic mean "
        "(CountER). In the exchange test what is said of an attribute changes places between query and offer: the "
        "claim has to turn, or at least not to stay, and the offer has to fall where it was better and to rise where "
        "it was worse. A claim on "
        "the price does not turn where the shop's own prices forbid the opposite.\n"
    )
    yield from faithful_section([planted(scratch, seed) for seed in SEEDS], FIGURES)
    yield from faithful_section([product_half(data, scratch, seed=0)[0]], FIGURES, offers=3, exchanged=120)
    yield from faithful_section([real_shop("toys_and_games", data, scratch)], FIGURES, offers=3, exchanged=200)


def statements(data: Path, scratch: Path) -> Iterator[str]:
    """Reasons as a ranking of statements."""
    yield "\n## Are reasons the statements that users make?\n\n"
    yield (
        "Attributes in an order, compared with what the user's held-out review of the item mentions; nothing but "
        "training reviews goes into a list. `statement order` is what somebody would write about of the item "
        "(`models/statement_order.py`); it orders the comparison table and weighs the reasons. Its terms, and that "
        "care multiplies it in the weight of a reason, were chosen with test figures of these shops in view, so its "
        "lead is a little too good. `before` was measured by the same functions on the code of commit cb19fcf.\n"
    )
    for name in WITH_SHOP:
        made = real_shop(name, data, scratch)
        yield from statement_section(made.data, made.shop, name, FIGURES)
    yield from statement_section(real_dataset(UNLINKED, data, scratch), None, UNLINKED, FIGURES)


SECTIONS: tuple[Callable[[Path, Path], Iterator[str]], ...] = (confidence, borne_out, faithful, statements)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the real data")
    parser.add_argument("--scratch", type=Path, default=Path("results.scratch"), help="shops and models are kept here")
    parser.add_argument("--only", nargs="*", default=[], help="names of sections")
    parser.add_argument("--keep", type=Path, help="write the figures into this file")
    options = parser.parse_args()
    if not options.data.is_dir():
        print(f"{options.data} is not there: nothing to do")
        return 2
    for section in SECTIONS:
        if not options.only or section.__name__ in options.only:
            for text in section(options.data, options.scratch):
                print(text, end="", flush=True)
    if options.keep is not None:
        FIGURES.write(options.keep)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
