-- Module file for Lmod. Copy it to MODULEPATH as nqueens/VERSION.lua and set the prefix of the
-- installation (cmake --install build/release --prefix PREFIX).
local prefix = "/opt/nqueens"

whatis("Name: nqueens")
whatis("Description: distributed, exact count of the solutions of the N-queens problem")
help([[
sbatch $NQUEENS_ROOT/slurm/count.sbatch $NQUEENS_ROOT/jobs/n20.toml

counts the board of 20 rows; see man nqueens and $NQUEENS_ROOT/slurm/README.md.]])

-- The Open MPI with which nqueens was built, by its name on this system:
-- depends_on("openmpi")
prepend_path("PATH", pathJoin(prefix, "bin"))
prepend_path("MANPATH", pathJoin(prefix, "share/man"))
setenv("NQUEENS_ROOT", pathJoin(prefix, "share/nqueens"))
