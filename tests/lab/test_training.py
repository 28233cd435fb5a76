"""A net learns: its slopes are true, a training repeats, goes on where it stopped, and gets better."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import ludoteca
from ludoteca import BadOptions
from ludoteca.core.value_net import Notes, net_of, size_of, thought_of
from ludoteca.lab.training.checkpoint import Checkpoint, Plan, begin, load, save, save_weights
from ludoteca.lab.training.gradients import adam_step, add_slopes
from ludoteca.lab.training.self_play import self_play_of
from ludoteca.lab.training.trainer import Lesson, Trainer, Worker, trace_at

PLAN = Plan("doppelt-so-clever", seed=5, hidden=(16, 8), batch=2, warm_up=8, games=16)


def trained(plan: Plan, until: int, checkpoint: Checkpoint | None = None) -> Checkpoint:
    play = self_play_of(ludoteca.game(plan.game))
    trainer = Trainer(checkpoint or begin(plan, play))
    trainer.run(until)
    return trainer.at


# Slopes

SHAPE = (12, (8, 8), 2)  # 9 signs and 3 amounts
WEIGHTS = np.array([1, 0.5], dtype=np.float32)


def one_note() -> Notes:
    return Notes(
        np.array([0]),
        np.array([[0, 3, 8, 0]], dtype=np.int32),
        np.array([3]),
        np.array([[0.5, -1, 2]], dtype=np.float32),
        np.array([[1.5, -0.5]], dtype=np.float32),
    )


def slopes_at(flat: np.ndarray) -> tuple[np.ndarray, float]:
    """What `add_slopes` finds, and the error it stands for."""
    net = net_of(flat.astype(np.float32), *SHAPE)
    slope = np.zeros(len(flat), dtype=np.float32)
    thought = thought_of(net, 4, 3)
    layers = np.zeros(8, dtype=np.float32), np.zeros(8, dtype=np.float32)
    turned = np.ascontiguousarray(net.middle.T)
    lost = add_slopes(net, turned, net_of(slope, *SHAPE), one_note(), 1, WEIGHTS, thought, *layers)
    return slope, lost


def error_at(flat: np.ndarray) -> float:
    """Half the weighted squared error, in double precision."""
    net, notes = net_of(flat, *SHAPE), one_note()
    signs = net.signs[[0, 3, 8]].sum(0) + notes.amounts[0] @ net.signs[9:]
    two = np.maximum(np.maximum(net.first + signs, 0) @ net.middle + net.second, 0)
    return float(0.5 * (WEIGHTS * (net.answers @ two + net.last - notes.targets[0]) ** 2).sum())


def test_slopes_are_what_a_small_change_of_each_weight_shows() -> None:
    flat = np.random.default_rng(2).normal(0, 0.5, size_of(*SHAPE))
    slope, _ = slopes_at(flat)
    for place in range(len(flat)):
        change = np.zeros_like(flat)
        change[place] = 1e-6
        shown = (error_at(flat + change) - error_at(flat - change)) / 2e-6
        assert slope[place] == pytest.approx(shown, abs=2e-4)
    assert np.count_nonzero(slope) > 60


def test_steps_lead_to_the_targets() -> None:
    flat = np.random.default_rng(2).normal(0, 0.5, size_of(*SHAPE)).astype(np.float32)
    mean, square, average = np.zeros_like(flat), np.zeros_like(flat), flat.copy()
    for step in range(1, 301):
        slope, lost = slopes_at(flat)
        adam_step(flat, slope, mean, square, average, 1.0, 0.01, 0.9, step)
        assert not slope.any()
    assert lost < 1e-3
    assert error_at(average.astype(float)) < 1e-3


# A training


@pytest.mark.parametrize("workers", [1, 2])
def test_the_same_plan_gives_the_same_net(workers: int) -> None:
    plan = replace(PLAN, workers=workers)
    one, other = trained(plan, 8), trained(plan, 8)
    assert one.played == other.played == 8
    assert one.weights.tobytes() == other.weights.tobytes()
    assert one.average.tobytes() == other.average.tobytes()
    assert one.weights.tobytes() != trained(replace(plan, seed=6), 8).weights.tobytes()


def test_a_training_goes_on_where_it_stopped(tmp_path: Path) -> None:
    at_once = trained(PLAN, 16)
    save(replace(trained(PLAN, 6), curve=[(6, 50.5)]), tmp_path / "half.npz")
    found = load(tmp_path / "half.npz")
    assert (found.plan, found.played, found.curve) == (PLAN, 6, [(6, 50.5)])
    resumed = trained(PLAN, 16, found)
    assert resumed.weights.tobytes() == at_once.weights.tobytes()
    assert resumed.average.tobytes() == at_once.average.tobytes()


def test_a_net_learns_with_several_seats() -> None:
    """Each game with another number of seats; every seat's notes lead to its own score."""
    plan = replace(PLAN, seats=(2, 4), batch=3)
    trainer, worker = Trainer(begin(plan, self_play_of(ludoteca.game(plan.game)))), Worker(plan)
    worker.learn(Lesson(plan, trainer.at.weights, trainer.play.aim_at(0), 0.9, 0), 0)
    notes = worker.notes
    used = notes.counts > 0
    assert {*notes.seats[used].tolist()} == {0, 1, 2, 3}
    assert len({*notes.targets[used, 1].tolist()}) > 3  # what the sheets of nine seats end with
    assert (trainer.measure(6)[:, -1] != 0).all()


