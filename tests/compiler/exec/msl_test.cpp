// Tests that MSL, executed as C++, gives the results of the interpreter.
#include <gtest/gtest.h>

#include <limits>

#include "exec/backend_parameter.hpp"
#include "exec/small_jobs.hpp"

namespace agal::exec {
namespace {

class Msl : public BackendParameterTest {};

TEST_P(Msl, MatchesInterpreter) { expect_matches_interpreter(*backend_); }

TEST_P(Msl, ExecutesGivenText) { expect_executes_text(*backend_); }

TEST_P(Msl, FailedJobDoesNotAffectOthers) { expect_isolated_failures(*backend_); }

TEST_P(Msl, PreservesSpecialFloats) {
  using Limits = std::numeric_limits<float>;
  Draw draw;
  draw.constants = {{-0.0f, Limits::denorm_min(), -Limits::infinity(), Limits::max()}};
  draw.attributes = {{Limits::lowest(), Limits::min(), 0.1f, -0.0f},
                     {Limits::denorm_min(), Limits::infinity(), -Limits::max(), 1}};
  for (std::vector<Float4>& corner : draw.corners)
    corner = {{Limits::lowest(), Limits::denorm_min(), 0.1f, Limits::min()}};
  const SmallJob fragment{
      "special floats", "//! agal 2 fragment\nmov oc, fc0\nmov oc1, v0\n", "", {{}, {0}, {0, 1}}, {}, {draw}};
  const SmallJob vertex{"special floats of attributes",
                        "//! agal 1 vertex\nmov op, va0\nmov v0, va1\nmov v1, vc0\n",
                        "",
                        {{0, 1}, {0, 1}, {}},
                        {},
                        {draw}};
  for (const SmallJob* const small : {&fragment, &vertex}) {
    const Job job = job_of(*small, backend_->target());
    expect_as_interpreted(*small, backend_->run({&job, 1}).at(0));
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, Msl, testing::Values(BackendParameter{"msl21", test::Facility::Msl, open_msl}),
                         name_of_backend);

}  // namespace
}  // namespace agal::exec
