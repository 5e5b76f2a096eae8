// Tests the panels: targets, steps, interface, trace.
#include <agal/assembly.hpp>
#include <agal/spirv.hpp>
#include <agal/translate.hpp>

#include "playground/playing.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"

namespace agal::playground {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

class Panels : public Playing {};

constexpr const char* vertex_text = "m44 op, va0, vc0\nmov v0, va1\n";
constexpr const char* fragment_text = "tex ft0, v0, fs0 <2d, linear, repeat>\nmul oc, ft0, fc1\n";

TEST_F(Panels, ShowEachTarget) {
  show();
  type_pair(vertex_text, fragment_text);
  evaluate("for (const box of document.querySelectorAll('#target-choices input')) if (!box.checked) box.click()");
  wait_for("document.querySelectorAll('#cards .product').length === 22");
  EXPECT_THAT(texts("#cards h3"),
              ElementsAre("WGSL", "GLSL ES 3.00", "GLSL ES 1.00", "SPIR-V", "GLSL 1.20", "GLSL 3.30", "GLSL 4.50",
                          "GLSL 4.50, Vulkan", "GLSL ES 3.10", "MSL", "HLSL"));
  for (const char* target : {"wgsl", "essl100", "essl300", "essl310", "glsl120", "glsl330", "glsl450", "vulkan-glsl450",
                             "msl20", "hlsl50"}) {
    const std::string card = std::string("#cards [data-target=") + target + "] ";
    EXPECT_THAT(texts(card + ".type"), Contains(testing::AnyOf("vec4", "vec4f", "float4"))) << target;
    EXPECT_THAT(texts(card + ".keyword"), Not(IsEmpty())) << target;
  }
  EXPECT_THAT(text("#cards [data-target=essl300] .product:nth-child(2) code"), HasSubstr("texture(fs0"));
  const std::string msl = "#cards [data-target=msl20] .product:nth-child(2) ", hlsl = "#cards [data-target=hlsl50] ";
  EXPECT_THAT(texts(msl + ".directive"), IsSupersetOf({"#include <metal_stdlib>", "[[color(0)]]", "[[stage_in]]"}));
  EXPECT_THAT(texts(msl + ".call"), Contains("sample"));
  EXPECT_THAT(texts(hlsl + ".type"), IsSupersetOf({"Texture2D", "SamplerState"}));
  EXPECT_THAT(texts(hlsl + ".interface"), IsSupersetOf({"SV_Position", "SV_Target0", "TEXCOORD0", "fs0"}));
  EXPECT_THAT(texts(hlsl + ".keyword"), Contains("cbuffer"));
  EXPECT_THAT(texts("#cards [data-target=spv] .keyword"), Contains("OpEntryPoint"));
  EXPECT_THAT(text("#cards [data-target=spv] .file"), HasSubstr("words"));
  EXPECT_THAT(text("#cards [data-target=spv] code"), HasSubstr("%va0 = OpVariable %_ptr_Input_v4float Input"));
}

// The page's assembly must equal spirv-dis for every program, with and without names for values.
TEST_F(Panels, SpirvMatchesSpirvDis) {
  show();
  evaluate("import('./spirv.js').then(({disassemble}) => { window.disassemble = disassemble; })");
  wait_for("window.disassemble");
  std::size_t compared = 0;
  for (const test::CorpusProgram& each : test::own_corpus().programs) {
    const Result<Program> program = load_program(each.bytes, each.path);
    ASSERT_TRUE(program) << each.path;
    TranslateOptions options;
    options.environment = compared % 3 == 0 ? Environment::Vulkan13 : Environment::Vulkan10;
    options.debug_info = compared++ % 2 == 1;
    const Result<std::vector<std::uint32_t>> words = translate(*program, options);
    if (!words) continue;
    const nlohmann::json shown = evaluate("disassemble(Uint32Array.from(" + nlohmann::json(*words).dump() + ")).text");
    EXPECT_EQ(shown.get<std::string>(), spirv_text(*words)) << each.path;
    if (HasFailure()) break;
  }
  EXPECT_GT(compared, 100u);
}

// Compares numbers with unusual texts.
TEST_F(Panels, SpirvNumbersMatchSpirvDis) {
  show();
  evaluate("import('./spirv.js').then(({disassemble}) => { window.disassemble = disassemble; })");
  wait_for("window.disassemble");
  std::vector<std::uint32_t> words{0x07230203, 0x10000, 0, 100, 0, 3 << 16 | 22, 1, 32};  // %1 is float
  std::uint32_t id = 1;
  for (const std::uint32_t bits :
       {0x3dcccccdu, 0x80000000u, 0x7f800000u, 0xff800000u, 0x7fc00000u, 0x00000001u, 0x807fffffu, 0x3f800001u,
        0x4b7fffffu, 0x4e6e6b28u, 0x322bcc77u, 0x38d1b717u, 0x7f7fffffu, 0xc0490fdbu, 0x2edbe6ffu})
    words.insert(words.end(), {4 << 16 | 43, 1, ++id, bits});
  EXPECT_EQ(evaluate("disassemble(Uint32Array.from(" + nlohmann::json(words).dump() + ")).text"), spirv_text(words));
}

// Finds words that a mistake of the page shows as text: values of JavaScript such as `undefined`. Code is ignored, and
// so are the values of options and their explanations, which mention undefined values and NaN.
constexpr const char* stray_words = R"js((() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (node.closest('pre, code, .editor, option, .option-field p, script, noscript, [role=tab]')) continue;
    if (/(^|[^\w-])(false|undefined|null|NaN|\[object)/.test(walker.currentNode.data)) found.push(walker.currentNode.data);
  }
  for (const node of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
    if (node.closest('#option-fields')) continue;
    for (const name of ['aria-label', 'title', 'placeholder'])
      if (/(^|[^\w-])(undefined|null|NaN|\[object)/.test(node.getAttribute(name) ?? '')) found.push(node.outerHTML.slice(0, 120));
  }
  return found;
})())js";

