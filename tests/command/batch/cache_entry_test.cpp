// Tests the entries of the caches.
#include "batch/cache_entry.hpp"

#include <gtest/gtest.h>

#include "support/full_diagnostic.hpp"

namespace agal::batch {
namespace {

Conversion example() {
  Conversion out;
  out.status = Status::Rejected;
  out.disassembly = "mov oc, v0\n";
  out.products = {{"spv", std::string("\x03\x02\x23\x07\0\0", 6)}, {"reflect", "{}"}};
  out.not_expressible = {{"essl100", {4001, 4011}}};
  out.proofs = {{"spv", "equal"}, {"hlsl50", "not decided"}};
  Diagnostic full = test::full_diagnostic();
  full.location.line = 0;
  full.location.column = 0xffffffff;
  full.location.operand = Operand::Source2;
  full.caret_length = 300;
  out.diagnostics.add(full);
  out.diagnostics.add({});
  return out;
}

TEST(Codec, DecodesEncodedConversions) {
  const Conversion before = example();
  const std::optional<Conversion> after = decode(encode(before));
  ASSERT_TRUE(after);
  EXPECT_EQ(after->status, before.status);
  EXPECT_EQ(after->disassembly, before.disassembly);
  ASSERT_EQ(after->products.size(), 2u);
  EXPECT_EQ(after->products[0].name, "spv");
  EXPECT_EQ(after->products[0].bytes, before.products[0].bytes);
  ASSERT_EQ(after->not_expressible.size(), 1u);
  EXPECT_EQ(after->not_expressible[0].codes, before.not_expressible[0].codes);
  ASSERT_EQ(after->proofs.size(), 2u);
  EXPECT_EQ(after->proofs[1].target, "hlsl50");
  EXPECT_EQ(after->proofs[1].answer, "not decided");
  ASSERT_EQ(after->diagnostics.size(), 2u);
  EXPECT_EQ(render_json(after->diagnostics), render_json(before.diagnostics));
  EXPECT_EQ(after->diagnostics[0].location.line, 0u);
  EXPECT_EQ(after->diagnostics[1].location.line, std::nullopt);
  EXPECT_EQ(encode(*after), encode(before));
}

TEST(Codec, RejectsTruncatedBytes) {
  const std::string bytes = encode(example());
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(decode(std::string_view(bytes).substr(0, size))) << size;
  EXPECT_FALSE(decode(bytes + '\0'));
}

TEST(Codec, AcceptsOrRejectsAnyBytesSafely) {
  const std::string good = encode(example());
  std::size_t refused = 0;
  for (std::size_t at = 0; at < good.size(); ++at)
    for (const char value : {'\0', '\x01', '\x7f', '\x80', '\xff'}) {
      std::string bytes = good;
      bytes[at] = value;
      const std::optional<Conversion> read = decode(bytes);
      // Invalid values of enumerations must be rejected.
      refused += read ? 0u : 1u;
      EXPECT_NE(read && render_json(read->diagnostics).empty(), true);
    }
  EXPECT_GT(refused, 0u);
}

TEST(CacheEntry, ReturnsStoredConversion) {
  const std::optional<Conversion> found = conversion_of(entry_of("identity", example()), "identity");
  ASSERT_TRUE(found);
  EXPECT_EQ(encode(*found), encode(example()));
}

TEST(CacheEntry, RejectsTheEntryOfAnotherProgram) {
  EXPECT_FALSE(conversion_of(entry_of("identity", example()), "other identity"));
}

TEST(CacheEntry, RejectsAChangeOfAnyByte) {
  const std::string good = entry_of("identity", example());
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 4);
    EXPECT_FALSE(conversion_of(bad, "identity")) << at;
  }
}

TEST(CacheEntry, RejectsTruncatedAndExtendedEntries) {
  const std::string good = entry_of("identity", example());
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_FALSE(conversion_of(std::string_view(good).substr(0, size), "identity")) << size;
  EXPECT_FALSE(conversion_of(good + "x", "identity"));
}

}  // namespace
}  // namespace agal::batch
