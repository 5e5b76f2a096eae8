// The generated programs at the token limits.
#include <gtest/gtest.h>

#include "agal/assembly.hpp"
#include "agal/validate.hpp"
#include "support/limit_programs.hpp"

namespace agal::test {
namespace {

TEST(LimitPrograms, CoverEachPublishedLimitAndNeedItsVersion) {
  std::uint32_t version = 0;
  for (const LimitProgram& limit : limit_programs()) {
    SCOPED_TRACE(limit.path);
    const Result<Program> program = assemble(limit.text, limit.path);
    ASSERT_TRUE(program && program.diagnostics().empty()) << render_text(program.diagnostics());
    EXPECT_EQ(program->version, ++version);
    EXPECT_EQ(program->instructions.size(), version_limits(version).tokens);
    for (const ProfileInfo& row : profile_table) {
      ValidateOptions options;
      options.profile = row.profile;
      const Diagnostics found = validate(*program, options);
      EXPECT_EQ(found.has_errors(), row.limits.agal_version < version) << row.name << "\n" << render_text(found);
    }
  }
  EXPECT_EQ(version, 3u) << "the limit of AGAL 4 is not published";
}

}  // namespace
}  // namespace agal::test
