// The AST: a program as its tokens, bit for bit.
//
// Operands keep their raw bits and decode them on demand. Writing a program that was read therefore gives the same
// bytes, including reserved bits and unknown numbers. Adobe's "AGAL bytecode format" gives the bit layouts.
// Fields that Adobe does not describe (read mode, special bits) have the layout that AGALMiniAssembler writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/isa.hpp"

namespace agal {

inline constexpr std::uint32_t header_bytes = 7;          // magic, version (4), stage magic, stage
inline constexpr std::uint32_t token_bytes = 24;          // opcode (4), destination (4), source 1 (8), source 2 (8)
inline constexpr std::uint8_t header_magic = 0xa0;        // the first byte
inline constexpr std::uint8_t header_stage_magic = 0xa1;  // the sixth byte
inline constexpr std::uint8_t swizzle_identity = 0xe4;    // .xyzw, two bits per lane, x lowest

/// The bits 0 to 3 of a write mask: x = 1, y = 2, z = 4, w = 8.
using WriteMask = std::uint8_t;

/// The destination field (32 bits): N 15:0 · mask 19:16 · type 27:24; 23:20 and 31:28 are reserved.
struct Destination {
  std::uint32_t bits = 0;  // the field's bits in the bytecode

  /// Creates the field for a register.
  static constexpr Destination make(RegisterType type, std::uint32_t index, WriteMask mask = 0xf) {
    return {(index & 0xffffu) | (std::uint32_t{mask} & 0xfu) << 16 | static_cast<std::uint32_t>(type) << 24};
  }
  /// The register number, 0 to 65535.
  constexpr std::uint32_t index() const { return bits & 0xffff; }
  /// The components that are written.
  constexpr WriteMask mask() const { return static_cast<WriteMask>(bits >> 16 & 0xf); }
  /// The four-bit register type; `find_register` does not know 8 to 15.
  constexpr std::uint32_t type_code() const { return bits >> 24 & 0xf; }
  /// The register type. Meaningful only if `find_register(type_code())` is not null.
  constexpr RegisterType type() const { return static_cast<RegisterType>(type_code()); }
  /// The byte that has the type in its lower half. AGAL 1 players read the whole byte
  /// (docs/adr/0016-type-bytes-in-agal-1.md).
  constexpr std::uint32_t type_byte() const { return bits >> 24 & 0xff; }
  /// The reserved bits, which do not have a meaning.
  constexpr std::uint32_t reserved() const { return bits & 0xf0f0'0000; }
  constexpr bool operator==(const Destination&) const = default;
};

/// A source field (64 bits): N 15:0 · O 23:16 · swizzle 31:24 · type 35:32 · index type 43:40 · index component 49:48 ·
/// indirect 63; the rest is reserved. Direct: register `type`, number N. Indirect: register `type`, number
/// O + int(index register N of type I, component Q).
struct Source {
  std::uint64_t bits = 0;  // the field's bits in the bytecode

  /// Creates the field for a register with a direct address.
  static constexpr Source make(RegisterType type, std::uint32_t index, std::uint8_t swizzle = swizzle_identity) {
    return {(index & 0xffffu) | std::uint64_t{swizzle} << 24 | static_cast<std::uint64_t>(type) << 32};
  }
  /// Creates the field for a register of type `type` with an indirect address: its number is `offset` plus `component`
  /// of the index register.
  static constexpr Source make_indirect(RegisterType type, RegisterType index_type, std::uint32_t index_register,
                                        std::uint32_t component, std::uint8_t offset,
                                        std::uint8_t swizzle = swizzle_identity) {
    return {(index_register & 0xffffu) | std::uint64_t{offset} << 16 | std::uint64_t{swizzle} << 24 |
            static_cast<std::uint64_t>(type) << 32 | static_cast<std::uint64_t>(index_type) << 40 |
            std::uint64_t{component & 3} << 48 | std::uint64_t{1} << 63};
  }
  /// The register number, 0 to 65535. If the address is indirect, it is the number of the index register.
  constexpr std::uint32_t index() const { return bits & 0xffff; }
  /// The offset of an indirect address. docs/adr/0006-indirect-offset.md says how values of 128 and above are read.
  constexpr std::uint8_t offset() const { return static_cast<std::uint8_t>(bits >> 16); }
  /// The components that the lanes read, two bits each, x lowest.
  constexpr std::uint8_t swizzle() const { return static_cast<std::uint8_t>(bits >> 24); }
  /// The component (0..3) that lane 0..3 reads.
  constexpr std::uint32_t lane(std::uint32_t i) const { return swizzle() >> (2 * i) & 3; }
  /// The four-bit register type; `find_register` does not know 8 to 15.
  constexpr std::uint32_t type_code() const { return bits >> 32 & 0xf; }
  /// The register type. Meaningful only if `find_register(type_code())` is not null.
  constexpr RegisterType type() const { return static_cast<RegisterType>(type_code()); }
  /// The byte that has the type in its lower half, like Destination::type_byte.
  constexpr std::uint32_t type_byte() const { return bits >> 32 & 0xff; }
  /// The four-bit type of the index register; `find_register` does not know 8 to 15.
  constexpr std::uint32_t index_type_code() const { return bits >> 40 & 0xf; }
  /// The type of the index register. Meaningful only if `find_register(index_type_code())` is not null.
  constexpr RegisterType index_type() const { return static_cast<RegisterType>(index_type_code()); }
  /// The component of the index register that holds the index, 0 to 3.
  constexpr std::uint32_t index_component() const { return bits >> 48 & 3; }
  /// Returns true if the register number is computed.
  constexpr bool indirect() const { return bits >> 63 != 0; }
  /// The reserved bits, which do not have a meaning.
  constexpr std::uint64_t reserved() const { return bits & 0x7ffc'f0f0'0000'0000; }
  /// Returns true if all four lanes read the same component.
  constexpr bool scalar() const { return swizzle() == lane(0) * 0x55; }
  constexpr bool operator==(const Source&) const = default;
};

/// The second source field of a texture fetch (64 bits): N 15:0 · bias 23:16 · type 35:32 · then the fields of
/// sampler_fields.def; 31:24 and 39:36 are reserved.
struct SamplerOperand {
  std::uint64_t bits = 0;  // the field's bits in the bytecode

