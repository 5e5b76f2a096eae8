// The instruction set as data: enumerations and constexpr views of the tables in include/agal/tables.
//
// Every enumeration here is expanded from a table; nothing is written twice. All functions are constexpr, accept any
// value (including numbers out of range) and never fail other than by returning nullptr, nullopt or zero.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace agal {

/// Program stage. `Any` appears only in tables, for rows that apply to both stages.
enum class Stage : std::uint8_t { Vertex = 0, Fragment = 1, Any = 2 };

constexpr std::string_view name(Stage stage) {
  constexpr std::array<std::string_view, 3> names{"vertex", "fragment", "any"};
  return names[static_cast<std::size_t>(stage)];
}

constexpr bool covers(Stage row, Stage stage) { return row == Stage::Any || row == stage; }

// ---------------------------------------------------------------------------------------------------- opcodes

/// The opcodes; the value is the number in the bytecode (opcodes.def).
enum class Opcode : std::uint8_t {
#define AGAL_OPCODE(id, code, ...) id = code,
#include "agal/tables/opcodes.def"
#undef AGAL_OPCODE
};

enum class OpcodeStatus : std::uint8_t { Shipped, Reserved, Tombstone };
enum class DestinationRule : std::uint8_t { None, Xyz, Xyzw };
enum class SourceRule : std::uint8_t { None, Vector, Scalar, Matrix, Sampler };
enum class Shape : std::uint8_t { None, Lanes, Broadcast, Cross, Normal, Rows, Texel };
enum class Flow : std::uint8_t { None, If, Else, EndIf, Kill };
enum class Derivative : std::uint8_t { None, Implicit };

/// One row of opcodes.def; see there for the meaning of the columns.
struct OpcodeInfo {
  Opcode opcode;
  std::string_view text;
  std::uint8_t min_version;
  Stage stage;
  OpcodeStatus status;
  DestinationRule dest;
  SourceRule src1;
  SourceRule src2;
  Shape shape;
  std::uint8_t cols;
  std::uint8_t rows;
  Flow flow;
  Derivative derivative;
  std::string_view formula;
};

inline constexpr auto opcode_table = std::to_array<OpcodeInfo>({
#define AGAL_OPCODE(id, code, text, ver, stage, status, dest, src1, src2, shape, cols, rows, flow, deriv, formula) \
  {Opcode::id, text, ver, Stage::stage, OpcodeStatus::status, DestinationRule::dest, SourceRule::src1,             \
   SourceRule::src2, Shape::shape, cols, rows, Flow::flow, Derivative::deriv, formula},
#include "agal/tables/opcodes.def"
#undef AGAL_OPCODE
});

/// The row of an opcode.
constexpr const OpcodeInfo& info(Opcode opcode) { return opcode_table[static_cast<std::size_t>(opcode)]; }

/// The row of an opcode number, or nullptr if the number is beyond the table.
constexpr const OpcodeInfo* find_opcode(std::uint32_t code) {
  return code < opcode_table.size() ? &opcode_table[code] : nullptr;
}

/// The row with this mnemonic (case-sensitive), or nullptr. Tombstones are not found by name.
constexpr const OpcodeInfo* find_opcode(std::string_view text) {
  for (const OpcodeInfo& row : opcode_table)
    if (row.text == text && row.status != OpcodeStatus::Tombstone) return &row;
  return nullptr;
}

// -------------------------------------------------------------------------------------------------- registers

/// The register types; the value is the four-bit type in an operand (registers.def). Operands may also contain 8 to 15,
/// which have no row.
enum class RegisterType : std::uint8_t {
#define AGAL_REGISTER(id, code, ...) id = code,
#define AGAL_REGISTER_NAME(...)
#include "agal/tables/registers.def"
#undef AGAL_REGISTER_NAME
#undef AGAL_REGISTER
};

enum class RegisterUse : std::uint8_t { None, Read, Write, ReadWrite, Sample };

/// One row of registers.def.
struct RegisterInfo {
  RegisterType type;
  std::string_view noun;
  std::string_view vertex_prefix;
  std::string_view fragment_prefix;
  RegisterUse vertex_use;
  RegisterUse fragment_use;
  std::uint8_t min_version;

