// message_corpus FOLDER: writes a file with a message of every kind.

#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "net/message.hpp"

namespace {

using namespace nqueens;

Prefix prefix_of(int n) {
  Prefix prefix;
  PrefixStream({.n = n}, Symmetry::full, 3).next(prefix);
  return prefix;
}

/// A message of each kind, and larger ones of the kinds with lists.
std::vector<std::pair<std::string, Message>> messages = {
    std::pair<std::string, Message>{
        "hello",
        Hello{.process = {.host = "node7", .space = "4026531836", .pid = 4711, .start_time = 99}}},
    {"hello-device",
     Hello{.process = {.host = "node7", .space = ""}, .device = "device 0 (played)"}},
    {"welcome", Welcome{.problem = {.n = 18}, .kernel = "auto"}},
    {"ready", Ready{.kernel = "avx2", .processor = "AMD EPYC"}},
    {"ready-device", Ready{.kernel = "opencl", .device = "device 0 (played)"}},
    {"batch", Batch{.units = {{.unit = {.task = 5}, .prefixes = {prefix_of(8), prefix_of(32)}},
                              {.unit = {.task = 6}, .prefixes = {}}}}},
    {"batch-empty", Batch{}},
    {"results", Results{.results = {{.unit = {.task = 7},
                                     .count = Count::from_words(3, 9),
                                     .nodes = 11,
                                     .seconds = 0.25},
                                    {.unit = {.task = 8}, .count = Count{1}}}}},
    {"results-placements",
     Results{.results = {{.unit = {.task = 7}, .count = Count{9}, .placed = {4, 5}}},
             .batch_finished = true}},
    {"failure", Failure{.reason = "no such kernel"}},
    {"ping", Ping{.batches = 2}},
    {"leave", Leave{}},
    {"goodbye", Goodbye{}},
    {"dismiss", Dismiss{.finalize = false}},
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: message_corpus FOLDER\n";
    return 2;
  }
  for (const SequenceInfo& row : sequences) {
    const Problem problem{.n = 17, .sequence = *sequence_of(row.words)};
    messages.emplace_back("welcome-" + std::string(row.name),
                          Welcome{.problem = problem, .kernel = "scalar"});
  }
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder);
  std::array<bool, std::variant_size_v<Message>> written{};
  for (const auto& [name, message] : messages) {
    std::ofstream stream(folder / name, std::ios::binary);
    stream << encode(message);
    if (!stream.flush()) {
      std::cerr << "cannot write '" << (folder / name).string() << "'\n";
      return 1;
    }
    written.at(message.index()) = true;
  }
  for (std::size_t kind = 0; kind < written.size(); ++kind) {
    if (!written[kind]) {
      std::cerr << "no message of kind " << kind << ": add one to message_corpus.cpp\n";
      return 1;
    }
  }
  return 0;
}
