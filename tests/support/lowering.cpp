#include "support/lowering.hpp"

#include <gtest/gtest.h>

#include "agal/assembly.hpp"
#include "agal/validate.hpp"
#include "support/corpus.hpp"

namespace agal::test {
namespace {

Diagnostics problems(const Program& program) {
  ValidateOptions options;
  options.level = ValidationLevel::Off;
  options.allow_reserved = true;
  return validate(program, options);
}

}  // namespace

Program assembled(std::string_view text) {
  Result<Program> program = assemble(text);
  EXPECT_TRUE(program) << render_text(program.diagnostics());
  if (!program) return {};
  const Diagnostics found = problems(*program);
  EXPECT_FALSE(found.has_errors()) << render_text(found);
  return *std::move(program);
}

ir::Module lowered(std::string_view text, const lower::Options& options) {
  const Program program = assembled(text);
  Result<ir::Module> module = lower::lower(program, options);
  EXPECT_TRUE(module) << render_text(module.diagnostics());
  if (!module) return {};
  EXPECT_EQ(ir::verify(*module), "") << ir::print(*module);
  return *std::move(module);
}

ir::Module lowered(std::string_view text, const Semantics& semantics) {
  lower::Options options;
  options.semantics = semantics;
  return lowered(text, options);
}

std::size_t count(const ir::Module& module, ir::Op op) { return all(module, op).size(); }

std::vector<ir::Inst> all(const ir::Module& module, ir::Op op) {
  std::vector<ir::Inst> found;
  for (const ir::Inst& inst : module.body)
    if (inst.op == op) found.push_back(inst);
  return found;
}

const std::vector<Program>& translatable_programs() {
  static const std::vector<Program> programs = [] {
    std::vector<Program> found;
    for (const CorpusProgram& entry : whole_corpus().programs) {
      AssembleOptions options;
      options.stage = entry.stage;
      Result<Program> program = load_program(entry.bytes, entry.path, options);
      if (program && !problems(*program).has_errors()) found.push_back(*std::move(program));
    }
    return found;
  }();
  return programs;
}

}  // namespace agal::test
