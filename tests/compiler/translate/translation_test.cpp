// Tests lowering, passes, emitter and writers as text. The files are tests/compiler/{lower,opt,spirv,writer}/*.txt. A
// file has any number of cases:
//
//     === NAME: STEP [OPTION=VALUE]...
//     ; the expectation, if the name does not say everything
//     the input: assembly, or IR for the step opt
//     ---
//     the output
//
// STEP is lower, opt (with passes=PASS,PASS... or the whole pipeline), spirv or write. spirv-body and write-body show
// the entry point without the declarations before it. The options are the library's. The output of a rejected input is
// its messages. ./tools/lab/bless rewrites the outputs.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/options.hpp"
#include "agal/translate.hpp"
#include "ir/parse.hpp"
#include "khronos/spirv_tools.hpp"
#include "lower/lower.hpp"
#include "opt/passes.hpp"
#include "support/golden.hpp"
#include "target/output.hpp"
#include "translate/translation.hpp"

namespace agal::test {
namespace {

const std::string folder = "tests/compiler";

struct Case {
  std::string file;  // such as "opt/cse"
  std::string name, step;
  std::string heading, input, output;  // heading, input and output together are the case in the file
};

std::vector<Case> cases_of(const std::string& file) {
  std::vector<Case> cases;
  std::istringstream text(source_text(folder + "/" + file + ".txt"));
  std::string* part = nullptr;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("=== ")) {
      const std::size_t colon = line.find(": ");
      cases.push_back({file, line.substr(4, colon - 4), line.substr(colon + 2), line + "\n", "", ""});
      part = &cases.back().input;
    } else if (part != nullptr && line == "---") {
      part = &cases.back().output;
    } else if (part != nullptr) {
      *part += line + "\n";
    }
  }
  return cases;
}

std::vector<std::string> files() {
  std::vector<std::string> found;
  const std::filesystem::path root = std::filesystem::path(AGAL_SOURCE_DIR) / folder;
  for (const char* tested : {"lower", "opt", "spirv", "writer"})
    for (const auto& entry : std::filesystem::directory_iterator(root / tested))
      if (entry.path().extension() == ".txt" && entry.path().filename() != "CMakeLists.txt")
        found.push_back(entry.path().lexically_relative(root).replace_extension().generic_string());
  std::sort(found.begin(), found.end());
  return found;
}

// ---- the steps

struct Command {
  std::string step;
  std::vector<std::string> passes;
  Options options;
};

Command command_of(const std::string& text) {
  Command out;
  out.options.compile.optimization = Optimization::Full;
  out.options.compile.validation.level = ValidationLevel::Off;
  std::istringstream words(text);
  words >> out.step;
  for (std::string word; words >> word;) {
    const std::size_t equals = std::min(word.find('='), word.size() - 1);
    const std::string name = word.substr(0, equals), value = word.substr(equals + 1);
    if (name == "passes") {
      std::istringstream list(value);
      for (std::string pass; std::getline(list, pass, ',');) out.passes.push_back(pass);
    } else if (const Diagnostics failed = set_option(out.options, name, value); failed.has_errors()) {
      ADD_FAILURE() << render_text(failed);
    }
  }
  return out;
}

// Runs one pass. A comment names the cleanup that it leaves for later passes.
std::string run_pass(ir::Module& module, const std::string& name, const opt::PipelineOptions& options) {
  const auto steps = opt::pipeline_steps();
  const auto step = std::find_if(steps.begin(), steps.end(), [&](const opt::Step& row) { return row.pass == name; });
  if (step == steps.end()) return "unknown pass: " + name + "\n";
  const opt::CleanupNeeded needed = step->run(module, options);
  EXPECT_EQ(ir::verify(module), "") << ir::print(module);
  switch (needed) {
    case opt::CleanupNeeded::Nothing: break;
    case opt::CleanupNeeded::Duplicates: return "; " + name + " leaves duplicates\n";
    case opt::CleanupNeeded::Copies: return "; " + name + " leaves copies\n";
  }
  return "";
}