TEST_F(Panels, DoNotShowInternalValues) {
  show();
  evaluate("document.body.append('a false word')");
  EXPECT_THAT(evaluate(stray_words).get<std::vector<std::string>>(), ElementsAre("a false word"));
  evaluate("document.body.lastChild.remove()");
  const std::vector<std::string> examples = texts("#examples option:not([value=''])");
  ASSERT_GT(examples.size(), 3u);
  const std::size_t stride = test::is_exhaustive() ? 1 : 3;
  for (std::size_t i = 0; i < examples.size(); i += stride) {
    const std::string& example = examples[i];
    choose_example(example);
    for (const char* tab : {"targets", "steps", "interface", "trace", "compare"}) {
      click(std::string("#tab-") + tab);
      settle();
      if (std::string(tab) == "steps")
        for (std::size_t step = 0; step < count("#steps [role=tab]"); ++step) {
          click("#step-" + std::to_string(step));
          EXPECT_THAT(evaluate(stray_words).get<std::vector<std::string>>(), IsEmpty()) << example << " " << step;
        }
      EXPECT_THAT(evaluate(stray_words).get<std::vector<std::string>>(), IsEmpty()) << example << " " << tab;
    }
  }
  type("fragment", "mov fc0, v0\nmul ft0, v0, 0.5;\n");
  click("#tab-targets");
  EXPECT_THAT(evaluate(stray_words).get<std::vector<std::string>>(), IsEmpty());
}

TEST_F(Panels, OptionsShowDefaults) {
  show();
  EXPECT_THAT(texts("#option-fields option:checked"), IsSupersetOf({"gt •", "strict •", "automatic •"}));
  EXPECT_THAT(texts("#option-fields option:not(:checked)"), Each(Not(HasSubstr("•"))));
  EXPECT_THAT(texts("#option-fields h3"), ElementsAre("What AGAL leaves open", "What is accepted", "What is written"));
  // Each option has an explanation below it.
  EXPECT_EQ(count("#option-fields label"), count("#option-fields .option-field p"));
  EXPECT_THAT(texts("#option-fields .option-field p"), Contains("Comparison of ifg: > or >=."));
  EXPECT_THAT(texts("#option-fields .label"), Not(Contains("single-module")));
}

