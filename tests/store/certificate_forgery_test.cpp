// Certificates that are damaged, forged, or of another job.

#include <sstream>
#include <vector>

#include "certificate_examples.hpp"
#include "core/sha256.hpp"
#include "golden.hpp"

namespace nqueens {
namespace {

using test::certificate_of;
using test::example;
using test::fault_of;
using test::replaced;

/// The text with hashes that are right, whatever it says: what a forger would make.
std::string resealed(const std::string& text) {
  const auto end = text.find("count_sha256: ");
  std::istringstream lines(text.substr(0, end));
  std::string counted;
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    counted += line.starts_with('#') ? "" : line + "\n";
  }
  const std::string body =
      text.substr(0, end) + "count_sha256: " + sha256(counted) +
      text.substr(text.find('\n', end), text.rfind("\nsha256: ") - text.find('\n', end) + 1);
  return body + "sha256: " + sha256(body) + "\n";
}

TEST(Certificate, CutShortAnywhereIsRefused) {
  test::expect_cuts_are_found(encode(example()), fault_of);
}

TEST(Certificate, WithAnyBitFlippedIsRefused) {
  test::expect_flips_are_found(encode(example()), fault_of);
}

/// Even where the SHA-256 of the whole is made anew, the other checks find the change, and say what
/// it is.
TEST(Certificate, ChangedAndSealedAgainIsRefusedForWhatItIs) {
  const std::string bytes = encode(example());
  const std::string group = "group 11 21 4 ";
  struct Case {
    std::string what;
    std::string with;
    std::string fault;
  };
  for (const auto& [what, with, fault] : std::vector<Case>{
           {"nqueens certificate", "nqueens checkpoint", "is a checkpoint, not a certificate"},
           {"certificate 2\n", "certificate 0\n", "is damaged in its first line"},
           {"certificate 2\n", "certificate 02\n", "is not written as it should be"},
           {"certificate 2\n", "certificate two\n", "is damaged in its first line"},
           {"certificate 2\n", "certificate 3\n", "is of format 3, newer than this program's 2"},
           {"certificate 2\n", "certificate 1\n",
            "is of format 1, older than this program's 2; make it again from its checkpoint"},
           {"job: ", "jobs: ", "has no 'job: ...' in line 2"},
           {"n=10", "n=33", "an impossible job: its n is not a whole number from 1 to 32"},
           {"n=10", "n=0", "an impossible job: its n is not a whole number from 1 to 32"},
           {"n=10", "n=x", "an impossible job: its n"},
           {"n=10", "n=010", "line 2: it is not written as it should be"},
           {"n=10 ", "", "has no n in its job"},
           {"board=square", "board=round", "its board is not \"square\" or \"torus\""},
           {"quantity=solutions", "quantity=placements", "an impossible job"},
           {"symmetry=full", "symmetry=half",
            "its symmetry is not \"full\", \"mirror\" or \"none\""},
           {"symmetry=full", "symmetry=none", "these are not the words for its job"},
           {"depth=0", "depth=1", "these are not the words for its job"},
           {"depth=0", "depth=11", "an impossible job"},
           {"depth=0", "depth=99999999999999999999",
            "its depth is not a whole number from 0 to 32"},
           {"prefixes_per_task=11", "prefixes_per_task=0", "an impossible job"},
           {"prefixes_per_task=11", "prefixes_per_task=12",
            "contradicts itself: its prefixes make"},
           {"stream=1", "stream=2", "is of prefix stream 2, this program has 1"},
           {"stream=1", "stream=1 x=2", "line 2: it is not written as it should be"},
           {"\nprefixes: ", "\nprefixes: 9", "contradicts itself: its prefixes make"},
           {"\nprefixes: ", "\nprefixes: 99999999999", "that is not from 0 to 1000000000"},
           {"\nprefixes: ", "\nprefixes: -", "has no number below 2^128 in line 3"},
           {"\nprefixes: ", "\nprefixes: 0", "line 3: it is not written as it should be"},
           {"\ntasks: ", "\ntasks: 1", "contradicts itself"},
           {"tasks_per_group: 1", "tasks_per_group: 0", "that is not from 1 to"},
           {"tasks_per_group: 1", "tasks_per_group: 2",
            "contradicts itself: its groups have 1 task"},
           {"\ngroups: ", "\ngroups: 1", "contradicts itself: its tasks make"},
           {"\ngroups: ", "\ngroups: 99999", "that is not from 0 to 10000"},
           {"above: 0", "above: 1", "has nothing above its prefixes"},
           {"above: 0", "above: 340282366920938463463374607431768211456",
            "has no number below 2^128"},
           {"total: ", "total: 1", "contradicts itself: its subtotals add up to"},
           {"second_count: none", "second_count: ", "has no 'second_count: ...' in line 9"},
           {"second_count: none", "second_count: 5 agrees " + to_string(example().job),
            "has a second count in line 9 that does not agree with its total"},
           {"second_count: none", "second_count: " + to_string(example().total) + " agrees n=8",
            "has no board in its job"},
           {"second_count: none",
            "second_count: " + to_string(example().total) + " agrees " + to_string(example().job),
            "has a second count in line 9 that is not its count in another cut"},
           {"kernels: avx2", "kernels: avx\t", "does not say in line"},
           {"kernels: avx2", "kernels avx2", "does not say in line"},
           {"kernels: avx2", "kernels: " + std::string(2000, 'x'), "does not say in line"},
           {"# 1. Board.", "# 1. A board.", "these are not the words for its job"},
           {"# 1. Board.", "  1. Board.", "has no group of the prefixes 0 to 10"},
           {"from the top,", "from below, ", "these are not the words for its job"},
           {group, "group 11 21 6 ", "the checksum is not that of this group of this job"},
           {group, "group 11 21 04 ", "the checksum is not that of this group of this job"},
           {group, "group 11 21 -4 ", "has no number below 2^128"},
           {group, "group 12 21 4 ", "has no group of the prefixes 11 to 21"},
           {group, "group 11 22 4 ", "has no group of the prefixes 11 to 21"},
           {group, "group 11 21 ", "has no number below 2^128"},
           {group, "group  11 21 4 ", "has no group of the prefixes 11 to 21"},
           {group, "", "has no group of the prefixes 11 to 21"},
           {group, "group 11 21 4  ", "the checksum is not that of this group of this job"},
       }) {
    EXPECT_TRUE(test::has(fault_of(resealed(replaced(bytes, what, with))), fault))
        << what << " -> " << with;
  }
  EXPECT_EQ(fault_of(resealed(bytes)), "") << "the forger does not even get the truth right";
}

TEST(Certificate, SaysWhatIsWrongWithAFileThatWasChanged) {
  const std::string bytes = encode(example());
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
           {"nqueens certificate 2", "is cut short after line 0"},
           {"nqueens certificate 2\n", "is cut short after line 1"},
           {bytes.substr(0, bytes.size() - 1), "is cut short after line"},
           {bytes.substr(0, bytes.rfind("sha256: ")), "is cut short after line"},
           {bytes + "x", "has something after line"},
           {bytes + bytes, "has something after line"},
           {windows, "has other line endings than it was written with"},
           {"nqueens certificate 2\n" + std::string(max_certificate_bytes, '\n'),
            "is larger than 2000000 bytes"},
           {"nqueens checkpoint 3 " + std::string(max_certificate_bytes, ' '), "is a checkpoint"},
           {replaced(bytes, "\nsha256: ", "\nsha256: 0"), "has no SHA-256"},
           {replaced(bytes, "count_sha256: " + count_hash(example()).substr(0, 8),
                     "count_sha256: 01234567"),
            "the SHA-256 is not that of its count"},
           {replaced(bytes, "\nsha256: " + bytes.substr(bytes.size() - 65, 8),
                     "\nsha256: 01234567"),
            "the SHA-256 is not that of the lines before it"},
           {replaced(bytes, "kernels: avx2", "kernels: avx3"),
            "the SHA-256 is not that of the lines before it"},
           {replaced(bytes, "group 11 21 4 ", "group 11 21 8 "),
            "the checksum is not that of this group"},
       }) {
    EXPECT_TRUE(test::has(fault_of(changed), fault));
  }
}

