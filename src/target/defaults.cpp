#include "target/defaults.hpp"

namespace agal::target {
namespace {

#ifdef AGAL_WITHOUT_KHRONOS
constexpr Writer preferred_cross = Writer::Own;
#else
constexpr Writer preferred_cross = Writer::Cross;
#endif

}  // namespace

Environment environment_of(const OutputOptions& options) {
  if (options.environment) return *options.environment;
  return info(options.target).vulkan ? Environment::Vulkan10 : Environment::OpenGL45;
}

ConstantsMode constants_of(const OutputOptions& options) {
  if (options.constants) return *options.constants;
  return has(options.target, TargetFeature::UniformBlocks) ? ConstantsMode::Ubo : ConstantsMode::Plain;
}

ClipZ clip_z_of(const OutputOptions& options) {
  const TargetInfo& row = info(options.target);
  const bool gl_text = info(row.family).glsl() && !row.vulkan;
  return options.clip_z.value_or(gl_text ? ClipZ::NegativeOneToOne : ClipZ::ZeroToOne);
}

Precision precision_of(const OutputOptions& options) {
  const bool three = info(info(options.target).family).precisions == 3;
  return options.precision == Precision::LowColor && !three ? Precision::Medium : options.precision;
}

Writer writer_of(const OutputOptions& options) {
  switch (info(info(options.target).family).writers) {
    case Writers::Words: return Writer::Cross;
    case Writers::Own: return Writer::Own;
    case Writers::OwnOrCross: return options.writer.value_or(Writer::Own);
    case Writers::CrossOrOwn: return options.writer.value_or(preferred_cross);
  }
  return Writer::Cross;
}

Samplers samplers_of(const OutputOptions& options) {
  const TargetInfo& row = info(options.target);
  switch (info(row.family).samplers) {
    case SamplerForms::Combined:
    case SamplerForms::Same: return Samplers::Combined;
    case SamplerForms::Separate: return Samplers::Separate;
    case SamplerForms::Vulkan:
      if (!row.vulkan || !follows_vulkan(options)) return Samplers::Combined;
      return options.samplers.value_or(Samplers::Combined);
    case SamplerForms::Either: return options.samplers.value_or(Samplers::Combined);
  }
  return Samplers::Combined;
}

bool is_single_module(const OutputOptions& options) {
  return options.single_module && info(options.target).family == TargetFamily::Wgsl;
}

std::string entry_point_of(const OutputOptions& options, Stage stage) {
  if (!is_single_module(options)) return options.entry_point;
  return (stage == Stage::Vertex ? "vertex_" : "fragment_") + options.entry_point;
}

std::string text_entry_point_of(const OutputOptions& options, Stage stage) {
  const std::string name = entry_point_of(options, stage);
  return info(options.target).family == TargetFamily::Msl && name == "main" ? "main0" : name;
}

bool follows_vulkan(const OutputOptions& options) { return info(environment_of(options)).vulkan; }

bool has_sets(const OutputOptions& options) {
  return follows_vulkan(options) || info(options.target).family == TargetFamily::Wgsl;
}

}  // namespace agal::target
