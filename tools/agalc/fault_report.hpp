// Prints commands that reproduce internal errors.
#pragma once

#include <vector>

#include "agal/assembly.hpp"
#include "cli/console.hpp"

namespace agalc {

/// Saves the programs in a new folder for temporary files, and prints the command line with the saved programs as its
/// inputs. `assemble` has the options that the programs were read with.
void report_fault(const Console& console, const std::vector<const agal::Program*>& programs,
                  const agal::AssembleOptions& assemble);

/// Prints the command line.
void report_fault(const Console& console);

}  // namespace agalc
