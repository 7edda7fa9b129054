// What the fuzzers share. libFuzzer, or replay.cpp, calls LLVMFuzzerTestOneInput with one input
// after the other; it ends the process where something does not hold.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "nqueens/core/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace nqueens::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

inline void require(bool holds, const char* what) {
  if (!holds) {
    std::fprintf(stderr, "fuzz: this does not hold: %s\n", what);
    std::abort();
  }
}

/// A refusal is one line, without what a terminal would obey, and has the exit code that is
/// documented.
inline void require_good_refusal(const Error& error, ExitCode code) {
  const std::string_view message = error.what();
  require(error.code() == code, "the exit code is the documented one");
  require(!message.empty() && message.size() < 1000,
          "the message is a line of a length that one can read");
  require(std::none_of(message.begin(), message.end(),
                       [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; }),
          "the message has no control characters");
}

/// Checks an input that has been given the sums that its format wants, and the input as it is:
/// where it has them already, and where that is asked for.
/// @param check  returns whether the bytes are accepted
template <class Check>
void check_with_sums(std::string_view bytes, std::string_view with_sums, bool as_it_is,
                     const Check& check) {
  if (bytes == with_sums || as_it_is) {
    const bool good = check(bytes);
    require(!good || bytes == with_sums, "the sums that are put in here are those of the format");
  }
  check(with_sums);
}

}  // namespace nqueens::fuzz
