"""Writes logs of runs for the page of `report`: three.run.jsonl (three starts with faults, a host
with a hostile name, amounts in texts), many.run.jsonl (3,000 ranks), merged.run.jsonl."""

import json
import math
import pathlib

HOSTILE = "</script><script>document.title='owned'</script><!--\u2028{{facts}}\u202e&\"'"
# As a page may show it.
HOSTILE_SHOWN = HOSTILE.replace("\u2028", r"\u2028").replace("\u202e", r"\u202e")
AMOUNTS = [
    "12345 of 123456 tasks, 100000.",
    "(12345 lost)",
    "1234",
    "node12345",
    "node1, process 12345, job 123456",
    "12345.6789",
    "--seed 12345",
    "2026-11-26T01:49:14+01:00",
    "nqueens 1.2.3 (1234567), GCC",
    "=cmd|' /C calc'!A0",
    "<img src=x onerror=\"document.title='owned'\">",
]
GROUPED = {
    AMOUNTS[0]: "12_345 of 123_456 tasks, 100_000.",
    AMOUNTS[1]: "(12_345 lost)",
}


class Log:
    def __init__(self, path):
        self.lines = []
        self.path = path
        self.moment = 0
        self.starts = 0

    def add(self, event, **fields):
        minutes, seconds = divmod(int(self.moment), 60)
        time = f"2026-11-{23 + minutes // 1440:02}T{minutes // 60 % 24:02}:{minutes % 60:02}"
        time += f":{seconds:02}.000+00:00"
        self.lines.append(json.dumps({"time": time, "event": event, **fields}))

    def start(self, ranks, host, share, count, **fields):
        self.starts += 1
        words = {"version": "0.1.0", "compiler": "GCC", "mpi": "MPI", "command": "nqueens count 20"}
        words |= {"host": host, "process": 1, "problem": "n=20", "cut": "symmetry full", "part": ""}
        state = {"tasks": 6078, "tasks_done": 0, "share_done": share, "count": str(count)}
        words |= fields
        self.add("start", start=self.starts, expected=[], ranks=ranks, **words, **state)

    def rate(self, seconds, share, count, workers, idle, **fields):
        words = {"tasks": 6078, "tasks_done": int(6078 * share), "retries": 3, "lost": 1}
        words |= {"units": 9, "confirmed": 1, "left_out": 0, "lengths": [[-3, 5], [1, 3], [2, 1]]}
        words |= {"seconds": seconds, "share_done": share, "count": str(count)}
        words |= {"workers": workers, "idle": idle, "ranks": []} | fields
        self.add("rate", **words)

    def write(self):
        pathlib.Path(self.path).write_text("\n".join(self.lines) + "\n", encoding="utf-8")


def three():
    log = Log("three.run.jsonl")
    hosts = ["node1", "node2", HOSTILE]
    kinds = ["lost", "disputed", "settled", "set_aside", "back", "suspect", "save_failed"]
    share, count = 0.0, 0
    for start in range(3):
        log.start([0, 32, 32, 16], hosts[start], share, count)
        groups = [[rank + 1, host, "avx512", 16, 0] for rank, host in enumerate(hosts)]
        log.add("workers", groups=groups, processors=["AMD EPYC 9454 48-Core Processor"])
        minutes = 95 if start == 2 else 140
        for minute in range(1, minutes + 1):
            share = min(share + 1 / 375, 1.0)
            count = int(39_029_188_884 * share)
            log.moment += 60
            workers = 80 if minute < 100 or start == 2 else 64
            idle = max(0, minute - 90) * 12 if start == 2 else 0
            busy = 60 * (workers - idle) * (0.97 + 0.02 * math.sin(minute))
            ranks = [[1, 20, busy * 0.45, 60 * 32, 0, busy * 0.44]]
            ranks += [[2, 20, busy * 0.40, 60 * 32, 0, busy * 0.05]]
            ranks += [[3, 10, busy * 0.15, 60 * (workers - 64), 0, busy * 0.14]]
            log.rate(60 * minute, share, count, workers, idle, busy=busy, ranks=ranks)
            if minute % 25 == 0:
                kind = kinds[(minute // 25 + 3 * start) % len(kinds)]
                text = AMOUNTS[(minute // 25 + 5 * start) % len(AMOUNTS)]
                log.add("incident", kind=kind, text=text, seconds=0)
                log.add("incident", kind="save", text="", seconds=0.4)
        if start < 2:
            log.add("stop", reason="time limit", saved=start == 0)
            log.moment += 40_000
    result = {"n": 20, "board": "square", "chess_piece": "queen", "quantity": "solutions", "solutions": "39029188884"}
    result |= {"agrees": True, "tasks": 6078, "tasks_confirmed": 61, "disputes": 1}
    result |= {"sequence": "OEIS A000170", "seconds": 22500.5, "kernel_seconds": 1.7e6}
    log.add("finish", result=result)
    log.write()


def many():
    log = Log("many.run.jsonl")
    number = 3000
    log.start([64] * number, "node0", 0, 0)
    groups = [[rank, f"node{rank // 2}", "avx2", 64, 0] for rank in range(number)]
    log.add("workers", groups=groups, processors=[])
    for minute in range(1, 301):
        log.moment += 60
        workers = 64 * number
        busy = 60 * workers * 0.9
        ranks = []
        if minute == 300:
            ranks = [[rank, 9, 18000 * 0.9 * rank / number, 18000, 0] for rank in range(number)]
        log.rate(60 * minute, minute / 1e7, minute, workers, 0, busy=busy, ranks=ranks)
    log.write()


def merged():
    log = Log("merged.run.jsonl")
    for name in ("a.ckpt", "b.ckpt"):
        log.add("input", file=name, started=1795392000.0, ended=1795478400.0)
        log.start([2], "node1", 0, 0)
        log.rate(60, 0.5, 1000, 2, 0, busy=100)
    log.write()


if __name__ == "__main__":
    three()
    many()
    merged()
