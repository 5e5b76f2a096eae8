// The options of an output after defaults are applied.
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

/// The rule by which two shaders of a pair have the same varying.
enum class VaryingMatch : std::uint8_t { Name, Location, Semantic };

/// The resolved options for one program: OutputOptions, with the target's defaults for options that the caller leaves
/// unset. A choice that the target does not support is replaced by the choice that it supports.
struct Output {
  Target target = Target::Spv;
  Environment environment = Environment::Vulkan10;
  ConstantsMode constants = ConstantsMode::Ubo;
  ClipZ clip_z = ClipZ::ZeroToOne;
  bool flip_y = false;
  Precision precision = Precision::High;         // LowColor only if the language has three precisions
  Writer writer = Writer::Cross;                 // the caller's choice, or the default of the family and the build
  Samplers samplers = Samplers::Combined;        // the form of samplers in SPIR-V and GLSL
  base::Buffer<ResourceBinding> bindings;        // deviations from docs/abi.md
  std::string entry_point = "main";              // the name in the SPIR-V
  bool single_module = false;                    // true if a pair is one text, with an entry point for each stage
  bool wants_sets = false;                       // true if the environment or the layout asks for descriptor sets
  std::uint32_t varyings = 0;                    // the minimum number of varyings to declare in HLSL
  std::uint32_t push_offset = 0;                 // the bytes of push constants that precede this program's constants
  UniformNames names = UniformNames::Registers;  // the names of uniforms in GLSL and GLSL ES
  Naming naming;                                 // the names that the caller chose
  BindingLayout layout = BindingLayout::Abi;     // the layout of resources that `bindings` does not name
  std::vector<RegisterSemantic> semantics;       // the semantics that the caller chose for HLSL
  bool version_line = true;                      // true if GLSL and GLSL ES begin with #version

  /// Returns the properties of the language.
  const TargetFamilyInfo& language() const { return info(info(target).family); }

  /// Returns true if a resource has a descriptor set or a bind group in addition to its binding.
  bool has_sets() const { return vulkan() || language().bindings == ResourcePlaces::Groups; }

  /// Returns true if resources have registers of Direct3D.
  bool has_registers() const { return language().bindings == ResourcePlaces::Registers; }
  /// Returns true if these registers are in spaces. Shader model 5.0 has only registers.
  bool has_register_spaces() const { return has_registers() && has(target, TargetFeature::RegisterSpaces); }

  /// Returns the rule by which two shaders have the same varying.
  VaryingMatch varying_match() const;
  /// Returns true if one place of a resource is the same for both shaders of a pair. If not, each shader has registers
  /// or numbers of its own.
  bool shares_places() const { return vulkan() && !has_registers(); }

  /// Returns the binding of a resource: the choice of the caller or of `layout`, or the default of docs/abi.md.
  BindingPoint binding_of(ResourceId resource) const;
  /// Returns true if the caller or the layout chose the binding.
  bool is_bound(ResourceId resource) const;
  /// Returns the binding of a texture's separate sampler: the caller's choice, or the binding after the texture.
  BindingPoint separate_sampler_of(ResourceId texture) const;
  /// Returns the name of a stage's constants in the text of agalc's own writer.
  std::string_view own_constants_name(Stage stage) const;
  /// Returns the name of a stage's constants, or of a sampler register, in the text of the chosen writer.
  std::string name_of(ResourceId resource) const;
  /// Returns the name of a texture's sampler in the text, if the text declares the sampler separately.
  std::string separate_name_of(ResourceId texture) const;
  /// Returns true if the text declares the sampler of a texture separately. MSL and HLSL always do.
  bool declares_samplers() const { return samplers == Samplers::Separate || language().separates_samplers(); }
  /// Returns the name of the uniform by which the text of a vertex program multiplies the position; "": there is none.
  std::string_view position_scale() const {
    return names == UniformNames::OpenFl ? openfl_position_scale : std::string_view();
  }
  /// Returns the name of an attribute, a varying or a color in the text.
  std::string name_of(RegisterType type, std::uint32_t number, Stage stage) const;
  /// Returns the semantic of an attribute or a varying in HLSL.
  std::string semantic_of(RegisterType type, std::uint32_t number) const;
  /// Binds the constants of a stage, and the samplers `numbers`, which a compiled program reads, according to `layout`.
  void lay_out(Stage stage, std::span<const std::uint32_t> numbers);
  /// Returns true if the caller chose the binding of a texture's sampler, apart from the binding of the texture.
  bool is_sampler_bound(ResourceId texture) const;
  /// Returns the number of a resource's buffer or texture in Metal. Each stage has separate numbers.
  std::uint32_t msl_slot(ResourceId resource) const;
  /// Returns the number of a texture's sampler in Metal: the caller's choice, or the number of the texture.
  std::uint32_t msl_sampler_slot(ResourceId texture) const;
  /// Returns the number of the register of the constants or of a texture in Direct3D.
  std::uint32_t hlsl_slot(ResourceId resource) const;
  /// Returns the number of the register of a texture's sampler in Direct3D: the caller's choice, or the number of the
  /// texture's register.
  std::uint32_t hlsl_sampler_slot(ResourceId texture) const;
  /// Returns the register space of a resource in Direct3D: the descriptor set, or 0 if the caller does not ask for
  /// sets.
  std::uint32_t hlsl_space(ResourceId resource) const { return wants_sets ? binding_of(resource).set : 0; }
  /// Returns the register space of a texture's sampler in Direct3D.
  std::uint32_t hlsl_sampler_space(ResourceId texture) const {
    return wants_sets ? separate_sampler_of(texture).set : 0;
  }

  /// Returns true if the SPIR-V follows the rules of Vulkan, false if it follows the rules of OpenGL.
  bool vulkan() const { return info(environment).vulkan; }

  /// Returns the name of the entry point in the text. A Metal function cannot be called `main`, so both writers use
  /// `main0`.
  std::string_view text_entry_point() const {
    return language().syntax == Syntax::Msl && entry_point == "main" ? "main0" : std::string_view(entry_point);
  }

  /// Returns the semantic that the caller chose; nullptr if the default applies.
  const RegisterSemantic* find_semantic(RegisterType type, std::uint32_t number) const;

  /// Returns the number of varyings that must be declared, even if the program does not use all of them. `bound` is the
  /// number of the program's highest varying plus 1. In HLSL the result is `bound`, or more if the host asks for more
  /// (docs/adr/0023-varyings-on-direct3d.md).
  std::uint32_t declared_varyings(std::uint32_t bound) const {
    return language().has_semantics() ? std::max(varyings, bound) : 0;
  }
};

/// Returns the first line of a text of GLSL or GLSL ES: "#version 300 es\n".
std::string_view version_line(Target target);

/// Parses bindings. Bindings of resources that do not exist are ignored.
base::Buffer<ResourceBinding> read_bindings(std::span<const Binding> bindings);

/// Applies the defaults to the options, for a program of this stage.
Output resolve(const OutputOptions& options, Stage stage);

}  // namespace agal::target
