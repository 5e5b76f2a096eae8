// Tests that independent compilers accept everything that agalc writes for them: glslang accepts all GLSL, GLSL ES and
// HLSL of agalc's own writer, naga and Tint accept all WGSL, and naga accepts all SPIR-V with separate samplers.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

#include "browser/devtools.hpp"
#include "compilers/expect_none.hpp"
#include "compilers/modules.hpp"
#include "compilers/naga.hpp"
#include "support/facility.hpp"
#include "support/glslang_oracle.hpp"
#include "support/temporary_folder.hpp"

namespace agal::compilers {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

CompileOptions options_for(Target target, std::optional<Samplers> samplers = {}) {
  CompileOptions options;
  options.target = target;
  options.samplers = samplers;
  return options;
}

// --------------------------------------------------------------------------------------------------------- glslang

class Glslang : public testing::TestWithParam<Target> {};

TEST_P(Glslang, AcceptsEveryText) {
  CompileOptions options = options_for(GetParam());
  options.writer = Writer::Own;
  const std::vector<Module> modules = all_modules(options);
  EXPECT_GE(modules.size(), min_modules);
  std::vector<std::string> refusals;
  for (const Module& module : modules)
    if (const auto error = test::glslang_error(module.bytes, GetParam(), module.stage))
      refusals.push_back(module.name + ": " + *error + module.bytes);
  expect_none(refusals);
}

std::vector<Target> own_targets() {
  std::vector<Target> targets;
  for (const TargetInfo& row : target_table)
    if (info(row.family).both_writers() && test::has_oracle(row.target)) targets.push_back(row.target);
  return targets;
}

INSTANTIATE_TEST_SUITE_P(Targets, Glslang, testing::ValuesIn(own_targets()), [](const auto& parameter) {
  std::string name(agal::info(parameter.param).name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

// ------------------------------------------------------------------------------------------------------------ naga

class NagaTest : public testing::Test {
 protected:
  void SetUp() override { AGAL_NEED(test::Facility::Naga, missing_naga()); }

  static void expect_accepted(const std::vector<Module>& modules, const std::string& extension) {
    EXPECT_GE(modules.size(), min_modules);
    expect_none(refused_by_naga(modules, extension));
  }
};

TEST_F(NagaTest, AcceptsEveryTextOfWgsl) { expect_accepted(all_modules(options_for(Target::Wgsl)), ".wgsl"); }

TEST_F(NagaTest, AcceptsEveryModuleWithSeparateSamplers) {
  expect_accepted(all_modules(options_for(Target::Spv, Samplers::Separate)), ".spv");
}

// Checks that the tests detect invalid modules.
TEST_F(NagaTest, RejectsInvalidModules) {
  const std::string good = "@fragment fn main() -> @location(0) vec4f { return vec4f(1); }\n";
  EXPECT_THAT(refused_by_naga({{"good", Stage::Fragment, good},
                               {"no such type", Stage::Fragment, "var<private> a: vec5f;\n" + good},
                               {"a wrong type", Stage::Fragment, "fn f() -> f32 { return vec2f(1); }\n" + good},
                               {"nothing", Stage::Fragment, ""}},
                              ".wgsl"),
              ElementsAre(AllOf(StartsWith("no such type: "), HasSubstr("vec5f")), StartsWith("a wrong type: "),
                          "nothing: it has no entry point"));
}

// naga only supports textures and samplers as two variables.
TEST_F(NagaTest, RejectsCombinedSamplers) {
  std::vector<Module> modules = all_modules(options_for(Target::Spv, Samplers::Combined));
  modules.resize(min_modules);
  const std::size_t refused = refused_by_naga(modules, ".spv").size();
  EXPECT_GT(refused, 0u);
  EXPECT_LT(refused, modules.size());
}

// ------------------------------------------------------------------------------------------------------------ Tint

// Runs Tint in Chromium, which compiles the text for the software adapter.
class Tint : public testing::Test {
 protected:
  void SetUp() override {
    const std::filesystem::path browser = browser::find_browser();
    AGAL_NEED(test::Facility::Chromium, browser.empty() ? "neither $AGAL_CHROMIUM nor $PATH has Chromium" : "");
    ASSERT_FALSE(folder_.path().empty());
    const std::filesystem::path page = folder_.path() / "page.html";
    std::ofstream(page) << "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n";
    tools_ = std::make_unique<browser::DevTools>(
        browser, folder_.path(),
        std::vector<std::string>{"--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"});
    tools_->open("file://" + page.string());
    ASSERT_EQ(tools_->evaluate(R"js((async () => {
      const adapter = await navigator.gpu?.requestAdapter();
      globalThis.device = await adapter?.requestDevice();
      globalThis.refusals = (texts) => Promise.all(texts.map(async (code) => {
        const info = await device.createShaderModule({ code }).getCompilationInfo();
        return info.messages.filter(({ type }) => type === 'error').map(({ lineNum, message }) =>
          `${lineNum}: ${message}`).join('; ');
      }));
      return Boolean(globalThis.device);
    })())js"),
              true)
        << tools_->fault();
  }

  std::vector<std::string> refused(const std::vector<Module>& modules) {
    constexpr std::size_t at_once = 200;
    std::vector<std::string> refusals;
    for (std::size_t first = 0; first < modules.size(); first += at_once) {
      const std::size_t count = std::min(at_once, modules.size() - first);
      nlohmann::json texts = nlohmann::json::array();
      for (std::size_t i = 0; i < count; ++i) texts.push_back(modules[first + i].bytes);
      const nlohmann::json answer = tools_->evaluate("refusals(" + texts.dump() + ")");
      if (!answer.is_array() || answer.size() != count) {
        ADD_FAILURE() << "no answer from the page: " << tools_->fault() << answer.dump();
        return refusals;
      }
      for (std::size_t i = 0; i < count; ++i)
        if (const auto error = answer[i].get<std::string>(); !error.empty())
          refusals.push_back(modules[first + i].name + ": " + error);
    }
    return refusals;
  }

 private:
  test::TemporaryFolder folder_;
  std::unique_ptr<browser::DevTools> tools_;
};

TEST_F(Tint, AcceptsEveryTextOfWgsl) {
  const std::vector<Module> modules = all_modules(options_for(Target::Wgsl));
  EXPECT_GE(modules.size(), min_modules);
  expect_none(refused(modules));
}

TEST_F(Tint, RejectsInvalidText) {
  const std::string good = "@fragment fn main() -> @location(0) vec4f { return vec4f(1); }\n";
  EXPECT_THAT(refused({{"good", Stage::Fragment, good},
                       {"not finite", Stage::Fragment, "const a = 1.0 / 0.0;\n" + good},
                       {"no such type", Stage::Fragment, "var<private> a: vec5f;\n" + good}}),
              ElementsAre(StartsWith("not finite: 1: "), StartsWith("no such type: 1: ")));
}

}  // namespace
}  // namespace agal::compilers
