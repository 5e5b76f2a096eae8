// Small hand-written jobs that show one ability of a backend each, and what the interpreter says they give. For tests
// of one backend alone.
#pragma once

#include <string>
#include <vector>

#include "exec/backend.hpp"

namespace agal::exec {

struct SmallJob {
  std::string name;
  std::string program;  // assembly with its magic comment
  std::string partner;  // likewise, or ""
  Interface interface;
  std::vector<TextureSlot> textures;
  std::vector<Draw> draws;
  float tolerance = 0;        // of every lane; 0: the same bits
  bool essl100 = true;        // whether that language has what it takes
  float depth_tolerance = 0;  // where depths are stored with 24 bits
  Precision precision = Precision::High;
};

const std::vector<SmallJob>& small_jobs();

/// The job for a target. A program that does not compile is a failure of the test.
Job job_of(const SmallJob& small, Target target);

/// Expects what the interpreter gives; GL's clip space is taken into account.
void expect_as_interpreted(const SmallJob& small, const Outcome& outcome);

/// Runs all that the backend's language has, in one go, and expects what the interpreter gives.
void expect_all_as_interpreted(Backend& backend);

/// Expects that a change of the shader's text, and nothing else, changes what comes out.
void expect_the_text_to_count(Backend& backend);

/// A job whose shader does not compile stands between two good ones.
void expect_faults_to_stay_alone(Backend& backend);

}  // namespace agal::exec
