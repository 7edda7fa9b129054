"""lie.py CERTIFICATE LIE: writes the certificate of a liar, who keeps the total and makes all checksums anew.

Group 3 has 8 solutions more than the truth, group 5 has 8 less.
"""

import hashlib
import sys

with open(sys.argv[1], encoding="ascii") as file:
    lines = file.read().splitlines()[:-1]
job = next(line for line in lines if line.startswith("job: "))
groups = [number for number, line in enumerate(lines) if line.startswith("group ")]
for number, more in ((groups[3], 8), (groups[5], -8)):
    _, first, last, count, _ = lines[number].split()
    line = f"group {first} {last} {int(count) + more}"
    lines[number] = line + " " + hashlib.sha256(f"{job}\n{line}\n".encode()).hexdigest()[:16]
end = next(number for number, line in enumerate(lines) if line.startswith("count_sha256: "))
counted = "".join(line + "\n" for line in lines[1:end] if not line.startswith("#"))
lines[end] = "count_sha256: " + hashlib.sha256(counted.encode()).hexdigest()
body = "\n".join(lines) + "\n"
with open(sys.argv[2], "w", encoding="ascii") as file:
    file.write(body + "sha256: " + hashlib.sha256(body.encode()).hexdigest() + "\n")
