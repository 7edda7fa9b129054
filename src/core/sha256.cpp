// SHA-256 in the terms of FIPS 180-4. The tests have its published examples.

#include "core/sha256.hpp"

#include <bit>
#include <cstddef>

namespace nqueens {
namespace {

constexpr std::size_t block_bytes = 64;
constexpr std::size_t length_bytes = 8;

using Hash = std::array<std::uint32_t, 8>;

constexpr std::array<std::uint32_t, 64> round_constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

void add_block(Hash& hash, std::string_view block) {
  std::array<std::uint32_t, 64> w{};  // the message schedule
  for (std::size_t i = 0; i < block_bytes; ++i) {
    w[i / 4] = w[i / 4] << 8U | static_cast<unsigned char>(block[i]);
  }
  for (std::size_t t = 16; t < w.size(); ++t) {
    const auto s0 = std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ w[t - 15] >> 3U;
    const auto s1 = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ w[t - 2] >> 10U;
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = hash;
  for (std::size_t t = 0; t < w.size(); ++t) {
    const auto s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const auto t1 = h + s1 + ((e & f) ^ (~e & g)) + round_constants[t] + w[t];
    const auto s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const auto t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const Hash added = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < hash.size(); ++i) {
    hash[i] += added[i];
  }
}

}  // namespace

void Sha256::add(std::string_view bytes) {
  bytes_ += bytes.size();
  if (!rest_.empty()) {
    const std::string_view more = bytes.substr(0, block_bytes - rest_.size());
    rest_ += more;
    bytes.remove_prefix(more.size());
    if (rest_.size() < block_bytes) {
      return;
    }
    add_block(hash_, rest_);
    rest_.clear();
  }
  for (; bytes.size() >= block_bytes; bytes.remove_prefix(block_bytes)) {
    add_block(hash_, bytes);
  }
  rest_ = bytes;
}

std::string Sha256::digits() const {
  std::string end = rest_ + '\x80';
  while (end.size() % block_bytes != block_bytes - length_bytes) {
    end += '\0';
  }
  for (int shift = 56; shift >= 0; shift -= 8) {
    end += static_cast<char>(8 * bytes_ >> shift & 0xffU);
  }
  Hash hash = hash_;
  for (std::size_t i = 0; i < end.size(); i += block_bytes) {
    add_block(hash, std::string_view(end).substr(i));
  }
  std::string hex;
  for (const std::uint32_t word : hash) {
    for (int shift = 28; shift >= 0; shift -= 4) {
      hex += "0123456789abcdef"[word >> shift & 15U];
    }
  }
  return hex;
}

std::string sha256(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.digits();
}

}  // namespace nqueens
