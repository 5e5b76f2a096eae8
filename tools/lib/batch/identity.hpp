// Everything that a conversion depends on, as bytes: equal bytes, equal conversion.
#pragma once

#include <string>

#include "convert.hpp"

namespace agal::batch {

/// All options that affect a conversion, as text.
std::string options_text(const ConvertOptions& options);

/// The compiler: its version, those of SPIRV-Tools and SPIRV-Cross, and a hash of the running executable, so that
/// different builds do not share conversions.
std::string toolchain_text();

/// A hash of the options and the toolchain, which are the same for all programs of a run. Of the options of extraction,
/// those that change programs count, and not the limits.
std::string run_identity(const ConvertOptions& options, const ExtractOptions& extract, const std::string& toolchain);

/// Everything that the conversion of a program depends on. With debug information, this includes its name, which the
/// words then contain.
std::string identity_of(const FoundProgram& found, const std::string& run_identity, const ConvertOptions& options);

}  // namespace agal::batch
