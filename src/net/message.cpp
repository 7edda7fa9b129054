// Encoding of messages with Boost.Serialization: one byte for the kind, then a binary archive. All
// ranks of a run are the same program on the same kind of machine, so the archive need not be
// portable.

#include "net/message.hpp"

#include <algorithm>
#include <array>
#include <boost/archive/binary_iarchive_impl.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/archive/impl/basic_binary_iarchive.ipp>
#include <boost/archive/impl/basic_binary_iprimitive.ipp>
#include <boost/crc.hpp>
#include <boost/serialization/array_wrapper.hpp>
#include <boost/serialization/split_free.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>
#include <cmath>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace boost::serialization {

template <class Archive>
void serialize(Archive& archive, nqueens::Placement& placement, unsigned /*version*/) {
  archive& placement.diagonals& placement.antidiagonals& placement.rows& placement.columns;
  archive& placement.moves.board& placement.moves.diagonals& placement.moves.knights;
  archive& make_array(placement.queen_column.data(), placement.queen_column.size());
}

template <class Archive>
void serialize(Archive& archive, nqueens::Prefix& prefix, unsigned /*version*/) {
  archive& prefix.placement& prefix.weight;
}

template <class Archive>
void save(Archive& archive, const nqueens::Count& count, unsigned /*version*/) {
  const std::uint64_t high = count.high();
  const std::uint64_t low = count.low();
  archive& high& low;
}

template <class Archive>
void load(Archive& archive, nqueens::Count& count, unsigned /*version*/) {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  archive& high& low;
  count = nqueens::Count::from_words(high, low);
}

template <class Archive>
void serialize(Archive& archive, nqueens::TaskResult& result, unsigned /*version*/) {
  archive& result.task& result.slice& result.count& result.placed& result.nodes& result
      .seconds& result.kernel;
}

template <class Archive>
void serialize(Archive& archive, nqueens::Hello& hello, unsigned /*version*/) {
  nqueens::ProcessIdentity& process = hello.process;
  archive& process.host& process.space& process.pid& process.start_time;
}

template <class Archive>
void serialize(Archive& archive, nqueens::Problem& problem, unsigned /*version*/) {
  archive& problem.n& problem.sequence;
}

template <class Archive>
void serialize(Archive& archive, nqueens::Welcome& welcome, unsigned /*version*/) {
  archive& welcome.problem& welcome.kernel;
}

template <class Archive>
void serialize(Archive& archive, nqueens::Ready& ready, unsigned /*version*/) {
  archive& ready.kernel;
}

template <class Archive>
void serialize(Archive& archive, nqueens::UnitId& unit, unsigned /*version*/) {
  archive& unit.task& unit.slice;
}

template <class Archive>
void serialize(Archive& archive, nqueens::UnitPrefixes& unit, unsigned /*version*/) {
  archive& unit.unit& unit.prefixes& unit.kernels_to_avoid;
}

template <class Archive>
void serialize(Archive& archive, nqueens::Batch& batch, unsigned /*version*/) {
  archive& batch.units& batch.job& batch.hold_seconds;
}

template <class Archive>
void serialize(Archive& archive, nqueens::Results& results, unsigned /*version*/) {
  archive& results.results& results.batch_finished& results.job;
}

template <class Archive>
void serialize(Archive& archive, nqueens::Failure& failure, unsigned /*version*/) {
  archive& failure.reason;
}

template <class Archive>
void serialize(Archive& archive, nqueens::Ping& ping, unsigned /*version*/) {
  archive& ping.batches;
}

template <class Archive>
void serialize(Archive&, nqueens::Leave&, unsigned /*version*/) {}

template <class Archive>
void serialize(Archive& archive, nqueens::Goodbye& goodbye, unsigned /*version*/) {
  archive& goodbye.from_outside;
}

template <class Archive>
void serialize(Archive& archive, nqueens::Dismiss& dismiss, unsigned /*version*/) {
  archive& dismiss.finalize;
}

}  // namespace boost::serialization

BOOST_SERIALIZATION_SPLIT_FREE(nqueens::Count)

// Plain values: no versions, no tracking of addresses.
BOOST_CLASS_IMPLEMENTATION(nqueens::Placement, boost::serialization::object_serializable)
BOOST_CLASS_TRACKING(nqueens::Placement, boost::serialization::track_never)
BOOST_CLASS_IMPLEMENTATION(nqueens::Prefix, boost::serialization::object_serializable)
BOOST_CLASS_TRACKING(nqueens::Prefix, boost::serialization::track_never)
BOOST_CLASS_IMPLEMENTATION(nqueens::Count, boost::serialization::object_serializable)
BOOST_CLASS_TRACKING(nqueens::Count, boost::serialization::track_never)
BOOST_CLASS_IMPLEMENTATION(nqueens::TaskResult, boost::serialization::object_serializable)
BOOST_CLASS_TRACKING(nqueens::TaskResult, boost::serialization::track_never)

