"""What the words of a log mean: which event is a look at an item, which an order, which is about no item at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from instead.files.plain_names import plain_name

VIEW, CART, WISH, PURCHASE, REMOVE, RETURN, RATE, SHOWN = (
    "view", "cart", "wish", "purchase", "remove", "return", "rate", "shown",
)  # fmt: skip
IGNORE = "ignore"
ACTIONS = (VIEW, CART, WISH, PURCHASE, REMOVE, RETURN, RATE, SHOWN)
"""Actions of a log. `shown`: a list of items was put before somebody, which is no look at any of them."""
LOOKS = (VIEW, CART, WISH, PURCHASE, RATE)
"""Actions that show that somebody had the item before them."""

_WORDS: Mapping[str, tuple[str, ...]] = {
    VIEW: (
        "view", "views", "viewed", "view_item", "item_view", "product_view", "view_product", "product_viewed",
        "viewcontent", "detail", "detail_view", "productdetail", "page_view", "pageview", "pv", "click", "clicked",
        "item_click", "product_click", "select_item", "select_content", "open", "look", "visit",
        "Ansicht", "angesehen", "Aufruf", "Produktansicht", "Klick", "vue", "consultation", "clic", "vista",
        "visualización", "visualizzazione", "visualização", "clique", "weergave", "bekeken", "klik", "wyświetlenie",
        "odsłona", "kliknięcie", "visning",
        "interaction item image", "interaction item info", "interaction item rating", "interaction item deals",
        "search for item",
    ),
    CART: (
        "cart", "add_to_cart", "addtocart", "added_to_cart", "add_cart", "cart_add", "basket", "add_to_basket",
        "begin_checkout", "initiatecheckout", "checkout", "add_payment_info", "add_shipping_info",
        "Warenkorb", "in den Warenkorb", "panier", "ajout au panier", "carrito", "añadir al carrito", "carrello",
        "aggiungi al carrello", "winkelwagen", "winkelmand", "carrinho", "koszyk", "dodanie do koszyka", "varukorg",
    ),
    WISH: (
        "wish", "wishlist", "add_to_wishlist", "addtowishlist", "favorite", "favourite", "fav", "collect", "like",
        "follow", "save", "saved", "Merkzettel", "Wunschliste", "gemerkt", "favori", "favoris", "favorito",
        "lista de deseos", "preferiti", "verlanglijst", "favoriet", "ulubione",
    ),
    PURCHASE: (
        "purchase", "purchased", "buy", "bought", "order", "ordered", "transaction", "sale", "sold",
        "checkout_completed",
        "order_completed", "place_order", "payment", "convert", "conversion",
        "Kauf", "gekauft", "Bestellung", "bestellt", "achat", "acheté", "commande", "compra", "comprado", "pedido",
        "acquisto", "acquistato", "ordine", "aankoop", "gekocht", "bestelling", "encomenda", "zakup", "zamówienie",
        "köp",
        "køb", "clickout item", "clickout",
    ),
    REMOVE: (
        "remove", "remove_from_cart", "removefromcart", "cart_remove", "delete_from_cart", "remove_from_wishlist",
        "aus dem Warenkorb", "entfernt",
    ),
    RETURN: ("return", "returned", "refund", "refunded", "cancel", "cancelled", "Retoure", "Rückgabe", "Storno"),
    RATE: ("rate", "rated", "rating", "review", "comment", "Bewertung", "Kommentar"),
    SHOWN: (
        "shown", "impression", "impressions", "view_item_list", "item_list_view", "view_promotion",
        "view_search_results",
        "displayed", "recommended", "angezeigt",
    ),
    IGNORE: (
        "session_start", "first_visit", "user_engagement", "scroll", "search", "view_cart", "login", "sign_up",
        "logout",
        "file_download", "form_start", "form_submit", "video_start", "video_progress", "video_complete", "share",
        "app_open",
        "screen_view", "click_promotion", "select_promotion", "generate_lead", "exit", "identify", "Suche", "recherche",
        "filter selection", "change of sort order", "search for destination", "search for poi", "suchen", "heartbeat",
    ),
}  # fmt: skip
WORDS: Mapping[str, str] = {plain_name(word): action for action, words in _WORDS.items() for word in words}
JD = {"1": VIEW, "2": PURCHASE, "3": WISH, "4": RATE}
"""Numbers of JD's action log: look, order, follow, comment."""
_YES = ("1", "1.0", "true", "t", "yes", "y", "ja", "oui", "si", "sim", "tak")
_NO = ("0", "0.0", "false", "f", "no", "n", "nein", "non", "nao", "nie")
FLAGS: Mapping[str, str] = dict.fromkeys(_YES, PURCHASE) | dict.fromkeys(_NO, VIEW)
"""A yes or no instead of a word says whether the item was bought."""


def action_of(word: str, own: Mapping[str, str]) -> str | None:
    """What a word of a log means; `own` are the user's words, or those of a known log. None: not known."""
    low = word.strip().lower()
    return own.get(low) or WORDS.get(plain_name(low)) or FLAGS.get(low)


def told_actions(entries: Sequence[str]) -> dict[str, str]:
    """The user's words: `clickout=purchase`."""
    return {word.strip().lower(): action for word, _, action in (entry.rpartition("=") for entry in entries)}


def actions(words: pl.Series, own: Mapping[str, str]) -> pl.Series:
    """The action of every row: `view` where a cell is blank, null where its word is not known."""
    different = words.unique().to_list()
    meant = {word: VIEW if word is None or not word.strip() else action_of(word, own) for word in different}
    table = pl.DataFrame(
        {"word": list(meant), "action": list(meant.values())}, schema={"word": pl.String, "action": pl.String}
    )
    joined = pl.DataFrame({"word": words}).join(table, on="word", how="left", nulls_equal=True, maintain_order="left")
    return joined["action"]
