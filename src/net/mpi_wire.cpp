// A wire over MPI, without blocking calls: a blocking receive from or send to a dead rank never
// returns. Sends are MPI_Isend from buffers kept until they are done; receives are MPI_Improbe,
// MPI_Imrecv and MPI_Test. Between polls it sleeps 50 us to 2 ms, since a waiting MPI call would
// keep a core busy.
//
// MPI_Finalize waits for every rank. With Open MPI's async_mpi_finalize it does not wait for dead
// ones (measured: without it 3 of 12 runs with killed ranks hung at the end). After abandon() it is
// not called.

#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>  // Open MPI's MPIX_ functions
#endif
#include <sched.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <list>
#include <span>
#include <stdexcept>
#include <thread>
#include <utility>

#include "net/transport.hpp"
#include "nqueens/error.hpp"
#include "system/clock.hpp"
#include "system/processors.hpp"

namespace nqueens {
namespace {

/// Tag of messages to or from the first worker of a rank; other workers follow.
constexpr int first_tag = 1;
constexpr std::chrono::microseconds shortest_nap{50};
constexpr std::chrono::microseconds longest_nap{2000};

void check(int status, const char* what) {
  if (status != MPI_SUCCESS) {
    char text[MPI_MAX_ERROR_STRING] = {};
    int length = 0;
    MPI_Error_string(status, text, &length);
    throw std::runtime_error(std::string(what) +
                             " failed: " + std::string(text, static_cast<std::size_t>(length)));
  }
}

/// Acknowledges dead ranks that Open MPI reports (ULFM): until then it receives nothing from any
/// rank. The master decides which deaths matter. (MPICH has these functions, but they abort.)
bool acknowledged_deaths([[maybe_unused]] int status) {
#if defined(OPEN_MPI) && defined(MPIX_ERR_PROC_FAILED)
  int error_class = MPI_SUCCESS;
  MPI_Error_class(status, &error_class);
  if (error_class == MPIX_ERR_PROC_FAILED || error_class == MPIX_ERR_PROC_FAILED_PENDING) {
    MPIX_Comm_failure_ack(MPI_COMM_WORLD);
    return true;
  }
#endif
  return false;
}

/// Checks a collective call, which a rank that dies during the start ends.
void check_start(int status, const char* what) {
  if (status != MPI_SUCCESS && acknowledged_deaths(status)) {
    throw Error(ExitCode::not_started, std::string("a rank died while MPI started (") + what +
                                           "); run the same command again");
  }
  check(status, what);
}

/// A buffer that MPI reads or writes until the request is done.
struct Transfer {
  std::string bytes;
  MPI_Request request = MPI_REQUEST_NULL;
  int peer = 0;
  int worker = 0;

  enum class State { open, done, failed };

  [[nodiscard]] State test() {
    int flag = 0;
    if (MPI_Test(&request, &flag, MPI_STATUS_IGNORE) != MPI_SUCCESS) {
      return State::failed;
    }
    return flag != 0 ? State::done : State::open;
  }

