// The player's default state of a draw: every part of agalc that has defaults must have the same.
#include <gtest/gtest.h>

#include <string>

#include "agal/games/tap_log.hpp"
#include "port/material.hpp"
#include "render/scene.hpp"
#include "stage/stage.hpp"

namespace agal::frames {
namespace {

using stage3d::word_of;

TEST(DefaultState, OfCaptureAndFramesAreEqual) {
  const CapturedDraw capture;
  const CapturedStencil stencil;
  const Settings settings;
  EXPECT_EQ(capture.blend_source, word_of(settings.blend.source));
  EXPECT_EQ(capture.blend_destination, word_of(settings.blend.destination));
  EXPECT_EQ(capture.depth_write, settings.depth_write);
  EXPECT_EQ(capture.depth_compare, word_of(settings.depth_compare));
  EXPECT_EQ(capture.culling, word_of(settings.culling));
  EXPECT_EQ(capture.color_mask, "rgba");
  EXPECT_EQ(settings.color_mask, (stage3d::ColorMask{true, true, true, true}));
  for (const StencilTest& face : settings.stencil) {
    EXPECT_EQ(stencil.compare, word_of(face.compare));
    EXPECT_EQ(stencil.pass, word_of(face.pass));
    EXPECT_EQ(stencil.depth_fail, word_of(face.depth_fail));
    EXPECT_EQ(stencil.stencil_fail, word_of(face.fail));
  }
  EXPECT_FALSE(settings.scissor);
}

TEST(DefaultState, OfMaterialsAndFramesAreEqual) {
  const port::State state;
  const Settings settings;
  EXPECT_EQ(state.source, settings.blend.source);
  EXPECT_EQ(state.destination, settings.blend.destination);
  EXPECT_EQ(state.depth_write, settings.depth_write);
  EXPECT_EQ(state.depth_compare, settings.depth_compare);
  EXPECT_EQ(state.culling, settings.culling);
  EXPECT_EQ(state.color_mask, "rgba");
  EXPECT_FALSE(state.stencil);
}

// A scene differs in its blending alone (docs/render.md).
TEST(DefaultState, OfScenesAndFramesAreEqual) {
  const render::Scene scene;
  const Settings settings;
  EXPECT_TRUE(scene.depth);
  EXPECT_EQ(scene.depth_write, settings.depth_write);
  EXPECT_EQ(scene.depth_compare, settings.depth_compare);
  EXPECT_EQ(scene.culling, settings.culling);
  EXPECT_EQ(scene.color_mask, settings.color_mask);
  EXPECT_EQ(scene.scissor.has_value(), settings.scissor.has_value());
}

}  // namespace
}  // namespace agal::frames
