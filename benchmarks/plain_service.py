"""A plain PyTorch service of the same model: every request scores the whole catalogue as the paper writes it.

It is given what ours has: the same web framework, the filled Y~ ready in memory, and the same model folder. It answers
with the top ten and the paper's reasons, Eq. 20-22. `python plain_service.py MODEL PORT`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import torch
import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel
from starlette.responses import JSONResponse

from instead.models.a2cf.model import A2CF
from instead.models.model_folder import ModelFolder
from plain_a2cf import PlainA2CF

PART = 4_096  # items at a time: all at once would take gigabytes for the softmax


class Question(BaseModel):
    user: str
    query: str
    k: int = 10


def application(folder: Path) -> FastAPI:
    """The service, its model loaded."""
    made = ModelFolder.open(folder)
    model = made.model
    assert isinstance(model, A2CF)  # noqa: S101 - the benchmark writes no other
    plain = PlainA2CF.at_filling(model.settings, model.frozen)
    quality = torch.from_numpy(model.filled_quality)
    plain.take_tables(model.ranking)
    users = {name: number for number, name in enumerate(made.users["user"])}
    items = made.items["item"].to_list()
    numbers = {name: number for number, name in enumerate(items)}
    names = made.attributes["attribute"].to_list()
    app = FastAPI()

    @app.get("/health/ready")
    def ready() -> dict[str, str]:
        return {"status": "ready"}

    @app.post("/v1/recommend")
    @torch.no_grad()
    def recommend(asked: Question) -> JSONResponse:
        user, query = torch.tensor([users[asked.user]]), torch.tensor([numbers[asked.query]])
        care = plain.care_rows(user.numpy(), model.care.observed)
        of_query = quality[query]
        scores = torch.cat(
            [
                plain.f(user, query, part[None], care, of_query, quality[part][None])[0]
                for part in torch.split(torch.arange(len(items)), PART)
            ]
        )
        scores[query] = -torch.inf
        best = torch.topk(scores, asked.k)
        gains = PlainA2CF.gains(care, of_query, quality[best.indices])
        top = torch.topk(gains, 3)
        return JSONResponse(
            [
                {
                    "item": items[item],
                    "score": score,
                    "reasons": [
                        {"attribute": names[n], "gain": gain, "verdict": "better" if gain > 0 else "comparable"}
                        for n, gain in zip(attributes, found, strict=True)
                    ],
                }
                for item, score, attributes, found in zip(
                    best.indices.tolist(), best.values.tolist(), top.indices.tolist(), top.values.tolist(), strict=True
                )
            ]
        )

    return app


if __name__ == "__main__":
    np.seterr(all="ignore")
    torch.set_num_threads(2)
    uvicorn.run(application(Path(sys.argv[1])), port=int(sys.argv[2]), log_level="warning")
