// ActionScript: assembly text that code builds from strings, and adjacent strings that are lines of assembly.
#include <algorithm>
#include <map>

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
  void extract_from_calls(const std::vector<CodeText>& texts);
  void extract_from_pool();
  FindContext context_of(const CodeText& text) const;
  void extract_run(const std::vector<PoolLines>& run, std::size_t first);
  void add(Program program, std::string text, std::size_t string, FindContext context);

  Collector& collector_;
  const Part& part_;
  Abc abc_;
  std::vector<bool> wanted_;  // by string: it looks like assembly, and is not known to be something else
};

void ActionScriptExtractor::add(Program program, std::string text, std::size_t string, FindContext context) {
  FoundProgram found;
  found.form = FindForm::Assembly;
  found.text = std::move(text);
  found.program = std::move(program);
  // There is no file that its line numbers could refer to.
  found.program.positions.clear();
  found.program.text.clear();
  const std::string name = printable(std::as_bytes(std::span(context.class_name.data(), context.class_name.size())));
  found.origins.push_back({part_.container->name, part_.tag, part_.offset + abc_.strings[string].offset, name});
  found.program.name = display_name(*part_.container, found.origins.back());
  collector_.add(std::move(found), std::move(context));
}

// First the whole programs that code builds; the other texts may be lines that it passes on one by one.
void ActionScriptExtractor::extract_from_code() {
  std::vector<bool> joined(abc_.strings.size());
  std::vector<CodeText> lines;
  CodeTextListener listener;
  listener.used = [&](CodeText text) {
    if (std::optional<Program> program = recognize_program(text.text); program && program->instructions.size() > 1) {
      for (const std::uint32_t string : text.strings) joined[string] = true;
      add(std::move(*program), std::move(text.text), text.strings.front(), context_of(text));
    } else if (recognize_lines(text.text)) {
      lines.push_back(std::move(text));
    }
  };
  listener.joined_with_unknown = [&](std::uint32_t string) { joined[string] = true; };
  track_strings(abc_, wanted_, listener);
  for (std::size_t i = 0; i < joined.size(); ++i)
    if (joined[i]) wanted_[i] = false;
  extract_from_calls(lines);
}

// Lines that one method passes on in the same way, one after the other: `add("mov v0, va1")`. They form a run like
// those of the pool, but a more reliable one, because they are in program order.
void ActionScriptExtractor::extract_from_calls(const std::vector<CodeText>& texts) {
  std::map<std::pair<std::size_t, std::uint64_t>, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < texts.size(); ++i) groups[{texts[i].body, texts[i].use}].push_back(i);
  for (const auto& group : groups) {
    std::vector<PoolLines> run;
    for (const std::size_t i : group.second) run.push_back({texts[i].text, *recognize_lines(texts[i].text)});
    for (const Segment& segment : segment_run(run)) {
      const CodeText& first = texts[group.second[segment.first]];
      if (segment.count == 1 && !wanted_[first.strings.front()]) continue;  // belongs to another program
      std::string text = join_lines(std::span(run).subspan(segment.first, segment.count));
      std::optional<Program> program = recognize_program(text);
      if (!program) continue;
      for (std::size_t i = 0; i < segment.count; ++i)
        for (const std::uint32_t string : texts[group.second[segment.first + i]].strings) wanted_[string] = false;
      add(std::move(*program), std::move(text), first.strings.front(), context_of(first));
    }
  }
}

FindContext ActionScriptExtractor::context_of(const CodeText& text) const {
  FindContext context = part_.context;
  context.run = text.body + 1;
  context.class_name = abc_.class_name(text.method);
  return context;
}

void ActionScriptExtractor::extract_from_pool() {
  std::vector<PoolLines> run;
  for (std::size_t i = 0; i <= abc_.strings.size(); ++i) {
    std::optional<AssemblyLines> lines;
    if (i < abc_.strings.size() && wanted_[i]) lines = recognize_lines(abc_.strings[i].text);
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
    std::optional<Program> program = recognize_program(text);
    if (program) add(std::move(*program), std::move(text), first + segment.first, part_.context);
  }
}

}  // namespace

void extract_actionscript(Collector& collector, const Part& part, Bytes abc) {
  ActionScriptExtractor(collector, part, abc).run();
}

}  // namespace agal::extraction
