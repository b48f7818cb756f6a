"""A dataset is three layers: what each holds, what its hash covers, what damage is found, and what is swept."""

from __future__ import annotations

import json
import os
import shutil
import tarfile
from pathlib import Path

import polars as pl
import pytest

from instead.errors import FolderError, InputError
from instead.preparation.prepare import prepare
from instead.store.dataset import Dataset, use_layer
from instead.store.folder import held
from instead.store.layers import KINDS, MENTIONS, Layer, content_hash, new_layer, seal
from instead.store.manifest import read_manifest
from instead.store.same_data import differing, same_data
from tests.layers import split_hash, with_mentions, with_tables
from tests.small_shop import content, small_settings, small_shop
from tests.talking_shop import talking_shop

OLD = Path(__file__).parent.parent / "data" / "folders_0_1.tar.xz"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return talking_shop(Path(tmp_path_factory.mktemp("shop")))


@pytest.fixture
def data(made: Dataset, tmp_path: Path) -> Dataset:
    """A copy to change."""
    shutil.copytree(made.folder, tmp_path / "data")
    return Dataset.open(tmp_path / "data")


def praised(data: Dataset) -> pl.DataFrame:
    """The mentions, all of them praise."""
    return data.mentions.with_columns(pl.lit(1, pl.Int8).alias("sentiment"))


def layers_of(data: Dataset) -> set[str]:
    return {path.name for path in (data.folder / "layers").iterdir() if path.is_dir()}


def test_every_layer_says_what_it_is(made: Dataset) -> None:
    assert set(made.hashes) == set(KINDS)
    assert layers_of(made) == {f"{kind}-{digest[:12]}" for kind, digest in made.hashes.items()}
    assert made.manifest["layers"] == made.hashes
    for kind, layer in made.layers.items():
        about = json.loads((layer.folder / "layer.json").read_text())
        assert (about["kind"], about["hash"]) == (kind, made.hashes[kind])
        files = {str(path.relative_to(layer.folder)) for path in layer.folder.rglob("*") if path.is_file()}
        assert files == {"layer.json", *about["files"]}
    assert made.layers["base"].made_from == {}
    assert made.layers["split"].made_from == {"base": made.hashes["base"]}
    assert made.layers["mentions"].made_from == {kind: made.hashes[kind] for kind in ("base", "split")}
    made.verify()


def test_hashes_follow_from_the_files_alone(made: Dataset) -> None:
    for kind in ("base", "mentions"):
        assert content_hash(made.layers[kind].folder) == made.hashes[kind]
    assert split_hash(made, made.layers["split"].folder) == made.hashes["split"] == made.split_hash


@pytest.mark.parametrize(
    ("table", "kind"), [("reviews", "base"), ("items", "base"), ("mentions", "mentions"), ("interactions", "split")]
)
def test_a_hash_changes_with_its_layer_alone(data: Dataset, table: str, kind: str) -> None:
    tables = {"reviews": data.reviews().collect(), "items": data.items, "mentions": data.mentions,
              "interactions": data.interactions}  # fmt: skip
    turned = tables[table].reverse().cast(tables[table].schema)  # polars forgets the type of empty lists
    after = with_tables(data, {table: turned})
    changed = [name for name in KINDS if after.hashes[name] != data.hashes[name]]
    assert changed == [kind]


def test_texts_are_part_of_what_a_dataset_is(data: Dataset) -> None:
    reviews = data.reviews().collect()
    last = pl.int_range(pl.len()) == reviews.height - 1
    text = pl.when(last).then(pl.col("text") + ".").otherwise("text").alias("text")
    assert with_tables(data, {"reviews": reviews.with_columns(text)}).hashes["base"] != data.hashes["base"]


def test_a_shop_without_mentions_has_an_empty_layer_of_them(tmp_path: Path) -> None:
    data = prepare(small_shop(tmp_path), out=tmp_path / "data", settings=small_settings())
    assert data.mentions.is_empty()
    assert data.attributes.is_empty()
    assert data.reader is None
    data.verify()


