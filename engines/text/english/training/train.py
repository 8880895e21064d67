"""Trains the letter-to-sound model: ``python -m engines.text.english.training.train``.

Needs PyTorch beside the project's own requirements; an epoch takes about four minutes on one CPU thread. Data: the four
English lexicons of misaki 0.9.4 (Apache-2.0), as `dataset.py` picks and splits them. Writes the float16 weights to
`assets/weights/english_letters.npz` and the figures of the held-out words to `metrics.json` beside this file.
"""
# mypy: disable-error-code="import-not-found,misc,no-any-return,unused-ignore"

from __future__ import annotations

import argparse
import json
import logging
import random
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from engines.text.english.guess import WEIGHTS, LetterModel
from engines.text.english.training.dataset import DIALECTS, Word, align_words, is_held_out, load_words
from engines.text.english.training.evaluation import METRICS, error_rates

log = logging.getLogger(__name__)

SEED = 20261129
BATCH = 256
PEAK_RATE = 4e-3


class Net(nn.Module):
    """Letters [B, n], dialects [B], previous chunks [B, n] -> scores [B, n, labels]; see `guess.py`."""

    def __init__(self, labels: int, width: int = 64, hidden: int = 128, decoder: int = 192) -> None:
        super().__init__()
        self.letters = nn.Embedding(26, width)
        self.dialects = nn.Embedding(len(DIALECTS), width)
        self.chunks = nn.Embedding(labels + 1, width)
        self.encoder = nn.GRU(width, hidden, num_layers=2, bidirectional=True, batch_first=True, dropout=0.1)
        self.decoder = nn.GRU(2 * hidden + width, decoder, batch_first=True)
        self.head = nn.Linear(decoder, labels)
        self.dropout = nn.Dropout(0.1)

    def forward(self, letters: Tensor, dialects: Tensor, previous: Tensor) -> Tensor:
        """Scores of every chunk at every letter, given the true chunk before."""
        x = self.letters(letters) + self.dialects(dialects)[:, None]
        x, _ = self.encoder(x)
        x, _ = self.decoder(torch.cat([self.dropout(x), self.chunks(previous)], dim=-1))
        return self.head(self.dropout(x))


def batches(data: list[tuple[Word, list[str]]], index: dict[str, int]) -> list[tuple[Tensor, ...]]:
    """Batches of words of one length each, as (letters, dialects, previous chunks, chunks)."""
    groups: dict[int, list[tuple[Word, list[str]]]] = {}
    for item in data:
        groups.setdefault(len(item[0].letters), []).append(item)
    result: list[tuple[Tensor, ...]] = []
    for items in groups.values():
        random.shuffle(items)
        for at in range(0, len(items), BATCH):
            part = items[at : at + BATCH]
            letters = torch.tensor([[ord(c) - ord("a") for c in word.letters] for word, _ in part])
            targets = torch.tensor([[index[chunk] for chunk in chunks] for _, chunks in part])
            previous = torch.cat([torch.zeros(len(part), 1, dtype=torch.long), targets[:, :-1] + 1], dim=1)
            result.append((letters, torch.tensor([word.dialect for word, _ in part]), previous, targets))
    random.shuffle(result)
    return result


def train(data: list[tuple[Word, list[str]]], epochs: int, device: str) -> tuple[Net, list[str]]:
    """The trained network and its labels."""
    labels = sorted({chunk for _, chunks in data for chunk in chunks})
    index = {label: i for i, label in enumerate(labels)}
    net = Net(len(labels)).to(device)
    optimiser = torch.optim.AdamW(net.parameters(), lr=PEAK_RATE, weight_decay=1e-4)
    steps = epochs * len(batches(data, index))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, PEAK_RATE, total_steps=steps, pct_start=0.15)
    criterion = nn.CrossEntropyLoss(label_smoothing=0.02)
    for epoch in range(epochs):
        started, losses = time.monotonic(), []
        for batch in batches(data, index):
            letters, dialects, previous, targets = (tensor.to(device) for tensor in batch)
            loss = criterion(net(letters, dialects, previous).flatten(0, 1), targets.flatten())
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            losses.append(loss.item())
        log.info("epoch %d: loss %.4f, %.0f s", epoch + 1, np.mean(losses), time.monotonic() - started)
    return net.cpu(), labels


def export(net: Net, labels: list[str], path: Path) -> None:
    """Write the weights as float16."""
    arrays = {
        name.removesuffix(".weight") if name.count(".") == 1 and "head" not in name else name: value
        for name, value in net.state_dict().items()
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, labels=np.array(labels), **{k: v.numpy().astype(np.float16) for k, v in arrays.items()})


def main() -> None:
    """Align, train, export, measure."""
    parser = argparse.ArgumentParser(description="Train the English letter-to-sound model.")
    parser.add_argument("--epochs", type=int, default=16)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--output", type=Path, default=WEIGHTS)
    parser.add_argument("--metrics", type=Path, default=METRICS)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    random.seed(SEED)
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    words = load_words()
    data = align_words([word for word in words if not is_held_out(word)])
    log.info("%d words, %d for training", len(words), len(data))
    net, labels = train(data, options.epochs, options.device)
    export(net.eval(), labels, options.output)
    model = LetterModel(options.output)
    held = [word for word in words if is_held_out(word)]
    metrics = {
        "seed": SEED,
        "epochs": options.epochs,
        "training words": len(data),
        "parameters": sum(p.numel() for p in net.parameters()),
    } | {
        f"held out, {name}, {'gold' if gold else 'silver'}": error_rates(
            model, [word for word in held if word.dialect == dialect and word.gold is gold]
        )
        for dialect, name in enumerate(DIALECTS)
        for gold in (True, False)
    }
    options.metrics.write_text(json.dumps(metrics, indent=2) + "\n", "utf-8")
    log.info("%s", json.dumps(metrics))


if __name__ == "__main__":
    main()
