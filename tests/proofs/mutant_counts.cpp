#include "proofs/mutant_counts.hpp"

#include <fmt/format.h>

#include <numeric>

namespace agal::mutants {

std::string MutantCounts::add(std::string_view kind, const Proof& proof, const Evidence& evidence) {
  Row& row = rows[std::string(kind)];
  const Executed& executed = evidence.executed;
  const std::string& difference = evidence.interface_difference.empty() ? executed.fault : evidence.interface_difference;
  const std::string& number = executed.change.empty() ? executed.mismatch : executed.change;
  if (proof.verdict == Verdict::NotDecided) {
    ++row.open;
    if (!number.empty()) ++missed;
    return "";
  }
  if (proof.verdict == Verdict::Different) {
    ++row.different;
    if (!difference.empty()) ++by_interface;
    else if (!number.empty()) ++by_numbers;
    if (!difference.empty() || !number.empty()) return "";
    if (evidence.is_open) {
      ++undefined;
      return "";
    }
    ++not_shown;
    return fmt::format("not shown: {}", proof.counterexample ? proof.counterexample->output : proof.reason);
  }
  ++row.equal[static_cast<std::size_t>(proof.proof_class)];
  if (proof.proof_class == ProofClass::ValueChanging) return "";
  const std::string& wrong_by = difference.empty() ? executed.mismatch : difference;
  ++(executed.has_same_bits ? same_bits : within);
  const bool is_wrong =
      !wrong_by.empty() || (proof.proof_class == ProofClass::Exact && !executed.defined_change.empty());
  if (is_wrong) {
    ++wrong;
    return fmt::format("wrong: equal up to {}, but {} {}", name(proof.proof_class), wrong_by, executed.defined_change);
  }
  if (proof.proof_class == ProofClass::Exact && !executed.has_same_bits) return "other bits, although exact";
  return "";
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
      "equal: {} with the same bits, {} within the bound, {} wrong; different: {} by the interface, {} by numbers, {} by an "
      "undefined result, {} not shown; not decided: {} differ\n",
      same_bits, within, wrong, by_interface, by_numbers, undefined, not_shown, missed);
  for (const auto& [reason, count] : skipped) out += fmt::format("not used: {} {}\n", count, reason);
  return out;
}

}  // namespace agal::mutants
