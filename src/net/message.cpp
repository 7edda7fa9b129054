// Encoding of messages: one byte for the kind, then the fields in order, then a checksum. All ranks
// run the same program on the same kind of machine, so numbers have their format in memory.

#include "net/message.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>

namespace nqueens {
namespace {

template <class AnyStruct>
auto fields(AnyStruct& of) {
  using Struct = std::remove_const_t<AnyStruct>;
  if constexpr (std::is_same_v<Struct, Moves>) {
    return std::tie(of.board, of.knights, of.turn);
  } else if constexpr (std::is_same_v<Struct, Placement>) {
    return std::tie(of.diagonals, of.antidiagonals, of.rows, of.columns, of.moves, of.queen_column);
  } else if constexpr (std::is_same_v<Struct, Prefix>) {
    return std::tie(of.placement, of.weight);
  } else if constexpr (std::is_same_v<Struct, Problem>) {
    return std::tie(of.n, of.sequence);
  } else if constexpr (std::is_same_v<Struct, UnitId>) {
    return std::tie(of.task, of.slice);
  } else if constexpr (std::is_same_v<Struct, UnitPrefixes>) {
    return std::tie(of.unit, of.prefixes, of.kernels_to_avoid);
  } else if constexpr (std::is_same_v<Struct, UnitResult>) {
    return std::tie(of.unit, of.count, of.placed, of.nodes, of.seconds, of.processor_seconds,
                    of.kernel);
  } else if constexpr (std::is_same_v<Struct, ProcessIdentity>) {
    return std::tie(of.host, of.space, of.pid, of.start_time);
  } else if constexpr (std::is_same_v<Struct, Hello>) {
    return std::tie(of.process, of.device);
  } else if constexpr (std::is_same_v<Struct, Welcome>) {
    return std::tie(of.problem, of.kernel);
  } else if constexpr (std::is_same_v<Struct, Ready>) {
    return std::tie(of.kernel, of.device, of.processor);
  } else if constexpr (std::is_same_v<Struct, Batch>) {
    return std::tie(of.problem, of.units, of.job, of.hold_seconds);
  } else if constexpr (std::is_same_v<Struct, Results>) {
    return std::tie(of.results, of.batch_finished, of.job);
  } else if constexpr (std::is_same_v<Struct, Failure>) {
    return std::tie(of.reason, of.is_doubted);
  } else if constexpr (std::is_same_v<Struct, Ping>) {
    return std::tie(of.batches);
  } else if constexpr (std::is_same_v<Struct, Goodbye>) {
    return std::tie(of.stop_signal, of.from_outside);
  } else if constexpr (std::is_same_v<Struct, Dismiss>) {
    return std::tie(of.finalize);
  } else {
    static_assert(std::is_same_v<Struct, Leave>);
    return std::tie();
  }
}

/// Lists of numbers and texts are copied as one block of bytes.
template <class T>
concept Block = requires(T& values) {
  values.data();
  requires std::is_arithmetic_v<typename T::value_type>;
};
template <class T>
concept List = requires(T& values) {
  values.resize(0);
};

void write(std::string& bytes, const void* from, std::size_t size) {
  bytes.append(static_cast<const char*>(from), size);
}

template <class T>
void write(std::string& bytes, const T& value) {
  if constexpr (std::is_enum_v<T>) {
    write(bytes, static_cast<std::int32_t>(value));
  } else if constexpr (std::is_arithmetic_v<T>) {
    write(bytes, &value, sizeof value);
  } else if constexpr (std::is_same_v<T, Count>) {
    write(bytes, value.high());
    write(bytes, value.low());
  } else if constexpr (List<T> || Block<T>) {
    if constexpr (List<T>) {
      write(bytes, std::uint64_t{value.size()});
    }
    if constexpr (Block<T>) {
      write(bytes, value.data(), value.size() * sizeof(typename T::value_type));
    } else {
      for (const auto& each : value) {
        write(bytes, each);
      }
    }
  } else {
    std::apply([&bytes](const auto&... field) { (write(bytes, field), ...); }, fields(value));
  }
}

/// Size of an empty value of this type in a message.
template <class T>
std::size_t min_bytes() {
  static const std::size_t bytes = [] {
    std::string text;
    write(text, T{});
    return text.size();
  }();
  return bytes;
}

[[noreturn]] void refuse(const char* what) {
  throw std::runtime_error(std::string("a damaged message: ") + what);
}

/// The last value of each enumeration in messages.
template <class Enum>
constexpr Enum last_value = Enum::last_value_of_this_enumeration;
template <>
constexpr Board last_value<Board> = Board::torus;
template <>
constexpr Turn last_value<Turn> = Turn::quarter;
template <>
constexpr Sequence last_value<Sequence> = static_cast<Sequence>(sequences.size() - 1);

/// The inverse of write(). Rejects indices outside of a table, and allocates no more than the
/// message's own size, whatever length it claims.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  [[nodiscard]] bool at_end() const { return left_.empty(); }

