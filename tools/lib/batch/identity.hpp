// Identities of conversions: bytes that contain everything that a conversion depends on. Equal bytes mean equal
// conversions.
#pragma once

#include <string>

#include "convert.hpp"

namespace agal::batch {

/// Returns all options that affect a conversion, as text.
std::string options_text(const ConvertOptions& options);

/// Returns the versions of the compiler, of SPIRV-Tools and of SPIRV-Cross, and a hash of the running executable, so
/// that different builds do not share conversions.
std::string toolchain_text();

/// Returns a hash of the options and the toolchain, which are the same for all programs of a run. Of the options of
/// extraction, only those that change programs are included; limits are not.
std::string run_identity(const ConvertOptions& options, const ExtractOptions& extract, const std::string& toolchain);

/// Returns everything that the conversion of a program depends on. With debug information, this includes the program's
/// name, because the SPIR-V contains it.
std::string identity_of(const FoundProgram& found, const std::string& run_identity, const ConvertOptions& options);

}  // namespace agal::batch
