// The writers of HLSL, and the options that change their text, for tests of compilers.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compilers/modules.hpp"

namespace agal::compilers {

/// An option of the command with a value other than its default.
struct OptionVariant {
  std::string_view name, value;  // such as "flip-y" and "true"
};

/// Returns all values of all options that change HLSL.
std::span<const OptionVariant> hlsl_variants();

/// Returns the options with this value.
CompileOptions with_variant(CompileOptions options, const OptionVariant& variant);

/// Returns the writers of HLSL.
std::vector<Writer> hlsl_writers();
/// Returns the name of a writer for names of tests.
std::string_view name_of(Writer writer);

}  // namespace agal::compilers
