"""Random events against running jobs; `tests/soak/run --help` says how to play them.

checkpoint  reads checkpoints, sharing no code with the program
problems    what is counted, and what must come out
processes   the processes of one start, found and sent signals
events      what happens to a running start
damage      what happens to the files between two starts
plan        a round, drawn from its seed before it begins
start       one start of the program, from its command to its last process
losses      what the log says of workers that are lost
checks      what a start may end with, and what its files must hold
rounds      one job from its first start to its right end
tally       how often what happened, as a table
"""
