# Spack recipe, not submitted. docs/packaging/README.md says how to use it.
from spack.package import *


class Nqueens(CMakePackage):
    """Counts all solutions of the N-queens problem, exactly: on threads, or under MPI on many nodes."""

    # To be replaced by the address of the sources.
    homepage = "https://example.org/nqueens"
    git = "https://example.org/nqueens.git"

    license("MIT")

    version("main", branch="main")
    version("0.1.0", tag="v0.1.0")

    depends_on("cxx", type="build")
    depends_on("cmake@3.24:", type="build")
    depends_on("ninja", type="build")
    depends_on("cli11", type="build")
    depends_on("nlohmann-json", type="build")
    depends_on("mpi")
    depends_on("boost@1.74:+serialization")
    depends_on("highway@1.0.3:")
    depends_on("openssl@1.1:")
    depends_on("spdlog")
    depends_on("tomlplusplus@3.2:")
    depends_on("googletest", type="test")

    generator("ninja")

    conflicts("%gcc@:11")

    def cmake_args(self):
        return [self.define("NQUEENS_BUILD_TESTS", self.run_tests)]

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def count(self):
        output = Executable(self.prefix.bin.nqueens)("count", "10", "--quiet", output=str)
        if output.strip() != "724":
            raise InstallError(f"nqueens count 10 gives {output!r} instead of 724")
