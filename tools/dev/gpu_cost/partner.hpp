// Pipelines have two stages. A shader that comes alone is completed by one that keeps all of it alive.
#pragma once

#include "shader.hpp"

namespace agal::gpu_cost {

/// For a vertex shader, a fragment shader that adds up every lane of its outputs; for a fragment shader, a vertex
/// shader that passes an attribute of its own to each of its inputs.
Result<Shader> partner_of(const Shader& shader);

}  // namespace agal::gpu_cost
