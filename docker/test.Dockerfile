# docker build -f docker/test.Dockerfile -t nqueens-test .
# docker run --rm --init nqueens-test [--all | --only NAME]...
#
# Runs tests/run in a fresh Debian 12, as an ordinary user.

FROM debian:12-slim
WORKDIR /src
COPY jobs/setup.sh jobs/
COPY tests/run tests/groups tests/
RUN tests/run --install && \
    rm -rf /var/lib/apt/lists/*
COPY . .
RUN useradd --create-home tester && \
    chown -R tester:tester /src
# Containers may not read each other's memory; Open MPI's shared memory works without that.
ENV OMPI_MCA_btl_vader_single_copy_mechanism=none
USER tester
ENTRYPOINT ["tests/run"]
