// Tests the key of a conversion in the cache.
#include "batch/identity.hpp"

#include <gmock/gmock.h>

#include <functional>
#include <set>

#include "agal/bytecode.hpp"
#include "programs.hpp"

namespace agal::batch {
namespace {

using testing::HasSubstr;

TEST(Identity, DependsOnEveryOption) {
  const std::vector<std::function<void(ConvertOptions&)>> changes{
      [](ConvertOptions&) {},
      [](ConvertOptions& o) { o.emit.targets = {Target::Spv}; },
      [](ConvertOptions& o) {
        o.emit.targets = {Target::Spv, Target::Msl21};
      },
      [](ConvertOptions& o) { o.emit.reflect = true; },
      [](ConvertOptions& o) { o.warnings_are_errors = true; },
      [](ConvertOptions& o) { o.prove = true; },
      [](ConvertOptions& o) { o.compile.environment = Environment::Vulkan11; },
      [](ConvertOptions& o) { o.compile.environment = Environment::Vulkan10; },
      [](ConvertOptions& o) { o.compile.validation.level = ValidationLevel::Warn; },
      [](ConvertOptions& o) { o.compile.validation.adobe_order = true; },
      [](ConvertOptions& o) { o.compile.validation.profile = profile_table[0].profile; },
      [](ConvertOptions& o) { o.compile.validation.profile = profile_table[1].profile; },
      [](ConvertOptions& o) { o.compile.validation.ignore_limits = true; },
      [](ConvertOptions& o) { o.compile.validation.allow_reserved = true; },
      [](ConvertOptions& o) { o.compile.validation.max_tokens = 100; },
      [](ConvertOptions& o) { o.lint.rules = all_lints(); },
      [](ConvertOptions& o) { o.lint.rules = {all_lints().front()}; },
      [](ConvertOptions& o) { o.lint.profile = profile_table[0].profile; },
      [](ConvertOptions& o) { o.lint.ignore_limits = true; },
      [](ConvertOptions& o) { o.lint.validated = ValidationLevel::Off; },
      [](ConvertOptions& o) { o.compile.semantics.ifg = IfgMode::GreaterEqual; },
      [](ConvertOptions& o) { o.compile.semantics.domain = Domain::Abs; },
      [](ConvertOptions& o) { o.compile.semantics.normalize_zero = NormalizeZero::Zero; },
      [](ConvertOptions& o) { o.compile.semantics.index_conversion = IndexConversion::Round; },
      [](ConvertOptions& o) { o.compile.semantics.offset_sign = OffsetSign::Signed; },
      [](ConvertOptions& o) { o.compile.semantics.unwritten = Unwritten::Undefined; },
      [](ConvertOptions& o) { o.compile.semantics.clamp_index = false; },
      [](ConvertOptions& o) { o.compile.constants = ConstantsMode::Ubo; },
      [](ConvertOptions& o) { o.compile.constants = ConstantsMode::Push; },
      [](ConvertOptions& o) { o.compile.clip_z = ClipZ::ZeroToOne; },
      [](ConvertOptions& o) { o.compile.flip_y = true; },
      [](ConvertOptions& o) {
        o.compile.bindings = {{"fs0", 1, 5}};
      },
      [](ConvertOptions& o) {
        o.compile.bindings = {{"fs0", 1, 6}};
      },
      [](ConvertOptions& o) { o.compile.entry_points.vertex = "start"; },
      [](ConvertOptions& o) { o.compile.entry_points.fragment = "start"; },
      [](ConvertOptions& o) { o.compile.writer = agal::Writer::Own; },
      [](ConvertOptions& o) { o.compile.samplers = Samplers::Combined; },
      [](ConvertOptions& o) { o.compile.samplers = Samplers::Separate; },
      [](ConvertOptions& o) { o.compile.varying_limit = 8; },
      [](ConvertOptions& o) { o.compile.host = Host::OpenFl; },
      [](ConvertOptions& o) { o.compile.host = Host::Lightspark; },
      [](ConvertOptions& o) { o.compile.emit = TextForm::B0; },
      [](ConvertOptions& o) { o.compile.optimization = Optimization::None; },
      [](ConvertOptions& o) { o.compile.debug_info = true; },
      [](ConvertOptions& o) { o.compile.validate_spirv = false; },
  };
  std::set<std::string> texts;
  for (const auto& change : changes) {
    ConvertOptions options;
    change(options);
    EXPECT_TRUE(texts.insert(options_text(options)).second) << options_text(options);
  }
}

TEST(Identity, DependsOnTheToolchain) {
  EXPECT_EQ(run_identity({}, {}, "a"), run_identity({}, {}, "a"));
  EXPECT_NE(run_identity({}, {}, "a"), run_identity({}, {}, "b"));
  ConvertOptions other;
  other.compile.flip_y = true;
  EXPECT_NE(run_identity({}, {}, "a"), run_identity(other, {}, "a"));
}

TEST(Identity, DependsOnFills) {
  using Holes = std::vector<std::pair<std::string, std::string>>;
  std::set<std::string> identities;
  for (const Holes& holes :
       {Holes{}, Holes{{"a", "b"}}, Holes{{"a", "c"}}, Holes{{"a", "b"}, {"c", "d"}}, Holes{{"a", "b\nfill=1:c=1:d"}}})
    for (const bool usual : {false, true}) {
      ExtractOptions options;
      options.fills = {holes, usual};
      EXPECT_TRUE(identities.insert(run_identity({}, options, "a")).second);
    }
  ExtractOptions limited;
  limited.max_programs = 1;
  EXPECT_EQ(run_identity({}, limited, "a"), run_identity({}, {}, "a"));
}

TEST(Identity, ToolchainHasAllVersions) {
  const std::string text = toolchain_text();
  EXPECT_THAT(text, HasSubstr(std::string(version_string())));
  EXPECT_THAT(text, HasSubstr("SPIRV-Tools v20"));
  EXPECT_THAT(text, testing::ContainsRegex("SPIRV-Cross [0-9]+\\.[0-9]+\\.[0-9]+"));
  EXPECT_THAT(text, testing::ContainsRegex("executable [0-9a-f]+\n"));
  EXPECT_EQ(text, toolchain_text());
}

TEST(Identity, DependsOnEveryByteOfAProgram) {
  const FoundProgram found = found_program(fragment_text);
  const std::vector<std::byte> bytes = write_bytecode(found.program);
  std::set<std::string> seen;
  seen.insert(identity_of(found, "run", {}));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::vector<std::byte> changed = bytes;
    changed[at] ^= std::byte{1};
    Result<Program> program = read_bytecode(changed, "x");
    if (!program) continue;  // bytes of magic numbers
    FoundProgram other = found;
    other.program = *std::move(program);
    other.program.positions = found.program.positions;
    EXPECT_TRUE(seen.insert(identity_of(other, "run", {})).second) << at;
  }
  EXPECT_GT(seen.size(), 48u);
  EXPECT_TRUE(seen.insert(identity_of(found, "other run", {})).second);
}

TEST(Identity, DependsOnTheNameOnlyWithDebugInfo) {
  const FoundProgram a = found_program(fragment_text, "a.agal"), b = found_program(fragment_text, "b.agal");
  EXPECT_EQ(identity_of(a, "run", {}), identity_of(b, "run", {}));
  ConvertOptions debug;
  debug.compile.debug_info = true;
  EXPECT_NE(identity_of(a, "run", debug), identity_of(b, "run", debug));
}

TEST(Identity, DependsOnThePositionsOfTokens) {
  const FoundProgram a = found_program(fragment_text);
  const FoundProgram b = found_program(std::string(fragment_text) + "\n");
  FoundProgram c = found_program("//! agal 1 fragment\n\nmul ft0, v0, fc0\nmov oc, ft0\n");
  EXPECT_EQ(identity_of(a, "run", {}), identity_of(b, "run", {}));
  EXPECT_NE(identity_of(a, "run", {}), identity_of(c, "run", {}));
}

// The same tokens in the same positions have different text. Messages show the line.
TEST(Identity, DependsOnTheLinesOfText) {
  const FoundProgram a = found_program("mov oc, v0.xyzw // one\n"), b = found_program("mov oc, v0.xyzw // two\n");
  ASSERT_EQ(a.program.instructions, b.program.instructions);
  EXPECT_NE(identity_of(a, "run", {}), identity_of(b, "run", {}));
}

}  // namespace
}  // namespace agal::batch
