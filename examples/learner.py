"""A program that learns two-seat Dobro in less than a minute, with NumPy alone.

    python examples/learner.py

Hundreds of tables are stepped at once. The policy is linear: a score for each action from what the seat sees;
the higher the score, the likelier the action. After some steps, what brought more than was expected becomes
likelier (a policy gradient; a linear guess of what is to come is what was expected). Then the policy plays
fresh games, and the mean of its victories (1 won, -1 lost) is given with its interval of 95 %.
"""

import argparse
import time
from collections.abc import Iterator

import numpy as np

from ludoteca.lab.environments.vector_env import TablesEnv

TABLES, STEPS = 512, 48
DISCOUNT, RATE = 0.95, 2.0


class Policy:
    """A score for each action, linear in what is seen; the last input is always 1."""

    def __init__(self, env: TablesEnv) -> None:
        self.scale = np.maximum(1, np.minimum(env.table.layout.high, 50)).astype(np.float32)
        self.weights = np.zeros((len(self.scale) + 1, env.single_action_space.n), dtype=np.float32)

    def inputs(self, seen: np.ndarray) -> np.ndarray:
        return np.pad(seen / self.scale, ((0, 0), (0, 1)), constant_values=1).astype(np.float32)

    def chances(self, inputs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """How likely each action is; a table that is over has none, and then all are alike."""
        scores = np.where(mask, inputs @ self.weights, -1e9)
        likely = np.exp(scores - scores.max(axis=1, keepdims=True))
        return likely / likely.sum(axis=1, keepdims=True)


def drawn(chances: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """An action for each table, by its chances."""
    sums = chances.cumsum(axis=1)
    return (sums > rng.random((len(chances), 1)) * sums[:, -1:]).argmax(axis=1)


def played(env: TablesEnv, policy: Policy, rng: np.random.Generator) -> Iterator[tuple[np.ndarray, ...]]:
    """Play for ever: what was seen, how likely each action was, which was taken, what it paid."""
    seen, infos = env.reset(seed=int(rng.integers(2**31)))
    while True:
        inputs, acts = policy.inputs(seen), infos["legal_counts"] > 0
        chances = policy.chances(inputs, infos["action_mask"])
        actions = drawn(chances, rng)
        seen, rewards, over, _, infos = env.step(actions)
        yield inputs, chances, actions, rewards, over, acts


def learn(policy: Policy, env: TablesEnv, decisions: int, rng: np.random.Generator) -> None:
    """Improve the policy by so many decisions."""
    games = played(env, policy, rng)
    while decisions > 0:
        steps = [next(games) for _ in range(STEPS)]
        inputs, chances, actions, rewards, over, acts = (np.stack(part) for part in zip(*steps, strict=True))
        paid = np.zeros_like(rewards)
        for step in reversed(range(STEPS)):
            later = paid[step + 1] if step + 1 < STEPS else 0.0
            paid[step] = rewards[step] + DISCOUNT * later * ~over[step]
        improve(policy, inputs[acts], chances[acts], actions[acts], paid[acts])
        decisions -= int(acts.sum())


def improve(
    policy: Policy, inputs: np.ndarray, chances: np.ndarray, actions: np.ndarray, paid: np.ndarray
) -> None:
    expected = inputs @ np.linalg.lstsq(inputs, paid, rcond=None)[0]
    surprise = (paid - expected) / (paid.std() + 1e-6)
    taken = -chances
    taken[np.arange(len(actions)), actions] += 1
    policy.weights += RATE * inputs.T @ (taken * surprise[:, None]).astype(np.float32) / len(actions)


def mean_victory(policy: Policy | None, games: int, rng: np.random.Generator) -> tuple[float, float]:
    """The mean of victories over fresh games, and half its interval; None plays at random."""
    env = TablesEnv("dobro", num_envs=TABLES)
    other = policy or Policy(env)
    results: list[float] = []
    for _, _, _, rewards, over, _ in played(env, other, rng):
        results += rewards[over].tolist()
        if len(results) >= games:
            return float(np.mean(results)), float(1.96 * np.std(results) / np.sqrt(len(results)))
    raise AssertionError("games go on for ever")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--decisions", type=int, default=1_000_000, help="to learn from")
    asked.add_argument("--games", type=int, default=4000, help="to judge it by")
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    rng = np.random.default_rng(options.seed)
    env = TablesEnv("dobro", num_envs=TABLES)
    policy = Policy(env)
    began = time.monotonic()
    learn(policy, env, options.decisions, rng)
    print(f"learned from {options.decisions:,} decisions in {time.monotonic() - began:.0f} s")
    for name, player in (("random", None), ("learned", policy)):
        mean, half = mean_victory(player, options.games, rng)
        print(f"{name} against random: {mean:+.3f} ± {half:.3f}")


if __name__ == "__main__":
    main()
