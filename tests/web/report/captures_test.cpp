// Tests the data from a game's log on the page.
#include "report/browsing.hpp"
#include "report/decoded.hpp"

namespace agal::report {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char textured[] =
    "//! agal 1 fragment\ntex ft0, v0, fs0 <2d, linear, miplinear, repeat>\nmul ft0, ft0, fc0\nmov oc, ft0\n";
constexpr char colored[] = "//! agal 1 fragment\nmul ft0, v0, fc0\nmov oc, ft0\n";

const Json flat_matrix = Json::parse("[[0.00363636, 0, 0, -1], [0, -0.005, 0, 1], [0, 0, 0, 0.5], [0, 0, 0, 1]]");
const Json bright = Json::parse("[[1, 1, 1, 1]]");

// Writes three pairs: one that the game used, one with constants that show an empty picture, and one that the game did
// not upload.
void write_captures(const fs::path& folder) {
  Sample sample(folder);
  for (const char* const name : {"used", "dark", "spare"}) {
    const std::string stem = std::string("a/") + name;
    sample.add(stem + ".vert", plain_vertex);
    sample.add(stem + ".frag", std::string(name) == "used" ? textured : colored);
    Sample::pair(sample.line(stem + ".vert"), sample.line(stem + ".frag"), "neighbors");
  }
  Json draws = Json::array({captured_draw(1, flat_matrix, bright), captured_draw(2, {}, {}), captured_draw(3, {}, {})});
  draws[2]["blend"] = {{"source", "one"}, {"destination", "zero"}};
  draws[2]["target"] = {{"index", 0}, {"class", "texture"}, {"width", 64}, {"height", 64}, {"format", hostile}};
  Sample::capture(sample.line("a/used.vert"), sample.line("a/used.frag"), 26, draws);
  Sample::capture(sample.line("a/dark.vert"), sample.line("a/dark.frag"), 1,
                  Json::array({captured_draw(1, flat_matrix, Json::array())}));
  sample.finish_capture();
  sample.write_manifest();
  Json materials = Json::array();
  for (const char* const function : {"createWater", "createWater_2"})
    materials.push_back({{"create", function},
                         {"vertex", {{"program", sample.line("a/used.vert")["hash"]}}},
                         {"fragment", {{"program", sample.line("a/used.frag")["hash"]}}}});
  sample.write("materials.json", Json{{"materials", materials}}.dump());
}

class ReportCaptures : public Browsing {
 protected:
  void write_sample(const fs::path& folder) override { write_captures(folder); }
  void show(const std::string& fragment = {}) {
    Browsing::show(fragment);
    wait_for("document.readyState === 'complete'");
  }
  void show_program(const std::string& stem) { show("#" + hash_of(stem)); }
  // Returns the texts of a row in the table of the state.
  std::vector<std::string> state(const std::string& name) {
    const std::string expression =
        "[...document.querySelectorAll('.state tbody tr')].filter((row) => row.cells[0].textContent === '" + name +
        "').flatMap((row) => [...row.cells].slice(1).map((cell) => cell.textContent))";
    return evaluate(expression).get<std::vector<std::string>>();
  }
};

TEST_F(ReportCaptures, PicturesUseConstantsOfGame) {
  EXPECT_THAT(file_text(page()), AllOf(HasSubstr("id=\"picture0\" data-constants=\"game\""),
                                       HasSubstr("id=\"picture1\" data-constants=\"instead\""),
                                       HasSubstr("id=\"picture2\" data-constants=\"made-up\"")));
  show();
  wait_for("document.querySelectorAll('.gallery img').length === 3");
  EXPECT_THAT(texts("section > p.dim"),
              Contains(AllOf(HasSubstr("1 with the constants and formats of the first draw"),
                             HasSubstr("1 with made-up constants, because those of the game "),
                             HasSubstr("Shapes and textures are made up."))));
  show_program("a/used.frag");
  EXPECT_THAT(texts(".pair span"),
              ElementsAre("neighbors", "Materials: createWater, createWater_2",
                          "Drawn with the constants of the first draw; the shape and textures are made up.",
                          "The game uploaded this pair 26 times and drew with it."));
  show_program("a/spare.frag");
  EXPECT_THAT(texts(".pair span"),
              ElementsAre("neighbors", "Drawn with made-up inputs.", "The game did not upload this pair."));
}

TEST_F(ReportCaptures, ShowsStateAsTable) {
  show_program("a/used.vert");
  EXPECT_THAT(texts(".capture summary .for-readers"), ElementsAre("a/used.frag"));
  EXPECT_THAT(text(".capture summary .count"), "uploaded 26 times");
  EXPECT_THAT(text(".capture > p"),
              "pair 1 of the run · first as upload 2 · WIN 32,0,0,100 StandAlone · game.log, run 5f3a");
  EXPECT_THAT(texts(".state thead th"), ElementsAre("state", "draws 1 and 2", "draw 3"));
  const std::string call = "drawTriangles, 2 triangles, 6 indices";
  EXPECT_THAT(state("call"), ElementsAre(call, call));
  EXPECT_THAT(state("va1"), Contains("float2 at 2 of 4 words, 4 vertices"));
  EXPECT_THAT(state("texture 0"), Contains("texture 512 × 256, bgra, 9 levels"));
  EXPECT_THAT(state("sampler 0"), Contains("repeat, linear, miplinear"));
  EXPECT_THAT(state("blending"), ElementsAre("premultiplied alpha (one, oneMinusSourceAlpha)", "off (one, zero)"));
  EXPECT_THAT(state("depth"), Contains("no test, not written"));
  EXPECT_THAT(state("culling"), Contains("none"));
  EXPECT_THAT(state("target"), ElementsAre("back buffer 550 × 400", "texture 64 × 64, " + std::string(hostile)));
  EXPECT_EQ(text(".constants summary"), "4 vertex constants and 1 fragment constant at the first draw");
  EXPECT_THAT(texts(".registers tbody td"), Contains("0.00363636"));
}

TEST_F(ReportCaptures, ProgramsShowUseInGame) {
  show();
  EXPECT_THAT(texts("#list .remark"),
              ElementsAre("drawn", "drawn", "drawn", "drawn", "may also be uploaded", "may also be uploaded"));
  EXPECT_THAT(texts(".tile span"), AllOf(Contains("drawn by a game"), Contains(HasSubstr("may also be uploaded"))));
  EXPECT_THAT(texts(".files thead th"), ElementsAre("file", "kind", "programs", "uploaded", "pairs"));
  EXPECT_THAT(texts(".files tbody tr td:nth-child(2)"), ElementsAre("capture log", "SWF"));
  show("#?use=notUploaded");
  EXPECT_THAT(texts("#list .for-readers"), ElementsAre("a/spare.vert", "a/spare.frag"));
  show_program("a/used.vert");
  EXPECT_THAT(texts(".chip"), AllOf(Contains("captured"), Contains("drawn")));
  EXPECT_THAT(texts(".page > section:last-child tbody tr:first-child td"), Contains("exact"));
  EXPECT_THAT(texts(".page > section:last-child tbody tr:last-child td"),
              AllOf(Contains("captured"), Contains("line 7")));
  show_program("a/spare.vert");
  EXPECT_THAT(texts(".chip"), Contains("may also be uploaded"));
  EXPECT_THAT(texts(".capture"), IsEmpty());
}

TEST_F(ReportCaptures, AcceptsValuesOfUnexpectedTypes) {
  const fs::path odd = folder() / "odd";
  Sample sample(odd);
  sample.add("a.vert", plain_vertex);
  sample.add("a.frag", colored);
  Sample::pair(sample.line("a.vert"), sample.line("a.frag"), "neighbors");
  Json draws = Json::parse(R"([7, null, {"draw": {}, "attributes": [1, null, {}], "textures": "x", "samplers": [[]],
      "blend": 5, "depth": [], "culling": {}, "stencil": 1, "backBuffer": "b", "target": [],
      "constants": {"vertex": [1, [null, {}, "nan"]], "fragment": 3}}])");
  Sample::capture(sample.line("a.vert"), sample.line("a.frag"), 1, draws);
  sample.line("a.vert")["pairs"][0]["captured"].push_back(Json{{"draws", "none"}, {"uploads", -3}, {"log", {}}});
  sample.finish_capture();
  sample.write_manifest();
  const fs::path page = odd / "report.html";
  ASSERT_FALSE(write_report((odd / "manifest.jsonl").string(), odd.string(), page.string()).has_errors());
  open(page, "#" + sample.line("a.vert")["hash"].get<std::string>());
  wait_for("document.querySelector('.capture') !== null");
  EXPECT_EQ(count(".capture"), 1u);
}

