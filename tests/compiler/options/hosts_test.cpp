// The output for each host of hosts.def, and the table of docs/hosts.md.
#include "agal/host.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "agal/explain.hpp"
#include "agal/options.hpp"
#include "options/values.hpp"
#include "support/golden.hpp"
#include "target/output.hpp"

namespace agal {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view vertex = "m44 op, va0, vc4\nmov v0, va1";
constexpr std::string_view fragment = "tex ft0, v0, fs3 <2d, linear>\nmul oc, ft0, fc2";

Options options_for(std::string_view host) {
  Options options;
  EXPECT_TRUE(set_option(options, "host", host).empty()) << host;
  return options;
}

Compilation compiled(std::string_view text, const CompileOptions& options) {
  const Result<Program> program = assemble(text, "a program");
  EXPECT_TRUE(program.has_value());
  Result<Compilation> made = compile(*program, options);
  EXPECT_TRUE(made.has_value()) << render_text(made.diagnostics());
  return made ? *std::move(made) : Compilation();
}

std::string text_for(std::string_view host, std::string_view text) {
  return compiled(text, options_for(host).compile).text;
}

TEST(Hosts, NamesAreUniqueAndExplained) {
  std::set<std::string_view> names;
  for (const HostInfo& row : host_table) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(find_host(row.name), &row);
    EXPECT_EQ(&info(row.host), &row);
    EXPECT_THAT(glossary_entry(row.name), HasSubstr(std::string(info(row.target).name)));
    for (const std::string_view program : {vertex, fragment}) {
      const Compilation made = compiled(program, options_for(row.name).compile);
      EXPECT_FALSE(made.text.empty() && made.spirv.empty()) << row.name;
    }
  }
  EXPECT_EQ(find_host("flash"), nullptr);
}

TEST(Hosts, OpenFlAndLightsparkHaveTheirOwnNames) {
  for (const char* const host : {"openfl", "lightspark"}) {
    const std::string v = text_for(host, vertex), f = text_for(host, fragment);
    EXPECT_THAT(v, HasSubstr("uniform vec4 vc0[8];"));
    EXPECT_THAT(v, HasSubstr("vc0[4]"));
    EXPECT_THAT(v, HasSubstr("uniform vec4 vcPositionScale;"));
    EXPECT_THAT(v, HasSubstr("gl_Position *= vcPositionScale;\n}"));
    EXPECT_THAT(v, HasSubstr("attribute vec4 va0;"));
    EXPECT_THAT(f, HasSubstr("uniform sampler2D sampler3;"));
    EXPECT_THAT(f, HasSubstr("texture2D(sampler3, "));
    EXPECT_THAT(f, HasSubstr("uniform vec4 fc0[3];"));
    EXPECT_THAT(f, Not(HasSubstr("PositionScale")));
    EXPECT_THAT(f, Not(HasSubstr("fs3")));
  }
}

// The option `bind` replaces single bindings of a host.
TEST(Hosts, LaterBindingReplacesOneBinding) {
  Options options = options_for("ruffle");
  EXPECT_TRUE(set_option(options, "bind", "fs3=30").empty());
  const std::string text =
      compiled("tex ft0, v0, fs3 <2d>\ntex ft1, v0, fs1 <2d>\nadd oc, ft0, ft1\n", options.compile).text;
  EXPECT_THAT(text, HasSubstr("@binding(30) var fs3:"));
  EXPECT_THAT(text, HasSubstr("@binding(11) var fs1:"));
}

TEST(Hosts, ReadsBindingsOfTable) {
  for (const HostInfo& row : host_table) {
    const auto commas = std::count(row.bindings.begin(), row.bindings.end(), ',');
    EXPECT_EQ(options_for(row.name).compile.bindings.size(),
              row.bindings.empty() ? 0u : static_cast<std::size_t>(commas) + 1)
        << row.name;
  }
}

TEST(Hosts, ReadsOptionsOfTable) {
  for (const HostInfo& row : host_table) {
    CompileOptions options;
    EXPECT_EQ(options::set_all(options, row.options), "") << row.name;
  }
}

