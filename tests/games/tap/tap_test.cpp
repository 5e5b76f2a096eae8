// Tests of `agalc tap`, which changes a game so that it logs its programs.
#include "agal/games/tap.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <string>

#include "avm2/abc.hpp"
#include "avm2/control_flow.hpp"
#include "example_swf/swf_builder.hpp"
#include "support/extraction.hpp"
#include "tap/movie.hpp"

namespace agal::test {
namespace {

using example::AbcBuilder;
using example::ByteVector;
using example::Code;
using example::Compression;
using example::SwfBuilder;
using tapping::Movie;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// Returns an ABC file with a class that calls these methods.
ByteVector caller(const std::vector<std::string>& methods, const std::vector<std::string>& strings = {}) {
  AbcBuilder abc;
  for (const std::string& text : strings) abc.string(text);
  Code code(abc);
  for (const std::string& method : methods) code.op(0xd0).call_void(method, 0);
  abc.add_class("game", "Renderer", {code.return_void()});
  return abc.build();
}

const ByteVector& uploader() {
  static const ByteVector abc = caller({"upload", "setProgram", "draw"});
  return abc;
}

Movie read(const ByteVector& file) {
  tapping::Budget budget{std::uint64_t{1} << 30, 8};
  std::string problem;
  std::vector<tapping::InnerProblem> inner;
  std::optional<Movie> movie = tapping::read_movie(file, budget, problem, inner);
  EXPECT_TRUE(movie) << problem;
  EXPECT_THAT(inner, IsEmpty());
  return movie ? std::move(*movie) : Movie();
}

std::vector<std::string> strings(const Movie& movie, std::size_t tag) {
  const avm2::Abc abc = avm2::read_abc(movie.tags[tag].abc_file());
  EXPECT_EQ(abc.files[0].problem, "");
  std::vector<std::string> list;
  for (const avm2::PoolString& string : abc.strings) list.emplace_back(string.text);
  return list;
}

/// Returns the names that the code passes to the function of the script; "?" for a name that is computed.
std::vector<std::string> uses(const Movie& movie, std::size_t tag) {
  const avm2::Abc abc = avm2::read_abc(movie.tags[tag].abc_file());
  std::vector<std::string> names;
  for (const avm2::MethodBody& body : abc.bodies) {
    std::string last = "?";
    for (auto t = avm2::read_instruction(abc, body, 0); t; t = avm2::read_instruction(abc, body, t->end)) {
      if (t->code == avm2::Opcode::callproperty && abc.string(abc.name_string(t->index)) == "agalc-bind")
        names.push_back(last);
      last = t->code == avm2::Opcode::pushstring ? std::string(abc.string(t->index)) : "?";
    }
  }
  return names;
}

std::vector<int> codes(const Diagnostics& diagnostics) {
  std::vector<int> list;
  for (const Diagnostic& diagnostic : diagnostics) list.push_back(diagnostic.code);
  return list;
}

/// Taps a file. Fails the test if there are messages.
ByteVector tapped(const ByteVector& file) {
  Result<Tapped> result = tap(file, "game.swf");
  EXPECT_TRUE(result) << render_text(result.diagnostics());
  EXPECT_THAT(codes(result.diagnostics()), IsEmpty());
  return result ? std::move(result->file) : ByteVector();
}

TEST(Tap, KeepsEveryCompression) {
  for (const Compression compression : {Compression::None, Compression::Zlib, Compression::Lzma}) {
    const ByteVector file = SwfBuilder().abc(uploader()).build(compression), out = tapped(file);
    ASSERT_GE(out.size(), 4u);
    EXPECT_TRUE(std::equal(out.begin(), out.begin() + 4, file.begin()));  // the signature and the version
    const Movie movie = read(out);
    ASSERT_THAT(movie.tags, SizeIs(2));
    EXPECT_EQ(movie.tags[0].abc_name(), "agalc-tap");
    EXPECT_EQ(movie.tags[1].abc_name(), "code");
    EXPECT_THAT(uses(movie, 1), ElementsAre("upload", "setProgram"));
    EXPECT_THAT(strings(movie, 0), AllOf(Contains("upload"), Contains("agalc-bind")));
  }
}

TEST(Tap, LeavesCodeWithoutMethodsUnchanged) {
  for (const std::string method : {"draw", "uploads", "addEventListener"}) {
    const ByteVector data(100, std::byte{7}), other = caller({method}, {"upload", "setCulling"});
    const Movie movie = read(tapped(SwfBuilder().binary_data("", data).abc(uploader()).abc(other, "other").build()));
    ASSERT_THAT(movie.tags, SizeIs(4));
    EXPECT_EQ(movie.tags[0].content.size(), data.size() + container::binary_data_head);
    EXPECT_TRUE(std::ranges::equal(movie.tags[3].abc_file(), other));
  }
}

TEST(Tap, RecordsFramesForAReceiver) {
  const ByteVector file = SwfBuilder().abc(caller({"upload", "present", "clear", "draw"})).build();
  EXPECT_THAT(uses(read(tapped(file)), 1), ElementsAre("upload"));
  TapOptions options;
  options.receiver = "http://127.0.0.1:7272/";
  const Result<Tapped> result = tap(file, "game.swf", options);
  ASSERT_TRUE(result);
  const Movie movie = read(result->file);
  ASSERT_THAT(movie.tags, SizeIs(2));
  EXPECT_THAT(uses(movie, 1), ElementsAre("upload", "present", "clear"));
  EXPECT_THAT(strings(movie, 0), AllOf(Contains(options.receiver), Contains("agalc-frame "), Contains("writeObject")));
  EXPECT_THAT(strings(read(tapped(file)), 0), AllOf(Not(Contains("writeObject")), Not(Contains("present"))));
}

TEST(Tap, ScriptContainsFileName) {
  for (const Compression compression : {Compression::None, Compression::Zlib, Compression::Lzma}) {
    const ByteVector file = SwfBuilder().abc(uploader()).build(compression);
    const Result<Tapped> result = tap(file, "in/Mein \u00e4\u65e5; \".swf");
    ASSERT_TRUE(result);
    const std::vector<FoundMovie> movies = found_in(file, "game.swf").movies;
    ASSERT_THAT(movies, SizeIs(1));
    EXPECT_EQ(movies[0].container, "game.swf");
    EXPECT_THAT(movies[0].hash, SizeIs(32));
    EXPECT_THAT(strings(read(result->file), 0),
                Contains(";game=" + movies[0].hash + ";file=Mein%20%E4%u65E5%3B%20%22.swf"));
    // The changed file counts as the same game as the original.
    const std::vector<FoundMovie> tapped = found_in(result->file, "tapped.swf").movies;
    ASSERT_THAT(tapped, SizeIs(1));
    EXPECT_EQ(tapped[0].hash, movies[0].hash);
  }
}

TEST(Tap, EmbeddedSwfBelongsToOuterFile) {
  const ByteVector game = SwfBuilder().abc(uploader()).build();
  const ByteVector loader = SwfBuilder().binary_data("Loader_Game", game).build();
  const std::vector<FoundMovie> movies = found_in(loader, "loader.swf").movies;
  ASSERT_THAT(movies, SizeIs(1));
  EXPECT_EQ(movies[0].container, "loader.swf");
  const Result<Tapped> result = tap(loader, "loader.swf");
  ASSERT_TRUE(result);
  EXPECT_EQ(found_in(result->file, "x").movies.at(0).hash, movies[0].hash);
}

TEST(Tap, LeavesTappedFileUnchanged) {
  for (const Compression compression : {Compression::None, Compression::Zlib, Compression::Lzma}) {
    const ByteVector once = tapped(SwfBuilder().abc(uploader()).build(compression));
    const Result<Tapped> twice = tap(once, "game.swf");
    ASSERT_TRUE(twice);
    EXPECT_THAT(codes(twice.diagnostics()), ElementsAre(1095));
    EXPECT_EQ(twice->file, once);
    EXPECT_EQ(twice->movies, 0u);
  }
}

/// Returns an ABC file with a method that has this code.
template <class Write>
ByteVector file_with(const Write& write) {
  AbcBuilder abc;
  Code code(abc);
  write(code);
  abc.add_class("game", "Renderer", {code.return_void()});
  return abc.build();
}

/// Returns the uses of the code after tapping, and checks that all code can be read.
std::vector<std::string> uses_after(const ByteVector& abc) {
  const Movie movie = read(tapped(SwfBuilder().abc(abc).abc(uploader(), "other").build()));
  const avm2::Abc after = avm2::read_abc(movie.tags[1].abc_file());
  EXPECT_EQ(after.files[0].problem, "");
  for (const avm2::MethodBody& body : after.bodies) {
    std::set<std::size_t> starts{body.code.size()};
    std::vector<std::size_t> targets;
    std::size_t end = 0;
    for (auto t = avm2::read_instruction(after, body, 0); t; t = avm2::read_instruction(after, body, end)) {
      starts.insert(t->begin);
      targets.insert(targets.end(), t->targets.begin(), t->targets.end());
      end = t->end;
    }
    EXPECT_EQ(end, body.code.size());
    for (const std::size_t target : targets) EXPECT_TRUE(starts.contains(target)) << target;
  }
  EXPECT_THAT(strings(movie, 1), Not(Contains(testing::HasSubstr("$"))));
  return uses(movie, 1);
}

using avm2::Opcode;

const std::string computed = "?";

TEST(Tap, FollowsMethodsUsedByConstantName) {
  for (const std::string name : {"upload", "createRectangleTexture", "setCulling"}) {
    EXPECT_THAT(uses_after(file_with([&](Code& c) { c.op(0xd0).get_field(name).set_local(1); })), ElementsAre(name));
    EXPECT_THAT(uses_after(file_with([&](Code& c) { c.op(0xd0).push_string(name).call_void(name, 1); })),
                ElementsAre(name));
    EXPECT_THAT(uses_after(file_with([&](Code& c) { c.op(0xd0).push_string(name).get_item().op(Opcode::pop); })),
                ElementsAre(computed));
    EXPECT_THAT(uses_after(file_with([&](Code& c) {
                  c.push_string(name).set_local(1).op(0xd0).get_local(1).get_item().op(Opcode::pop);
                })),
                ElementsAre(computed));
  }
}

// The value is called, or may be called by the caller.
TEST(Tap, FollowsMethodsUsedByComputedName) {
  const auto read = [](Code& c) -> Code& { return c.op(0xd0).get_local(1).get_item(); };
  for (const Opcode next : {Opcode::getglobalscope, Opcode::pushnull, Opcode::pushundefined})
    EXPECT_THAT(uses_after(file_with([&](Code& c) { read(c).op(next).op(Opcode::call).op(0).op(Opcode::pop); })),
                ElementsAre(computed));
  EXPECT_THAT(uses_after(file_with([&](Code& c) { read(c).op(Opcode::returnvalue); })), ElementsAre(computed));
  EXPECT_THAT(uses_after(file_with([&](Code& c) { read(c).set_local(2); })), IsEmpty());
  EXPECT_THAT(uses_after(file_with([](Code& c) {
                c.op(0xd0).push_byte(3).get_item().op(Opcode::returnvalue);
                c.op(0xd0).get_field("width").set_local(1);
              })),
              IsEmpty());
}

// Objects of other classes keep their properties: only calls and reads ask whether an object is one of Stage3D's.
TEST(Tap, LeavesOtherUsesOfNames) {
  for (const std::string name : {"upload", "setProgram", "setCulling"}) {
    EXPECT_THAT(uses_after(file_with([&](Code& c) { c.op(0xd0).push_string(name).call_void("hasOwnProperty", 1); })),
                IsEmpty());
    EXPECT_THAT(uses_after(file_with([&](Code& c) { c.push_string(name).op(0xd0).op(Opcode::in).op(Opcode::pop); })),
                IsEmpty());
    EXPECT_THAT(uses_after(file_with([&](Code& c) { c.push_string(name).call_void("trace", 0); })), IsEmpty());
  }
}

TEST(Tap, MovesBranchesOverUses) {
  for (const bool calls : {false, true}) {
    const auto use = [&](Code& c) {
      c.op(0xd0);
      if (calls)
        c.push_byte(1).push_byte(2).call_void("upload", 2);
      else
        c.get_field("upload").op(Opcode::pop);
    };
    EXPECT_THAT(uses_after(file_with([&](Code& c) {
                  c.op(Opcode::pushtrue);
                  const std::size_t over = c.if_false();
                  use(c);
                  c.land(over);
                  use(c);
                  const std::size_t begin = c.position();
                  c.op(Opcode::label);
                  use(c);
                  c.push_byte(1).push_byte(2).back_if_less(begin);
                })),
                ElementsAre("upload", "upload", "upload"));
  }
}

TEST(Tap, TapsSwfFilesInBinaryData) {
  for (const Compression compression : {Compression::None, Compression::Zlib, Compression::Lzma}) {
    const ByteVector game = SwfBuilder().abc(uploader()).build(compression);
    const ByteVector loader = SwfBuilder().abc(caller({"loadBytes"})).binary_data("Loader_Game", game).build();
    const Result<Tapped> result = tap(loader, "loader.swf");
    ASSERT_TRUE(result);
    EXPECT_THAT(codes(result.diagnostics()), IsEmpty());
    EXPECT_EQ(result->movies, 2u);
    EXPECT_EQ(result->code_files, 1u);
    const Movie movie = read(result->file);
    ASSERT_THAT(movie.inner, SizeIs(1));
    const Movie& inner = *movie.inner[0].movie;
    EXPECT_TRUE(movie.tapped());
    EXPECT_TRUE(inner.tapped());
    EXPECT_EQ(inner.bytes[0], game[0]);
    EXPECT_THAT(uses(inner, 1), ElementsAre("upload", "setProgram"));
  }
}

TEST(Tap, ReportsUntappableFiles) {
  const auto messages = [](const ByteVector& file) { return codes(tap(file, "x").diagnostics()); };
  EXPECT_THAT(messages({}), ElementsAre(1090));
  EXPECT_THAT(messages(ByteVector(100)), ElementsAre(1090));
  EXPECT_THAT(messages(test::bytes_of("\x30\x82\x01\x01\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02"
                                      "\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01\xa0")),
              ElementsAre(1098));
  EXPECT_THAT(messages(test::bytes_of("\xca\xfe\xba\xbe" + std::string("\0\0\0\x02", 4))), ElementsAre(1131));
  EXPECT_THAT(messages(SwfBuilder().build()), ElementsAre(1092));
  EXPECT_THAT(messages(SwfBuilder().tag(container::do_action_tag, {}).build()), ElementsAre(1092));
  EXPECT_THAT(messages(SwfBuilder().abc(caller({"draw"})).build()), ElementsAre(1093));
  EXPECT_THAT(messages(SwfBuilder().abc(caller({"upload"}, {"level1.swf"})).build()), ElementsAre(1094));
  EXPECT_THAT(messages(SwfBuilder().abc(caller({"upload", "loadBytes"})).build()), ElementsAre(1094));
  ByteVector damaged = SwfBuilder().abc(uploader()).build();
  const ByteVector inner = damaged;
  damaged.resize(damaged.size() - 20);
  EXPECT_THAT(messages(damaged), ElementsAre(1091));
  EXPECT_THAT(messages(SwfBuilder().abc(uploader()).binary_data("", damaged).build()), ElementsAre(1096));
  ByteVector code = uploader();
  code.resize(code.size() - 3);
  EXPECT_THAT(messages(SwfBuilder().abc(uploader()).abc(code, "damaged").build()), ElementsAre(1097));
}

TEST(Tap, TapsTheOnlySwfOfAContainer) {
  const ByteVector game = SwfBuilder().abc(uploader()).build();
  const ByteVector projector = test::bytes_of("MZ..") + game + ByteVector(8);
  const ByteVector installer = test::bytes_of("MZ..") + test::build_archive({{"bin/game.swf", game}});
  for (const ByteVector& file : {projector, test::build_archive({{"readme.txt", {}}, {"bin/game.swf", game}}),
                                 test::build_archive({{"game.exe", projector}}), installer}) {
    const Result<Tapped> tapped = tap(file, "x");
    ASSERT_TRUE(tapped) << render_text(tapped.diagnostics());
    EXPECT_THAT(codes(tapped.diagnostics()), ElementsAre(1099));
    EXPECT_EQ(tapped->file, tap(game, "x")->file);
  }
  const ByteVector two = test::build_archive({{"a.swf", game}, {"b.swf", game}});
  EXPECT_THAT(codes(tap(two, "x").diagnostics()), ElementsAre(1133));
  EXPECT_THAT(codes(tap(test::build_archive({{"a.txt", {}}}), "x").diagnostics()), ElementsAre(1090));
}

// Data of any kind may contain the first bytes of a SWF file, even followed by compressed data.
TEST(Tap, IgnoresFragmentsOfSwfFiles) {
  const ByteVector game = SwfBuilder().abc(uploader()).build(Compression::Zlib);
  const ByteVector piece(game.begin(), game.end() - 20);
  const ByteVector data = test::bytes_of("MZ..") + piece + test::bytes_of("....");
  EXPECT_THAT(codes(tap(data, "x").diagnostics()), ElementsAre(1090));
  EXPECT_THAT(codes(tap(data + game, "x").diagnostics()), ElementsAre(1099));
}

TEST(Tap, HasLimits) {
  ByteVector file = SwfBuilder().abc(uploader()).build(Compression::Zlib);
  EXPECT_THAT(codes(tap(file, "x", {100, 4}).diagnostics()), ElementsAre(1091));
  for (int level = 0; level < 2; ++level) file = SwfBuilder().abc(uploader()).binary_data("", file).build();
  EXPECT_THAT(codes(tap(file, "x", {1 << 20, 3}).diagnostics()), IsEmpty());
  EXPECT_THAT(codes(tap(file, "x", {1 << 20, 2}).diagnostics()), ElementsAre(1096));
}

TEST(Tap, EveryTruncationGivesResultOrError) {
  for (const Compression compression : {Compression::None, Compression::Zlib, Compression::Lzma}) {
    const ByteVector file = SwfBuilder().abc(uploader()).binary_data("", uploader()).build(compression);
    for (std::size_t size = 0; size < file.size(); ++size) {
      const Result<Tapped> result = tap(std::span(file).first(size), "x");
      EXPECT_EQ(result.has_value(), !result.diagnostics().has_errors()) << size;
    }
  }
}

}  // namespace
}  // namespace agal::test
