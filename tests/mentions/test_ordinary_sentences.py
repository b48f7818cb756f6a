"""Sentences as shoppers write them, read one by one as `instead extract --text` does, with the shipped weights."""

from __future__ import annotations

import pytest

from instead.mentions.extractor import Extractor

SAID = """
I wish the design was better. | design -
The sound is not bad. | sound +
The price is not high. | price +
Setup was a breeze. | setup +
I couldn't be happier with the quality. | quality +
My old phone had a better camera. | camera -
I have seen better stitching. | stitching -
I liked the fabric, not the zipper. | fabric +; zipper -
The paint peels off. | paint -
The motor gave up after a week. | motor -
The handle holds up well. | handle +
Assembly was a nightmare. | assembly -
The picture blew me away. | picture +
High price, high quality. | price -; quality +
Long battery life but long loading time. | battery life +; loading time -
Except for the strap, everything is great. | strap -
The camera could be better. | camera -
The lid should have been tighter. | lid -
The screen needs to be brighter. | screen -
The cable is too short. | cable -
The sound is far from good. | sound -
The staff was anything but friendly. | staff -
The noise is low. | noise +
The fan is loud. | fan -
The speakers are loud. | speakers +
Great sound,bad battery. | sound +; battery -
No complaints about the delivery. | delivery +
You get a lovely tone and a dreadful tuner. | tone +; tuner -
It stopped working. | durability -
Too expensive. | price -
Worth the money. | value +
Does the battery last all day? |
If the zipper breaks I will return it. |
They promised a strong motor. |
I heard the battery is bad. |
The lamp has a switch on the cord. |
"""


MISREAD = ("Except for the strap, everything is great.",)
"""Known to be read wrongly by the network as it is; one that is mended must leave this list."""
LINES = [
    pytest.param(line, marks=[pytest.mark.xfail(strict=True)] if line.startswith(MISREAD) else [], id=line)
    for line in SAID.strip().split("\n")
]


@pytest.mark.parametrize("line", LINES)
def test_what_is_said_of_what(line: str) -> None:
    text, _, labels = (part.strip() for part in line.partition("|"))
    rows = Extractor.for_one_text(text).mentions(text).select("attribute", "sentiment").rows()
    found = [f"{attribute} {'+' if sign > 0 else '-'}" for attribute, sign in rows]
    assert found == [label.strip() for label in labels.split(";") if label.strip()]
