// What the output options are where the caller leaves them to the target.
#pragma once

#include "agal/target.hpp"

namespace agal::target {

Environment environment_of(const OutputOptions& options);
ConstantsMode constants_of(const OutputOptions& options);
ClipZ clip_z_of(const OutputOptions& options);
/// LowColour only where the language tells three precisions apart.
Precision precision_of(const OutputOptions& options);

/// Whether the output follows Vulkan's rules rather than OpenGL's.
bool follows_vulkan(const OutputOptions& options);

}  // namespace agal::target
