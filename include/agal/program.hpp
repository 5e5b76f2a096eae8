// The AST: a program as its tokens, bit for bit.
//
// Operands keep their raw bits and decode on demand, so that writing a program that was read gives the same bytes,
// including reserved bits and unknown numbers. Bit layouts: Adobe's "AGAL bytecode format"; fields that it does not
// describe (read mode, special bits) as AGALMiniAssembler writes them.
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

/// Bits 0..3 of a write mask: x = 1, y = 2, z = 4, w = 8.
using WriteMask = std::uint8_t;

/// The destination field (32 bits): N 15:0 · mask 19:16 · type 27:24; 23:20 and 31:28 are reserved.
struct Destination {
  std::uint32_t bits = 0;  // as in the bytecode

  /// The field for a register.
  static constexpr Destination make(RegisterType type, std::uint32_t index, WriteMask mask = 0xf) {
    return {(index & 0xffffu) | (std::uint32_t{mask} & 0xfu) << 16 | static_cast<std::uint32_t>(type) << 24};
  }
  /// The register number, 0 to 65535.
  constexpr std::uint32_t index() const { return bits & 0xffff; }
  /// The components that are written.
  constexpr WriteMask mask() const { return static_cast<WriteMask>(bits >> 16 & 0xf); }
  /// The four-bit register type; `find_register` does not know 8 to 15.
  constexpr std::uint32_t type_code() const { return bits >> 24 & 0xf; }
  /// Meaningful if `find_register(type_code())` is not null.
  constexpr RegisterType type() const { return static_cast<RegisterType>(type_code()); }
  /// The byte whose lower half is the type: AGAL 1 players read all of it (docs/adr/0016-type-bytes-in-agal-1.md).
  constexpr std::uint32_t type_byte() const { return bits >> 24 & 0xff; }
  /// The bits that have no meaning.
  constexpr std::uint32_t reserved() const { return bits & 0xf0f0'0000; }
  constexpr bool operator==(const Destination&) const = default;
};

/// A source field (64 bits): N 15:0 · O 23:16 · swizzle 31:24 · type 35:32 · index type 43:40 · index component 49:48 ·
/// indirect 63; the rest is reserved. Direct: register `type`, number N. Indirect: register `type`, number
/// O + int(index register N of type I, component Q).
struct Source {
  std::uint64_t bits = 0;  // as in the bytecode

  /// The field for a register with a direct address.
  static constexpr Source make(RegisterType type, std::uint32_t index, std::uint8_t swizzle = swizzle_identity) {
    return {(index & 0xffffu) | std::uint64_t{swizzle} << 24 | static_cast<std::uint64_t>(type) << 32};
  }
  /// The field for the register of type `type` whose number is `offset` plus `component` of the index register.
  static constexpr Source make_indirect(RegisterType type, RegisterType index_type, std::uint32_t index_register,
                                        std::uint32_t component, std::uint8_t offset,
                                        std::uint8_t swizzle = swizzle_identity) {
    return {(index_register & 0xffffu) | std::uint64_t{offset} << 16 | std::uint64_t{swizzle} << 24 |
            static_cast<std::uint64_t>(type) << 32 | static_cast<std::uint64_t>(index_type) << 40 |
            std::uint64_t{component & 3} << 48 | std::uint64_t{1} << 63};
  }
  /// The register number, 0 to 65535; of the index register if the address is indirect.
  constexpr std::uint32_t index() const { return bits & 0xffff; }
  /// The offset of an indirect address (docs/adr/0006-indirect-offset.md says how values from 128 on are read).
  constexpr std::uint8_t offset() const { return static_cast<std::uint8_t>(bits >> 16); }
  /// The components that the lanes read, two bits each, x lowest.
  constexpr std::uint8_t swizzle() const { return static_cast<std::uint8_t>(bits >> 24); }
  /// The component (0..3) that lane 0..3 reads.
  constexpr std::uint32_t lane(std::uint32_t i) const { return swizzle() >> (2 * i) & 3; }
  /// The four-bit register type; `find_register` does not know 8 to 15.
  constexpr std::uint32_t type_code() const { return bits >> 32 & 0xf; }
  /// Meaningful if `find_register(type_code())` is not null.
  constexpr RegisterType type() const { return static_cast<RegisterType>(type_code()); }
  /// As Destination::type_byte.
  constexpr std::uint32_t type_byte() const { return bits >> 32 & 0xff; }
  /// The four-bit type of the index register; `find_register` does not know 8 to 15.
  constexpr std::uint32_t index_type_code() const { return bits >> 40 & 0xf; }
  /// Meaningful if `find_register(index_type_code())` is not null.
  constexpr RegisterType index_type() const { return static_cast<RegisterType>(index_type_code()); }
  /// The component of the index register that holds the index, 0 to 3.
  constexpr std::uint32_t index_component() const { return bits >> 48 & 3; }
  /// Whether the register number is computed.
  constexpr bool indirect() const { return bits >> 63 != 0; }
  /// The bits that have no meaning.
  constexpr std::uint64_t reserved() const { return bits & 0x7ffc'f0f0'0000'0000; }
  /// Whether all four lanes read one component.
  constexpr bool scalar() const { return swizzle() == lane(0) * 0x55; }
  constexpr bool operator==(const Source&) const = default;
};

/// The second source field of a texture fetch (64 bits): N 15:0 · bias 23:16 · type 35:32 · then the fields of
/// sampler_fields.def; 31:24 and 39:36 are reserved.
struct SamplerOperand {
  std::uint64_t bits = 0;  // as in the bytecode

