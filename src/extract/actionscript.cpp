// ActionScript: assembly text that code puts together, and lines of it that only stand next to each other.
#include <algorithm>

#include "extract/code_text.hpp"
#include "extract/contents.hpp"
#include "extract/pool_runs.hpp"

namespace agal::extraction {
namespace {

class ActionScriptExtractor {
 public:
  ActionScriptExtractor(Collector& collector, const Part& part, Bytes bytes)
      : collector_(collector), part_(part), abc_(read_abc(bytes)) {}

  void run() {
    if (!abc_.problem.empty())
      collector_.report(Rule::AbcDamaged, *part_.container, part_.offset + abc_.problem_at, {abc_.problem});
    wanted_.resize(abc_.strings.size());
    for (std::size_t i = 0; i < wanted_.size(); ++i) wanted_[i] = may_be_assembly(abc_.strings[i].text);
    if (std::find(wanted_.begin(), wanted_.end(), true) == wanted_.end()) return;
    extract_from_code();
    extract_from_pool();
  }

 private:
  void extract_from_code();
  void extract_from_pool();
  void extract_run(const std::vector<PoolLines>& run, std::size_t first);
  void add(Program program, std::string text, std::size_t string, Surroundings surroundings);

  Collector& collector_;
  const Part& part_;
  Abc abc_;
  std::vector<bool> wanted_;  // by string: it begins like assembly, and is not known to be something else
};

void ActionScriptExtractor::add(Program program, std::string text, std::size_t string, Surroundings surroundings) {
  FoundProgram found;
  found.form = FindForm::Assembly;
  found.text = std::move(text);
  found.program = std::move(program);
  // Its lines are those of no file.
  found.program.positions.clear();
  const std::string name =
      printable(std::as_bytes(std::span(surroundings.class_name.data(), surroundings.class_name.size())));
  found.origins.push_back({part_.container->name, part_.tag, part_.offset + abc_.strings[string].offset, name});
  found.program.name = display_name(*part_.container, found.origins.back());
  collector_.add(std::move(found), std::move(surroundings));
}

// A text of one line may also be one of several that are put together elsewhere, so it is left to the pool.
void ActionScriptExtractor::extract_from_code() {
  std::vector<bool> done(abc_.strings.size());
  CodeTextListener listener;
  listener.used = [&](CodeText text) {
    std::optional<Program> program = recognise_program(text.text);
    if (!program || program->instructions.size() < 2) return;
    for (const std::uint32_t string : text.strings) done[string] = true;
    Surroundings surroundings = part_.surroundings;
    surroundings.run = text.body + 1;
    surroundings.class_name = abc_.class_name(text.method);
    add(std::move(*program), std::move(text.text), text.strings.front(), std::move(surroundings));
  };
  listener.joined_with_unknown = [&](std::uint32_t string) { done[string] = true; };
  follow_strings(abc_, wanted_, listener);
  for (std::size_t i = 0; i < done.size(); ++i)
    if (done[i]) wanted_[i] = false;
}

void ActionScriptExtractor::extract_from_pool() {
  std::vector<PoolLines> run;
  for (std::size_t i = 0; i <= abc_.strings.size(); ++i) {
    std::optional<AssemblyLines> lines;
    if (i < abc_.strings.size() && wanted_[i]) lines = recognise_lines(abc_.strings[i].text);
    if (lines) {
      run.push_back({abc_.strings[i].text, *lines});
    } else if (!run.empty()) {
      extract_run(run, i - run.size());
      run.clear();
    }
  }
}

void ActionScriptExtractor::extract_run(const std::vector<PoolLines>& run, std::size_t first) {
  for (const Segment& segment : segment_run(run)) {
    std::string text = join_lines(std::span(run).subspan(segment.first, segment.count));
    std::optional<Program> program = recognise_program(text);
    if (program) add(std::move(*program), std::move(text), first + segment.first, part_.surroundings);
  }
}

}  // namespace

void extract_actionscript(Collector& collector, const Part& part, Bytes abc) {
  ActionScriptExtractor(collector, part, abc).run();
}

}  // namespace agal::extraction
