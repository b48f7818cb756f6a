"""The two pictures of the README, taken from a running service: `python scripts/pictures.py demo/model`.

The verdicts on the staff's picture are drawn at random, spread over two weeks: nobody bought anything.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import instead
from instead.live.events import Event
from instead.live.store import open_store

OUT = Path(__file__).parent.parent / "docs" / "pictures"
PROGRAM = "from instead.cli.main import run; run()"


def verdicts(shop: instead.Shop, path: Path, count: int) -> None:
    """Feedback on real suggestions; the better its best reason, the likelier it is accepted."""
    chance, store = random.Random(0), open_store(path)
    users, items = shop.users["user"].to_list(), shop.items["item"].to_list()
    for number in range(count):
        user, query = chance.choice(users), chance.choice(items)
        offered = shop.recommend(user, query, 5, quotes=0)
        place = chance.randrange(len(offered))
        one = offered[place]
        better = sum(reason.verdict == "better" for reason in one.reasons)
        said = "accepted" if chance.random() < 0.35 + 0.2 * better else "rejected"
        when = int(time.time() - 14 * 86_400 * chance.random() ** 1.5)
        shown = tuple(reason.attribute for reason in one.reasons)
        given = {"id": f"{number}", "kind": "verdict", "time": when, "verdict": said, "query": query, "item": one.item}
        more = {"user": user, "position": place + 1, "attributes": shown, "model": "demo"}
        store.add([Event.model_validate(given | more)])
    store.close()


def telling(shop: instead.Shop) -> tuple[str, str]:
    """An item whose best substitute is better in several ways, and an attribute whose slider changes the order."""
    for item in shop.search("", limit=60):
        usual = shop.recommend(query=item.id, k=6, quotes=0)
        if sum(reason.verdict == "better" for reason in usual[0].reasons) < 2:
            continue
        for name, _ in shop.item(item.id).standings[:7]:
            wished = shop.recommend(query=item.id, k=6, quotes=0, care={name: shop.scale})
            if [one.item for one in wished][:2] != [one.item for one in usual][:2]:
                return item.id, name
    raise SystemExit("no item of this shop shows what a slider does")


def take(page: Page, address: str, name: str, attribute: str = "", apart: dict[str, str] | None = None) -> None:
    """`attribute`: a slider to move; `apart`: an offer whose score is taken apart into a sum."""
    page.goto(address)
    page.locator(".card, .figures").first.wait_for(timeout=60_000)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1_000)
    if attribute:
        page.get_by_label(attribute, exact=True).press("End")
        page.locator(".shift").first.wait_for(timeout=60_000)
        page.locator(".card summary").first.click()
        page.evaluate("document.activeElement.blur()")
        page.wait_for_timeout(1_000)
    if apart:
        for field, value in apart.items():
            page.locator(f"#sum-{field}").fill(value)
        page.locator("form.sum-form button").click()
        page.locator("table.sum").first.wait_for(timeout=60_000)
        page.locator("form.sum-form").evaluate("form => { form.parentElement.scrollIntoView(); scrollBy(0, -90); }")
        page.wait_for_timeout(500)
    OUT.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=OUT / f"{name}.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("model", type=Path)
    parser.add_argument("--port", type=int, default=8765)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        kept = Path(scratch) / "live.sqlite"
        shop = instead.load(options.model)
        query, attribute = telling(shop)
        user = shop.users["user"][0]
        offered = shop.recommend(user, query, 1, quotes=0)[0]
        verdicts(shop, kept, 120)
        words = ["serve", str(options.model), "--port", str(options.port), "--store", str(kept), "--log", "json"]
        service = subprocess.Popen([sys.executable, "-c", PROGRAM, *words])
        try:
            with instead.Client(f"http://127.0.0.1:{options.port}", timeout=60) as client:
                while not client.ready():
                    time.sleep(0.2)
                for item in client.search(limit=100):  # some latency to look at
                    client.recommend(query=item.id)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
                page = browser.new_page(viewport={"width": 1280, "height": 1040}, base_url=client.address)
                take(page, f"/#/item/{query}", "shop", attribute)
                take(page, "/#/staff", "staff", apart={"query": query, "substitute": offered.item, "user": user})
                browser.close()
        finally:
            service.terminate()
            service.wait()


if __name__ == "__main__":
    main()
