// Reads job files (TOML) by one table of keys, with the section, check and destination of each.

#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>
#include <system_error>
#include <vector>

#include "core/duration.hpp"
#include "core/error.hpp"
#include "core/similar.hpp"
#include "job/job.hpp"
#include "job/toml_line.hpp"

namespace nqueens {
namespace {

/// A job file is a page of text; anything larger is not a job file.
constexpr std::uintmax_t max_bytes = 1 << 20;

/// The parser recurses for each part of a dotted name, and 30,000 of them overflow the stack.
/// Names, and without lists all nesting, stay on one line, so a limit on lines is enough.
constexpr std::size_t max_line_bytes = 4096;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Whether it is a control character.
bool is_control(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == 0x7f;
}

/// The user's text for a one-line message.
std::string printable(std::string text, std::size_t max_shown = 40) {
  if (text.size() > max_shown) {
    text.replace(max_shown, std::string::npos, "...");
  }
  std::replace_if(text.begin(), text.end(), is_control, '?');
  return text;
}

/// What is wrong with a value. The caller adds the line.
struct WrongValue {
  std::string expected;
};

std::int64_t integer(const toml::node& node, std::int64_t least, std::int64_t most) {
  const auto* value = node.as_integer();
  if (value == nullptr || value->get() < least || value->get() > most) {
    throw WrongValue{"a whole number from " + std::to_string(least) + " to " +
                     std::to_string(most)};
  }
  return value->get();
}

std::string text(const toml::node& node) {
  const auto* value = node.as_string();
  if (value == nullptr || value->get().empty()) {
    throw WrongValue{"a text in quotes that is not empty"};
  }
  // A path would end at a zero character.
  if (std::any_of(value->get().begin(), value->get().end(), is_control)) {
    throw WrongValue{"a text without control characters"};
  }
  return value->get();
}

/// Seconds: a number, or a text such as "10m" or "hh:mm:ss".
double seconds(const toml::node& node) {
  std::optional<double> value = node.value<double>();
  if (const auto* string = node.as_string()) {
    value = parse_duration(string->get());
  }
  if (node.is_boolean() || !value || !std::isfinite(*value) || *value <= 0) {
    throw WrongValue{"a time above 0: seconds, \"10m\" or \"hh:mm:ss\""};
  }
  return *value;
}

/// 0 stands for no slices.
double slice_seconds(const toml::node& node) {
  return node.value<double>() == 0.0 ? 0 : seconds(node);
}

double share(const toml::node& node) {
  const std::optional<double> value = node.value<double>();
  if (node.is_boolean() || !value || !(*value >= 0 && *value <= 1)) {
    throw WrongValue{"a number from 0 to 1"};
  }
  return *value;
}

/// A word that `from` knows.
template <class From>
auto word(const toml::node& node, const From& from, const std::string& expected) {
  const auto value = from(node.value_or(""));
  if (!value) {
    throw WrongValue{expected};
  }
  return *value;
}

struct Key {
  const char* section;
  const char* name;
  std::function<void(JobSettings&, const toml::node&)> read;
};

std::vector<Key> keys_of_count() {
  return {
      {"count", "n",
       [](JobSettings& to, const toml::node& node) {
         to.count.problem.n = static_cast<int>(integer(node, 1, max_board));
       }},
      {"count", "depth",
       [](JobSettings& to, const toml::node& node) {
         to.count.depth = static_cast<int>(integer(node, 0, max_board));
       }},
      {"count", "symmetry",
       [](JobSettings& to, const toml::node& node) {
         to.count.symmetry = word(node, symmetry_from, "\"full\", \"mirror\" or \"none\"");
       }},
      {"count", "tasks",
       [](JobSettings& to, const toml::node& node) {
         to.count.tasks =
             static_cast<std::uint64_t>(integer(node, 1, static_cast<std::int64_t>(max_tasks)));
       }},
      {"count", "slice_seconds",
       [](JobSettings& to, const toml::node& node) {
         to.count.slice_seconds = slice_seconds(node);
       }},
  };
}

std::vector<Key> keys_of_a_run() {
  return {
      {"run", "kernel",
       [](JobSettings& to, const toml::node& node) { to.run.kernel = text(node); }},
      {"run", "batch_seconds",
       [](JobSettings& to, const toml::node& node) { to.run.batch_seconds = seconds(node); }},
      {"run", "log_interval",
       [](JobSettings& to, const toml::node& node) {
         to.run.log_interval_seconds = seconds(node);
       }},
      {"run", "check_fraction",
       [](JobSettings& to, const toml::node& node) { to.run.check_fraction = share(node); }},
      {"run", "double_check",
       [](JobSettings& to, const toml::node& node) {
         to.run.double_check = word(node, second_cut_from, "\"none\", \"depth\" or \"mirror\"");
       }},
      {"checkpoint", "path",
       [](JobSettings& to, const toml::node& node) { to.checkpoint.path = text(node); }},
      {"checkpoint", "interval",
       [](JobSettings& to, const toml::node& node) {
         to.checkpoint.interval_seconds = seconds(node);
       }},
      {"checkpoint", "generations",
       [](JobSettings& to, const toml::node& node) {
         to.checkpoint.generations = static_cast<int>(integer(node, 1, 9));
       }},
  };
}

/// The words that name a sequence.
std::vector<Key> keys_of_words() {
  std::vector<Key> keys;
  for (std::size_t i = 0; i < sequence_keys.size(); ++i) {
    keys.push_back({"count", sequence_keys[i].data(), [i](JobSettings& to, const toml::node& node) {
                      std::string expected;
                      for (const std::string& known : words_of(i)) {
                        expected += (expected.empty() ? "\"" : " or \"") + known + "\"";
                      }
                      to.words[i] = word(
                          node, [i](const char* text) { return word_of(i, text); }, expected);
                    }});
  }
  return keys;
}

const std::vector<Key>& keys() {
  static const std::vector<Key> table = [] {
    std::vector<Key> all = keys_of_count();
    const std::vector<Key> words = keys_of_words();
    const std::vector<Key> others = keys_of_a_run();
    all.insert(all.begin() + 1, words.begin(), words.end());
    all.insert(all.end(), others.begin(), others.end());
    return all;
  }();
  return table;
}

/// The keys of a section, or all sections if none is named.
std::vector<std::string> names(const std::string& section) {
  std::vector<std::string> list;
  for (const Key& key : keys()) {
    const std::string name = section.empty() ? key.section : key.name;
    if ((section.empty() || section == key.section) && (list.empty() || list.back() != name)) {
      list.push_back(name);
    }
  }
  return list;
}

/// For messages: the name that was meant, or else all names.
std::string advice(const std::string& unknown, const std::vector<std::string>& known,
                   const std::string& what) {
  std::string text = did_you_mean(unknown, known);
  if (text.empty()) {
    text = "; " + what + " are ";
    for (const std::string& name : known) {
      text += (&name == &known.front() ? "" : ", ") + name;
    }
  }
  return text;
}

/// The same for a name that is in the wrong section, or in none.
std::string advice_on_key(const std::string& name, const std::string& section) {
  const auto key = std::ranges::find(keys(), name, &Key::name);
  return key != keys().end()
             ? std::string("; write it under [") + key->section + "]"
             : advice(name, names(section), section.empty() ? "the sections" : "the keys");
}

/// Why the TOML parser stopped at a line: a text without quotes, or what it says itself.
std::string why_not_toml(std::string_view line, std::string_view parser_says) {
  if (const auto bare = bare_text(line)) {
    const std::string name = printable(std::string(bare->name));
    const std::string value = printable(std::string(bare->value));
    const auto key = std::ranges::find(keys(), bare->name, &Key::name);
    try {
      if (key != keys().end()) {
        JobSettings ignored;
        key->read(ignored, toml::value<std::string>(value));
        return "quotes are missing; write " + name + " = \"" + value + "\"";
      }
    } catch (const WrongValue& wrong) {
      return name + " is " + value + "; it must be " + wrong.expected;
    }
  }
  // The parser's message may have several lines.
  return "not valid TOML: " +
         printable(std::string(parser_says.substr(0, parser_says.find('\n'))), 200);
}

std::string_view line_of(std::string_view bytes, std::size_t number) {
  for (; number > 1; --number) {
    const std::size_t end = bytes.find('\n');
    bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
  }
  return bytes.substr(0, bytes.find('\n'));
}

class JobFileReader {
 public:
  explicit JobFileReader(const std::filesystem::path& file) : file_(file) {}

