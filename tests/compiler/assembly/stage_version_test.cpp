// The stage and version of a text: inferred, read from the magic comment, or set by an option.
#include "assembly/inference.hpp"
#include "assembly_support.hpp"

namespace agal {
namespace {

using namespace agal::test;

Stage stage_of(std::string_view text, std::string name = {}, const AssembleOptions& options = {}) {
  const auto program = assemble(text, std::move(name), options);
  EXPECT_TRUE(program) << text << "\n" << render_text(program.diagnostics());
  return program ? program->stage : Stage::Any;
}

std::uint32_t version_of(std::string_view text, const AssembleOptions& options = {}) {
  const auto program = assemble(text, {}, options);
  EXPECT_TRUE(program) << text << "\n" << render_text(program.diagnostics());
  return program ? program->version : 99;
}

TEST(Stage, IsInferredFromFileName) {
  for (const char* name : {"a.vert.agal", "dir/b.vs.agal", "c.vertex.agal"})
    EXPECT_EQ(stage_of("mov v0, v1", name), Stage::Vertex);
  for (const char* name : {"a.frag.agal", "b.fs.agal", "c.fragment.agal"})
    EXPECT_EQ(stage_of("mov v0, v1", name), Stage::Fragment);
  EXPECT_EQ(codes_of("mov v0, v1"), Codes{2010});
  EXPECT_FALSE(assemble("mov v0, v1", "vert.agal"));
}

TEST(Stage, IsReadFromMagicComment) {
  EXPECT_EQ(stage_of("//! agal 1 fragment\nmov v0, v1"), Stage::Fragment);
  EXPECT_EQ(stage_of("\n\n  //!agal vert\nmov v0, v1"), Stage::Vertex);
  EXPECT_EQ(stage_of("\xef\xbb\xbf//! agal frag\r\nmov v0, v1"), Stage::Fragment);
}

TEST(Stage, IsInferredFromRegisters) {
  for (const RegisterName& name : register_names) {
    if (name.stage == Stage::Any) continue;
    EXPECT_EQ(stage_of("mov v0, " + std::string(name.text) + "0"), name.stage) << name.text;
  }
  EXPECT_EQ(stage_of("mov v0, v1\nmov v1, vc0"), Stage::Vertex);
}

TEST(Stage, IsInferredFromOpcodes) {
  EXPECT_EQ(stage_of("kil v0.x"), Stage::Fragment);
  EXPECT_EQ(stage_of("kil va0.x"), Stage::Vertex);
}

TEST(Stage, OptionOverridesCommentAndCommentOverridesName) {
  EXPECT_EQ(stage_of("//! agal 1 vertex\nmov v0, v1", "a.vert.agal", fragment()), Stage::Fragment);
  EXPECT_EQ(stage_of("//! agal 1 fragment\nmov v0, v1", "a.vert.agal"), Stage::Fragment);
}

// Bytecode, a dump of it, and a magic comment say the stage of a program.
TEST(Stage, LoadingRejectsOptionThatContradictsProgram) {
  const auto bytes_of = [](std::string_view text) {
    return std::vector<std::byte>(std::as_bytes(std::span(text)).begin(), std::as_bytes(std::span(text)).end());
  };
  const auto message = [](std::span<const std::byte> bytes, Stage stage) {
    AssembleOptions options;
    options.stage = stage;
    const Result<Program> program = load_program(bytes, "a", options);
    if (program) return std::string();
    EXPECT_EQ(program.diagnostics()[0].code, 1170);
    EXPECT_EQ(program.diagnostics()[0].location.file, "a");
    return program.diagnostics()[0].message;
  };
  const auto text = bytes_of("\n//! agal 1 vertex\nmov v0, v1\n"), short_text = bytes_of("//! agal frag\nmov v0, v1\n");
  const std::vector<std::byte> code = write_bytecode(*assemble("mov oc, v0", "a.frag.agal"));
  std::string dump;
  for (const std::byte each : code)
    dump += "0123456789abcdef"[std::to_integer<int>(each) >> 4],
        dump += "0123456789abcdef"[std::to_integer<int>(each) & 15];
  EXPECT_EQ(message(text, Stage::Fragment),
            "the option --stage says that this is a fragment program, but the magic comment says that it is a vertex "
            "program");
  EXPECT_EQ(message(short_text, Stage::Vertex),
            "the option --stage says that this is a vertex program, but the magic comment says that it is a fragment "
            "program");
  EXPECT_EQ(
      message(code, Stage::Vertex),
      "the option --stage says that this is a vertex program, but the bytecode says that it is a fragment program");
  EXPECT_EQ(message(bytes_of(dump), Stage::Vertex), message(code, Stage::Vertex));
  EXPECT_EQ(message(text, Stage::Vertex), "");
  EXPECT_EQ(message(code, Stage::Fragment), "");
  EXPECT_EQ(message(bytes_of("//! agal 2\nmov v0, v1\n"), Stage::Vertex), "");
}

TEST(Stage, RejectsRegistersOfOtherStage) {
  const auto result = assemble("mov ft0, va0\nmov oc, ft0", "a.vert.agal");
  EXPECT_EQ(codes(result.diagnostics()), (Codes{2011, 2011, 2011}));
  EXPECT_EQ(result.diagnostics()[0].location.line, 1u);
  EXPECT_EQ(result.diagnostics()[0].location.column, 5u);
  EXPECT_EQ(result.diagnostics()[0].message,
            "'ft0' is only available in fragment programs; this is a vertex program because of the file name");
}

TEST(Stage, ErrorNamesDecidingRegister) {
  const auto result = assemble("mov v0, v1\nmov vt0, va0\nmov vt1, fc0");
  ASSERT_EQ(codes(result.diagnostics()), Codes{2011});
  EXPECT_NE(result.diagnostics()[0].message.find("because of 'vt0' in line 2"), std::string::npos);
}

TEST(Stage, IsInferredFromIndexRegisters) { EXPECT_EQ(codes_of("mov vt0, vc[ft0.x]"), Codes{2011}); }

TEST(Version, DefaultsToLowestSufficientVersion) {
  EXPECT_EQ(version_of("mov vt0, va0"), 1u);
  EXPECT_EQ(version_of("mov vt7, vc127"), 1u);
  EXPECT_EQ(version_of("mov vt8, vc0"), 2u);
  EXPECT_EQ(version_of("mov vt0, vc128"), 2u);
  EXPECT_EQ(version_of("mov ft0, fc27"), 1u);
  EXPECT_EQ(version_of("mov ft0, fc28"), 2u);
  EXPECT_EQ(version_of("mov ft0, fc64"), 3u);
  EXPECT_EQ(version_of("mov vt0, va8"), 3u);
  EXPECT_EQ(version_of("mov vt0, v8"), 2u);
  EXPECT_EQ(version_of("mov oc1, v0"), 2u);
  EXPECT_EQ(version_of("mov fd.x, v0"), 2u);
  EXPECT_EQ(version_of("mov vt0, iid"), 3u);
  EXPECT_EQ(version_of("tex ft0, v0, fs8 <2d>"), 2u);
  EXPECT_EQ(version_of("tld vt0, va0, vs0 <2d>"), 4u);
  EXPECT_EQ(version_of("ddx ft0, v0"), 2u);
}

TEST(Version, DependsOnMatrixRowsAndRelativeAddresses) {
  EXPECT_EQ(version_of("m44 vt0, va0, vc124"), 1u);
  EXPECT_EQ(version_of("m44 vt0, va0, vc125"), 2u);
  EXPECT_EQ(version_of("m33 vt0.xyz, va0, vc125"), 1u);
  EXPECT_EQ(version_of("mov vt0, vc[va0.x+127]"), 1u);
  EXPECT_EQ(version_of("mov vt0, vc[va0.x+128]"), 2u);
  EXPECT_EQ(version_of("m44 vt0, va0, vc[va1.x+125]"), 2u);
  EXPECT_EQ(version_of("mov vt0, vc[va0.x-1]"), 1u);
  EXPECT_EQ(version_of("mov vt0, vc[iid.x]"), 3u);
}

TEST(Version, DependsOnNumberOfTokens) {
  const auto tokens = [](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += "mov vt0, va0\n";
    return text;
  };
  EXPECT_EQ(version_of(tokens(200)), 1u);
  EXPECT_EQ(version_of(tokens(201)), 2u);
  EXPECT_EQ(version_of(tokens(1025)), 3u);
  EXPECT_EQ(version_of(tokens(4097)), 1u);  // exceeds the limit of every version
}

TEST(Version, IgnoresIndexBeyondEveryVersion) { EXPECT_EQ(version_of("mov vt0, vc300"), 1u); }

TEST(Version, OptionOverridesCommentAndCommentOverridesDefault) {
  EXPECT_EQ(version_of("//! agal 3 vertex\nmov vt0, va0"), 3u);
  EXPECT_EQ(version_of("//! agal 1 fragment\nddx ft0, v0"), 1u);
  EXPECT_EQ(version_of("//! agal 3 vertex\nmov vt0, va0", {{}, 2, false}), 2u);
  EXPECT_EQ(version_of("//! agal 0 vertex\nmov vt0, va0"), 0u);
}

TEST(Version, RejectsUnknownVersion) {
  EXPECT_EQ(codes_of("mov vt0, va0", {{}, 5, false}), Codes{2014});
  EXPECT_EQ(codes_of("//! agal 5 vertex\nmov vt0, va0"), Codes{2014});
  EXPECT_EQ(codes_of("//! agal 99999999999999999999 vertex\nmov vt0, va0"), Codes{2014});
}

TEST(MagicComment, RejectsMalformedComment) {
  for (const char* text : {"//! agal", "//! agal 1 pixel", "//! agal vertex 1", "//! agal 1 vertex vertex",
                           "//! agal 1x vertex", "//! agal 1 vs"})
    EXPECT_EQ(codes_of(std::string(text) + "\nmov vt0, va0"), Codes{2012}) << text;
}

TEST(MagicComment, IgnoresOtherComments) {
  EXPECT_TRUE(codes_of("//! agalc is a compiler\nmov vt0, va0").empty());
  EXPECT_TRUE(codes_of("//! hello\nmov vt0, va0").empty());
  EXPECT_TRUE(codes_of("// agal 9 pixel\nmov vt0, va0").empty());
}

TEST(MagicComment, IsReadOnlyFromFirstLine) {
  const auto program = assemble("// water\n//! agal 2 vertex\nmov vt0, va0");
  ASSERT_TRUE(program);
  EXPECT_EQ(program->version, 1u);
  EXPECT_EQ(codes(program.diagnostics()), Codes{2013});
}

TEST(VersionOfRegister, FollowsTheLimitsTable) {
  using assembly::version_of_register;
  for (const RegisterInfo& row : register_table) {
    for (Stage stage : {Stage::Vertex, Stage::Fragment}) {
      for (std::uint32_t index = 0; index < 300; ++index) {
        const std::uint32_t version = version_of_register(row.type, index, stage);
        const bool some = version_limits(newest_version).count(row.type, stage) > index;
        EXPECT_GE(version, row.min_version);
        if (!some) continue;
        EXPECT_GT(version_limits(version).count(row.type, stage), index);
        if (version == row.min_version) continue;
        EXPECT_LE(version_limits(version - 1).count(row.type, stage), index);
      }
    }
  }
}

}  // namespace
}  // namespace agal
