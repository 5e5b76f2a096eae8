// Logs of games that `agalc tap` changed: the pairs in the logs, and errors.
#include "tap_log/log.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/capture_log.hpp"
#include "support/extraction.hpp"

namespace agal::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr char gray_text[] = "mov ft0, v0\nmov oc, ft0.xxxx\n";

/// Returns a log of two pairs that share a vertex program. The first pair is uploaded twice.
CaptureLog two_pairs(const std::string& run = "c0ffee") {
  return CaptureLog(run)
      .add(upload(1, 1, bytecode(vertex_text), bytecode(fragment_text)))
      .add(upload(2, 2, bytecode(vertex_text), bytecode(gray_text)))
      .add("upload;number=3;pair=1");
}

Result<Extraction> read(const std::string& log) { return extract(bytes_of(log), "game.log"); }

/// Returns "vertex fragment: pair/upload/uploads" for each pair and run.
std::vector<std::string> captures(const Extraction& found) {
  std::vector<std::string> list;
  for (const FoundPair& pair : found.pairs)
    for (const Capture& capture : pair.captures)
      list.push_back(
          fmt::format("{} {}: {}/{}/{}", pair.vertex, pair.fragment, capture.pair, capture.upload, capture.uploads));
  return list;
}

std::vector<unsigned> codes(const Result<Extraction>& result) {
  std::vector<unsigned> list;
  for (const Diagnostic& diagnostic : result.diagnostics()) list.push_back(diagnostic.code);
  return list;
}

/// Breaks all lines at a column.
std::string wrapped(const std::string& text, std::size_t width, std::string_view end) {
  std::string out;
  std::size_t column = 0;
  for (const char c : text) {
    if (column == width && c != '\n') {
      out += end;
      column = 0;
    }
    out += c;
    column = c == '\n' ? 0 : column + 1;
  }
  return out;
}

TEST(CaptureLog, ListsUploadedPairs) {
  const Extraction found = found_in(bytes_of(two_pairs().text()), "game.log");
  EXPECT_THAT(texts(found), ElementsAre(canonical(vertex_text), canonical(fragment_text), canonical(gray_text)));
  EXPECT_THAT(captures(found), ElementsAre("0 1: 1/1/2", "0 2: 2/2/1"));
  for (const FoundPair& pair : found.pairs) EXPECT_EQ(pair.evidence, "a player uploaded them together");
  const Capture& first = found.pairs[0].captures[0];
  EXPECT_EQ(first.log, "game.log");
  EXPECT_EQ(first.run, "c0ffee");
  EXPECT_EQ(first.player, "LNX 1 PlugIn");
  EXPECT_FALSE(found.incomplete());
}

TEST(CaptureLog, NamesTheGameOfEachRun) {
  const auto runs = [](const std::string& game) {
    const CaptureLog log = CaptureLog("c0ffee", game).add(upload(1, 1, bytecode(vertex_text), bytecode(fragment_text)));
    Extraction found = found_in(bytes_of(log.text() + CaptureLog("2").text()), "game.log");
    EXPECT_THAT(found.runs, SizeIs(2));
    EXPECT_EQ(found.runs.at(0).container, "game.log");
    EXPECT_EQ(found.runs.at(0).run, "c0ffee");
    EXPECT_EQ(found.runs.at(0).game, found.pairs.at(0).captures.at(0).game);
    EXPECT_EQ(found.runs.at(1).game, CapturedGame());
    return found.runs;
  };
  const std::string hash = "0123456789abcdef0123456789abcdef";
  EXPECT_EQ(runs(";game=" + hash + ";file=Das%20Spiel%20%3B%20%u65e5%E4.swf")[0].game,
            (CapturedGame{hash, "Das Spiel ; \u65e5\u00e4.swf"}));
  EXPECT_EQ(runs("")[0].game, CapturedGame());
  EXPECT_EQ(runs(";game=0123;file=a.swf")[0].game, (CapturedGame{"", "a.swf"}));
  EXPECT_EQ(runs(";game=" + std::string(32, 'A'))[0].game, CapturedGame());
}

