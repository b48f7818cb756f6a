"""Calls of the staff: rules and experiments of a service."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from pydantic import TypeAdapter

from instead.live.experiment_report import Report
from instead.live.experiments import Experiment, experiment_of
from instead.live.preview import Preview
from instead.ranking.rule_files import rule_of
from instead.settings.rules import Rule

_REPORT, _PREVIEW = TypeAdapter(Report), TypeAdapter(Preview)


class StaffCalls:
    """What `Client` can do with the staff's key beside a reload."""

    def _call(self, method: str, path: str, body: Any = None, *, again: bool = True, **words: Any) -> Any:
        raise NotImplementedError

    def rules(self) -> dict[str, Any]:
        """The shop's rules, what each matches, and what is wrong with them."""
        return dict(self._call("GET", "/admin/rules"))

    def read_rules(self) -> dict[str, Any]:
        """Let the service read its file of rules now."""
        return dict(self._call("POST", "/admin/rules"))

    def put_rule(self, rule: Rule | Mapping[str, Any]) -> dict[str, Any]:
        """Keep a rule and let it count; raises `InputError` where it does not fit or contradicts another one."""
        wanted = rule if isinstance(rule, Rule) else rule_of(rule)
        return dict(self._call("PUT", f"/admin/rules/{quote(wanted.id, safe='')}", wanted.as_json()))

    def remove_rule(self, name: str) -> dict[str, Any]:
        """Take a rule out."""
        return dict(self._call("DELETE", f"/admin/rules/{quote(name, safe='')}", again=False))

    def preview_rules(
        self, rules: Iterable[Rule | Mapping[str, Any]] = (), *, remove: Iterable[str] = (), replace: bool = False,
        items: int = 100, k: int = 10, at: str | None = None,
    ) -> Preview:  # fmt: skip
        """What rules would change, beside those in use or in their place."""
        wanted = [one if isinstance(one, Rule) else rule_of(one) for one in rules]
        body = {"rules": [one.as_json() for one in wanted], "remove": list(remove), "replace": replace, "items": items}
        return _PREVIEW.validate_python(self._call("POST", "/admin/rules/preview", body | {"k": k, "at": at}))

    def experiments(self) -> tuple[Report, ...]:
        """What all experiments say so far, the latest first."""
        found = self._call("GET", "/admin/experiments")["experiments"]
        return tuple(_REPORT.validate_python(one["report"]) for one in found)

    def experiment(self, name: str) -> Report:
        """What one experiment says so far."""
        return _REPORT.validate_python(self._call("GET", f"/admin/experiments/{quote(name, safe='')}")["report"])

    def start_experiment(self, wanted: Experiment | Mapping[str, Any]) -> dict[str, Any]:
        """Start an experiment, or let the shares of a running one grow."""
        made = wanted if isinstance(wanted, Experiment) else experiment_of(wanted)
        sent = made.model_dump(mode="json", exclude_unset=True)
        return dict(self._call("PUT", f"/admin/experiments/{quote(made.id, safe='')}", sent))

    def stop_experiment(self, name: str) -> Report:
        """End an experiment."""
        return _REPORT.validate_python(self._call("POST", f"/admin/experiments/{quote(name, safe='')}/stop")["report"])
