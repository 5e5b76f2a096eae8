// The disassemblies that a manifest lists, with their hashes.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace agal::manifest {

using DisassemblyVisitor = std::function<void(std::string_view path, std::string_view hash)>;

/// Visits the disassemblies of all places in a manifest, without parsing its lines: a run does this at its start. Lines
/// without a hash are skipped: lines about files, and lines of older versions.
void for_each_disassembly(std::string_view manifest, const DisassemblyVisitor& visit);

/// Returns a line with one disassembly, for `for_each_disassembly`.
std::string disassembly_line(std::string_view stem, std::string_view hash);

}  // namespace agal::manifest