TEST(Hosts, OmitVersionLineIfTableSays) {
  for (const HostInfo& row : host_table) {
    if (row.target != Target::Essl300) continue;
    const bool has_line = row.options.find("version=false") == std::string_view::npos;
    EXPECT_EQ(text_for(row.name, vertex).find("#version 300 es\n") == 0, has_line) << row.name;
  }
}

TEST(Hosts, SdlHasOneSetPerStageAndKind) {
  Options options = options_for("sdl");
  ASSERT_TRUE(set_option(options, "target", "vulkan-glsl450").empty());
  EXPECT_THAT(compiled(vertex, options.compile).text, HasSubstr("layout(set = 1, binding = 0, std140)"));
  const std::string text = compiled(fragment, options.compile).text;
  EXPECT_THAT(text, HasSubstr("layout(set = 3, binding = 0, std140)"));
  EXPECT_THAT(text, HasSubstr("layout(set = 2, binding = 0) uniform sampler2D fs3;"));
  ASSERT_TRUE(set_option(options, "target", "hlsl51").empty());
  const std::string hlsl = compiled(fragment, options.compile).text;
  EXPECT_THAT(hlsl, HasSubstr("register(b0, space3)"));
  EXPECT_THAT(hlsl, HasSubstr("register(t0, space2)"));
  EXPECT_THAT(hlsl, HasSubstr("register(s0, space2)"));
}

TEST(Hosts, StagesOfWgpuUnityAndMetalHaveDifferentEntryPoints) {
  EXPECT_THAT(text_for("wgpu", vertex), HasSubstr("fn vs_main("));
  EXPECT_THAT(text_for("unity", fragment), HasSubstr("void frag("));
  EXPECT_THAT(text_for("metal", vertex), HasSubstr(" vertex_main("));
}

TEST(Hosts, OpenFlKeepsRegisterNamesInVulkan) {
  Options options = options_for("openfl");
  EXPECT_TRUE(set_option(options, "target", "vulkan-glsl450").empty());
  const target::Output output = target::resolve(options.compile, Stage::Fragment);
  EXPECT_EQ(output.name_of(target::ResourceId::sampler(Stage::Fragment, 3)), "fs3");
  EXPECT_EQ(output.separate_name_of(target::ResourceId::sampler(Stage::Fragment, 3)), "fs3_sampler");
}

TEST(Hosts, InterfaceUsesNamesOfText) {
  const Compilation made = compiled(fragment, options_for("openfl").compile);
  ASSERT_TRUE(made.program_interface.has_value());
  EXPECT_EQ(made.program_interface->uniforms.name, "fc0");
  ASSERT_EQ(made.program_interface->samplers.size(), 1u);
  EXPECT_EQ(made.program_interface->samplers[0].name, "sampler3");
  EXPECT_EQ(made.program_interface->samplers[0].index, 3u);
}

TEST(Hosts, RuffleBindsSamplersFromTwoAndTexturesFromTen) {
  const Compilation made = compiled(fragment, options_for("ruffle").compile);
  EXPECT_THAT(made.text, HasSubstr("@group(0) @binding(1) var<uniform> fc"));
  EXPECT_THAT(made.text, HasSubstr("@group(0) @binding(13) var fs3: texture_2d<f32>;"));
  EXPECT_THAT(made.text, HasSubstr("@group(0) @binding(5) var fs3_sampler: sampler;"));
  ASSERT_TRUE(made.program_interface && made.program_interface->samplers[0].bound);
  EXPECT_EQ(made.program_interface->samplers[0].bound->slots.binding, 13u);
  EXPECT_EQ(made.program_interface->samplers[0].bound->sampler_binding, 5u);
}

TEST(Hosts, RuffleRejectsNinthTexture) {
  const Result<Program> program = assemble("tex ft0, v0, fs8 <2d>\ntex ft1, v0, fs0 <2d>\nadd oc, ft0, ft1", "nine");
  ASSERT_TRUE(program.has_value());
  const Result<Compilation> made = compile(*program, options_for("ruffle").compile);
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.diagnostics()[0].code, 4009) << render_text(made.diagnostics());
}

