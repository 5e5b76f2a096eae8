// Proofs of the products of a compilation.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "agal/compile.hpp"
#include "agal/prove.hpp"
#include "proofs/front_end.hpp"

namespace agal::proofs {

/// How a product becomes SPIR-V again.
enum class WayBack : std::uint8_t {
  Words,       // it is SPIR-V
  Text,        // a front end reads it
  NotInBuild,  // a front end does, which this build does not have
  None,
};
WayBack way_back(Target target);
inline bool can_prove(Target target) { return way_back(target) <= WayBack::Text; }

/// Which of these targets cannot be proved, and why: AGAL1122, AGAL1123.
Diagnostics unproved(std::span<const Target> targets);

/// The words of a product, and how their variables are found. `fault` is not empty if the text is not read.
struct ProductWords {
  std::vector<std::uint32_t> words;
  InterfaceMatch match = InterfaceMatch::Numbers;
  std::string fault;
  ReadStatus status = ReadStatus::Read;
};
ProductWords words_of(const Compilation& product, const OutputOptions& options);

/// A product that --prove has checked.
struct CheckedProduct {
  std::string answer;
  Diagnostics diagnostics;  // AGAL5004 if it is different, AGAL1125 if nothing is known, or only up to value-changing
};
/// `can_prove(product.target)` holds, and the options are those that the product was made with.
CheckedProduct check_product(const Program& program, const Compilation& product, const CompileOptions& options);

/// The same for both products of a pair.
Diagnostics check_pair(const Program& vertex, const Program& fragment, const LinkedCompilation& linked,
                       const CompileOptions& options);

}  // namespace agal::proofs
