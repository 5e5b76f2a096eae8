// Output options with the target's defaults for those that the caller leaves unset.
#pragma once

#include <string>

#include "agal/target.hpp"

namespace agal::target {

Environment environment_of(const OutputOptions& options);
ConstantsMode constants_of(const OutputOptions& options);
ClipZ clip_z_of(const OutputOptions& options);
/// LowColor only if the language has three precisions.
Precision precision_of(const OutputOptions& options);

/// Who writes the text of the target: the requested writer if there is a choice, else the first of the family's that is
/// in this build.
Writer writer_of(const OutputOptions& options);

/// How the target declares sampler registers: as requested if there is a choice.
Samplers samplers_of(const OutputOptions& options);

/// Whether a pair is one text, with an entry point for each stage.
bool is_single_module(const OutputOptions& options);

/// The name of the entry point of a stage in SPIR-V.
std::string entry_point_of(const OutputOptions& options, Stage stage);
/// Its name in the text: a Metal function cannot be called `main`, so that both writers call it `main0`.
std::string text_entry_point_of(const OutputOptions& options, Stage stage);

/// Whether the output follows Vulkan's rules rather than OpenGL's.
bool follows_vulkan(const OutputOptions& options);

/// Whether resources have a descriptor set, or a bind group, beside their binding.
bool has_sets(const OutputOptions& options);

}  // namespace agal::target