def test_lambda_falls_once_the_warm_up_is_over() -> None:
    plan = Plan("doppelt-so-clever", 1, warm_up=100, games=300, first_trace=0.9, last_trace=0.1)
    assert [trace_at(plan, played) for played in (0, 100)] == [0.9, 0.9]
    assert [trace_at(plan, played) for played in (200, 300, 400)] == pytest.approx([0.5, 0.1, 0.1])


def test_measuring_changes_nothing_and_repeats() -> None:
    trainer = Trainer(trained(PLAN, 4))
    before = trainer.at.weights.copy()
    assert (trainer.measure(3) == trainer.measure(3)).all()
    assert (trainer.at.weights == before).all()
    assert (trainer.measure(20) != trainer.measure(20, key=9)).any()


def test_what_is_measured_adds_up_to_the_score() -> None:
    trainer = Trainer(trained(PLAN, 4))
    measured = trainer.measure(20)
    areas, foxes, lowest, score = measured[:, :5], measured[:, 5], measured[:, 6], measured[:, 7]
    assert (lowest == areas.min(1)).all()
    assert (score == areas.sum(1) + foxes * lowest).all()


def test_a_short_training_learns() -> None:
    """Some seconds: fresh weights reach about 40 points, four thousand games more than a hundred."""
    plan = Plan("doppelt-so-clever", 1, hidden=(32, 16), batch=4, games=4000, first_rate=2e-3, last_rate=1e-3)
    trainer = Trainer(begin(plan, self_play_of(ludoteca.game(plan.game))))
    before = trainer.measure(100)[:, -1].mean()
    errors: list[float] = []
    trainer.run(4000, lambda stepped: errors.append(stepped.error))
    assert trainer.measure(100)[:, -1].mean() > max(85, before + 30)
    assert np.mean(errors[-50:]) < np.mean(errors[:10])


# Files


def test_the_net_alone_is_small(tmp_path: Path) -> None:
    checkpoint = trained(PLAN, 4)
    save_weights(checkpoint, tmp_path / "net.npz")
    with np.load(tmp_path / "net.npz") as kept:
        assert kept["weights"].dtype == np.float16
        assert np.allclose(kept["weights"], checkpoint.average, atol=1e-3)
        assert tuple(kept["hidden"]) == PLAN.hidden


def test_what_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("hello")
    np.savez(tmp_path / "other.npz", numbers=np.arange(3))
    for name in ("text.npz", "other.npz", "missing.npz"):
        with pytest.raises(BadOptions, match="no checkpoint"):
            load(tmp_path / name)


def test_a_game_without_self_play_says_so() -> None:
    with pytest.raises(BadOptions, match="dobro"):
        self_play_of(ludoteca.game("dobro"))
