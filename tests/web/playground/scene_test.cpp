// Tests that the meshes, attributes, textures and guesses of the page match `agalc render`.
#include <agal/assembly.hpp>
#include <agal/bytecode.hpp>
#include <agal/compile.hpp>
#include <map>

#include "playground/playing.hpp"
#include "render/mesh.hpp"
#include "render/scene.hpp"
#include "render/textures.hpp"

namespace agal::playground {
namespace {

class Scenes : public Playing {
 protected:
  // The canvas must be visible with WebGPU.
  static void SetUpTestSuite() { start_for_drawing(Compositor::Gpu, browser::Files::Fixed); }

  nlohmann::json module(const std::string& name, const std::string& expression) {
    return evaluate("import('./" + name + "').then((module) => " + expression + ")");
  }

  // Pastes a text into the field of a component, such as "fc1.x".
  void paste(const std::string& component, const std::string& text) {
    evaluate(
        "{ const data = new DataTransfer(); data.setData('text', " + nlohmann::json(text).dump() +
        "); document.querySelector(\"[aria-label='" + component +
        "']\").dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})); }");
  }
  std::vector<std::string> values_of(const std::string& constant) {
    return evaluate("[...'xyzw'].map((lane) => document.querySelector(`[aria-label='" + constant +
                    ".${lane}']`).value)")
        .get<std::vector<std::string>>();
  }
};

TEST_F(Scenes, MeshesMatchCommand) {
  show();
  for (const std::string_view word : render::built_in_mesh_words()) {
    const std::string name(word);
    const render::Mesh mesh = *render::built_in_mesh(word);
    const nlohmann::json indices = module("scenes.js", "[...module.makeMesh('" + name + "').indices]");
    std::vector<std::uint32_t> expected;
    for (const auto& triangle : mesh.triangles) expected.insert(expected.end(), triangle.begin(), triangle.end());
    EXPECT_EQ(indices, nlohmann::json(expected)) << name;
    EXPECT_EQ(module("scenes.js", "module.makeMesh('" + name + "').depth"), mesh.depth) << name;
    for (const std::string_view attribute : render::attribute_words()) {
      const nlohmann::json values = module("scenes.js", "[...module.attributeValues(module.makeMesh('" + name +
                                                            "'), '" + std::string(attribute) + "')]");
      ASSERT_EQ(values.size(), 4 * mesh.vertices.size()) << name << " " << attribute;
      for (std::size_t vertex = 0; vertex < mesh.vertices.size(); ++vertex) {
        const Float4 value = render::find_attribute(attribute)(mesh.vertices[vertex]);
        for (std::size_t lane = 0; lane < 4; ++lane)
          ASSERT_NEAR(values[4 * vertex + lane].get<double>(), value[lane], 1e-6)
              << name << " " << attribute << " " << vertex;
      }
    }
  }
}

TEST_F(Scenes, TexturesMatchCommand) {
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
      std::size_t different = 0;
      for (std::size_t i = 0; i < texels.size(); ++i)
        for (std::size_t lane = 0; lane < 4; ++lane)
          different += std::abs(levels[level][4 * i + lane].get<double>() - 255 * texels[i][lane]) > 0.5;
      // The C libraries of WebAssembly and of this machine round sines and powers differently.
      EXPECT_LE(different, levels[level].size() / 1000) << name << " " << level;
    }
  }
}

TEST_F(Scenes, GuessesMatchCommand) {
  show();
  const Program vertex = *load_program(std::as_bytes(
      std::span(std::string_view("m44 op, va0, vc0\nm33 vt0.xyz, va3, vc4\nmov vt0.w, va1.x\nadd v0, vt0, va5\n"))));
  std::map<std::string, std::string> expected;
  const Program fragment = *load_program(std::as_bytes(std::span(std::string_view("mov oc, v0\n"))));
  const std::vector<std::string_view> words = render::guess_attributes(vertex, fragment);
  for (std::size_t i = 0; i < words.size(); ++i)
    if (!words[i].empty()) expected["va" + std::to_string(i)] = std::string(words[i]);
  const auto bytes_of = [](const Program& program) {
    std::vector<std::uint8_t> bytes;
    for (const std::byte byte : write_bytecode(program)) bytes.push_back(std::to_integer<std::uint8_t>(byte));
    return "Uint8Array.from(" + nlohmann::json(bytes).dump() + ")";
  };
  EXPECT_EQ(module("scenes.js", "module.guessAttributes(" + bytes_of(vertex) + ", " + bytes_of(fragment) + ")"),
            nlohmann::json(expected));
  EXPECT_EQ(module("scenes.js", "module.guessAttributes(Uint8Array.of(1, 2, 3), " + bytes_of(fragment) + ")"),
            nlohmann::json::object());
  const render::Mesh mesh = *render::built_in_mesh("sphere");
  const std::vector<Float4> constants = render::default_constants(vertex, mesh, 1);
  const nlohmann::json rows = module(
      "scenes.js", "module.matrixRows('model-view-projection', module.makeMesh('sphere'), 0).map((row) => [...row])");
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t lane = 0; lane < 4; ++lane)
      EXPECT_NEAR(rows[row][lane].get<double>(), constants[row][lane], 1e-6) << row << " " << lane;
}

