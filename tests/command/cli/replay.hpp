// Files of frames for the tests of agalc replay.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/cli.hpp"
#include "example_swf/swf_builder.hpp"

namespace agal::cli {

inline constexpr const char* blob = "0123456789abcdef0123456789abcdef";
inline const std::string frames_head = R"({"format":"agalc-frames","version":1,"file":"a <b>.swf","frames":[2,3]})";

inline std::string call(const std::string& keys) { return "\n{" + keys + "}"; }

inline std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

class Replay : public Cli {
 protected:
  void write_frames(const std::string& calls, bool with_calls = true) {
    example::Entries entries = {{std::string("blobs/") + blob, bytes_of("four")}};
    if (with_calls) entries.emplace_back("calls.jsonl", bytes_of(calls));
    write("game.frames", text_of(example::build_archive(entries)));
  }
  Outcome replay() { return agalc({"replay", "game.frames", "--page", "page.html"}); }
};

// A triangle in red over the lower left half of two by two pixels, with a constant as its color.
class Draws : public Replay {
 protected:
  static constexpr const char* vertex = "00000000000000000000000000000001";
  static constexpr const char* fragment = "00000000000000000000000000000002";
  static constexpr const char* fragment_hash = "4320feedb31b3faeaf8ddfa0744b6992";  // as in a manifest
  static constexpr const char* corners = "00000000000000000000000000000003";
  static constexpr const char* indices = "00000000000000000000000000000004";
  static constexpr const char* pixel = "00000000000000000000000000000005";

  static std::string data(const std::string& hash) { return R"({"blob":")" + hash + R"("})"; }

  // `picture` is the PNG file that the player drew, or "".
  void write_draw(const std::string& settings = {}, const std::string& clear = "0,0,1,1",
                  const std::string& picture = {}) {
    write("v.vert.agal", "mov op, va0\n");
    write("f.frag.agal", "mov oc, fc0\n");
    write("green.frag.agal", "mov ft0, fc0\nmov oc, ft0.yxzw\n");
    for (const std::string name : {"v.vert", "f.frag"})
      EXPECT_EQ(agalc({"as", name + ".agal", "-o", name + ".bin"}).status, done);
    const std::vector<float> positions = {-3, -1, 0, 1, -1, 0, -1, 3, 0};
    const std::vector<std::uint16_t> numbers = {0, 1, 2};
    const auto bytes = [](const auto& list) {
      const auto view = std::as_bytes(std::span(list));
      return std::vector<std::byte>(view.begin(), view.end());
    };
    const std::string lines =
        frames_head + call(R"("call":"configureBackBuffer","on":1,"args":[64,64,0,true])") +
        call(R"("call":"createProgram","on":1,"result":2,"args":[])") +
        call(R"("call":"upload","on":2,"args":[)" + data(vertex) + "," + data(fragment) + "]") +
        call(R"("call":"createVertexBuffer","on":1,"result":3,"args":[3,3])") +
        call(R"("call":"uploadFromVector","on":3,"args":[)" + data(corners) + ",0,3]") +
        call(R"("call":"createIndexBuffer","on":1,"result":4,"args":[3])") +
        call(R"("call":"uploadFromVector","on":4,"args":[)" + data(indices) + ",0,3]") +
        call(R"("call":"setProgram","on":1,"args":[{"object":2}])") +
        call(R"("call":"setVertexBufferAt","on":1,"args":[0,{"object":3},0,"float3"])") +
        call(R"("call":"setProgramConstantsFromVector","on":1,"args":["fragment",0,{"numbers":[1,0,0,1]},1])") +
        settings + call(R"("frame":2,"call":"clear","on":1,"args":[)" + clear + "]") +
        call(R"("frame":2,"call":"drawTriangles","on":1,"args":[{"object":4},0,1])") +
        call(R"("frame":2,"call":"present","on":1,"args":[])");
    example::Entries entries = {{std::string("blobs/") + vertex, bytes_of(read("v.vert.bin"))},
                                {std::string("blobs/") + fragment, bytes_of(read("f.frag.bin"))},
                                {std::string("blobs/") + corners, bytes(positions)},
                                {std::string("blobs/") + indices, bytes(numbers)},
                                {std::string("blobs/") + pixel, bytes_of("four")},
                                {"calls.jsonl", bytes_of(lines)}};
    if (!picture.empty()) entries.emplace_back("frame-2.png", bytes_of(picture));
    write("game.frames", text_of(example::build_archive(entries)));
  }
  std::string missing_device() const {
    const Outcome run = agalc({"replay", "game.frames", "-o", "probe"});
    return run.status == done ? "" : run.err;
  }
};

}  // namespace agal::cli
