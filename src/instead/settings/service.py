"""Settings of the service."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, field_validator

from instead.settings.base import Settings


class ServiceSettings(Settings):
    """How a model is served (docs/service.md)."""

    host: str = "127.0.0.1"
    """Address to listen on."""
    port: int = Field(default=8000, ge=0, le=65_535)
    """0 lets the system choose a free one."""
    api_key: SecretStr | None = None
    """Asked of every caller of /v1 when set."""
    admin_key: SecretStr | None = None
    """Asked of callers of /admin and /metrics; `api_key` where there is none."""
    feedback: Path = Path("feedback.sqlite")
    """Where accepted and rejected suggestions are kept."""
    threads: int = Field(default=2, ge=1, le=256)
    """Requests computed at the same time. More than processors makes each one slower and none faster."""
    max_waiting: int = Field(default=256, ge=1)
    """Requests in the house, computed or waiting; beyond that the answer is 503 at once instead of a long wait."""
    max_body: int = Field(default=1 << 20, ge=1_024)
    """Bytes of a request's body."""
    max_k: int = Field(default=100, ge=1, le=1_000)
    """Substitutes that one request may ask for."""
    max_batch: int = Field(default=100, ge=1, le=10_000)
    """Requests that one batch may hold."""
    max_answers: int = Field(default=1_000, ge=1, le=1_000_000)
    """Substitutes that one batch may ask for, the k of its requests added up: limits of each alone would multiply."""
    max_reviews: int = Field(default=50, ge=1, le=1_000)
    """Reviews of a newcomer that one request may carry."""
    grace: float = Field(default=10.0, ge=0.0)
    """Seconds that running requests have to finish when the service is told to end."""
    log: Literal["json", "text"] = "json"
    """Form of the log: one JSON object a line, or text for people."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """Least level of what is logged."""
    currency: str = Field(default="USD", pattern=r"^[A-Z]{3}$")
    """Of the shop's prices, for the page."""
    picture_hosts: tuple[str, ...] = ()
    """Addresses (https://images.example.org) the page may load item pictures from; none: it draws tiles instead."""

    @field_validator("picture_hosts")
    @classmethod
    def _plain_origins(cls, hosts: tuple[str, ...]) -> tuple[str, ...]:
        """They go into a header as they are: nothing but scheme, name and port may be in them."""
        for host in hosts:
            scheme, sign, name = host.partition("://")
            fine = scheme in {"http", "https"} and sign and name.replace("-", "").replace(".", "").replace(":", "")
            if not (isinstance(fine, str) and fine.isascii() and fine.isalnum()):
                raise ValueError(f"wants an address like https://images.example.org, not {host!r}")
        return hosts

    @field_validator("api_key", "admin_key")
    @classmethod
    def _no_empty_key(cls, key: SecretStr | None) -> SecretStr | None:
        """An empty variable in a compose file must not open the door, nor lock it with an empty key."""
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
