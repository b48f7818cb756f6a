"""Settings of the service."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationInfo, field_validator

from instead.settings.base import CURRENCY, Settings


class ServiceSettings(Settings):
    """How a model is served (docs/service.md)."""

    host: str = "127.0.0.1"
    """Address to listen on."""
    port: int = Field(default=8000, ge=0, le=65_535)
    """0 lets the system choose a free one."""
    api_key: SecretStr | None = None
    """API key required from every caller of /v1, if set."""
    admin_key: SecretStr | None = None
    """Key of the staff, required at /admin, /metrics and /v1/users; `api_key` if not set."""
    store: str = Field(default="live.sqlite", min_length=1)
    """Where events and what was shown are kept: a file (SQLite), or postgresql://... for several services."""
    record: bool = True
    """Whether what was shown is recorded, under the recommendation_id of the answer."""
    retention_days: int | None = Field(default=None, ge=1)
    """Events and what was shown are dropped when they are older, once a day; none: they are kept."""
    live_every: float = Field(default=1.0, ge=0.0)
    """Seconds between snapshots with what others did (reviews, visits, looks), at least; changes of the catalogue count
    at once."""
    feed: tuple[Path, ...] = ()
    """Product files of the shop, read again every `feed_every` seconds and by POST /admin/feed."""
    feed_every: float | None = Field(default=None, ge=1.0)
    """Seconds after which `feed` is read again; none: only when asked to."""
    max_items: int = Field(default=10_000, ge=1, le=1_000_000)
    """Items that one request may change."""
    rules: Path | None = None
    """File with rules of the shop's owners, beside those of the store."""
    watch: float = Field(default=2.0, gt=0.0)
    """Seconds between looks whether rules or experiments were changed."""
    threads: int = Field(default=2, ge=1, le=256)
    """Requests computed at the same time. More than processors makes each one slower and none faster."""
    max_waiting: int = Field(default=256, ge=1)
    """Load shedding: requests computed or waiting at most; beyond that the answer is 503 at once."""
    max_body: int = Field(default=1 << 20, ge=1_024)
    """Bytes of a request's body."""
    body_timeout: float = Field(default=20.0, gt=0.0)
    """Seconds in which the body of a request must be complete."""
    header_timeout: float = Field(default=10.0, gt=0.0)
    """Seconds in which the headers of a request must be complete, from the first byte or the connection."""
    hosts: tuple[str, ...] = ()
    """Names (shop.example.org) by which staff addresses may be asked for without a key, beside this machine's own."""
    private: bool = True
    """Whether the arrays of a model are read into memory of the service's own. False maps them from disk, which several
    processes share; then nothing may be written over the files of a folder that is served."""
    max_k: int = Field(default=100, ge=1, le=1_000)
    """Substitutes that one request may ask for."""
    max_batch: int = Field(default=100, ge=1, le=10_000)
    """Requests that one batch may hold."""
    max_answers: int = Field(default=1_000, ge=1, le=1_000_000)
    """Substitutes that one batch may ask for in total, the sum of k over its requests."""
    max_reviews: int = Field(default=50, ge=1, le=1_000)
    """Reviews of a newcomer that one request may carry."""
    max_events: int = Field(default=1_000, ge=1, le=100_000)
    """Events that one request may carry."""
    grace: float = Field(default=10.0, ge=0.0)
    """Graceful shutdown: seconds that running requests have to finish."""
    log: Literal["json", "text"] = "json"
    """Form of the log: one JSON object a line, or text for people."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """Least level of what is logged."""
    currency: str | None = Field(default=None, pattern=CURRENCY)
    """Of prices that name none themselves, for the page; none: they are shown as plain numbers."""
    languages: tuple[str, ...] = ("en", "de", "fr")
    """Languages that visitors may choose beside the shop's own (`--wording`)."""
    picture_hosts: tuple[str, ...] = ()
    """Addresses (https://images.example.org) the page may load item pictures from; none: it draws tiles instead."""
    embed_origins: tuple[str, ...] = ()
    """Pages (https://www.example.org) that may show `<instead-offers>`; `*` for all; none: the element is off."""
    embed_secret: SecretStr | None = None
    """Secret with which the shop's server signs users for the element. Without it, and with an API key, visitors of
    embedding pages are strangers."""

    @field_validator("picture_hosts", "embed_origins")
    @classmethod
    def _plain_origins(cls, hosts: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        """They are copied into a header: only scheme, host and port are allowed."""
        for host in hosts:
            if host == "*" and info.field_name == "embed_origins":
                continue
            scheme, sign, name = host.partition("://")
            fine = scheme in {"http", "https"} and sign and name.replace("-", "").replace(".", "").replace(":", "")
            if not (isinstance(fine, str) and fine.isascii() and fine.isalnum()):
                raise ValueError(f"wants an address like https://images.example.org, not {host!r}")
        return tuple(host.lower() for host in hosts)

    @field_validator("api_key", "admin_key", "embed_secret")
    @classmethod
    def _no_empty_key(cls, key: SecretStr | None) -> SecretStr | None:
        """Refuse an empty key, e.g. from an empty variable in a compose file: it would protect nothing."""
        if key is not None and not key.get_secret_value():
            raise ValueError("a key may not be empty; leave it out to ask for none")
        if key is not None and not key.get_secret_value().isascii():
            raise ValueError("a key must be plain ASCII: it travels in a header")
        return key

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach the service."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False
