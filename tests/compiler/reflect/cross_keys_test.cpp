// The keys that the reflection shares with spirv-cross --reflect have the values of SPIRV-Cross.
#include <gtest/gtest.h>

#include <spirv_cross/spirv_reflect.hpp>

#include <string>
#include <vector>

#include "reflected.hpp"
#include "support/corpus.hpp"

namespace agal::test {
namespace {

// Replaces the ids that SPIRV-Cross uses as keys of types with names, as agalc writes them.
void rename_types(json& reflection) {
  if (!reflection.contains("types")) return;
  json renamed = json::object();
  for (const auto& [key, type] : reflection["types"].items()) {
    const std::string name = "_" + type.at("name").get<std::string>();
    renamed[name] = type;
    for (const char* list : {"ubos", "push_constants"})
      if (reflection.contains(list))
        for (json& entry : reflection[list])
          if (entry.at("type") == key) entry["type"] = name;
  }
  reflection["types"] = std::move(renamed);
}

json theirs(const Compilation& compilation) {
  spirv_cross::CompilerReflection compiler(compilation.spirv);
  compiler.set_format("json");
  json reflection = json::parse(compiler.compile());
  rename_types(reflection);
  return reflection;
}

json ours(const Compilation& compilation) {
  json reflection = json::parse(compilation.reflection);
  reflection.erase("version");
  reflection.erase("agal");
  return reflection;
}

void expect_same(const Program& program, const CompileOptions& options) {
  const Compilation compilation = compiled(program, options);
  EXPECT_EQ(ours(compilation), theirs(compilation)) << program.name;
}

std::vector<CompileOptions> ways() {
  std::vector<CompileOptions> out;
  for (const Target target :
       {Target::Spv, Target::Glsl120, Target::Glsl450, Target::Essl100, Target::Msl20, Target::Hlsl51})
    out.push_back(for_target(target));
  out.push_back(for_target(Target::Spv));
  out.back().environment = Environment::Vulkan13;
  out.back().constants = ConstantsMode::Push;
  out.push_back(for_target(Target::Spv));
  out.back().bindings = {{"fs0", 1, 5}, {"vc", 2, 3}, {"fc", 4, 0}};
  out.push_back(out.back());
  out.back().samplers = Samplers::Separate;
  out.push_back(for_target(Target::Glsl330));
  out.back().constants = ConstantsMode::Plain;
  // agalc's own writer does not create the SPIR-V that SPIRV-Cross reflects.
  for (CompileOptions& options : out)
    if (info(options.target).family != TargetFamily::SpirV) options.writer = Writer::Cross;
  return out;
}

TEST(ReflectionCrossKeys, MatchSpirvCross) {
  const std::vector<Program> programs{
      vertex("m44 op, va0, vc0\nmov v0, vc[va1.x+4]\nmov v1, va2\n"),
      fragment(
          "tex ft0, v0, fs0 <2d>\ntex ft1, v1, fs3 <cube,mipnearest>\nmul ft0, ft0, fc2\nsub ft1.x, ft0.w, fc0.x\nkil "
          "ft1.x\nmov oc, ft0\n"),
      fragment("mov oc, v0\n"),
      vertex("mov op, va0\n"),
  };
  for (const CompileOptions& options : ways())
    for (const Program& program : programs) expect_same(program, options);
}

TEST(ReflectionCrossKeys, MatchSpirvCrossForOwnCorpus) {
  ASSERT_EQ(own_corpus().missing, "");
  std::size_t compared = 0;
  for (const CorpusProgram& entry : own_corpus().programs) {
    const Result<Program> program = load_program(entry.bytes, entry.path);
    ASSERT_TRUE(program) << render_text(program.diagnostics());
    const Result<Compilation> compilation = compile(*program);
    if (!compilation) continue;
    ++compared;
    EXPECT_EQ(ours(*compilation), theirs(*compilation)) << entry.path;
  }
  EXPECT_GE(compared, 60u);
}

}  // namespace
}  // namespace agal::test
