// Runs the shaders of a shared object in a child process.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "exec/msl/execution.hpp"

namespace agal::exec::msl {

struct ChildResult {
  std::string fault;            // "" if there are records
  std::vector<Record> records;  // for each draw, one record of a vertex or four of a quad
};

/// Runs a job with each shader of `object`. Returns the results in the same order. A job that crashes or hangs has a
/// fault, and the others still run.
std::vector<ChildResult> execute_in_child(const std::filesystem::path& object, std::span<const Job* const> jobs);

}  // namespace agal::exec::msl
