// ActionScript: assembly text that code builds from strings, and adjacent strings that are lines of assembly.
#include <algorithm>
#include <map>
#include <unordered_set>

#include "agal/assembly.hpp"
#include "base/text.hpp"
#include "extraction/code_texts.hpp"
#include "extraction/contents.hpp"
#include "extraction/recognize.hpp"

namespace agal::extraction {
namespace {

// Replaces a hole everywhere; false: the text does not have it.
bool fill_hole(std::string& text, std::string_view hole, std::string_view by) {
  if (hole.empty()) return false;
  bool found = false;
  for (std::size_t at = text.find(hole); at != std::string::npos; at = text.find(hole, at + by.size())) {
    text.replace(at, hole.size(), by);
    found = true;
  }
  return found;
}

// `<???>`: options of a sampler that no assembler takes, without which the text is a program.
std::optional<std::string> hole_of(std::string_view text) {
  const std::size_t begin = text.find('<');
  const std::size_t end = text.find('>', begin == std::string_view::npos ? 0 : begin);
  if (begin == std::string_view::npos || end == std::string_view::npos) return std::nullopt;
  std::string hole(text.substr(begin, end - begin + 1)), filled(text);
  fill_hole(filled, hole, "<2d>");
  if (!recognize_program(filled)) return std::nullopt;
  return hole;
}

// `<cube,linear>`: options that assemblers take.
bool is_sampler_options(std::string_view text) {
  if (!text.starts_with('<') || !text.ends_with('>')) return false;
  return assemble("tex oc, v0, fs0 " + std::string(text)).has_value();
}

bool is_in_options(std::string_view text, std::string_view hole) {
  const std::size_t at = text.find(hole);
  if (hole.empty() || at == text.npos) return false;
  const std::size_t begin = hole.starts_with('<') ? at : text.rfind('<', at);
  return begin != text.npos && text.find('>', begin) > at && text.find('\n', begin) > at;
}

// What engines write into holes unless the game says something else. docs/extract.md lists these values.
std::string_view usual_fill(std::string_view hole) {
  if (hole == "TEXTURE_SAMPLING_OPTIONS") return "2d,miplinear,linear,repeat";  // ND2D
  return hole.starts_with('<') ? "<2d,linear,mipnone,clamp>" : "2d,linear,mipnone,clamp";
}

// More than a word: an opcode with a register.
bool is_line(std::string_view text) { return text.find_first_of("0123456789,.") != std::string_view::npos; }

// By string of the pool: whether it looks like assembly.
std::vector<bool> strings_of_assembly(const Abc& abc) {
  std::vector<bool> tracked;
  for (const avm2::PoolString& string : abc.strings) tracked.push_back(may_be_assembly(string.text));
  return tracked;
}

// The classes of a file whose strings are lines of assembly, and how many.
using LinesOfClasses = std::map<std::string, std::size_t>;

class ActionScriptExtractor {
 public:
  ActionScriptExtractor(Collector& collector, const Part& part, Bytes bytes, MovieFacts& facts)
      : collector_(collector), part_(part), abc_(avm2::read_abc(bytes)), facts_(facts) {}

  void run() {
    if (!abc_.problem.empty())
      collector_.report(Rule::AbcDamaged, *part_.container, part_.offset + abc_.problem_at, {abc_.problem});
    for (const avm2::PoolString& string : abc_.strings) names_.insert(string.text);
    tracked_ = strings_of_assembly(abc_);
    if (std::find(tracked_.begin(), tracked_.end(), true) != tracked_.end()) {
      assigned_.resize(abc_.strings.size());
      extract_from_code();
      extract_from_pool();
      count_unassigned();
      report_texts();
    }
    note_uploads();
  }