  constexpr std::string_view prefix(Stage stage) const {
    return stage == Stage::Vertex ? vertex_prefix : fragment_prefix;
  }
  constexpr RegisterUse use(Stage stage) const { return stage == Stage::Vertex ? vertex_use : fragment_use; }
  constexpr bool readable(Stage stage) const {
    return use(stage) == RegisterUse::Read || use(stage) == RegisterUse::ReadWrite;
  }
  constexpr bool writable(Stage stage) const {
    return use(stage) == RegisterUse::Write || use(stage) == RegisterUse::ReadWrite;
  }
};

inline constexpr auto register_table = std::to_array<RegisterInfo>({
#define AGAL_REGISTER(id, code, noun, vertex, fragment, vuse, fuse, ver) \
  {RegisterType::id, noun, vertex, fragment, RegisterUse::vuse, RegisterUse::fuse, ver},
#define AGAL_REGISTER_NAME(...)
#include "agal/tables/registers.def"
#undef AGAL_REGISTER_NAME
#undef AGAL_REGISTER
});

constexpr const RegisterInfo& info(RegisterType type) { return register_table[static_cast<std::size_t>(type)]; }

/// The row of a four-bit register type, or nullptr for 8 to 15.
constexpr const RegisterInfo* find_register(std::uint32_t code) {
  return code < register_table.size() ? &register_table[code] : nullptr;
}

/// A spelling of a register type in assembly and the stage that it implies (Any if it implies none).
struct RegisterName {
  std::string_view text;
  RegisterType type;
  Stage stage;
};

inline constexpr auto register_names = std::to_array<RegisterName>({
#define AGAL_REGISTER(...)
#define AGAL_REGISTER_NAME(text, type, stage) {text, RegisterType::type, Stage::stage},
#include "agal/tables/registers.def"
#undef AGAL_REGISTER_NAME
#undef AGAL_REGISTER
});

// --------------------------------------------------------------------------------------------------- samplers

/// The fields of a sampler operand (sampler_fields.def).
enum class SamplerField : std::uint8_t {
#define AGAL_SAMPLER_FIELD(id, ...) id,
#define AGAL_SAMPLER_OPTION(...)
#include "agal/tables/sampler_fields.def"
#undef AGAL_SAMPLER_OPTION
#undef AGAL_SAMPLER_FIELD
};

enum class SamplerCombine : std::uint8_t { Replace, Union };

struct SamplerFieldInfo {
  SamplerField field;
  std::string_view noun;
  std::uint8_t bit;
  std::uint8_t width;
  SamplerCombine combine;
};

inline constexpr auto sampler_field_table = std::to_array<SamplerFieldInfo>({
#define AGAL_SAMPLER_FIELD(id, noun, bit, width, combine) {SamplerField::id, noun, bit, width, SamplerCombine::combine},
#define AGAL_SAMPLER_OPTION(...)
#include "agal/tables/sampler_fields.def"
#undef AGAL_SAMPLER_OPTION
#undef AGAL_SAMPLER_FIELD
});

constexpr const SamplerFieldInfo& info(SamplerField field) {
  return sampler_field_table[static_cast<std::size_t>(field)];
}

/// The sampler options; use `info` for the field and the value.
enum class SamplerOption : std::uint8_t {
#define AGAL_SAMPLER_FIELD(...)
#define AGAL_SAMPLER_OPTION(id, ...) id,
#include "agal/tables/sampler_fields.def"
#undef AGAL_SAMPLER_OPTION
#undef AGAL_SAMPLER_FIELD
};

struct SamplerOptionInfo {
  SamplerOption option;
  SamplerField field;
  std::uint8_t value;
  std::string_view text;
  std::string_view alias;
  bool accepted;
};

inline constexpr auto sampler_option_table = std::to_array<SamplerOptionInfo>({
#define AGAL_SAMPLER_FIELD(...)
#define AGAL_SAMPLER_OPTION(id, field, value, text, alias, accepted) \
  {SamplerOption::id, SamplerField::field, value, text, alias, accepted},
#include "agal/tables/sampler_fields.def"
#undef AGAL_SAMPLER_OPTION
#undef AGAL_SAMPLER_FIELD
});

constexpr const SamplerOptionInfo& info(SamplerOption option) {
  return sampler_option_table[static_cast<std::size_t>(option)];
}

