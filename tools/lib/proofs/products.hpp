// Proves the products of a compilation: the shaders in the languages of the targets.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/compile.hpp"
#include "agal/prove/prove.hpp"
#include "proofs/front_end.hpp"

namespace agal::proofs {

/// The conversion of a product back to SPIR-V.
enum class SpirvSource : std::uint8_t {
  Words,       // the product is SPIR-V
  Text,        // a front end reads the text
  NotInBuild,  // a front end could read the text, but this build does not have it
  None,        // no front end reads the language
};
SpirvSource spirv_source_of(Target target);
inline bool can_prove(Target target) { return spirv_source_of(target) <= SpirvSource::Text; }

/// The command that makes SPIR-V of WGSL.
inline constexpr std::string_view naga_command = "naga --keep-coordinate-space file.wgsl file.spv";
/// The suffix of files that naga converts to SPIR-V, which agalc does not read.
inline constexpr std::string_view naga_suffix = ".wgsl";

/// Reports the targets that cannot be proved: AGAL1122, AGAL1123.
Diagnostics unproved(std::span<const Target> targets);

/// The words of a product, and the rule that matches their variables. `fault` is the reason if the text is not read,
/// otherwise "".
struct ProductWords {
  std::vector<std::uint32_t> words;
  InterfaceMatch match = InterfaceMatch::Numbers;
  std::string fault;
  ReadStatus status = ReadStatus::Read;
};
ProductWords words_of(const Compilation& product, const OutputOptions& options);

/// Adds the bindings of a product's textures that follow from `layout`. A layout without gaps depends on the textures
/// that optimization removed, which a proof does not know. Does nothing for other layouts, or without an interface.
void add_bindings(OutputOptions& output, const Compilation& product);

/// A product that --prove has checked.
struct CheckedProduct {
  std::string answer;
  // AGAL5004 if the product is different. AGAL1125 if the proof is undecided, or needs rules of the class
  // `value-changing`.
  Diagnostics diagnostics;
};
/// Proves a product that `can_prove` accepts. The options must be the ones of its compilation.
CheckedProduct check_product(const Program& program, const Compilation& product, const CompileOptions& options);

/// Proves both products of a pair.
Diagnostics check_pair(const Program& vertex, const Program& fragment, const Compilation& vertex_product,
                       const Compilation& fragment_product, const CompileOptions& options);

}  // namespace agal::proofs