 private:
  void extract_from_code();
  void extract_text(const CodeText& text);
  void extract_items(const CodeText& text);
  void extract_from_pool();
  void extract_run(const std::vector<PoolLines>& run, std::size_t first);
  void count_unassigned();
  void report_texts() const;
  void note_uploads();
  std::string hole_in_options(std::string_view text) const;
  void fill_holes(std::string& text, CodeText& from) const;
  bool has_string(std::string_view text) const { return names_.contains(text); }
  FindContext context_of(const CodeText& text) const;
  bool add_program(std::string text, const CodeText& from, bool one_line);
  void add(Program program, std::string text, std::size_t string, FindContext context, const CodeText& from);
  void add_text(const CodeText& from, std::string text);
  Origin origin_of(const FindContext& context, std::size_t string, const CodeText& from) const;
  void assign(const CodeText& text) {
    for (const std::uint32_t string : text.strings) assigned_[string] = true;
  }

  Collector& collector_;
  const Part& part_;
  Abc abc_;
  MovieFacts& facts_;
  std::unordered_set<std::string_view> names_;  // the strings of the pool
  std::vector<bool> tracked_;                   // by string: it looks like assembly
  std::vector<bool> assigned_;                  // by string: it belongs to a program or a text
  std::size_t texts_ = 0;
};

Origin ActionScriptExtractor::origin_of(const FindContext& context, std::size_t string, const CodeText& from) const {
  Origin origin;
  origin.container = part_.container->name;
  origin.tag = part_.tag;
  origin.offset = part_.offset + abc_.strings[string].offset;
  origin.name = printable(context.class_name);
  origin.certainty = from.certainty;
  origin.detail = printable(from.detail);
  return origin;
}

void ActionScriptExtractor::add(Program program, std::string text, std::size_t string, FindContext context,
                                const CodeText& from) {
  FoundProgram found;
  found.form = FindForm::Assembly;
  found.text = std::move(text);
  found.program = std::move(program);
  // There is no file that its line numbers could refer to.
  found.program.positions.clear();
  found.program.text.clear();
  found.origins.push_back(origin_of(context, string, from));
  found.program.name = display_name(*part_.container, found.origins.back());
  collector_.add(std::move(found), std::move(context));
}

void ActionScriptExtractor::add_text(const CodeText& from, std::string text) {
  assign(from);
  const FindContext context = context_of(from);
  if (collector_.add_text({std::move(text), origin_of(context, from.strings.front(), from)})) ++texts_;
}

// Fills the holes that the options name, and with `usual` the one that is left.
void ActionScriptExtractor::fill_holes(std::string& text, CodeText& from) const {
  const auto fill = [&](std::string_view hole, std::string_view by) {
    if (!fill_hole(text, hole, by) || from.certainty == Certainty::Partial) return false;
    const bool told = from.certainty == Certainty::Variant || from.certainty == Certainty::Filled;
    from.detail = (told ? from.detail + "; " : "") + std::string(hole) + " filled with " + std::string(by);
    from.certainty = Certainty::Filled;
    return true;
  };
  for (const auto& [hole, by] : collector_.options().fills.holes) fill(hole, by);
  if (!collector_.options().fills.usual || from.certainty == Certainty::Partial) return;
  std::string hole = from.certainty == Certainty::Template ? from.detail : hole_in_options(text);
  if (hole.empty()) hole = hole_of(text).value_or("");
  // Options that the code replaces by others are a value already.
  if (is_in_options(text, hole) && !is_sampler_options(hole)) fill(hole, usual_fill(hole));
}

// A text that is a program, after its holes are filled.
bool ActionScriptExtractor::add_program(std::string text, const CodeText& from, bool one_line) {
  CodeText filled = from;
  fill_holes(text, filled);
  Diagnostics warnings;
  std::optional<Program> program = recognize_program(text, &warnings);
  if (!program || (program->instructions.size() < 2 && !one_line)) return false;
  const std::string option = hole_in_options(text);
  if (!option.empty() && filled.certainty != Certainty::Partial) {
    filled.certainty = Certainty::Template;
    filled.detail = option;
  }
  if (filled.certainty == Certainty::Partial || filled.certainty == Certainty::Template) {
    add_text(filled, std::move(text));
    return true;
  }
  if (!warnings.empty())
    collector_.report(Rule::ReadLeniently, *part_.container, part_.offset + abc_.strings[from.strings.front()].offset,
                      {warnings.begin()->message});
  assign(from);
  add(std::move(*program), std::move(text), from.strings.front(), context_of(from), filled);
  return true;
}

void ActionScriptExtractor::extract_from_code() {
  std::vector<CodeText> lists;
  follow_code(abc_, tracked_, facts_, [&](CodeText text) {
    if (text.strings.empty()) return;
    if (text.items.empty())
      extract_text(text);
    else
      lists.push_back(std::move(text));
  });
  // First the whole programs that code builds; the other texts may be lines that it passes on one by one.
  for (const CodeText& list : lists) extract_items(list);
}

void ActionScriptExtractor::extract_text(const CodeText& text) {
  if (add_program(text.text, text, !text.passed)) return;
  CodeText incomplete = text;
  if (incomplete.certainty == Certainty::Exact || incomplete.certainty == Certainty::Variant) {
    const std::optional<std::string> hole = hole_of(text.text);
    if (!hole) return;
    incomplete.certainty = Certainty::Template;
    incomplete.detail = *hole;
  }
  add_text(incomplete, text.text);
}

// Lines in a list, or lines that one method passes on in the same way, one after the other: `add("mov v0, va1")`.
// Items that are programs of several lines are not lines of another.
void ActionScriptExtractor::extract_items(const CodeText& list) {
  std::vector<PoolLines> run;
  for (const std::string& item : list.items) {
    const std::optional<AssemblyLines> lines = recognize_lines(item);
    if (!lines) {
      CodeText one = list;
      one.certainty = std::max(list.certainty, Certainty::Variant);
      if (!list.lines) add_program(item, one, true);
      continue;
    }
    run.push_back({item, *lines});
  }
  // With something unknown among them, the lines are not all there.
  if (run.empty() || list.certainty == Certainty::Partial || run.size() != list.items.size()) return;
  CodeText from = list;
  if (run.size() > 1 && from.certainty == Certainty::Exact) {
    from.certainty = Certainty::Variant;
    from.detail = list.lines ? "lines that calls pass on one by one" : "lines of a list";
  }
  for (const Segment& segment : segment_run(run)) {
    if (segment.count == 1 && run[segment.first].lines.instructions > 1) {
      if (!list.lines) add_program(list.items[segment.first], list, true);
      continue;
    }
    from.text = join_lines(std::span(run).subspan(segment.first, segment.count));
    add_program(from.text, from, true);
  }
}

FindContext ActionScriptExtractor::context_of(const CodeText& text) const {
  FindContext context = part_.context;
  context.run = text.body + 1;
  context.class_name = abc_.class_name(text.method);
  return context;
}

// Strings that code does not push are values of constants, or stand in code that cannot be read.
void ActionScriptExtractor::extract_from_pool() {
  std::vector<bool> in_code(abc_.strings.size());
  for (const std::vector<std::uint32_t>& strings : strings_of_bodies(abc_))
    for (const std::uint32_t string : strings)
      if (string < in_code.size()) in_code[string] = true;
  std::vector<PoolLines> run;
  const auto flush = [&](std::size_t end) {
    if (!run.empty()) extract_run(run, end - run.size());
    run.clear();
  };
  for (std::size_t i = 0; i <= abc_.strings.size(); ++i) {
    std::optional<AssemblyLines> lines;
    if (i < abc_.strings.size() && tracked_[i] && !assigned_[i]) lines = recognize_lines(abc_.strings[i].text);
    if (!lines || in_code[i]) flush(i);
    if (lines) run.push_back({abc_.strings[i].text, *lines});
    if (lines && in_code[i]) flush(i + 1);
  }
}

void ActionScriptExtractor::extract_run(const std::vector<PoolLines>& run, std::size_t first) {
  for (const Segment& segment : segment_run(run)) {
    CodeText from;
    for (std::size_t i = 0; i < segment.count; ++i)
      from.strings.push_back(static_cast<std::uint32_t>(first + segment.first + i));
    if (segment.count > 1) {
      from.certainty = Certainty::Variant;
      from.detail = "adjacent strings";
    }
    std::string text = join_lines(std::span(run).subspan(segment.first, segment.count));
    std::optional<Program> program = recognize_program(text);
    if (!program) continue;
    assign(from);
    add(std::move(*program), std::move(text), first + segment.first, part_.context, from);
  }
}

void ActionScriptExtractor::count_unassigned() {
  LinesOfClasses classes;
  const std::vector<std::vector<std::uint32_t>> bodies = strings_of_bodies(abc_);
  std::vector<bool> counted(abc_.strings.size());
  for (std::size_t body = 0; body < bodies.size(); ++body)
    for (const std::uint32_t string : bodies[body]) {
      if (string >= counted.size() || !tracked_[string] || assigned_[string] || counted[string]) continue;
      if (!is_line(abc_.strings[string].text)) continue;
      counted[string] = true;
      ++classes[abc_.class_name(abc_.bodies[body].method)];
    }
  if (classes.empty()) return;
  std::size_t lines = 0;
  for (const auto& [name, count] : classes) {
    lines += count;
    collector_.extraction().unassigned.push_back({part_.container->name, printable(name), count});
  }
  collector_.report(Rule::LinesUnassigned, *part_.container, part_.offset,
                    {base::counted(lines, "string"), base::counted(classes.size(), "class", "classes"),
                     has_string("AGALMiniAssembler") ? "; the code uses AGALMiniAssembler" : ""});
}

void ActionScriptExtractor::report_texts() const {
  if (texts_ == 0) return;
  const FoundText& first = collector_.extraction().texts[collector_.extraction().texts.size() - texts_];
  collector_.report(Rule::TextsIncomplete, *part_.container, first.origin.offset,
                    {base::counted(texts_, "text"), first.origin.name, first.origin.detail});
}

// An unknown option that the code also has alone, as in `text.replace("OPTIONS", "2d,linear")`, or options without a
// word, as in `<???>`, which the assembler of a game ignores; "" if there is none.
std::string ActionScriptExtractor::hole_in_options(std::string_view text) const {
  constexpr std::string_view word = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
  for (std::size_t at = text.find('<'); at != text.npos; at = text.find('<', at)) {
    const std::size_t end = std::min(text.find('>', at), text.size());
    const std::string_view options = text.substr(at, std::min(end + 1, text.size()) - at);
    const bool has_word = options.find_first_of(word) != options.npos || options.find('\n') != options.npos;
    if (options.ends_with('>') && !has_word && options.find_first_not_of("<> \t,") != options.npos)
      return std::string(options);
    while (at < end) {
      const std::size_t begin = std::min(text.find_first_of(word, at), end);
      at = std::min(text.find_first_not_of(word, begin), end);
      const std::string_view option = text.substr(begin, at - begin);
      if (!option.empty() && !(option[0] >= '0' && option[0] <= '9') && find_sampler_option(option) == nullptr &&
          has_string(option))
        return std::string(option);
    }
  }
  return {};
}

// Whether these are all programs is known at the end of the file: they may be in other parts of it.
void ActionScriptExtractor::note_uploads() {
  std::vector<std::string>& uploads = collector_.extraction().uploads_unknown;
  if (!has_string("Program3D") || !has_string("upload")) return;
  if (std::find(uploads.begin(), uploads.end(), part_.container->name) == uploads.end())
    uploads.push_back(part_.container->name);
}

}  // namespace

void learn_actionscript(Bytes bytes, LearningStep step, MovieFacts& facts) {
  const Abc abc = avm2::read_abc(bytes);
  if (step == LearningStep::Names) return facts.add_names(abc);
  const std::vector<bool> tracked = strings_of_assembly(abc);
  if (step == LearningStep::Rest) return learn_from_rest(abc, tracked, facts);
  if (std::find(tracked.begin(), tracked.end(), true) != tracked.end()) learn_from_assembly(abc, tracked, facts);
}

void extract_actionscript(Collector& collector, const Part& part, Bytes abc, MovieFacts& facts) {
  ActionScriptExtractor(collector, part, abc, facts).run();
}

}  // namespace agal::extraction
