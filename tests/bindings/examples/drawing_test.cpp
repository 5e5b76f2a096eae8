// Tests examples/webgl and examples/webgpu in a browser, with products of the command that they name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "browser/page_test.hpp"

namespace agal {
namespace {

namespace fs = std::filesystem;

// Returns two shares of the pixels in RGBA bytes: pixels with the tint of the scene, and pixels with the color of the
// background.
constexpr const char* shares = R"js(
  function shares(bytes) {
    const near = (i, color) => color.every((value, lane) => Math.abs(bytes[i + lane] - 255 * value) < 8);
    let tint = 0, background = 0;
    for (let i = 0; i < bytes.length; i += 4) {
      if (near(i, [1, 0.6, 0.2])) ++tint;
      if (near(i, [0.1, 0.1, 0.15])) ++background;
    }
    return [4 * tint / bytes.length, 4 * background / bytes.length];
  }
)js";

class Drawing : public browser::PageTest {
 protected:
  static void SetUpTestSuite() { start_for_drawing(Compositor::Gpu); }

  // Makes the products with the example's command, and opens the example's page.
  void show(const std::string& example, const std::string& target) {
    const fs::path examples = folder() / "examples";
    fs::copy(fs::path(AGAL_SOURCE_DIR) / "examples", examples,
             fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    const std::string arguments =
        " compile --link ../scene/scene.vert.agal ../scene/scene.frag.agal --target " + target + " -o .";
    std::ifstream script(examples / example / "scene.js");
    const std::string text{std::istreambuf_iterator<char>(script), {}};
    ASSERT_NE(text.find("agalc" + arguments), std::string::npos);
    const std::string command = "cd '" + (examples / example).string() + "' && '" AGALC "'" + arguments;
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    open(examples / example / "index.html");
  }

  // The rings have the tint, and the background is visible through the holes.
  void expect_rings(const nlohmann::json& found) {
    ASSERT_TRUE(found.is_array()) << found;
    EXPECT_GT(found[0], 0.05);
    EXPECT_GT(found[1], 0.5);
  }
};

TEST_F(Drawing, WithWebGl) {
  show("webgl", "essl300");
  expect_rings(evaluate(std::string("(async () => {") + shares + R"js(
    const { createScene } = await import("./scene.js");
    const gl = Object.assign(document.createElement("canvas"), { width: 256, height: 256 }).getContext("webgl2");
    (await createScene(gl))(0.5);
    const bytes = new Uint8Array(256 * 256 * 4);
    gl.readPixels(0, 0, 256, 256, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    return shares(bytes);
  })())js"));
}

TEST_F(Drawing, WithWebGpu) {
  show("webgpu", "wgsl");
  expect_rings(evaluate(std::string("(async () => {") + shares + R"js(
    const { createScene } = await import("./scene.js");
    const device = await (await navigator.gpu.requestAdapter()).requestDevice();
    device.pushErrorScope("validation");
    const texture = device.createTexture({
      size: [256, 256], format: "rgba8unorm", usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC });
    (await createScene(device, "rgba8unorm"))(texture.createView(), 0.5);
    const copy = device.createBuffer({ size: 256 * 256 * 4, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
    const encoder = device.createCommandEncoder();
    encoder.copyTextureToBuffer({ texture }, { buffer: copy, bytesPerRow: 1024 }, [256, 256]);
    device.queue.submit([encoder.finish()]);
    const error = await device.popErrorScope();
    if (error) return error.message;
    await copy.mapAsync(GPUMapMode.READ);
    return shares(new Uint8Array(copy.getMappedRange()));
  })())js"));
}

}  // namespace
}  // namespace agal
