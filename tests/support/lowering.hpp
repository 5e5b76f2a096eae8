// Converts assembly text to IR in one call, and queries modules, for tests.
//
// To use it, list `../../support/lowering.cpp` and `../../support/corpus.cpp` among the SOURCES of your test in
// CMakeLists.txt.
#pragma once

#include <string_view>
#include <vector>

#include "agal/program.hpp"
#include "ir/module.hpp"
#include "lower/lower.hpp"

namespace agal::test {

/// Returns the program. Fails the test if the text does not assemble, or has errors at ValidationLevel::Off.
Program assembled(std::string_view text);

/// Returns the IR after lowering, verified.
ir::Module lowered(std::string_view text, const lower::Options& options = {});
ir::Module lowered(std::string_view text, const Semantics& semantics);

std::size_t count(const ir::Module& module, ir::Op op);

/// Returns the instructions with this operation.
std::vector<ir::Inst> all(const ir::Module& module, ir::Op op);

/// Returns every program of `whole_corpus` that `validate` accepts at ValidationLevel::Off.
const std::vector<Program>& translatable_programs();

}  // namespace agal::test
