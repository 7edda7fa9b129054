"""guard.py SECONDS COMMAND...: runs a test and kills everything it leaves running.

The exit code is the command's, or 1 if one of its processes still runs a while after it ended. After
the time limit, a signal, or the death of the caller, all of its processes are killed; at the time
limit they are listed. That includes daemons: this process adopts whatever loses its parent.
"""

import contextlib
import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
INHERITED = signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}
NOT_RUN = 77  # the exit code of a test that cannot run here
SECONDS_TO_END = 120  # for processes that end by themselves: tests need not wait for them


class Over(Exception):
    """Time is up, or a signal came."""


def on_signal(number, _frame):
    raise Over(number)


def parents():
    """The parent of each running process, from /proc."""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                state, its_parent = file.read().rpartition(")")[2].split()[:2]
        except OSError:
            continue  # it has just ended
        if state != "Z":
            found[int(name)] = int(its_parent)
    return found


def children(parent):
    return [process for process, its_parent in parents().items() if its_parent == parent]


def descendants(ancestor):
    above = parents()
    found = []
    for process in above:
        line = process
        while line not in (ancestor, None):
            line = above.get(line)
        if line == ancestor and process != ancestor:
            found.append(process)
    return found


def words(process):
    try:
        with open(f"/proc/{process}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return "a process that has just ended"


def kill_all():
    """Kills children until there are none; orphaned grandchildren become children."""
    while True:
        for process in children(os.getpid()):
            with contextlib.suppress(PermissionError):  # another user's
                os.kill(process, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def wait_for(process):
    """The exit code of a process. With None, waits for all and returns None."""
    while True:
        try:
            ended, status = os.waitpid(-1, 0)
        except ChildProcessError:
            return None
        if ended == process:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


def run(seconds, command):
    try:
        signal.alarm(seconds)
        # Otherwise, in a script's background, all processes of the test would ignore SIGINT.
        code = wait_for(os.posix_spawnp(command[0], command, os.environ, setsigdef=INHERITED))
        signal.alarm(SECONDS_TO_END)
    except Over as over:
        if over.args[0] == signal.SIGALRM:
            running = map(words, descendants(os.getpid()))
            print(f"FAILED: ended by its time limit of {seconds} s in:", *running, sep="\n  ")
        else:
            print("FAILED: ended by a signal")
        sys.stdout.flush()
        return 124
    try:
        wait_for(None)
        return code
    except Over:
        print("FAILED: it leaves behind:", *map(words, children(os.getpid())), sep="\n  ")
        return code if code not in (0, NOT_RUN) else 1
    finally:
        signal.alarm(0)


def main():
    libc = ctypes.CDLL(None, use_errno=True)
    for option, value in ((PR_SET_CHILD_SUBREAPER, 1), (PR_SET_PDEATHSIG, signal.SIGTERM)):
        if libc.prctl(option, value, 0, 0, 0) != 0:
            sys.exit(f"guard.py: prctl({option}): {os.strerror(ctypes.get_errno())}")
    for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, on_signal)
    try:
        return run(int(sys.argv[1]), sys.argv[2:])
    finally:
        for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        kill_all()


sys.exit(main())
