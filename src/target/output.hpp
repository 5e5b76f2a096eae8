// The output options after defaults.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/target.hpp"
#include "base/buffer.hpp"
#include "target/bindings.hpp"
#include "target/naming.hpp"

namespace agal::target {

/// What one program is compiled for: OutputOptions, with the target's defaults for those that the caller leaves unset,
/// and a choice that the target does not have replaced by the one that it has.
struct Output {
  Target target = Target::Spv;
  Environment environment = Environment::Vulkan10;
  ConstantsMode constants = ConstantsMode::Ubo;
  ClipZ clip_z = ClipZ::ZeroToOne;
  bool flip_y = false;
  Precision precision = Precision::High;         // LowColor only if the language has three precisions
  Writer writer = Writer::Cross;                 // the first of the family's that is in this build
  Samplers samplers = Samplers::Combined;        // how the SPIR-V and GLSL declare them
  base::Buffer<ResourceBinding> bindings;        // deviations from docs/abi.md
  std::string entry_point = "main";              // in the SPIR-V
  bool single_module = false;                    // a pair is one text, with an entry point for each stage
  bool wants_sets = false;                       // the caller asks for an environment that has descriptor sets
  std::uint32_t varyings = 0;                    // HLSL: declared, even if the program has fewer
  std::uint32_t push_offset = 0;                 // bytes of the push constants before those of this program
  UniformNames names = UniformNames::Registers;  // in GLSL and GLSL ES
  Naming naming;                                 // the names that the caller chose
  BindingLayout layout = BindingLayout::Abi;     // of resources that `bindings` does not name
  std::vector<RegisterSemantic> semantics;       // HLSL: those that the caller chose
  bool version_line = true;                      // GLSL and GLSL ES begin with #version

  TargetFamily family() const { return info(target).family; }

  /// Whether resources have a descriptor set, or a bind group, beside their binding.
  bool has_sets() const { return vulkan() || family() == TargetFamily::Wgsl; }

  /// Whether they have register spaces: shader model 5.0 has registers alone.
  bool has_register_spaces() const { return family() == TargetFamily::Hlsl && info(target).version >= 51; }

  /// Where a resource is bound: as the caller asks, else where docs/abi.md says.
  BindingPoint binding_of(ResourceId resource) const;
  /// Where the separate sampler of a texture is bound: as the caller asks, else after the texture.
  BindingPoint separate_sampler_of(ResourceId texture) const;
  /// What the text calls the constants of a stage, or a sampler register.
  std::string name_of(ResourceId resource) const;
  /// What the text calls the separate sampler of a texture.
  std::string separate_name_of(ResourceId texture) const;
  /// What the text calls an attribute, a varying or a color.
  std::string name_of(RegisterType type, std::uint32_t number, Stage stage) const;
  /// The semantic of an attribute or a varying in HLSL.
  std::string semantic_of(RegisterType type, std::uint32_t number) const;
  /// Binds the constants of a stage, and the samplers that a compiled program reads, where `layout` says.
  void lay_out(Stage stage, std::span<const std::uint32_t> numbers);
  /// The number of its buffer, texture or sampler in Metal, where each stage has its own.
  std::uint32_t msl_slot(ResourceId resource) const;
  /// The number of its register in Direct3D.
  std::uint32_t hlsl_slot(ResourceId resource) const;
  /// Its register space in Direct3D: the descriptor set, or 0 if the caller does not ask for sets.
  std::uint32_t hlsl_space(ResourceId resource) const { return wants_sets ? binding_of(resource).set : 0; }

  /// Whether the SPIR-V follows Vulkan's rules rather than OpenGL's.
  bool vulkan() const { return info(environment).vulkan; }

  /// The entry point in the text: a Metal function cannot be called `main`, so that both writers call it `main0`.
  std::string_view text_entry_point() const {
    return family() == TargetFamily::Msl && entry_point == "main" ? "main0" : std::string_view(entry_point);
  }

  /// How many varyings are declared whether the program has them or not, if its highest is `bound` - 1. In HLSL all up
  /// to the highest, or as many as the host asks for (docs/adr/0023-varyings-on-direct3d.md).
  std::uint32_t declared_varyings(std::uint32_t bound) const {
    return family() == TargetFamily::Hlsl ? std::max(varyings, bound) : 0;
  }
};

/// "#version 300 es\n": the first line of a text of GLSL or GLSL ES.
std::string version_line(Target target);

/// The bindings of resources that exist.
base::Buffer<ResourceBinding> read_bindings(std::span<const Binding> bindings);

/// The output of a program of this stage.
Output resolve(const OutputOptions& options, Stage stage);

}  // namespace agal::target
