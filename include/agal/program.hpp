// The AST: a program as its tokens, bit for bit.
//
// Operands keep their raw bits and decode on demand, so that writing a program that was read gives the same bytes,
// including reserved bits and unknown numbers. Bit layouts: Adobe's "AGAL bytecode format"; fields that it does not
// describe (read mode, special bits) as AGALMiniAssembler writes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/isa.hpp"

namespace agal {

inline constexpr std::uint32_t header_bytes = 7;
inline constexpr std::uint32_t token_bytes = 24;
inline constexpr std::uint8_t header_magic = 0xa0;
inline constexpr std::uint8_t header_stage_magic = 0xa1;
inline constexpr std::uint8_t swizzle_identity = 0xe4;  // .xyzw, two bits per lane, x lowest

/// Bits 0..3 of a write mask: x = 1, y = 2, z = 4, w = 8.
using WriteMask = std::uint8_t;

/// The destination field (32 bits): N 15:0 · mask 19:16 · type 27:24; 23:20 and 31:28 are reserved.
struct Destination {
  std::uint32_t bits = 0;

  static constexpr Destination make(RegisterType type, std::uint32_t index, WriteMask mask = 0xf) {
    return {(index & 0xffffu) | (std::uint32_t{mask} & 0xfu) << 16 | static_cast<std::uint32_t>(type) << 24};
  }
  constexpr std::uint32_t index() const { return bits & 0xffff; }
  constexpr WriteMask mask() const { return static_cast<WriteMask>(bits >> 16 & 0xf); }
  constexpr std::uint32_t type_code() const { return bits >> 24 & 0xf; }
  /// Meaningful if `find_register(type_code())` is not null.
  constexpr RegisterType type() const { return static_cast<RegisterType>(type_code()); }
  /// The byte whose lower half is the type: AGAL 1 players read all of it (docs/adr/0016-type-bytes-in-agal-1.md).
  constexpr std::uint32_t type_byte() const { return bits >> 24 & 0xff; }
  constexpr std::uint32_t reserved() const { return bits & 0xf0f0'0000; }
  constexpr bool operator==(const Destination&) const = default;
};

/// A source field (64 bits): N 15:0 · O 23:16 · swizzle 31:24 · type 35:32 · index type 43:40 · index component 49:48 ·
/// indirect 63; the rest is reserved. Direct: register `type`, number N. Indirect: register `type`, number
/// O + int(index register N of type I, component Q).
struct Source {
  std::uint64_t bits = 0;

  static constexpr Source make(RegisterType type, std::uint32_t index, std::uint8_t swizzle = swizzle_identity) {
    return {(index & 0xffffu) | std::uint64_t{swizzle} << 24 | static_cast<std::uint64_t>(type) << 32};
  }
  static constexpr Source make_indirect(RegisterType type, RegisterType index_type, std::uint32_t index_register,
                                        std::uint32_t component, std::uint8_t offset,
                                        std::uint8_t swizzle = swizzle_identity) {
    return {(index_register & 0xffffu) | std::uint64_t{offset} << 16 | std::uint64_t{swizzle} << 24 |
            static_cast<std::uint64_t>(type) << 32 | static_cast<std::uint64_t>(index_type) << 40 |
            std::uint64_t{component & 3} << 48 | std::uint64_t{1} << 63};
  }
  constexpr std::uint32_t index() const { return bits & 0xffff; }
  constexpr std::uint8_t offset() const { return static_cast<std::uint8_t>(bits >> 16); }
  constexpr std::uint8_t swizzle() const { return static_cast<std::uint8_t>(bits >> 24); }
  /// The component (0..3) that lane 0..3 reads.
  constexpr std::uint32_t lane(std::uint32_t i) const { return swizzle() >> (2 * i) & 3; }
  constexpr std::uint32_t type_code() const { return bits >> 32 & 0xf; }
  constexpr RegisterType type() const { return static_cast<RegisterType>(type_code()); }
  constexpr std::uint32_t type_byte() const { return bits >> 32 & 0xff; }
  constexpr std::uint32_t index_type_code() const { return bits >> 40 & 0xf; }
  constexpr RegisterType index_type() const { return static_cast<RegisterType>(index_type_code()); }
  constexpr std::uint32_t index_component() const { return bits >> 48 & 3; }
  constexpr bool indirect() const { return bits >> 63 != 0; }
  constexpr std::uint64_t reserved() const { return bits & 0x7ffc'f0f0'0000'0000; }
  /// Whether all four lanes read one component.
  constexpr bool scalar() const { return swizzle() == lane(0) * 0x55; }
  constexpr bool operator==(const Source&) const = default;
};

/// The second source field of a texture fetch (64 bits): N 15:0 · bias 23:16 · type 35:32 · then the fields of
/// sampler_fields.def; 31:24 and 39:36 are reserved.
struct SamplerOperand {
  std::uint64_t bits = 0;

