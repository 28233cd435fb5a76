"""The example of learning does what it says."""

import runpy
import time
from pathlib import Path

import numpy as np

from ludoteca.lab.environments.vector_env import TablesEnv

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_small_learner_beats_random_within_a_minute() -> None:
    learner, rng = runpy.run_path(str(EXAMPLES / "learner.py")), np.random.default_rng(1)
    env = TablesEnv("dobro", num_envs=learner["TABLES"])
    policy = learner["Policy"](env)
    learner["learn"](policy, env, 1, rng)  # what is compiled now takes no time below
    began = time.process_time()
    learner["learn"](policy, env, 300_000, rng)
    mean, half = learner["mean_victory"](policy, 2000, rng)
    assert mean - half > 0.1
    assert time.process_time() - began < 60
    mean, half = learner["mean_victory"](None, 2000, rng)
    assert abs(mean) < 2 * half
