"""Whether a request to a staff address comes from a page of somebody else.

A browser sends the cookies and reaches the loopback of whoever uses it. A page of another site may therefore ask
`/admin` through it (its `Origin` tells), and a name that its owner lets point to this machine may read the answer (DNS
rebinding: `Host` tells). Neither has a key, so that both matter where none is asked for; an origin is checked always.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

from instead.settings import ServiceSettings


def foreign(headers: Mapping[bytes, bytes], settings: ServiceSettings) -> str | None:
    """Why a request is not one of ours, in a sentence; None if it is."""
    host = name_of(headers.get(b"host", b"").decode("latin-1"))
    keyless = settings.admin_key is None and settings.api_key is None
    if keyless and not (_is_here(host, settings) or host in settings.hosts):
        return (
            f"the name {host[:100]!r} is not one of this service; name it with the setting hosts, or set an admin key"
        )
    origin = headers.get(b"origin")
    if origin is None:
        return None
    asked = name_of(urlsplit(origin.decode("latin-1")).netloc)
    if asked == host or asked in settings.hosts:
        return None
    return "pages of other sites may not ask for this"


def name_of(host: str) -> str:
    """The name in a `Host` header, without its port."""
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _is_here(host: str, settings: ServiceSettings) -> bool:
    """A name or number of this machine's loopback, or the address that the service listens on."""
    if host in ("localhost", "", settings.host.lower()):  # HTTP/1.0 and health checkers send none, browsers always do
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
