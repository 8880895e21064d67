"""Whether classes can be told apart by what was measured, by a judge that has not heard the sentence before."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

_RIDGE = 0.1
"""Of the mean variance, added to the covariance, since there are few examples."""


def blind_guesses(values: NDArray[np.float64], labels: Sequence[str], groups: Sequence[Hashable]) -> list[str]:
    """What a linear discriminant analysis takes each example for that was fitted on the other groups.

    Parameters
    ----------
    values
        [N, features]
    labels
        [N] classes, as likely as each other.
    groups
        [N] such as the sentences.
    """
    names = sorted(set(labels))
    of, group = np.array(labels), np.array([groups.index(g) for g in groups])
    guesses = [""] * len(labels)
    for held_out in np.unique(group):
        known = group != held_out
        scale = values[known].std(axis=0) + 1e-9
        scaled = values / scale
        means = np.stack([scaled[known & (of == name)].mean(axis=0) for name in names])
        within = scaled[known] - means[[names.index(label) for label in of[known]]]
        covariance = within.T @ within / max(len(within) - len(names), 1)
        covariance += _RIDGE * np.trace(covariance) / len(covariance) * np.eye(len(covariance))
        weights = np.linalg.solve(covariance, means.T)
        offsets = 0.5 * (means * weights.T).sum(axis=1)
        for index in np.flatnonzero(~known):
            guesses[index] = names[int((scaled[index] @ weights - offsets).argmax())]
    return guesses


def effect_size(ones: NDArray[np.float64], others: NDArray[np.float64]) -> float:
    """Cohen's d: by how many standard deviations, pooled, the mean of the first is above that of the others."""
    pooled = np.sqrt((ones.var(ddof=1) + others.var(ddof=1)) / 2)
    return float((ones.mean() - others.mean()) / max(pooled, 1e-9))
