// Tests agalc replay: the page, and malformed files of frames.
#include "cli/cli.hpp"
#include "example_swf/swf_builder.hpp"

namespace agal::cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* blob = "0123456789abcdef0123456789abcdef";
const std::string head = R"({"format":"agalc-frames","version":1,"file":"a <b>.swf","frames":[2,3]})";

std::string call(const std::string& keys) { return "\n{" + keys + "}"; }

class Replay : public Cli {
 protected:
  void write_frames(const std::string& calls, bool with_calls = true) {
    example::Entries entries = {{std::string("blobs/") + blob, bytes_of("four")}};
    if (with_calls) entries.emplace_back("calls.jsonl", bytes_of(calls));
    write("game.frames", text_of(example::build_archive(entries)));
  }
  Outcome replay() { return agalc({"replay", "game.frames", "--page", "page.html"}); }
};

TEST_F(Replay, WritesOnePage) {
  write_frames(head + call(R"("call":"createTexture","on":1,"result":2,"args":[1,1,"bgra",false])") +
               call(R"("call":"uploadFromByteArray","on":2,"args":[{"blob":")" + std::string(blob) + R"("},0,0])") +
               call(R"("frame":2,"call":"setTextureAt","on":1,"args":[0,{"object":2}])") +
               call(R"("frame":3,"call":"clear","on":1,"args":[0,"NaN",-1.5])"));
  const Outcome run = replay();
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.err, IsEmpty());
  const std::string page = read("page.html");
  EXPECT_THAT(page, HasSubstr("<!doctype html>"));
  EXPECT_THAT(page, Not(HasSubstr("a <b>")));  // names are data
  EXPECT_EQ(agalc({"replay", "-", "--page", "-"}, read("game.frames")).out, page);
}

TEST_F(Replay, NamesRejectedProgram) {
  write_frames(
      head + call(R"("call":"createProgram","on":1,"result":2,"args":[])") +
      call(R"("call":"upload","on":2,"args":[{"blob":")" + std::string(blob) + R"("},{"blob":")" + blob + R"("}])"));
  const Outcome run = replay();
  EXPECT_EQ(run.status, done);
  EXPECT_THAT(run.err, HasSubstr("AGAL1154"));
}

TEST_F(Replay, NamesMalformedLine) {
  const std::vector<std::pair<std::string, std::string>> lines = {
      {"\n[]", "it is not a JSON object"},
      {"\n{", "it is not a JSON object"},
      {call(R"("on":1,"args":[])"), "\"call\" is not the name of a method"},
      {call(R"("call":"clear","args":[])"), "\"on\" is not the number of an object"},
      {call(R"("call":"clear","on":0,"args":[])"), "\"on\" is not the number of an object"},
      {call(R"("call":"clear","on":1})"), "it is not a JSON object"},
      {call(R"("call":"clear","on":1,"args":{})"), "\"args\" is not a list"},
      {call(R"("call":"clear","on":1,"args":[[]])"), "an argument is a list"},
      {call(R"("call":"clear","on":1,"args":[{}])"), "an argument has none of the known keys"},
      {call(R"("call":"setProgram","on":1,"args":[{"object":9}])"), "the object 9 was not created before"},
      {call(R"("call":"createProgram","on":1,"args":[])"), "\"result\" is not the number of a new object"},
      {call(R"("call":"clear","on":1,"frame":4,"args":[])"), "\"frame\" is not one of the frames"},
      {call(R"("call":"clear","on":1,"frame":2,"args":[])") + call(R"("call":"clear","on":1,"args":[])"),
       "a call without \"frame\" follows the first frame"},
      {call(R"("call":"x","on":1,"args":[{"blob":"ffffffffffffffffffffffffffffffff"}])"), "is missing"},
      {call(R"("call":"x","on":1,"args":[{"width":2,"height":1,"blob":")" + std::string(blob) + R"("}])"),
       "a bitmap does not have as many bytes"},
      {call(R"("call":"x","on":1,"args":[{"numbers":["1"]}])"), "a list of numbers has other values"},
      {call(R"("call":"x","on":1,"args":[{"rectangle":[1]}])"), "a rectangle does not have four numbers"},
      {call(R"("call":"upload","on":1,"args":[])"), "upload does not have two programs"},
      {call(R"("call":"upload","on":1,"args":[{"numbers":[],"blob":5},{"numbers":[],"blob":5}])"),
       "upload does not have two programs"},
      {call(R"("call":"upload","on":1,"args":[{"numbers":[],"blob":"x"},{"numbers":[],"blob":"x"}])"),
       "upload does not have two programs"},
      {"\n" + std::string(2 << 20, '['), "it is too long"},
  };
  for (const auto& [line, problem] : lines) {
    write_frames(head + line);
    const Outcome run = replay();
    EXPECT_EQ(run.status, rejected) << line.substr(0, 80);
    EXPECT_THAT(run.err, HasSubstr("AGAL1152"));
    EXPECT_THAT(run.err, HasSubstr(problem));
    EXPECT_THAT(run.err, HasSubstr(problem.starts_with("a call without") ? "game.frames:3" : "game.frames:2"));
  }
  for (const std::string wrong :
       {"{}", R"({"format":"agalc-frames","version":2})", R"({"format":"agalc-frames","version":1,"frames":[3,2]})"}) {
    write_frames(wrong);
    EXPECT_THAT(replay().err, HasSubstr("AGAL1152")) << wrong;
  }
  EXPECT_FALSE(exists("page.html"));
}

TEST_F(Replay, RejectsOtherFiles) {
  write("game.frames", "text");
  EXPECT_THAT(replay().err, HasSubstr("AGAL1150"));
  write_frames("");
  EXPECT_THAT(replay().err, HasSubstr("AGAL1151"));
  write_frames({}, false);
  EXPECT_THAT(replay().err, HasSubstr("AGAL1151"));
  write_frames(head);
  write("game.frames", read("game.frames").substr(0, 40));
  EXPECT_THAT(replay().err, HasSubstr("AGAL1151"));
  write_frames(head);
  EXPECT_THAT(agalc({"replay", "game.frames", "--page", "page.html", "--max-unpacked", "10"}).err,
              HasSubstr("AGAL1153"));
  EXPECT_EQ(agalc({"replay", "game.frames"}).status, usage);
  EXPECT_EQ(agalc({"replay", "none.frames", "--page", "x.html"}).status, io);
}

}  // namespace
}  // namespace agal::cli
