// The instruction set as data: enumerations and constexpr views of the tables in include/agal/tables.
//
// Each enumeration is expanded from a table. All functions are constexpr and accept any value, including numbers out of
// range. They fail only by returning nullptr, nullopt or zero.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace agal {

/// A program stage. `Any` appears only in tables, in rows that apply to both stages.
enum class Stage : std::uint8_t { Vertex = 0, Fragment = 1, Any = 2 };

/// The name of a stage: "vertex", "fragment" or "any".
constexpr std::string_view name(Stage stage) {
  constexpr std::array<std::string_view, 3> names{"vertex", "fragment", "any"};
  return names[static_cast<std::size_t>(stage)];
}

/// Returns true if a row of a table applies to a stage.
constexpr bool covers(Stage row, Stage stage) { return row == Stage::Any || row == stage; }

// ---------------------------------------------------------------------------------------------------- opcodes

/// The opcodes. The value is the number in the bytecode (opcodes.def).
enum class Opcode : std::uint8_t {
#define AGAL_OPCODE(id, code, ...) id = code,
#include "agal/tables/opcodes.def"
#undef AGAL_OPCODE
};

/// The status of an opcode in players.
enum class OpcodeStatus : std::uint8_t {
  Shipped,    // players accept it
  Reserved,   // players know the number and reject it
  Tombstone,  // the number was never assigned in a shipped player
};

/// The form of the destination of an opcode.
enum class DestinationRule : std::uint8_t {
  None,  // all 32 bits are zero
  Xyz,   // w must be masked off
  Xyzw,  // any mask
};

/// The form of a source of an opcode.
enum class SourceRule : std::uint8_t {
  None,     // all 64 bits are zero
  Vector,   // any swizzle
  Scalar,   // a single component in all lanes
  Matrix,   // consecutive registers, with the identity swizzle
  Sampler,  // a sampler operand
};

/// The shape of the result of an opcode.
enum class Shape : std::uint8_t {
  None,       // no result
  Lanes,      // lane c depends on lane c of each source
  Broadcast,  // a single scalar in all lanes
  Cross,      // a cross product
  Normal,     // a normalized vector
  Rows,       // a dot product for each row of a matrix
  Texel,      // the result of a texture fetch
};

/// The role of an opcode in control flow.
enum class Flow : std::uint8_t { None, If, Else, EndIf, Kill };

/// The derivatives that an opcode takes across the quad of pixels.
enum class Derivative : std::uint8_t { None, Implicit };

/// One row of opcodes.def; see there for the meaning of the columns.
struct OpcodeInfo {
  Opcode opcode;             // the enumerator of the row
  std::string_view text;     // the mnemonic
  std::uint8_t min_version;  // the first AGAL version that has it, 1 to 4
  Stage stage;               // the stages that have the opcode
  OpcodeStatus status;       // the status in players
  DestinationRule dest;      // the form of the destination
  SourceRule src1;           // the form of source 1
  SourceRule src2;           // the form of source 2
  Shape shape;               // the shape of the result
  std::uint8_t cols;         // lanes of source 1 that are read together; 0: lane c of the result only reads lane c
  std::uint8_t rows;         // registers of source 2 that are read; 0: source 2 is not a register
  Flow flow;                 // its role in control flow
  Derivative derivative;     // whether it takes derivatives
  std::string_view formula;  // a formula for readers: d = destination, a = source 1, b = source 2, all after swizzling

  /// Returns true for a texture fetch.
  constexpr bool samples() const { return src2 == SourceRule::Sampler; }
};