  static constexpr SamplerOperand make(std::uint32_t index) {
    return {(index & 0xffffu) | static_cast<std::uint64_t>(RegisterType::Sampler) << 32};
  }
  constexpr std::uint32_t index() const { return bits & 0xffff; }
  /// Level-of-detail bias in eighths, -128..127.
  constexpr std::int8_t bias_eighths() const { return static_cast<std::int8_t>(bits >> 16 & 0xff); }
  constexpr float bias() const { return static_cast<float>(bias_eighths()) / 8.0f; }
  constexpr std::uint32_t type_code() const { return bits >> 32 & 0xf; }
  constexpr std::uint32_t type_byte() const { return bits >> 32 & 0xff; }
  constexpr std::uint32_t field(SamplerField f) const {
    return static_cast<std::uint32_t>(bits >> info(f).bit & ((std::uint64_t{1} << info(f).width) - 1));
  }
  constexpr SamplerOperand with(SamplerField f, std::uint32_t value) const {
    const std::uint64_t mask = ((std::uint64_t{1} << info(f).width) - 1) << info(f).bit;
    return {(bits & ~mask) | (std::uint64_t{value} << info(f).bit & mask)};
  }
  constexpr SamplerOperand with_bias(std::int8_t eighths) const {
    return {(bits & ~0xff'0000ull) | std::uint64_t{static_cast<std::uint8_t>(eighths)} << 16};
  }
  /// Whether the field has this option (for `Special`: the bit is set).
  constexpr bool has(SamplerOption option) const {
    const SamplerOptionInfo& row = info(option);
    return row.field == SamplerField::Special ? (field(row.field) & row.value) != 0 : field(row.field) == row.value;
  }
  constexpr std::uint64_t reserved() const { return bits & 0xf0'ff00'0000; }
  constexpr bool operator==(const SamplerOperand&) const = default;
};

/// One token: 24 bytes, all fields little-endian, in this order.
struct Instruction {
  std::uint32_t opcode = 0;
  Destination dst;
  Source src1;
  Source src2;

  constexpr const OpcodeInfo* info() const { return find_opcode(opcode); }
  /// Source 2 read as a sampler operand.
  constexpr SamplerOperand sampler() const { return {src2.bits}; }
  constexpr bool is(Opcode op) const { return opcode == static_cast<std::uint32_t>(op); }
  constexpr bool operator==(const Instruction&) const = default;
};

/// Bytes [begin, begin + length) of a text; length 0: none.
struct TextSpan {
  std::uint32_t begin = 0, length = 0;
};

/// Where a token was in assembly text. Line 0: unknown.
struct TextPosition {
  std::uint32_t line = 0;    // 1-based
  std::uint32_t column = 0;  // 1-based, in bytes
  // Parts of `Program::text`; `statement` begins at `column`.
  TextSpan statement = {}, opcode = {}, dst = {}, src1 = {}, src2 = {};
};

struct Program {
  Stage stage = Stage::Vertex;
  std::uint32_t version = 1;
  std::vector<Instruction> instructions;
  std::vector<std::byte> trailing;      // bytes after the last whole token; players ignore them
  std::vector<TextPosition> positions;  // one per token if the program came from assembly text, else empty
  std::string text;                     // that text, for messages
  std::string name;                     // for messages: the file as the user named it

  /// The line of text that contained token `i` (0-based); "" if unknown.
  std::string_view line_of(std::size_t i) const;
  /// Byte offset of token `i` (0-based) in the bytecode.
  static constexpr std::uint32_t offset_of(std::size_t i) {
    return header_bytes + static_cast<std::uint32_t>(i) * token_bytes;
  }
};

/// The canonical assembly of one token and where each operand is in it (byte ranges, empty if it has none). `exact` is
/// false if the text cannot express all bits (reserved bits, unknown numbers, unused fields that are not zero):
/// assembling it would give a different token.
struct TokenText {
  std::string text;
  TextSpan opcode, dst, src1, src2;
  bool exact = true;
};
TokenText format_token(const Instruction& instruction, Stage stage);

/// The canonical name of a register, without swizzle: `ft0`, `op`, `oc`, `oc1`, `iid`. Unknown types: `?9[3]`.
std::string register_name(std::uint32_t type_code, std::uint32_t index, Stage stage);

/// `.xy` for lanes 0 and 1 of a mask; "" for all four.
std::string mask_text(WriteMask mask);

/// Canonical swizzle: "" for the identity, otherwise the four letters, with a repeated tail shortened to one letter
/// (`.x` for xxxx, `.xyz` for xyzz).
std::string swizzle_text(std::uint8_t swizzle);

}  // namespace agal
