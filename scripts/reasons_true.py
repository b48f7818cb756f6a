"""True, faithful and well ranked: sections of docs/results/reasons.md.

    python scripts/reasons_true.py --data ../shared/data              prints these sections alone
    python scripts/reasons_true.py --data ... --keep FILE.json        and keeps the figures, to stand beside later ones

`sections` is what scripts/results_reasons.py calls.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from instead.evaluation.borne_out import Judge
from instead.request import Request
from reasons_borne_out import agreement_section, borne_out_section, confidence_section, judged_claims
from reasons_faithful import faithful_section
from reasons_shops import demo_shop, product_half, real_dataset, real_shop
from reasons_statements import statement_section
from reasons_tables import Figures
from results import OUT

SEEDS = (1, 2, 3)
BEFORE = OUT / "reasons_true_before.json"
WITH_SHOP = ("toys_and_games", "cell_phones", "magazine_subscriptions")
LATER = ("toys_and_games", "cell_phones")


def sections(data: Path, scratch: Path, figures: Figures) -> Iterator[str]:
    """All sections, one after the other; shops are made once and kept in the scratch folder."""
    demos = [demo_shop(scratch, seed) for seed in SEEDS]
    yield "\n## Is confidence honest?\n\n"
    yield (
        "Every better or worse of ten offers for every item of the demo shops (seeds 1 to 3), nobody in particular "
        "asking, in bands of its confidence; intervals resample queries. Honest confidence equals the share that is "
        "right.\n\n"
    )
    yield from confidence_section(demos, figures)

    yield "\n## Are claims borne out by other reviews?\n\n"
    yield (
        "`borne out`: of the claims on which other reviews of both items speak and do not give both the same share of "
        "praise (`equal`), how many say the right direction; `guessing` calls every attribute better that reviews of "
        "both mention; `gains (Eq. 20)` are as many of the largest gains, up or down. Intervals resample queries.\n"
    )
    made, judge = product_half(data, scratch, seed=0)
    everything = [Request(query=item, k=10) for item in made.shop.catalogue.ids]
    yield from borne_out_section(
        "397 products, claims of one half of the reviews judged by the other",
        judged_claims(made.shop, judge, everything), figures,
    )  # fmt: skip
    real = {name: real_shop(name, data, scratch) for name in WITH_SHOP}
    for name in LATER:
        requests = real[name].requests(1000, 10)
        judged = judged_claims(real[name].shop, Judge.of_part(real[name].data), requests)
        title = f"{name}, ten offers for 1,000 held-out requests, judged by held-out reviews"
        yield from borne_out_section(title, judged, figures)
        yield from agreement_section(real[name], figures)

    yield "\n## Are reasons faithful to the ranking?\n\n"
    yield (
        "What reviews of query and offer say is altered in memory, and the same shop ranks again: PN, the offer falls "
        "out of the first k without the shown attributes; PS, it stays with nothing but them; FNS, their harmonic mean "
        "(CountER). In the exchange test what is said of an attribute changes places between query and offer: the "
        "claim has to turn, and the offer has to fall where it was better and to rise where it was worse.\n"
    )
    yield from faithful_section(demos, figures)
    yield from faithful_section([real["toys_and_games"]], figures, requests=24, offers=3)

    yield "\n## Are reasons the statements that users make?\n\n"
    yield (
        "Attributes in an order, compared with what the user's held-out review of the item mentions; nothing but "
        "training reviews goes into a list, and intervals resample users.\n"
    )
    for name, one in real.items():
        yield from statement_section(one.data, one.shop, name, figures)
    yield from statement_section(
        real_dataset("musical_instruments", data, scratch), None, "musical_instruments", figures
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the real data")
    parser.add_argument("--scratch", type=Path, default=Path("results.scratch"), help="shops and models are kept here")
    parser.add_argument("--keep", type=Path, help="write the figures into this file")
    options = parser.parse_args()
    figures = Figures.beside(BEFORE)
    for text in sections(options.data, options.scratch, figures):
        print(text, end="", flush=True)
    if options.keep is not None:
        figures.write(options.keep)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
