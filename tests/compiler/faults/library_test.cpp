// Tests the C++ interface. Each allocation fails in turn, and only std::bad_alloc may be thrown.
#include <array>
#include <new>
#include <string_view>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "agal/ci_report.hpp"
#include "agal/compile.hpp"
#include "agal/interpret.hpp"
#include "agal/lint.hpp"
#include "agal/validate.hpp"
#include "faults/each_allocation.hpp"
#include "support/corpus.hpp"

namespace agal::faults {
namespace {

// Runs `work`, which returns a text that is not empty. Another exception ends the process.
template <class Work>
void expect_bad_alloc(const Work& work) {
  const auto operate = [&]() -> std::optional<std::string> {
    try {
      return work();
    } catch (const std::bad_alloc&) {
      return std::nullopt;
    }
  };
  fail_each_allocation({}, operate, [](std::optional<std::string>& text) { return std::move(text).value_or(""); });
}

std::string described(const Diagnostics& diagnostics) { return render_text(diagnostics) + render_json(diagnostics); }

TEST(OutOfMemory, ProgramsOfTheCorpusThrowBadAlloc) {
  CompileOptions options;
  options.target = Target::Essl300;
  options.writer = Writer::Own;
  std::size_t programs = 0;
  for (const test::CorpusProgram& each : test::own_corpus().programs) {
    if (programs++ % 8 != 0) continue;
    SCOPED_TRACE(each.path);
    expect_bad_alloc([&] {
      const Result<Program> program = load_program(each.bytes, each.path);
      if (!program) return described(program.diagnostics());
      Diagnostics diagnostics = validate(*program);
      diagnostics.append(lint(*program));
      const Result<Compilation> compiled = compile(*program, options);
      diagnostics.append(compiled.diagnostics());
      return (compiled ? compiled->text + compiled->reflection : std::string("refused")) + described(diagnostics);
    });
  }
  EXPECT_GT(programs, 50u);
}

TEST(OutOfMemory, TextAndReportsThrowBadAlloc) {
  const Program program = *assemble("tex ft0, v0, fs0 <2d>\nmov ft1, ft0\nmov oc, ft0\n", "x.agal");
  expect_bad_alloc([&] { return disassemble(program); });
  expect_bad_alloc([&] {
    std::ostringstream out;
    SarifWriter writer(out);
    writer.add({"x", "x.agal", disassemble(program), lint(program)});
    writer.finish();
    // Streams do not pass exceptions on.
    if (!out.good()) throw std::bad_alloc();
    return out.str();
  });
}

TEST(OutOfMemory, InterpretersThrowBadAlloc) {
  const Program program = *assemble("mul ft0, v0, fc0\nmov oc, ft0\n");
  expect_bad_alloc([&] {
    InterpretOptions options;
    options.trace = true;
    const Result<QuadOutput> run = interpret_quad(program, {}, {}, options);
    return run ? format_outputs(*run, OutputFormat::Text) + format_trace(program, run->trace) : "refused";
  });
}

}  // namespace
}  // namespace agal::faults