def test_an_open_dataset_keeps_to_its_layers(data: Dataset) -> None:
    before = data.mentions
    other = with_mentions(data, praised(data))
    late = Dataset(data.folder, data.manifest, data.layers)  # opened then, read now
    assert late.mentions.equals(before)
    assert Dataset.open(data.folder).mentions.equals(other.mentions)
    assert other.mentions["sentiment"].min() == 1


def test_only_the_layer_just_replaced_is_kept(data: Dataset) -> None:
    first = data.layers["mentions"].folder
    second = with_mentions(data, praised(data))
    assert first.is_dir()
    third = with_mentions(second, praised(data).head(50))
    assert not first.exists()
    assert layers_of(third) == {one.folder.name for one in (*third.layers.values(), second.layers["mentions"])}


def test_what_killed_processes_left_is_swept(data: Dataset) -> None:
    for name in (".mentions.partial.1", ".mentions-0123.removed.1", "mentions-0123456789ab"):
        (data.folder / "layers" / name).mkdir()
    other = data.folder / "layers" / "notes.txt"
    other.write_text("mine")
    after = with_mentions(data, praised(data))
    assert layers_of(after) == {one.folder.name for one in (*data.layers.values(), after.layers["mentions"])}
    assert other.read_text() == "mine"


def test_the_same_content_is_the_same_layer(data: Dataset) -> None:
    before = content(data.layers["mentions"].folder)
    after = with_mentions(data, data.mentions)
    assert after.hashes == data.hashes
    assert content(after.layers["mentions"].folder) == before


def test_a_damaged_layer_is_made_whole_by_the_same_content(data: Dataset) -> None:
    whole = data.mentions
    path = data.path("mentions", "mentions.parquet")
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    after = with_mentions(data, whole)
    after.verify()
    assert after.hashes == data.hashes
    assert after.mentions.equals(whole)


def test_a_layer_made_from_other_layers_is_not_put_in_use(data: Dataset) -> None:
    with new_layer(data.folder, MENTIONS) as aside:
        praised(data).write_parquet(aside / "mentions.parquet")
        data.attributes.write_parquet(aside / "attributes.parquet")
        layer = seal(aside, MENTIONS, content_hash(aside), {kind: data.layers[kind] for kind in ("base", "split")})
    changed = with_tables(data, {"links": data.links.head(20)})
    with pytest.raises(FolderError, match="its reviews and items changed during the work; run it again"):
        use_layer(data, layer, {})
    assert Dataset.open(data.folder).hashes == changed.hashes


def test_a_layer_that_is_not_finished_vanishes(data: Dataset) -> None:
    with pytest.raises(KeyboardInterrupt), new_layer(data.folder, MENTIONS) as aside:
        praised(data).write_parquet(aside / "mentions.parquet")
        raise KeyboardInterrupt
    assert layers_of(data) == {layer.folder.name for layer in data.layers.values()}


