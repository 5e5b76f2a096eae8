// agal-gpu-cost as a program: streams, files, exit statuses.
#include "cli/cli.hpp"
#include "support/facility.hpp"

namespace agal::cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class GpuCostCommand : public Cli {
 protected:
  Outcome cost(const std::vector<std::string>& arguments) const { return run(AGAL_GPU_COST, arguments); }

  // The rest needs the driver.
  void SetUp() override {
    write("a.frag.agal", fragment);
    const Outcome run = cost({"a.frag.agal"});
    if (run.status == done) return;
    ASSERT_THAT(run.err, HasSubstr("error[AGAL1080]"));
    AGAL_NEED(test::Facility::Radv, run.err);
  }
};

TEST_F(GpuCostCommand, PrintsATableAndWritesJson) {
  write("a.vert.agal", vertex);
  const Outcome run = cost({"a.vert.agal", "a.frag.agal", "--family", "navi21", "--json", "cost.json"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.err, IsEmpty());
  EXPECT_THAT(run.out, HasSubstr("NAVI21"));
  for (const char* word : {"instructions", "inv. throughput", "latency", "spirv-opt", "glsl", "fragment"})
    EXPECT_THAT(run.out, HasSubstr(word));
  EXPECT_THAT(read("cost.json"), HasSubstr("\"inverseThroughput\""));
  EXPECT_EQ(cost({"a.vert.agal", "a.frag.agal", "--family", "navi21"}).out, run.out);
}

TEST_F(GpuCostCommand, RefusesWhatItCannotUse) {
  write("bad.spv", "no module");
  write("bad.frag", "#version 450\nvoid main() { nothing; }\n");
  EXPECT_EQ(cost({"absent.spv"}).status, io);
  EXPECT_THAT(cost({"absent.spv"}).err, HasSubstr("error[AGAL1001]"));
  EXPECT_EQ(cost({"bad.spv"}).status, rejected);
  EXPECT_THAT(cost({"bad.spv"}).err, HasSubstr("error[AGAL1081]"));
  EXPECT_THAT(cost({"bad.frag"}).err, HasSubstr("error[AGAL1082]"));
  EXPECT_THAT(cost({"a.frag.agal", "--family", "voodoo2"}).err, HasSubstr("error[AGAL1080]"));
}

TEST_F(GpuCostCommand, AskedForNothingOrTooMuchItSaysSo) {
  for (const std::vector<std::string>& wrong :
       {std::vector<std::string>{}, {"a.frag.agal", "--corpus", "manifest.json"}, {"--unheard-of"}}) {
    const Outcome run = cost(wrong);
    EXPECT_EQ(run.status, usage);
    EXPECT_THAT(run.err, HasSubstr("error[AGAL1007]"));
  }
}

}  // namespace
}  // namespace agal::cli
