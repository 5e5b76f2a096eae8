// The promise of the C interface: a program that was compiled with it goes on to run. abidiff, of libabigail, compares
// libraries that have the interface of the header with the description in agal.abi.
#include <gmock/gmock.h>

#include "capi/library.hpp"
#include "support/facility.hpp"
#include "support/golden.hpp"
#include "support/temporary_folder.hpp"

namespace agal::capi {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class Abi : public testing::Test {
 protected:
  void SetUp() override {
    AGAL_NEED(test::Facility::Abidiff, missing_abidiff());
    ASSERT_FALSE(folder_.path().empty());
    header_ = test::source_text(header_path);
  }

  std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }

  /// The library of the header with `to` in the place of `from`.
  std::filesystem::path changed(const std::string& from, const std::string& to) const {
    std::string text = header_;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) text.replace(at, from.size(), to);
    return library_of(text, path("changed"), soversion);
  }

  std::string header_;

 private:
  test::TemporaryFolder folder_;
};

// For programs that were compiled against the described library: added functions and values do not matter to them.
TEST_F(Abi, HeaderIsCompatibleWithDescription) {
  const Ended ended = diff("--no-added-syms", described(), library_of(header_, path("header"), soversion));
  EXPECT_EQ(ended.status, 0)
      << "The C interface has changed so that programs have to be compiled again. Take the change "
         "back, or increment AGAL_ABI_VERSION and delete "
      << description << ".\n"
      << ended.text;
}

// ./tools/dev/bless writes it, unless the new one breaks programs.
TEST_F(Abi, DescriptionMatchesHeader) {
  const std::filesystem::path library = library_of(header_, path("header"), soversion);
  const bool exists = std::filesystem::exists(described());
  if (exists) {
    if (diff("--harmless", described(), library).status == 0) return;
    ASSERT_EQ(diff("--no-added-syms", described(), library).status, 0) << "see Abi.HeaderIsCompatibleWithDescription";
  }
  const Ended ended =
      run("abidw --no-corpus-path --no-comp-dir-path --no-show-locs --no-elf-needed " + quoted(library));
  ASSERT_EQ(ended.status, 0) << ended.text;
  test::expect_golden(description, ended.text);
}

struct Change {
  const char* name;
  const char* from;
  const char* to;
  const char* found;  // in what abidiff prints
};
void PrintTo(const Change& change, std::ostream* out) { *out << change.name; }

class Incompatible : public Abi, public testing::WithParamInterface<Change> {};

TEST_P(Incompatible, ReportsIncompatibleChange) {
  const Ended ended = diff("--no-added-syms", described(), changed(GetParam().from, GetParam().to));
  EXPECT_NE(ended.status, 0);
  EXPECT_THAT(ended.text, HasSubstr(GetParam().found));
}

constexpr Change incompatible[] = {
    {"AFunctionRemoved", "AGAL_API void agal_free(", "void agal_free(", "[D] 'function void agal_free(void*)'"},
    {"AParameterAdded", "agal_explain(const char* word)", "agal_explain(const char* word, int brief)",
     "agal_explain(const char*)"},
    {"AParameterWider", "agal_inputs* inputs, uint32_t instance", "agal_inputs* inputs, uint64_t instance",
     "type size changed from 32 to 64"},
    {"AResultNarrower", "AGAL_API size_t agal_result_errors", "AGAL_API uint32_t agal_result_errors",
     "agal_result_errors"},
    {"AValueChanged", "AGAL_REJECTED = 1,", "AGAL_REJECTED = 6,", "'agal_status::AGAL_REJECTED' from value '1' to '6'"},
};
INSTANTIATE_TEST_SUITE_P(Abi, Incompatible, testing::ValuesIn(incompatible),
                         [](const auto& param_info) { return std::string(param_info.param.name); });

TEST_F(Abi, ReportsFieldAddedToStruct) {
  const auto with_fields = [&](const std::string& folder, const std::string& fields) {
    const std::string end = "#ifdef __cplusplus\n}\n";
    std::string text = header_;
    text.insert(text.find(end), "typedef struct agal_size { " + fields +
                                    " } agal_size;\n\nAGAL_API uint32_t agal_area(const agal_size* size);\n");
    return library_of(text, path(folder), soversion);
  };
  const std::filesystem::path two = with_fields("two", "uint32_t width, height;");
  EXPECT_EQ(diff("--no-added-syms", two, with_fields("same", "uint32_t width, height;")).status, 0);
  const Ended ended = diff("--no-added-syms", two, with_fields("three", "uint32_t width, height, depth;"));
  EXPECT_NE(ended.status, 0);
  EXPECT_THAT(ended.text, AllOf(HasSubstr("1 data member insertion"), HasSubstr("depth")));
}

// What may be added is compatible, and still changes the description.
TEST_F(Abi, AcceptsAddedFunctionsAndValues) {
  const std::filesystem::path function =
      changed("AGAL_API const char* agal_version(void);",
              "AGAL_API const char* agal_version(void);\nAGAL_API int agal_new(void);");
  EXPECT_EQ(diff("--no-added-syms", described(), function).status, 0);
  EXPECT_THAT(diff("--harmless", described(), function).text, HasSubstr("agal_new"));

  const std::filesystem::path value = changed("AGAL_INTERNAL_ERROR = 4", "AGAL_INTERNAL_ERROR = 4, AGAL_NEW = 5");
  EXPECT_EQ(diff("--no-added-syms", described(), value).status, 0);
  EXPECT_THAT(diff("--harmless", described(), value).text, HasSubstr("AGAL_NEW"));
}

TEST_F(Abi, ReportsChangedSoname) {
  const Ended ended = diff("--no-added-syms", described(), library_of(header_, path("next"), soversion + 1));
  EXPECT_NE(ended.status, 0);
  EXPECT_THAT(ended.text, HasSubstr("SONAME changed"));
}

}  // namespace
}  // namespace agal::capi
