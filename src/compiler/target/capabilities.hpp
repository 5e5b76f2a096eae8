// Checks whether a target can express a program. The check is on the program, because SPIR-V does not have tokens to
// report, and SPIRV-Cross may print text that no compiler accepts.
#pragma once

#include "agal/program.hpp"
#include "agal/result.hpp"
#include "agal/validate.hpp"
#include "target/output.hpp"

namespace agal::target {

/// Returns diagnostics 4xxx: errors for features that the target cannot express, and warnings for features that the
/// target's standard does not guarantee. `output` must be `resolve(options, program.stage)`. The program should be
/// valid by `validation`, but invalid programs are safe. The time is linear in the number of tokens.
Diagnostics check_target(const Program& program, const OutputOptions& options, const Output& output,
                         const ValidateOptions& validation = {});

}  // namespace agal::target
