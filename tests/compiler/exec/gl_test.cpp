// Tests that OpenGL and OpenGL ES give the results of the interpreter.
#include <gtest/gtest.h>

#include "exec/backend_parameter.hpp"
#include "exec/small_jobs.hpp"

namespace agal::exec {
namespace {

class Gl : public BackendParameterTest {};

TEST_P(Gl, MatchesInterpreter) { expect_matches_interpreter(*backend_); }

TEST_P(Gl, ExecutesGivenText) { expect_executes_text(*backend_); }

TEST_P(Gl, FailedJobDoesNotAffectOthers) { expect_isolated_failures(*backend_); }

TEST_P(Gl, ReportsDevice) {
  EXPECT_NE(backend_->device(), "");
  RecordProperty("device", backend_->device());
}

INSTANTIATE_TEST_SUITE_P(Ways, Gl,
                         testing::Values(BackendParameter{"glsl120", test::Facility::Gl, open_gl_glsl120},
                                         BackendParameter{"glsl330", test::Facility::Gl, open_gl_glsl330},
                                         BackendParameter{"glsl450", test::Facility::Gl, open_gl_glsl450},
                                         BackendParameter{"essl100", test::Facility::Gl, open_gles_essl100},
                                         BackendParameter{"essl300", test::Facility::Gl, open_gles_essl300},
                                         BackendParameter{"essl310", test::Facility::Gl, open_gles_essl310}),
                         name_of_backend);

TEST(GlTogether, BackendsAlternateOnOneThread) {
  Opened first = open_gl_glsl330(), second = open_gles_essl100();
  AGAL_NEED(test::Facility::Gl, first.missing);
  AGAL_NEED(test::Facility::Gl, second.missing);
  const SmallJob& small = small_jobs().front();
  for (int round = 0; round < 2; ++round)
    for (Backend* const backend : {first.backend.get(), second.backend.get()}) {
      const std::vector<Job> jobs{job_of(small, backend->target())};
      expect_as_interpreted(small, backend->run(jobs).at(0));
    }
}

}  // namespace
}  // namespace agal::exec