TEST_F(ReportCaptures, TextsHaveContrastInBothSchemes) {
  // Computes the contrast of each text with the background behind it, as defined by WCAG 2.
  const std::string look = R"((() => {
    const parse = (color) => (color.match(/[\d.]+/g) || []).map(Number);
    const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = (node) => { for (; node; node = node.parentElement) {
      const color = parse(getComputedStyle(node).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color; } return [255, 255, 255]; };
    const low = new Set();
    for (const node of document.querySelectorAll('.files *, .capture *, .row *, .chip, .pair span, table.certainty *')) {
      if (![...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim())) continue;
      if (node.closest('.for-readers')) continue;
      const [a, b] = [light(parse(getComputedStyle(node).color)), light(behind(node))];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (ratio < 4.5) low.add(`${node.tagName}.${node.className}: ${ratio.toFixed(2)}`);
    }
    // The borders of controls have a contrast of 3.
    for (const node of document.querySelectorAll('#search, #filters select, button.more')) {
      const {borderTopColor} = getComputedStyle(node);
      const [a, b] = [light(parse(borderTopColor)), light(behind(node.parentElement))];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (ratio < 3) low.add(`border of ${node.tagName}: ${ratio.toFixed(2)}`);
    }
    return [...low];
  })())";
  for (const char* const scheme : {"light", "dark"}) {
    const nlohmann::json feature{{"name", "prefers-color-scheme"}, {"value", scheme}};
    tools().call("Emulation.setEmulatedMedia", {{"features", nlohmann::json::array({feature})}});
    show();
    EXPECT_EQ(evaluate(look), nlohmann::json::array()) << scheme;
    show_program("a/used.vert");
    EXPECT_EQ(evaluate(look), nlohmann::json::array()) << scheme;
  }
  tools().call("Emulation.setEmulatedMedia", {{"features", nlohmann::json::array()}});
}

}  // namespace
}  // namespace agal::report
