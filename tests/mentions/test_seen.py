"""Weights are chosen by the sentences of the gold file, never by its name or folder, and say what they have seen."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from instead.cli.main import app
from instead.errors import InputError
from instead.mentions import seen
from instead.mentions.gold import read_gold
from instead.mentions.seen import DOMAINS, Known, Recognised, known_sentences, letters, recognise, sentence_hashes
from instead.mentions.weights import SETS
from tests.small_shop import few

LABELLED = {
    "laptops": [f"The keyboard of model {n} feels great ." for n in range(6)],
    "restaurants": [f"The soup of day {n} was cold ." for n in range(6)],
    "hu-liu": [f"The zoom of camera {n} is fine ." for n in range(6)],
}
TEST_PART = [f"The trackpad of model {n} is awful ." for n in range(4)]
OWN = [f"The pump of kettle {n} is strong ." for n in range(6)]


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Known:
    """A labelled world of its own, of which every domain has six training sentences and laptops four others."""
    trained = {domain: np.unique(sentence_hashes(texts)) for domain, texts in LABELLED.items()}
    held_out = {domain: np.array([], np.uint64) for domain in DOMAINS} | {"laptops": sentence_hashes(TEST_PART)}
    made = Known(trained, held_out)
    monkeypatch.setattr(seen, "known_sentences", lambda: made)
    return made


def gold_file(path: Path, texts: list[str]) -> Path:
    """Triplets of (second word, last word but one)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"{text}####[([1], [{len(text.split()) - 2}], 'POS')]\n" for text in texts]
    path.write_text("".join(lines))
    return path


def scored(*words: object) -> list[dict[str, Any]]:
    ran = CliRunner().invoke(app, ["extract", "--json", *map(str, words)], catch_exceptions=False)
    return list(json.loads(ran.stdout))


def printed(monkeypatch: pytest.MonkeyPatch, *words: object) -> str:
    from rich.console import Console

    from instead.cli import terminal

    monkeypatch.setattr(terminal, "out", Console(width=300))
    return CliRunner().invoke(app, ["extract", *map(str, words)], catch_exceptions=False).stdout


@pytest.mark.parametrize("folder", ["research", "overlap", "restaurants", "hu_liu", "laptops/mams", "plain"])
@pytest.mark.parametrize(("domain", "weights"), [(domain, f"without-{domain}") for domain in DOMAINS])
def test_names_of_folders_and_files_do_not_matter(
    known: Known, tmp_path: Path, folder: str, domain: str, weights: str
) -> None:
    (row, *_) = scored("--score", gold_file(tmp_path / folder / "lap_res_gold.txt", LABELLED[domain]))
    assert (row["weights"], row["seen"], row["recognised"]) == (weights, 0, {domain: 6})


def test_ones_own_sentences_are_scored_with_all_weights_wherever_they_lie(known: Known, tmp_path: Path) -> None:
    for folder in ("research", "overlap", "laptops"):
        (row, *_) = scored("--score", gold_file(tmp_path / folder / "hu_liu.txt", OWN))
        assert (row["weights"], row["seen"], row["recognised"], row["sentences"]) == ("all", 0, {}, 6)


def test_other_parts_of_a_labelled_domain_are_scored_without_its_labels(known: Known, tmp_path: Path) -> None:
    """No weights learned from these sentences, but `all` learned from their neighbours."""
    (row, *_) = scored("--score", gold_file(tmp_path / "x.txt", TEST_PART))
    assert (row["weights"], row["seen"], row["recognised"]) == ("without-laptops", 0, {"laptops": 4})
    (row, *_) = scored("--score", tmp_path / "x.txt", "--weights", "all")
    assert (row["weights"], row["seen"]) == ("all", 0)


