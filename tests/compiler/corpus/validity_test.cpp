// Players accept every program of the corpus, and every pair links.
#include <gtest/gtest.h>

#include "agal/validate.hpp"
#include "corpus/catalog.hpp"

namespace agal::test {
namespace {

ValidateOptions under(Profile profile) {
  ValidateOptions options;
  options.profile = profile;
  return options;
}

TEST(OwnCorpus, AssemblesWithoutMessages) {
  for (const CatalogEntry& entry : catalog().entries) {
    EXPECT_TRUE(entry.diagnostics.empty()) << render_text(entry.diagnostics);
    EXPECT_FALSE(entry.program.instructions.empty()) << entry.file;
  }
}

TEST(OwnCorpus, PassesStrictValidation) {
  for (const CatalogEntry& entry : catalog().entries) {
    const Diagnostics found = validate(entry.program);
    EXPECT_FALSE(found.has_errors()) << entry.file << "\n" << render_text(found);
  }
}

TEST(OwnCorpus, IsValidOnlyFromListedProfile) {
  for (const CatalogEntry& entry : catalog().entries) {
    const ProfileInfo* lowest = find_profile(entry.fields.value("profile", ""));
    ASSERT_NE(lowest, nullptr) << entry.file;
    for (const ProfileInfo& row : profile_table) {
      const Diagnostics found = validate(entry.program, under(row.profile));
      EXPECT_EQ(found.has_errors(), row.profile < lowest->profile) << entry.file << " under " << row.name << "\n"
                                                                   << render_text(found);
    }
  }
}

TEST(OwnCorpus, PairsLink) {
  for (const nlohmann::json& pair : catalog().manifest["pairs"]) {
    const CatalogEntry* vertex = catalog().find(pair.value("vertex", ""));
    const CatalogEntry* fragment = catalog().find(pair.value("fragment", ""));
    ASSERT_TRUE(vertex != nullptr && fragment != nullptr) << pair;
    const Diagnostics found = validate_pair(vertex->program, fragment->program);
    EXPECT_FALSE(found.has_errors()) << pair << "\n" << render_text(found);
  }
}

}  // namespace
}  // namespace agal::test