TEST(CaptureLog, OriginOfProgramIsItsLine) {
  const std::string log = "Loading the game\n" + two_pairs().text("[INFO] avm_trace: ");
  const Extraction found = found_in(bytes_of(log), "game.log");
  ASSERT_THAT(found.programs, SizeIs(3));
  const Origin& origin = found.programs[2].origins[0];
  EXPECT_EQ(certainty_of(found.programs[2]), Certainty::Captured);
  EXPECT_EQ(origin.container, "game.log");
  EXPECT_EQ(origin.name, "pair-2");
  EXPECT_EQ(origin.line, 4u);
  EXPECT_EQ(log.substr(origin.offset, 9), "agalc-tap");
  EXPECT_EQ(found.programs[2].form, FindForm::Bytecode);
  // The program has one origin, although two pairs contain it.
  EXPECT_THAT(found.programs[0].origins, SizeIs(1));
}

// Returns the name of a program that these calls upload. The innermost call is first.
std::string name_after(const std::string& stack) {
  const std::string record = upload(1, 1, bytecode(vertex_text), bytecode(fragment_text)) + ";stack=" + stack;
  const Extraction found = found_in(bytes_of(CaptureLog("c0ffee").add(record).text()), "game.log");
  return found.programs.empty() ? "" : found.programs[0].origins[0].name;
}

TEST(CaptureLog, NamesProgramsAfterUploadingClass) {
  const std::string tap = "Error%0A%09at%20MethodInfo-12%28%29%0A%09at%20Function/%3Canonymous%3E%28%29";
  const auto call = [](const std::string& method) { return "%0A%09at%20" + method + "%28%29"; };
  EXPECT_EQ(name_after(tap + call("away3d.materials%3A%3APhongMaterial/draw")), "PhongMaterial");
  EXPECT_EQ(name_after(tap + call("Filter%24/compile%5BFilter.as%3A12%5D")), "Filter");
  const std::string cache = call("away3d.core.managers%3A%3AAGALProgram3DCache/setProgram3D");
  const std::string base = call("away3d.materials.passes%3A%3AMaterialPassBase/updateProgram");
  EXPECT_EQ(name_after(tap + cache + base + call("CompiledPass/activate")), "CompiledPass");
  EXPECT_EQ(name_after(tap + cache + base), "MaterialPassBase");
  // Each `activate` calls the method of its base class.
  const std::string super = call("MaterialPassBase/activate") + call("CompiledPass/activate");
  const std::string update = cache + base + call("CompiledPass/updateProgram");
  EXPECT_EQ(name_after(tap + update + super + call("SuperShaderPass/activate")), "SuperShaderPass");
  EXPECT_EQ(name_after(tap + update + super + call("MaterialBase/activatePass")), "CompiledPass");
  // Display containers draw their children.
  const std::string tree = call("Quad/render") + call("Group/render") + call("Stage/render");
  EXPECT_EQ(name_after(tap + call("Quad/program") + tree), "Quad");
  const std::string engine = call("core%3A%3AEngine/registerProgram");
  EXPECT_EQ(name_after(tap + engine + call("display%3A%3AQuadBatch%24/registerPrograms")), "QuadBatch");
}

TEST(CaptureLog, NumbersProgramsWithoutKnownCalls) {
  EXPECT_EQ(name_after(""), "pair-1");
  EXPECT_EQ(name_after("null"), "pair-1");
  EXPECT_EQ(name_after("Error%0A%09at%20MethodInfo-12%28%29"), "pair-1");
  EXPECT_EQ(name_after("%09at%20..%2F..%2Fx%3A%3Ay%20z/a%28%29"), "pair-1");
}

TEST(CaptureLog, IsDetectedByContent) {
  const std::string log = two_pairs().text();
  EXPECT_EQ(file_kind(bytes_of(log), "x"), FileKind::CaptureLog);
  EXPECT_EQ(file_kind(bytes_of("mov: a game\n" + log), "x.agal"), FileKind::CaptureLog);
  const std::string late = std::string(file_kind_bytes, '\n') + log;
  EXPECT_EQ(file_kind(bytes_of(late), "x"), FileKind::Other);
  EXPECT_THAT(found_in(bytes_of(late)).pairs, SizeIs(2));
  for (const char* other : {"agalc-tap", "agalc-tap 1 ", "see agalc-tap 1 RUN RECORD PART/PARTS",
                            "agalc-tap one a 1 1/1", "mov oc, v0 // agalc-tap 1 can see this"})
    EXPECT_FALSE(looks_like_capture_log(bytes_of(other))) << other;
}