namespace nqueens {
namespace {

constexpr unsigned archive_flags = static_cast<unsigned>(boost::archive::no_header) |
                                   static_cast<unsigned>(boost::archive::no_codecvt);

[[noreturn]] void refuse(const char* what) {
  throw std::runtime_error(std::string("a damaged message: ") + what);
}

/// The last value of each enumeration in messages.
template <class Enum>
constexpr Enum last_value = Enum::last_value_of_this_enumeration;
template <>
constexpr Board last_value<Board> = Board::torus;
template <>
constexpr Sequence last_value<Sequence> = static_cast<Sequence>(sequences.size() - 1);

/// The fewest bytes of a value of this type in a message: those of an empty value.
template <class T>
std::size_t min_bytes() {
  if constexpr (std::is_arithmetic_v<T>) {
    return sizeof(T);
  } else {
    // The first value may include the description of its class, the second does not.
    const auto bytes_of = [](int values) {
      std::ostringstream stream(std::ios::binary);
      boost::archive::binary_oarchive archive(stream, archive_flags);
      const T value{};
      for (int i = 0; i < values; ++i) {
        archive << value;
      }
      return std::move(stream).str().size();
    };
    static const std::size_t bytes = bytes_of(2) - bytes_of(1);
    return bytes;
  }
}

/// Boost's binary archive for untrusted bytes. Boost allocates any length that a message names, and
/// accepts any byte as a bool or an enumeration. Here lengths are bounded by the bytes left, and
/// values must be those that encode() writes.
class BoundedArchive final
    : public boost::archive::binary_iarchive_impl<BoundedArchive, char, std::char_traits<char>> {
  using Base = boost::archive::binary_iarchive_impl<BoundedArchive, char, std::char_traits<char>>;

 public:
  explicit BoundedArchive(std::streambuf& bytes) : Base(bytes, archive_flags) {
    init(archive_flags);
  }

  [[nodiscard]] std::size_t bytes_left() const {
    return static_cast<std::size_t>(std::max<std::streamsize>(m_sb.in_avail(), 0));
  }

  // Every value of a message passes one of these.
  template <class T>
  void load_override(T& value) {
    if constexpr (std::is_enum_v<T>) {
      int number = 0;
      load(number);
      if (number < 0 || number > static_cast<int>(last_value<T>)) {
        refuse("an enumeration has no such value");
      }
      value = static_cast<T>(number);
    } else {
      Base::load_override(value);
    }
  }

  template <class T>
  void load_override(std::vector<T>& values) {
    element_bytes_ = min_bytes<T>();
    Base::load_override(values);
  }

  /// The number of elements that follow.
  void load_override(boost::serialization::collection_size_type& size) {
    std::size_t elements = 0;
    load(elements);
    if (elements > bytes_left() / std::exchange(element_bytes_, 1)) {
      refuse("a list is longer than the message");
    }
    size = boost::serialization::collection_size_type(elements);
  }

  void load_override(std::string& text) {
    std::size_t size = 0;
    load(size);
    if (size > bytes_left()) {
      refuse("a text is longer than the message");
    }
    text.resize(size);
    load_binary(text.data(), size);
  }

  void load_override(bool& value) {
    std::uint8_t byte = 0;
    load(byte);
    if (byte > 1) {
      refuse("a bool is neither 0 nor 1");
    }
    value = byte == 1;
  }

  void load_override(double& value) {
    load(value);
    if (!std::isfinite(value)) {
      refuse("a number is not valid");
    }
  }

  /// No object of a message refers to another.
  void load_override(boost::archive::tracking_type& tracking) {
    bool tracked = false;
    load_override(tracked);
    if (tracked) {
      refuse("it refers to itself");
    }
    tracking = boost::archive::tracking_type(false);
  }

 private:
  std::size_t element_bytes_ = 1;  ///< fewest for an element of the current list
};

}  // namespace
}  // namespace nqueens

// Lists of numbers are one block of bytes.
BOOST_SERIALIZATION_USE_ARRAY_OPTIMIZATION(nqueens::BoundedArchive)

namespace nqueens {
namespace {

template <std::size_t... Kinds>
Message load_kind(std::size_t kind, BoundedArchive& archive,
                  std::index_sequence<Kinds...> /*kinds*/) {
  Message message;
  const bool known = ((kind == Kinds && (archive >> message.emplace<Kinds>(), true)) || ...);
  if (!known) {
    throw std::runtime_error("a message of unknown kind " + std::to_string(kind));
  }
  return message;
}

using Checksum = std::uint32_t;

Checksum checksum(std::string_view bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

/// The bytes before the checksum at the end. Archives do not notice damage: zeros would be a Hello,
/// and half a result a task without solutions.
std::string_view checked(std::string_view bytes) {
  Checksum expected = 0;
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

std::string encode(const Message& message) {
  std::ostringstream stream(std::ios::binary);
  stream.put(static_cast<char>(message.index()));
  boost::archive::binary_oarchive archive(stream, archive_flags);
  std::visit([&archive](const auto& body) { archive << body; }, message);
  std::string bytes = std::move(stream).str();
  const Checksum sum = checksum(bytes);
  bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
  return bytes;
}

Message decode_message(std::string_view bytes) {
  const std::string_view body = checked(bytes);
  std::stringbuf buffer(std::string(body.substr(1)), std::ios::in | std::ios::binary);
  try {
    BoundedArchive archive(buffer);
    Message message = load_kind(static_cast<unsigned char>(body.front()), archive,
                                std::make_index_sequence<std::variant_size_v<Message>>{});
    if (archive.bytes_left() > 0) {
      refuse("something follows its end");
    }
    return message;
  } catch (const boost::archive::archive_exception& error) {
    refuse(error.what());
  }
}

}  // namespace nqueens