Result<ir::Module> module_of(const std::string& input, const Options& options) {
  if (ir::looks_like_ir(input)) return ir::parse(input);
  const Result<Program> program = assemble(input, "input", options.assemble);
  if (!program) return program.diagnostics();
  const Diagnostics found = validate(*program, options.compile.validation);
  if (found.has_errors()) return found;
  lower::Options lowering;
  lowering.semantics = options.compile.semantics;
  Result<ir::Module> module = lower::lower(*program, lowering);
  EXPECT_EQ(module ? ir::verify(*module) : "", "");
  return module;
}

// Returns the lines between the braces of the entry point, without one level of indentation.
std::string entry_point_of(const std::string& text) {
  const std::size_t open = text.find("{\n", text.find("main("));
  std::istringstream lines(text.substr(std::min(open, text.size() - 2) + 2));
  std::string out;
  for (std::string line; std::getline(lines, line) && line.starts_with(' ');) out += line.substr(4) + "\n";
  return out;
}

std::string output_of(const Command& command, const std::string& input) {
  const Options& options = command.options;
  if (command.step == "lower" || command.step == "opt") {
    Result<ir::Module> module = module_of(input, options);
    if (!module) return render_text(module.diagnostics());
    if (command.step == "lower") return ir::print(*module);
    const opt::PipelineOptions pipeline =
        translation::pipeline_options(target::resolve(options.compile, module->stage), options.compile.optimization);
    std::string comments;
    for (const std::string& pass : command.passes) comments += run_pass(*module, pass, pipeline);
    if (command.passes.empty()) {
      EXPECT_TRUE(opt::run_pipeline(*module, pipeline).empty());
    }
    EXPECT_EQ(ir::verify(*module), "");
    return ir::print(*module) + comments;
  }
  const Result<Program> program = assemble(input, "input", options.assemble);
  if (!program) return render_text(program.diagnostics());
  if (command.step.starts_with("spirv")) {
    const Result<std::vector<std::uint32_t>> words = translate(*program, options.compile);
    if (!words) return render_text(words.diagnostics());
    EXPECT_EQ(khronos::validate(*words, target::resolve(options.compile, program->stage).environment), std::nullopt);
    const std::string text = khronos::disassemble(*words);
    return command.step == "spirv" ? text : text.substr(text.find('\n', text.find("OpFunction ")) + 1);
  }
  const Result<std::string> text = write(*program, options.compile);
  if (!text) return render_text(text.diagnostics());
  return command.step == "write" ? *text : entry_point_of(*text);
}

class TranslationTest : public testing::Test {
 public:
  explicit TranslationTest(Case tested) : tested_(std::move(tested)) {}

  void TestBody() override {
    const std::string path = folder + "/" + tested_.file + ".txt";
    std::string output = output_of(command_of(tested_.step), without_comments());
    const bool last = cases_of(tested_.file).back().name == tested_.name;
    if (!last) output += "\n";
    const std::string before = tested_.heading + tested_.input + "---\n";
    const std::string text = source_text(path);
    const std::size_t at = text.find(before);
    ASSERT_NE(at, std::string::npos) << "there is no line '---'";
    ASSERT_EQ(tested_.output, text.substr(at + before.size(), tested_.output.size()));
    expect_golden(
        path, text.substr(0, at + before.size()) + output + text.substr(at + before.size() + tested_.output.size()));
  }

 private:
  // Returns the input without the lines that begin with a ';', which assembly does not have.
  std::string without_comments() const {
    std::string out;
    std::istringstream text(tested_.input);
    for (std::string line; std::getline(text, line);)
      if (!line.starts_with(';')) out += line + "\n";
    return out;
  }

  Case tested_;
};

[[maybe_unused]] const bool registered = [] {
  for (const std::string& file : files())
    for (const Case& each : cases_of(file)) {
      std::string suite = file;
      for (const char separator : {'/', '-'}) std::replace(suite.begin(), suite.end(), separator, '_');
      testing::RegisterTest(suite.c_str(), each.name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                            [each]() -> testing::Test* { return new TranslationTest(each); });
    }
  return true;
}();

}  // namespace
}  // namespace agal::test
