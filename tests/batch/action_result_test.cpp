// The names and entries of a remote cache.
#include "batch/action_result.hpp"

#include <gtest/gtest.h>

#include "batch/sha256.hpp"

namespace agal::batch {
namespace {

const Digest& a_digest() {
  static const Digest digest{sha256_hex("abc"), 300};
  return digest;
}

TEST(Sha256, IsTheStandardOne) {
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

// As `protoc --encode=build.bazel.remote.execution.v2.ActionResult` writes it.
TEST(ActionResult, IsAProtocolBuffer) {
  const std::string digest = "\x0a\x40" + sha256_hex("abc") + std::string("\x10\xac\x02", 3);
  const std::string file = "\x0a\x0b" + std::string("agalc-entry") + "\x12\x45" + digest;
  EXPECT_EQ(encode_action_result(a_digest()), "\x12\x54" + file);
}

TEST(ActionResult, IsReadBack) { EXPECT_EQ(decode_action_result(encode_action_result(a_digest())), a_digest()); }

// Servers add fields: an exit code, the worker, times.
TEST(ActionResult, MayHaveOtherFields) {
  const std::string number("\x20\x07", 2), bytes("\x2a\x03xyz", 5),
      eight(
          "\x31"
          "12345678",
          9),
      four(
          "\x3d"
          "1234",
          5);
  const std::string other_file(
      "\x12\x05\x0a\x03"
      "a.o",
      7);
  const std::string ours = encode_action_result(a_digest());
  EXPECT_EQ(decode_action_result(number + bytes + eight + four + other_file + ours + number), a_digest());
  EXPECT_EQ(decode_action_result(number + other_file), std::nullopt);
}

TEST(ActionResult, ThatIsCutOffIsNone) {
  const std::string whole = encode_action_result(a_digest());
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(decode_action_result(whole.substr(0, size)), std::nullopt) << size;
}

TEST(ActionResult, TakesAnyBytes) {
  for (const std::string& wrong : {std::string("<html>"), std::string(1000, '\xff'), std::string("\x13\x12\x14"),
                                   encode_action_result({"../../secret", 3}), encode_action_result({"", 3}),
                                   encode_action_result({std::string(64, 'A'), 3})})
    EXPECT_EQ(decode_action_result(wrong), std::nullopt);
  const std::string whole = encode_action_result(a_digest());
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      std::string bad = whole;
      bad[at] = static_cast<char>(bad[at] ^ (1 << bit));
      const std::optional<Digest> digest = decode_action_result(bad);
      if (digest) {
        EXPECT_EQ(digest->sha256.size(), 64u);
      }
    }
}

}  // namespace
}  // namespace agal::batch
