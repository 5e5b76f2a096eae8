// Counts the prover's answers about mutants, and the executions that confirm them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "agal/prove/prove.hpp"
#include "proofs/mutant_runs.hpp"

namespace agal::mutants {

/// The facts about a mutant that do not come from the prover.
struct Evidence {
  // The difference from the interface of the unchanged shader. A mutant with a difference is not executed.
  std::string interface_difference;
  std::string other_input;  // a difference in inputs, textures or declarations that need not affect the results
  Executed executed;
  bool is_open = false;  // true if the mutant's results may be undefined on any device
};

struct MutantCounts {
  /// The answers for one kind of change.
  struct Row {
    std::array<std::uint32_t, 4> equal{};  // indexed by ProofClass
    std::uint32_t different = 0, open = 0;
  };
  std::map<std::string, Row, std::less<>> rows;
  std::vector<std::string> complaints;             // messages about single mutants
  std::map<std::string, std::uint32_t> skipped;    // shaders without mutants, by reason
  std::uint32_t same_bits = 0, within = 0;         // numbers of equal mutants
  std::uint32_t rejected = 0;                      // equal, but the compiler of the device rejects the text
  std::uint32_t by_interface = 0, by_numbers = 0;  // numbers of different mutants
  std::uint32_t undefined = 0;                     // different, because a result is undefined
  std::uint32_t not_shown = 0;                     // different, but not by execution
  std::uint32_t missed = 0;                        // not decided, but different by execution
  std::uint32_t made = 0;                          // the number of all mutants
  std::uint32_t wrong = 0;                         // equal, but not by execution

  /// Counts an answer. Returns the reason why it is wrong or not confirmed; "" if it is confirmed.
  std::string add(std::string_view kind, const Proof& proof, const Evidence& evidence);

  std::string table() const;

  /// Returns the counts of a child process as text. `add_saved` adds them to the counts of its parent.
  std::string saved() const;
  void add_saved(const std::string& text);

 private:
  template <class Counts, class Visit>
  static void each_total(Counts& counts, const Visit& visit);
};

}  // namespace agal::mutants
