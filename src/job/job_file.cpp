// Reads job files by the table of settings. Each line is a section, a key and its value, or a
// comment. This is a part of TOML, except that a byte order mark and bytes that are not UTF-8 are
// accepted.

#include <algorithm>
#include <map>

#include "core/number.hpp"
#include "core/text.hpp"
#include "job/job.hpp"
#include "nqueens/error.hpp"

namespace nqueens {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr const char* blanks = " \t";
  const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

std::string_view without_comment(std::string_view value) {
  const bool is_quoted = value.starts_with('"') || value.starts_with('\'');
  const std::size_t end = is_quoted ? value.find(value.front(), 1) : 0;
  return trimmed(value.substr(0, value.find('#', end)));
}

bool is_control(char c) {
  return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == 0x7f;
}

/// Whether a number that from_chars() accepts is TOML: -1, 0.5 and 2e-3, but not 08, .5 or 1.
bool is_toml_number(std::string_view number) {
  constexpr const char* digits = "0123456789";
  number.remove_prefix(number.starts_with('-') ? 1 : 0);
  const std::size_t whole = std::min(number.find_first_not_of(digits), number.size());
  const bool has_point = number.substr(whole).starts_with('.');
  return (whole == 1 || (whole > 1 && number.front() != '0')) &&
         (!has_point || number.find_first_of(digits, whole) == whole + 1);
}

/// The keys of a section, or all sections if it is empty.
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

/// For an unknown key or section: the name that was meant, or a list of names.
std::string advice(std::string_view name, const std::string& section, const GivenSettings& given) {
  std::string key(name.substr(name.rfind('.') + 1));  // of count.n
  std::ranges::replace(key, '-', '_');
  const KnownSetting* const setting = setting_meant_by(key);
  if (setting != nullptr && !setting->section.empty()) {
    return "; write " + std::string(setting->key) + " under [" + std::string(setting->section) +
           "]";
  }
  std::string option = key;
  std::ranges::replace(option, '_', '-');
  if (setting != nullptr || given.is_option(option)) {
    return "; that is the option --" + option;
  }
  const auto known = names(section);
  const std::string meant = most_similar(name, known);
  const bool is_section = section.empty() && !meant.empty();
  return is_section       ? "; write [" + meant + "]"
         : !meant.empty() ? "; did you mean " + meant + "?"
                          : "; the " + std::string(section.empty() ? "sections" : "keys") +
                                " are " + list_of(known, "and");
}

/// Sets a value from its text in the file. @return why it cannot be set; empty if it is
std::string set_as_written(JobSettings& settings, const KnownSetting& setting,
                           std::string_view value) {
  const std::string key(setting.key);
  const std::size_t quote = value.find_first_of("\"'");
  const bool is_quoted = quote == 0 && value.find(value.front(), 1) == value.size() - 1;
  const std::string text(is_quoted ? value.substr(1, value.size() - 2) : value);
  const bool is_value = set(settings, setting, text);
  if (is_value && value.starts_with('"') && text.find('\\') != std::string::npos) {
    return key + " is " + shortened(value) + "; a text with a backslash must " +
           (text.find('\'') == std::string::npos ? "be in '...'" : "have no apostrophe");
  }
  if ((quote != std::string_view::npos && !is_quoted) || !is_value) {
    return (value.empty() ? key + " has no value" : key + " is " + shortened(value)) +
           "; it must be " + setting.expected.text;
  }
  const bool is_text = setting.quotes == Quotes::always ||
                       (setting.quotes == Quotes::optional && !number_from<double>(text));
  if (is_text && !is_quoted) {
    const char* const mark = text.find('\\') == std::string::npos ? "\"" : "'";
    return one_line(text) != text ? "quotes are missing around " + shortened(text)
                                  : "quotes are missing; write " + key + " = " + mark + text + mark;
  }
  const bool has_needless_quotes = is_quoted && setting.quotes == Quotes::never;
  if ((!is_quoted || has_needless_quotes) && !is_toml_number(text)) {
    return key + " is " + shortened(value) +
           "; it must have no needless 0 in front, and digits on both sides of its point";
  }
  return has_needless_quotes ? "there are quotes; write " + key + " = " + text : "";
}

/// Reads one file. Every message starts with its name.
class JobFileReader {
 public:
  JobFileReader(std::string file, const GivenSettings& given)
      : file_(std::move(file)), given_(given), settings_(given.values) {}

