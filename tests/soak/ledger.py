"""What was seen on disk and told in a round, so that nothing may contradict it later."""

from __future__ import annotations

from .checkpoint import SEVERAL, Checkpoint, Generation, Record, Tasks
from .plan import JobPlan, Part


class Failure(Exception):
    """The program did what it must not do."""


def require(condition: bool, what: str) -> None:
    if not condition:
        raise Failure(what)


def require_whole(generation: Generation | None, what: str) -> Checkpoint:
    if generation is None or generation.checkpoint is None:
        raise Failure(what if generation is None else f"{what}: {generation.fault}")
    return generation.checkpoint


class Ledger:
    """Every result of every task that was ever seen on disk in a round, and every sum that was ever told."""

    def __init__(self, job: JobPlan) -> None:
        self._job = job
        self._results: dict[str, dict[int, Record]] = {}
        self._nodes: dict[tuple[str, int, str], int] = {}
        self._sums: dict[Part | None, str] = {}
        self._identity: dict[str, str] | None = None
        self.compared = 0
        self.nodes_compared = 0

    def enter(self, checkpoint: Checkpoint, name: str, second: bool = False) -> None:
        self._require_problem(checkpoint.counted, name)
        cut = checkpoint.counted.job
        if second:
            assert self._identity is not None
            differs = any(cut[field] != self._identity[field] for field in ("symmetry", "depth"))
            require(differs, f"{name} is cut as the first count: {cut}")
        else:
            require(cut["symmetry"] == self._job.problem.symmetry, f"{name} has symmetry={cut['symmetry']}")
            self._identity = self._identity or cut
            require(cut == self._identity, f"{name} is of another cut of the job: {cut}")
        self._enter_tasks(checkpoint.counted, name)

    def enter_sum(self, part: Part | None, told: str) -> None:
        known = self._sums.setdefault(part, told)
        require(told == known, f"stdout has {told}, where an earlier start had {known}")

    def _require_problem(self, tasks: Tasks, name: str) -> None:
        problem = self._job.problem
        told = {"n": str(problem.n), "board": problem.board, "quantity": problem.quantity}
        for field, value in told.items():
            require(tasks.fields[field] == value, f"{name} has {field}={tasks.fields[field]}, not {value}")
        piece = tasks.fields.get("chess_piece", "queen")
        require(piece == problem.piece, f"{name} has chess_piece={piece}, not {problem.piece}")

    def _enter_tasks(self, tasks: Tasks, name: str) -> None:
        cut = str(tasks.job)
        results = self._results.setdefault(cut, {})
        for task, record in tasks.records.items():
            known = results.setdefault(task, record)
            require(
                known.same_result(record), f"{name} has {record} for task {task}, where an earlier one had {known}"
            )
            require(record.origin is not None, f"{name} does not say who counted task {task}")
            assert record.origin is not None
            kernel = record.origin.kernel
            if kernel == SEVERAL:
                continue  # its nodes depend on which of them had which slice
            nodes = self._nodes.setdefault((cut, task, kernel), record.nodes)
            require(nodes == record.nodes, f"{kernel} took {nodes} nodes for task {task}, and {record.nodes} in {name}")
            self.nodes_compared += 1
        self.compared += tasks.done