def flip(path: Path) -> None:
    """One byte in the middle, the size as it was."""
    held = bytearray(path.read_bytes())
    held[len(held) // 2] ^= 1
    path.write_bytes(held)


def shorten(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


EVERY = ("base/reviews", "base/users", "base/items", "base/links", "mentions/mentions", "mentions/attributes",
         "split/interactions", "split/paper/triples", "split/paper/reserved")  # fmt: skip


@pytest.mark.parametrize("name", [*(f"{name}.parquet" for name in EVERY), "split/paper/candidates_test.npy"])
def test_damage_is_found_in_every_file(data: Dataset, name: str) -> None:
    kind, _, rest = name.partition("/")
    path = data.path(kind, rest)
    for harm, said in ((flip, "damaged"), (shorten, "damaged"), (Path.unlink, "missing")):
        data.verify()
        before = path.read_bytes()
        harm(path)
        with pytest.raises(FolderError) as caught:
            data.verify()
        assert str(caught.value).startswith(f"{path}: {said}")
        assert str(caught.value).endswith("copy the dataset folder whole, or prepare the dataset again")
        path.write_bytes(before)


def test_a_table_that_is_missing_or_damaged_says_so(data: Dataset) -> None:
    path = data.path("base", "items.parquet")
    path.write_bytes(b"PAR1")
    with pytest.raises(FolderError, match=r"items\.parquet: damaged; copy the dataset folder whole"):
        _ = data.items
    path.unlink()
    with pytest.raises(FolderError, match=r"items\.parquet: missing; copy the dataset folder whole"):
        _ = data.items


def test_a_layer_that_is_missing_or_another_is_refused(data: Dataset) -> None:
    folder = data.layers["split"].folder
    about = folder / "layer.json"
    text = about.read_text()
    about.write_text(text.replace(data.split_hash, data.split_hash[:12] + "0" * 52))
    with pytest.raises(FolderError, match="not the layer that the manifest names"):
        Dataset.open(data.folder)
    about.write_text(text[:-20])
    with pytest.raises(FolderError, match=r"layer\.json: damaged"):
        Dataset.open(data.folder)
    shutil.rmtree(folder)
    with pytest.raises(FolderError, match=f"{folder.name}: missing"):
        Dataset.open(data.folder)


def test_one_process_at_a_time_changes_a_dataset(data: Dataset, tmp_path: Path) -> None:
    before = content(data.folder)
    with held(data.folder / "layers"), pytest.raises(FolderError, match="another process is at work there"):
        prepare(small_shop(tmp_path), out=data.folder, settings=small_settings(), replace=True)
    assert content(data.folder) == before


def test_rows_that_were_rejected_do_not_change_what_a_dataset_is(data: Dataset) -> None:
    layer = data.layers["base"].folder
    (layer / "rejected.jsonl").write_text("{}\n")
    assert content_hash(layer) == data.hashes["base"]
    assert data.rejected == layer / "rejected.jsonl"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Folders written by version 0.1."""
    with tarfile.open(OLD) as archive:
        archive.extractall(tmp_path / "old", filter="data")
    return tmp_path / "old"


def test_a_dataset_of_version_0_1_is_refused_with_what_to_do(old: Path, tmp_path: Path) -> None:
    with pytest.raises(FolderError) as caught:
        Dataset.open(old / "data")
    assert str(caught.value) == (
        f"{old / 'data'}: a dataset folder of version 0.1 (format 1), which is not read any more; make it again from "
        f"the shop's files: `instead prepare FILE... --out {old / 'data'} --replace`"
    )
    again = prepare(small_shop(tmp_path), out=old / "data", settings=small_settings(), replace=True)
    again.verify()
    assert sorted(os.listdir(old / "data")) == ["layers", "manifest.json"]  # noqa: PTH208 - hidden names too


def test_other_folders_of_version_0_1_have_the_format_of_today(old: Path) -> None:
    assert read_manifest(old / "model", "model")["format"] == 1


def test_the_same_data_are_recognised_layer_by_layer(data: Dataset) -> None:
    same_data(data.hashes, data, what="the model", remedy="train again")
    words = {"base": "other reviews and items", "mentions": "other mentions", "split": "another split"}
    for kind in KINDS:
        with pytest.raises(InputError) as caught:
            same_data({**data.hashes, kind: "f" * 64}, data, what="the model", remedy="train again")
        assert str(caught.value) == (
            f"the model belongs to {words[kind]} (ffffffffffff against {data.hashes[kind][:12]}) than {data.folder} "
            "has now; train again"
        )


def test_a_layer_that_nobody_recorded_is_another_one(data: Dataset) -> None:
    assert differing({}, data.hashes).count("unknown against") == 3
    assert differing({"base": data.hashes["base"], "split": data.split_hash}, data.hashes).startswith(
        "other mentions ("
    )


def test_layers_open_by_themselves(made: Dataset) -> None:
    layer = made.layers["mentions"]
    assert Layer.open(layer.folder) == layer
