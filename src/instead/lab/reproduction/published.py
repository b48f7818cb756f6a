"""Published figures of the paper (its tables 1-4), printed beside ours where the category is the same.

They are no targets: 25 of the 60 increments of its table 2 are impossible for one relevant item, no public release
gives its table 1, and the density of its substitute graph is not published (docs/evaluation.md).
"""

from __future__ import annotations

import re

CATEGORIES = {
    "cell": "Cellphone", "cellphone": "Cellphone", "cellphones": "Cellphone", "phones": "Cellphone",
    "phone": "Cellphone", "automotive": "Automotive", "auto": "Automotive", "office": "Office",
}  # fmt: skip
"""Word of a folder's name -> category of the paper."""

STATISTICS = {
    "Cellphone": (1_639_166, 665_900, 48_763, 2_178),
    "Automotive": (2_212_111, 420_394, 132_467, 3_501),
    "Office": (1_641_901, 515_813, 58_534, 2_801),
}
"""Table 1: reviews, users, items, attributes."""

MEASURES = ("HR@5", "HR@10", "HR@20", "HR@50", "NDCG@5", "NDCG@10", "NDCG@20", "NDCG@50")

RANKING: dict[str, dict[str, tuple[float, ...]]] = {
    "Cellphone": {
        "sceptre": (0.2009, 0.2689, 0.3486, 0.4605, 0.1570, 0.1695, 0.1998, 0.2421),
        "pmsc": (0.1085, 0.1276, 0.1731, 0.2023, 0.0827, 0.0995, 0.1086, 0.1125),
        "spem": (0.1187, 0.1449, 0.1858, 0.2251, 0.0951, 0.1034, 0.1135, 0.1300),
        "clva": (0.1795, 0.2621, 0.3434, 0.5167, 0.1224, 0.1421, 0.1729, 0.1976),
        "a2cf": (0.2466, 0.3449, 0.4548, 0.6229, 0.1663, 0.1980, 0.2263, 0.2845),
    },
    "Automotive": {
        "sceptre": (0.1618, 0.1709, 0.2441, 0.3346, 0.1021, 0.1087, 0.1225, 0.1401),
        "pmsc": (0.1249, 0.1653, 0.1904, 0.2955, 0.1078, 0.1183, 0.1292, 0.1485),
        "spem": (0.1014, 0.1113, 0.1305, 0.1787, 0.0934, 0.0965, 0.1014, 0.1103),
        "clva": (0.1565, 0.2201, 0.3179, 0.3868, 0.1024, 0.1397, 0.1531, 0.1754),
        "a2cf": (0.2187, 0.2978, 0.3899, 0.5518, 0.1532, 0.1788, 0.2021, 0.2395),
    },
    "Office": {
        "sceptre": (0.2489, 0.3623, 0.4762, 0.6100, 0.1570, 0.1948, 0.2242, 0.2512),
        "pmsc": (0.1345, 0.1924, 0.2596, 0.3701, 0.0954, 0.1182, 0.1425, 0.1759),
        "spem": (0.0741, 0.0906, 0.1149, 0.1528, 0.0579, 0.0632, 0.0693, 0.0735),
        "clva": (0.2322, 0.3750, 0.4869, 0.6343, 0.1480, 0.1946, 0.2378, 0.2733),
        "a2cf": (0.3143, 0.4220, 0.5310, 0.6644, 0.2193, 0.2540, 0.2815, 0.3101),
    },
}
"""Table 2."""

ATC = {
    "Cellphone": {"sceptre": 0.0108, "clva": 0.0096, "a2cf": 0.0132},
    "Automotive": {"sceptre": 0.0094, "clva": 0.0077, "a2cf": 0.0113},
    "Office": {"sceptre": 0.0124, "clva": 0.0112, "a2cf": 0.0154},
}
"""Table 3."""

ABLATIONS = {
    "Cellphone": {"default": 0.3449, "no substitution": 0.2772, "no personalisation": 0.2523,
                  "no item attributes": 0.3116, "no user attributes": 0.3075},
    "Automotive": {"default": 0.2978, "no substitution": 0.1997, "no personalisation": 0.2312,
                   "no item attributes": 0.2733, "no user attributes": 0.2708},
    "Office": {"default": 0.4220, "no substitution": 0.3745, "no personalisation": 0.3510,
               "no item attributes": 0.3994, "no user attributes": 0.3763},
}  # fmt: skip
"""Table 4: HR@10."""


def category_of(folder: str) -> str | None:
    """The paper's category in the name of a dataset folder, if any."""
    words = re.split(r"[^a-z]+", folder.lower())
    return next((CATEGORIES[word] for word in words if word in CATEGORIES), None)
