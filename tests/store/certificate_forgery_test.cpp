// Certificates that are damaged, forged, or of another job.

#include <sstream>
#include <vector>

#include "certificate_examples.hpp"
#include "core/sha256.hpp"
#include "golden.hpp"

namespace nqueens {
namespace {

using test::Example;
using test::example;
using test::example_of;
using test::fault_of;
using test::replaced;
using test::written;

/// The text with hashes that are right, whatever it says: what a forger would make.
std::string resealed(const std::string& text) {
  std::istringstream lines(text);
  std::string counted;
  std::string table;
  bool is_counted = false;
  bool is_table = false;
  for (std::string line; std::getline(lines, line) && !line.starts_with("sha256: ");) {
    is_counted = is_counted || line.starts_with("job");
    counted += is_table ? line.substr(0, line.rfind(' ')) + "\n" : is_counted ? line + "\n" : "";
    is_counted = is_counted && !line.starts_with("total");
    table += is_table ? line + "\n" : "";
    is_table = is_table || line.starts_with("table: ");
  }
  std::string body = text.substr(0, text.rfind("\nsha256: ") + 1);
  for (const auto& [name, hash] : {std::pair<std::string, std::string>{"count_sha256: ", counted},
                                   {"table_sha256: ", table}}) {
    if (const auto at = body.find(name); at != std::string::npos) {
      body.replace(at + name.size(), 64, sha256(hash));
    }
  }
  return body + "sha256: " + sha256(body) + "\n";
}

TEST(Certificate, CutShortAnywhereIsRefused) {
  test::expect_cuts_are_found(written(example()), fault_of);
}

TEST(Certificate, WithAnyBitFlippedIsRefused) {
  test::expect_flips_are_found(written(example()), fault_of);
}

/// Even where the SHA-256 of the whole is made anew, the other checks find the change, and say what
/// it is.
TEST(Certificate, ChangedAndSealedAgainIsRefusedForWhatItIs) {
  const std::string bytes = written(example());
  const std::string task = "\n11 4 1007\n";
  ASSERT_TRUE(test::has(bytes, task));
  struct Case {
    std::string what;
    std::string with;
    std::string fault;
  };
  for (const auto& [what, with, fault] : std::vector<Case>{
           {"nqueens certificate", "nqueens checkpoint", "is a checkpoint, not a certificate"},
           {"certificate 3\n", "certificate 0\n", "is damaged in its first line"},
           {"certificate 3\n", "certificate 03\n", "is damaged in its first line"},
           {"certificate 3\n", "certificate two\n", "is damaged in its first line"},
           {"certificate 3\n", "certificate 5\n", "is of format 5, newer than this program's 4"},
           {"certificate 3\n", "certificate 2\n",
            "is of format 2, older than this program's 3; make it again from its checkpoint"},
           {"job: ", "jobs: ", "has no 'job: ...' in line 2"},
           {"n=10", "n=65", "an impossible job: its n is not a whole number from 1 to 64"},
           {"n=10", "n=0", "an impossible job: its n is not a whole number from 1 to 64"},
           {"n=10", "n=x", "an impossible job: its n"},
           {"n=10", "n=010", "line 2: it is not written as it should be"},
           {"n=10 ", "", "has no n in its job"},
           {"board=square", "board=round", "its board is not \"square\" or \"torus\""},
           {"quantity=solutions", "quantity=placements", "an impossible job"},
           {"symmetry=full", "symmetry=half",
            "its symmetry is not \"none\", \"mirror\" or \"full\""},
           {"symmetry=full", "symmetry=none", "these are not the words for its job"},
           {"depth=0", "depth=1", "these are not the words for its job"},
           {"depth=0", "depth=11", "an impossible job"},
           {"depth=0", "depth=99999999999999999999",
            "its depth is not a whole number from 0 to 64"},
           {"prefixes_per_task=11", "prefixes_per_task=0", "an impossible job"},
           {"prefixes_per_task=11", "prefixes_per_task=12",
            "contradicts itself: its prefixes make"},
           {"stream=1", "stream=2", "is of prefix stream 2, this program has 1"},
           {"stream=1", "stream=1 x=2", "line 2: it is not written as it should be"},
           {"\nprefixes: ", "\nprefixes: 9", "contradicts itself: its prefixes make"},
           {"\nprefixes: ", "\nprefixes: 99999999999", "that is not from 0 to 1000000000"},
           {"\nprefixes: ", "\nprefixes: -", "has no number below 2^128 in line 3"},
           {"\nprefixes: ", "\nprefixes: 0", "has no number below 2^128 in line 3"},
           {"\ntasks: ", "\ntasks: 1", "contradicts itself"},
           {"above: 0", "above: 1", "has nothing above its prefixes"},
           {"above: 0", "above: 340282366920938463463374607431768211456",
            "has no number below 2^128"},
           {"total: ", "total: 1", "contradicts itself: its counts add up to"},
           {"\nnodes: ", "\nnodes: 1", "contradicts itself: its nodes add up to"},
           {"second_count: none", "second_count: ", "has no 'second_count: ...' in line 7"},
           {"second_count: none", "second_count: 5 agrees " + to_string(example().certificate.job),
            "has a second count in line 7 that does not agree with its total"},
           {"second_count: none",
            "second_count: " + to_string(example().certificate.total) + " agrees n=8",
            "has no board in its job"},
           {"second_count: none",
            "second_count: " + to_string(example().certificate.total) + " agrees " +
                to_string(Job{.problem = {.n = 9}}),
            "has a second count in line 7 that is not its count in another cut"},
           {"kernels: avx2", "kernels: avx\t", "does not say in line"},
           {"kernels: avx2", "kernels avx2", "does not say in line"},
           {"kernels: avx2", "kernels: " + std::string(2000, 'x'), "does not say in line"},
           {"# 1. Board.", "# 1. A board.", "these are not the words for its job"},
           {"# 1. Board.", "  1. Board.", "these are not the words for its job"},
           {"from the top,", "from below, ", "these are not the words for its job"},
           {task, "\n11 6 1007\n", "contradicts itself: its counts add up to"},
           {task, "\n11 5 1007\n", "is no multiple of 2"},
           {task, "\n11 4 1008\n", "contradicts itself: its nodes add up to"},
           {task, "\n11 04 1007\n", "has no number below 2^128"},
           {task, "\n11 -4 1007\n", "has no number below 2^128"},
           {task, "\n11 4 01007\n", "it is not written as it should be"},
           {task, "\n11 4 18446744073709551616\n", "has no number of nodes below 2^64"},
           {task, "\n11 4\n", "has no number of nodes below 2^64"},
           {task, "\n11 4 1007 \n", "it is not written as it should be"},
           {task, "\n11 4 1007 5\n", "it is not written as it should be"},
           {task, "\n11  4 1007\n", "has no number below 2^128"},
           {task, "\n12 4 1007\n", "has no task of the prefix 11"},
           {task, "\n011 4 1007\n", "it is not written as it should be"},
           {task, "\n", "has no task of the prefix 11"},
           {task, task + "11 4 1007\n", "has no task of the prefix 22"},
           {"\ntable: ", "\ntables: ", "does not say in line"},
           {"\ntable: FIRST", "\ntable: LAST", "does not say in line"},
           {"\ncount_sha256: ", "\ncount_sha256: 0", "has no SHA-256 in line 9"},
       }) {
    EXPECT_TRUE(test::has(fault_of(resealed(replaced(bytes, what, with))), fault))
        << what << " -> " << with;
  }
  EXPECT_EQ(fault_of(resealed(bytes)), "") << "the forger does not even get the truth right";
}

TEST(Certificate, SaysWhatIsWrongWithAFileThatWasChanged) {
  const std::string bytes = written(example());
  std::string windows;
  for (const char c : bytes) {
    windows += c == '\n' ? "\r\n" : std::string(1, c);
  }
  struct Case {
    std::string bytes;
    std::string fault;
  };
  for (const auto& [changed, fault] : std::vector<Case>{
           {"", "is empty"},
           {"nqueens certificate 3", "is cut short after line 0"},
           {"nqueens certificate 3\n", "is cut short after line 1"},
           {bytes.substr(0, bytes.size() - 1), "is cut short after line"},
           {bytes.substr(0, bytes.rfind("sha256: ")), "is cut short after line"},
           {bytes + "x", "has something after line"},
           {bytes + bytes, "has something after line"},
           {windows, "has other line endings than it was written with"},
           {"nqueens certificate 3\n" + std::string(20'000, 'x'),
            "has too long a line after line 1"},
           {"nqueens checkpoint 3 ", "is a checkpoint"},
           {replaced(bytes, "\nsha256: ", "\nsha256: 0"), "has no SHA-256"},
           {replaced(bytes, "count_sha256: " + example().certificate.count_sha256.substr(0, 8),
                     "count_sha256: 01234567"),
            "the SHA-256 is not that of its count"},
           {replaced(bytes, "table_sha256: " + example().certificate.table_sha256.substr(0, 8),
                     "table_sha256: 01234567"),
            "the SHA-256 is not that of its tasks"},
           {replaced(bytes, "\nsha256: " + bytes.substr(bytes.size() - 65, 8),
                     "\nsha256: 01234567"),
            "the SHA-256 is not that of the lines before it"},
           {replaced(bytes, "kernels: avx2", "kernels: avx3"),
            "the SHA-256 is not that of the lines before it"},
           {replaced(bytes, "\n11 4 1007\n", "\n11 8 1007\n"),
            "contradicts itself: its counts add up to"},
       }) {
    EXPECT_TRUE(test::has(fault_of(changed), fault));
  }
}

/// A line of the header, changed.
std::string with_line(const std::string& bytes, const std::string& name, const std::string& value) {
  const std::size_t begin = bytes.find("\n" + name + ": ") + 1;
  return bytes.substr(0, begin) + name + ": " + value + bytes.substr(bytes.find('\n', begin));
}

/// Before anything is made of its size: a header says what it likes.
TEST(Certificate, WhoseHeaderClaimsTooMuchIsRefusedAtOnce) {
  const std::string bytes = written(example());
  const std::string many = with_line(bytes, "prefixes", "1000000000");
  EXPECT_TRUE(test::has(fault_of(with_line(many, "tasks", "1000000000")), "contradicts itself"));
  const std::string one_each = replaced(many, "prefixes_per_task=11", "prefixes_per_task=1");
  EXPECT_TRUE(test::has(fault_of(with_line(one_each, "tasks", "1000000000")),
                        "has 1000000000 tasks, more than a job can have"));
  EXPECT_TRUE(
      test::has(fault_of(with_line(bytes, "nodes", "340282366920938463463374607431768211399")),
                "its tasks cannot have 340282366920938463463374607431768211399 nodes"));
  const std::string kernels = "kernels: avx2, scalar\n";
  std::string lines;
  for (int line = 0; line < 1001; ++line) {
    lines += kernels;
  }
  EXPECT_TRUE(test::has(fault_of(replaced(bytes, kernels, lines)), "says too much in line"));
}

TEST(Certificate, OfMoreThanACountHoldsIsRefused) {
  const std::string most = "340282366920938463463374607431768211454";  // 2^128 - 2
  EXPECT_EQ(
      fault_of(resealed(replaced(written(example()), "\n11 4 1007\n", "\n11 " + most + " 1007\n"))),
      "contradicts itself: its tasks add up to more than 2^128");
}

/// Whoever makes all hashes anew can say what he likes; that it is not true is found by counting
/// alone.
TEST(Certificate, MayLie) {
  Example lie = example();
  lie.tasks[1].count += Count{2};
  lie.tasks[2].count -= Count{2};
  lie.add_up();
  EXPECT_EQ(lie.certificate.total, example().certificate.total);
  EXPECT_EQ(fault_of(written(lie)), "");
}

/// But all weights have a divisor, on a torus a large one.
TEST(Certificate, OfWhatNoWeightDividesIsRefused) {
  for (const auto& [sequence, more] :
       {std::pair{Sequence::queens, 1U}, {Sequence::torus, 2U}, {Sequence::placements, 1U}}) {
    Example odd = example(sequence);
    odd.tasks[0].count += Count{more};
    odd.tasks[1].count -= Count{more};
    odd.add_up();
    EXPECT_TRUE(test::has(fault_of(written(odd)), "is no multiple of"));
  }
}

TEST(Certificate, NamesWhatOnlyItsAuthorSays) {
  Certificate certificate = example().certificate;
  EXPECT_EQ(unchecked_in(certificate), "kernels, program");
  certificate.provenance = {"hosts: a", "start: x", "start: y: z", "certificate by: nqueens"};
  certificate.second = certificate.job;
  EXPECT_EQ(unchecked_in(certificate), "second_count, hosts, start, certificate by");
  certificate.provenance.clear();
  certificate.second.reset();
  EXPECT_EQ(unchecked_in(certificate), "");
}

}  // namespace
}  // namespace nqueens
