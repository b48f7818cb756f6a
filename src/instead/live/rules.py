"""The rules in use in a served shop: those of a file and those of the store, read again when one of them changes.

What cannot be read changes nothing: the rules of before stay, and `problem` says why. A rule that does not fit the
catalogue (of a model that was swapped in later, say) counts for what it still matches.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from instead.errors import InputError, InsteadError
from instead.live.store import LiveStore
from instead.ranking.catalogue import Catalogue
from instead.ranking.rule_checks import Matched, checked
from instead.ranking.rule_files import Rules, read_rules, rule_of
from instead.ranking.steering import RuleBook
from instead.ranking.steering_rules import Problem
from instead.settings.rules import Rule

FILE, STORE = "file", "store"


@dataclass(frozen=True)
class RulesInUse:
    """Rules, where each is from, and when they were read."""

    rules: Rules = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    time: float = 0.0


class LiveRules:
    """Keeps a rule book as the file and the store have it. Safe to use from several threads."""

    def __init__(self, book: RuleBook, store: LiveStore, file: Path | None = None) -> None:
        """Reads both; what is wrong with them is in `problem`."""
        self.book, self.file, self._store = book, file, store
        self._alone = threading.Lock()
        self._marks: tuple[object, object] = (None, None)
        self.current = RulesInUse()
        self.problem: str | None = None
        """Why what is there now could not be read."""
        self.look()

    def read(self) -> RulesInUse:
        """Read both again; raises what is wrong, and then nothing has changed."""
        with self._alone:
            marks = self._marked()
            of_file = () if self.file is None else read_rules(self.file)
            kept = self._store.documents("rule")
            sources = {rule.id: FILE for rule in of_file}
            twice = sorted(sources.keys() & kept.keys())
            if twice:
                raise InputError(f"rule {twice[0]!r} is both in {self.file} and in the store; take one of them out")
            of_store = tuple(rule_of(one, name) for name, one in sorted(kept.items()))
            wanted = (*of_file, *of_store)
            if wanted != self.book.rules:
                self.book.rules = wanted
            self.current = RulesInUse(wanted, sources | {rule.id: STORE for rule in of_store}, time.time())
            self._marks, self.problem = marks, None
            return self.current

    def look(self) -> bool:
        """Read again if something changed since; whether rules, or what is wrong with them, are others now. What is
        wrong is kept as `problem`."""
        before = self.current.rules, self.problem
        try:
            if self._marked() == self._marks:
                return False
            self.read()
        except (InsteadError, OSError) as error:
            self.problem = str(error)
        return before != (self.current.rules, self.problem)

    def _marked(self) -> tuple[object, object]:
        """What changes when the file or a document does."""
        about = None
        if self.file is not None:
            try:
                found = self.file.stat()
                about = (found.st_mtime_ns, found.st_size, found.st_ino)
            except OSError:
                about = None
        return about, self._store.newest().documents

    def put(self, rule: Rule, catalogue: Catalogue, now: float) -> None:
        """Keep a rule in the store and let it count; one that does not fit, or contradicts another, is refused."""
        if self.current.sources.get(rule.id) == FILE:
            raise InputError(f"rule {rule.id!r} is in {self.file}: change it there")
        if rule.margins_file is not None:
            raise InputError(f"rule {rule.id!r}: a margins_file is for rules in a file; send margins")
        others = [one for one in self.current.rules if one.id != rule.id]
        for problem in checked([*others, rule], catalogue, now)[1]:
            if rule.id in problem.rules:
                raise InputError(problem.text)
        self._store.put("rule", {rule.id: rule.as_json()})
        self.read()

    def remove(self, name: str) -> bool:
        """Take a rule out of the store; whether it was there."""
        if self.current.sources.get(name) == FILE:
            raise InputError(f"rule {name!r} is in {self.file}: take it out there")
        if name not in self._store.documents("rule"):
            return False
        self._store.put("rule", {name: None})
        self.read()
        return True

    def matched(self, catalogue: Catalogue, now: float) -> tuple[list[Matched], list[Problem]]:
        """What the rules in use match, and what is wrong with them."""
        return checked(self.current.rules, catalogue, now)
