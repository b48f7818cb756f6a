"""Who may embed offers: pages of which origins, and on whose behalf.

Pages of other sites reach `/embed/` alone, and only from origins that the settings name (CORS). An origin is no proof
of anything but what a browser sends: `/embed/` gives what any visitor of the shop's page may see. Whom an answer is for
is another matter. Where a key guards the service, a user counts only with the shop's signature: an HMAC of the user's
id that its own server writes into the page (`sign_user`). Otherwise the visitor is a stranger with a session.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping

from instead.settings import ServiceSettings

PREFIX = "/embed/"
ANY = "*"
_AGE = 600  # seconds for which a browser remembers what it may send


def sign_user(secret: str, user: str) -> str:
    """The signature of a user's id for the attribute `signature` of `<instead-offers>`, made on the shop's server."""
    return hmac.new(secret.encode(), user.encode(), hashlib.sha256).hexdigest()


def known_user(settings: ServiceSettings, user: str | None, signature: str | None) -> str | None:
    """The user an embedded page may speak for; None for a stranger."""
    if user is None:
        return None
    if settings.embed_secret is not None:
        right = sign_user(settings.embed_secret.get_secret_value(), user)
        return user if hmac.compare_digest(right.encode(), (signature or "").encode()) else None
    return user if settings.api_key is None else None


def allowed_origin(settings: ServiceSettings, headers: Mapping[bytes, bytes]) -> bool:
    """Whether a page may embed: its origin is named, or it sent none (the script itself, the service's own page)."""
    origin = headers.get(b"origin")
    if origin is None:
        return True
    return ANY in settings.embed_origins or origin.decode("latin-1").lower() in settings.embed_origins


def embed_headers(settings: ServiceSettings, headers: Mapping[bytes, bytes]) -> list[tuple[bytes, bytes]]:
    """Headers that let a page of another site load the script and read the answers."""
    found = [(b"cross-origin-resource-policy", b"cross-origin"), (b"vary", b"Origin, Accept-Language")]
    origin = headers.get(b"origin")
    if origin is not None and allowed_origin(settings, headers):
        found += [
            (b"access-control-allow-origin", origin),
            (b"access-control-allow-methods", b"GET, POST"),
            (b"access-control-allow-headers", b"content-type, accept-language"),
            (b"access-control-max-age", str(_AGE).encode()),
        ]
    return found
