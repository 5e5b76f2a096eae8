// Messages as text and as JSON.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "support/full_diagnostic.hpp"

namespace agal {
namespace {

Diagnostics list(Diagnostic d) {
  Diagnostics out;
  out.add(std::move(d));
  return out;
}

TEST(RenderText, ShowsLocationSnippetCaretAndHelp) {
  EXPECT_EQ(render_text(list(test::full_diagnostic())),
            "water.agal:12:3: error[AGAL3652]: fc0 is a \"constant\"\n"
            "  token 2, destination, fragment program\n"
            "   | mov fc0, v0\n"
            "   |     ^^^\n"
            "  help: write to a temporary\n");
}

TEST(RenderText, OmitsUnknownParts) {
  Diagnostic d;
  d.code = 1001;
  d.severity = Severity::Warning;
  d.message = "something";
  EXPECT_EQ(render_text(list(d)), "warning[AGAL1001]: something\n");
  d.location.byte_offset = 31;
  EXPECT_EQ(render_text(list(d)), "0x1f: warning[AGAL1001]: something\n");
  d.location.file = "a";
  EXPECT_EQ(render_text(list(d)), "a:0x1f: warning[AGAL1001]: something\n");
}

TEST(RenderText, ColorAddsOnlyEscapeSequences) {
  std::string colored = render_text(list(test::full_diagnostic()), {.color = true});
  EXPECT_NE(colored.find("\x1b[1;31m"), std::string::npos);
  for (std::size_t at = colored.find('\x1b'); at != std::string::npos; at = colored.find('\x1b'))
    colored.erase(at, colored.find('m', at) - at + 1);
  EXPECT_EQ(colored, render_text(list(test::full_diagnostic())));
}

TEST(RenderJson, WritesEveryKey) {
  EXPECT_EQ(render_json(list(test::full_diagnostic())),
            R"({"code":"AGAL3652","severity":"error","message":"fc0 is a \"constant\"","file":"water.agal","line":12,)"
            R"("column":3,"byteOffset":31,"token":2,"operand":"destination","stage":"fragment",)"
            R"("snippet":"mov fc0, v0","caret":[4,3],"help":"write to a temporary"})"
            "\n");
}

TEST(RenderJson, OmitsUnknownKeys) {
  Diagnostic d;
  d.code = 7;
  EXPECT_EQ(render_json(list(d)), "{\"code\":\"AGAL0007\",\"severity\":\"error\",\"message\":\"\"}\n");
  EXPECT_EQ(render_json({}), "");
}

std::string message_through_json(const std::string& text) {
  Diagnostic d;
  d.message = text;
  const std::string line = render_json(list(d));
  EXPECT_EQ(line.find('\n'), line.size() - 1) << "one line an object";
  return nlohmann::json::parse(line).at("message").get<std::string>();
}

TEST(RenderJson, KeepsUtf8AndEscapesControlCharacters) {
  const std::string plain = "a \"quoted\" \\ path\n\t\r\b\f\x01\x1f\x7f / é … 𝄞";
  EXPECT_EQ(message_through_json(plain), plain);
  EXPECT_EQ(message_through_json(std::string("nul\0nul", 7)), std::string("nul\0nul", 7));
}

TEST(RenderJson, ReplacesInvalidUtf8) {
  const std::string r = "\xef\xbf\xbd";
  EXPECT_EQ(message_through_json("a\xff"
                                 "b"),
            "a" + r + "b");
  EXPECT_EQ(message_through_json("\xc3"), r);                          // truncated
  EXPECT_EQ(message_through_json("\xc3("), r + "(");                   // not continued
  EXPECT_EQ(message_through_json("\xc0\xaf"), r + r);                  // overlong
  EXPECT_EQ(message_through_json("\xe0\x80\xaf"), r + r + r);          // overlong
  EXPECT_EQ(message_through_json("\xed\xa0\x80"), r + r + r);          // surrogate
  EXPECT_EQ(message_through_json("\xf4\x90\x80\x80"), r + r + r + r);  // beyond U+10FFFF
  EXPECT_EQ(message_through_json("\xf4\x8f\xbf\xbf"), "\xf4\x8f\xbf\xbf");
  EXPECT_EQ(message_through_json("\xe2\x82"), r + r);
}

// The parser of nlohmann-json rejects text that is not valid UTF-8.
TEST(RenderJson, IsValidJsonForAnyBytes) {
  std::mt19937 random(7);
  for (int round = 0; round < 2'000; ++round) {
    std::string noise(random() % 24, '\0');
    for (char& c : noise) c = static_cast<char>(random());
    Diagnostic d = test::full_diagnostic();
    d.message = d.snippet = d.help = d.location.file = noise;
    EXPECT_TRUE(nlohmann::json::accept(render_json(list(d))));
  }
}

TEST(Diagnostics, CountsBySeverityAndPromotesWarnings) {
  Diagnostics found;
  Diagnostic warning = test::full_diagnostic();
  warning.severity = Severity::Warning;
  found.add(warning);
  warning.severity = Severity::Note;
  found.add(warning);
  EXPECT_FALSE(found.has_errors());
  EXPECT_EQ(found.count(Severity::Warning), 1u);
  EXPECT_TRUE(found.contains(3652));
  EXPECT_FALSE(found.contains(3651));
  found.promote_warnings();
  EXPECT_TRUE(found.has_errors());
  EXPECT_EQ(found.count(Severity::Note), 1u);
  Diagnostics more = list(test::full_diagnostic());
  more.append(found);
  EXPECT_EQ(more.size(), 3u);
}

}  // namespace
}  // namespace agal
