// Tests that Direct3D 11 gives the results of the interpreter.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

#include "exec/backend_parameter.hpp"
#include "exec/direct3d/protocol.hpp"
#include "exec/small_jobs.hpp"

namespace agal::exec {
namespace {

class Direct3d : public BackendParameterTest {};

TEST_P(Direct3d, MatchesInterpreter) { expect_matches_interpreter(*backend_); }

TEST_P(Direct3d, ExecutesGivenText) { expect_executes_text(*backend_); }

TEST_P(Direct3d, FailedJobDoesNotAffectOthers) { expect_isolated_failures(*backend_); }

// Direct3D passes varyings by register. If a text lacks the first varying, the second one takes the first register.
TEST_P(Direct3d, PassesVaryingsByRegister) {
  const auto has_two = [](const SmallJob& small) { return small.name == "two varyings"; };
  const auto small = std::find_if(small_jobs().begin(), small_jobs().end(), has_two);
  ASSERT_NE(small, small_jobs().end());
  const auto result_of = [&](const std::string& parameters, const std::string& result) {
    Job job = job_of(*small, backend_->target());
    job.shader.text = "float4 main(" + parameters + ") : SV_Target0 { return " + result + "; }\n";
    const Outcome outcome = backend_->run({&job, 1}).at(0);
    EXPECT_EQ(outcome.fault, "");
    return outcome.quads.at(0).pixels[3].colors.at(0);
  };
  const std::string both = "float4 v0 : TEXCOORD0, float4 v1 : TEXCOORD1";
  const std::optional<Float4> first = result_of(both, "v0"), second = result_of(both, "v1");
  EXPECT_NE(first, second);
  EXPECT_EQ(result_of("float4 v1 : TEXCOORD1", "v1"), first);
}

TEST_P(Direct3d, ReportsDevice) {
  EXPECT_NE(backend_->device().find("feature level 11_"), std::string::npos) << backend_->device();
  RecordProperty("device", backend_->device());
}

INSTANTIATE_TEST_SUITE_P(Ways, Direct3d,
                         testing::Values(BackendParameter{"hlsl50", test::Facility::Direct3d, open_direct3d}),
                         name_of_backend);

// Each end must read exactly the fields that the other end wrote.
TEST(Direct3dProtocol, PreservesMessages) {
  direct3d::Request request;
  request.vertex = 1;
  request.shader = "void main() {}";
  request.numbers = {0, 3};
  request.vertices = {1, 2, 3, 4.5f};
  request.textures = {{2, direct3d::Kind::Cube, {{1, 1, 6, std::vector<std::uint8_t>(24, 7)}}, 1, 2, {0, 1, 0}}};
  request.draws = {{4, 6, 2, {0.5f}}};
  const std::string bytes = direct3d::encode(request);
  direct3d::Request read;
  ASSERT_TRUE(direct3d::decode(bytes, read));
  EXPECT_EQ(read.textures.at(0).levels.at(0).texels, request.textures[0].levels[0].texels);
  EXPECT_EQ(read.draws.at(0).constants, request.draws[0].constants);
  EXPECT_EQ(direct3d::encode(read), bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(direct3d::decode(bytes.substr(0, size), read)) << size;
  EXPECT_FALSE(direct3d::decode(bytes + "x", read));
}

}  // namespace
}  // namespace agal::exec
