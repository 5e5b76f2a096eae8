// Tests files that are dropped on the page.
#include "playground/dropping.hpp"

namespace agal::playground {
namespace {

using testing::HasSubstr;

TEST_F(Dropped, DisassemblesBytecode) {
  show();
  const int before = changes();
  drop({{"a.bin", bytecode("//! agal 1 vertex\nmov op, va0\nmov v0, va1\n")},
        {"b.bin", bytecode("//! agal 1 fragment\nmov oc, v0\n")}});
  wait_for_analysis_after(before);
  EXPECT_EQ(program("vertex"), "//! agal 1 vertex\nmov op, va0\nmov v0, va1\n");
  EXPECT_EQ(program("fragment"), "//! agal 1 fragment\nmov oc, v0\n");
  EXPECT_EQ(text("#state"), "From a.bin, b.bin.");
  EXPECT_EQ(evaluate("document.body.classList.contains('dropping')"), false);
}

TEST_F(Dropped, SingleProgramKeepsOther) {
  show();
  const std::string vertex = program("vertex");
  const int before = changes();
  drop({{"light.frag.agal", bytes_of("mov oc, v1 // the second\n")}});
  wait_for_analysis_after(before);
  EXPECT_EQ(program("fragment"), "mov oc, v1 // the second\n");
  EXPECT_EQ(program("vertex"), vertex);
}

TEST_F(Dropped, SecondProgramOfAStageIsNamed) {
  show();
  const int before = changes();
  drop({{"a.frag.agal", bytes_of("mov oc, v0 // a\n")}, {"b.frag.agal", bytes_of("mov oc, v0 // b\n")}});
  wait_for_analysis_after(before);
  EXPECT_EQ(program("fragment"), "mov oc, v0 // a\n");
  EXPECT_EQ(text("#state"), "From a.frag.agal (not opened: b.frag.agal).");
}

TEST_F(Dropped, ListsProgramsOfContainer) {
  show();
  drop({{"game.swf", swf({bytecode("mov op, va0\nmov v0, va1\n"), bytecode("mul oc, v0, fc0\n")})}});
  wait_for(list_is_open);
  EXPECT_EQ(text("#found h2"), "2 programs in game.swf");
  EXPECT_THAT(text("#found .row"), HasSubstr("AGAL 1, 2 tokens"));
  const int before = changes();
  click("#found .row");
  wait_for_analysis_after(before);
  EXPECT_THAT(program("vertex"), HasSubstr("mov v0, va1"));
  EXPECT_EQ(evaluate("document.querySelector('#examples').value"), "");
  // The list stays next to the open program, and marks it.
  EXPECT_EQ(evaluate("document.querySelector('#found').checkVisibility()"), true);
  EXPECT_EQ(count("#found .row[aria-selected=true]"), 1u);
}

TEST_F(Dropped, ListsProgramsOfSeveralContainers) {
  show();
  const Bytes vertex = bytecode("mov op, va0\nmov v0, va1\n"), fragment = bytecode("mul oc, v0, fc0\n");
  const int before = changes();
  drop({{"one.swf", swf({vertex, fragment})}, {"two.swf", swf({vertex, fragment, bytecode("mov oc, fc1\n")})}});
  wait_for(list_is_open);
  EXPECT_EQ(text("#found h2"), "3 programs in one.swf, two.swf");
  EXPECT_EQ(count("#found .row"), 2u);  // the pair that both files contain is one row
  wait_for_analysis_after(before);
  EXPECT_EQ(text("#state"), "From one.swf, two.swf.");
  const int opened = changes();
  click("#found .row:nth-child(2)");
  wait_for_analysis_after(opened);
  EXPECT_EQ(text("#state"), "From two.swf.");
  EXPECT_THAT(program("fragment"), HasSubstr("mov oc, fc1"));
}

TEST_F(Dropped, ListNamesUnopenedFiles) {
  show();
  drop({{"a.frag.agal", bytes_of("mov oc, v0 // a\n")},
        {"game.swf", swf({bytecode("mov oc, fc1\n")})},
        {"b.frag.agal", bytes_of("mov oc, v0 // b\n")}});
  wait_for(list_is_open);
  EXPECT_EQ(text("#found h2"), "1 program in game.swf");
  EXPECT_EQ(text("#found p"), "Not opened: a.frag.agal, b.frag.agal.");
}

TEST_F(Dropped, UndoChangesTheMarkAndTheSource) {
  show();
  drop({{"game.swf", swf({bytecode("mov oc, fc0\n"), bytecode("mov oc, fc1\n")})}});
  wait_for(list_is_open);
  settle();
  EXPECT_EQ(text("#state"), "From game.swf.");
  const auto press_undo = [&](const std::string& key) {
    const int before = changes();
    evaluate("document.querySelector('#fragment-editor .cm-content').focus()");
    press_key(key, key == "z" ? 90 : 89, control);
    wait_for_analysis_after(before);
  };
  press_undo("z");
  EXPECT_EQ(count("#found .row[aria-selected=true]"), 0u);
  EXPECT_EQ(text("#state"), "");
  EXPECT_EQ(evaluate("document.querySelector('#examples').value"), "0");
  press_undo("y");
  EXPECT_EQ(count("#found .row:first-child[aria-selected=true]"), 1u);
  EXPECT_EQ(text("#state"), "From game.swf.");
  choose_example("Water");
  EXPECT_EQ(count("#found .row[aria-selected=true]"), 0u);
  EXPECT_EQ(text("#state"), "");
  click("#back");
  EXPECT_EQ(count("#found .row:first-child[aria-selected=true]"), 1u);
  EXPECT_EQ(text("#state"), "The programs before are back.");
}

TEST_F(Dropped, RowsKeepTheirChangesUntilTheyAreOpenedAgain) {
  show();
  drop({{"game.swf", swf({bytecode("mul oc, v0, fc0\n"), bytecode("mul oc, v0, fc1\n")})}});
  wait_for(list_is_open);
  settle();
  const std::string first = program("fragment"), changed = first + "// mine\n";
  type("fragment", changed);
  set("[aria-label='fc0.x']", "0.125");
  open_row("2");
  EXPECT_EQ(text("#state"), "From game.swf.");
  // A row without changes is opened like the first time.
  open_row("1");
  EXPECT_EQ(program("fragment"), changed);
  EXPECT_EQ(evaluate("document.querySelector(\"[aria-label='fc0.x']\").value"), "0.125");
  EXPECT_THAT(text("#state"), HasSubstr("with your changes"));
  open_row("2");
  EXPECT_EQ(text("#state"), "From game.swf.");
  open_row("1");
  // The second click of a double click does not reset the program.
  evaluate("document.querySelector('#found .row').dispatchEvent(new MouseEvent('click', {detail: 2}))");
  settle();
  EXPECT_EQ(program("fragment"), changed);
  const int before = changes();
  click("#found .row");
  wait_for_analysis_after(before);
  settle();
  EXPECT_EQ(program("fragment"), first);
  EXPECT_EQ(text("#state"), "From game.swf.");
  EXPECT_NE(evaluate("document.querySelector(\"[aria-label='fc0.x']\").value"), "0.125");
}

TEST_F(Dropped, FilesAreSavedUnderTheNameOfTheProgram) {
  show();
  EXPECT_EQ(count("#cards .copy[title='Save phong-lighting.frag.essl300.glsl']"), 1u);
  int before = changes();
  drop({{"glow.agal", bytes_of("mov oc, v1\n")}});
  wait_for_analysis_after(before);
  EXPECT_EQ(count("#cards .copy[title='Save glow.frag.wgsl']"), 1u);
  EXPECT_EQ(count("#cards .copy[title='Save phong-lighting.vert.wgsl']"), 1u);
  type("fragment", "mov oc, v0\n");
  EXPECT_EQ(count("#cards .copy[title='Save glow-changed.frag.wgsl']"), 1u);
  before = changes();
  drop({{"game.swf", swf({bytecode("mul oc, v0, fc0\n")})}});
  wait_for_analysis_after(before);
  wait_for("document.querySelector(\"#cards .copy[title='Save partner.vert.wgsl']\")");
  const std::string hash = text("#found .row code");
  EXPECT_EQ(count("#cards .copy[title^=Save][title$='" + hash + ".frag.wgsl']"), 1u);
}

TEST_F(Dropped, SourceCodeIsAContainer) {
  show();
  const std::string fragment = program("fragment");
  drop({{"Shader.as", bytes_of("package { class Shader { static const F:String = \"mov oc, fc7\\n\"; } }\n")}});
  wait_for(list_is_open);
  EXPECT_EQ(text("#found h2"), "1 program in Shader.as");
  settle();
  EXPECT_THAT(program("fragment"), HasSubstr("mov oc, fc7"));
}

TEST_F(Dropped, RejectsTextWithoutPrograms) {
  show();
  const std::string fragment = program("fragment");
  drop({{"notes.txt", bytes_of("Things to do: port the water.\n")}});
  wait_for(list_is_open);
  EXPECT_EQ(text("#found h2"), "No programs in notes.txt");
  EXPECT_THAT(text("#found .message"), HasSubstr("AGAL1034"));
  EXPECT_EQ(program("fragment"), fragment);
  const int before = changes();
  drop({{"wrong.agal", bytes_of("mvo oc, v0\n")}});
  wait_for_analysis_after(before);
  EXPECT_EQ(program("fragment"), "mvo oc, v0\n");
  EXPECT_EQ(text("#fragment-summary"), "1 error");
}

TEST_F(Dropped, OpensFirstProgramAndUndoReverts) {
  show();
  const std::string vertex = program("vertex"), fragment = program("fragment");
  const int before = changes();
  drop({{"game.swf", swf({bytecode("mov op, va0\nmov v0, va1\n"), bytecode("mul oc, v0, fc0\n")})}});
  wait_for_analysis_after(before);
  EXPECT_EQ(program("fragment"), "//! agal 1 fragment\nmul oc, v0, fc0\n");
  EXPECT_EQ(count("#found .row[aria-selected=true]"), 1u);
  const int opened = changes();
  click("#back");
  wait_for_analysis_after(opened);
  EXPECT_EQ(program("vertex"), vertex);
  EXPECT_EQ(program("fragment"), fragment);
}

TEST_F(Dropped, AddsPartnerToProgramOfList) {
  show();
  const auto wait_for_line = [&](const std::string& stage, const std::string& line) {
    wait_for("[...document.querySelectorAll('#" + stage +
             "-editor .cm-line')].some(({textContent}) => textContent === '" + line + "')");
  };
  drop({{"game.swf", swf({bytecode("mov oc, fc0\n"), bytecode("mul oc, v0, fc1\n")})}});
  wait_for_line("fragment", "mov oc, fc0");  // the first program opens automatically
  wait_for_line("vertex", "m44 op, va0, vc0");
  click("#found .row:nth-child(2)");
  wait_for_line("fragment", "mul oc, v0, fc1");
  wait_for_line("vertex", "mov v0, va1");
  settle();
  EXPECT_EQ(text("#vertex-summary") + ", " + text("#fragment-summary"), "no errors, no errors");
  EXPECT_EQ(evaluate("document.querySelector('#canvas-box').classList.contains('stale')"), false);
}

TEST_F(Dropped, UndoTakesAPartnerBack) {
  show();
  const std::string vertex = program("vertex"), fragment = program("fragment");
  drop({{"game.swf", swf({bytecode("mul oc, v0, fc1\n")})}});
  const std::string has_partner =
      "[...document.querySelectorAll('#vertex-editor .cm-line')].some(({textContent}) => textContent === 'mov v0, "
      "va1')";
  wait_for(has_partner);
  settle();
  evaluate("document.querySelector('#fragment-editor .cm-content').focus()");
  press_key("z", 90, control);
  settle();
  EXPECT_EQ(program("fragment"), fragment);
  EXPECT_EQ(program("vertex"), vertex);
  press_key("y", 89, control);
  settle();
  EXPECT_THAT(program("fragment"), HasSubstr("mul oc, v0, fc1"));
  EXPECT_THAT(program("vertex"), HasSubstr("mov v0, va1"));
}

// The page waits for the worker between the files of a drop, and between the programs of a row.
TEST_F(Dropped, LastOfTwoFilesIsShown) {
  show();
  const Files first{{"first.swf", swf({bytecode("mov op, va0\nmov v0, va1\n"), bytecode("mov oc, fc0\n")})}};
  const Files second{{"second.swf", swf({bytecode("mov oc, fc1\n")})}};
  evaluate(dropping(first) + dropping(second));
  wait_for("document.querySelector('#state').textContent === 'From second.swf.'");
  settle();
  EXPECT_EQ(text("#found h2"), "1 program in second.swf");
  EXPECT_THAT(program("fragment"), HasSubstr("mov oc, fc1"));
}

// A list shows programs of its file until the list of the next file replaces it.
TEST_F(Dropped, WorkerKeepsProgramsOfEarlierFiles) {
  show();
  const Bytes first = swf({bytecode("mov oc, fc0\n")}), second = swf({bytecode("mov oc, fc1\n")});
  const nlohmann::json program = evaluate(
      "import('./client.js').then(async ({ask}) => {"
      "const open = (bytes, name) => ask('open', {bytes: new Uint8Array(bytes), name});"
      "const {programs: [{hash}]} = await open(" +
      nlohmann::json(first).dump() + ", 'first.swf'); await open(" + nlohmann::json(second).dump() +
      ", 'second.swf'); return (await ask('take', {hash})).text; })");
  EXPECT_THAT(program.get<std::string>(), HasSubstr("mov oc, fc0"));
}

TEST_F(Dropped, LastOfTwoRowsIsShown) {
  show();
  drop({{"Shader.as", bytes_of("package { class Pair { static const V:String = \"mov op, va0\\nmov v0, va1\\n\";"
                               "static const F:String = \"mov oc, fc7\\n\"; }"
                               "class Single { static const F:String = \"mov oc, fc6\\n\"; } }\n")}});
  wait_for(list_is_open);
  settle();
  ASSERT_EQ(texts("#found .name"), (std::vector<std::string>{"Pair", "Single"}));
  evaluate("for (const row of document.querySelectorAll('#found .row')) row.click()");
  wait_for("document.querySelectorAll('#found .row')[1].ariaSelected === 'true'");
  settle();
  evaluate("import('./client.js').then(({ask}) => ask('about'))");  // the worker answers in order
  EXPECT_THAT(program("fragment"), HasSubstr("mov oc, fc6"));
  EXPECT_EQ(count("#found .row[aria-selected=true]"), 1u);
}

TEST_F(Dropped, MergesVariantsOfSamplers) {
  show();
  evaluate("import('./files.js').then(({variantsOf}) => { window.variantsOf = variantsOf; })");
  wait_for("window.variantsOf");
  const auto entry = [](const std::string& hash, const std::string& name, const std::string& family) {
    return nlohmann::json{
        {"fragment",
         {{"hash", hash}, {"family", family}, {"origins", nlohmann::json::array({nlohmann::json{{"name", name}}})}}}};
  };
  const nlohmann::json entries{entry("1", "ui.Meter", "tex <>"), entry("2", "ui.Gauge", "tex <>"),
                               entry("3", "ui.Meter", "tex <>"), entry("4", "ui.Meter", "mov")};
  EXPECT_EQ(evaluate("variantsOf(" + entries.dump() + ").map((row) => row.map(({fragment}) => fragment.hash))"),
            nlohmann::json({{"1", "3"}, {"2"}, {"4"}}));
}

TEST_F(Dropped, ClickOnRowOpensProgram) {
  show();
  drop({{"game.swf", swf({bytecode("mov oc, fc0\n"), bytecode("mov oc, fc1\n")})}});
  wait_for(list_is_open);
  settle();
  EXPECT_EQ(evaluate("[...document.querySelectorAll('#found .row')].map((row) => { row.scrollIntoView();"
                     "const {right, top} = row.getBoundingClientRect();"
                     "return row.contains(document.elementFromPoint(right - 20, top + 10)); })"),
            nlohmann::json::array({true, true}));
}

TEST_F(Dropped, ListShowsPictures) {
  show();
  // The first device for pictures of the list is lost.
  evaluate(
      "{ const {prototype} = HTMLCanvasElement; const {getContext} = prototype;"
      "prototype.getContext = function (kind, options) { const context = getContext.call(this, kind, options);"
      "if (kind === 'webgl2') { prototype.getContext = getContext;"
      "context.getExtension('WEBGL_lose_context').loseContext(); } return context; }; }");
  drop({{"game.swf", swf({bytecode("mov op, va0\nmov v0, va1\n"), bytecode("mul oc, v0, fc0\n")})}});
  wait_for(list_is_open);
  wait_for("document.querySelector('#found canvas[data-drawn]')");
  const nlohmann::json color = evaluate(
      "[...document.querySelector('#found canvas').getContext('2d').getImageData(48, 48, 1, 1).data].slice(0, 3)");
  ASSERT_TRUE(color.is_array());
  EXPECT_NEAR(color[0].get<int>(), 128, 2);  // the texture coordinates in the middle, times the default of fc0
  EXPECT_NEAR(color[1].get<int>(), 64, 2);
}

TEST_F(Dropped, SearchFiltersList) {
  show();
  std::vector<Bytes> contents;
  for (int i = 0; i < 5; ++i) contents.push_back(bytecode("mov oc, fc" + std::to_string(i) + "\n"));
  contents.push_back(bytecode("mov op, va0\n"));
  drop({{"game.swf", swf(contents)}});
  wait_for(list_is_open);
  ASSERT_EQ(count("#found .row"), 5u);  // the pair is one row
  set("#found input", "VERTEX");
  EXPECT_EQ(count("#found .row"), 1u);
  EXPECT_EQ(text("#found .count"), "1 of 5 rows");
  set("#found input", "no such class");
  EXPECT_EQ(count("#found .row"), 0u);
  set("#found input", "");
  EXPECT_EQ(count("#found .row"), 5u);
}

TEST_F(Dropped, ListShowsClassAndConditionOfVariants) {
  show();
  evaluate("import('./files.js').then(({rowText}) => { window.rowText = rowText; })");
  wait_for("window.rowText");
  const nlohmann::json program{
      {"hash", "0123456789abcdef"},
      {"stage", "fragment"},
      {"version", 1},
      {"tokens", 2},
      {"pairs", nlohmann::json::array()},
      {"origins",
       {{{"container", "game.swf"}, {"name", "ui.Meter"}, {"certainty", "variant"}, {"detail", "tinted"}},
        {{"container", "game.swf"}, {"name", "ui.Meter"}, {"certainty", "exact"}, {"detail", ""}}}}};
  const nlohmann::json row = evaluate("rowText({fragment: " + program.dump() + "})");
  EXPECT_EQ(row["title"], "ui.Meter");
  EXPECT_EQ(row["conditions"], nlohmann::json({"variant: tinted"}));
}

TEST_F(Dropped, ReportsFilesWithoutPrograms) {
  show();
  drop({{"empty.swf", swf({})}});
  wait_for(list_is_open);
  EXPECT_EQ(text("#found h2"), "No programs in empty.swf");
  click("#found button");
  drop({{"damaged.bin", Bytes{0xa0, 1, 0, 0, 0, 0xa1, 7, 1, 2, 3}}});
  wait_for("document.querySelector('#found:not([hidden]) .diagnostic')");
  // The message disappears with the next file.
  drop({{"good.frag.agal", bytes_of("mov oc, v1\n")}});
  wait_for("document.querySelector('#found').hidden");
  EXPECT_THAT(text("#state"), HasSubstr("good.frag.agal"));
}

TEST_F(Dropped, NamesTheFileWithoutPrograms) {
  show();
  drop({{"good.frag.agal", bytes_of("mov oc, v1\n")}, {"damaged.bin", Bytes{0xa0, 1, 0, 0, 0, 0xa1, 7, 1, 2, 3}}});
  wait_for(list_is_open);
  EXPECT_EQ(text("#found h2"), "No programs in damaged.bin");
  EXPECT_EQ(text("#state"), "From good.frag.agal.");
}

TEST_F(Dropped, FilesWithoutProgramsKeepTheListOfAnEarlierFile) {
  show();
  drop({{"game.swf", swf({bytecode("mov oc, fc0\n"), bytecode("mov oc, fc1\n")})}});
  wait_for(list_is_open);
  settle();
  drop({{"empty.swf", swf({})}});
  wait_for("document.querySelector('#found .notice')");
  EXPECT_EQ(text("#found .notice h3"), "No programs in empty.swf");
  EXPECT_EQ(text("#found h2"), "2 programs in game.swf");
  EXPECT_EQ(count("#found .row"), 2u);
  EXPECT_EQ(text("#state"), "From game.swf.");
  click("#found .notice button");
  EXPECT_EQ(count("#found .notice"), 0u);
  drop({{"empty.swf", swf({})}});
  wait_for("document.querySelector('#found .notice')");
  // The message disappears with the next file.
  drop({{"good.frag.agal", bytes_of("mov oc, v1\n")}});
  wait_for("!document.querySelector('#found .notice')");
  EXPECT_EQ(evaluate("document.querySelector('#found').checkVisibility()"), true);
}

TEST_F(Dropped, ShowsNamesAsText) {
  show();
  drop({{"<img src=x onerror=alert(1)>.swf", swf({})}});
  wait_for(list_is_open);
  EXPECT_EQ(evaluate("document.querySelectorAll('img').length"), 0);
  EXPECT_THAT(text("#found h2"), HasSubstr("<img src=x"));
}

TEST_F(Dropped, StepsAndComparisonAreOfTheProgramFromTheFile) {
  show();
  drop({{"game.swf", swf({bytecode("mov op, va0\nmov v0, va1\n")})}});
  wait_for(list_is_open);
  settle();
  for (const char* id : {"step-stage", "compare-stage"})
    EXPECT_EQ(evaluate("document.querySelector('#" + std::string(id) + "').value"), "vertex") << id;
  drop({{"fragment.bin", bytecode("mov oc, fc0\n")}});
  wait_for("document.querySelector('#state').textContent === 'From fragment.bin.'");
  EXPECT_EQ(evaluate("document.querySelector('#step-stage').value"), "fragment");
}

// An image that is dropped on the page, but not on a texture.
TEST_F(Dropped, AnImageGoesToTheOnlyTextureOrToTheMarkedOne) {
  show();
  const auto drop_image = [&](const std::string& name) {
    evaluate(
        "new Promise((resolve) => { const image = document.createElement('canvas'); image.width = image.height = 4;"
        "image.toBlob((blob) => { const files = new DataTransfer();"
        "files.items.add(new File([blob], '" +
        name +
        "', {type: 'image/png'}));"
        "document.querySelector('#cards').dispatchEvent("
        "new DragEvent('drop', {dataTransfer: files, bubbles: true, cancelable: true})); resolve(); }); })");
  };
  const std::string chosen =
      "[...document.querySelectorAll('#knobs .texture select')].map(({selectedOptions}) => selectedOptions[0].text)";
  show_pair("m44 op, va0, vc0\nmov v0, va1\n", "tex oc, v0, fs0 <2d>\n");
  // Textures are marked while a file is dragged.
  const std::string outline = "getComputedStyle(document.querySelector('#knobs .texture')).outlineStyle";
  EXPECT_EQ(evaluate(outline), "none");
  evaluate(
      "{ const files = new DataTransfer(); files.items.add(new File([''], 'a.png'));"
      "document.body.dispatchEvent(new DragEvent('dragenter', {dataTransfer: files, bubbles: true})); }");
  EXPECT_EQ(evaluate(outline), "dashed");
  evaluate("document.body.classList.remove('dropping')");
  drop_image("a.png");
  wait_for(chosen + ".join() === 'a.png'");
  show_pair("m44 op, va0, vc0\nmov v0, va1\n", "tex ft0, v0, fs0 <2d>\ntex ft1, v0, fs2 <2d>\nadd oc, ft0, ft1\n");
  EXPECT_EQ(text("#knobs .marked code"), "fs0");
  evaluate("document.querySelectorAll('#knobs .texture select')[1].focus()");
  EXPECT_EQ(text("#knobs .marked code"), "fs2");
  drop_image("b.png");
  wait_for(chosen + ".at(-1) === 'b.png'");
  EXPECT_NE(evaluate(chosen)[0], "b.png");
  EXPECT_EQ(count("#found:not([hidden])"), 0u);
  show_pair("m44 op, va0, vc0\n", "mov oc, fc0\n");
  drop_image("c.png");
  wait_for(list_is_open);
  EXPECT_THAT(text("#found .dim"), HasSubstr("do not have a texture"));
}

// A square whose colors are the texture coordinates, times a constant and a texture.
TEST_F(Dropped, RecordedFramesBringTheirInputs) {
  show();
  const Bytes vertex = bytecode("m44 op, va0, vc0\nmov v0, va1\n"),
              fragment = bytecode("tex ft0, v0, fs0 <2d, nearest, clamp>\nmul oc, ft0, fc0\n");
  Bytes corners, indices;
  for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
    for (const float number : {static_cast<float>(x), static_cast<float>(y), 0.0f, (1.0f + static_cast<float>(x)) / 2,
                               (1.0f - static_cast<float>(y)) / 2})
      append(corners, std::bit_cast<std::uint32_t>(number), 4);
  for (const std::uint32_t index : {0u, 1u, 2u, 0u, 2u, 3u}) append(indices, index, 2);
  const Bytes texels{0, 0, 255, 255, 0, 255, 0, 255};  // red and green, as blue, green, red and alpha
  const std::string calls =
      "{\"format\":\"agalc-frames\",\"version\":1,\"file\":\"a.swf\",\"player\":\"another\",\"frames\":[1,1]}\n"
      "{\"call\":\"createVertexBuffer\",\"on\":1,\"result\":2,\"args\":[4,5]}\n"
      "{\"call\":\"uploadFromVector\",\"on\":2,\"args\":[{\"blob\":\"00000000000000000000000000000003\"},0,4]}\n"
      "{\"call\":\"createIndexBuffer\",\"on\":1,\"result\":3,\"args\":[6]}\n"
      "{\"call\":\"uploadFromVector\",\"on\":3,\"args\":[{\"blob\":\"00000000000000000000000000000004\"},0,6]}\n"
      "{\"call\":\"createProgram\",\"on\":1,\"result\":4,\"args\":[]}\n"
      "{\"call\":\"upload\",\"on\":4,\"args\":[{\"blob\":\"00000000000000000000000000000001\"},{\"blob\":"
      "\"00000000000000000000000000000002\"}]}\n"
      "{\"call\":\"createTexture\",\"on\":1,\"result\":5,\"args\":[2,1,\"bgra\",false]}\n"
      "{\"call\":\"uploadFromByteArray\",\"on\":5,\"args\":[{\"blob\":\"00000000000000000000000000000005\"},0,0]}\n"
      "{\"call\":\"setVertexBufferAt\",\"on\":1,\"args\":[0,{\"object\":2},0,\"float3\"]}\n"
      "{\"call\":\"setVertexBufferAt\",\"on\":1,\"args\":[1,{\"object\":2},3,\"float2\"]}\n"
      "{\"call\":\"setTextureAt\",\"on\":1,\"args\":[0,{\"object\":5}]}\n"
      "{\"call\":\"setProgram\",\"on\":1,\"args\":[{\"object\":4}]}\n"
      "{\"call\":\"setProgramConstantsFromVector\",\"on\":1,\"args\":[\"vertex\",0,{\"numbers\":[1,0,0,0,0,1,0,0,0,0,1,"
      "0,0,0,0,1]},4]}\n"
      "{\"call\":\"setProgramConstantsFromVector\",\"on\":1,\"args\":[\"fragment\",0,{\"numbers\":[0.2,0.4,1,1]},1]}\n"
      "{\"frame\":1,\"call\":\"clear\",\"on\":1,\"args\":[]}\n"
      "{\"frame\":1,\"call\":\"drawTriangles\",\"on\":1,\"args\":[{\"object\":3},0,2]}\n"
      "{\"frame\":1,\"call\":\"present\",\"on\":1,\"args\":[]}\n";
  const std::vector<std::pair<std::string, Bytes>> contents{{"calls.jsonl", bytes_of(calls)},
                                                            {"blobs/00000000000000000000000000000001", vertex},
                                                            {"blobs/00000000000000000000000000000002", fragment},
                                                            {"blobs/00000000000000000000000000000003", corners},
                                                            {"blobs/00000000000000000000000000000004", indices},
                                                            {"blobs/00000000000000000000000000000005", texels}};
  std::vector<test::ZipEntry> entries;
  for (const auto& [name, bytes] : contents)
    entries.push_back({std::as_bytes(std::span(name)), std::as_bytes(std::span(bytes))});
  Bytes file;
  for (const std::byte byte : test::stored_zip(entries)) file.push_back(std::to_integer<std::uint8_t>(byte));
  drop({{"other.swf", swf({bytecode("mov oc, fc5\n")})}, {"game.frames", file}});
  wait_for(list_is_open);
  settle();
  EXPECT_EQ(text("#found .row .drawn"), "drawn");  // such pairs are first
  EXPECT_EQ(text("#state"), "From game.frames, with the inputs of its largest draw.");
  EXPECT_EQ(evaluate("[...document.querySelectorAll('#scene-fields select, #knobs select')].map(({selectedOptions}) =>"
                     "selectedOptions[0].text)"),
            nlohmann::json({"recorded", "opaque \u2022", "automatic \u2022", "numbers", "texture 5"}));
  EXPECT_EQ(evaluate("document.querySelector(\"[aria-label='fc0.x']\").value"), "0.2");
  EXPECT_EQ(count("#found .changed"), 0u);
  draw_with("webgl");
  EXPECT_THAT(pixel(100, 100), testing::ElementsAre(51, 0, 0, 255));
  EXPECT_THAT(pixel(400, 100), testing::ElementsAre(0, 102, 0, 255));
  // A reset brings the recorded inputs back.
  set("[aria-label='fc0.x']", "1");
  EXPECT_EQ(pixel(100, 100)[0], 255);
  click("#knobs .reset");
  EXPECT_EQ(pixel(100, 100)[0], 51);
  // So does a reload.
  tools().reload();
  wait_for("document.querySelector('#found .row[aria-selected=true]')");
  settle();
  draw_with("webgl");
  EXPECT_THAT(pixel(400, 100), testing::ElementsAre(0, 102, 0, 255));
  EXPECT_EQ(count("#found .changed"), 0u);
  // A changed row that is closed has its recorded textures after a reload, too.
  set("[aria-label='fc0.x']", "1");
  open_row("2");
  tools().reload();
  wait_for("document.querySelector('#found .row:nth-child(2)[aria-selected=true]')");
  open_row("1");
  EXPECT_EQ(text("#state"), "From game.frames, with your changes.");
  draw_with("webgl");
  EXPECT_THAT(pixel(100, 100), testing::ElementsAre(255, 0, 0, 255));
  EXPECT_THAT(pixel(400, 100), testing::ElementsAre(0, 102, 0, 255));
}

}  // namespace
}  // namespace agal::playground
