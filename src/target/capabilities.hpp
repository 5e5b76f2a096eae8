// What each target can and cannot express, checked on the program: SPIR-V has no tokens to report, and SPIRV-Cross may
// print text that no compiler accepts.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "agal/program.hpp"
#include "agal/result.hpp"
#include "agal/target.hpp"

namespace agal::target {

/// 4xxx: errors for features that the target cannot express, warnings for those that its standard does not guarantee.
/// Expects a valid program, but never fails. Linear in the number of tokens.
Diagnostics check_target(const Program& program, const OutputOptions& options);

/// The features of a program that need an extension in some targets.
class ExtensionUses {
 public:
  void add(ExtensionUse use);
  bool contains(ExtensionUse use) const;

 private:
  std::uint32_t bits_ = 0;
};

/// The features that the tokens use, even if the code is dead.
ExtensionUses extension_uses(const Program& program);

/// The language extensions that text for this target enables, in order.
std::vector<std::string_view> extensions_required(Target target, const ExtensionUses& uses);

}  // namespace agal::target