  /// Creates the operand for a sampler register, with all fields 0: 2d, clamp, nearest, no mip levels.
  static constexpr SamplerOperand make(std::uint32_t index) {
    return {(index & 0xffffu) | static_cast<std::uint64_t>(RegisterType::Sampler) << 32};
  }
  /// The register number, 0 to 65535.
  constexpr std::uint32_t index() const { return bits & 0xffff; }
  /// Level-of-detail bias in eighths, -128..127.
  constexpr std::int8_t bias_eighths() const { return static_cast<std::int8_t>(bits >> 16 & 0xff); }
  /// Level-of-detail bias, -16 to 15.875.
  constexpr float bias() const { return static_cast<float>(bias_eighths()) / 8.0f; }
  /// The four-bit register type. In a valid program it is the type of samplers.
  constexpr std::uint32_t type_code() const { return bits >> 32 & 0xf; }
  /// The register type. Meaningful only if `find_register(type_code())` is not null.
  constexpr RegisterType type() const { return static_cast<RegisterType>(type_code()); }
  /// The byte that has the type in its lower half, like Destination::type_byte.
  constexpr std::uint32_t type_byte() const { return bits >> 32 & 0xff; }
  /// The value of a field, 0 to 15; `find_sampler_option` may not know it.
  constexpr std::uint32_t field(SamplerField f) const {
    return static_cast<std::uint32_t>(bits >> info(f).bit & ((std::uint64_t{1} << info(f).width) - 1));
  }
  /// The kind of texture. Meaningful only in a program that `validate` accepts at any level.
  constexpr TextureKind kind() const { return static_cast<TextureKind>(field(SamplerField::Dim)); }
  /// Returns the operand with another value of a field. Bits beyond the field's width are ignored.
  constexpr SamplerOperand with(SamplerField f, std::uint32_t value) const {
    const std::uint64_t mask = ((std::uint64_t{1} << info(f).width) - 1) << info(f).bit;
    return {(bits & ~mask) | (std::uint64_t{value} << info(f).bit & mask)};
  }
  /// Returns the operand with another bias, in eighths.
  constexpr SamplerOperand with_bias(std::int8_t eighths) const {
    return {(bits & ~0xff'0000ull) | std::uint64_t{static_cast<std::uint8_t>(eighths)} << 16};
  }
  /// Returns true if the field has this option. For `Special`, returns true if the option's bit is set.
  constexpr bool has(SamplerOption option) const {
    const SamplerOptionInfo& row = info(option);
    return row.field == SamplerField::Special ? (field(row.field) & row.value) != 0 : field(row.field) == row.value;
  }
  /// The reserved bits, which do not have a meaning.
  constexpr std::uint64_t reserved() const { return bits & 0xf0'ff00'0000; }
  constexpr bool operator==(const SamplerOperand&) const = default;
};

/// One token: 24 bytes, all fields little-endian, in this order.
struct Instruction {
  std::uint32_t opcode = 0;  // the opcode's number, which `find_opcode` may not know
  Destination dst;           // zero if the opcode does not have one
  Source src1;               // zero if the opcode does not have one
  Source src2;               // zero if the opcode does not have one; `sampler` decodes it for a texture fetch

  /// The row of the opcode; nullptr if the number is unknown.
  constexpr const OpcodeInfo* info() const { return find_opcode(opcode); }
  /// Returns true for a texture fetch.
  constexpr bool samples() const { return info() != nullptr && info()->samples(); }
  /// Decodes source 2 as a sampler operand.
  constexpr SamplerOperand sampler() const { return {src2.bits}; }
  /// Returns true if the token has this opcode.
  constexpr bool is(Opcode op) const { return opcode == static_cast<std::uint32_t>(op); }
  constexpr bool operator==(const Instruction&) const = default;
};

/// The bytes [begin, begin + length) of a text. A length of 0 means that the text does not exist.
struct TextSpan {
  std::uint32_t begin = 0;   // the offset of the first byte
  std::uint32_t length = 0;  // the number of bytes
};

/// The position of a token in assembly text. Line 0 means that the position is unknown. The spans are in
/// `Program::text`.
struct TextPosition {
  std::uint32_t line = 0;    // 1-based
  std::uint32_t column = 0;  // 1-based, in bytes
  TextSpan statement = {};   // the statement, which begins at `column`
  TextSpan opcode = {};      // the mnemonic
  TextSpan dst = {};         // the destination
  TextSpan src1 = {};        // source 1
  TextSpan src2 = {};        // source 2 or the sampler, including its options
  /// If a macro contains the token, the 1-based line outside of macros that uses it; 0 for other tokens.
  std::uint32_t used_in_line = 0;
};

/// A name or values that a file gives to a register of its program, like the JSON of glsl2agal.
struct RegisterNote {
  std::string place;          // the register as the file spells it: "vc0"
  std::string name;           // the variable's name; "" if it does not have one
  std::vector<float> values;  // the constant's values; empty if they are unknown
};

/// A program, valid or not. `validate` checks if players accept it.
struct Program {
  Stage stage = Stage::Vertex;            // Vertex or Fragment
  std::uint32_t version = 1;              // the AGAL version in the header
  bool infers_version = false;            // true if `version` is the lowest possible, because the text gives none
  std::vector<Instruction> instructions;  // the tokens, in order
  std::vector<std::byte> trailing;        // bytes after the last whole token; players ignore them
  std::vector<TextPosition> positions;    // a position for each token; empty unless read from text
  std::string text;                       // the assembly text, for messages
  std::string name;                       // the file as the user named it, for messages
  std::vector<RegisterNote> registers{};  // names and values that the file gives to registers, in the file's order

  /// The line of text that contains token `i` (0-based); "" if it is unknown.
  std::string_view line_of(std::size_t i) const;
  /// The program's version in a pair with another program. Players require equal versions. A text that does not name
  /// its version takes the other program's version if that is higher.
  std::uint32_t version_beside(const Program& other) const {
    return infers_version && other.version > version ? other.version : version;
  }
  /// The byte offset of token `i` (0-based) in the bytecode.
  static constexpr std::uint32_t offset_of(std::size_t i) {
    return header_bytes + static_cast<std::uint32_t>(i) * token_bytes;
  }
};

/// The canonical assembly of one token, and the byte range of each operand (empty if there is none).
struct TokenText {
  std::string text;   // the assembly, one line
  TextSpan opcode;    // the mnemonic
  TextSpan dst;       // the destination
  TextSpan src1;      // source 1
  TextSpan src2;      // source 2
  bool exact = true;  // false if assembling the text gives a different token: it cannot express reserved bits, unknown
                      // numbers, or unused fields that are not zero
};

/// Formats a token like `disassemble`. Accepts any token.
TokenText format_token(const Instruction& instruction, Stage stage);

/// The canonical name of a register, without swizzle: `ft0`, `op`, `oc`, `oc1`, `iid`. A register of an unknown type
/// has a name like `?9[3]`.
std::string register_name(std::uint32_t type_code, std::uint32_t index, Stage stage);
/// The canonical name of a register, without swizzle.
inline std::string register_name(RegisterType type, std::uint32_t index, Stage stage) {
  return register_name(static_cast<std::uint32_t>(type), index, stage);
}

/// A register in the spelling of assembly: `fs0`, or `fs` without a number.
struct NamedRegister {
  RegisterName name;                    // the row of the spelling
  std::optional<std::uint32_t> number;  // the number; unset if the spelling does not have one
};

/// Parses a register in any spelling. Returns nullopt if the word is not a register, or if its number does not fit into
/// 32 bits.
std::optional<NamedRegister> find_register_named(std::string_view word);

/// The text of a write mask: `.xy` for lanes 0 and 1, "" for all four.
std::string mask_text(WriteMask mask);

/// The canonical text of a swizzle: "" for the identity, otherwise the four letters, with a repeated tail shortened to
/// one letter (`.x` for xxxx, `.xyz` for xyzz).
std::string swizzle_text(std::uint8_t swizzle);

}  // namespace agal
