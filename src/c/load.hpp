// Loads programs for the C interface.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "agal/assembly.hpp"

namespace agal::c {

/// Loads a program like `load_program`. Files of other kinds, and paths of files, are rejected with a specific message.
/// A WebAssembly module for bytecode alone defines this function differently, so that the linker leaves out the
/// assembler.
Result<Program> load(std::span<const std::byte> bytes, const std::string& name, const AssembleOptions& options);

/// Loads text like `assemble`, with the same specific messages.
Result<Program> load_text(std::string_view text, const std::string& name, const AssembleOptions& options);

/// Explains bytes without programs that are probably the path of a file. Returns nothing for other bytes.
Diagnostics explain_path(std::span<const std::byte> bytes, const std::string& name);

}  // namespace agal::c
