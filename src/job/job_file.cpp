// Reads job files (TOML) by the table of settings.

// What toml++ 3 takes for granted is untrue of some texts (its issues 294 and 295). With these
// lines it asks, and a text of which it is untrue is refused.
#undef NDEBUG
#define TOML_HEADER_ONLY 1
#define TOML_ASSERT(expression) ::nqueens::require(static_cast<bool>(expression))

namespace nqueens {
namespace {
struct NotToml {};
constexpr void require(bool condition) {
  if (!condition) {
    throw NotToml{};
  }
}
}  // namespace
}  // namespace nqueens

#include <toml++/toml.h>

#include <algorithm>
#include <sstream>

#include "core/error.hpp"
#include "core/text.hpp"
#include "job/job.hpp"

namespace nqueens {
namespace {

bool is_control(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == 0x7f;
}

bool is_letter(char c) {
  return (c | ' ') >= 'a' && (c | ' ') <= 'z';
}

/// The user's text for a one-line message.
std::string printable(std::string text, std::size_t max_shown = 40) {
  if (text.size() > max_shown) {
    while (max_shown > 0 && (text[max_shown] & 0xC0) == 0x80) {
      --max_shown;  // not within a letter
    }
    text.replace(max_shown, std::string::npos, "...");
  }
  std::ranges::replace_if(text, is_control, '?');
  return text;
}

/// toml++ has undefined behaviour for some characters up to U+FEFF. So it gets each byte above
/// ASCII as a character of a private plane, of which it only needs to know that it is no blank.
constexpr std::string_view private_plane = "\xF4\x8F";
std::string hidden(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      text += private_plane;
      text += {static_cast<char>(byte < 0xC0 ? 0x80 : 0x81), static_cast<char>(byte & 0xBF)};
    }
  }
  return text;
}

/// The inverse, also of a text that toml++ has cut within a character.
std::string restored(std::string_view text) {
  std::string bytes;
  while (!text.empty()) {
    const bool is_hidden = text.size() >= 4 && text.starts_with(private_plane);
    bytes += is_hidden ? static_cast<char>(text[3] | (text[2] == '\x81' ? 0x40 : 0)) : text.front();
    text.remove_prefix(is_hidden ? 4 : 1);
  }
  return bytes;
}

std::string shown(const toml::node& value) {
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
  return printable(restored(stream.str()));
}

/// The text of a value, as an option would have it.
std::string text_of(const toml::node& value) {
  if (const auto* text = value.as_string()) {
    return restored(text->get());
  }
  const auto* number = value.as_integer();
  return number != nullptr ? std::to_string(number->get()) : shown(value);
}

/// What is expected in place of a value; empty if it is good, and set.
std::string set(JobSettings& settings, const KnownSetting& setting, const toml::node& value) {
  const std::string text = text_of(value);
  if (value.is_string() && std::ranges::any_of(text, is_control)) {
    return "a text without control characters";  // a path would end at a zero
  }
  const Quotes wrong = value.is_string() ? Quotes::never : Quotes::always;
  return setting.quotes != wrong && set(settings, setting, text) ? "" : setting.expected;
}

/// The keys of a section, or all sections if none is named.
std::vector<std::string> names(std::string_view section) {
  std::vector<std::string> list;
  for (const KnownSetting& setting : all_settings()) {
    const std::string_view name = section.empty() ? setting.section : setting.key;
    const bool belongs = section.empty() ? !name.empty() : section == setting.section;
    if (belongs && (list.empty() || list.back() != name)) {
      list.emplace_back(name);
    }
  }
  return list;
}

const KnownSetting* setting_named(std::string_view key) {
  const auto found = std::ranges::find(all_settings(), key, &Setting::key);
  return found == all_settings().end() || found->section.empty() ? nullptr : &*found;
}

/// For a name that is unknown in a section, or is no section: what was meant, or what there is.
std::string advice(const std::string& name, const std::string& section) {
  if (const KnownSetting* setting = setting_named(name)) {
    return "; write it under [" + std::string(setting->section) + "]";
  }
  if (name == "threads") {
    return "; how many threads count is no part of a job: give --threads";
  }
  const std::string meant = did_you_mean(name, names(section));
  return !meant.empty() ? meant
                        : "; the " + std::string(section.empty() ? "sections" : "keys") + " are " +
                              list_of(names(section), "and");
}

