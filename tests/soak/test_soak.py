"""The soak's own eyes: its reader of checkpoints, its counts, and that a seed draws the same round again."""

from __future__ import annotations

import dataclasses
import random
import unittest
from pathlib import Path

from .checkpoint import Damaged, NewerFormat, Origin, Tasks, as_newer_format, crc32c, parse
from .draw import LEAST_MEAN_SHARE, MAX_SLICES, draw_round
from .files import check_step
from .ledger import Failure
from .losses import check_losses, losses
from .problems import RIGHT, placements_in_rows

_GOLDEN = Path(__file__).resolve().parents[1] / "store"


class Reader(unittest.TestCase):
    def test_crc_is_castagnolis(self) -> None:
        self.assertEqual(crc32c(b"123456789"), 0xE3069283)  # the check value of the catalogue of CRCs

    def test_golden_files_are_whole(self) -> None:
        for golden in _GOLDEN.glob("golden-*.ckpt"):
            checkpoint = parse(golden.read_bytes())
            self.assertEqual(checkpoint.counted.done, 5)
            self.assertEqual(checkpoint.counted.confirmed, 1)
            self.assertEqual(checkpoint.counted.records[3].confirmed_by, Origin("scalar", "-"))
            self.assertEqual(checkpoint.starts, 3)
            self.assertEqual({task: list(done) for task, done in checkpoint.counted.in_slices.items()}, {1: [1], 66: [0, 64]})
            self.assertEqual(checkpoint.counted.in_slices[66][64].confirmed_by, Origin("scalar", "-"))

    def test_a_whole_file_of_a_newer_format_is_told_from_a_damaged_one(self) -> None:
        data = as_newer_format((_GOLDEN / "golden-queens.ckpt").read_bytes())
        with self.assertRaises(NewerFormat):
            parse(data)
        with self.assertRaises(Damaged):
            parse(data[:-1])

    def test_no_flipped_bit_is_whole(self) -> None:
        data = (_GOLDEN / "golden-placements.ckpt").read_bytes()
        draw = random.Random(1)
        for bit in [*range(200 * 8), *draw.sample(range(8 * len(data)), 300)]:
            flipped = bytearray(data)
            flipped[bit // 8] ^= 1 << bit % 8
            with self.assertRaises(Damaged, msg=f"bit {bit}"):
                parse(bytes(flipped))

    def test_no_part_is_whole(self) -> None:
        data = (_GOLDEN / "golden-queens.ckpt").read_bytes()
        for length in range(len(data)):
            with self.assertRaises(Damaged, msg=f"length {length}"):
                parse(data[:length])


class Steps(unittest.TestCase):
    """From one save to the next."""

    def setUp(self) -> None:
        self.now = parse((_GOLDEN / "golden-queens.ckpt").read_bytes()).counted

    def _with(self, task: int, **changes: object) -> Tasks:
        record = dataclasses.replace(self.now.records[task], **changes)
        return dataclasses.replace(self.now, records={**self.now.records, task: record})

    def _refused(self, was: Tasks | None, now: Tasks, why: str, host: str = "elsewhere") -> None:
        with self.assertRaisesRegex(Failure, why):
            check_step(was, now, host, "this")

    def test_nothing_new_and_a_confirmation_are_right(self) -> None:
        check_step(self.now, self.now, "elsewhere", "this")
        check_step(self.now, self._with(0, confirmed_by=Origin("scalar", "-")), "-", "this")

    def test_what_was_there_stays(self) -> None:
        fewer = dict(list(self.now.records.items())[1:])
        self._refused(self.now, dataclasses.replace(self.now, records=fewer), "has lost 1 tasks")
        self._refused(self.now, dataclasses.replace(self.now, origins=self.now.origins[1:]), "has other origins")
        for name, value in (("count", 1), ("nodes", 1), ("microseconds", 1), ("origin", Origin("scalar", "b"))):
            self._refused(self.now, self._with(0, **{name: value}), "for task 0, which was")
        self._refused(self.now, self._with(3, confirmed_by=None), "for task 3, which was")
        self._refused(self.now, self._with(3, confirmed_by=self.now.origins[0]), "for task 3, which was")

    def test_what_is_new_is_of_this_host(self) -> None:
        self._refused(None, self.now, "has task 0 from .*, not -", host="-")
        self._refused(self.now, self._with(0, confirmed_by=Origin("avx2", "b")), "has task 0 from .*, not a", host="a")


class Counts(unittest.TestCase):
    def test_placements_of_a_whole_board(self) -> None:
        self.assertEqual(placements_in_rows(8, 8), RIGHT["square", "placements", "queen"][8])


class Losses(unittest.TestCase):
    def test_a_rank_takes_its_own_workers_along(self) -> None:
        alone = "00:00:01 warning worker 7 on h is lost: its lease of task 3 has ended; 2 tasks go to others\n"
        rank = "00:00:02 warning workers 4-6 on h are lost: process 12 is gone; 9 tasks go to others\n"
        plan = draw_round(3, 0, ("scalar", "plain")).starts[0]
        self.assertEqual(losses(f"{alone}{rank}"), [1, 3])
        check_losses(alone + rank, dataclasses.replace(plan, threads=3))
        with self.assertRaisesRegex(Failure, "more than the 2 workers of a rank: workers 4-6 on h"):
            check_losses(alone + rank, dataclasses.replace(plan, threads=2))


class Plans(unittest.TestCase):
    def test_a_seed_draws_the_same_round_again(self) -> None:
        kernels = ("avx2", "scalar", "plain")
        for number in range(50):
            self.assertEqual(draw_round(3, number, kernels), draw_round(3, number, kernels))
        self.assertNotEqual(draw_round(3, 0, kernels), draw_round(3, 1, kernels))

    def test_no_job_has_a_million_slices(self) -> None:
        for number in range(300):
            job = draw_round(5, number, ("avx2", "plain", "scalar")).job
            if job.slice_seconds is not None:
                mean = LEAST_MEAN_SHARE * job.slice_seconds
                self.assertLessEqual(job.problem.seconds("avx2") / mean, 1.001 * MAX_SLICES)

    def test_a_round_ends_with_a_start_that_nothing_disturbs(self) -> None:
        for number in range(200):
            *starts, last = draw_round(4, number, ("avx2", "plain", "scalar")).starts
            self.assertTrue(last.last)
            self.assertFalse(any(start.last for start in starts))


if __name__ == "__main__":
    unittest.main()
