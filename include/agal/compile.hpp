// The main job: a program, or a pair, to an output language.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/program.hpp"
#include "agal/result.hpp"
#include "agal/semantics.hpp"
#include "agal/validate.hpp"

namespace agal {

/// The output languages (targets.def).
enum class Target : std::uint8_t {
#define AGAL_TARGET(id, ...) id,
#define AGAL_TARGET_FAMILY(...)
#define AGAL_ENVIRONMENT(...)
#include "agal/tables/targets.def"
#undef AGAL_ENVIRONMENT
#undef AGAL_TARGET_FAMILY
#undef AGAL_TARGET
};

/// The languages without their versions (targets.def).
enum class TargetFamily : std::uint8_t {
#define AGAL_TARGET(...)
#define AGAL_TARGET_FAMILY(id, ...) id,
#define AGAL_ENVIRONMENT(...)
#include "agal/tables/targets.def"
#undef AGAL_ENVIRONMENT
#undef AGAL_TARGET_FAMILY
#undef AGAL_TARGET
};

struct TargetInfo {
  Target target;
  std::string_view name;
  TargetFamily family;
  std::uint16_t version;
  bool vulkan;
  std::string_view suffix;
};

inline constexpr auto target_table = std::to_array<TargetInfo>({
#define AGAL_TARGET(id, name, family, version, vulkan, suffix) \
  {Target::id, name, TargetFamily::family, version, vulkan, suffix},
#define AGAL_TARGET_FAMILY(...)
#define AGAL_ENVIRONMENT(...)
#include "agal/tables/targets.def"
#undef AGAL_ENVIRONMENT
#undef AGAL_TARGET_FAMILY
#undef AGAL_TARGET
});

constexpr const TargetInfo& info(Target target) { return target_table[static_cast<std::size_t>(target)]; }
/// By name, as --target takes it; nullptr: no such target.
constexpr const TargetInfo* find_target(std::string_view name) {
  for (const TargetInfo& row : target_table)
    if (row.name == name) return &row;
  return nullptr;
}

/// What the name of a family stands for (targets.def).
struct TargetFamilyInfo {
  TargetFamily family;
  std::string_view name;
  std::string_view title;
  Target target;
  std::string_view extension;  // of files that are of this target; "" where there is none
};

inline constexpr auto target_family_table = std::to_array<TargetFamilyInfo>({
#define AGAL_TARGET(...)
#define AGAL_TARGET_FAMILY(id, name, title, target, extension) \
  {TargetFamily::id, name, title, Target::target, extension},
#define AGAL_ENVIRONMENT(...)
#include "agal/tables/targets.def"
#undef AGAL_ENVIRONMENT
#undef AGAL_TARGET_FAMILY
#undef AGAL_TARGET
});

constexpr const TargetFamilyInfo& info(TargetFamily family) {
  return target_family_table[static_cast<std::size_t>(family)];
}
/// By name; nullptr: no such family.
constexpr const TargetFamilyInfo* find_target_family(std::string_view name) {
  for (const TargetFamilyInfo& row : target_family_table)
    if (row.name == name) return &row;
  return nullptr;
}

/// What the SPIR-V is for (targets.def).
enum class Environment : std::uint8_t {
#define AGAL_TARGET(...)
#define AGAL_TARGET_FAMILY(...)
#define AGAL_ENVIRONMENT(id, ...) id,
#include "agal/tables/targets.def"
#undef AGAL_ENVIRONMENT
#undef AGAL_TARGET_FAMILY
#undef AGAL_TARGET
};

struct EnvironmentInfo {
  Environment environment;
  std::string_view name;
  std::uint8_t spirv_major, spirv_minor;
};

inline constexpr auto environment_table = std::to_array<EnvironmentInfo>({
#define AGAL_TARGET(...)
#define AGAL_TARGET_FAMILY(...)
#define AGAL_ENVIRONMENT(id, name, major, minor) {Environment::id, name, major, minor},
#include "agal/tables/targets.def"
#undef AGAL_ENVIRONMENT
#undef AGAL_TARGET_FAMILY
#undef AGAL_TARGET
});

constexpr const EnvironmentInfo& info(Environment environment) {
  return environment_table[static_cast<std::size_t>(environment)];
}
constexpr const EnvironmentInfo* find_environment(std::string_view name) {
  for (const EnvironmentInfo& row : environment_table)
    if (row.name == name) return &row;
  return nullptr;
}

/// How the constant registers reach the shader.
enum class ConstantsMode : std::uint8_t {
  Ubo,    // one uniform block, std140, an array of vec4
  Plain,  // a plain uniform array (`uniform vec4 vc[N]`); not on Vulkan
  Push,   // push constants; Vulkan only
};

/// Where a resource is bound unless `CompileOptions::bindings` says otherwise, in set 0 (docs/abi.md): vc, fc, then
/// fsN at 2 + N and, behind the 16 of those that a program may have, vsN at 18 + N.
constexpr std::uint32_t default_constants_binding(Stage stage) { return stage == Stage::Vertex ? 0 : 1; }
constexpr std::uint32_t default_sampler_binding(Stage stage, std::uint32_t sampler) {
  return (stage == Stage::Vertex ? 18 : 2) + sampler;
}

/// The range of clip-space z that the target expects. AGAL computes 0..w.
enum class ClipZ : std::uint8_t { ZeroToOne, NegativeOneToOne };

/// How many bits the values of a fragment program have that hold colours (docs/mapping.md); all others have 32. For
/// devices that compute faster with fewer: nothing makes them do it.
enum class Precision : std::uint8_t {
  High,       // all values have 32 bits
  Medium,     // colours may have 16
  LowColour,  // likewise, and in GLSL ES texels and outputs between 0 and 1 may have as few as 9
};

/// Where one resource is bound: `vc`, `fc`, `fs0`, `vs3`, …
struct Binding {
  std::string resource;
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
};

enum class Optimization : std::uint8_t { None, Full };

/// Receives the program after each stage that changed something: a stable stage name ("ast", "ir", "ir: narrow",
/// "spirv", "essl300") and its text.
using StageListener = std::function<void(std::string_view stage, std::string_view text)>;

/// One sentence about what a program has become at a stage that a listener is told of; "" for an unknown one.
std::string_view stage_summary(std::string_view stage);

struct CompileOptions {
  Target target = Target::Spv;
  std::optional<Environment> environment;  // unset: vulkan1.0 where the target follows Vulkan's rules, else opengl4.5
  ValidateOptions validation;
  Semantics semantics;
  std::optional<ConstantsMode> constants;  // unset: Plain for essl100, Ubo otherwise
  std::optional<ClipZ> clip_z;             // unset: NegativeOneToOne for GLSL and ESSL outside Vulkan
  bool flip_y = false;                     // negate clip-space y
  Precision precision = Precision::High;   // of colours in a fragment program
  std::vector<Binding> bindings;           // what deviates from docs/abi.md
  std::string entry_point = "main";
  Optimization optimization = Optimization::Full;
  bool debug_info = false;     // OpSource, OpLine, and every value's name in SPIR-V
  bool validate_spirv = true;  // run the SPIR-V validator over the module
  bool reflect = true;         // describe the interface (Compilation::reflection)
  StageListener on_stage;      // unset: nobody listens
};

/// How long one stage took.
struct StageTime {
  std::string stage;
  std::uint64_t nanoseconds = 0;
};

struct Compilation {
  Target target = Target::Spv;
  Stage stage = Stage::Vertex;
  std::vector<std::uint32_t> spirv;  // the module that the text was made from; the product for Target::Spv
  std::string text;                  // the product for every target but Spv
  std::string reflection;            // JSON, docs/reflection.schema.json; "" without `reflect`
  std::vector<StageTime> times;      // in the order in which they ran
};

/// AGAL to SPIR-V words and nothing more: AGAL is validated, the words are not, and no third-party code runs. In
/// agal::core; what an emulator calls while the game waits. Time is linear in the tokens. From its second call on, a
/// thread takes next to nothing from the heap but the result: it keeps up to 4 MiB of memory for its next call, and
/// gives them back when it ends. `options.target` other than Spv shapes the words for the text target they are meant
/// for; `options.validate_spirv` is not looked at.
Result<std::vector<std::uint32_t>> translate(const Program& program, const CompileOptions& options = {});

/// Validates, translates and validates again. A program that is rejected gives no value and at least one error.
Result<Compilation> compile(const Program& program, const CompileOptions& options = {});

struct LinkedCompilation {
  Compilation vertex;
  Compilation fragment;
  std::string reflection;  // of both, JSON
};

/// Compiles a pair: checks linkage, drops varyings that the fragment program never reads.
Result<LinkedCompilation> link(const Program& vertex, const Program& fragment, const CompileOptions& options = {});

/// "agalc 0.1.0".
std::string_view version_string();

/// The versions of what takes part in a compilation beside agalc itself: "SPIRV-Tools …, SPIRV-Cross …". What a cache
/// of products must be keyed by too.
std::string component_versions();

}  // namespace agal