TEST_F(Panels, KnobsShowAndRestoreDefaults) {
  show();
  show_pair("mov op, va0\nmov v0, va1\n", "tex ft0, v0, fs0 <2d>\nmul oc, ft0, fc0\n");
  EXPECT_EQ(text("#knobs .usual"), "default 1, 0.5, 0.25, 1");
  EXPECT_THAT(texts("#knobs option"), Contains("uv •"));
  EXPECT_THAT(texts("#scene-fields option"), Contains("quad •"));
  EXPECT_THAT(texts("#knobs .range"), Each("01"));
  set("[aria-label='fc0.y']", "-3");
  EXPECT_THAT(texts("#knobs .range"), Contains("-44"));
  set("[aria-label='fc0.y']", "");  // not a number, so the value stays
  EXPECT_EQ(evaluate("document.querySelector(\"[aria-label='fc0.y']\").value"), "-3");
  EXPECT_EQ(evaluate("new Set([...document.querySelectorAll('#knobs select, #scene-fields select')]"
                     ".map(({clientWidth}) => clientWidth)).size"),
            1);
  click("[aria-label='fc0.x, times the seconds']");
  click("#knobs .usual");
  EXPECT_EQ(evaluate("document.querySelector(\"[aria-label='fc0.y']\").value"), "0.5");
  EXPECT_THAT(texts("#knobs .range"), Each("01"));
  EXPECT_EQ(
      evaluate("document.querySelector(\"[aria-label='fc0.x, times the seconds']\").getAttribute('aria-pressed')"),
      "false");
}

TEST_F(Panels, MessagesNameOptionsOfPage) {
  show();
  type("fragment", "mov oc, v0;\n");
  EXPECT_THAT(text("#fragment-messages .help"), HasSubstr("set the option lenient"));
  EXPECT_EQ(evaluate("document.querySelector('#fragment-messages .explanation summary').ariaLabel"),
            "Explain AGAL2006");
  EXPECT_THAT(text("#fragment-messages"), Not(HasSubstr("--")));
  EXPECT_EQ(evaluate("import('./messages.js').then(({forPage}) => ["
                     "'pass --constants=ubo, or for Vulkan --constants=push', 'use a lower version, or pass another "
                     "--profile', 'omit --samplers: x', '--max-unpacked raises the limit', 'take --constants=plain'"
                     "].map(forPage).join('; '))"),
            "set the option constants to ubo, or for Vulkan to push; use a lower version, "
            "or set the option profile to another value; leave the option samplers at its default: x; the option "
            "max-unpacked of the command agalc raises the limit; take the option constants with the value plain");
}

TEST_F(Panels, ReportMissingFeatureOfTarget) {
  show();
  type_pair("mov op, va0\nmov v0, iid.x\n", "//! agal 3 fragment\nmov oc, v0\n");
  EXPECT_EQ(text("#cards [data-target=essl100] .lack"), "GLSL ES 1.00 cannot express the vertex program:");
  EXPECT_THAT(text("#cards [data-target=essl100] .message"), HasSubstr("AGAL4011"));
  EXPECT_THAT(texts("#cards [data-target=essl100] .product .stage"), ElementsAre("fragment"));
  EXPECT_EQ(count("#cards [data-target=wgsl] .product"), 2u);
}

TEST_F(Panels, AProgramWithErrorsStaysWithItsReason) {
  show();
  type_pair(vertex_text, "tex ft0, v0, fs0 <2d, linear, repeat>\nmvo oc, ft0\n");
  for (const char* target : {"wgsl", "spv"}) {
    const std::string card = "#cards [data-target=" + std::string(target) + "] ";
    EXPECT_THAT(texts(card + ".product .stage"), ElementsAre("vertex", "fragment"));
    EXPECT_THAT(text(card + ".failed .file"), HasSubstr("not compiled: 1 error"));
    EXPECT_THAT(text(card + ".failed .message"), HasSubstr("AGAL2020"));
  }
  click("#cards .failed .place .link");
  EXPECT_EQ(
      in_editor("fragment-editor", "view.hasFocus && view.state.doc.lineAt(view.state.selection.main.head).number"), 2);
}