TEST(CaptureLog, MayBeInFileWithBytecode) {
  const ByteVector dump = bytes_of("dump\n\x01" + two_pairs().text()) + bytecode("mov op, va0\n");
  const Extraction found = found_in(dump, "memory");
  EXPECT_THAT(found.programs, SizeIs(4));
  EXPECT_THAT(captures(found), SizeIs(2));
}

TEST(CaptureLog, IsReadInArchive) {
  const std::string log = two_pairs().text();
  const ByteVector archive = build_archive({{"logs/game.txt", bytes_of(log)}});
  const Extraction found = found_in(archive, "all.zip");
  ASSERT_THAT(found.pairs, SizeIs(2));
  EXPECT_EQ(found.pairs[0].captures[0].log, "all.zip!logs/game.txt");
}

TEST(CaptureLog, ReadsLinesWrappedAtAnyWidth) {
  const std::string log = two_pairs().text("%cINFO%c log:18%c ", " color: white\n");
  for (std::size_t width = 4; width < 130; ++width)
    for (const char* end : {"\n", "\r\n"})
      EXPECT_THAT(captures(found_in(bytes_of(wrapped(log, width, end)))), SizeIs(2)) << width;
}

TEST(CaptureLog, ReadsLinesBrokenAtSpaces) {
  std::string log = two_pairs().text();
  for (char& c : log)
    if (c == ' ') c = '\n';
  EXPECT_THAT(captures(found_in(bytes_of(log))), SizeIs(2));
}

TEST(CaptureLog, IgnoresOrderAndRepetitionOfLines) {
  CaptureLog log = two_pairs();
  std::reverse(log.lines.begin(), log.lines.end());
  EXPECT_THAT(captures(found_in(bytes_of(log.text() + log.text()))), ElementsAre("0 1: 2/2/1", "0 2: 1/1/2"));
}

TEST(CaptureLog, SeparatesInterleavedRuns) {
  const CaptureLog one = two_pairs("1"), other = two_pairs("2");
  std::string log;
  for (std::size_t i = 0; i < one.lines.size(); ++i) log += one.lines[i] + "\n" + other.lines[i] + "\n";
  const Extraction found = found_in(bytes_of(log));
  EXPECT_THAT(found.programs, SizeIs(3));
  ASSERT_THAT(found.pairs, SizeIs(2));
  EXPECT_THAT(captures(found), ElementsAre("0 1: 1/1/2", "0 1: 1/1/2", "0 2: 2/2/1", "0 2: 2/2/1"));
  EXPECT_EQ(found.pairs[0].captures[1].run, "2");
}

TEST(CaptureLog, ReportsNumberOfDamagedLine) {
  CaptureLog log = two_pairs();
  log.lines[2].back() ^= 1;
  const Result<Extraction> result = read(log.text());
  ASSERT_TRUE(result);
  EXPECT_THAT(codes(result), ElementsAre(1100, 1101));
  EXPECT_EQ(result.diagnostics()[0].location.line, 3u);
  EXPECT_THAT(result.diagnostics()[0].message, HasSubstr("its checksum is"));
  EXPECT_THAT(result.diagnostics()[1].message, HasSubstr("1 record of the run c0ffee: 3"));
  EXPECT_THAT(captures(*result), ElementsAre("0 1: 1/1/2"));
  ASSERT_THAT(result->lost, SizeIs(1));
  EXPECT_EQ(result->lost[0].records, 1u);
  EXPECT_TRUE(result->incomplete());
  EXPECT_FALSE(result.diagnostics().has_errors());
}

