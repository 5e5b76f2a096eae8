// The output languages as data (targets.def), and the output options that every phase from the IR on depends on.
//
// The tables and all their functions are constexpr.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/isa.hpp"

namespace agal {

// ---------------------------------------------------------------------------------------------------- targets

/// The output languages.
enum class Target : std::uint8_t {
#define AGAL_TARGET(id, ...) id,
#include "agal/tables/targets.def"
};

/// The languages without their versions.
enum class TargetFamily : std::uint8_t {
#define AGAL_TARGET_FAMILY(id, ...) id,
#include "agal/tables/targets.def"
};

/// One row of AGAL_TARGET; see targets.def for the meaning of the columns.
struct TargetInfo {
  Target target;            // the enumerator of the row
  std::string_view name;    // the value of --target
  TargetFamily family;      // the language without its version
  std::uint16_t version;    // GLSL and ESSL: as in #version; MSL, HLSL: 10 * major + minor; WGSL: 1; SPIR-V: 0
  bool vulkan;              // true if the rules of Vulkan apply
  std::string_view suffix;  // the suffix of an output file's name: ".essl300.glsl"
  std::string_view use;     // the interfaces that accept the language, for display: "WebGL 2; OpenGL ES 3.0"

  /// Returns true if the product is the words of a SPIR-V module, not text.
  constexpr bool is_binary() const { return target == Target::Spv; }
  /// Returns true if the product is the assembly of a SPIR-V module.
  constexpr bool is_assembly() const { return target == Target::Spvasm; }
};

/// All targets.
inline constexpr auto target_table = std::to_array<TargetInfo>({
#define AGAL_TARGET(id, name, family, version, vulkan, suffix, use) \
  {Target::id, name, TargetFamily::family, version, vulkan, suffix, use},
#include "agal/tables/targets.def"
});

/// The row of a target.
constexpr const TargetInfo& info(Target target) { return target_table[static_cast<std::size_t>(target)]; }
/// Finds a target by its own name, not by the name of its family or an alias; nullptr if the name is unknown.
constexpr const TargetInfo* find_target(std::string_view name) {
  for (const TargetInfo& row : target_table)
    if (row.name == name) return &row;
  return nullptr;
}

/// The allowed names of an entry point.
enum class EntryPointNames : std::uint8_t {
  Any,   // any text
  Main,  // "main" alone
  Free,  // an identifier that neither the language nor the shader uses
};

/// The first value of the instance id.
enum class FirstInstance : std::uint8_t {
  Environment,  // 0 in OpenGL, otherwise like First
  First,        // the first instance of the draw call
  Zero,         // 0
};

/// The writers that can print a language as text.
enum class Writers : std::uint8_t {
  Words,       // the target is SPIR-V words, not text
  Own,         // agalc alone
  OwnOrCross,  // agalc by default, or SPIRV-Cross
  CrossOrOwn,  // SPIRV-Cross by default if the build includes it, or agalc
};

/// The writer of the text: SPIRV-Cross translates the SPIR-V, agalc's own writer prints the IR.
enum class Writer : std::uint8_t { Cross, Own };

/// The values of `OutputOptions::samplers` that a language accepts.
enum class SamplerForms : std::uint8_t {
  Combined,  // Combined alone
  Separate,  // Separate alone
  Vulkan,    // Combined, and also Separate if the rules of Vulkan apply
  Either,    // both
  Same,      // both, with the same result
};

/// The grammars of texts.
enum class Syntax : std::uint8_t {
  None,  // the target is not text
  Glsl,
  Msl,
  Hlsl,
  Wgsl,
};

/// The front ends that compile a text back to SPIR-V.
enum class TextReader : std::uint8_t { None, Glsl, Hlsl };

/// The places of resources in a text.
enum class ResourcePlaces : std::uint8_t {
  Bindings,   // a binding; where Vulkan's rules apply, also a descriptor set
  Groups,     // a bind group and a binding
  Registers,  // registers b, t and s, separate for each stage; some versions also have spaces
  Slots,      // numbers of buffers, textures and samplers, separate for each stage
};

/// The identity of a varying in both shaders of a pair.
enum class VaryingLinks : std::uint8_t {
  Environment,  // its name in OpenGL, otherwise its location
  Location,     // its location
  Semantic,     // its semantic
};

/// One row of AGAL_TARGET_FAMILY.
struct TargetFamilyInfo {
  TargetFamily family;         // the enumerator of the row
  std::string_view name;       // the value of --target
  std::string_view title;      // the title for display: "GLSL ES"
  Target target;               // the target that the family's name selects
  std::string_view extension;  // a file extension that also selects the target; "" if it is ambiguous
  EntryPointNames entry;       // the allowed names of an entry point
  FirstInstance instances;     // the first value of the instance id
  std::uint8_t precisions;     // the number of floating-point precisions: 2, or 3 with LowColor
  Writers writers;             // the writers that can print the language
  std::uint8_t max_nesting;    // the maximum depth of nested ifs; 0: unlimited
  SamplerForms samplers;       // the allowed declarations of samplers
  Syntax syntax;               // the grammar of the text
  TextReader reader;           // the front end that reads the text
  ResourcePlaces bindings;     // the places of resources in the text
  VaryingLinks links;          // the identity of a varying in both shaders of a pair
  bool es;                     // true if floats have qualifiers of precision, and versions since 3.00 the word es
  bool joins;                  // true if a pair can be one text with two entry points

