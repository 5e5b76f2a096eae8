// Compiles with the names of registers that the texts of programs give.
#pragma once

#include "agal/compile.hpp"

namespace agal {

/// Do what `compile` and `link` do, after `add_source_names`. A module whose programs are bytecode replaces these
/// functions.
Result<Compilation> compile_with_names(const Program& program, const CompileOptions& options);
Result<LinkedCompilation> link_with_names(const Program& vertex, const Program& fragment,
                                          const CompileOptions& options);

}  // namespace agal