  /// Also true after a failure: the peer is dead, and the message lost.
  [[nodiscard]] bool over() { return test() != State::open; }
};

/// A message that cannot be decoded counts as lost: its content is requested again.
std::optional<Message> read(const std::string& bytes) {
  try {
    return decode_message(bytes);
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

class MpiWire final : public Wire {
 public:
  MpiWire(const std::function<int(int rank, const Rank& place)>& workers_of,
          const DeviceClaims& claims) {
    setenv("OMPI_MCA_async_mpi_finalize", "1", 0);
    int provided = 0;
    check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
    if (provided < MPI_THREAD_FUNNELED) {
      throw std::runtime_error(
          "this MPI library does not let a process have threads (MPI_THREAD_FUNNELED); use one "
          "that does");
    }
    check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    check(MPI_Comm_rank(MPI_COMM_WORLD, &rank_), "MPI_Comm_rank");
    int size = 0;
    check(MPI_Comm_size(MPI_COMM_WORLD, &size), "MPI_Comm_size");
    ranks_.resize(static_cast<std::size_t>(size));
    Rank own = place(claims);
    own.workers = workers_of(rank_, own);
    check_start(MPI_Allgather(&own, sizeof own, MPI_BYTE, ranks_.data(), sizeof own, MPI_BYTE,
                              MPI_COMM_WORLD),
                "MPI_Allgather");
  }

  ~MpiWire() override {
    if (!abandoned_) {
      flush(std::chrono::seconds(1));
      MPI_Finalize();
    }
  }

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] const std::vector<Rank>& ranks() const override { return ranks_; }

  void send(int rank, int worker, const Message& message) override {
    sends_.remove_if([](Transfer& transfer) { return transfer.over(); });
    Transfer& transfer = sends_.emplace_back(Transfer{.bytes = encode(message), .peer = rank});
    if (MPI_Isend(transfer.bytes.data(), static_cast<int>(transfer.bytes.size()), MPI_BYTE, rank,
                  first_tag + worker, MPI_COMM_WORLD, &transfer.request) != MPI_SUCCESS) {
      sends_.pop_back();  // lost: the peer is dead
    }
  }

  std::optional<Parcel> receive(std::chrono::milliseconds wait) override {
    const auto deadline = Clock::now() + wait;
    auto nap = shortest_nap;
    while (true) {
      if (auto parcel = poll()) {
        return parcel;
      }
      const auto left =
          std::chrono::duration_cast<std::chrono::microseconds>(deadline - Clock::now());
      if (left.count() <= 0) {
        return std::nullopt;
      }
      std::this_thread::sleep_for(std::min(nap, left));
      nap = std::min(nap * 2, longest_nap);
    }
  }

  bool flush(std::chrono::milliseconds wait) override {
    const auto deadline = Clock::now() + wait;
    while (true) {
      sends_.remove_if([](Transfer& transfer) { return transfer.over(); });
      if (sends_.empty()) {
        return true;
      }
      if (Clock::now() >= deadline) {
        return false;
      }
      std::this_thread::sleep_for(shortest_nap);
    }
  }

  void abandon() override { abandoned_ = true; }

 private:
  /// Sets this rank's devices: those of its claims that no lower rank of the host claims.
  /// Collective. @param host  its ranks, in order
  void grant(Rank& place, const DeviceClaims& claims, MPI_Comm host) const {
    std::array<char, DeviceClaims::longest> said{};
    claims.said.copy(said.data(), said.size() - 1);
    check_start(MPI_Bcast(said.data(), static_cast<int>(said.size()), MPI_BYTE, 0, MPI_COMM_WORLD),
                "MPI_Bcast");
    const auto own = claims.make ? claims.make(rank_, said.data()) : std::vector<std::string>();
    place.lacks_devices = !own;
    using Names = std::array<std::uint64_t, DeviceClaims::most>;  // hashes; 0: none
    Names names{};
    for (std::size_t i = 0; own && i < std::min(own->size(), names.size()); ++i) {
      names[i] = std::hash<std::string>()((*own)[i]) | 1U;
    }
    std::vector<Names> all(static_cast<std::size_t>(place.host_ranks));
    check_start(
        MPI_Allgather(&names, sizeof names, MPI_BYTE, all.data(), sizeof names, MPI_BYTE, host),
        "MPI_Allgather");
    int among_host = 0;
    check(MPI_Comm_rank(host, &among_host), "MPI_Comm_rank");
    const std::span lower = std::span(all).first(static_cast<std::size_t>(among_host));
    for (std::size_t i = 0; i < names.size() && names[i] != 0; ++i) {
      const bool is_own = std::ranges::none_of(lower, [&](const Names& others) {
        return std::ranges::find(others, names[i]) != others.end();
      });
      place.devices |= std::uint64_t{is_own} << i;
    }
  }

  /// This rank, without its number of workers. Collective.
  [[nodiscard]] Rank place(const DeviceClaims& claims) const {
    Rank place{.processors = usable_processors()};
    MPI_Comm host = MPI_COMM_NULL;
    check_start(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host),
                "MPI_Comm_split_type");
    check(MPI_Comm_size(host, &place.host_ranks), "MPI_Comm_size");
    check_start(MPI_Allreduce(&rank_, &place.host, 1, MPI_INT, MPI_MIN, host), "MPI_Allreduce");
    std::array<unsigned char, CPU_SETSIZE> allowed{};
    for (const int processor : allowed_processors()) {
      allowed[static_cast<std::size_t>(processor)] = 1;
    }
    check_start(MPI_Allreduce(MPI_IN_PLACE, allowed.data(), static_cast<int>(allowed.size()),
                              MPI_UNSIGNED_CHAR, MPI_MAX, host),
                "MPI_Allreduce");
    grant(place, claims, host);
    check(MPI_Comm_free(&host), "MPI_Comm_free");
    const int all = within_quota(static_cast<int>(std::ranges::count(allowed, 1)));
    place.host_processors = std::max(all, place.processors);
    return place;
  }

  /// Starts to receive an announced message, and returns the first complete one. Messages of one
  /// rank stay in order.
  std::optional<Parcel> poll() {
    accept();
    for (auto transfer = receives_.begin(); transfer != receives_.end();) {
      const auto state = earlier_one_open(transfer) ? Transfer::State::open : transfer->test();
      if (state == Transfer::State::open) {
        ++transfer;
        continue;
      }
      const Transfer received = std::move(*transfer);
      transfer = receives_.erase(transfer);
      // A failed transfer leaves zeros or half a message in its buffer.
      if (auto message = state == Transfer::State::done ? read(received.bytes) : std::nullopt) {
        return Parcel{
            .rank = received.peer, .worker = received.worker, .message = std::move(*message)};
      }
    }
    return std::nullopt;
  }

  /// Starts to receive a message, if one is announced.
  void accept() {
    int found = 0;
    MPI_Message handle = MPI_MESSAGE_NULL;
    MPI_Status status;
    const int probed =
        MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, &handle, &status);
    if (probed != MPI_SUCCESS && acknowledged_deaths(probed)) {
      return;
    }
    check(probed, "MPI_Improbe");
    if (found == 0) {
      return;
    }
    int length = 0;
    check(MPI_Get_count(&status, MPI_BYTE, &length), "MPI_Get_count");
    Transfer& transfer = receives_.emplace_back(
        Transfer{.bytes = std::string(static_cast<std::size_t>(length), '\0'),
                 .peer = status.MPI_SOURCE,
                 .worker = status.MPI_TAG - first_tag});
    if (MPI_Imrecv(transfer.bytes.data(), length, MPI_BYTE, &handle, &transfer.request) !=
        MPI_SUCCESS) {
      receives_.pop_back();
    }
  }

  [[nodiscard]] bool earlier_one_open(std::list<Transfer>::const_iterator transfer) const {
    return std::any_of(receives_.begin(), transfer, [transfer](const Transfer& earlier) {
      return earlier.peer == transfer->peer;
    });
  }

  int rank_ = 0;
  std::vector<Rank> ranks_;
  bool abandoned_ = false;
  std::list<Transfer> sends_;     // a list, since MPI holds the addresses of the buffers
  std::list<Transfer> receives_;  // in order of arrival
};

}  // namespace

std::unique_ptr<Wire> make_mpi_wire(
    const std::function<int(int rank, const Rank& place)>& workers_of, const DeviceClaims& claims) {
  return std::make_unique<MpiWire>(workers_of, claims);
}

std::string mpi_library() {
  char version[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  MPI_Get_library_version(version, &length);
  std::string text(version, static_cast<std::size_t>(length));
  std::ranges::replace(text, '\t', ' ');
  return text.substr(0, text.find_first_of(",\n"));
}

}  // namespace nqueens
