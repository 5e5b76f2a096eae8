// Runs the example of docs/reflection.md, and checks that the page contains it. BLESS=1 in the environment rewrites the
// page.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "reflected.hpp"
#include "support/golden.hpp"

namespace agal::test {
namespace {

// A graphics API that records the calls.
struct Device {
  void vertex_input(std::uint32_t location) { calls.push_back(fmt::format("vertex input {}", location)); }
  void constants(std::uint32_t set, std::uint32_t binding, std::uint32_t bytes) {
    calls.push_back(fmt::format("constants {}:{} {} bytes", set, binding, bytes));
  }
  void texture(std::uint32_t set, std::uint32_t binding, TextureKind kind) {
    calls.push_back(fmt::format("texture {}:{} kind {}", set, binding, static_cast<int>(kind)));
  }
  void sampler(std::uint32_t set, std::uint32_t binding, bool repeat, bool linear, std::uint32_t anisotropy) {
    calls.push_back(fmt::format("sampler {}:{} repeat {} linear {} x{}", set, binding, repeat, linear, anisotropy));
  }
  std::vector<std::string> calls;
};

// example: begin
void bind(const agal::Interface& program, Device& device) {
  for (const agal::Interface::Attribute& attribute : program.attributes) device.vertex_input(attribute.location);

  if (const auto& layout = program.uniforms.layout; layout && layout->slots)
    device.constants(layout->slots->set.value_or(0), layout->slots->binding, layout->size());

  for (const agal::Interface::Sampler& sampler : program.samplers) {
    if (!sampler.bound) continue;  // the result of its fetches is unused
    const std::uint32_t set = sampler.bound->slots.set.value_or(0), binding = sampler.bound->slots.binding;
    device.texture(set, binding, sampler.bound->kind);
    const agal::Interface::SamplerState& state = sampler.states.front();
    if (!state.operand.has(agal::SamplerOption::IgnoreSampler))
      device.sampler(set, binding, state.operand.has(agal::SamplerOption::Repeat),
                     !state.operand.has(agal::SamplerOption::Nearest), state.anisotropy);
  }
}
// example: end

std::vector<std::string> calls_for(const Program& program) {
  Device device;
  bind(compiled(program).program_interface.value(), device);
  return device.calls;
}

TEST(ReflectionExample, BindsEverything) {
  EXPECT_THAT(calls_for(vertex("m44 op, va0, vc4\nmov v0, va2\nmov vt0, va5\n")),
              testing::ElementsAre("vertex input 0", "vertex input 2", "constants 0:0 128 bytes"));
  EXPECT_THAT(calls_for(fragment("tex ft0, v0, fs0 <2d,repeat,anisotropic4x>\ntex ft1, v0, fs1 <cube,clamp,nearest>\n"
                                 "tex ft2, v0, fs2 <2d>\ntex ft3, v0, fs3 <2d,ignoresampler>\n"
                                 "add ft0, ft0, ft1\nadd oc, ft0, ft3\n",
                                 2)),
              testing::ElementsAre("texture 0:2 kind 0", "sampler 0:2 repeat true linear true x4", "texture 0:3 kind 1",
                                   "sampler 0:3 repeat false linear false x1", "texture 0:5 kind 0"));
}

TEST(ReflectionDocument, ContainsExample) {
  std::ifstream file(AGAL_SOURCE_DIR "/tests/compiler/reflect/example_test.cpp");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::string begin_mark = "\n// example: begin\n", end_mark = "// example: end\n";
  const std::size_t begin = text.find(begin_mark) + begin_mark.size();
  const std::string example = text.substr(begin, text.find(end_mark, begin) - begin);
  ASSERT_FALSE(example.empty());
  expect_section("docs/reflection.md", "example", "```cpp\n" + example + "```\n");
}

}  // namespace
}  // namespace agal::test