// Moves the mouse over a line of an editor, or over another element.
TEST_F(Panels, ALineMarksTheLinesThatItBecomes) {
  show();
  evaluate("for (const box of document.querySelectorAll('#target-choices input')) if (!box.checked) box.click()");
  type_pair("m44 op, va0, vc0\nmov v0, va1\n",
            "tex ft0, v0, fs0 <2d>\nifg ft0.x, fc0.x\nmul ft0, ft0, fc1\neif\nadd oc, ft0, fc2\n");
  wait_for("document.querySelectorAll('#cards .product').length === 22");
  const auto move_to = [&](const std::string& element) {
    const nlohmann::json place = evaluate(
        "(() => { const element = " + element +
        "; element.scrollIntoView({block: 'center'});"
        "const {left, top, height} = element.getBoundingClientRect(); return [left + 60, top + height / 2]; })()");
    tools().call("Input.dispatchMouseEvent", {{"type", "mouseMoved"}, {"x", place[0]}, {"y", place[1]}});
  };
  const auto marked = [&](const std::string& within) { return texts(within + " .same"); };
  move_to("document.querySelectorAll('#fragment-editor .cm-line')[4]");
  wait_for("document.querySelector('#cards .same')");
  for (const std::string target : {"wgsl", "essl100", "essl300", "essl310", "glsl120", "glsl330", "glsl450",
                                   "vulkan-glsl450", "msl20", "hlsl50"}) {
    const std::string fragment = "#cards [data-target=" + target + "] [data-stage=fragment]";
    EXPECT_THAT(marked(fragment), ElementsAre(HasSubstr("fc"))) << target;
    EXPECT_THAT(text(fragment + " code"), Not(HasSubstr("// "))) << target;
  }
  EXPECT_THAT(marked("#cards [data-target=spv] [data-stage=fragment]"), Contains(HasSubstr("OpFAdd")));
  EXPECT_THAT(marked("#cards [data-stage=vertex]"), IsEmpty());
  EXPECT_THAT(marked("#fragment-editor"), ElementsAre("add oc, ft0, fc2"));
  // The other way, from an output to the program and to the other languages.
  move_to("document.querySelector('#cards [data-target=spv] [data-stage=vertex] .line[data-source=\"1\"]')");
  wait_for("document.querySelector('#vertex-editor .same')");
  EXPECT_THAT(marked("#vertex-editor"), ElementsAre("m44 op, va0, vc0"));
  EXPECT_EQ(count("#cards [data-target=wgsl] [data-stage=vertex] .line[data-source='2']"), 1u);
  EXPECT_THAT(marked("#cards [data-target=msl20] [data-stage=vertex]"), Not(IsEmpty()));
  EXPECT_THAT(marked("#cards [data-stage=fragment]"), IsEmpty());
  // Without the mouse, the line with the cursor is marked. A comment moves it.
  tools().call("Input.dispatchMouseEvent", {{"type", "mouseMoved"}, {"x", 1}, {"y", 1}});
  in_editor("fragment-editor", "(view.focus(), view.dispatch({selection: {anchor: view.state.doc.line(3).from}}))");
  wait_for("document.querySelector('#fragment-editor .same')");
  EXPECT_THAT(marked("#cards [data-target=wgsl]"), ElementsAre(HasSubstr("fc[1]")));
  const int before = changes();
  in_editor("fragment-editor", "view.dispatch({changes: {from: 0, insert: '// first\\n'}, userEvent: 'input.type'})");
  wait_for_analysis_after(before);
  EXPECT_THAT(marked("#fragment-editor"), ElementsAre("mul ft0, ft0, fc1"));
  EXPECT_THAT(marked("#cards [data-target=wgsl]"), ElementsAre(HasSubstr("fc[1]")));
}

TEST_F(Panels, InterfaceAndStepsAreForAChosenTarget) {
  show();
  const auto chosen = [&] {
    return std::vector<std::string>{evaluate("document.querySelector('#interface-target').value"),
                                    evaluate("document.querySelector('#step-target').value")};
  };
  click("#target-choices [value=hlsl50]");
  EXPECT_THAT(chosen(), Each("wgsl"));
  for (const char* name : {"wgsl", "essl300", "essl100", "spv"})
    click("#target-choices [value=" + std::string(name) + "]");
  EXPECT_THAT(chosen(), Each("hlsl50"));
  set("#interface-target", "msl20");
  EXPECT_THAT(chosen(), ElementsAre("msl20", "hlsl50"));
  set("#interface-target", "hlsl50");
  settle();
  click("#tab-interface");
  EXPECT_THAT(text("#interface"), HasSubstr("b0"));
}

TEST_F(Panels, ReportMissingOptionOfTargetOnce) {
  show();
  const int before = changes();
  set("[aria-describedby='option-host']", "three");
  wait_for_analysis_after(before);
  EXPECT_EQ(count("#cards [data-target=wgsl] .diagnostic"), 1u);
  EXPECT_EQ(text("#cards [data-target=wgsl] .help"), "choose one of them, or leave the option host at its default");
}