  /// Returns true if the product is a SPIR-V module, as words or as assembly.
  constexpr bool spirv() const { return writers == Writers::Words; }
  /// Returns true for GLSL and GLSL ES.
  constexpr bool glsl() const { return syntax == Syntax::Glsl; }
  /// Returns true if textures and samplers are separate variables in every text.
  constexpr bool separates_samplers() const {
    return samplers == SamplerForms::Separate || samplers == SamplerForms::Either || samplers == SamplerForms::Same;
  }
  /// Returns true if varyings and attributes have semantics.
  constexpr bool has_semantics() const { return links == VaryingLinks::Semantic; }
  /// Returns true if `writer` can print the language.
  constexpr bool has(Writer writer) const {
    return both_writers() || (writers == Writers::Own && writer == Writer::Own);
  }
  /// Returns true if `OutputOptions::writer` selects the writer.
  constexpr bool both_writers() const { return writers == Writers::OwnOrCross || writers == Writers::CrossOrOwn; }
};

/// All families.
inline constexpr auto target_family_table = std::to_array<TargetFamilyInfo>({
#define AGAL_TARGET_FAMILY(id, name, title, target, extension, entry, instances, precisions, writers, nesting, \
                           samplers, syntax, reader, bindings, links, es, joins)                               \
  {TargetFamily::id,                                                                                           \
   name,                                                                                                       \
   title,                                                                                                      \
   Target::target,                                                                                             \
   extension,                                                                                                  \
   EntryPointNames::entry,                                                                                     \
   FirstInstance::instances,                                                                                   \
   precisions,                                                                                                 \
   Writers::writers,                                                                                           \
   nesting,                                                                                                    \
   SamplerForms::samplers,                                                                                     \
   Syntax::syntax,                                                                                             \
   TextReader::reader,                                                                                         \
   ResourcePlaces::bindings,                                                                                   \
   VaryingLinks::links,                                                                                        \
   es,                                                                                                         \
   joins},
#include "agal/tables/targets.def"
});

/// The row of a family.
constexpr const TargetFamilyInfo& info(TargetFamily family) {
  return target_family_table[static_cast<std::size_t>(family)];
}
/// Finds a family by name; nullptr if the name is unknown.
constexpr const TargetFamilyInfo* find_target_family(std::string_view name) {
  for (const TargetFamilyInfo& row : target_family_table)
    if (row.name == name) return &row;
  return nullptr;
}

/// Returns true if no target has the family's name. In a language without versions, the target has the same name as the
/// family.
constexpr bool has_name_of_its_own(const TargetFamilyInfo& family) { return find_target(family.name) == nullptr; }

/// One row of AGAL_TARGET_ALIAS.
struct TargetAlias {
  std::string_view name;  // lowercase, without '.', '-', '_' and spaces
  Target target;          // the target that the alias selects
};

/// Additional names of targets, which neither a target nor a family has.
inline constexpr auto target_alias_table = std::to_array<TargetAlias>({
#define AGAL_TARGET_ALIAS(name, target) {name, Target::target},
#include "agal/tables/targets.def"
});

