// Tests examples/vulkan: the picture must be the same for all bindings of the resources.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "render/picture.hpp"
#include "render/scene.hpp"
#include "support/facility.hpp"
#include "support/temporary_folder.hpp"

namespace agal {
namespace {

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string missing_vulkan() {
  if (std::string_view(AGAL_EXAMPLE_VULKAN).empty()) return "built without Vulkan (libvulkan-dev)";
  const auto renderer = render::make_vulkan_renderer(true);
  return renderer ? "" : renderer.diagnostics()[0].message;
}

class VulkanExample : public testing::Test {
 protected:
  void SetUp() override { AGAL_NEED(test::Facility::Vulkan, missing_vulkan()); }

  // Runs the example and returns its status. Its output goes to a file. Leaks are not detected, because the example
  // unloads the driver first, and the suppressions cannot match an unloaded library.
  int run(const std::string& options) const {
    const std::string scene = AGAL_SOURCE_DIR "/examples/scene/scene";
    const std::string command = "ASAN_OPTIONS=detect_leaks=0 VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation '" +
                                std::string(AGAL_EXAMPLE_VULKAN) + "' '" + scene + ".vert.agal' '" + scene +
                                ".frag.agal' '" + picture().string() + "' " + options + " > '" + log().string() +
                                "' 2>&1";
    return std::system(command.c_str());
  }

  render::Picture drawn(const std::string& options) const {
    const int status = run(options);
    EXPECT_EQ(status, 0) << options << "\n" << bytes_of(log());
    EXPECT_EQ(bytes_of(log()), "") << options;  // the validation layer does not report anything
    const std::string png = bytes_of(picture());
    const auto read = render::read_png(std::as_bytes(std::span(png)), "picture.png");
    EXPECT_TRUE(read);
    return read ? *read : render::Picture();
  }

  std::filesystem::path picture() const { return folder_.path() / "picture.png"; }
  std::filesystem::path log() const { return folder_.path() / "log.txt"; }

 private:
  test::TemporaryFolder folder_;
};

// Returns the share of the pixels that have a color.
double share(const render::Picture& picture, const Float4& color) {
  std::size_t count = 0;
  for (const render::Pixel& pixel : picture.pixels) {
    bool near = true;
    for (std::size_t lane = 0; lane < 4; ++lane)
      near = near && std::fabs(static_cast<float>(pixel[lane]) - 255 * color[lane]) < 8;
    count += near ? 1 : 0;
  }
  return static_cast<double>(count) / static_cast<double>(picture.pixels.size());
}

TEST_F(VulkanExample, DrawsScene) {
  const render::Picture picture = drawn("");
  ASSERT_EQ(picture.pixels.size(), 256u * 256u);
  EXPECT_GT(share(picture, {1, 0.6f, 0.2f, 1}), 0.05);     // the rings have the tint
  EXPECT_GT(share(picture, {0.1f, 0.1f, 0.15f, 1}), 0.5);  // the background is visible through the holes
}

TEST_F(VulkanExample, UsesBindingsOfInterface) {
  const render::Picture expected = drawn("");
  for (const char* options :
       {"constants push", "samplers separate", "samplers separate constants push bind fs0=1:7",
        "bind fs0=3:7,vc=2:9,fc=2:1", "flip-y true", "entry-point start", "optimize none debug-info true"})
    EXPECT_EQ(drawn(options), expected) << options;
}

TEST_F(VulkanExample, ReportsErrors) {
  EXPECT_NE(run("constants nowhere"), 0);
  EXPECT_NE(bytes_of(log()).find("error[AGAL1007]"), std::string::npos) << bytes_of(log());
}

}  // namespace
}  // namespace agal
