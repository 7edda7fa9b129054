// Shared by the fuzzers. libFuzzer, or replay.cpp, calls LLVMFuzzerTestOneInput with each input; it
// ends the process if an expectation fails.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "nqueens/error.hpp"

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

/// A refusal is one line without control characters and has the documented exit code.
inline void require_good_refusal(const Error& error, ExitCode code) {
  const std::string_view message = error.what();
  require(error.code() == code, "the exit code is the documented one");
  require(!message.empty() && message.size() < 1000,
          "the message is a line of a length that one can read");
  require(std::none_of(message.begin(), message.end(),
                       [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; }),
          "the message has no control characters");
}

/// Checks an input with corrected checksums, and the unchanged input if it has these already or if
/// that is asked for.
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