/// Features that some versions of a language lack.
enum class TargetFeature : std::uint8_t {
  UniformBlocks,
  ExplicitGradients,  // fetches with the derivatives of the coordinates as operands
  InstanceNumber,     // `iid`
  VolumeTextures,
  FragmentIndexing,  // constants of a fragment program with a computed index
  CentroidVaryings,
  ExplicitLayout,  // bindings of blocks and samplers, and locations of varyings and uniforms, in the text
  InputLocations,  // locations of attributes and colors in the text
  InOutVariables,  // `in`, `out`, `texture`; without them `attribute`, `varying`, `gl_FragData`, `texture2D`
  LaneSelection,   // a function that selects each lane by a lane of conditions
  FragmentHighp,   // 32-bit floats in every fragment shader
  RegisterSpaces,  // spaces for registers of Direct3D
};

/// For each target, a bit for each feature that the target lacks. Not in `has`, where some compilers build the table
/// again in each call.
inline constexpr auto lacked_features = [] {
  std::array<std::uint32_t, target_table.size()> bits{};
  for (const TargetInfo& row : target_table) {
    std::uint32_t& missing = bits[static_cast<std::size_t>(row.target)];
#define AGAL_TARGET_SINCE(feature, of, since)                \
  if (row.family == TargetFamily::of && row.version < since) \
    missing |= 1u << static_cast<unsigned>(TargetFeature::feature);
#include "agal/tables/targets.def"
  }
  return bits;
}();

/// Returns true if a target has a feature.
constexpr bool has(Target target, TargetFeature feature) {
  return (lacked_features[static_cast<std::size_t>(target)] >> static_cast<unsigned>(feature) & 1u) == 0;
}

/// Features that need an extension in some targets.
enum class ExtensionUse : std::uint8_t {
  FragmentDepth,      // `fd`
  DrawBuffers,        // `oc1` and beyond
  Derivatives,        // `ddx`, `ddy`
  ExplicitGradients,  // fetches in branches, and `tld`
};

/// A target that needs an extension: one row of AGAL_TARGET_EXTENSION for one of its versions.
struct TargetExtension {
  Target target;          // a target that needs the extension
  ExtensionUse use;       // the feature that needs the extension
  std::string_view name;  // the name in the text
};

/// Calls `visit(extension)` for each extension of each target, in the order of their declarations in the text.
template <class Visit>
constexpr void for_each_target_extension(Visit visit) {
  for (const TargetInfo& row : target_table) {
#define AGAL_TARGET_EXTENSION(of, before, use, name)          \
  if (row.family == TargetFamily::of && row.version < before) \
    visit(TargetExtension{row.target, ExtensionUse::use, name});
#include "agal/tables/targets.def"
  }
}

/// All extensions, in the order of their declarations in the text.
inline constexpr auto target_extension_table = [] {
  constexpr std::size_t count = [] {
    std::size_t n = 0;
    for_each_target_extension([&](const TargetExtension&) { ++n; });
    return n;
  }();
  std::array<TargetExtension, count> rows{};
  std::size_t n = 0;
  for_each_target_extension([&](const TargetExtension& row) { rows[n++] = row; });
  return rows;
}();

/// Returns the extension that a target needs for a feature; "" if it does not need one.
constexpr std::string_view extension_for(Target target, ExtensionUse use) {
  for (const TargetExtension& row : target_extension_table)
    if (row.target == target && row.use == use) return row.name;
  return {};
}

/// Returns the suffix of names that an extension adds: "EXT" for GL_EXT_frag_depth, "" for "".
constexpr std::string_view vendor_of(std::string_view extension) {
  constexpr std::string_view prefix = "GL_";
  if (!extension.starts_with(prefix)) return {};
  extension.remove_prefix(prefix.size());
  return extension.substr(0, extension.find('_'));
}

// ----------------------------------------------------------------------------------------------- environments

/// The environment that consumes the SPIR-V.
enum class Environment : std::uint8_t {
#define AGAL_ENVIRONMENT(id, ...) id,
#include "agal/tables/targets.def"
};

