// Calls that Ruffle draws differently, and the texts about draws.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "stage/game.hpp"

namespace agal::frames {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::IsEmpty;

/// Makes calls on a stage that has a back buffer, a program, a buffer of six indices and a texture.
class Player {
 public:
  Player() {
    make(context, "configureBackBuffer", {4.0, 4.0, 0.0, 1.0});
    make(context, "createProgram", {}, program);
    make(program, "upload", {});
    make(context, "createIndexBuffer", {6.0}, indices);
    upload(indices, 0, 6);
    make(context, "createTexture", {4.0, 4.0, std::string("bgra"), 1.0}, texture);
    make(context, "setProgram", {ObjectNumber{program}});
  }

  Player& make(std::uint32_t on, const std::string& method, std::vector<Argument> arguments, std::uint32_t result = 0) {
    EXPECT_EQ(stage_.apply(game_.call(on, method, std::move(arguments), result)), "") << method;
    return *this;
  }
  Player& upload(std::uint32_t on, double first, double count) {
    return make(on, "uploadFromVector", {BlobArgument{&bytes_}, first, count});
  }
  Player& draw(std::uint32_t buffer = indices) { return make(context, "drawTriangles", {ObjectNumber{buffer}}); }
  Player& clear() { return make(context, "clear", {0.0}); }
  Player& to_texture() { return make(context, "setRenderToTexture", {ObjectNumber{texture}}); }
  Player& to_back_buffer() { return make(context, "setRenderToBackBuffer", {}); }
  Player& present() { return make(context, "present", {}); }
  std::set<std::string> differences() const { return stage_.differences_of_ruffle(); }
  const base::ByteVector& bytes() const { return bytes_; }

 private:
  base::ByteVector bytes_ = base::ByteVector(12);
  Game game_;
  frames::Stage stage_{game_.pairs, {}};
};

TEST(DrawChecks, RuffleLosesClears) {
  const auto lost = Contains(EndsWith(": a clear is lost if the target changes before a draw"));
  EXPECT_THAT(Player().clear().to_texture().clear().draw().to_back_buffer().draw().differences(), lost);
  EXPECT_THAT(Player().to_texture().clear().to_back_buffer().clear().draw().differences(), lost);
  EXPECT_THAT(Player().clear().to_texture().draw().differences(), lost);
  EXPECT_THAT(Player().to_texture().clear().draw().to_back_buffer().clear().draw().differences(), IsEmpty());
  EXPECT_THAT(Player().clear().draw().present().clear().present().clear().draw().differences(), IsEmpty());
  EXPECT_THAT(Player().clear().to_back_buffer().draw().differences(), IsEmpty());
}

TEST(DrawChecks, RuffleCountsIndicesByVectors) {
  const auto counted = Contains(
      "draw 1: without a number of triangles, it draws the indices up to the end of the last uploadFromVector");
  EXPECT_THAT(Player().draw().differences(), IsEmpty());
  EXPECT_THAT(Player().upload(indices, 0, 3).draw().differences(), counted);
  EXPECT_THAT(Player().upload(indices, 3, 3).draw().differences(), IsEmpty());
  Player bytes;
  bytes.make(context, "createIndexBuffer", {6.0}, other);
  bytes.make(other, "uploadFromByteArray", {BlobArgument{&bytes.bytes()}, 0.0, 0.0, 6.0}).draw(other);
  EXPECT_THAT(bytes.differences(), counted);
  Player with_number;
  with_number.make(context, "createIndexBuffer", {6.0}, other);
  with_number.make(context, "drawTriangles", {ObjectNumber{other}, 0.0, 2.0});
  EXPECT_THAT(with_number.differences(), IsEmpty());
}

TEST(DrawChecks, RuffleDrawsSettingsDifferently) {
  const auto set = [](Player& player, const std::string& face) {
    player.make(context, "setStencilActions", {face, std::string("always"), std::string("keep")});
  };
  Player culling;
  culling.make(context, "setCulling", {std::string("frontAndBack")}).draw();
  EXPECT_THAT(culling.differences(), ElementsAre("draw 1: culling frontAndBack"));
  Player faces;
  set(faces, "front");
  faces.draw();
  set(faces, "back");
  faces.draw().draw();
  EXPECT_THAT(faces.differences(), ElementsAre("draws 2 to 3: stencil actions that were set for each face alone"));
  set(faces, "frontAndBack");
  faces.draw();
  EXPECT_THAT(faces.differences(), ElementsAre("draws 2 to 3: stencil actions that were set for each face alone"));
}

TEST(DrawNotes, NamesDrawsAndLines) {
  DrawNotes notes;
  const auto add = [&](std::uint32_t draw, std::uint32_t line) {
    Call call;
    call.draw = draw;
    call.line = line;
    notes.add("what", call);
  };
  for (const std::uint32_t draw : {1u, 1u, 3u, 4u, 5u, 9u}) add(draw, 7);
  EXPECT_THAT(notes.texts(), ElementsAre("draws 1, 3 to 5, 9: what"));
  add(0, 12);
  EXPECT_THAT(notes.texts(), ElementsAre("draws 1, 3 to 5, 9 and line 12: what"));
}

}  // namespace
}  // namespace agal::frames
