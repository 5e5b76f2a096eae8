// Programs in tar archives and in compressed files, which libarchive reads.
#include <archive.h>
#include <archive_entry.h>

#include <array>

#include "support/extraction.hpp"

namespace agal::test {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

// A function that adds a filter or sets a format.
using AddFilter = int (*)(archive*);

ByteVector tar_of(const example::Entries& entries, AddFilter add_filter = archive_write_add_filter_none,
                  AddFilter set_format = archive_write_set_format_pax_restricted) {
  ByteVector out(std::size_t{1} << 20);
  std::size_t used = 0;
  archive* const writer = archive_write_new();
  EXPECT_EQ(add_filter(writer), ARCHIVE_OK);
  EXPECT_EQ(set_format(writer), ARCHIVE_OK);
  EXPECT_EQ(archive_write_open_memory(writer, out.data(), out.size(), &used), ARCHIVE_OK);
  for (const auto& [name, content] : entries) {
    archive_entry* const entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
    archive_entry_set_filetype(entry, name.ends_with('/') ? AE_IFDIR : AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    EXPECT_EQ(archive_write_header(writer, entry), ARCHIVE_OK) << name;
    EXPECT_EQ(archive_write_data(writer, content.data(), content.size()), static_cast<la_ssize_t>(content.size()));
    archive_entry_free(entry);
  }
  EXPECT_EQ(archive_write_close(writer), ARCHIVE_OK);
  archive_write_free(writer);
  out.resize(used);
  return out;
}

// Compresses a single file with libarchive.
ByteVector compressed(const ByteVector& content, AddFilter add_filter) {
  ByteVector out(std::size_t{1} << 20);
  std::size_t used = 0;
  archive* const writer = archive_write_new();
  EXPECT_EQ(add_filter(writer), ARCHIVE_OK);
  EXPECT_EQ(archive_write_set_format_raw(writer), ARCHIVE_OK);
  EXPECT_EQ(archive_write_open_memory(writer, out.data(), out.size(), &used), ARCHIVE_OK);
  archive_entry* const entry = archive_entry_new();
  archive_entry_set_filetype(entry, AE_IFREG);
  EXPECT_EQ(archive_write_header(writer, entry), ARCHIVE_OK);
  EXPECT_EQ(archive_write_data(writer, content.data(), content.size()), static_cast<la_ssize_t>(content.size()));
  archive_entry_free(entry);
  EXPECT_EQ(archive_write_close(writer), ARCHIVE_OK);
  archive_write_free(writer);
  out.resize(used);
  return out;
}

constexpr std::array filters{archive_write_add_filter_none, archive_write_add_filter_gzip, archive_write_add_filter_xz,
                             archive_write_add_filter_bzip2, archive_write_add_filter_zstd};

TEST(Tar, ReadsEntriesLikeFiles) {
  const ByteVector movie = SwfBuilder().binary_data("app.Data", bytes_of(vertex_text)).build();
  for (const AddFilter filter : filters) {
    const ByteVector file = tar_of({{"assets/", {}},
                                    {"assets/x.swf", movie},
                                    {"b.agal", bytes_of(fragment_text)},
                                    {"c.bin", bytecode("mov oc, v3\n")},
                                    {"Foo.as", bytes_of("class Foo { var a:String = 'mov oc, v4'; }")}},
                                   filter);
    const Extraction found = found_in(file, "game.tar.gz");
    EXPECT_THAT(texts(found), ElementsAre(canonical(vertex_text), canonical(fragment_text), canonical("mov oc, v3"),
                                          canonical("mov oc, v4")));
    EXPECT_THAT(containers(found), ElementsAre("game.tar.gz!assets/x.swf", "game.tar.gz!b.agal", "game.tar.gz!c.bin",
                                               "game.tar.gz!Foo.as"));
  }
}

// GNU tar, ustar and pax have a magic number. Archives of Unix Version 7 do not.
TEST(Tar, ReadsEveryForm) {
  for (const AddFilter set_format : {archive_write_set_format_v7tar, archive_write_set_format_gnutar,
                                     archive_write_set_format_ustar, archive_write_set_format_pax}) {
    const ByteVector file = tar_of({{"b.agal", bytes_of(fragment_text)}}, archive_write_add_filter_none, set_format);
    EXPECT_THAT(texts(found_in(file, "a.tar")), ElementsAre(canonical(fragment_text)));
  }
}

TEST(Tar, IsReadInOtherContainers) {
  const ByteVector inner = tar_of({{"b.agal", bytes_of(fragment_text)}}, archive_write_add_filter_xz);
  const std::string text = canonical(fragment_text);
  EXPECT_THAT(texts(found_in(build_archive({{"a.tar.xz", inner}}), "a.zip")), ElementsAre(text));
  EXPECT_THAT(texts(found_in(tar_of({{"a.tar.xz", inner}}), "a.tar")), ElementsAre(text));
  EXPECT_THAT(texts(found_in(SwfBuilder().binary_data("app.Data", inner).build())), ElementsAre(text));
}

TEST(Tar, DecompressesSingleFiles) {
  const ByteVector movie = SwfBuilder().binary_data("app.Data", bytes_of(vertex_text)).build();
  for (const AddFilter filter : filters) {
    if (filter == archive_write_add_filter_none) continue;
    const Extraction found = found_in(compressed(movie, filter), "game.swf.xz");
    EXPECT_THAT(containers(found), ElementsAre("game.swf.xz!unpacked"));
  }
}

TEST(Tar, KeepsUnsafePathsAsNames) {
  const ByteVector program = bytecode("mov oc, v0\n");
  const Extraction found = found_in(tar_of({{"../../etc/a.agal", program}, {"/etc/b\x1b[2J.agal", program}}), "a.tar");
  ASSERT_THAT(found.programs, SizeIs(1));
  ASSERT_THAT(found.programs[0].origins, SizeIs(2));
  EXPECT_EQ(found.programs[0].origins[0].name, "../../etc/a.agal");
  EXPECT_EQ(found.programs[0].origins[1].name, "/etc/b?[2J.agal");
}

TEST(Tar, KeepsProgramsBeforeDamage) {
  for (const AddFilter filter : {archive_write_add_filter_none, archive_write_add_filter_bzip2}) {
    ByteVector file = tar_of({{"a.agal", bytes_of(vertex_text)}, {"b.data", ByteVector(5000, std::byte{7})}}, filter);
    file.resize(filter == archive_write_add_filter_none ? 3000 : file.size() - 40);
    const Result<Extraction> found = extract(file, "a.tar");
    ASSERT_TRUE(found);
    EXPECT_TRUE(found.diagnostics().contains(1027)) << render_text(found.diagnostics());
    // The archive is one block of bzip2, so damage loses all of it.
    if (filter == archive_write_add_filter_bzip2) continue;
    EXPECT_THAT(texts(*found), ElementsAre(canonical(vertex_text)));
  }
}

// Entries, and archives in entries, do not repeat the message.
TEST(Tar, ReportsTruncationOnce) {
  ByteVector noise;
  for (std::uint32_t i = 0, value = 1; i < 20000; ++i) {
    value = value * 1664525 + 1013904223;
    noise.push_back(static_cast<std::byte>(value >> 24));
  }
  const ByteVector movie = SwfBuilder().binary_data("app.Noise", noise).build(Compression::Zlib);
  for (const AddFilter filter : {archive_write_add_filter_none, archive_write_add_filter_gzip})
    for (const ByteVector& content : {movie, build_archive({{"a.swf", movie}}), noise}) {
      ByteVector file = tar_of({{"a.agal", bytes_of(vertex_text)}, {"b.data", content}, {"c.data", {}}}, filter);
      file.resize(9000);
      const Result<Extraction> found = extract(file, "a.tgz");
      ASSERT_TRUE(found);
      EXPECT_THAT(texts(*found), ElementsAre(canonical(vertex_text)));
      EXPECT_TRUE(found.diagnostics().contains(1027));
      EXPECT_EQ(found.diagnostics().size(), 1u) << render_text(found.diagnostics());
      // The outer archive is complete.
      EXPECT_EQ(extract(build_archive({{"a.tgz", file}}), "a.zip").diagnostics().size(), 1u);
    }
}

TEST(Tar, HasTheLimitsOfArchives) {
  const ByteVector file =
      tar_of({{"a", ByteVector(5000)}, {"b", ByteVector(5000)}, {"c", {}}}, archive_write_add_filter_gzip);
  ExtractOptions options;
  options.max_entries = 2;
  EXPECT_TRUE(extract(file, "a.tgz", options).diagnostics().contains(1030));
  options.max_unpacked_bytes = 6000;
  EXPECT_TRUE(extract(file, "a.tgz", options).diagnostics().contains(1028));
  options.max_nesting = 1;
  EXPECT_TRUE(extract(tar_of({{"a.tgz", file}}), "a.tar", options).diagnostics().contains(1029));
}

// Headers count toward the limit. The entries are empty.
TEST(Tar, NamesCountTowardTheLimit) {
  example::Entries entries;
  for (int i = 0; i < 100; ++i) entries.emplace_back(std::string(5000, static_cast<char>('a' + i % 26)), ByteVector());
  ExtractOptions options;
  options.max_unpacked_bytes = 100'000;
  const Result<Extraction> found = extract(tar_of(entries, archive_write_add_filter_gzip), "a.tgz", options);
  EXPECT_TRUE(found.diagnostics().contains(1028)) << render_text(found.diagnostics());
}

}  // namespace
}  // namespace agal::test