/// One row of AGAL_ENVIRONMENT.
struct EnvironmentInfo {
  Environment environment;   // the enumerator of the row
  std::string_view name;     // the value of --env
  std::uint8_t spirv_major;  // the major version of SPIR-V
  std::uint8_t spirv_minor;  // the minor version of SPIR-V
  bool vulkan;               // true if Vulkan's rules apply, false if OpenGL's
};

/// All environments.
inline constexpr auto environment_table = std::to_array<EnvironmentInfo>({
#define AGAL_ENVIRONMENT(id, name, major, minor, vulkan) {Environment::id, name, major, minor, vulkan},
#include "agal/tables/targets.def"
});

/// The row of an environment.
constexpr const EnvironmentInfo& info(Environment environment) {
  return environment_table[static_cast<std::size_t>(environment)];
}
/// Finds an environment by name; nullptr if the name is unknown.
constexpr const EnvironmentInfo* find_environment(std::string_view name) {
  for (const EnvironmentInfo& row : environment_table)
    if (row.name == name) return &row;
  return nullptr;
}

// ---------------------------------------------------------------------------------------------------- options

/// The mechanism that passes the constant registers to the shader.
enum class ConstantsMode : std::uint8_t {
  Ubo,    // a uniform block with an array of vec4, std140
  Plain,  // a plain uniform array (`uniform vec4 vc[N]`); not on Vulkan
  Push,   // push constants; Vulkan only
};

/// The declaration of a sampler register.
enum class Samplers : std::uint8_t {
  Combined,  // a single variable for the texture and its sampler
  Separate,  // two variables, a texture and a sampler
};

/// The distance between the binding of a texture and the binding of its separate sampler (docs/abi.md).
inline constexpr std::uint32_t separate_sampler_offset = 32;
/// The suffix that is added to a texture's name for its separate sampler.
inline constexpr std::string_view separate_sampler_suffix = "_sampler";

/// The default binding of a stage's constants, in set 0 (docs/abi.md): vc at 0, fc at 1. `OutputOptions::bindings`
/// overrides it.
constexpr std::uint32_t default_constants_binding(Stage stage) { return stage == Stage::Vertex ? 0 : 1; }
/// The default binding of a sampler register, in set 0 (docs/abi.md): fsN at 2 + N and vsN at 18 + N, after the 16
/// samplers that a fragment program may have. `OutputOptions::bindings` overrides it.
constexpr std::uint32_t default_sampler_binding(Stage stage, std::uint32_t sampler) {
  return (stage == Stage::Vertex ? 18 : 2) + sampler;
}

/// The distance between constant registers in uniform blocks and push constants, in bytes (docs/abi.md).
inline constexpr std::uint32_t constant_stride = 16;

/// The maximum of `OutputOptions::varyings`: the registers between two stages of Direct3D 11, except the register of
/// the position.
inline constexpr std::uint32_t max_varyings = 31;

/// Returns true if a name consists of ASCII letters, digits and underscores, and does not begin with a digit.
constexpr bool is_identifier(std::string_view name) {
  const auto starts = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  for (const char c : name)
    if (!starts(c) && (c < '0' || c > '9')) return false;
  return !name.empty() && starts(name[0]);
}

/// The range of clip-space z that the target expects. AGAL computes 0 to w.
enum class ClipZ : std::uint8_t { ZeroToOne, NegativeOneToOne };

/// The names of uniforms in GLSL and GLSL ES.
enum class UniformNames : std::uint8_t {
  Registers,  // fc, fs0, as in docs/abi.md
  OpenFl,     // fc0, sampler0; gl_Position is multiplied by the uniform vcPositionScale
};

/// The names of registers in text, except registers with a name in `OutputOptions::renames`.
enum class RegisterNames : std::uint8_t {
  Registers,  // the names of registers: fc0
  Source,     // the names that the text of the program gives them; `add_source_names` (agal/compile.hpp) says which
};

/// Emulators and engines that accept programs in a special form (agal/host.hpp).
enum class Host : std::uint8_t {
#define AGAL_HOST(id, ...) id,
#include "agal/tables/hosts.def"
};

