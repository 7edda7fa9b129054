// Makes and writes certificates.

#include "store/certificate.hpp"

#include <utility>

#include "core/number.hpp"
#include "job/plan.hpp"
#include "store/certificate_text.hpp"
#include "store/header.hpp"

namespace nqueens {
namespace {

std::string field(std::string_view name, const std::string& value) {
  return std::string(name) + ": " + value + "\n";
}

std::string field(std::string_view name, std::uint64_t value) {
  return field(name, std::to_string(value));
}

}  // namespace

std::string provenance_line(const std::string& name, const std::string& value) {
  std::string line = name + ": " + value;
  for (char& c : line) {
    c = is_printable({&c, 1}) ? c : '?';
  }
  return line.substr(0, longest_provenance_line);
}

std::string unchecked_in(const Certificate& certificate) {
  std::string names = certificate.second ? "second_count" : "";
  for (std::string_view before; const std::string& line : certificate.provenance) {
    const std::string_view name = std::string_view(line).substr(0, line.find(':'));
    if (name != std::exchange(before, name)) {
      names += (names.empty() ? "" : ", ") + std::string(name);
    }
  }
  return names;
}

TaskSource tasks_of(const Checkpoint& checkpoint) {
  return [&records = checkpoint.queue.records](std::uint64_t task) {
    return CertifiedTask{.count = records[task].count, .nodes = records[task].nodes};
  };
}

Certificate make_certificate(const Checkpoint& checkpoint, std::optional<std::uint64_t> prefixes) {
  const QueueSnapshot& queue = checkpoint.queue;
  if (!checkpoint.finished()) {
    throw unusable("is not finished: " + std::to_string(progress_of(queue).tasks_done) + " of " +
                   amount_of(queue.done.size(), "task") +
                   " are done; go on with 'nqueens resume' first, or merge its parts");
  }
  Certificate certificate;
  certificate.job = without_slices(checkpoint.job);  // tasks are whole
  require_known_stream(certificate.job);
  certificate.prefixes = prefixes ? *prefixes : certificate.job.prefixes().skip(max_prefixes);
  certificate.tasks = divide_up(certificate.prefixes, certificate.job.prefixes_per_task);
  if (certificate.tasks != queue.done.size()) {
    throw unusable("has " + amount_of(queue.done.size(), "task") + " where its job has " +
                   std::to_string(certificate.tasks) + "; it cannot be used");
  }
  certificate.above = count_above_tasks(certificate.job);
  add_up(certificate, tasks_of(checkpoint));
  return certificate;
}

std::string counted_header(const Certificate& certificate) {
  return field("job", to_string(certificate.job)) + field("prefixes", certificate.prefixes) +
         field("tasks", certificate.tasks) + field("above", to_string(certificate.above)) +
         field("total", to_string(certificate.total));
}

void add_line(std::string& text, std::uint64_t first_prefix, const CertifiedTask& task) {
  add_number(text, first_prefix);
  text += ' ';
  if (task.count.high() == 0) {
    add_number(text, task.count.low());
  } else {
    text += to_string(task.count);
  }
  text += ' ';
  add_number(text, task.nodes);
}

std::string_view TableHashes::add(std::uint64_t first_prefix, const CertifiedTask& task) {
  line_.clear();
  add_line(line_, first_prefix, task);
  const std::string_view line = line_;
  counted_.add(line.substr(0, line.rfind(' ')));  // without nodes
  counted_.add("\n");
  table_.add(line);
  table_.add("\n");
  return line;
}

void add_up(Certificate& certificate, const TaskSource& tasks) {
  certificate.total = certificate.above;
  certificate.nodes = {};
  for (std::uint64_t task = 0; task < certificate.tasks; ++task) {
    const CertifiedTask each = tasks(task);
    certificate.total += each.count;
    certificate.nodes += each.nodes;
  }
  TableHashes hashes(certificate);
  for (std::uint64_t task = 0; task < certificate.tasks; ++task) {
    hashes.add(task * certificate.job.prefixes_per_task, tasks(task));
  }
  certificate.count_sha256 = hashes.count_sha256();
  certificate.table_sha256 = hashes.table_sha256();
}

void write_certificate(const Certificate& certificate, const TaskSource& tasks,
                       const std::function<void(std::string_view)>& write) {
  Sha256 whole;
  Pieces pieces([&](std::string_view piece) {
    whole.add(piece);
    write(piece);
  });
  const auto& second = certificate.second;
  std::string& head = pieces.text();
  head += std::string(certificate_start) + std::to_string(certificate_format(certificate.job)) +
          "\n" + counted_header(certificate) +
          field("second_count",
                second ? to_string(certificate.total) + std::string(agrees) + to_string(*second)
                       : std::string(nothing)) +
          field("nodes", to_string(certificate.nodes)) +
          field("count_sha256", certificate.count_sha256) +
          field("table_sha256", certificate.table_sha256) + certificate_rule(certificate.job);
  for (const std::string& line : certificate.provenance) {
    head += line + "\n";
  }
  head += std::string(table_line) + "\n";
  for (std::uint64_t task = 0; task < certificate.tasks; ++task) {
    std::string& text = pieces.text();
    add_line(text, task * certificate.job.prefixes_per_task, tasks(task));
    text += '\n';
  }
  pieces.flush();
  write(field("sha256", whole.digits()));
}

}  // namespace nqueens
