// Tests reading the lines of a manifest: malformed lines, and the values of other lines.
#include "manifest/entry.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace agal::manifest {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<std::pair<std::string, std::string>> malformed_lines{
    {"{", "the line is not valid JSON"},
    {"[]", "the line is not an object"},
    {"\xff", "the line is not valid JSON"},
    {R"({"stem":"a","status":"empty"}{})", "the line is not valid JSON"},
    {R"({"stem":"a","status":"empty","origins":[{"x":1,"container":"c","x":2}]})", "has a key twice"},
    {R"({"":1,"":2})", "has a key twice"},
    {R"({"stem":1,"status":"unreadable"})", "stem is not a string"},
    {R"({"status":"unreadable"})", "stem is missing"},
    {R"({"stem":"a","status":"fine"})", "status is not one of"},
    {R"({"stem":"a","status":"unreadable","origins":{}})", "origins is not a list"},
    {R"({"stem":"a","status":"unreadable","origins":[{"container":1}]})", "origins: container is not a string"},
    {R"({"stem":"a","status":"unreadable","diagnostics":[{"code":"AGAL1"}]})", "diagnostics: severity"},
    {R"({"stem":"a","status":"accepted"})", "hash is missing"},
    {R"({"stem":"a","status":"accepted","hash":"0","stage":"pixel","version":1,"tokens":1})", "stage is neither"},
    {R"({"stem":"a","status":"accepted","hash":"0","stage":"vertex","version":1,"tokens":-1})",
     "tokens is not an integer"},
    {R"({"stem":"a","status":"accepted","hash":"0","stage":"vertex","version":1,"tokens":1,"opcodes":{"mov":"x"}})",
     "opcodes is not an integer"},
    {R"({"stem":"a","status":"accepted","hash":"0","stage":"vertex","version":1,"tokens":1,"disassembly":"../x"})",
     "not a path inside the folder"},
    {R"({"stem":"a","status":"accepted","hash":"0","stage":"vertex","version":1,"tokens":1,"outputs":{"spv":"/etc/hosts"}})",
     "not a path inside the folder"},
    {R"({"stem":"a","status":"accepted","hash":"0","stage":"vertex","version":1,"tokens":1,"pairs":[{"with":"1"}]})",
     "pairs: evidence"},
    {R"({"stem":"a","status":"accepted","hash":"0","stage":"vertex","version":1,"tokens":1,"notExpressible":{"spv":[1]}})",
     "notExpressible is not an object of lists"},
    {R"({"stem":"a","status":"accepted","hash":"0","stage":"vertex","version":1,"tokens":1,"proofs":["equal"]})",
     "proofs is not an object"},
    {R"({"stem":"a","status":"accepted","hash":"0","stage":"vertex","version":1,"tokens":1,"proofs":{"spv":1}})",
     "proofs is not an object of strings"},
    {R"({"stem":"","status":"unreadable"})", "stem is empty"},
    {R"({"stem":"a","status":"empty","kind":"exe"})", "kind is not one of swf, swc"},
    {R"({"stem":"a","status":"incomplete","incomplete":[]})", "incomplete is not an object"},
    {R"({"stem":"a","status":"incomplete","incomplete":{"texts":[1]}})", "incomplete: texts is not a list of objects"},
    {R"({"stem":"a","status":"accepted","hash":"0","stage":"vertex","version":1,"tokens":1,"certainty":"sure"})",
     "certainty is not captured, exact, variant or filled"},
    {R"({"stem":"a","status":"accepted","hash":"0","stage":"vertex","version":1,"tokens":1,"uploaded":1})",
     "uploaded is not true or false"},
    {R"({"stem":"a","status":"accepted","hash":"0","stage":"vertex","version":1,"tokens":1,"use":true})",
     "use is not one of drawn, uploaded, notUploaded"},
    {R"({"stem":"a","status":"accepted","hash":"0","stage":"vertex","version":1,"tokens":1,"samplers":["a",1]})",
     "samplers is not a list of strings"},
    {R"({"stem":"a","status":"accepted","hash":"0","stage":"vertex","version":1,"tokens":1,"pairs":[{"with":"1","evidence":"","captured":{}}]})",
     "pairs: captured is not a list of objects"},
    {R"({"stem":"a","status":"accepted","hash":"0","stage":"vertex","version":1,"tokens":1,"pairs":[{"with":"1","evidence":"","uploaded":""}]})",
     "pairs: uploaded is not true or false"},
    {R"({"stem":"a","status":"accepted","hash":"0","stage":"vertex","version":1,"tokens":1,"pairs":[{"with":"1","evidence":"","origins":[-1]}]})",
     "pairs: origins is not a list of indices"},
};

