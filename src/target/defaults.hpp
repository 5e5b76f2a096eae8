// Output options with the target's defaults for those that the caller leaves unset.
#pragma once

#include "agal/target.hpp"

namespace agal::target {

Environment environment_of(const OutputOptions& options);
ConstantsMode constants_of(const OutputOptions& options);
ClipZ clip_z_of(const OutputOptions& options);
/// LowColor only if the language has three precisions.
Precision precision_of(const OutputOptions& options);

/// Who writes the text of the target: the requested writer if there is a choice.
Writer writer_of(const OutputOptions& options);

/// How the target declares sampler registers: as requested if there is a choice.
Samplers samplers_of(const OutputOptions& options);

/// Whether the output follows Vulkan's rules rather than OpenGL's.
bool follows_vulkan(const OutputOptions& options);

/// Whether resources have a descriptor set, or a bind group, beside their binding.
bool has_sets(const OutputOptions& options);

}  // namespace agal::target
