// Meshes, attributes, textures and guesses of the page are those of `agalc render`.
#include "playground/playing.hpp"
#include "render/mesh.hpp"
#include "render/textures.hpp"

namespace agal::playground {
namespace {

class Scenes : public Playing {
 protected:
  nlohmann::json module(const std::string& name, const std::string& expression) {
    return evaluate("import('./" + name + "').then((module) => " + expression + ")");
  }
};

TEST_F(Scenes, HaveTheMeshesOfTheCommand) {
  show();
  for (const std::string_view word : render::built_in_mesh_words()) {
    const std::string name(word);
    const render::Mesh mesh = *render::built_in_mesh(word);
    const nlohmann::json indices = module("scene.js", "module.makeMesh('" + name + "').indices");
    std::vector<std::uint32_t> expected;
    for (const auto& triangle : mesh.triangles) expected.insert(expected.end(), triangle.begin(), triangle.end());
    EXPECT_EQ(indices, nlohmann::json(expected)) << name;
    EXPECT_EQ(module("scene.js", "module.makeMesh('" + name + "').depth"), mesh.depth) << name;
    for (const std::string_view attribute : render::attribute_words()) {
      const nlohmann::json values = module(
          "scene.js", "[...module.attributeValues(module.makeMesh('" + name + "'), '" + std::string(attribute) + "')]");
      ASSERT_EQ(values.size(), 4 * mesh.vertices.size()) << name << " " << attribute;
      for (std::size_t vertex = 0; vertex < mesh.vertices.size(); ++vertex) {
        const Float4 value = render::find_attribute(attribute)(mesh.vertices[vertex]);
        for (std::size_t lane = 0; lane < 4; ++lane)
          ASSERT_NEAR(values[4 * vertex + lane].get<double>(), value[lane], 2e-5)
              << name << " " << attribute << " " << vertex;
      }
    }
  }
}

TEST_F(Scenes, HaveTheTexturesOfTheCommand) {
  show();
  for (const std::string_view word : render::texture_words()) {
    const std::string name(word), kind = word == "cube-sky" ? "cube" : "2d";
    const Texture texture = *render::texture_by_word(word);
    const nlohmann::json levels = module(
        "pictures.js", "module.pictureByWord('" + kind + "', '" + name + "').levels.map(({bytes}) => [...bytes])");
    ASSERT_EQ(levels.size(), texture.levels.size()) << name;
    for (std::size_t level = 0; level < levels.size(); ++level) {
      const std::vector<Float4>& texels = texture.levels[level].texels;
      ASSERT_EQ(levels[level].size(), 4 * texels.size()) << name;
      std::size_t far = 0;
      for (std::size_t i = 0; i < texels.size(); ++i)
        for (std::size_t lane = 0; lane < 4; ++lane)
          far += std::abs(levels[level][4 * i + lane].get<double>() - 255 * texels[i][lane]) > 2.5;
      // Where a texel lies on an edge, the rounding of floats decides.
      EXPECT_LE(far, levels[level].size() / 1000) << name << " " << level;
    }
  }
}

TEST_F(Scenes, GuessFromUseAndComments) {
  show();
  show_pair(
      "// vc4  time, amplitude\n// attributes  va2 phase\n"
      "m44 op, va0, vc0\nm33 vt0.xyz, va1, vc0\nmov vt0.w, va2.x\nmul vt0, vt0, vc4.xyxy\nmov v0, vt0\n",
      "// fc0  color of the edge\n// textures  fs0 bricks\ntex ft0, v0, fs0 <2d, linear>\nmul oc, ft0, fc0\n");
  EXPECT_EQ(evaluate("[...document.querySelectorAll('#knobs select')].map(({value}) => value)"),
            nlohmann::json::array({"model-view-projection", "bricks", "position", "normal", "phase"}));
  EXPECT_EQ(evaluate("document.querySelector(\"[aria-label='vc4.x, time, times the seconds']\").ariaPressed"), "true");
  EXPECT_EQ(count("[aria-label='vc4.y, amplitude']"), 1u);
  EXPECT_EQ(count("[aria-label='fc0, color']"), 1u);
}

TEST_F(Scenes, HaveOneFieldForTheRegistersThatRelativeAddressesReach) {
  show();
  type_pair("mov op, va0\nmov v0, vc[va1.x+2]\n", "mov oc, v0\n");
  EXPECT_THAT(text("#knobs details summary"), testing::HasSubstr("vc0 to vc127"));
  set("#knobs details .field input", "7");
  EXPECT_EQ(count("[aria-label='vc7.w']"), 1u);
}

}  // namespace
}  // namespace agal::playground