/// The option of a field with this value, or nullptr. For `Special` the value is one bit.
constexpr const SamplerOptionInfo* find_sampler_option(SamplerField field, std::uint32_t value) {
  for (const SamplerOptionInfo& row : sampler_option_table)
    if (row.field == field && row.value == value) return &row;
  return nullptr;
}

/// The option with this spelling (canonical or alias, case-sensitive), or nullptr.
constexpr const SamplerOptionInfo* find_sampler_option(std::string_view text) {
  for (const SamplerOptionInfo& row : sampler_option_table)
    if (row.text == text || (!row.alias.empty() && row.alias == text)) return &row;
  return nullptr;
}

// ----------------------------------------------------------------------------------------------------- limits

/// How much of each resource a program may use (limits.def). Counts, not highest indices.
struct Limits {
  std::uint8_t agal_version;
  std::uint16_t tokens;
  std::uint16_t attributes, vertex_constants, fragment_constants, vertex_temporaries, fragment_temporaries, varyings,
      fragment_samplers, vertex_samplers, outputs, depth_outputs, instance_ids;
  std::uint8_t nesting;

  /// Number of registers of this type in this stage; 0 if the type does not exist there.
  constexpr std::uint32_t count(RegisterType type, Stage stage) const {
    const bool vertex = stage == Stage::Vertex;
    switch (type) {
      case RegisterType::Attribute: return vertex ? attributes : 0u;
      case RegisterType::Constant: return vertex ? vertex_constants : fragment_constants;
      case RegisterType::Temporary: return vertex ? vertex_temporaries : fragment_temporaries;
      case RegisterType::Output: return vertex ? 1u : outputs;
      case RegisterType::Varying: return varyings;
      case RegisterType::Sampler: return vertex ? vertex_samplers : fragment_samplers;
      case RegisterType::Depth: return vertex ? 0u : depth_outputs;
      case RegisterType::InstanceId: return vertex ? instance_ids : 0u;
    }
    return 0;
  }
};

inline constexpr std::uint32_t newest_version = 4;

inline constexpr auto version_limits_table = std::to_array<Limits>({
#define AGAL_VERSION(agal, tokens, va, vc, fc, vt, ft, v, fs, vs, oc, fd, iid, nest) \
  {agal, tokens, va, vc, fc, vt, ft, v, fs, vs, oc, fd, iid, nest},
#define AGAL_PROFILE(...)
#include "agal/tables/limits.def"
#undef AGAL_PROFILE
#undef AGAL_VERSION
});
static_assert(version_limits_table.size() == newest_version);

/// The limits of an AGAL version. Version 0, which players treat as 1, has the limits of 1; versions above the newest
/// have the limits of the newest.
constexpr const Limits& version_limits(std::uint32_t version) {
  const std::uint32_t clamped = version < 1 ? 1 : version > newest_version ? newest_version : version;
  return version_limits_table[clamped - 1];
}

/// The Context3D profiles.
enum class Profile : std::uint8_t {
#define AGAL_VERSION(...)
#define AGAL_PROFILE(id, ...) id,
#include "agal/tables/limits.def"
#undef AGAL_PROFILE
#undef AGAL_VERSION
};

struct ProfileInfo {
  Profile profile;
  std::string_view name;
  Limits limits;
};

inline constexpr auto profile_table = std::to_array<ProfileInfo>({
#define AGAL_VERSION(...)
#define AGAL_PROFILE(id, name, agal, tokens, va, vc, fc, vt, ft, v, fs, vs, oc, fd, iid, nest) \
  {Profile::id, name, {agal, tokens, va, vc, fc, vt, ft, v, fs, vs, oc, fd, iid, nest}},
#include "agal/tables/limits.def"
#undef AGAL_PROFILE
#undef AGAL_VERSION
});

constexpr const ProfileInfo& info(Profile profile) { return profile_table[static_cast<std::size_t>(profile)]; }

/// The profile with this name (case-sensitive, as Context3DProfile spells it), or nullptr.
constexpr const ProfileInfo* find_profile(std::string_view text) {
  for (const ProfileInfo& row : profile_table)
    if (row.name == text) return &row;
  return nullptr;
}

}  // namespace agal