TEST(Entry, RejectsMalformedLinesWithTheirLocation) {
  for (const auto& [line, fault] : malformed_lines) {
    const Result<Entry> entry = parse_entry(line, "file", 3);
    EXPECT_FALSE(entry) << line;
    ASSERT_FALSE(entry.diagnostics().empty()) << line;
    const Diagnostic& first = entry.diagnostics()[0];
    EXPECT_EQ(first.code, 1053) << line;
    EXPECT_EQ(first.location.file, "file") << line;
    EXPECT_EQ(first.location.line, 3u) << line;
    EXPECT_THAT(first.message, HasSubstr(fault)) << line;
  }
}

TEST(Entry, RejectsTooDeepNesting) {
  for (const std::size_t depth : {1000u, 1'000'000u}) {
    const std::string line = R"({"stem":"a","status":"empty","origins":[{"container":")"
                             R"(","x":)" +
                             std::string(depth, '[');
    EXPECT_THAT(parse_entry(line, "m", 1).diagnostics()[0].message, HasSubstr("nested too deeply"));
  }
  // Brackets in a text are not counted.
  EXPECT_TRUE(parse_entry(R"({"stem":")" + std::string(1000, '[') + R"(\"{","status":"empty"})", "m", 1));
}

TEST(Entry, ReadsTheUseAndTheSamplers) {
  const Result<Entry> entry = parse_entry(
      R"({"stem":"a","status":"accepted","hash":"0","stage":"vertex","version":1,"tokens":1,"certainty":"variant",)"
      R"("family":"3","samplers":["fs0 <2d>"],)"
      R"("pairs":[{"with":"1","evidence":"e","captured":[{"run":"1"}],"use":"drawn"},{"with":"2","evidence":"f"}],)"
      R"("use":"notUploaded"})",
      "m", 1);
  ASSERT_TRUE(entry) << render_text(entry.diagnostics());
  EXPECT_EQ(entry->certainty, "variant");
  EXPECT_EQ(entry->use, Use::NotUploaded);
  EXPECT_EQ(entry->family, "3");
  EXPECT_THAT(entry->samplers, ElementsAre("fs0 <2d>"));
  ASSERT_EQ(entry->partners.size(), 2u);
  EXPECT_EQ(entry->partners[0].captured, R"([{"run":"1"}])");
  EXPECT_EQ(entry->partners[0].use, Use::Drawn);
  EXPECT_EQ(entry->partners[1].captured, "");
  EXPECT_FALSE(entry->partners[1].use);
}

TEST(Entry, ReadsProofs) {
  const Result<Entry> entry =
      parse_entry(R"({"stem":"a","status":"accepted","hash":"0","stage":"vertex","version":1,"tokens":1,)"
                  R"("proofs":{"spv":"equal","hlsl50":"equal up to rounding"}})",
                  "m", 1);
  ASSERT_TRUE(entry) << render_text(entry.diagnostics());
  ASSERT_EQ(entry->proofs.size(), 2u);
  EXPECT_EQ(entry->proofs[1].target, "hlsl50");
  EXPECT_EQ(entry->proofs[1].answer, "equal up to rounding");
}