TEST(CaptureLog, ReadsLinesAfterTruncatedLines) {
  const CaptureLog log = two_pairs();
  std::string text;
  for (const std::string& line : log.lines) text += line.substr(0, 150) + "\n";
  const Result<Extraction> result = read(text + two_pairs("2").text());
  ASSERT_TRUE(result);
  EXPECT_THAT(codes(result), ElementsAre(1100, 1100, 1102, 1101));
  EXPECT_THAT(result.diagnostics()[0].message, HasSubstr("it is cut after"));
  EXPECT_THAT(result.diagnostics()[2].message, HasSubstr("the pair 1 of the run c0ffee"));
  EXPECT_THAT(captures(*result), SizeIs(2));
}

// tools/capture writes such a log for a game that did not run its code.
TEST(CaptureLog, ReportsLogWithTitleOnly) {
  const Result<Extraction> result = read("# game.swf, played for 15 s in Ruffle 0.6.0\n");
  ASSERT_TRUE(result) << render_text(result.diagnostics());
  EXPECT_THAT(codes(result), ElementsAre(1107));
  EXPECT_THAT(result->programs, IsEmpty());
  EXPECT_FALSE(read("# something else\n"));
}

TEST(CaptureLog, CountsMissingRecords) {
  CaptureLog log("1");
  for (int i = 0; i < 9; ++i) log.add("event");
  log.lines.erase(log.lines.begin() + 7);
  log.lines.erase(log.lines.begin() + 2, log.lines.begin() + 5);
  log.lines.erase(log.lines.begin());
  const Result<Extraction> result = read(log.text());
  ASSERT_TRUE(result);
  EXPECT_THAT(codes(result), ElementsAre(1101, 1107));
  EXPECT_THAT(result.diagnostics()[0].message, HasSubstr("5 records of the run 1: 1, 3 to 5, 8"));
}

TEST(CaptureLog, JoinsPartsOfLongRecord) {
  std::string many(vertex_text);
  for (int i = 0; i < 60; ++i) many += "mov vt0, va0\n";
  CaptureLog log;
  log.add(upload(1, 1, bytecode(many), bytecode(fragment_text)));
  ASSERT_GT(log.lines.size(), 4u);
  std::swap(log.lines[1], log.lines.back());
  EXPECT_THAT(captures(found_in(bytes_of(log.text("", "\nsomething else\n")))), SizeIs(1));
  log.lines.erase(log.lines.begin() + 2);
  const Result<Extraction> result = read(log.text());
  EXPECT_THAT(codes(result), ElementsAre(1101, 1107));
}

TEST(CaptureLog, RejectsOtherVersions) {
  const Result<Extraction> result = read("agalc-tap 2 c0ffee 1 …\nagalc-tap 2 c0ffee 2 …\n");
  EXPECT_THAT(codes(result), ElementsAre(1103));
  EXPECT_THAT(result.diagnostics()[0].message, HasSubstr("version 2"));
}

TEST(CaptureLog, ReportsMalformedRecords) {
  for (const char* record : {"upload", "upload;number=1", "upload;pair=1", "upload;number=0;pair=1", "draw",
                             "draw;pair=x", "upload;number=1;pair=99999999999"}) {
    const Result<Extraction> result = read(CaptureLog().add(record).text());
    ASSERT_TRUE(result) << record;
    EXPECT_THAT(codes(result), ElementsAre(1104, 1107)) << record;
    EXPECT_EQ(result.diagnostics()[0].location.line, 2u);
  }
  // Unknown kinds and fields, as newer versions may write them.
  EXPECT_THAT(codes(read(CaptureLog().add("later;x=1").add("upload").text())), ElementsAre(1104, 1107));
  const std::string known = upload(1, 1, bytecode(vertex_text), bytecode(fragment_text));
  EXPECT_THAT(codes(read(CaptureLog().add(known + ";later=1;=;;").text())), IsEmpty());
}