TEST_F(Panels, OptionsAreCountedAndResetAndChangeProducts) {
  show();
  EXPECT_EQ(text("#options summary"), "Options");
  const std::string reset = "[...document.querySelectorAll('#option-fields button')].at(-1)";
  EXPECT_EQ(evaluate(reset + ".disabled"), true);
  set("#option-fields select", "ge");
  EXPECT_EQ(text("#options summary"), "Options, 1 set");
  const int before = changes();
  evaluate(reset + ".click()");
  wait_for_analysis_after(before);
  EXPECT_EQ(text("#options summary"), "Options");
  EXPECT_EQ(evaluate("document.querySelector('#option-fields select').value"), "gt");
  const int reset_at = changes();
  set("[aria-describedby=option-constants]", "plain");
  wait_for_analysis_after(reset_at);
  EXPECT_THAT(text("#cards [data-target=essl300] code"), HasSubstr("uniform vec4 vc["));
  set("#target-stage", "vertex");
  EXPECT_THAT(texts("#cards .product .stage"), Each("vertex"));
}

TEST_F(Panels, OptionsFitTheWindow) {
  show();
  resize(1366, 768);
  click("#options summary");
  EXPECT_EQ(evaluate("(({scrollHeight, clientHeight}) => scrollHeight <= clientHeight)"
                     "(document.querySelector('#option-fields'))"),
            true);
  restore_size();
}

TEST_F(Panels, OptionsCoverTheSearchOfAnEditor) {
  show();
  resize(1366, 768);
  evaluate("document.querySelector('#fragment-editor .cm-content').focus()");
  press_key("f", 70, control);
  wait_for("document.querySelector('#fragment-editor .cm-search')");
  click("#options summary");
  EXPECT_EQ(evaluate("(() => { const {left, top, width, height} = document.querySelector('#fragment-editor .cm-search')"
                     ".getBoundingClientRect(); return document.elementFromPoint(left + width / 2, top + height / 2)"
                     ".closest('#option-fields') !== null; })()"),
            true);
  restore_size();
}

TEST_F(Panels, ShowInterfaceAsTables) {
  show();
  type_pair(vertex_text, fragment_text);
  click("#tab-interface");
  EXPECT_THAT(texts("#interface h3"),
              IsSupersetOf({"Samplers", "Constants", "Attributes", "Varyings", "Outputs", "Varyings of the pair"}));
  EXPECT_THAT(texts("#interface td"), IsSupersetOf({"fs0", "fc1", "va1", "linear", "repeat", "position"}));
  set("#interface-target", "essl100");
  wait_for("document.querySelector('#interface').textContent.includes('plain')");
  EXPECT_THAT(text("#interface"), Not(HasSubstr("HLSL")));
  set("#interface-target", "hlsl50");
  wait_for("document.querySelector('#interface').textContent.includes('HLSL')");
  EXPECT_THAT(text("#interface"), Not(HasSubstr("MSL")));
}

TEST_F(Panels, ShowStepsFromTokensToText) {
  show();
  type_pair(vertex_text, fragment_text);
  click("#tab-steps");
  wait_for("document.querySelector('#steps [role=tab]')");
  const std::vector<std::string> steps = texts("#steps [role=tab]");
  ASSERT_GT(steps.size(), 2u);
  EXPECT_EQ(steps.front(), "ast");
  EXPECT_EQ(steps.back(), "wgsl");
  // The steps of the last program are visible until the new ones arrive.
  wait_for("document.querySelector('#step-view code').textContent.includes('mul oc, ft0, fc1')");
  evaluate("document.querySelector('#steps [role=tab]').focus()");
  press_key("End", 35);
  EXPECT_THAT(text("#step-view code"), HasSubstr("fn main"));
  EXPECT_THAT(text("#step-view .summary"), Not(IsEmpty()));
  // The text of the last step has the colors of its language.
  set("#step-target", "hlsl50");
  wait_for("document.querySelector('#steps [role=tab]:last-child')?.textContent === 'hlsl50'");
  EXPECT_THAT(texts("#step-view .keyword"), Contains("cbuffer"));
  set("#step-target", "msl20");
  wait_for("document.querySelector('#step-view .directive')?.textContent.includes('metal_stdlib')");
}

