// Tests the list of the programs of a file.
#include "playground/dropping.hpp"

namespace agal::playground {
namespace {

using testing::HasSubstr;
using testing::Not;

class Rows : public Dropped {};

TEST_F(Rows, RowsKeepOnlyTheirOwnChanges) {
  show();
  drop({{"game.swf", swf({bytecode("mul oc, v0, fc0\n"), bytecode("mul oc, v0, fc1\n")})}});
  wait_for(list_is_open);
  settle();
  const std::string first = program("fragment");
  type("fragment", first + "// mine\n");
  open_row("2");
  open_row("1");
  type("fragment", first);  // reverts the change, next to a partner that the page wrote
  open_row("2");
  open_row("1");
  EXPECT_EQ(text("#state"), "From game.swf.");
  // Undo in one editor shows the first program next to the changed partner of the second.
  open_row("2");
  type("vertex", program("vertex") + "// mine\n");
  evaluate("document.querySelector('#fragment-editor .cm-content').focus()");
  press_key("z", 90, control);
  wait_for("!document.querySelector('#found .row[aria-selected=true]')");
  EXPECT_EQ(program("fragment"), first);
  open_row("2");
  open_row("1");
  EXPECT_EQ(text("#state"), "From game.swf.");
  EXPECT_THAT(program("vertex"), Not(HasSubstr("mine")));
}

// The classes have variants that differ only in samplers.
TEST_F(Rows, EachVariantHasItsOwnChanges) {
  show();
  const auto sampled = [](const std::string& name, const std::string& options) {
    return "static const " + name + ":String = \"tex oc, v0, fs0 <" + options + ">\\n\";";
  };
  drop({{"Shader.as",
         bytes_of("package { class Look { " + sampled("A", "2d, linear") + sampled("B", "2d, nearest") + " } }\n")}});
  wait_for(list_is_open);
  settle();
  // The variants of the open program are below its row.
  EXPECT_EQ(texts("#found .name"), (std::vector<std::string>{"Look 2 variants", "fs0 <2d, nearest, mipnone, clamp>"}));
  type("fragment", program("fragment") + "// mine\n");
  open_row("2");
  EXPECT_THAT(program("fragment"), Not(HasSubstr("mine")));
  open_row("1");
  EXPECT_THAT(program("fragment"), HasSubstr("mine"));
  EXPECT_EQ(text("#state"), "From Shader.as, with your changes.");
}

TEST_F(Rows, RowsWithChangesAreMarked) {
  show();
  drop({{"game.swf", swf({bytecode("mov oc, fc0\n"), bytecode("mov oc, fc1\n")})}});
  wait_for(list_is_open);
  settle();
  const std::string first = program("fragment");
  open_row("2");
  open_row("1");
  EXPECT_EQ(count("#found .changed"), 0u);  // a partner is not a change
  type("fragment", first + "// mine\n");
  wait_for("document.querySelector('#found .row:first-child .changed')");
  open_row("2");
  EXPECT_EQ(count("#found .row:first-child .changed"), 1u);
  open_row("1");
  type("fragment", first);
  wait_for("!document.querySelector('#found .changed')");
}

TEST_F(Rows, NotesAreAboveTheList) {
  show();
  drop({{"game.swf", swf({bytecode("mov oc, fc0\n"), bytecode("mov oc, fc1\n")})}, {"damaged.swf", bytes_of("FWS")}});
  wait_for(list_is_open);
  settle();
  ASSERT_EQ(count("#found .remarks"), 1u);
  EXPECT_EQ(evaluate("document.querySelector('#found .remarks').getBoundingClientRect().bottom <="
                     "document.querySelector('#found .list').getBoundingClientRect().top"),
            true);
}

TEST_F(Rows, TheSearchKeepsThePageInPlace) {
  show();
  std::vector<Bytes> programs;
  for (int i = 0; i < 9; ++i) programs.push_back(bytecode("mov oc, fc" + std::to_string(i) + "\n"));
  drop({{"game.swf", swf(programs)}});
  wait_for(list_is_open);
  settle();
  const std::string top = "document.querySelector('#vertex').getBoundingClientRect().top";
  const nlohmann::json before = evaluate(top);
  set("#found input", "no such class");
  EXPECT_EQ(evaluate(top), before);
  click("#found header button");
  EXPECT_LT(evaluate(top), before);
  click("#found header button");
  set("#found input", "");
  EXPECT_EQ(evaluate(top), before);
  EXPECT_EQ(evaluate("document.querySelector('#found').style.minHeight"), "");
}

TEST_F(Rows, TheListCanBeHiddenAndShownAgain) {
  show();
  drop({{"game.swf", swf({bytecode("mov op, va0\nmov v0, va1\n"), bytecode("mul oc, v0, fc0\n")})}});
  wait_for(list_is_open);
  const std::string shown = "document.querySelector('#found .row').checkVisibility()";
  click("#found header button");
  EXPECT_EQ(text("#found header button"), "Show list");
  EXPECT_EQ(evaluate(shown), false);
  EXPECT_EQ(evaluate("document.querySelector('#found h2').checkVisibility()"), true);
  click("#found header button");
  EXPECT_EQ(evaluate(shown), true);
}

TEST_F(Rows, AShownListScrollsToTheOpenProgram) {
  show();
  std::vector<Bytes> programs;
  for (int i = 0; i < 20; ++i) programs.push_back(bytecode("mov oc, fc" + std::to_string(i) + "\n"));
  drop({{"game.swf", swf(programs)}});
  wait_for("document.querySelector('#found .row:first-child[aria-selected=true]')");
  settle();
  evaluate("document.querySelector('#found .list').scrollTop = 1e6");
  wait_for("document.querySelector('#row19')");
  click("#row19");
  wait_for("document.querySelector('#row19[aria-selected=true]')");
  click("#found header button");
  click("#found header button");
  const std::string in_sight =
      "(() => { const list = document.querySelector('#found .list').getBoundingClientRect();"
      "return [...document.querySelectorAll('#found .row')].filter((row) => { const {top, bottom} = "
      "row.getBoundingClientRect();"
      "return top >= list.top && bottom <= list.bottom; }); })()";
  EXPECT_EQ(evaluate(in_sight + ".at(-1) === document.querySelector('#row19')"), true);
  // At least eight rows are in sight, and more if the list is made larger.
  for (const auto& [width, height] : {std::pair{1366, 768}, {1920, 1080}, {768, 1024}, {390, 844}}) {
    resize(width, height);
    wait_for(in_sight + ".length >= 8");
  }
  resize(1366, 768);
  evaluate("document.querySelector('#found').style.height = '560px'");
  wait_for(in_sight + ".length >= 14");
  restore_size();
}

TEST_F(Rows, TheListFollowsTheKeyboard) {
  show();
  drop({{"game.swf", swf({bytecode("mov oc, fc0\n"), bytecode("mov oc, fc1\n"), bytecode("mov oc, fc2\n")})}});
  wait_for(list_is_open);
  settle();
  const auto wait_for_program = [&](const std::string& line) {
    wait_for("[...document.querySelectorAll('#fragment-editor .cm-line')].some(({textContent}) => textContent === '" +
             line + "')");
  };
  evaluate("document.querySelector('#found input').focus()");
  press_key("ArrowDown", 40);  // from the search to the open program
  EXPECT_EQ(evaluate("document.activeElement.className"), "list");
  press_key("ArrowDown", 40);
  wait_for_program("mov oc, fc1");
  press_key("Home", 36);
  wait_for_program("mov oc, fc0");
  const std::string hash = evaluate("document.querySelector('#found .row:nth-child(3) code').textContent");
  set("#found input", hash);
  EXPECT_THAT(texts("#found .row"), testing::ElementsAre(HasSubstr(hash)));
  evaluate("document.querySelector('#found input').focus()");
  press_key("Enter", 13);
  wait_for("document.querySelector('#found .row[aria-selected=true]')");
  wait_for_program("mov oc, fc2");
}

TEST_F(Rows, AReloadKeepsTheListAndItsChanges) {
  show();
  drop({{"game.swf", swf({bytecode("mov oc, fc0\n"), bytecode("mov oc, fc1\n"), bytecode("mov oc, fc2\n")})}});
  wait_for(list_is_open);
  settle();
  type("fragment", "mov oc, fc0 // mine\n");
  open_row("2");
  const std::string second = program("fragment");
  evaluate("import('./kept.js').then(({keptFiles}) => keptFiles()).then(({files}) => { window.kept = files; })");
  wait_for("window.kept?.length === 1");
  tools().reload();
  wait_for("document.querySelector('#found .row:nth-child(2)[aria-selected=true]')");
  settle();
  EXPECT_EQ(text("#found h2"), "3 programs in game.swf");
  EXPECT_EQ(program("fragment"), second);
  EXPECT_EQ(count("#found .changed"), 1u);
  EXPECT_EQ(count("#found .row:first-child .changed"), 1u);
  type("fragment", second + "// mine too\n");
  click("#tab-compare");
  click("#compare-opened");
  EXPECT_EQ(text_in("other-editor"), second);
  open_row("1");
  EXPECT_EQ(program("fragment"), "mov oc, fc0 // mine\n");
  EXPECT_EQ(text("#state"), "From game.swf, with your changes.");
  open_row("2");
  EXPECT_EQ(program("fragment"), second + "// mine too\n");
}

TEST_F(Rows, AnotherPageDoesNotHaveTheList) {
  show();
  drop({{"game.swf", swf({bytecode("mov oc, fc0\n")})}});
  wait_for(list_is_open);
  settle();
  show();
  EXPECT_EQ(evaluate("document.querySelector('#found').hidden"), true);
}

}  // namespace
}  // namespace agal::playground
