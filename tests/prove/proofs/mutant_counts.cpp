#include "proofs/mutant_counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace agal::mutants {
namespace {

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

std::string MutantCounts::add(std::string_view kind, const Proof& proof, const Evidence& evidence) {
  ++made;
  Row& row = rows[std::string(kind)];
  const Executed& executed = evidence.executed;
  const std::string& difference =
      evidence.interface_difference.empty() ? executed.fault : evidence.interface_difference;
  const std::string mismatch = executed.mismatches.empty() ? "" : executed.mismatches.front().text();
  const std::string& number = executed.change.empty() ? mismatch : executed.change;
  if (proof.verdict == Verdict::NotDecided) {
    ++row.open;
    if (!number.empty()) ++missed;
    return "";
  }
  if (proof.verdict == Verdict::Different) {
    ++row.different;
    if (!difference.empty() || !evidence.other_input.empty())
      ++by_interface;
    else if (!number.empty())
      ++by_numbers;
    if (!difference.empty() || !evidence.other_input.empty() || !number.empty()) return "";
    if (evidence.is_open) {
      ++undefined;
      return "";
    }
    ++not_shown;
    return fmt::format("not shown: {}", proof.counterexample ? proof.counterexample->output : proof.reason);
  }
  ++row.equal[static_cast<std::size_t>(proof.proof_class)];
  if (proof.proof_class == ProofClass::ValueChanging) return "";
  if (executed.is_rejected) {
    ++rejected;
    return "";
  }
  // With 16 bits, all numbers are imprecise.
  const bool is_precise = std::none_of(proof.rules.begin(), proof.rules.end(),
                                       [](const RuleUse& use) { return use.name == "relaxed-precision"; });
  const std::string& wrong_by = difference.empty() && is_precise ? mismatch : difference;
  ++(executed.has_same_bits ? same_bits : within);
  if (!wrong_by.empty()) {
    ++wrong;
    return fmt::format("wrong: equal up to {}, but {} {}", name(proof.proof_class), wrong_by, executed.defined_change);
  }
  // The results of ill-conditioned computations depend on the device's schedule of the instructions.
  if (proof.proof_class == ProofClass::Exact && !executed.has_same_bits) return "other bits, although exact";
  return "";
}

// Visits all numbers, in the order of their declaration.
template <class Counts, class Visit>
void MutantCounts::each_total(Counts& counts, const Visit& visit) {
  for (auto* const number :
       {&counts.same_bits, &counts.within, &counts.rejected, &counts.by_interface, &counts.by_numbers,
        &counts.undefined, &counts.not_shown, &counts.missed, &counts.wrong, &counts.made})
    visit(*number);
}

std::string MutantCounts::saved() const {
  std::string out;
  each_total(*this, [&](std::uint32_t number) { out += fmt::format("{} ", number); });
  out += "\n";
  for (const auto& [kind, row] : rows)
    out += fmt::format("row {} {} {} {} {} {} {}\n", row.equal[0], row.equal[1], row.equal[2], row.equal[3],
                       row.different, row.open, kind);
  for (const auto& [reason, count] : skipped) out += fmt::format("skipped {} {}\n", count, one_line(reason));
  for (const std::string& complaint : complaints) out += fmt::format("complaint 1 {}\n", one_line(complaint));
  return out;
}

void MutantCounts::add_saved(const std::string& text) {
  std::istringstream in(text);
  each_total(*this, [&](std::uint32_t& number) {
    std::uint32_t more = 0;
    in >> more;
    number += more;
  });
  std::string word, rest;
  while (in >> word) {
    std::array<std::uint32_t, 6> numbers{};
    for (std::size_t i = 0; i < (word == "row" ? numbers.size() : 1); ++i) in >> numbers[i];
    std::getline(in >> std::ws, rest);
    if (word == "complaint") {
      complaints.push_back(rest);
      continue;
    }
    if (word != "row") {
      skipped[rest] += numbers[0];
      continue;
    }
    Row& row = rows[rest];
    for (std::size_t i = 0; i < row.equal.size(); ++i) row.equal[i] += numbers[i];
    row.different += numbers[4];
    row.open += numbers[5];
  }
}

std::string MutantCounts::table() const {
  std::string out = "| Change | equal, exact | undefined | rounding | value-changing | different | not decided |\n";
  Row sum;
  const auto line = [&](std::string_view kind, const Row& row) {
    out += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", kind, row.equal[0], row.equal[1], row.equal[2],
                       row.equal[3], row.different, row.open);
  };
  for (const auto& [kind, row] : rows) {
    line(kind, row);
    for (std::size_t i = 0; i < row.equal.size(); ++i) sum.equal[i] += row.equal[i];
    sum.different += row.different;
    sum.open += row.open;
  }
  line("all", sum);
  out += fmt::format(
      "equal: {} with the same bits, {} within the bound, {} rejected by the device, {} wrong; different: {} by the "
      "interface, {} by numbers, {} by an "
      "undefined result, {} not shown; not decided: {} differ\n",
      same_bits, within, rejected, wrong, by_interface, by_numbers, undefined, not_shown, missed);
  for (const std::string& complaint : complaints) out += complaint + "\n";
  for (const auto& [reason, count] : skipped) out += fmt::format("not used: {} {}\n", count, reason);
  return out;
}

}  // namespace agal::mutants