  /// The operand for a sampler register, with all fields 0: 2d, clamp, nearest, without mip levels.
  static constexpr SamplerOperand make(std::uint32_t index) {
    return {(index & 0xffffu) | static_cast<std::uint64_t>(RegisterType::Sampler) << 32};
  }
  /// The register number, 0 to 65535.
  constexpr std::uint32_t index() const { return bits & 0xffff; }
  /// Level-of-detail bias in eighths, -128..127.
  constexpr std::int8_t bias_eighths() const { return static_cast<std::int8_t>(bits >> 16 & 0xff); }
  /// Level-of-detail bias, -16 to 15.875.
  constexpr float bias() const { return static_cast<float>(bias_eighths()) / 8.0f; }
  /// The four-bit register type: that of samplers in a valid program.
  constexpr std::uint32_t type_code() const { return bits >> 32 & 0xf; }
  /// Meaningful if `find_register(type_code())` is not null.
  constexpr RegisterType type() const { return static_cast<RegisterType>(type_code()); }
  /// As Destination::type_byte.
  constexpr std::uint32_t type_byte() const { return bits >> 32 & 0xff; }
  /// The value of a field, 0 to 15; `find_sampler_option` may not know it.
  constexpr std::uint32_t field(SamplerField f) const {
    return static_cast<std::uint32_t>(bits >> info(f).bit & ((std::uint64_t{1} << info(f).width) - 1));
  }
  /// The kind of texture. In a program that `validate` accepts at any level.
  constexpr TextureKind kind() const { return static_cast<TextureKind>(field(SamplerField::Dim)); }
  /// The operand with another value of a field; bits beyond the width of the field are ignored.
  constexpr SamplerOperand with(SamplerField f, std::uint32_t value) const {
    const std::uint64_t mask = ((std::uint64_t{1} << info(f).width) - 1) << info(f).bit;
    return {(bits & ~mask) | (std::uint64_t{value} << info(f).bit & mask)};
  }
  /// The operand with another bias, in eighths.
  constexpr SamplerOperand with_bias(std::int8_t eighths) const {
    return {(bits & ~0xff'0000ull) | std::uint64_t{static_cast<std::uint8_t>(eighths)} << 16};
  }
  /// Whether the field has this option (for `Special`: the bit is set).
  constexpr bool has(SamplerOption option) const {
    const SamplerOptionInfo& row = info(option);
    return row.field == SamplerField::Special ? (field(row.field) & row.value) != 0 : field(row.field) == row.value;
  }
  /// The bits that have no meaning.
  constexpr std::uint64_t reserved() const { return bits & 0xf0'ff00'0000; }
  constexpr bool operator==(const SamplerOperand&) const = default;
};

/// One token: 24 bytes, all fields little-endian, in this order.
struct Instruction {
  std::uint32_t opcode = 0;  // may be unknown to `find_opcode`
  Destination dst;           // zero if the opcode does not have one
  Source src1;               // likewise
  Source src2;               // likewise; `sampler` for a texture fetch

  /// The row of the opcode; nullptr: unknown.
  constexpr const OpcodeInfo* info() const { return find_opcode(opcode); }
  /// Whether it is a texture fetch.
  constexpr bool samples() const { return info() != nullptr && info()->samples(); }
  /// Source 2 read as a sampler operand.
  constexpr SamplerOperand sampler() const { return {src2.bits}; }
  /// Whether the token has this opcode.
  constexpr bool is(Opcode op) const { return opcode == static_cast<std::uint32_t>(op); }
  constexpr bool operator==(const Instruction&) const = default;
};

/// Bytes [begin, begin + length) of a text; length 0: none.
struct TextSpan {
  std::uint32_t begin = 0;   // the first byte
  std::uint32_t length = 0;  // bytes
};

/// Where a token was in assembly text. Line 0: unknown.
struct TextPosition {
  std::uint32_t line = 0;    // 1-based
  std::uint32_t column = 0;  // 1-based, in bytes
  TextSpan statement = {};   // in `Program::text`, as all of the following; begins at `column`
  TextSpan opcode = {};      // the mnemonic
  TextSpan dst = {};         // the destination
  TextSpan src1 = {};        // source 1
  TextSpan src2 = {};        // source 2 or the sampler, with its options
};

/// A name or values that a file gives to a register of its program, as the JSON of glsl2agal does.
struct RegisterNote {
  std::string place;          // "vc0", as written
  std::string name;           // of the variable; "" if it has none
  std::vector<float> values;  // of the constant; empty if they are not known
};

/// A program of any content: `validate` says whether players accept it.
struct Program {
  Stage stage = Stage::Vertex;            // Vertex or Fragment
  std::uint32_t version = 1;              // of AGAL, as in the header
  bool infers_version = false;            // neither the text nor an option said it: it is the lowest that suffices
  std::vector<Instruction> instructions;  // the tokens, in order
  std::vector<std::byte> trailing;        // bytes after the last whole token; players ignore them
  std::vector<TextPosition> positions;    // one per token if the program came from assembly text, else empty
  std::string text;                       // that text, for messages
  std::string name;                       // for messages: the file as the user named it
  std::vector<RegisterNote> registers{};  // what the file says about registers, in its order

  /// The line of text that contained token `i` (0-based); "" if unknown.
  std::string_view line_of(std::size_t i) const;
  /// The version that it has in a pair with another program: players require equal versions, and a text that does not
  /// name its version takes the other's if that is higher.
  std::uint32_t version_beside(const Program& other) const {
    return infers_version && other.version > version ? other.version : version;
  }
  /// Byte offset of token `i` (0-based) in the bytecode.
  static constexpr std::uint32_t offset_of(std::size_t i) {
    return header_bytes + static_cast<std::uint32_t>(i) * token_bytes;
  }
};

/// The canonical assembly of one token and where each operand is in it (byte ranges, empty if it has none). `exact` is
/// false if the text cannot express all bits (reserved bits, unknown numbers, unused fields that are not zero):
/// assembling it would give a different token.
struct TokenText {
  std::string text;   // one line
  TextSpan opcode;    // the mnemonic
  TextSpan dst;       // the destination
  TextSpan src1;      // source 1
  TextSpan src2;      // source 2
  bool exact = true;  // whether assembling it gives the same token
};

/// Formats a token as `disassemble` does. Accepts any token.
TokenText format_token(const Instruction& instruction, Stage stage);

/// The canonical name of a register, without swizzle: `ft0`, `op`, `oc`, `oc1`, `iid`. Unknown types: `?9[3]`.
std::string register_name(std::uint32_t type_code, std::uint32_t index, Stage stage);
/// Likewise.
inline std::string register_name(RegisterType type, std::uint32_t index, Stage stage) {
  return register_name(static_cast<std::uint32_t>(type), index, stage);
}

/// A register as people write it: `fs0`, or `fs`, which has no number.
struct NamedRegister {
  RegisterName name;                    // the row of the spelling
  std::optional<std::uint32_t> number;  // as written
};

/// A register in any spelling. nullopt: this is none, or the number is not one of 32 bits.
std::optional<NamedRegister> find_register_named(std::string_view word);

/// `.xy` for lanes 0 and 1 of a mask; "" for all four.
std::string mask_text(WriteMask mask);

/// Canonical swizzle: "" for the identity, otherwise the four letters, with a repeated tail shortened to one letter
/// (`.x` for xxxx, `.xyz` for xyzz).
std::string swizzle_text(std::uint8_t swizzle);

}  // namespace agal