  /// The content of the file, cut just above the limit.
  [[nodiscard]] std::string content() const {
    std::error_code code;
    if (std::filesystem::is_directory(file_, code)) {
      throw unreadable("is a folder; name a TOML file");
    }
    std::ifstream stream(file_, std::ios::binary);
    if (!stream) {
      throw unreadable(std::filesystem::exists(file_, code)
                           ? "cannot be read; check its permissions"
                           : "does not exist");
    }
    std::string bytes(max_bytes + 1, '\0');
    stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (stream.bad()) {
      throw unreadable("cannot be read");
    }
    bytes.resize(static_cast<std::size_t>(stream.gcount()));
    return bytes;
  }

  [[nodiscard]] JobSettings parsed(std::string_view bytes) const {
    if (bytes.size() > max_bytes) {
      throw unreadable("is larger than 1 MiB; name a job file");
    }
    check_lines(bytes);
    const toml::table document = parse(bytes);
    JobSettings settings;
    settings.checkpoint.path = file_.filename().replace_extension(".ckpt");
    for (const auto& [section, node] : document) {
      read_section(settings, std::string(section.str()), node);
    }
    settings.count.problem.sequence = sequence_named(settings.words);
    if (settings.count.problem.n == 0) {
      throw Error(ExitCode::usage, file_.string() +
                                       ": [count] n is missing; give the number of rows, 1 to " +
                                       std::to_string(max_board));
    }
    return settings;
  }

