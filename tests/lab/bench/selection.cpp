#include "selection.hpp"

#include <optional>
#include <utility>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "agal/validate.hpp"
#include "lower/lower.hpp"
#include "programs.hpp"
#include "support/branch_programs.hpp"
#include "support/corpus.hpp"

namespace agal::bench {
namespace {

CompileOptions options_for(Target target) {
  CompileOptions options;
  options.target = target;
  if (info(target).family != TargetFamily::SpirV) options.writer = Writer::Cross;
  options.reflect = false;
  return options;
}

std::optional<Made> made(const Program& program, Target target) {
  Made out{options_for(target), {}, 0};
  if (!compile(program, out.options)) return std::nullopt;
  Result<std::vector<std::uint32_t>> words = translate(program, out.options);
  if (!words) return std::nullopt;
  out.words = *std::move(words);
  out.branches = test::branches_in(out.words);
  return out;
}

// Prepares a program. Returns nullopt if a step rejects it.
std::optional<Subject> prepared(Program program) {
  Subject subject;
  for (const Target target : text_targets) {
    std::optional<Made> text = made(program, target);
    if (!text) return std::nullopt;
    subject.texts.push_back(*std::move(text));
  }
  std::optional<Made> spirv = made(program, Target::Spv);
  Result<ir::Module> lowered = lower::lower(program, {});
  if (!spirv || !lowered) return std::nullopt;
  subject.spirv = *std::move(spirv);
  subject.lowered = *std::move(lowered);
  subject.module = run_steps(subject.lowered, {}, subject.before);
  subject.interface = ir::interface_of(subject.module);
  subject.bytes = write_bytecode(program);
  subject.text = disassemble(program);
  // The program is read from bytecode, so it does not have positions in a text.
  subject.program = *read_bytecode(subject.bytes, program.name);
  subject.warned = !validate(subject.program).empty();
  return subject;
}

void add(Selection& selection, Program program) {
  std::optional<Subject> subject = prepared(std::move(program));
  if (subject)
    selection.subjects.push_back(*std::move(subject));
  else
    ++selection.left_out;
}

Selection selection_of(std::string name, const test::Corpus& corpus) {
  Selection selection;
  selection.name = std::move(name);
  for (const test::CorpusProgram& entry : corpus.programs) {
    AssembleOptions options;
    options.stage = entry.stage;
    Result<Program> program = load_program(entry.bytes, entry.path, options);
    if (program)
      add(selection, *std::move(program));
    else
      ++selection.left_out;
  }
  return selection;
}

}  // namespace

std::size_t Selection::tokens() const {
  std::size_t sum = 0;
  for (const Subject& subject : subjects) sum += subject.program.instructions.size();
  return sum;
}

Selection selection_of_size(std::uint32_t tokens) {
  Selection selection;
  selection.name = std::to_string(tokens);
  for (Program& program : programs_of_size(tokens)) add(selection, std::move(program));
  return selection;
}

Selection selection_of_corpus() { return selection_of("corpus", test::own_corpus()); }

Selection selection_of_shared_corpus() { return selection_of("shared", test::shared_corpus()); }

}  // namespace agal::bench
