// Small hand-written jobs that each test one feature of a backend, and their comparison with the interpreter. They are
// for tests of a single backend.
#pragma once

#include <string>
#include <vector>

#include "exec/backend.hpp"

namespace agal::exec {

struct SmallJob {
  std::string name;
  std::string program;  // assembly with its magic comment
  std::string partner;  // the other program, or ""
  Interface interface;
  std::vector<TextureSlot> textures;
  std::vector<Draw> draws;
  float tolerance = 0;        // the tolerance of every lane; 0 requires equal bits
  float depth_tolerance = 0;  // the tolerance if depths are stored with 24 bits
  Precision precision = Precision::High;
};

const std::vector<SmallJob>& small_jobs();

/// Returns the job for a target. Fails the test if the program does not compile.
Job job_of(const SmallJob& small, Target target);

/// Expects the results of the interpreter, converted to GL's clip space if necessary.
void expect_as_interpreted(const SmallJob& small, const Outcome& outcome);

/// Runs all jobs that the language of the backend can express, and expects the results of the interpreter.
void expect_matches_interpreter(Backend& backend);

/// Expects that a change of only the text of the shader changes the results.
void expect_executes_text(Backend& backend);

/// Runs a job whose shader does not compile and a job without a shader between two valid jobs, which must succeed.
void expect_isolated_failures(Backend& backend);

}  // namespace agal::exec