 private:
  [[nodiscard]] Error unreadable(const std::string& why) const {
    return {ExitCode::usage, "job file '" + file_.string() + "' " + why};
  }
  [[nodiscard]] Error error(std::size_t line, const std::string& message) const {
    return {ExitCode::usage, file_.string() + ":" + std::to_string(line) + ": " + message};
  }
  [[nodiscard]] Error error(const toml::source_region& source, const std::string& message) const {
    return error(source.begin.line, message);
  }

  void check_lines(std::string_view bytes) const {
    bytes.remove_prefix(bytes.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
    for (std::size_t line = 1; !bytes.empty(); ++line) {
      const std::size_t length = std::min(bytes.find('\n'), bytes.size());
      if (length > max_line_bytes) {
        throw error(line, "the line is longer than " + std::to_string(max_line_bytes) +
                              " bytes; shorten it");
      }
      if (const std::string part = unparsable_part(bytes.substr(0, length)); !part.empty()) {
        throw error(line, "not allowed in a job file: " + part);
      }
      bytes.remove_prefix(std::min(length + 1, bytes.size()));
    }
  }

  [[nodiscard]] toml::table parse(std::string_view bytes) const {
    try {
      return toml::parse(bytes);
    } catch (const toml::parse_error& parse_error) {
      const toml::source_region& source = parse_error.source();
      throw error(source,
                  why_not_toml(line_of(bytes, source.begin.line), parse_error.description()));
    }
  }

  void read_section(JobSettings& settings, const std::string& section,
                    const toml::node& node) const {
    if (std::none_of(keys().begin(), keys().end(),
                     [&](const Key& key) { return section == key.section; })) {
      throw error(node.source(), "unknown section or key '" + printable(section) + "'" +
                                     advice_on_key(section, ""));
    }
    const toml::table* table = node.as_table();
    if (table == nullptr) {
      throw error(node.source(), "'" + section + "' is a section; write [" + section + "]");
    }
    for (const auto& [name, value] : *table) {
      read_key(settings, section, std::string(name.str()), name.source(), value);
    }
  }

  void read_key(JobSettings& settings, const std::string& section, const std::string& name,
                const toml::source_region& source, const toml::node& value) const {
    for (const Key& key : keys()) {
      if (section == key.section && name == key.name) {
        try {
          key.read(settings, value);
        } catch (const WrongValue& wrong) {
          throw error(source, name + " is " + shown(value) + "; it must be " + wrong.expected);
        }
        return;
      }
    }
    throw error(source, "unknown key '" + printable(name) + "' in [" + section + "]" +
                            advice_on_key(name, section));
  }

  static std::string shown(const toml::node& value) {
    std::ostringstream stream;
    value.visit([&stream](const auto& node) {
      if constexpr (toml::is_table<decltype(node)>) {
        stream << "a table";
      } else if constexpr (toml::is_array<decltype(node)>) {
        stream << "a list";
      } else {
        stream << node;
      }
    });
    return printable(stream.str());
  }

  std::filesystem::path file_;
};

}  // namespace

JobSettings parse_job_file(std::string_view text, const std::filesystem::path& file) {
  return JobFileReader(file).parsed(text);
}

JobSettings read_job_file(const std::filesystem::path& file) {
  return parse_job_file(JobFileReader(file).content(), file);
}

}  // namespace nqueens
