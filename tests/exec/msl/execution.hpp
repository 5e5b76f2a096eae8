// Runs a compiled shader over the draws of its job.
#pragma once

#include <array>
#include <span>
#include <string>

#include "exec/backend.hpp"
#include "exec/msl/shim/host.hpp"

namespace agal::exec::msl {

/// What one invocation wrote. Plain memory: it may be shared between processes.
struct Record {
  float outputs[agal_msl::register_limit][4];
  float position[4];
  float depth;
  bool killed;
};

/// How many records a draw of the job has.
constexpr std::size_t records_per_draw(const Job& job) { return job.stage == Stage::Vertex ? 1 : quad_size; }

/// What shaders call. Only one `execute` runs at a time.
const agal_msl::Host& host();

/// Runs all draws. Fragment programs run as quads: their four invocations wait for one another where they ask for a
/// derivative. The result says what the text must not do, "" if it did not: a derivative that not all four ask for,
/// a texture that is not there or of another kind, a sampler that is not the texture's.
std::string execute(const Job& job, agal_msl::Shader shader, std::span<Record> records);

}  // namespace agal::exec::msl