TEST_F(Panels, TraceOfPixelListsEachToken) {
  show();
  show_pair("mov op, va0\nmov v0, va1\n", "mul ft0, v0, fc0\nmov oc, ft0\n");
  click("#tab-trace");
  wait_for("document.querySelector('#trace .trace tbody tr:nth-child(2)')");
  EXPECT_THAT(texts("#trace .trace td code.line"), ElementsAre("mul ft0, v0, fc0", "mov oc, ft0"));
  EXPECT_THAT(text("#trace .summary"), HasSubstr("oc = (0.5"));  // u is 0.5 in the middle
  EXPECT_EQ(count("#trace .result"), 2u);
  click("#trace-all");
  EXPECT_EQ(count("#trace .result"), 8u);
  EXPECT_EQ(evaluate("document.querySelector('#cross').hidden"), false);
}

// The compiled program does not have the fetch and the varying.
TEST_F(Panels, TheTraceRunsUnusedInstructions) {
  show();
  show_pair("mov op, va0\nmov v0, va1\nmov v1, va2\n",
            "tex ft0, v0, fs2 <2d, nearest>\nmul ft1, v0, fc3\nmov oc, v1\n");
  click("#tab-trace");
  wait_for("document.querySelector('#trace .trace tbody tr:nth-child(3)')");
  settle();
  EXPECT_THAT(texts("#trace .trace tr:nth-child(1) .result"), ElementsAre(HasSubstr("ft0 = (")));
  EXPECT_THAT(text("#trace .trace tr:nth-child(2) .result"), HasSubstr("ft1 = (0.5"));  // half of the square
  EXPECT_THAT(texts("#trace details td"), ElementsAre("fc3", "(1, 0.5, 0.25, 1)"));
}

TEST_F(Panels, TheTraceHasTheDigitsOfTheInterpreter) {
  show();
  evaluate("import('./numbers.js').then(({numberText}) => { window.numberText = numberText; })");
  wait_for("window.numberText");
  EXPECT_EQ(evaluate("[0.1, 0.5, 1 / 3, 0.25183827, 1e-20, 16777216, -0, NaN].map((value) =>"
                     "numberText(Math.fround(value))).join(' ')"),
            "0.1 0.5 0.33333334 0.25183827 1e-20 16777216 0 NaN");
  show_pair("m44 op, va0, vc0\nmov v0, va1\n", "mov oc, v0\n");
  click("#tab-trace");
  wait_for("document.querySelector('#trace .summary code')");
  EXPECT_EQ("oc = " + texts("#trace td")[1], text("#trace .summary code"));
}

TEST_F(Panels, TraceOfVertexListsAttributes) {
  show();
  show_pair("mov op, va0\nmov v0, va1\n", "mov oc, v0\n");
  click("#tab-trace");
  set("#trace-stage", "vertex");
  set("#trace-vertex", "1");
  wait_for("document.querySelector('#trace .summary')?.textContent.includes('op = (1, 1, 0, 1)')");
  EXPECT_EQ(evaluate("document.querySelector('#trace-x').closest('label').hidden"), true);
}

TEST_F(Panels, ComparePrograms) {
  show();
  type_pair("mov op, va0\nmov v0, va1\n", "mul ft0, v0, fc0\nadd oc, ft0, fc1\n");
  click("#tab-compare");
  settle();
  EXPECT_EQ(text("#compare-result"), "The other program is empty.");
  EXPECT_THAT(text("#compared"), HasSubstr("mul ft0, v0, fc0"));
  click("#compare-copy");
  settle();
  EXPECT_EQ(text("#compare-result h3"), "Equal for all inputs");
  const auto compare_with = [&](const char* other) {
    type_into("other-editor", other);
    settle();
  };
  compare_with("mul ft0, v0, fc0\nadd oc, fc1, ft0\n");
  EXPECT_EQ(text("#compare-result h3"), "Equal for all inputs");
  EXPECT_EQ(text("#compare-result p"), "Every bit of every output is the same.");
  compare_with("mul ft0, v0, fc0\nsub oc, ft0, fc1\n");
  EXPECT_EQ(text("#compare-result h3"), "Different");
  EXPECT_THAT(
      text("#compare-result p"),
      testing::MatchesRegex("oc.x is -?[0-9.e-]+ by the program and -?[0-9.e-]+ by the other, for these inputs:"));
  EXPECT_THAT(texts("#compare-result td"), IsSupersetOf({"v0", "fc0", "fc1", "the program", "the other"}));
  compare_with("mul ft0, v0, fc0\nsub fc1, ft0, fc1\n");
  EXPECT_THAT(text("#compare-result .message"), HasSubstr("AGAL3652"));
  EXPECT_EQ(text("#compare-result .verdict"), "Only valid programs are compared.");
  click("#compare-result button.link");
  EXPECT_EQ(evaluate("document.activeElement === document.querySelector('#other-editor .cm-content')"), true);
  set("#compare-with", "spirv");
  settle();
  EXPECT_EQ(text("#compare-result h3"), "Equal for all inputs, up to rounding");
  EXPECT_THAT(texts("#compare-result td"), ElementsAre("fma-as-sum", "rounding", "4 ×"));
  EXPECT_EQ(evaluate("document.querySelector('#other').hidden"), true);
  set("#compare-stage", "vertex");
  settle();
  EXPECT_EQ(text("#compare-result h3"), "Equal for all inputs");
  EXPECT_EQ(count("#compare-result table"), 0u);
}

