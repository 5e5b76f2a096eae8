// What campaigns run over.
#pragma once

#include <string>
#include <vector>

#include "exec/campaign.hpp"
#include "exec/variants.hpp"

namespace agal::exec {

struct EntryList {
  std::vector<Entry> entries;
  std::string missing;  // why there are none, "" if there are
};

/// One program, or a pair, from files of bytecode or assembly. Throws std::runtime_error with what is wrong.
Entry entry_of_files(const std::vector<std::string>& paths);

/// Our own corpus: its pairs, each with the constants that the manifest gives, and the programs that are in no pair.
EntryList own_entries();

/// The programs of real engines beside the repository, likewise.
EntryList shared_entries();

/// So many pairs from agal-smith: number i has seed i, and a size between the two that depends on i alone.
std::vector<Entry> generated_entries(std::uint32_t count, std::uint32_t smallest, std::uint32_t largest,
                                     bool allow_reserved = false);

/// Programs in which the option's other half makes a difference: one made for it, and generated ones.
std::vector<Entry> entries_for(const Variant& variant, std::uint32_t generated = 10);

}  // namespace agal::exec