def test_what_no_set_is_free_of_is_said_loudly(known: Known, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mixed = gold_file(tmp_path / "mixed.txt", [*LABELLED["laptops"], *LABELLED["hu-liu"][:2], *OWN])
    (row, *_) = scored("--score", mixed)
    assert (row["weights"], row["seen"], row["sentences"]) == ("without-laptops", 2, 14)
    said = printed(monkeypatch, "--score", mixed)
    assert "because of its 14 sentences the labelled data have 6 of laptops, 2 of hu-liu" in said
    assert "NOT A FAIR SCORE: without-laptops has learned from 2 of the 14 sentences; no other set from fewer" in said


def test_weights_named_by_the_user_that_know_the_answers(
    known: Known, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gold = gold_file(tmp_path / "gold.txt", LABELLED["restaurants"])
    settings = tmp_path / "s.toml"
    settings.write_text('weights = "without-laptops"\n')
    for words, weights in (
        (("--weights", "all"), "all"),
        (("--leave-out", "nothing"), "all"),
        (("--leave-out", "laptops"), "without-laptops"),
        (("--settings", settings), "without-laptops"),
    ):
        (row, *_) = scored("--score", gold, *words)
        assert (row["weights"], row["seen"]) == (weights, 6)
        said = printed(monkeypatch, "--score", gold, *words)
        assert f"weights {weights}, as you said" in said
        assert "NOT A FAIR SCORE" in said
        assert "without-restaurants has learned from 0" in said


def test_a_fair_score_is_not_shouted_at(known: Known, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gold = gold_file(tmp_path / "gold.txt", LABELLED["hu-liu"])
    for words in ((), ("--leave-out", "hu-liu")):
        said = printed(monkeypatch, "--score", gold, *words)
        assert "without-hu-liu" in said
        assert "NOT A FAIR" not in said


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--score", "g", "--leave-out", "phones"), "--leave-out wants laptops, restaurants, hu-liu or nothing"),
        (("--text", "fine", "--leave-out", "laptops"), "--leave-out is for --score"),
        (("--score", "g", "--leave-out", "laptops", "--weights", "all"), "give one of them"),
    ],
)
def test_wishes_that_make_no_sense(words: tuple[str, ...], why: str) -> None:
    with pytest.raises(InputError, match=why):
        CliRunner().invoke(app, ["extract", *words], catch_exceptions=False)


@pytest.mark.parametrize(
    "other",
    [
        "the KEYBOARD of model 3 feels great.",
        "The keyboard  of model 3 feels great !!",
        "Thekeyboardof model3 feelsgreat",
    ],
)
def test_blanks_marks_and_case_do_not_hide_a_sentence(known: Known, other: str) -> None:
    assert recognise([other]).trained == {"laptops": 1, "restaurants": 0, "hu-liu": 0}


def test_sentences_without_a_letter_are_none() -> None:
    assert sentence_hashes(["...", " ", "!"]).size == 0
    made = recognise(["...", " "])
    assert (made.sentences, made.of_domain()) == (2, {})


@few
@given(st.text(min_size=1, max_size=30))
def test_a_hash_is_that_of_the_letters(text: str) -> None:
    kept = letters(text)
    expected = [int.from_bytes(blake2b(kept.encode("utf-8"), digest_size=8).digest(), "little")] if kept else []
    assert sentence_hashes([text]).tolist() == expected


def cleanest_by_hand(made: Recognised) -> str:
    """In plain words: least learned sentences, then least of learned domains, then the first of the list."""
    best, best_cost = "", (10**9, 10**9)
    for name in SETS:
        learned = [domain for domain in DOMAINS if name != f"without-{domain}"]
        cost = (sum(made.trained[d] for d in learned), sum(made.trained[d] + made.held_out[d] for d in learned))
        if cost < best_cost:
            best, best_cost = name, cost
    return best


COUNTS = st.fixed_dictionaries({domain: st.integers(0, 3) for domain in DOMAINS})


@few
@given(trained=COUNTS, held_out=COUNTS)
def test_the_cleanest_set(trained: dict[str, int], held_out: dict[str, int]) -> None:
    made = Recognised(20, trained, held_out)
    assert made.cleanest() == cleanest_by_hand(made)
    assert made.seen("all") == sum(trained.values())


def test_what_ships_is_sorted_and_apart() -> None:
    shipped = known_sentences()
    every = []
    for domain in DOMAINS:
        for hashes in (shipped.trained[domain], shipped.held_out[domain]):
            assert hashes.dtype == np.uint64
            assert (np.diff(hashes.astype(object)) > 0).all()
        assert shipped.trained[domain].size > 3_000
        assert not np.isin(shipped.held_out[domain], shipped.trained[domain]).any()
        every.append(shipped.trained[domain])
    assert np.unique(np.concatenate(every)).size == sum(map(len, every))  # no commonplace of several domains


def test_known_sentences_survive_their_file(known: Known, tmp_path: Path) -> None:
    known.save(tmp_path / "k.npz")
    with np.load(tmp_path / "k.npz", allow_pickle=False) as stored:
        assert stored["laptops held out"].tolist() == known.held_out["laptops"].tolist()
        assert stored["hu-liu"].tolist() == known.trained["hu-liu"].tolist()


@pytest.mark.parametrize(
    ("file", "weights"),
    [
        ("semeval14/laptops_test.jsonl.gz", "without-laptops"),
        ("semeval14/restaurants_train.jsonl.gz", "without-restaurants"),
        ("aste/14res_test.txt.gz", "without-restaurants"),
        ("aste/14lap_dev.txt.gz", "without-laptops"),
        ("mams/atsa_val.xml.gz", "without-restaurants"),
        ("hu_liu/Canon_G3.txt.gz", "without-hu-liu"),
    ],
)
def test_real_gold_is_recognised_under_any_name(shared_data: Path, file: str, weights: str) -> None:
    made = recognise([sentence.text for sentence in read_gold(shared_data / "absa" / file)])
    assert (made.cleanest(), made.seen(weights)) == (weights, 0)
    assert sum(made.of_domain().values()) > 0.95 * made.sentences
    trained = "train" in file or "dev" in file or "hu_liu" in file
    assert (made.seen("all") > 0.95 * made.sentences) == trained