TEST_F(Panels, CompareWithTheOpenedProgram) {
  show();
  show_pair("mov op, va0\nmov v0, va1\n", "mul oc, v0, fc0\n");
  click("#tab-compare");
  settle();
  EXPECT_EQ(evaluate("document.querySelector('#compare-opened').hidden"), true);
  type("fragment", "mul oc, v0, fc1\n");
  settle();
  click("#compare-opened");
  settle();
  EXPECT_EQ(text_in("other-editor"), "mul oc, v0, fc0\n");
  EXPECT_EQ(text("#compare-result h3"), "Different");
  set("#compare-stage", "vertex");
  EXPECT_EQ(evaluate("document.querySelector('#compare-opened').hidden"), true);
}

TEST_F(Panels, CompareBeginsWithTheChangedProgram) {
  show();
  show_pair("mov op, va0\nmov v0, va1\n", "mul oc, v0, fc0\n");
  set("#compare-stage", "vertex");
  type("fragment", "mul oc, v0, fc1\n");
  click("#tab-compare");
  settle();
  EXPECT_EQ(evaluate("document.querySelector('#compare-stage').value"), "fragment");
  EXPECT_THAT(text("#compared"), HasSubstr("mul oc, v0, fc1"));
  // A choice of the user stays.
  set("#compare-stage", "vertex");
  type("fragment", "mul oc, v0, fc2\n");
  settle();
  EXPECT_EQ(evaluate("document.querySelector('#compare-stage').value"), "vertex");
}

// The comparison of a link is made again.
TEST_F(Panels, LinkPreservesComparison) {
  show();
  type_pair("mov op, va0\nmov v0, va1\n", "mov oc, v0\n");
  click("#tab-compare");
  type_into("other-editor", "neg oc, v0\n");
  click("#share");
  wait_for("document.querySelector('#share').textContent !== 'Copy link'");
  const std::string link = evaluate("location.hash"), quoted = nlohmann::json(link).dump();
  type_into("other-editor", "mov oc, v0\n");
  wait_for("location.hash !== " + quoted);
  settle();
  EXPECT_EQ(text("#compare-result h3"), "Equal for all inputs");
  const int before = changes();
  evaluate("location.hash = " + quoted);
  wait_for_analysis_after(before);
  settle();
  EXPECT_EQ(text("#compare-result h3"), "Different");
}

// Below 700 pixels, each result is below its instruction.
TEST_F(Panels, TraceFitsNarrowScreens) {
  show();
  show_pair("mov op, va0\nmov v0, va1\n", "mul ft0, v0, fc0\nmov oc, ft0\n");
  resize(400, 900);
  click("#tab-trace");
  wait_for("document.querySelector('#trace .trace tbody tr:nth-child(2)')");
  EXPECT_EQ(
      evaluate("(() => { const [number, code, result] = document.querySelector('#trace .trace tbody tr').children;"
               "return result.getBoundingClientRect().top >= code.getBoundingClientRect().bottom &&"
               "result.scrollWidth <= result.clientWidth; })()"),
      true);
  EXPECT_EQ(evaluate("new Set([...document.querySelectorAll('#tabs [role=tab]')]"
                     ".map((tab) => Math.round(tab.getBoundingClientRect().top))).size"),
            1);
  restore_size();
}

TEST_F(Panels, TraceReportsUncoveredPixel) {
  show();
  show_pair("mov vt0, va0\nmul vt0.xy, vt0.xy, vc0.x\nmov op, vt0\nmov v0, va1\n", "mov oc, v0\n");
  set("[aria-label='vc0.x']", "0.5");
  click("#tab-trace");
  set("#trace-x", "3");
  wait_for("document.querySelector('#trace').textContent.includes('No triangle covers this pixel')");
}

