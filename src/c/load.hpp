// How the C interface reads programs.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "agal/assembly.hpp"

namespace agal::c {

/// As load_program. A module that is for bytecode alone has a definition of its own, so that the linker leaves out the
/// assembler.
Result<Program> load(std::span<const std::byte> bytes, const std::string& name, const AssembleOptions& options);

}  // namespace agal::c
