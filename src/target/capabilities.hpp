// What each target can and cannot express, seen on the program: SPIR-V knows nothing of tokens, and SPIRV-Cross prints
// text that no compiler takes where it knows no better.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "agal/program.hpp"
#include "agal/result.hpp"
#include "agal/target.hpp"

namespace agal::target {

/// 4xxx: errors for what the target cannot express, warnings for what its standard does not guarantee. The program
/// should be valid; whatever it holds, nothing fails. Linear in the number of tokens.
Diagnostics check_target(const Program& program, const OutputOptions& options);

/// What of a program takes an extension in some target.
class ExtensionUses {
 public:
  void add(ExtensionUse use);
  bool contains(ExtensionUse use) const;

 private:
  std::uint32_t bits_ = 0;
};

/// What the tokens use, whether anything comes of it or not.
ExtensionUses extension_uses(const Program& program);

/// The language extensions that a text in this target switches on, in the order in which it does.
std::vector<std::string_view> extensions_required(Target target, const ExtensionUses& uses);

}  // namespace agal::target
