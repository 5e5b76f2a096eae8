// What a conversion depends on, as bytes: equal bytes, equal conversion.
#pragma once

#include <string>

#include "convert.hpp"

namespace agal::batch {

/// Every option that decides what a program becomes, as text.
std::string options_text(const ConvertOptions& options);

/// The compiler: its version, those of SPIRV-Tools and SPIRV-Cross, and a hash of the executable that runs, so that a
/// build that differs in anything has conversions of its own.
std::string toolchain_text();

/// What is the same for all programs of a run: the options and the toolchain, as a hash.
std::string run_identity(const ConvertOptions& options, const std::string& toolchain);

/// What a program's conversion depends on. With debug information that is its name too, which the words then hold.
std::string identity_of(const FoundProgram& found, const std::string& run_identity, const ConvertOptions& options);

}  // namespace agal::batch