  JobSettings read(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    text.remove_prefix(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
      throw Error(ExitCode::usage, file_ + " is in UTF-16; save it as UTF-8");
    }
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      ++line_;
      const bool is_of_windows = text.substr(0, std::min(end + 1, text.size())).ends_with("\r\n");
      read_line(text.substr(0, end - (is_of_windows ? 1 : 0)));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (settings_.count.problem.n == 0) {
      throw Error(ExitCode::usage, file_ + ": [count] n is missing; give the number of rows");
    }
    return settings_;
  }

 private:
  [[nodiscard]] Error error(const std::string& message) const {
    return {ExitCode::usage, file_ + ":" + std::to_string(line_) + ": " + message};
  }

  void read_line(std::string_view whole) {
    const std::string_view line = trimmed(whole);
    if (const auto at = std::ranges::find_if(whole, is_control); at != whole.end()) {
      throw error("'" + shortened(line) + "' has the control character " + one_line({at, at + 1}) +
                  "; remove it, or name a job file");
    }
    const std::size_t equals = line.find('=');
    const std::string_view header = without_comment(line);
    if (header.starts_with('[') && header.ends_with(']')) {
      begin_section(trimmed(header.substr(1, header.size() - 2)));
    } else if (!header.empty() && equals != std::string_view::npos) {
      read_value(trimmed(line.substr(0, equals)),
                 without_comment(trimmed(line.substr(equals + 1))));
    } else if (!header.empty()) {
      throw error("'" + shortened(line) +
                  "' is neither [section] nor key = value; correct it, or name a job file");
    }
  }

  void begin_section(std::string_view name) {
    const auto sections = names("");
    if (std::ranges::find(sections, name) == sections.end()) {
      throw error("unknown section '" + shortened(name) + "'" + advice(name, "", given_));
    }
    section_ = name;
    require_first("[" + section_ + "]");
  }

  void read_value(std::string_view key, std::string_view value) {
    const KnownSetting* setting = setting_named(key);
    if (setting == nullptr || setting->section != section_) {
      throw error("unknown key '" + shortened(key) + "' " +
                  (section_.empty() ? "above the first section" : "in [" + section_ + "]") +
                  advice(key, section_, given_));
    }
    require_first(std::string(key));
    JobSettings overridden;
    JobSettings& settings = given_.texts.contains(setting) ? overridden : settings_;
    if (const std::string fault = set_as_written(settings, *setting, value); !fault.empty()) {
      throw error(fault);
    }
  }

  void require_first(const std::string& name) {
    if (const auto [first, is_new] = lines_.emplace(name, line_); !is_new) {
      throw error(name + " is in line " + std::to_string(first->second) +
                  " already; remove one of them");
    }
  }

  std::string file_;
  const GivenSettings& given_;
  JobSettings settings_;
  std::size_t line_ = 0;
  std::string section_;
  std::map<std::string, std::size_t> lines_;
};

}  // namespace

JobSettings parse_job_file(std::string_view text, const std::filesystem::path& file,
                           const GivenSettings& given) {
  if (text.size() > max_job_file) {
    throw Error(ExitCode::usage, "job file '" + file.string() + "' is larger than " +
                                     std::to_string(max_job_file / 1024) + " KiB; name a job file");
  }
  JobSettings settings = JobFileReader(file.string(), given).read(text);
  if (settings.checkpoint.path.empty()) {
    settings.checkpoint.path = file.filename().replace_extension(".ckpt");
  }
  return settings;
}

}  // namespace nqueens
