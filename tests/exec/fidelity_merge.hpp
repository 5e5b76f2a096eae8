// One record of each measurement, from the records of its pieces: tools/dev/fidelity runs the backends of each facility
// together, and large sets of programs in parts.
#pragma once

#include "exec/fidelity_records.hpp"

namespace agal::exec {

/// Sets and backends in the order in which they come first. Throws std::runtime_error if pieces are missing, repeated,
/// or of different programs: a page must not have the figures of less than it says.
std::vector<Record> merge_records(const std::vector<Record>& pieces);

/// Adds rows for the backends of other devices, measured with `--device`, to the records of the same sets. Throws
/// std::runtime_error if there is none of a set.
void add_devices(std::vector<Record>& records, const std::vector<Record>& of_devices);

/// What is wrong in merged records, one line for each: backends that disagree, and planted bugs that one does not
/// catch.
std::vector<std::string> failures_in(const std::vector<Record>& records);

}  // namespace agal::exec