TEST(Certificate, TakesNoLineOfAnotherJob) {
  Job other = example().job;
  other.depth = 1;  // all prefixes hold more queens: the groups are the same
  const std::string bytes = encode(example());
  const std::string others = encode(certificate_of(other));
  const auto line_of = [](const std::string& text) {
    const auto at = text.find("group 11 21 4 ");
    return text.substr(at, text.find('\n', at) - at);
  };
  ASSERT_EQ(line_of(bytes).size(), line_of(others).size());
  const std::string mixed = resealed(replaced(bytes, line_of(bytes), line_of(others)));
  EXPECT_TRUE(test::has(fault_of(mixed), "the checksum is not that of this group of this job"));
}

TEST(Certificate, OfMoreThanACountHoldsIsRefused) {
  Certificate certificate = example();
  certificate.groups[0].count = Count::from_words(~std::uint64_t{0}, 0);
  certificate.groups[1].count = certificate.groups[0].count;
  EXPECT_EQ(fault_of(encode(certificate)),
            "contradicts itself: its subtotals add up to more than 2^128");
}

/// Whoever makes all checksums anew can say what he likes; that it is not true is found by counting
/// alone.
TEST(Certificate, MayLie) {
  Certificate certificate = example();
  certificate.groups[1].count = certificate.groups[1].count + Count{2};
  certificate.groups[2].count = Count{certificate.groups[2].count.low() - 2};
  EXPECT_EQ(fault_of(encode(certificate)), "");
}

/// But all weights have a divisor, on a torus a large one.
TEST(Certificate, OfWhatNoWeightDividesIsRefused) {
  for (const auto& [sequence, more] :
       {std::pair{Sequence::queens, 1U}, {Sequence::torus, 2U}, {Sequence::placements, 1U}}) {
    Certificate certificate = example(sequence);
    certificate.groups[0].count = certificate.groups[0].count + Count{more};
    certificate.groups[1].count = Count{certificate.groups[1].count.low() - more};
    EXPECT_TRUE(test::has(fault_of(encode(certificate)), "is no multiple of"));
  }
}

TEST(Certificate, NamesWhatOnlyItsAuthorSays) {
  Certificate certificate = example();
  EXPECT_EQ(unchecked_in(certificate), "kernels, program");
  certificate.provenance = {"hosts: a", "start: x", "start: y: z", "certificate by: nqueens"};
  certificate.second = certificate.job;
  EXPECT_EQ(unchecked_in(certificate), "second_count, hosts, start, certificate by");
  EXPECT_EQ(unchecked_in({.job = certificate.job, .above = {}, .total = {}, .groups = {}}), "");
}

}  // namespace
}  // namespace nqueens