/// All opcodes, by number from 0 without a gap.
inline constexpr auto opcode_table = std::to_array<OpcodeInfo>({
#define AGAL_OPCODE(id, code, text, ver, stage, status, dest, src1, src2, shape, cols, rows, flow, deriv, formula)    \
  {Opcode::id,       text,         ver,  Stage::stage, OpcodeStatus::status, DestinationRule::dest, SourceRule::src1, \
   SourceRule::src2, Shape::shape, cols, rows,         Flow::flow,           Derivative::deriv,     formula},
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

/// The register types. The value is the four-bit type in an operand (registers.def). An operand may also contain 8 to
/// 15, which do not have a row.
enum class RegisterType : std::uint8_t {
#define AGAL_REGISTER(id, code, ...) id = code,
#define AGAL_REGISTER_NAME(...)
#include "agal/tables/registers.def"
#undef AGAL_REGISTER_NAME
#undef AGAL_REGISTER
};

/// The accesses to a register type that a stage allows.
enum class RegisterUse : std::uint8_t { None, Read, Write, ReadWrite, Sample };

/// One row of registers.def.
struct RegisterInfo {
  RegisterType type;                 // the enumerator of the row
  std::string_view noun;             // the word for messages: "attribute"
  std::string_view vertex_prefix;    // "va"; "" if vertex programs do not have the type
  std::string_view fragment_prefix;  // "fc"; "" if fragment programs do not have the type
  RegisterUse vertex_use;            // the use in vertex programs
  RegisterUse fragment_use;          // the use in fragment programs
  std::uint8_t min_version;          // the first AGAL version that has the type, 1 to 4
  bool numbered;                     // true if the name of register 0 includes the number

  /// The prefix of the type's names in canonical assembly; "" if the stage does not have the type.
  constexpr std::string_view prefix(Stage stage) const {
    return stage == Stage::Vertex ? vertex_prefix : fragment_prefix;
  }
  /// The use that a stage (Vertex or Fragment) allows.
  constexpr RegisterUse use(Stage stage) const { return stage == Stage::Vertex ? vertex_use : fragment_use; }
  /// Returns true if a source may be a register of this type. Samplers are not read in this sense.
  constexpr bool readable(Stage stage) const {
    return use(stage) == RegisterUse::Read || use(stage) == RegisterUse::ReadWrite;
  }
  /// Returns true if a destination may be a register of this type.
  constexpr bool writable(Stage stage) const {
    return use(stage) == RegisterUse::Write || use(stage) == RegisterUse::ReadWrite;
  }
};

/// All register types, by number from 0.
inline constexpr auto register_table = std::to_array<RegisterInfo>({
#define AGAL_REGISTER(id, code, noun, vertex, fragment, vuse, fuse, ver, numbered) \
  {RegisterType::id, noun, vertex, fragment, RegisterUse::vuse, RegisterUse::fuse, ver, numbered},
#define AGAL_REGISTER_NAME(...)
#include "agal/tables/registers.def"
#undef AGAL_REGISTER_NAME
#undef AGAL_REGISTER
});

/// The row of a register type.
constexpr const RegisterInfo& info(RegisterType type) { return register_table[static_cast<std::size_t>(type)]; }

/// The row of a four-bit register type, or nullptr for 8 to 15.
constexpr const RegisterInfo* find_register(std::uint32_t code) {
  return code < register_table.size() ? &register_table[code] : nullptr;
}

/// A spelling of a register type in assembly, and the stage that it implies (Any if it implies none).
struct RegisterName {
  std::string_view text;  // the spelling without the number
  RegisterType type;      // the register type
  Stage stage;            // the stage that the spelling implies
};

/// All spellings, including the canonical ones.
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

/// The rule for combining several options of one field.
enum class SamplerCombine : std::uint8_t {
  Replace,  // the last option applies
  Union,    // all options apply: each is a bit
};

/// One row of AGAL_SAMPLER_FIELD.
struct SamplerFieldInfo {
  SamplerField field;      // the enumerator of the row
  std::string_view noun;   // the word for messages: "wrap mode"
  std::uint8_t bit;        // the field's lowest bit in the operand, 0 to 63
  std::uint8_t width;      // the width in bits
  SamplerCombine combine;  // the rule for several options
};

/// All fields, from the lowest bit up.
inline constexpr auto sampler_field_table = std::to_array<SamplerFieldInfo>({
#define AGAL_SAMPLER_FIELD(id, noun, bit, width, combine) {SamplerField::id, noun, bit, width, SamplerCombine::combine},
#define AGAL_SAMPLER_OPTION(...)
#include "agal/tables/sampler_fields.def"
#undef AGAL_SAMPLER_OPTION
#undef AGAL_SAMPLER_FIELD
});

/// The row of a field.
constexpr const SamplerFieldInfo& info(SamplerField field) {
  return sampler_field_table[static_cast<std::size_t>(field)];
}

/// The sampler options. `info` returns an option's field and value.
enum class SamplerOption : std::uint8_t {
#define AGAL_SAMPLER_FIELD(...)
#define AGAL_SAMPLER_OPTION(id, ...) id,
#include "agal/tables/sampler_fields.def"
#undef AGAL_SAMPLER_OPTION
#undef AGAL_SAMPLER_FIELD
};

/// One row of AGAL_SAMPLER_OPTION.
struct SamplerOptionInfo {
  SamplerOption option;     // the enumerator of the row
  SamplerField field;       // the field that the option sets
  std::uint8_t value;       // the field's value; for `Special`, the option's bit
  std::string_view text;    // the canonical spelling
  std::string_view alias;   // another spelling; "" if there is none
  bool accepted;            // true if a shipped player accepts it
  std::uint8_t anisotropy;  // the anisotropy of a filter, 2 to 16; 1 for an isotropic filter and for other fields
};

/// All options, by field and value.
inline constexpr auto sampler_option_table = std::to_array<SamplerOptionInfo>({
#define AGAL_SAMPLER_FIELD(...)
#define AGAL_SAMPLER_OPTION(id, field, value, text, alias, accepted, anisotropy) \
  {SamplerOption::id, SamplerField::field, value, text, alias, accepted, anisotropy},
#include "agal/tables/sampler_fields.def"
#undef AGAL_SAMPLER_OPTION
#undef AGAL_SAMPLER_FIELD
});

/// The row of an option.
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

/// The kind of texture that a sampler needs: the values of the sampler field `Dim`.
enum class TextureKind : std::uint8_t {
  Plane,   // sampler2D
  Cube,    // samplerCube
  Volume,  // sampler3D
};

/// The name in assembly, and in the types of Metal and WGSL: "2d", "cube" or "3d".
constexpr std::string_view name(TextureKind kind) {
  return find_sampler_option(SamplerField::Dim, static_cast<std::uint32_t>(kind))->text;
}
/// The name in the types of GLSL and HLSL: "2D", "Cube" or "3D".
constexpr std::string_view type_name(TextureKind kind) {
  constexpr std::array<std::string_view, 3> names{"2D", "Cube", "3D"};
  return names[static_cast<std::size_t>(kind)];
}

// ----------------------------------------------------------------------------------------------------- limits

/// The limits of a program's resources (limits.def). Values are counts, not highest indices.
struct Limits {
  std::uint8_t agal_version;           // 1 to 4; for a profile, the newest version that it accepts
  std::uint16_t tokens;                // tokens of a program
  std::uint16_t attributes;            // `va`
  std::uint16_t vertex_constants;      // `vc`
  std::uint16_t fragment_constants;    // `fc`
  std::uint16_t vertex_temporaries;    // `vt`
  std::uint16_t fragment_temporaries;  // `ft`
  std::uint16_t varyings;              // `v`
  std::uint16_t fragment_samplers;     // `fs`
  std::uint16_t vertex_samplers;       // `vs`
  std::uint16_t outputs;               // `oc`, in fragment programs
  std::uint16_t depth_outputs;         // `fd`
  std::uint16_t instance_ids;          // `iid`
  std::uint8_t nesting;                // nested conditionals

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

/// The newest AGAL version; the oldest is 1.
inline constexpr std::uint32_t newest_version = 4;

/// The limits of all AGAL versions, from 1 on.
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
  const std::uint32_t clamped = version < 1 ? 1 : (version > newest_version ? newest_version : version);
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

/// One row of AGAL_PROFILE.
struct ProfileInfo {
  Profile profile;        // the enumerator of the row
  std::string_view name;  // the value in Context3DProfile
  Limits limits;          // docs/adr/0007-profile-limits.md
};

/// All profiles, from the least capable up.
inline constexpr auto profile_table = std::to_array<ProfileInfo>({
#define AGAL_VERSION(...)
#define AGAL_PROFILE(id, name, agal, tokens, va, vc, fc, vt, ft, v, fs, vs, oc, fd, iid, nest) \
  {Profile::id, name, {agal, tokens, va, vc, fc, vt, ft, v, fs, vs, oc, fd, iid, nest}},
#include "agal/tables/limits.def"
#undef AGAL_PROFILE
#undef AGAL_VERSION
});

/// The row of a profile.
constexpr const ProfileInfo& info(Profile profile) { return profile_table[static_cast<std::size_t>(profile)]; }

/// The profile with this name (case-sensitive, as Context3DProfile spells it), or nullptr.
constexpr const ProfileInfo* find_profile(std::string_view text) {
  for (const ProfileInfo& row : profile_table)
    if (row.name == text) return &row;
  return nullptr;
}

}  // namespace agal
