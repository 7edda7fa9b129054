#!/usr/bin/env python3
"""Counts a board by the shared library: example.py N [LIBRARY]."""

import ctypes
import sys


class Number(ctypes.Structure):
    _fields_ = [("high", ctypes.c_uint64), ("low", ctypes.c_uint64)]


PROGRESS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_double, ctypes.c_void_p)


@PROGRESS
def show(share_done, _):
    print(f"{share_done:.0%}", file=sys.stderr)
    return 1  # go on


def check(library, code):
    if code != 0:
        sys.exit(library.nqueens_error().decode())


def main():
    library = ctypes.CDLL(sys.argv[2] if len(sys.argv) > 2 else "libnqueens.so.1.0")
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
    check(library, library.nqueens_open(0, 0, None, ctypes.byref(counter)))
    check(library, library.nqueens_count(counter, int(sys.argv[1]), show, None, count))
    library.nqueens_close(counter)
    print(count.high << 64 | count.low)


main()
