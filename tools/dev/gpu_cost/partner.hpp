// Pipelines have two stages. A single shader is completed by one that keeps all of its code alive.
#pragma once

#include "shader.hpp"

namespace agal::gpu_cost {

/// For a vertex shader, a fragment shader that adds all lanes of its outputs; for a fragment shader, a vertex shader
/// that copies a separate attribute to each of its inputs.
Result<Shader> partner_of(const Shader& shader);

}  // namespace agal::gpu_cost
