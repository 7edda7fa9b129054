// Encoding of messages with Boost.Serialization: one byte for the kind, then a binary archive. All ranks of a
// run are the same program on the same kind of machine, so the archive need not be portable.

#include "nqueens/net/message.hpp"

#include <array>
#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/crc.hpp>
#include <boost/serialization/array_wrapper.hpp>
#include <boost/serialization/split_free.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace boost::serialization {

template <class Archive>
void serialize(Archive& archive, nqueens::Placement& placement, unsigned /*version*/) {
  archive& placement.diagonals& placement.antidiagonals& placement.rows& placement.columns;
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
  archive& result.task& result.count& result.placed& result.nodes& result.seconds& result.kernel;
}

template <class Archive>
void serialize(Archive& archive, nqueens::Hello& hello, unsigned /*version*/) {
  archive& hello.host& hello.space& hello.pid& hello.start_time;
}

template <class Archive>
void serialize(Archive& archive, nqueens::Problem& problem, unsigned /*version*/) {
  archive& problem.n& problem.board& problem.quantity;
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
void serialize(Archive& archive, nqueens::TaskPrefixes& task, unsigned /*version*/) {
  archive& task.task& task.prefixes& task.kernels_to_avoid;
}

template <class Archive>
void serialize(Archive& archive, nqueens::Batch& batch, unsigned /*version*/) {
  archive& batch.tasks& batch.count;
}

template <class Archive>
void serialize(Archive& archive, nqueens::Results& results, unsigned /*version*/) {
  archive& results.results& results.batch_finished& results.count;
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
void serialize(Archive&, nqueens::Goodbye&, unsigned /*version*/) {}

template <class Archive>
void serialize(Archive& archive, nqueens::Dismiss& dismiss, unsigned /*version*/) {
  archive& dismiss.finalize;
}

}  // namespace boost::serialization

BOOST_SERIALIZATION_SPLIT_FREE(nqueens::Count)

// Values, not objects that other messages refer to: no versions, no tracking of addresses.
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

constexpr unsigned archive_flags =
    static_cast<unsigned>(boost::archive::no_header) | static_cast<unsigned>(boost::archive::no_codecvt);

template <std::size_t... Kinds>
Message load_kind(std::size_t kind, boost::archive::binary_iarchive& archive,
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

/// The bytes before the checksum at the end. Archives do not notice damage: a buffer of zeros would be a
/// Hello, and half of a result a task without solutions.
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
  std::istringstream stream(std::string(body.substr(1)), std::ios::binary);
  try {
    boost::archive::binary_iarchive archive(stream, archive_flags);
    return load_kind(static_cast<unsigned char>(body.front()), archive,
                     std::make_index_sequence<std::variant_size_v<Message>>{});
  } catch (const boost::archive::archive_exception& error) {
    throw std::runtime_error(std::string("a damaged message: ") + error.what());
  }
}

}  // namespace nqueens