TEST(Entry, ReadsUploadedOfOlderVersions) {
  const auto use = [](const std::string& draws, const std::string& uploaded) {
    const Result<Entry> entry = parse_entry(
        R"({"stem":"a","status":"accepted","hash":"0","stage":"vertex","version":1,"tokens":1,"pairs":[{"with":"1",)"
        R"("evidence":"e","captured":[{"draws":)" +
            draws + R"(}],"uploaded":)" + uploaded + R"(}],"uploaded":)" + uploaded + "}",
        "m", 1);
    EXPECT_TRUE(entry);
    EXPECT_EQ(entry->partners[0].use, entry->use);
    return entry->use;
  };
  EXPECT_EQ(use("[]", "false"), Use::NotUploaded);
  EXPECT_EQ(use("[]", "true"), Use::Uploaded);
  EXPECT_EQ(use("[{}]", "true"), Use::Drawn);
  EXPECT_EQ(use("7", "true"), Use::Uploaded);
}

TEST(Entry, MessagesMayNameTheirPlaces) {
  const Result<Entry> entry = parse_entry(
      R"({"hash":"0","stem":"a","stage":"vertex","version":1,"tokens":1,"status":"accepted","form":"bytecode",)"
      R"("origins":[{"container":"1","stem":"a"},{"container":"2","stem":"b","form":"assembly"}],"diagnostics":)"
      R"([{"code":"1","severity":"note","message":"all"},)"
      R"({"code":"1","severity":"note","message":"some","stems":["b"]}]})",
      "m", 1);
  ASSERT_TRUE(entry) << render_text(entry.diagnostics());
  const std::vector<Place> places = places_of(*entry);
  ASSERT_EQ(places.size(), 2u);
  EXPECT_EQ(places[0].form, "bytecode");
  EXPECT_EQ(places[1].form, "assembly");
  EXPECT_EQ(diagnostics_at(*entry, places[0]).size(), 1u);
  EXPECT_EQ(diagnostics_at(*entry, places[1]).size(), 2u);
}

TEST(Entry, IgnoresUnknownValuesInDiagnostics) {
  const Result<Entry> entry = parse_entry(
      R"({"stem":"x","status":"empty","diagnostics":[{"code":"new","severity":"?","message":"m","line":-1,"caret":[1]}]})",
      "m", 1);
  ASSERT_TRUE(entry);
  const Diagnostics found = diagnostics_at(*entry, places_of(*entry)[0]);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].message, "m");
  EXPECT_EQ(found[0].code, 0);
  EXPECT_FALSE(found[0].location.line);
}

TEST(Entry, ListsTheProductsAtEachStemOfItsOrigins) {
  const Result<Entry> entry = parse_entry(
      R"({"hash":"0","stem":"a","stage":"vertex","version":1,"tokens":1,"status":"accepted",)"
      R"("origins":[{"container":"1","stem":"a"},{"container":"2","stem":"a"},{"container":"3","stem":"b/c"}],)"
      R"("disassembly":"a.agal","outputs":{"spv":"a.spv"}})",
      "m", 1);
  ASSERT_TRUE(entry) << render_text(entry.diagnostics());
  const std::vector<Place> places = places_of(*entry);
  ASSERT_EQ(places.size(), 2u);
  EXPECT_EQ(places[1].container, "3");
  EXPECT_THAT(products_at(*entry, places[0]), ElementsAre("a.agal", "a.spv"));
  EXPECT_THAT(products_at(*entry, places[1]), ElementsAre("b/c.agal", "b/c.spv"));
}

TEST(JsonText, MatchesWriterOfLibrary) {
  const std::string line = R"({"b":[1,-2,2.5,true,null],"a":{"text":"\u007fé\n"}})";
  EXPECT_EQ(text_of(parse_json(line)), line);
}

TEST(ParseJson, MatchesParserOfNlohmann) {
  for (const char* const text : {R"({"b":[1,-2,2.5,true,false,null,{}],"a":{"text":"\u007f\u00e9\n"},"c":[[]]})", "7",
                                 "\"x\"", "null", "[]", "18446744073709551615", "-9223372036854775808", "1e300"})
    EXPECT_EQ(parse_json(text), Json::parse(text)) << text;
  for (const char* const text : {"", "1e999", "[1,]", "{\"a\"}", "[1] 2", "nul"}) {
    std::string_view fault;
    EXPECT_FALSE(parse_json(text, fault)) << text;
    EXPECT_EQ(fault, "the line is not valid JSON") << text;
  }
}

}  // namespace
}  // namespace agal::manifest
