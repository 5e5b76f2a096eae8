// The shared library itself: it exports the functions of the header, and nothing else.
#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

#include "capi/library.hpp"
#include "support/facility.hpp"
#include "support/golden.hpp"
#include "support/temporary_folder.hpp"

namespace agal::capi {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAreArray;
using testing::Not;

std::vector<std::string> with_version(std::vector<std::string> names, int version) {
  for (std::string& name : names) name += "@@AGAL_" + std::to_string(version);
  return names;
}

TEST(Exports, MatchFunctionsOfHeader) {
  const std::vector<std::string> names = functions(test::source_text(header_path));
  EXPECT_THAT(names, AllOf(Contains("agal_abi_version"), Contains("agal_link"), Contains("agal_inputs_release")));
  EXPECT_THAT(exports(AGAL_SHARED_LIBRARY), ElementsAreArray(with_version(names, soversion)));
}

TEST(Exports, DetectAdditionalFunction) {
  const test::TemporaryFolder folder;
  const std::string header = test::source_text(header_path);
  const std::filesystem::path library =
      library_of(header + "\nAGAL_API int agal_one_more(void);\n", folder.path(), soversion);
  EXPECT_THAT(exports(library), Not(ElementsAreArray(with_version(functions(header), soversion))));
  EXPECT_THAT(exports(library), Contains("agal_one_more@@AGAL_" + std::to_string(soversion)));
}

TEST(Library, SonameHasAbiVersion) {
  const std::string soname = "libagal.so." + std::to_string(soversion);
  const std::filesystem::path linked = std::filesystem::canonical(AGAL_SHARED_LIBRARY);
  EXPECT_THAT(linked.filename().string(), testing::StartsWith(soname + "."));
  std::ifstream file(linked, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  EXPECT_NE(bytes.find(std::string(1, '\0') + soname + std::string(1, '\0')), std::string::npos);
}

// Each source file of the library includes the header, so its declarations are those of the library. A library need not
// have debug information, and what it has describes the inside of the objects too, so that symbols are compared.
TEST(Library, SymbolsMatchDescription) {
  AGAL_NEED(test::Facility::Abidiff, missing_abidiff());
  const test::TemporaryFolder folder;
  const std::filesystem::path library = folder.path() / "libagal.so";
  const Ended stripped = run("cp -L " + quoted(AGAL_SHARED_LIBRARY) + " " + quoted(library) + " && " +
                             quoted(AGAL_STRIP) + " " + quoted(library));
  ASSERT_EQ(stripped.status, 0) << stripped.text;
  const Ended ended = diff("", described(), library);
  EXPECT_EQ(ended.status, 0) << ended.text;
}

}  // namespace
}  // namespace agal::capi
