// A test whose facility is missing is skipped with a message, or fails if AGAL_REQUIRE names the facility. This runs
// the real test programs, and hides a facility through the environment variable by which they find it.
#include "support/facility.hpp"

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>

namespace agal::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::map<std::string, std::string>& programs() {
  static const std::map<std::string, std::string> paths{AGAL_TEST_PROGRAMS};
  return paths;
}

struct Ended {
  int status = -1;
  std::string text;
};

// Runs with an empty AGAL_REQUIRE unless `environment` sets it.
Ended run(const std::string& environment, const std::string& program, const std::string& arguments) {
  struct ClosePipe {
    void operator()(std::FILE* file) const { ::pclose(file); }
  };
  const std::string command =
      "/usr/bin/env -u AGAL_REQUIRE " + environment + " '" + program + "' " + arguments + " 2>&1";
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  Ended result;
  char buffer[4096];
  for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) result.text.append(buffer, n);
  const int status = ::pclose(pipe);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

struct Hidden {
  Facility facility;
  const char* environment;  // hides the facility
  const char* program;
  const char* filter;  // tests that need the facility
};
void PrintTo(const Hidden& hidden, std::ostream* out) {
  *out << info(hidden.facility).name << " from " << hidden.program;
}

constexpr Hidden hidden[] = {
    {Facility::Vulkan, "VK_ICD_FILENAMES=/none VK_DRIVER_FILES=/none", "exec-agreement", "*Regressions*/vulkan"},
    {Facility::Vulkan, "VK_ICD_FILENAMES=/none VK_DRIVER_FILES=/none", "render", "Both.*"},
    {Facility::Vulkan, "VK_ICD_FILENAMES=/none VK_DRIVER_FILES=/none", "cli", "SheetCommand.CorpusIsEqual*"},
    {Facility::Gl, "__EGL_VENDOR_LIBRARY_FILENAMES=/none", "exec-agreement", "*Regressions*/gl"},
    {Facility::Gl, "__EGL_VENDOR_LIBRARY_FILENAMES=/none", "exec-gl", "*ReportsDevice/glsl*"},
    {Facility::Gl, "__EGL_VENDOR_LIBRARY_FILENAMES=/none", "exec-gl", "GlTogether.*"},
    {Facility::Gles, "__EGL_VENDOR_LIBRARY_FILENAMES=/none", "exec-agreement", "*Regressions*/gles"},
    {Facility::Gles, "__EGL_VENDOR_LIBRARY_FILENAMES=/none", "exec-gl", "*ReportsDevice/essl*"},
    {Facility::WebGl, "AGAL_CHROMIUM=/none", "exec-agreement", "*Regressions*/webgl"},
    {Facility::WebGl, "AGAL_CHROMIUM=/none", "exec-webgl", "*WebGl*"},
    {Facility::WebGpu, "AGAL_CHROMIUM=/none", "exec-agreement", "*Regressions*/webgpu"},
    {Facility::Msl, "CXX=/none", "exec-agreement", "*Regressions*/msl"},
    {Facility::Msl, "CXX=/none", "exec-msl", "MslLanguage.Vector*"},
    {Facility::WebGpu, "AGAL_CHROMIUM=/none", "compilers", "Tint.*"},
    {Facility::Naga, "AGAL_NAGA=/none", "compilers", "NagaTest.*"},
    {Facility::Dxc, "AGAL_DXC=/none", "compilers", "*Dxc*"},
    {Facility::Chromium, "AGAL_CHROMIUM=/none", "report", "ReportPage.*"},
    {Facility::Python, "PATH=/none", "cli", "Check.JUnitIsReadByPython"},
    {Facility::Mounts, "PATH=/none", "cli", "Batch.FullDisk*"},
};

class Hiding : public testing::TestWithParam<Hidden> {
 protected:
  void SetUp() override {
    const auto found = programs().find(GetParam().program);
    ASSERT_NE(found, programs().end()) << GetParam().program;
    program_ = found->second;
  }
  Ended run_hidden(const std::string& required) const {
    return run(GetParam().environment + std::string(" ") + required, program_,
               "'--gtest_filter=" + std::string(GetParam().filter) + "'");
  }
  std::string name() const { return std::string(info(GetParam().facility).name); }

  std::string program_;
};

TEST_P(Hiding, IsASkipWithAReason) {
  for (const char* required : {"", "AGAL_REQUIRE=", "AGAL_REQUIRE=kept-blocks"}) {
    const Ended skipped = run_hidden(required);
    EXPECT_EQ(skipped.status, 0) << skipped.text;
    EXPECT_THAT(skipped.text, AllOf(HasSubstr("[  SKIPPED ]"), HasSubstr(name() + " is missing: "),
                                    Not(HasSubstr("[       OK ]")), Not(HasSubstr("missing: \n"))));
  }
}

TEST_P(Hiding, IsAFailureWhereItIsRequired) {
  for (const std::string& required : {name(), "kept-blocks," + name()}) {
    const Ended failed = run_hidden("AGAL_REQUIRE=" + required);
    EXPECT_EQ(failed.status, 1) << failed.text;
    EXPECT_THAT(failed.text, AllOf(HasSubstr("[  FAILED  ]"), HasSubstr(name() + " is missing: "),
                                   HasSubstr("(AGAL_REQUIRE demands it)"), Not(HasSubstr("[       OK ]"))));
  }
}

