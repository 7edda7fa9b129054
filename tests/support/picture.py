"""Prints the most frequent colour of a picture (PNG, 8 bits per channel). Fails if it has fewer than
twelve colours, and so is empty."""

import collections
import sys
import zlib


def chunks(data):
    at = 8
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        at += 12 + length


def rows(width, depth, lines):
    """The lines with filters undone (PNG, section 9)."""
    stride = width * depth
    above = bytearray(stride)
    for at in range(0, len(lines), stride + 1):
        kind, line = lines[at], bytearray(lines[at + 1 : at + 1 + stride])
        for i in range(stride if kind else 0):
            left = line[i - depth] if i >= depth else 0
            up, corner = above[i], above[i - depth] if i >= depth else 0
            near = min((left, up, corner), key=lambda each: abs(left + up - corner - each))
            line[i] = (line[i] + (left, up, (left + up) // 2, near)[kind - 1]) & 255
        yield line
        above = line


def main(path):
    with open(path, "rb") as file:
        data = file.read()
    parts = list(chunks(data))
    head = parts[0][1]
    width, depth = int.from_bytes(head[:4], "big"), {2: 3, 6: 4}[head[9]]
    lines = zlib.decompress(b"".join(body for kind, body in parts if kind == b"IDAT"))
    colours = collections.Counter()
    for line in rows(width, depth, lines):
        colours.update(bytes(line[i : i + 3]) for i in range(0, len(line), depth))
    print("background", colours.most_common(1)[0][0].hex())
    if len(colours) < 12:
        sys.exit(f"only {len(colours)} colours")


main(sys.argv[1])
