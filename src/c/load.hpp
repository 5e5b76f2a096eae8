// Programs as the C interface reads them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "agal/assembly.hpp"

namespace agal::c {

/// As load_program, but files of other kinds and the paths of files are rejected as what they are. A module that is for
/// bytecode alone defines this differently, so that the linker leaves out the assembler.
Result<Program> load(std::span<const std::byte> bytes, const std::string& name, const AssembleOptions& options);

/// As assemble, with the same exceptions.
Result<Program> load_text(std::string_view text, const std::string& name, const AssembleOptions& options);

}  // namespace agal::c
