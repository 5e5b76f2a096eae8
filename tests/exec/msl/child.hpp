// Runs the shaders of a shared object in a process of their own.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "exec/msl/execution.hpp"

namespace agal::exec::msl {

struct ChildResult {
  std::string fault;            // "" if the records are there
  std::vector<Record> records;  // by draw; of a quad, four
};

/// `object` has a shader for each job. One result for each, in the same order. A job that crashes or does not end has
/// a fault; the others run.
std::vector<ChildResult> execute_in_child(const std::filesystem::path& object, std::span<const Job* const> jobs);

}  // namespace agal::exec::msl
