// Tables and notes as HTML, put into the places of page.html.

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/number.hpp"
#include "core/text.hpp"
#include "view/page.hpp"
#include "view/progress.hpp"
#include "view/result_words.hpp"

namespace nqueens {
namespace {

constexpr std::size_t max_rows = 200;
constexpr std::size_t max_ranks = 40;

constexpr std::string_view page_text =
#include "page.html.inc"
    ;
static_assert(page_text.starts_with(page_start));

/// As one line, for texts and attributes.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : one_line(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

/// For texts: without line breaks in a date, or between an option and its value.
std::string unbroken(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::size_t end = std::min(text.find(' '), text.size());
    if (text.starts_with('-') && text[end - 1] != ',' && text.substr(end, 2) != " -") {
      end = std::min(text.find(' ', end + 1), text.size());
    }
    const std::string_view word = text.substr(0, end);
    out += word.find('-') == std::string_view::npos
               ? escaped(word)
               : "<span class=\"word\">" + escaped(word) + "</span>";
    out += text.substr(end, 1);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

/// The name of a field in words: "set aside" for set_aside, "kernel time" for kernel_seconds.
std::string in_words(std::string name) {
  if (name == "processor_seconds") {
    return "CPU time";
  }
  if (const auto unit = name.find("seconds"); unit != std::string::npos) {
    name.replace(unit, std::string_view("seconds").size(), "time");
  } else if (const auto share = name.rfind("_share"); share != std::string::npos) {
    name.erase(share);
  }
  std::ranges::replace(name, '_', ' ');
  return name;
}

bool is_moment(const std::string& name) {
  return name == "began" || name == "time";
}

/// Times and shares, which the name of the field tells, get their units.
std::string text_of(const std::string& name, const Json& value) {
  if (value.is_number() && name.find("seconds") != std::string::npos) {
    return short_time(value.get<double>());
  }
  if (value.is_number() && name.ends_with("share")) {
    return format_share(value.get<double>());
  }
  if (value.is_array()) {
    return first_forty(value, [&](const Json& each) { return text_of(name, each); });
  }
  if (!value.is_string()) {
    return value.is_null() ? "" : dump(value);
  }
  std::string text = value;
  if (is_moment(name)) {  // to the second, without the zone
    std::ranges::replace(text, 'T', ' ');
    return text.substr(0, 19);
  }
  return name == "kind" ? in_words(text) : name == "kernels" ? spaced(text) : text;
}

std::string paragraph(std::string_view text, std::string_view kind = "note") {
  return text.empty() ? "" : fmt::format("<p class=\"{}\">{}</p>\n", kind, unbroken(text));
}

/// Each field is a column, unless all rows lack it. Shares have a bar.
std::string table(const Json& rows, std::vector<std::string> columns) {
  if (rows.empty()) {
    return "";
  }
  constexpr std::size_t max_narrow = 4;
  std::erase_if(columns, [&](const std::string& name) {
    return std::ranges::all_of(rows, [&](const Json& row) { return row.at(name).is_null(); });
  });
  const auto kind_of = [&](const std::string& name) {
    const Json& value = rows[0].at(name);
    return !value.is_string() && !value.is_array() ? "n" : is_moment(name) ? "moment" : "";
  };
  std::string out =
      fmt::format("<table class=\"rows{}\">\n<tr>", columns.size() > max_narrow ? " wide" : "");
  for (const std::string& name : columns) {
    out += fmt::format("<th class=\"{}\">{}</th>", kind_of(name), in_words(name));
  }
  for (std::size_t row = 0; row < std::min(rows.size(), max_rows); ++row) {
    out += "</tr>\n<tr>";
    for (const std::string& name : columns) {
      const Json& value = rows[row].at(name);
      const std::string bar =
          name.ends_with("share") && !value.is_null()
              ? fmt::format(" style=\"--share:{:.1f}%\"", 100 * value.get<double>())
              : "";
      out += fmt::format("<td class=\"{}\" data-name=\"{}\"{}>{}</td>", kind_of(name),
                         in_words(name), bar, unbroken(text_of(name, value)));
    }
  }
  out += "</tr>\n</table>\n";
  return out + (rows.size() > max_rows
                    ? paragraph(fmt::format("and {} more rows", rows.size() - max_rows))
                    : "");
}

std::string fact_table(const TableRows& facts) {
  std::string out = "<table class=\"facts\">\n";
  for (const std::vector<std::string>& fact : facts) {
    out += "<tr><th>" + escaped(fact[0]) + "</th><td>" +
           unbroken(fact[0] == "kernels" ? spaced(fact[1]) : fact[1]) + "</td></tr>\n";
  }
  return facts.empty() ? "" : out + "</table>\n";
}

// --- The result

/// Empty if the field is absent or null.
std::string field(const Json& json, const std::string& name) {
  const auto found = json.find(name);
  return found == json.end() ? "" : text_of(name, *found);
}

std::string result_of(const Json& result) {
  const std::string quantity = field(result, "quantity");
  const std::string part = field(result, "part");
  const std::string number = field(result, part.empty() ? quantity : "sum_of_part");
  std::string out = paragraph(
      number + (part.empty() ? " " + quantity.substr(0, quantity.size() - (number == "1" ? 1 : 0))
                             : ": the sum of part " + part),
      "number");
  for (const std::string& sentence : sentences_of(result)) {
    out += paragraph(sentence, "");
  }
  TableRows facts = {{"decomposition", "symmetry " + field(result, "symmetry") + ", depth " +
                                           field(result, "depth")},
                     {"kernels", field(result, "kernel")},
                     {"nodes", field(result, "nodes")},
                     {"placements by row", field(result, "profile")},
                     {"count_sha256", field(result, "count_sha256")}};
  std::erase_if(facts, [](const auto& fact) { return fact[1].empty(); });
  return out + fact_table(facts);
}

// --- The sections

std::string words_without_log(const RunPage& page) {
  return "There is no log of runs, or nothing in it, so nothing is known of times, ranks and "
         "faults." +
         (page.status && !page.status->missing_log.empty()
              ? " If the checkpoint was moved, copy " + page.status->missing_log + ", too."
              : "");
}

/// From a log without a checkpoint.
TableRows state_of(const RunState::Run& run) {
  const RunStart& start = run.start;
  TableRows facts = {{"job", start.problem + ", " + start.cut +
                                 (start.part.empty() ? "" : ", part " + start.part)}};
  const TableRows more =
      facts_of(run.progress(), run.stop.reason.empty() ? std::optional(run.time + run.now().seconds)
                                                       : std::nullopt);
  facts.insert(facts.end(), more.begin(), more.end());
  facts.push_back({"counted so far", to_string(run.now().count)});
  return facts;
}

std::string note_of_log(const Json& facts) {
  const Json& starts = facts.at("starts");
  const auto any = [&starts](const auto& is_so) { return std::ranges::any_of(starts, is_so); };
  const auto skipped = facts.at("lines_skipped").get<std::uint64_t>();
  return fmt::format(
      "{}{}{} took {}.{}",
      any([](const Json& each) { return !each["unsaved_share"].is_null(); })
          ? "Unsaved is what a start counted after its last save; the next one "
            "counts it again. "
          : "",
      any([](const Json& each) { return each["end"] == no_word; })
          ? "A start without a word of its end was killed, or could not write its "
            "log. "
          : "",
      amount_of(facts.at("saves"), "save"), text_of("seconds", facts.at("save_seconds")),
      skipped == 0 ? ""
                   : fmt::format(" {} in the log could not be read and {} left out.",
                                 amount_of(skipped, "line"), skipped == 1 ? "is" : "are"));
}

std::string note_of_rates(const Json& facts) {
  const Json& rates = facts.at("rates");
  if (facts.at("starts").empty()) {
    return "";
  }
  if (rates.empty()) {
    return "Runs of merged files may have been at work at the same time, so there is no chart of "
           "them; the report of each file has one.";
  }
  if (std::ranges::all_of(rates,
                          [](const Json& each) { return each["counted_per_second"].is_null(); })) {
    return "Nothing is done yet.";
  }
  return fmt::format(
      "The rate is what a worker counts in a second of kernel time, times the workers at work: a "
      "mean over steps of {} or more. Over all starts, {} a second were counted and saved.",
      text_of("seconds", facts.at("step_seconds")),
      short_number(facts.at("use").at("counted_per_second")));
}

std::string note_of_use(const Json& use) {
  const auto share = [&](const char* name) { return text_of(name, use.at(name)); };
  return "Workers were busy for " + share("busy_share") + " of their time, and without work for " +
         share("idle_share") + "." +
         (use.at("processor_share").is_null()
              ? ""
              : " CPU time was " + share("processor_share") + " of the time of all threads.");
}

std::string note_of_loads(const Json& rows, const std::string& what) {
  std::vector<double> shares;
  for (const Json& row : rows) {
    if (!row.at("busy_share").is_null()) {
      shares.push_back(row.at("busy_share"));
    }
  }
  if (shares.size() <= max_ranks) {
    return "";
  }
  std::ranges::sort(shares);
  const auto quantile = [&shares](double part) {
    return format_share(
        shares[static_cast<std::size_t>(part * static_cast<double>(shares.size() - 1))]);
  };
  return fmt::format(
      "{} {}s: the least busy {}, a tenth below {}, half below {}, nine tenths below {}.",
      shares.size(), what, quantile(0), quantile(0.1), quantile(0.5), quantile(0.9));
}

std::string note_of_end(const Json& steps) {
  if (steps.empty()) {
    return "";
  }
  double idle = 0;
  double all = 0;
  for (const Json& step : steps) {
    idle += step.at("seconds").get<double>() * step.at("idle").get<double>();
    all += step.at("seconds").get<double>() * step.at("workers").get<double>();
  }
  return fmt::format("In the last {} workers waited for {} of {}, all workers together.",
                     text_of("seconds", steps.at(0).at("seconds_to_the_end")),
                     format_duration(idle), format_duration(all));
}

/// The script shows some of the texts, so each is made one line.
Json in_lines(Json json) {
  if (json.is_structured()) {
    for (Json& each : json) {
      each = in_lines(std::move(each));
    }
  }
  return json.is_string() ? Json(one_line(json.get<std::string>())) : json;
}

/// In ASCII, without anything that could end the <script>.
std::string for_script(Json facts) {
  for (const std::string name : {"hosts", "ranks"}) {
    Json busy = Json::array();
    for (const Json& row : facts.at(name)) {
      busy.push_back(row.at("busy_share"));
    }
    facts["busy_" + name] = std::move(busy);
    if (Json& rows = facts.at(name); rows.size() > max_rows) {
      rows.erase(rows.begin() + max_rows, rows.end());
    }
  }
  std::string text = dump(facts);
  for (auto at = text.find('<'); at != std::string::npos; at = text.find('<', at)) {
    text.replace(at, 1, "\\u003c");
  }
  return text;
}

/// @param contents  by {{place}}; a section whose place is empty is left out
std::string filled(const std::map<std::string_view, std::string>& contents) {
  constexpr std::string_view section_end = "</section>\n";
  std::string out;
  std::size_t at = 0;
  while (true) {
    const std::size_t place = page_text.find("{{", at);
    out += page_text.substr(at, place - at);
    if (place == std::string_view::npos) {
      return out;
    }
    at = page_text.find("}}", place);
    const std::string& content = contents.at(page_text.substr(place + 2, at - place - 2));
    at += 2;
    out += content;
    if (content.empty()) {
      out.erase(out.rfind("<section"));
      at = page_text.find(section_end, at) + section_end.size();
    }
  }
}

}  // namespace

std::string to_html(const RunPage& page) {
  const Json facts = json_of(page);
  const auto& runs = page.history.runs;
  const Json& ranks = facts.at("ranks");
  std::string faults;
  for (const std::string& fault : page.faults) {
    faults += paragraph("DISAGREES: " + fault, "fault");
  }
  TableRows state;
  if (page.result.empty() && page.status) {
    state = facts_of(*page.status);
    state.push_back({"disputes", std::to_string(page.status->runs.disputes)});
  } else if (page.result.empty() && !runs.empty() && page.history.inputs.empty()) {
    state = state_of(runs.back());
  }
  const bool is_live = page.status && page.status->live;
  const auto left_out = page.history.left_out;
  return filled(
      {{"title", escaped("nqueens " + facts.at("problem").get<std::string>() + ": " + page.name)},
       {"version", escaped(facts.at("version").get<std::string>())},
       {"faults", faults},
       {"result", page.result.empty() ? "" : result_of(facts.at("result"))},
       {"now", is_live ? fact_table(state) : ""},
       {"checkpoint", page.status && !is_live ? fact_table(state) : ""},
       {"so far", page.status ? "" : fact_table(state)},
       {"no log", runs.empty() ? paragraph(words_without_log(page)) : ""},
       {"starts", runs.empty() ? ""
                               : table(facts.at("starts"),
                                       {"start", "began", "seconds_at_work", "workers",
                                        "processors", "kernels", "done_share", "unsaved_share",
                                        "losses", "kernel_seconds", "processor_seconds", "end"}) +
                                     paragraph(note_of_log(facts))},
       {"provenance", fact_table(facts_of(page.provenance))},
       {"rates", paragraph(note_of_rates(facts))},
       {"hosts", table(facts.at("hosts"),
                       {"host", "ranks", "workers", "kernels", "units", "kernel_seconds",
                        "processor_seconds", "work_share", "seconds_there", "busy_share"}) +
                     paragraph(runs.empty() ? "" : note_of_use(facts.at("use"))) +
                     paragraph(note_of_loads(facts.at("hosts"), "host"))},
       {"ranks", ranks.size() <= max_ranks
                     ? table(ranks, {"start", "rank", "host", "workers", "units", "kernel_seconds",
                                     "processor_seconds", "seconds_there", "busy_share"})
                     : paragraph(note_of_loads(ranks, "rank"))},
       {"lengths", table(facts.at("lengths"), {"kernel_seconds", "units", "share"})},
       {"end", paragraph(note_of_end(facts.at("end")))},
       {"incidents",
        table(facts.at("incidents"), {"time", "kind", "text"}) +
            paragraph(runs.empty()                     ? ""
                      : page.history.incidents.empty() ? "No faults."
                      : left_out == 0                  ? ""
                                                       : std::to_string(left_out) +
                                            " more were left out of the log or this page.")},
       {"facts", for_script(in_lines(facts))}});
}

}  // namespace nqueens
