// Options for behavior that AGAL leaves open. Each option has a documented default and an ADR. The compiler and the
// interpreter use the same structure, so that both choices of each option can be executed and compared.
#pragma once

#include <cstdint>

namespace agal {

/// The comparison of `ifg`, about which published descriptions disagree (docs/adr/0002).
enum class IfgMode : std::uint8_t { Greater, GreaterEqual };

/// Negative inputs of sqt, rsq, log and the base of pow: unchanged, or replaced by their absolute value
/// (docs/adr/0003).
enum class Domain : std::uint8_t { Plain, Abs };

/// The result of `nrm` for a zero vector: the result of the host's normalize, or zero (docs/adr/0004).
enum class NormalizeZero : std::uint8_t { Undefined, Zero };

/// The conversion from float to integer in relative addresses (docs/adr/0005).
enum class IndexConversion : std::uint8_t { Truncate, Round, Floor };

/// The sign of the offset byte in relative addresses, which matters for values of 128 and above (docs/adr/0006).
enum class OffsetSign : std::uint8_t { Unsigned, Signed };

/// The value of a temporary that is read before it is written: zero in every lane, or undefined (docs/adr/0008).
enum class Unwritten : std::uint8_t { Zero, Undefined };

/// The choices, with their defaults.
struct Semantics {
  IfgMode ifg = IfgMode::Greater;                                // the condition of `ifg`
  Domain domain = Domain::Plain;                                 // negative inputs of sqt, rsq, log, pow
  NormalizeZero normalize_zero = NormalizeZero::Undefined;       // `nrm` of a zero vector
  IndexConversion index_conversion = IndexConversion::Truncate;  // the conversion of an index to an integer
  OffsetSign offset_sign = OffsetSign::Unsigned;                 // the sign of offsets in relative addresses
  Unwritten unwritten = Unwritten::Zero;                         // the value of unwritten temporaries
  bool clamp_index = true;  // true to keep relative addresses inside the constant array
};

}  // namespace agal