TEST_F(Panels, SelectAllInCodeSelectsOnlyTheCode) {
  show();
  type_pair(vertex_text, fragment_text);
  const std::string box = "document.querySelector('#cards [data-target=essl300] .product:nth-child(2) pre')";
  evaluate(box + ".focus()");
  press_key("a", 65, control);
  const std::string selected = evaluate("getSelection().toString()");
  EXPECT_THAT(selected, testing::StartsWith("#version 300 es"));
  EXPECT_THAT(selected, HasSubstr("texture(fs0"));
  EXPECT_THAT(selected, Not(HasSubstr("copy")));
}

TEST_F(Panels, TheReflectionCanBeCopiedAndSaved) {
  show();
  type_pair(vertex_text, fragment_text);
  click("#tab-interface");
  set("#interface-target", "hlsl50");
  wait_for("document.querySelector('#interface-actions [title$=\".hlsl50.reflect.json\"]')");
  EXPECT_EQ(count("#interface-actions [title='Save phong-lighting-changed.hlsl50.reflect.json']"), 1u);
  evaluate(
      "Object.defineProperty(navigator, 'clipboard', {value: {writeText: (text) => { window.copied = text; }}});"
      "document.querySelector('#interface-actions button').click()");
  const nlohmann::json reflection = evaluate("JSON.parse(window.copied)");
  EXPECT_EQ(reflection["fragment"]["agal"]["samplers"][0]["name"], "fs0");
  EXPECT_EQ(reflection["varyings"]["kept"][0]["name"], "v0");
  type_pair("", "");
  EXPECT_EQ(evaluate("document.querySelector('#interface-actions').hidden"), true);
}

TEST_F(Panels, TheComparedProgramFollowsTheOpenedOne) {
  show();
  choose_example("Water");
  click("#tab-compare");
  settle();
  const std::string water = program("fragment");
  type("fragment", water + "// mine\n");
  click("#compare-opened");
  ASSERT_EQ(text_in("other-editor"), water);
  choose_example("Phong lighting");
  EXPECT_EQ(text_in("other-editor"), program("fragment"));
  // A program of the user stays.
  type_into("other-editor", "mov oc, fc0\n");
  choose_example("Water");
  EXPECT_EQ(text_in("other-editor"), "mov oc, fc0\n");
}

TEST_F(Panels, TheTraceFollowsTheRulesForNan) {
  show();
  // A component of NaN: 0 times the infinity of 1 / 0.
  type_pair("mov op, va0\n", "mov ft0, fc1\nrcp ft0, ft0\nmul ft0, ft0, fc1\nmax oc, ft0, fc2\n");
  wait_for("document.querySelector(\"[aria-label='fc1.x']\")");
  set("[aria-label='fc1.x']", "0");
  click("#tab-trace");
  const auto traced = [&](const std::string& rules) {
    set("#option-fields [aria-describedby=option-nan]", rules);
    settle();
    return text("#trace");
  };
  EXPECT_NE(traced("agal"), traced("direct3d"));
}

// An option that changes the meaning of a program also changes the picture.
TEST_F(Panels, ThePictureHasAllOptionsOfMeaning) {
  show();
  struct Row {
    std::string_view owner, name, member;
  };
  static constexpr Row rows[] = {
#define AGAL_OPTION(owner, name, member, summary) {#owner, name, #member},
#include <agal/tables/options.def>
  };
  const auto changes_meaning = [](const Row& row) {
    if (row.owner == "assemble") return row.name == "lenient" || row.name == "dialect";
    if (row.name == "adobe-order") return false;  // only the order of errors
    return row.member.starts_with("semantics.") || row.member.starts_with("validation.") ||
           row.member == "optimization" || row.member == "precision";
  };
  std::vector<std::string> expected;
  for (const Row& row : rows) {
    if (!changes_meaning(row)) continue;
    std::string key;
    for (const char c : row.name)
      if (c == '-')
        key += c;
      else if (key.ends_with('-'))
        key.back() = static_cast<char>(std::toupper(c));
      else
        key += c;
    expected.push_back(key);
  }
  EXPECT_THAT(
      evaluate("import('./analysis.js').then(({meaningOptions}) => meaningOptions)").get<std::vector<std::string>>(),
      testing::UnorderedElementsAreArray(expected));
}

}  // namespace
}  // namespace agal::playground
