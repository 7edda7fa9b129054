#!/usr/bin/env python3
"""Counts a board by the shared library."""

import argparse
import ctypes
import signal
import sys

STOPPED = 75


class Number(ctypes.Structure):
    _fields_ = [("high", ctypes.c_uint64), ("low", ctypes.c_uint64)]


PROGRESS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_double, ctypes.c_void_p)
# No exception passes through the library: one is kept here until the count has ended.
raised = []


@PROGRESS
def show(share_done, _):
    try:
        print(f"{share_done:.0%}", file=sys.stderr)
    except Exception as error:
        raised.append(error)
    return not raised  # go on


def check(library, code):
    if code == STOPPED and raised:
        raise raised[0]
    if code != 0:
        sys.exit(library.nqueens_error().decode())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("n", type=int)
    parser.add_argument("library", nargs="?", default="libnqueens.so.2.0",
                        help="its path; else LD_LIBRARY_PATH names its folder")
    given = parser.parse_args()
    try:
        library = ctypes.CDLL(given.library)
    except OSError as error:
        parser.error(f"{error}: name its path, or set LD_LIBRARY_PATH to its folder")
    library.nqueens_error.restype = ctypes.c_char_p
    library.nqueens_count.argtypes = [
        ctypes.c_void_p,
        ctypes.c_int,
        PROGRESS,
        ctypes.c_void_p,
        ctypes.POINTER(Number),
    ]
    library.nqueens_close.argtypes = [ctypes.c_void_p]
    counter, count = ctypes.c_void_p(), Number()
    # The usual handler would raise between two lines of a callback.
    signal.signal(signal.SIGINT, lambda *_: raised.append(KeyboardInterrupt()))
    check(library, library.nqueens_open(0, 0, None, ctypes.byref(counter)))
    check(library, library.nqueens_count(counter, given.n, show, None, count))
    library.nqueens_close(counter)
    print(count.high << 64 | count.low)


main()