TEST_P(Hiding, AnUnknownNameIsAFailure) {
  const Ended failed = run_hidden("AGAL_REQUIRE=vulcan");
  EXPECT_EQ(failed.status, 1) << failed.text;
  EXPECT_THAT(failed.text, HasSubstr("AGAL_REQUIRE: unknown name 'vulcan'; it takes vulkan, gl, "));
}

INSTANTIATE_TEST_SUITE_P(Facilities, Hiding, testing::ValuesIn(hidden), [](const auto& parameter) {
  std::string name = std::string(parameter.param.program) + "_" + std::to_string(parameter.index);
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
});

// Also if all facilities are there.
TEST(Require, AnUnknownNameIsAFailure) {
  const std::string& program = programs().at("unit-bytecode");
  EXPECT_EQ(run("AGAL_REQUIRE=gl,vulcan", program, "--gtest_filter=RoundTrip.PreservesCorpus").status, 1);
  EXPECT_EQ(run("AGAL_REQUIRE=gl,vulkan", program, "--gtest_filter=RoundTrip.PreservesCorpus").status, 0);
  EXPECT_EQ(parse_requirements(std::getenv("AGAL_REQUIRE") ? std::getenv("AGAL_REQUIRE") : "").fault, "");
}

TEST(Require, IsAListWithCommas) {
  EXPECT_THAT(parse_requirements("").facilities, IsEmpty());
  EXPECT_THAT(parse_requirements("gl,shared-corpus").facilities, ElementsAre(Facility::Gl, Facility::SharedCorpus));
  for (const char* wrong : {"gl, gles", "GL", ",", "gl,,gles", "gl;gles", "g"})
    EXPECT_THAT(parse_requirements(wrong).fault, HasSubstr("AGAL_REQUIRE: unknown name '")) << wrong;
}

TEST(Require, Decides) {
  const Requirements required = parse_requirements("gl");
  EXPECT_EQ(decide(Facility::Gl, "", required).verdict, Verdict::Run);
  EXPECT_EQ(decide(Facility::Gl, "gone", required).verdict, Verdict::Fail);
  EXPECT_EQ(decide(Facility::Gles, "gone", required).verdict, Verdict::Skip);
  EXPECT_EQ(decide(Facility::Gles, "", parse_requirements("x")).verdict, Verdict::Fail);
}

// Tests that were not built.
TEST(Require, KnowsTestsThatWereNotBuilt) {
  const std::string program = AGAL_MISSING_FACILITY;
  const Ended skipped = run("", program, "radv 'no headers'");
  EXPECT_EQ(skipped.status, 77);
  EXPECT_EQ(skipped.text, "radv is missing: no headers\n");
  EXPECT_EQ(run("AGAL_REQUIRE=radv", program, "radv 'no headers'").status, 1);
  EXPECT_EQ(run("AGAL_REQUIRE=rad", program, "radv 'no headers'").status, 1);
  EXPECT_EQ(run("", program, "rad 'no headers'").status, 1);
}

// Tests that are not GoogleTest programs: `environment` hides the facility from the script.
void expect_hidden(const std::string& environment, const std::string& command, Facility facility,
                   const std::string& reason) {
  const std::string name(info(facility).name),
      hiding = environment + " AGAL_MISSING_FACILITY='" AGAL_MISSING_FACILITY "' ";
  const std::string script = command.substr(command.find(' ') + 1), program = command.substr(0, command.find(' '));
  const Ended skipped = run(hiding, program, script);
  EXPECT_EQ(skipped.status, 77) << skipped.text;
  EXPECT_THAT(skipped.text, HasSubstr(name + " is missing: " + reason));
  EXPECT_EQ(run(hiding + "AGAL_REQUIRE=" + name, program, script).status, 1);
  EXPECT_EQ(run(hiding + "AGAL_REQUIRE=" + name + "s", program, script).status, 1);
}

TEST(Require, KnowsScriptsThatCannotRun) {
  const std::string node = AGAL_NODE, tests = AGAL_SOURCE_DIR "/tests/";
  AGAL_NEED(Facility::Node, node.ends_with("NOTFOUND") ? "Node was not found when the build was configured" : "");
  expect_hidden("AGAL_PLAYER=/none", node + " " + tests + "games/played.test.mjs", Facility::Ruffle,
                "the npm package @ruffle-rs/ruffle is not in /none");
  expect_hidden("AGAL_BUNDLERS=/none", node + " " + tests + "npm/install.test.js", Facility::Bundlers, "");
  expect_hidden("AGAL_ABIDIFF=/none", std::string(AGAL_PYTHON) + " " + tests + "capi/capi_test.py Abi",
                Facility::Abidiff, "abidiff was not found");
}

std::string contents(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Require, ContinuousIntegrationRequiresWhatIsInstalled) {
  std::string list;
  for (const FacilityInfo& row : facility_table)
    if (row.installed == Installed::Yes) list.append(list.empty() ? "" : ",").append(row.name);
  EXPECT_THAT(contents(AGAL_SOURCE_DIR "/.ci/run"), HasSubstr("AGAL_REQUIRE=" + list + "\n"));
}

TEST(Require, EveryFacilityIsDocumented) {
  const std::string page = contents(AGAL_SOURCE_DIR "/docs/reliability.md");
  for (const FacilityInfo& row : facility_table)
    EXPECT_THAT(page, HasSubstr("| `" + std::string(row.name) + "` | " + std::string(row.meaning) + " |")) << row.name;
}

}  // namespace
}  // namespace agal::test
