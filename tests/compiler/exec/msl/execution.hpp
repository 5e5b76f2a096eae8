// Runs a compiled shader for the draws of its job.
#pragma once

#include <array>
#include <span>
#include <string>

#include "exec/backend.hpp"
#include "exec/msl/shim/host.hpp"

namespace agal::exec::msl {

/// The outputs of one invocation. Trivially copyable, because it is in memory that processes share.
struct Record {
  float outputs[agal_msl::register_limit][4];
  float position[4];
  float depth;
  bool killed;
};

/// Returns the number of records for each draw of the job.
constexpr std::size_t records_per_draw(const Job& job) { return job.stage == Stage::Vertex ? 1 : quad_size; }

/// Returns the functions that shaders call. Only one `execute` may run at a time.
const agal_msl::Host& host();

/// Runs all draws. Fragment programs run as quads: the four invocations wait for each other at each derivative. Returns
/// the first error, "" if there is none. Errors are a derivative in divergent control flow, a texture that does not
/// exist or is of another kind, and a sampler that does not belong to the texture.
std::string execute(const Job& job, agal_msl::Shader shader, std::span<Record> records);

}  // namespace agal::exec::msl
