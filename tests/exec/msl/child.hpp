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
  std::vector<Record> records;  // by draw; four for a quad
};

/// `object` has a shader for each job. Returns one result for each, in the same order. A job that crashes or does not
/// end has a fault; the others still run.
std::vector<ChildResult> execute_in_child(const std::filesystem::path& object, std::span<const Job* const> jobs);

}  // namespace agal::exec::msl
