// What the compilers of HLSL are given: the modules of each writer, and the options that change them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compilers/modules.hpp"

namespace agal::compilers {

/// An option of the command with another value than its default.
struct OptionVariant {
  std::string_view name, value;  // "flip-y", "true"
};

/// All values of all options that change HLSL.
std::span<const OptionVariant> hlsl_variants();

/// The options with that value.
CompileOptions with_variant(CompileOptions options, const OptionVariant& variant);

/// The writers of HLSL.
std::vector<Writer> hlsl_writers();
/// For names of tests.
std::string_view name_of(Writer writer);

}  // namespace agal::compilers
