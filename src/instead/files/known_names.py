"""Known names of columns, by meaning, in common languages and as common systems write them.

A name is known whatever its case, blanks, dots, underscores, hyphens, brackets and diacritics (`plain_name`). Where
several columns of a file fit one meaning, the one whose name stands first here is taken, and the user is told
(`others` in `columns.py`). Ids come before addresses and names of people, and people before browsers and sessions.

Systems: Amazon's releases, Google Merchant, Google Analytics 4, Shopify with Judge.me, Yotpo, Stamped, Loox and its own
reviews, WooCommerce, Magento, PrestaShop, Shopware, Trustpilot, Trusted Shops; JD, trivago, RetailRocket, Tmall.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from instead.files.plain_names import plain_name

_SESSIONS = (
    "session", "session_id", "sessionid", "ga_session_id", "user_session", "visit", "visit_id", "sid",
    "Sitzung", "Sitzungs-ID", "Besuch", "Besuchs-ID", "visite", "id_visite", "sesión", "id_sesion", "sessione",
    "id_sessione", "sessie", "sessie-id", "bezoek", "sessão", "id_sessao", "sesja", "id_sesji",
)  # fmt: skip
_VISITORS = (
    "visitor", "visitor_id", "visitorid", "fullvisitorid", "user_pseudo_id", "client_id", "clientid", "cid", "cookie",
    "cookie_id", "device_id", "anonymous_id", "Besucher", "Besucher-ID", "visiteur", "visitante", "visitatore",
    "bezoeker", "odwiedzający",
)  # fmt: skip

KNOWN_NAMES: Mapping[str, tuple[str, ...]] = {
    "user": (
        "user", "user_id", "userid", "reviewerID", "reviewer_id", "customer_id", "customerid", "customer_no",
        "customer_number", "customer no", "cust_id", "uid", "buyer_id", "shopper_id", "member_id", "account_id",
        "consumer_id", "profile_id", "customer", "buyer", "reviewer", "member",
        "Kundennr", "Kundennummer", "Kunden-ID", "Kunden Nr", "Kdnr", "Kunde", "Nutzer-ID", "Nutzer", "Benutzer-ID",
        "Benutzer", "Benutzernr", "Käufer", "Käufer-ID", "Besteller", "Rezensent",
        "id_client", "numéro client", "n° client", "no client", "code client", "client", "id_utilisateur",
        "utilisateur",
        "acheteur", "id_acheteur",
        "id_cliente", "código cliente", "código de cliente", "código do cliente", "número de cliente", "codice cliente",
        "numero cliente", "cliente", "id_usuario", "usuario", "id_utente", "utente", "utilizador", "comprador",
        "acquirente",
        "klantnr", "klantnummer", "klant-id", "klant", "gebruikers-id", "gebruiker", "koper",
        "id_klienta", "numer klienta", "nr klienta", "klient", "id_użytkownika", "użytkownik", "kupujący",
        "kundnr", "kundnummer", "kund", "kundenr", "användare", "bruger", "bruker", "asiakas", "asiakasnumero",
        "zákazník", "id zákazníka",
        "customer_email", "reviewer_email", "author_email", "user_email", "billing_email", "email", "e-mail",
        "email address", "E-Mail-Adresse", "courriel", "adresse e-mail", "correo electrónico", "correo",
        "reviewer_name", "author", "author_name", "customer_name", "user_name", "username", "display_name", "nickname",
        "comment_author", "Kundenname", "Autor", "auteur", "autore", "pseudo", "pseudonyme", "nom du client",
        "nombre del cliente", "nome cliente", "naam klant",
        *_VISITORS, *_SESSIONS,
    ),
    "item": (
        "item", "item_id", "itemid", "asin", "parent_asin", "product_id", "productid", "sku", "iid", "product_sku",
        "productcode", "product_code", "product_number", "product_no", "item_no", "item_number", "item_code",
        "article_id", "article_no", "article_number", "sku_id", "skuid", "merchant_product_id", "offer_id",
        "variant_sku",
        "variant_id", "lineitem sku", "product_reference", "content_id", "nid", "goods_id",
        "Artikelnr", "Artikelnummer", "Artikel-ID", "Artikel Nr", "Art.-Nr.", "ArtNr", "Produkt-ID", "Produktnr",
        "Produktnummer", "Produktcode",
        "id_article", "ugs", "code article", "référence", "référence article", "référence produit", "réf", "id_produit",
        "code produit",
        "id_articulo", "código artículo", "código de artículo", "id_producto", "código producto",
        "código de producto", "referencia", "codice articolo", "id_articolo", "codice prodotto", "id_prodotto",
        "código do produto", "id_produto", "referência",
        "artikelnummer", "productnr", "productnummer", "product-id",
        "id_produktu", "kod produktu", "nr produktu", "id_towaru", "kod towaru", "indeks", "numer katalogowy",
        "varenr", "varenummer", "tuotenumero", "kód produktu",
        "product_handle", "handle",
    ),
    "rating": (
        "rating", "overall", "stars", "star_rating", "score", "review_rating", "review_score", "rating_value", "rate",
        "Bewertung", "Sterne", "Sternebewertung", "Wertung", "Punkte", "Bewertungspunkte", "Note", "Gesamtbewertung",
        "note", "étoiles", "évaluation", "nombre d'étoiles", "puntuación", "calificación", "valoración", "estrellas",
        "voto", "valutazione", "stelle", "punteggio", "beoordeling", "cijfer", "sterren", "nota", "avaliação",
        "classificação", "estrelas", "ocena", "gwiazdki", "betyg", "vurdering", "hodnocení",
    ),
    "time": (
        "time", "unixReviewTime", "timestamp", "unixtime", "unix_time", "date", "created_at", "review_date", "datetime",
        "ts", "event_timestamp", "event_time", "action_time", "time_stamp", "date_time", "order_date", "order_time",
        "ordered_at", "purchase_date", "purchased_at", "submitted_at", "review_created_at", "created", "creation_date",
        "date_created", "date_added", "comment_date", "published_at", "reviewtime", "review_time", "event_date",
        "Datum", "Zeit", "Zeitpunkt", "Zeitstempel", "Bestelldatum", "Kaufdatum", "Bewertungsdatum", "Erstellt am",
        "Erstellt", "Datum und Uhrzeit",
        "horodatage", "date de commande", "date commande", "date d'achat", "date de l'avis", "date avis", "date_add",
        "heure", "fecha", "fecha y hora", "fecha de pedido", "fecha pedido", "fecha de compra", "hora",
        "data", "data ordine", "data acquisto", "data e ora", "ora", "data do pedido", "data da compra",
        "besteldatum", "aankoopdatum", "tijd", "tijdstip", "tijdstempel",
        "czas", "data zamówienia", "data zakupu", "data dodania", "dato", "tid", "päivämäärä",
    ),
    "text": (
        "text", "reviewText", "review_text", "review", "review_body", "body", "content", "review_content", "comment",
        "comments", "review_comment", "comment_content", "review_description", "message", "feedback",
        "Bewertungstext", "Rezension", "Rezensionstext", "Kommentar", "Kundenmeinung", "Kundenbewertung", "Bewertung",
        "texte", "avis", "avis client", "commentaire", "contenu", "texto", "reseña", "opiniones", "comentario",
        "testo", "recensione", "commento", "tekst", "recensie", "beoordelingstekst", "opmerking", "comentário",
        "resenha", "opinia", "recenzja", "komentarz", "treść", "treść opinii", "recension", "anmeldelse", "kommentti",
    ),
    "title": (
        "title", "name", "product_title", "product_name", "productname", "producttitle", "item_name", "item_title",
        "post_title", "lineitem name",
        "Bezeichnung", "Artikelbezeichnung", "Produktbezeichnung", "Produktname", "Artikelname", "Produkttitel",
        "Titel",
        "désignation", "libellé", "nom du produit", "nom produit", "titre", "nom", "título", "nombre del producto",
        "nombre", "denominación", "denominazione", "nome prodotto", "titolo", "nome", "nome do produto",
        "productnaam", "productomschrijving", "omschrijving", "naam", "nazwa produktu", "nazwa", "tytuł",
        "produktnavn", "navn", "produktnamn", "namn", "benämning", "nimi", "název",
    ),
    "brand": (
        "brand", "manufacturer", "store", "vendor", "product_brand", "item_brand", "brand_name", "maker",
        "Marke", "Hersteller", "Herstellername", "Produzent", "marque", "fabricant", "marca", "fabricante",
        "produttore",
        "merk", "fabrikant", "marka", "producent", "varumärke", "tillverkare", "mærke", "merke", "značka",
    ),
    "category": (
        "category", "categories", "main_cat", "main_category", "product_category", "product_type", "category_path",
        "google_product_category", "category_name", "item_category", "category_code", "product_categories",
        "department",
        "Kategorie", "Kategorien", "Warengruppe", "Produktgruppe", "Produktkategorie", "Artikelgruppe", "Rubrik",
        "catégorie", "catégories", "rayon", "famille", "categoría", "categorías", "familia", "categoria", "categorie",
        "reparto", "productgroep", "productcategorie", "categorias", "kategoria", "kategorie", "grupa towarowa",
        "kategori", "varegruppe", "varugrupp",
    ),
    "price": (
        "price", "price_usd", "amount", "price_eur", "price_gbp", "unit_price", "current_price", "final_price",
        "item_price", "variant_price", "selling_price", "retail_price", "price_incl_tax", "regular_price", "list_price",
        "price incl tax", "price incl vat", "price inc vat", "gross_price", "Bruttopreis", "Preis brutto", "VK brutto",
        "Preis inkl MwSt", "Preis inkl Mehrwertsteuer", "Preis inkl USt", "Preis incl MwSt", "prix ttc", "pu ttc",
        "prix unitaire ttc", "prix de vente ttc", "tarif ttc", "precio con iva", "precio iva incluido",
        "prezzo iva inclusa", "prezzo con iva", "prijs incl btw", "cena brutto",
        "Preis", "Verkaufspreis", "VK-Preis", "VK", "Einzelpreis", "Stückpreis", "Regulärer Preis", "Normalpreis",
        "prix", "prix de vente", "prix unitaire", "tarif", "prix public", "tarif régulier", "prix régulier", "precio",
        "precio de venta", "precio venta", "pvp", "precio normal", "prezzo", "prezzo di vendita", "prezzo vendita",
        "prezzo di listino", "prijs", "verkoopprijs", "preço", "preço de venda", "cena", "cena sprzedaży", "pris",
        "hinta",
        "price excl tax", "price excl vat", "price ex vat", "net_price", "Preis exkl MwSt", "Preis excl MwSt",
        "Preis ohne MwSt", "Preis zzgl MwSt", "Nettopreis", "Preis netto", "VK netto", "prix ht", "pu ht", "tarif ht",
        "prix unitaire ht", "precio sin iva", "prezzo iva esclusa", "prezzo senza iva", "prijs excl btw", "cena netto",
    ),
    "sale_price": (
        "sale_price", "special_price", "discount_price", "discounted_price", "offer_price", "promo_price",
        "Angebotspreis", "Aktionspreis", "Sonderpreis", "Sale-Preis", "reduzierter Preis", "prix promo",
        "prix promotionnel", "prix soldé", "tarif promo", "tarif promotionnel",
        "precio oferta", "precio de oferta", "precio rebajado", "prezzo scontato",
        "prezzo promozionale", "prezzo in offerta",
        "aanbiedingsprijs", "actieprijs", "preço promocional", "cena promocyjna", "kampanjpris",
    ),
    "currency": (
        "currency", "currency_code", "price_currency", "Währung", "Währungscode", "devise", "monnaie", "moneda",
        "divisa", "valuta", "moeda", "waluta",
    ),
    "image": (
        "image", "imUrl", "image_url", "imageurl", "images", "image_link", "image_src", "main_image", "base_image",
        "img", "img_url", "picture", "picture_url", "photo", "thumbnail", "variant_image",
        "Bild", "Bild-URL", "Bildlink", "Bilder", "Produktbild", "image principale", "lien image", "imagen", "immagine",
        "afbeelding", "afbeeldingen", "imagem", "imagens", "zdjęcie", "zdjęcia", "obrazek", "bilde", "kuva",
    ),
    "available": (
        "availability", "available", "in_stock", "instock", "is_in_stock", "stock_status", "in stock?", "en stock",
        "vorrätig", "dispo", "stock",
        "stock_quantity", "inventory", "inventory_quantity", "variant_inventory_qty", "inventory_level", "stock_level",
        "Verfügbarkeit", "verfügbar", "lieferbar", "Lagerbestand", "Bestand", "Lagermenge", "auf Lager",
        "disponibilité", "disponible", "quantité en stock", "disponibilidad", "existencias",
        "disponibilità", "disponibile", "giacenza", "beschikbaarheid", "beschikbaar", "voorraad", "op voorraad",
        "disponibilidade", "estoque", "em estoque", "dostępność", "dostępny", "stan magazynowy", "lagersaldo",
        "lagerstatus", "varasto",
    ),
    "group": (
        "item_group_id", "itemgroupid", "group_id", "parent_id", "parent_sku", "parent_product_id", "product_group_id",
        "master_sku", "master_id", "style_id", "Hauptartikel", "Hauptartikelnr", "Vaterartikel", "Parent-ID",
        "référence parent", "id_parent",
    ),
    "link": (
        "link", "url", "product_url", "product_link", "permalink", "page_url", "canonical_url", "item_url",
        "Produkt-URL", "Produktlink", "Artikel-URL", "lien", "lien produit", "url du produit", "enlace", "url producto",
        "collegamento", "url prodotto", "productlink", "adres url",
    ),
    "source": ("source", "item", "item_id", "from", "src", "query", "item_a", "item1", "asin"),
    "target": ("target", "substitute", "to", "dst", "other", "item_b", "item2", "related"),
    "relation": ("relation", "type", "kind", "label"),
    "session": _SESSIONS,
    "visitor": _VISITORS,
    "action": (
        "action", "event", "event_type", "event_name", "eventname", "action_type", "actiontype", "behavior",
        "behavior_type", "behaviour", "interaction", "interaction_type", "Aktion", "Ereignis", "Ereignistyp",
        "événement", "type d'événement", "evento", "azione", "acción", "gebeurtenis", "actie", "ação", "zdarzenie",
        "akcja", "type",
    ),
    "bought": (
        "bought", "purchased", "is_purchase", "purchase", "converted", "gekauft", "bestellt", "acheté", "comprado",
        "acquistato", "gekocht", "kupiono", "zakup",
    ),
    "shown": ("impressions", "shown", "displayed", "items_shown", "list_shown", "slate", "angezeigt"),
    "shown_prices": ("prices", "impression_prices", "prices_shown"),
    "order": (
        "order_id", "orderid", "order_no", "order_number", "transaction_id", "invoice", "invoice_no", "invoiceno",
        "Bestellnr", "Bestellnummer", "Auftragsnr", "Auftragsnummer", "Rechnungsnr", "Bestell-ID", "id_commande",
        "numéro de commande", "n° commande", "commande", "id_pedido", "número de pedido", "pedido", "id_ordine",
        "numero ordine", "ordine", "bestelnummer", "bestelnr", "número do pedido", "id_zamówienia", "numer zamówienia",
        "ordernummer", "ordrenr",
    ),
    "paid": (
        "total", "amount", "subtotal", "revenue", "Summe", "Betrag", "Gesamt", "Gesamtbetrag", "Umsatz", "montant",
        "total TTC", "importe", "importo", "totale", "bedrag", "totaal", "valor", "kwota", "suma",
    ),
    "quantity": (
        "quantity", "qty", "lineitem quantity", "quantity_ordered", "Menge", "Anzahl", "Stück", "Stückzahl", "quantité",
        "cantidad", "quantità", "aantal", "hoeveelheid", "quantidade", "ilość", "antal",
    ),
    "attribute": ("attribute", "aspect", "feature"),
    "opinion": ("opinion", "opinion_word", "adjective"),
    "sentiment": ("sentiment", "polarity"),
    "head": ("head", "head_id", "subject"),
    "tail": ("tail", "tail_id", "object"),
    "entity": ("entity", "entity_name"),
    "id": ("id", "entity_id", "relation_id", "number"),
}  # fmt: skip
"""Our name -> names of columns, those that are taken first in front."""

ONLY_IN: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "items": {
        "item": ("id", "Nummer", "Nr", "numéro", "código", "codice", "kod", "code", "number", "no"),
        "title": (
            "product", "Artikel", "Produkt", "produit", "producto", "prodotto", "produto", "description",
            "short title",
        ),
        "available": (
            "quantity", "qty", "Menge", "Stück", "quantité", "cantidad", "quantità", "aantal", "quantidade", "ilość",
        ),
        "category": ("type", "group", "Gruppe", "groupe", "grupo", "gruppo", "groep", "grupa"),
        "group": ("parent", "product_group"),
    },
    "reviews": {"user": ("name", "nom", "nombre", "nome", "naam", "first_name", "prénom", "Vorname")},
}  # fmt: skip
"""Names that mean something in one kind of table only; they stand behind all others. An `id` is that of an item in a
table of items; in a table of reviews it is the number of the review."""

LAST: Mapping[str, tuple[str, ...]] = {
    "item": (
        "product", "article", "Artikel", "Produkt", "produit", "artículo", "producto", "articolo", "prodotto",
        "produto", "artigo", "artykuł", "towar", "vare", "tuote",
        "gtin", "gtin13", "ean", "upc", "isbn", "mpn", "barcode",
    ),
}  # fmt: skip
"""Names behind those too: a `product` may be the name of one, and a bar code is that of a maker, not of a shop."""

NEVER: Mapping[str, tuple[str, ...]] = {
    "price": (
        "price cost", "EK-Preis", "Preis EK", "Einkaufspreis", "Preis Einkauf", "prix d'achat", "prix achat",
        "precio de compra", "precio compra", "prezzo di acquisto", "prezzo acquisto", "inkoopprijs", "prijs inkoop",
        "cena zakupu",
    ),
}  # fmt: skip
"""Names that mean something else, though they are like known ones with a word behind in brackets: what the shop itself
pays, as in `Preis (EK)`, is not what it asks for."""

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
"""Names are also known as those write them who have no umlauts."""


@cache
def ranked(name: str, table: str | None = None) -> Mapping[str, int]:
    """Plain form of every name that is known for a meaning in such a table -> its place in the order."""
    found: dict[str, int] = {}
    for known in (*KNOWN_NAMES[name], *ONLY_IN.get(table or "", {}).get(name, ()), *LAST.get(name, ())):
        for form in (known, known.translate(UMLAUTS)):
            found.setdefault(plain_name(form), len(found))
    return found


@cache
def refused(name: str) -> frozenset[str]:
    """Plain form of every name that never has a meaning."""
    return frozenset(plain_name(known) for known in NEVER.get(name, ()))