TEST(CaptureLog, ReportsUnreadablePrograms) {
  const ByteVector vertex = bytecode(vertex_text), fragment = bytecode(fragment_text);
  const ByteVector cut(fragment.begin(), fragment.begin() + 5);
  const auto message = [](const std::string& record) {
    const Result<Extraction> result = read(CaptureLog().add(record).text());
    EXPECT_THAT(codes(result), testing::Contains(1105));
    return result.diagnostics().empty() ? std::string() : result.diagnostics()[0].message;
  };
  EXPECT_THAT(message(upload(1, 7, vertex, cut)), HasSubstr("the fragment program of the pair 7"));
  EXPECT_THAT(message(upload(1, 1, fragment, fragment)), HasSubstr("the other stage"));
  EXPECT_THAT(message("upload;number=1;pair=1;vertex=*;fragment=" + base64(fragment)), HasSubstr("base64"));
}

TEST(CaptureLog, HasLimitsOfContainers) {
  ExtractOptions options;
  options.max_programs = 2;
  const Result<Extraction> result = extract(bytes_of(two_pairs().text()), "game.log", options);
  ASSERT_TRUE(result);
  EXPECT_THAT(result->programs, SizeIs(2));
  EXPECT_THAT(codes(result), ElementsAre(1031));
  options.max_programs = 1;
  EXPECT_THAT(codes(extract(bytes_of(two_pairs().text()), "game.log", options)), ElementsAre(1031, 1106));
}

TEST(CaptureLog, ReplacesOtherEvidence) {
  // The file contains the log, and then the same two programs next to each other.
  const std::string log = CaptureLog().add(upload(1, 1, bytecode(vertex_text), bytecode(fragment_text))).text();
  const Extraction found = found_in(bytes_of(log) + bytecode(vertex_text) + bytecode(fragment_text), "dump");
  ASSERT_THAT(found.pairs, SizeIs(1));
  EXPECT_THAT(found.pairs[0].captures, SizeIs(1));
  ASSERT_THAT(found.programs[0].origins, SizeIs(2));
  EXPECT_EQ(certainty_of(found.programs[0]), Certainty::Captured);
}

TEST(CaptureLog, IsWrittenAsJsonLines) {
  const std::string lines = to_json_lines(found_in(bytes_of(two_pairs().text()), "game.log"));
  EXPECT_THAT(lines, AllOf(HasSubstr(R"("certainty":"captured")"), HasSubstr(R"("name":"pair-1","line":2,)"),
                           HasSubstr(R"("captured":[{"log":"game.log","run":"c0ffee","player":"LNX 1 PlugIn",)"
                                     R"("pair":1,"upload":1,"uploads":2,"draws":[]}])")));
}

// The reader in JavaScript has the same rules: tests/games/play/log.test.mjs reads the same cases.
TEST(CaptureLog, ReadsCasesOfBothReaders) {
  std::ifstream file(AGAL_SOURCE_DIR "/tests/games/play/readers.json");
  const nlohmann::json cases = nlohmann::json::parse(file);
  ASSERT_GT(cases.size(), 20u);
  for (const nlohmann::json& each : cases) {
    std::string log;
    for (const nlohmann::json& line : each["lines"]) log += line.get<std::string>() + "\n";
    tap_log::RecordAssembler records;
    std::size_t count = 0;
    tap_log::LineListener listener;
    listener.found = [&](tap_log::RecordPart part) { count += records.add(std::move(part)) ? 1u : 0u; };
    listener.damaged = [](const tap_log::LogPosition&, const std::string&) {};
    listener.other_version = [](const tap_log::LogPosition&, const std::string&) {};
    tap_log::read_lines(std::as_bytes(std::span(log)), listener);
    EXPECT_EQ(count, each["records"].get<std::size_t>()) << each["what"];
  }
}

TEST(CaptureLog, ReportsDrawsWhoseUploadIsMissing) {
  const auto log = CaptureLog("1f").add(upload(1, 1, bytecode(vertex_text), bytecode(fragment_text)));
  EXPECT_THAT(codes(read(log.text())), IsEmpty());
  EXPECT_THAT(codes(read(CaptureLog(log).add("unseen;method=upload").text())), ElementsAre(1195));
  EXPECT_THAT(codes(read(CaptureLog(log).add("program").text())), IsEmpty());
}

}  // namespace
}  // namespace agal::test
