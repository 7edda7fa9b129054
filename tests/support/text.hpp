// Texts in files, changed texts, and error messages.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>

#include "nqueens/error.hpp"

namespace nqueens::test {

inline testing::AssertionResult has(std::string_view text, std::string_view part) {
  return testing::AssertionResult(text.find(part) != std::string_view::npos)
         << "'" << part << "' in: " << text;
}

inline testing::AssertionResult matches(const std::string& text, const std::string& pattern) {
  return testing::AssertionResult(std::regex_match(text, std::regex(pattern)))
         << "'" << text << "' matches " << pattern;
}

/// The message of the error that `act` throws, which must be one line with this exit code; empty
/// without an error.
template <class Act>
std::string error_of(ExitCode code, const Act& act) {
  try {
    act();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code);
    EXPECT_FALSE(has(error.what(), "\n"));
    return error.what();
  }
  return "";
}

inline std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), with);
}

/// Every truncation and every flipped bit must be a fault.
/// @param fault_of  the fault of a text; empty if it has none
template <class FaultOf>
void expect_cuts_are_found(const std::string& bytes, FaultOf fault_of) {
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    ASSERT_NE(fault_of(std::string_view(bytes).substr(0, length)), "") << length;
  }
}
template <class FaultOf>
void expect_flips_are_found(std::string bytes, FaultOf fault_of) {
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
      ASSERT_NE(fault_of(bytes), "") << "byte " << at << " bit " << bit;
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
    }
  }
}

inline std::string content_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// If NQUEENS_WRITE_GOLDEN is set, writes a golden file that does not exist, or that only gains
/// lines of a new sequence. Never changes a line.
inline void write_golden_lines(const std::filesystem::path& file, const std::string& lines) {
  std::istringstream golden(content_of(file));
  std::istringstream now(lines);
  bool are_kept = true;
  for (std::string line; are_kept && std::getline(golden, line);) {
    std::string next;
    do {
      are_kept = static_cast<bool>(std::getline(now, next));
    } while (are_kept && next != line);
  }
  if (std::getenv("NQUEENS_WRITE_GOLDEN") != nullptr && are_kept) {
    std::ofstream(file, std::ios::binary) << lines;
  }
}

}  // namespace nqueens::test