// A batch of quads has positions, texture coordinates and a matrix, but it does not have a normal.
TEST_F(Scenes, ShowsQuadsOnASquare) {
  show();
  show_pair("m44 op, va0, vc1\nmul v0, va1, vc0\n", "mov oc, v0\n");
  EXPECT_EQ(evaluate("document.querySelector('#scene-fields select').value"), "quad");
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

// The programs of Starling and of Away3D have colors before texture coordinates.
TEST_F(Scenes, GuessTextureCoordinatesFromTheFragmentProgram) {
  show();
  const auto guessed = [&] {
    return evaluate("[...document.querySelectorAll('#knobs select')].map(({value}) => value)");
  };
  const std::string vertex = "m44 op, va0, vc0\nmov v0, va1\nmov v1, va2\n";
  show_pair(vertex, "tex ft1, v1, fs0 <2d, linear>\nmul ft2, ft1, v0\nmul oc, ft2, fc0\n");
  EXPECT_EQ(guessed(), nlohmann::json::array({"model-view-projection", "photo", "position", "color", "uv"}));
  show_pair(vertex, "tex ft1, v0, fs0 <2d, linear>\nmul ft2, ft1, v1\nmul oc, ft2, fc0\n");
  EXPECT_EQ(guessed(), nlohmann::json::array({"model-view-projection", "photo", "position", "uv", "color"}));
  // Comments win.
  show_pair("// attributes va2 uv2\n" + vertex, "tex ft1, v1, fs0 <2d, linear>\nmul oc, ft1, v0\n");
  EXPECT_EQ(guessed(), nlohmann::json::array({"model-view-projection", "photo", "position", "color", "uv2"}));
  type_pair("", "div ft0, v0, v0.w\ntex ft1, v1, fs0 <2d, linear>\nmul oc, ft0, ft1\n");
  const int before = changes();
  click("#partner");
  wait_for_analysis_after(before);
  settle();
  EXPECT_THAT(program("vertex"), testing::HasSubstr("va0 position, va1 color, va2 uv\n"));
}

TEST_F(Scenes, ShowOneFieldForRelativeRegisters) {
  show();
  type_pair("mov op, va0\nmov v0, vc[va1.x+2]\n", "mov oc, v0\n");
  EXPECT_THAT(text("#knobs details summary"), testing::HasSubstr("vc0 to vc127"));
  set("#knobs details .field input", "7");
  EXPECT_EQ(count("[aria-label='vc7.w']"), 1u);
}

TEST_F(Scenes, FactorsOfTheOutputAreColors) {
  show();
  const auto pickers = [&](const std::string& fragment) {
    show_pair("m44 op, va0, vc0\nmov v0, va1\n", fragment);
    settle();
    return evaluate("[...document.querySelectorAll('#knobs input[type=color]')].map(({ariaLabel}) => ariaLabel)")
        .get<std::vector<std::string>>();
  };
  const std::string sample = "tex ft0, v0, fs0 <2d>\n";
  EXPECT_THAT(pickers(sample + "mul oc, fc0, ft0\n"), testing::ElementsAre("fc0, color"));
  EXPECT_THAT(pickers(sample + "mul ft1, fc0, ft0\nmov oc, ft1\n"), testing::ElementsAre("fc0, color"));
  EXPECT_THAT(pickers(sample + "mul ft0, ft0, fc0\nadd ft0, ft0, fc1\nmov oc, ft0\n"),
              testing::ElementsAre("fc0, color", "fc1, color"));
  // The coordinates are not a part of the output.
  EXPECT_THAT(pickers("mul ft0, v0, fc0\ntex ft0, ft0, fs0 <2d>\nmov oc, ft0\n"), testing::IsEmpty());
}

TEST_F(Scenes, PastedNumbersFillTheComponents) {
  show();
  show_pair("mov op, va0\n", "mul oc, fc0, fc1\n");
  settle();
  paste("fc1.x", "Vector.<Number>([0, .25, -1.5, 2e1]), 5");
  EXPECT_THAT(values_of("fc1"), testing::ElementsAre("0", "0.25", "-1.5", "20"));
  paste("fc1.z", "3 4 5");
  EXPECT_THAT(values_of("fc1"), testing::ElementsAre("0", "0.25", "3", "4"));
  // The browser pastes a single number.
  paste("fc1.x", "7");
  EXPECT_THAT(values_of("fc1"), testing::ElementsAre("0", "0.25", "3", "4"));
}

TEST_F(Scenes, PastedNumbersFillAMatrix) {
  show();
  show_pair("m44 op, va0, vc2\n", "mov oc, fc0\n");
  set("#knobs select", "numbers");
  paste("vc2.x", "1,0,0,0,  0,1,0,0,  0,0,1,.5,  0,0,0,1,  9");
  EXPECT_THAT(values_of("vc2"), testing::ElementsAre("1", "0", "0", "0"));
  EXPECT_THAT(values_of("vc4"), testing::ElementsAre("0", "0", "1", "0.5"));
  EXPECT_THAT(values_of("vc5"), testing::ElementsAre("0", "0", "0", "1"));
  EXPECT_THAT(values_of("fc0"), testing::ElementsAre("1", "0.5", "0.25", "1"));
}

TEST_F(Scenes, NewProgramsKeepOnlyTheKnobsThatTheyShare) {
  show();
  const std::string fragment = "mul ft0, v0, fc0\nadd oc, ft0, fc1\n";
  show_pair("m44 op, va0, vc0\nmov v0, va1\n", fragment);
  settle();
  const auto values = [&] {
    return evaluate("['fc0.x', 'fc1.x'].map((name) => document.querySelector(`[aria-label='${name}']`).value).join()");
  };
  set("[aria-label='fc0.x']", "0.125");
  set("[aria-label='fc1.x']", "0.25");
  const auto click_and_wait = [&](const std::string& button) {
    const int before = changes();
    click(button);
    wait_for_analysis_after(before);
  };
  type("fragment", "mul ft0, v0, fc0\nadd ft0, ft0, fc1\nmov oc, ft0\n");  // a change of the program
  EXPECT_EQ(values(), "0.125,0.25");
  click_and_wait("#back");
  type("fragment",
       "mov ft2, v0\nmul ft0, v0, fc0\nsub ft0, ft0, v0\nmul ft1, ft0, ft0\nmul ft1, ft1, fc1\nsat oc, ft1\n");
  EXPECT_EQ(values(), "0.125,1");
  EXPECT_EQ(text("#state"), "Knobs of the program before are at their defaults.");
  click_and_wait("#back");
  EXPECT_EQ(values(), "0.125,0.25");
  click_and_wait("#knobs .reset");
  EXPECT_EQ(values(), "1,1");
  click_and_wait("#back");
  EXPECT_EQ(values(), "0.125,0.25");
}

// A batch that has a matrix for each quad.
TEST_F(Scenes, GuessesRelativeMatrices) {
  show();
  show_pair("m44 op, va0, vc[va1.x+4]\nadd v0, va2, vc1\n", "mov oc, v0\n");
  EXPECT_EQ(evaluate("[...document.querySelectorAll('#knobs select')].map(({value}) => value)"),
            nlohmann::json::array({"model-view-projection", "position", "zero", "uv"}));
  EXPECT_EQ(text("#knobs .knob .label"), "vc4 to vc127 matrices");
  EXPECT_EQ(count("#knobs details.knob:not([hidden] *)"), 0u);
  settle();
  EXPECT_THAT(text("#preview-state"), testing::EndsWith("512 × 512"));
  // All rows are (1, 0.5, 0.25, 1): the square is a line.
  set("#knobs select", "numbers");
  EXPECT_EQ(count("#knobs details.knob:not([hidden] *)"), 1u);
  wait_for("document.querySelector('#preview-state').textContent.endsWith('. Only the background is visible.')");
  set("#knobs select", "identity");
  wait_for("document.querySelector('#preview-state').textContent.endsWith('512 × 512')");
  // One matrix is enough.
  show_pair("m44 op, va0, vc[va1.x+124]\nmov v0, va2\n", "mov oc, v0\n");
  EXPECT_EQ(text("#knobs .knob .label"), "vc124 to vc127 matrices");
  // Other relative addresses reach registers around the matrices.
  show_pair("m44 op, va0, vc[va1.x+4]\nmov vt0, vc9\nadd v0, vt0, vc[va1.y+2]\n", "mov oc, v0\n");
  EXPECT_EQ(text("#knobs .knob .label"), "vc4 to vc8 matrices");
  EXPECT_THAT(texts("#knobs details.knob:not([hidden] *) summary"),
              testing::ElementsAre("Any of vc2 to vc3: reached by relative addresses",
                                   "Any of vc9 to vc127: reached by relative addresses"));
}

}  // namespace
}  // namespace agal::playground