TEST(Hosts, AwayJsSetsSemantics) {
  const Options options = options_for("awayjs");
  EXPECT_EQ(options.compile.semantics.domain, Domain::Abs);
  EXPECT_EQ(options.compile.semantics.ifg, IfgMode::GreaterEqual);
  EXPECT_THAT(text_for("awayjs", "sqt oc, v0"), HasSubstr("sqrt(abs("));
}

TEST(Hosts, LaterOptionsReplaceOptionsOfHost) {
  Options options = options_for("openfl");
  ASSERT_TRUE(set_option(options, "target", "essl300").empty());
  EXPECT_THAT(compiled(fragment, options.compile).text, HasSubstr("#version 300 es"));
  EXPECT_THAT(compiled(fragment, options.compile).text, HasSubstr("texture(sampler3, "));
  ASSERT_TRUE(set_option(options, "host", "gles31").empty());
  EXPECT_THAT(compiled(fragment, options.compile).text, HasSubstr("layout(binding = 5) uniform sampler2D fs3;"));
}

// Reads a container like OpenFL and Lightspark, which call ByteArray.readUTF with little-endian byte order.
std::string text_in(const std::string& container) {
  EXPECT_GT(container.size(), 3u);
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(container.at(i)); };
  EXPECT_EQ(byte(0), 0xb0);
  const std::size_t size = byte(1) + 256u * byte(2);
  EXPECT_EQ(container.size(), size + 3);
  return container.substr(3, size);
}

TEST(Containers, ContainTheText) {
  for (const std::string_view program : {vertex, fragment}) {
    Options options = options_for("openfl");
    const std::string plain = compiled(program, options.compile).text;
    ASSERT_TRUE(set_option(options, "emit", "b0").empty());
    EXPECT_EQ(text_in(compiled(program, options.compile).text), plain);
  }
}

TEST(Containers, RejectOtherLanguagesAndLongTexts) {
  Options options;
  ASSERT_TRUE(set_option(options, "emit", "b0").empty());
  std::string lines;
  for (int i = 0; i < 2000; ++i) lines += "sin ft0, ft0.wzyx\nmul ft0, ft0.yzwx, fc0.zwxy\n";
  for (const auto& [target, text] : {std::pair<const char*, std::string>{"wgsl", "mov oc, v0"},
                                     {"spv", "mov oc, v0"},
                                     {"essl100", "mov ft0, v0\n" + lines + "mov oc, ft0"}}) {
    ASSERT_TRUE(set_option(options, "target", target).empty());
    ASSERT_TRUE(set_option(options, "validate", "off").empty());
    const Result<Program> program = assemble(text, "a program");
    ASSERT_TRUE(program.has_value());
    const Result<Compilation> made = compile(*program, options.compile);
    ASSERT_FALSE(made.has_value()) << target;
    EXPECT_EQ(made.diagnostics()[0].code, 4015) << render_text(made.diagnostics());
  }
}

TEST(HostsPage, TableIsUpToDate) {
  std::string table = "| `--host` | Target | Constants | Use of the text |\n|---|---|---|---|\n";
  for (const HostInfo& row : host_table) {
    const std::string_view constants = row.constants == ConstantsMode::Plain ? "arrays" : "blocks";
    const bool own_names = row.names == UniformNames::OpenFl;
    const std::string_view names = own_names ? "; names `vc0`, `fc0`, `sampler0`, `vcPositionScale`" : "";
    const std::string_view reading =
        row.domain == Domain::Abs ? "; reads AGAL with `domain` = `abs`, `ifg` = `ge`" : "";
    table += fmt::format("| `{}` | `{}` | {} | {}{}{} |\n", row.name, info(row.target).name, constants, row.takes,
                         names, reading);
  }
  test::expect_section("docs/hosts.md", "hosts", table);
}

}  // namespace
}  // namespace agal