/// The number of bits for the values of a fragment program that hold colors (docs/mapping.md). All other values have 32
/// bits. Some devices compute faster with fewer bits. A device may ignore it.
enum class Precision : std::uint8_t {
  High,      // all values have 32 bits
  Medium,    // colors may have 16
  LowColor,  // like Medium; in GLSL ES, texels and outputs between 0 and 1 may have as few as 9
};

/// The binding of a resource: `vc`, `fc`, `fs0`, `vs3`, …, or the separate sampler of a texture: `fs0_sampler`.
struct Binding {
  std::string resource;       // the name of the register, or of the separate sampler
  std::uint32_t set = 0;      // descriptor set or bind group; ignored by OpenGL
  std::uint32_t binding = 0;  // the binding in the set
};

/// The functions that a pipeline starts, by stage. docs/abi.md says which names each language allows.
struct EntryPoints {
  std::string vertex = "main";    // the function of the vertex shader
  std::string fragment = "main";  // the function of the fragment shader

  /// Returns the function of a stage.
  const std::string& of(Stage stage) const { return stage == Stage::Vertex ? vertex : fragment; }
};

/// A custom name for registers in the text: `position` for va0, `mvp` for vc0..3 (docs/abi.md).
struct Rename {
  std::string registers;  // one register, several constants (vc0..3), all constants (vc), or a separate sampler
  std::string name;       // an identifier that no language reserves
};

/// The semantic of an attribute or a varying in HLSL: `NORMAL` for va1.
struct RegisterSemantic {
  std::string resource;  // the register: va0, v3
  std::string semantic;  // POSITION, TEXCOORD7
};

/// The rule for the default bindings of resources. `OutputOptions::bindings` overrides them.
enum class BindingLayout : std::uint8_t {
  Abi,  // the bindings follow from the numbers of the registers (docs/abi.md)
  Sdl,  // the bindings that SDL_GPU expects: a set for each stage and kind, textures without gaps
};

/// The language, the environment, and the mapping of the interface.
struct OutputOptions {
  Target target = Target::Spv;             // the language
  std::optional<Environment> environment;  // unset: vulkan1.0 if the target follows Vulkan's rules, otherwise opengl4.5
  std::optional<ConstantsMode> constants;  // unset: Plain if the target lacks uniform blocks, otherwise Ubo
  std::optional<ClipZ> clip_z;  // unset: NegativeOneToOne for GLSL and ESSL outside Vulkan, otherwise ZeroToOne
  bool flip_y = false;          // true to negate clip-space y
  Precision precision = Precision::High;  // the precision of colors in a fragment program
  std::vector<Binding> bindings;          // bindings that differ from the layout
  EntryPoints entry_points;               // the names of the functions
  /// WGSL: a pair is one module. If both entry points have the same name, they get the prefixes vertex_ and fragment_.
  bool single_module = false;
  std::optional<Writer> writer;      // unset: Own, but Cross for MSL if the build includes it
  std::optional<Samplers> samplers;  // unset: Separate for WGSL, otherwise Combined
  /// HLSL: the number of varyings that every program declares, so that separately compiled programs match
  /// (docs/abi.md). The range is 1 to `max_varyings`. A program with more varyings is an error (AGAL4014). Unset: a
  /// program declares the varyings up to its highest one.
  std::optional<std::uint32_t> varyings;
  /// The number of varying locations that a device has. If a pair has more varyings, components of several varyings
  /// share a location. Programs that do not fit are an error (AGAL4016). Unset: unlimited.
  std::optional<std::uint32_t> varying_limit;
  BindingLayout layout = BindingLayout::Abi;       // the bindings of resources that `bindings` does not name
  std::vector<Rename> renames;                     // the names that registers have in text and in the interface
  RegisterNames names = RegisterNames::Registers;  // the names of other registers, for `compile` and `link`
  std::vector<RegisterSemantic>
      hlsl_semantics;        // HLSL: replaces the default of an attribute or a varying, TEXCOORD and its number
  bool version_line = true;  // GLSL and GLSL ES: true to begin with the line of the version
  /// The host, which determines the names of uniforms in GLSL and GLSL ES. If these are not the names of registers,
  /// agalc's own writer writes the text. `set_host` (agal/options.hpp) also sets other options.
  std::optional<Host> host;
};

}  // namespace agal