/// What is wrong with a line whose value should be in quotes; empty if it has another fault.
std::string fault_of_bare_text(std::string_view line) {
  const auto trimmed = [](std::string_view text) {
    constexpr const char* blanks = " \t\r\n";
    const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
    return std::string(text.substr(begin, text.find_last_not_of(blanks) + 1 - begin));
  };
  line = line.substr(0, line.find('#'));
  const std::size_t equals = line.find('=');
  const std::string full_name = trimmed(line.substr(0, equals));
  const std::string name = full_name.substr(full_name.rfind('.') + 1);
  const std::string value = equals < line.size() ? trimmed(line.substr(equals + 1)) : "";
  const KnownSetting* setting = setting_named(name);
  const bool is_text =
      std::ranges::any_of(value, is_letter) && value.find_first_of("\"'") == std::string::npos;
  if (setting == nullptr || !is_text) {
    return "";
  }
  JobSettings ignored;
  const bool helps = setting->quotes != Quotes::never && set(ignored, *setting, value);
  return helps ? "quotes are missing; write " + name + " = \"" + printable(value) + "\""
               : name + " is " + printable(value) + "; it must be " + setting->expected;
}

/// The text up to the end of a line, from 1.
std::string_view up_to_line(std::string_view text, std::size_t line) {
  std::size_t end = 0;
  for (; line > 0 && end < text.size(); --line) {
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  }
  return text.substr(0, end);
}

/// Reads one file. Its name stands in all messages.
class JobFileReader {
 public:
  explicit JobFileReader(std::string file) : file_(std::move(file)) {}

  void read(JobSettings& settings, std::string_view bytes) const {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    bytes.remove_prefix(bytes.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
    for (const auto& [name, node] : parse(bytes)) {
      read_section(settings, restored(name.str()), node);
    }
    if (settings.count.problem.n == 0) {
      throw Error(ExitCode::usage, file_ +
                                       ": [count] n is missing; give the number of rows, 1 to " +
                                       std::to_string(max_board));
    }
  }

 private:
  [[nodiscard]] Error error(std::size_t line, const std::string& message) const {
    return {ExitCode::usage, file_ + ":" + std::to_string(line) + ": " + message};
  }
  [[nodiscard]] Error error(const toml::source_region& source, const std::string& message) const {
    return error(source.begin.line, message);
  }

  [[nodiscard]] toml::table parse(std::string_view bytes) const {
    const std::string text = hidden(bytes);
    try {
      return toml::parse(text);
    } catch (const toml::parse_error& fault) {
      const std::size_t line = fault.source().begin.line;
      const std::string_view before = up_to_line(bytes, line - 1);
      const std::string bare = fault_of_bare_text(up_to_line(bytes, line).substr(before.size()));
      std::string why = restored(fault.description());
      std::ranges::replace_if(
          why, [](char c) { return (c & 0x80) != 0; }, '?');  // half a letter
      throw error(line, !bare.empty() ? bare : "not valid TOML: " + printable(why, 200));
    } catch (const NotToml&) {
      throw error(line_that_is_not_toml(text), "not valid TOML");
    }
  }

  /// The first line without which the text could be parsed, or refused in words.
  static std::size_t line_that_is_not_toml(std::string_view text) {
    for (std::size_t line = 1;; ++line) {
      try {
        static_cast<void>(toml::parse(up_to_line(text, line)));
      } catch (const toml::parse_error&) {  // NOLINT(bugprone-empty-catch): cut within a value
      } catch (const NotToml&) {
        return line;
      }
    }
  }

  void read_section(JobSettings& settings, const std::string& section,
                    const toml::node& node) const {
    const auto sections = names("");
    if (std::ranges::find(sections, section) == sections.end()) {
      throw error(node.source(),
                  "unknown section or key '" + printable(section) + "'" + advice(section, ""));
    }
    const toml::table* table = node.as_table();
    if (table == nullptr) {
      throw error(node.source(), "'" + section + "' is a section; write [" + section + "]");
    }
    for (const auto& [key, value] : *table) {
      const std::string name = restored(key.str());
      const KnownSetting* setting = setting_named(name);
      if (setting == nullptr || setting->section != section) {
        throw error(key.source(), "unknown key '" + printable(name) + "' in [" + section + "]" +
                                      advice(name, section));
      }
      if (const std::string expected = set(settings, *setting, value); !expected.empty()) {
        throw error(key.source(), name + " is " + shown(value) + "; it must be " + expected);
      }
    }
  }

  std::string file_;
};

}  // namespace

JobSettings parse_job_file(std::string_view text, const std::filesystem::path& file) {
  if (text.size() > max_job_file) {
    throw Error(ExitCode::usage, "job file '" + file.string() + "' is larger than " +
                                     std::to_string(max_job_file / 1024) + " KiB; name a job file");
  }
  JobSettings settings;
  settings.checkpoint.path = file.filename().replace_extension(".ckpt");
  JobFileReader(file.string()).read(settings, text);
  return settings;
}

}  // namespace nqueens