  template <class T>
  void read(T& value) {
    if constexpr (std::is_enum_v<T>) {
      const auto number = take<std::int32_t>();
      if (number < 0 || number > static_cast<std::int32_t>(last_value<T>)) {
        refuse("an enumeration has no such value");
      }
      value = static_cast<T>(number);
    } else if constexpr (std::is_same_v<T, bool>) {
      value = take<std::uint8_t>() != 0;
    } else if constexpr (std::is_arithmetic_v<T>) {
      take(&value, sizeof value);
    } else if constexpr (std::is_same_v<T, Count>) {
      const auto high = take<std::uint64_t>();
      value = Count::from_words(high, take<std::uint64_t>());
    } else if constexpr (List<T> || Block<T>) {
      read_values(value);
    } else {
      std::apply([&](auto&... field) { (read(field), ...); }, fields(value));
    }
  }

 private:
  template <class T>
  void read_values(T& values) {
    using Value = typename T::value_type;
    if constexpr (List<T>) {
      const auto size = take<std::uint64_t>();
      if (size > left_.size() / min_bytes<Value>()) {
        refuse(std::is_same_v<T, std::string> ? "a text is longer than the message"
                                              : "a list is longer than the message");
      }
      values.resize(size);
    }
    if constexpr (Block<T>) {
      take(values.data(), values.size() * sizeof(Value));
    } else {
      for (auto& each : values) {
        read(each);
      }
    }
  }

  template <class Number>
  Number take() {
    Number number = 0;
    take(&number, sizeof number);
    return number;
  }

  void take(void* to, std::size_t size) {
    if (size > left_.size()) {
      refuse("it is cut short");
    }
    left_.copy(static_cast<char*>(to), size);
    left_.remove_prefix(size);
  }

  std::string_view left_;
};

template <std::size_t... Kinds>
Message read_kind(std::size_t kind, Reader& reader, std::index_sequence<Kinds...> /*kinds*/) {
  Message message;
  const bool known = ((kind == Kinds && (reader.read(message.emplace<Kinds>()), true)) || ...);
  if (!known) {
    throw std::runtime_error("a message of unknown kind " + std::to_string(kind));
  }
  return message;
}

/// The bytes before the checksum, which must match: zeros would be a Hello, and half a result a
/// task without solutions.
std::string_view checked(std::string_view bytes) {
  std::uint64_t expected = 0;
  if (bytes.size() <= sizeof expected) {
    throw std::runtime_error("an empty message");
  }
  const std::string_view body = bytes.substr(0, bytes.size() - sizeof expected);
  std::memcpy(&expected, bytes.data() + body.size(), sizeof expected);
  if (checksum(body) != expected) {
    throw std::runtime_error("a damaged message: its checksum is wrong");
  }
  return body;
}

}  // namespace

/// Each step is bijective in the sum and in the word.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t sum = bytes.size();
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t size = std::min(bytes.size(), sizeof word);
    std::memcpy(&word, bytes.data(), size);
    bytes.remove_prefix(size);
    sum = (sum ^ word) * 0x9e37'79b9'7f4a'7c15U;
    sum ^= sum >> 32U;
  }
  return sum;
}

std::string encode(const Message& message) {
  std::string bytes(1, static_cast<char>(message.index()));
  std::visit([&bytes](const auto& body) { write(bytes, body); }, message);
  write(bytes, checksum(bytes));
  return bytes;
}

Message decode_message(std::string_view bytes) {
  const std::string_view body = checked(bytes);
  Reader reader(body.substr(1));
  Message message = read_kind(static_cast<unsigned char>(body.front()), reader,
                              std::make_index_sequence<std::variant_size_v<Message>>{});
  if (!reader.at_end()) {
    refuse("something follows its end");
  }
  return message;
}

}  // namespace nqueens
