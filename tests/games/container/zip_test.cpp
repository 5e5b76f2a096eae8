// ZIP archives that do not match their end record.
#include "container/archive.hpp"
#include "container/zip_directory.hpp"
#include "support/extraction.hpp"

namespace agal::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::size_t size_at = container::zip_end_directory_size_at;

ByteVector small_archive() {
  return build_archive({{"a.agal", bytes_of(vertex_text)}, {"b.agal", bytes_of(fragment_text)}});
}

// Adds to the low byte of a number in the end record. The archive must not have a comment.
void add_to_end_record(ByteVector& archive, std::size_t at, std::uint8_t added) {
  std::byte& low = archive[archive.size() - container::zip_end_bytes + at];
  low = static_cast<std::byte>(std::to_integer<unsigned>(low) + added);
}

std::vector<std::string> names_in(const ByteVector& file) {
  const std::unique_ptr<container::Archive> archive = container::open_zip(file);
  std::vector<std::string> names;
  while (archive->next()) names.push_back(archive->name());
  return names;
}

// Flash CS5 and later declare 54 bytes too many: the size of an entry with the name `mimetype`.
TEST(Zip, ReadsDirectoryShorterThanDeclared) {
  for (const std::uint8_t added : {std::uint8_t{1}, std::uint8_t{54}}) {
    ByteVector file = small_archive();
    add_to_end_record(file, size_at, added);
    EXPECT_THAT(names_in(file), ElementsAre("a.agal", "b.agal"));
    EXPECT_THAT(texts(found_in(file, "cs5.fla")), ElementsAre(canonical(vertex_text), canonical(fragment_text)));
  }
}

TEST(Zip, ReadsDirectoryLongerThanDeclared) {
  ByteVector file = small_archive();
  add_to_end_record(file, size_at, static_cast<std::uint8_t>(-46));
  EXPECT_THAT(names_in(file), ElementsAre("a.agal", "b.agal"));
}

TEST(Zip, ReadsArchiveBetweenOtherData) {
  const ByteVector archive = small_archive();
  for (const std::size_t before : {0u, 1u, 512u})
    for (const std::size_t after : {0u, 3u, 5000u}) {
      const ByteVector file = ByteVector(before, std::byte{'M'}) + archive + ByteVector(after, std::byte{7});
      EXPECT_THAT(names_in(file), ElementsAre("a.agal", "b.agal")) << before << ", " << after;
      const std::optional<container::ZipDirectory> found = container::find_zip_directory(file);
      ASSERT_TRUE(found);
      EXPECT_EQ(found->first_entry, before);
      EXPECT_EQ(found->end, before + archive.size());
    }
}

TEST(Zip, IgnoresEndRecordWithoutDirectory) {
  const ByteVector end = bytes_of(std::string("PK\5\6\0\0\0\0\1\0\1\0\x38\0\0\0\0\0\0\0\0\0", 22));
  EXPECT_FALSE(container::find_zip_directory(end));
  EXPECT_FALSE(container::find_zip_directory(ByteVector(100) + end));
  EXPECT_THAT(names_in(small_archive() + end), ElementsAre("a.agal", "b.agal"));
}

TEST(Zip, SurvivesImpossibleDirectoryOffsets) {
  constexpr std::size_t offset_at = size_at + 4;
  for (const std::size_t at : {size_at, offset_at})
    for (const std::size_t byte : {0u, 1u, 3u})
      for (unsigned value = 0; value < 256; ++value) {
        ByteVector file = small_archive();
        file[file.size() - container::zip_end_bytes + at + byte] = static_cast<std::byte>(value);
        (void)extract(file, "a.zip");
      }
  for (std::size_t size = 0; size < small_archive().size(); ++size) {
    ByteVector file = small_archive();
    file.resize(size);
    EXPECT_FALSE(container::find_zip_directory(file)) << size;
  }
  EXPECT_THAT(names_in(ByteVector()), IsEmpty());
}

}  // namespace
}  // namespace agal::test
