// The inputs of campaigns.
#pragma once

#include <string>
#include <vector>

#include "exec/campaign.hpp"
#include "exec/variants.hpp"

namespace agal::exec {

struct EntryList {
  std::vector<Entry> entries;
  std::string missing;  // the reason why there are none, "" if there are
};

/// One program, or a pair, from files with bytecode or assembly. Throws std::runtime_error if they are invalid.
Entry entry_of_files(const std::vector<std::string>& paths);

/// tests/exec/regressions: programs that once showed a bug of a backend, the interpreter or the comparison.
std::vector<Entry> regression_entries();

/// Our own corpus: its pairs, with the constants of the manifest, and the programs that are not in a pair.
EntryList own_entries();

/// The programs of real engines next to the repository, likewise.
EntryList shared_entries();

/// `count` pairs from agal-smith: number i has seed i, and a size between the two that depends only on i.
std::vector<Entry> generated_entries(std::uint32_t count, std::uint32_t smallest, std::uint32_t largest,
                                     bool allow_reserved = false);

/// Programs in which the other choice of the option makes a difference: one written for it, and generated ones.
std::vector<Entry> entries_for(const Variant& variant, std::uint32_t generated = 10);

}  // namespace agal::exec
