// The sources of entries for campaigns.
#pragma once

#include <string>
#include <vector>

#include "exec/campaign.hpp"
#include "exec/variants.hpp"

namespace agal::exec {

struct EntryList {
  std::vector<Entry> entries;
  std::string missing;  // the reason why there are none; "" if there are entries
};

/// Reads a program, or a pair, from files with bytecode or assembly. Throws std::runtime_error if they are invalid.
Entry entry_of_files(const std::vector<std::string>& paths);

/// Returns the programs of tests/compiler/exec/regressions, which once showed a bug of a backend, the interpreter or
/// the comparison.
std::vector<Entry> regression_entries();

/// Returns the programs of corpus/: its pairs, with the constants of the manifest, and the programs that are not in a
/// pair.
EntryList own_entries();

/// Returns the entries that have something that no earlier entry has: an opcode in a stage, a kind of operand (a
/// relative address, a constant, a mask), a state of a sampler, or a version of AGAL. With AGAL_EXHAUSTIVE, returns all
/// entries.
std::vector<Entry> sample_of(std::vector<Entry> entries);

/// Returns the programs of real engines next to the repository, in the same way.
EntryList shared_entries();

/// Returns `count` pairs from agal-smith. Pair i has seed i, and a size between the two limits that depends only on i.
std::vector<Entry> generated_entries(std::uint32_t count, std::uint32_t smallest, std::uint32_t largest,
                                     bool allow_reserved = false);

/// Returns programs that depend on the choice of the option: one hand-written program, and generated ones.
std::vector<Entry> entries_for(const Variant& variant, std::uint32_t generated = 10);

}  // namespace agal::exec
