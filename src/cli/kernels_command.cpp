// The command `kernels`: the kernels, which of them run here, and which is chosen.
#include <cstdio>
#include <memory>
#include <string>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/print.hpp"
#include "cli/say.hpp"
#include "kernel/kernel.hpp"
#include "report/json.hpp"

namespace nqueens::cli {
namespace {

/// A line of the table of kernels. @param chosen  the word in the column `chosen`
std::string table_line(const KernelEntry& entry, std::string_view chosen) {
  const auto yes = [](bool value) { return value ? "yes" : "no"; };
  char line[200];
  std::snprintf(line, sizeof line, "%-16s%-10s%-10s%-8s%-22s%s\n", std::string(entry.name).c_str(),
                yes(entry.compiled()), yes(entry.supported()), std::string(chosen).c_str(),
                std::string(entry.instruction_set).c_str(), std::string(entry.summary).c_str());
  return line;
}

ExitCode list_kernels(bool json) {
  // A wrong NQUEENS_KERNEL still prints the table, which has the right names, with no kernel
  // chosen.
  std::string_view chosen;
  try {
    chosen = choose_kernel("auto").name;
  } catch (const Error& error) {
    say(error.what());
  }
  auto list = Json::array();
  std::string text = "name            compiled  runnable  chosen  instruction set       search\n";
  for (const KernelEntry& entry : kernels()) {
    const bool is_chosen = entry.name == base_name(chosen);
    auto variants = Json::array();
    text += table_line(entry, is_chosen ? "yes" : "no");
    for (const KernelEntry& variant : entry.variants) {
      variants.push_back({{"name", variant.name}, {"summary", variant.summary}});
      const char* const in_race = entry.name == chosen ? "race" : "no";
      text += table_line(variant, variant.name == chosen ? "yes" : in_race);
    }
    list.push_back({{"name", entry.name},
                    {"instruction_set", entry.instruction_set},
                    {"compiled", entry.compiled()},
                    {"runnable", entry.supported()},
                    {"chosen", is_chosen},
                    {"summary", entry.summary},
                    {"variants", variants}});
  }
  print(json ? dump(list) + "\n" : text);
  return ExitCode::done;
}

}  // namespace

Command add_kernels(CLI::App& program) {
  const auto json = std::make_shared<bool>(false);
  CLI::App& command = *program.add_subcommand("kernels", "List the counting kernels");
  add_json(command, *json, "array");
  return {.parser = &command, .run = [json](const Launcher&) { return list_kernels(*json); }};
}

}  // namespace nqueens::cli
