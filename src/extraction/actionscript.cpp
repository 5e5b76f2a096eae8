// ActionScript: assembly text that code builds from strings, and adjacent strings that are lines of assembly.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
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

// `<cube,linear>`: options that assemblers take.
bool is_sampler_options(std::string_view text) {
  if (!text.starts_with('<') || !text.ends_with('>')) return false;
  return assemble("tex oc, v0, fs0 " + std::string(text)).has_value();
}

// `<???>`: options of a sampler that no assembler takes, without which the text is a program.
std::optional<std::string> hole_of(std::string_view text, Dialect dialect) {
  const std::size_t begin = text.find('<');
  const std::size_t end = text.find('>', begin == std::string_view::npos ? 0 : begin);
  if (begin == std::string_view::npos || end == std::string_view::npos) return std::nullopt;
  std::string hole(text.substr(begin, end - begin + 1)), filled(text);
  if (is_sampler_options(hole)) return std::nullopt;
  fill_hole(filled, hole, "<2d>");
  if (!recognize_program(filled, nullptr, 1, dialect)) return std::nullopt;
  return hole;
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

// The text without the line breaks at its end, which the assembler ignores.
std::string_view lines_of(std::string_view text) { return text.substr(0, text.find_last_not_of(" \t\r\n") + 1); }

// By string of the pool: whether it looks like assembly.
std::vector<bool> strings_of_assembly(const Abc& abc) {
  std::vector<bool> tracked;
  for (const avm2::PoolString& string : abc.strings) tracked.push_back(may_be_assembly(string.text));
  return tracked;
}

// The assembler that the movie has. Haxe's runtime has the class flash.Boot, and OpenFL's assembler is written in Haxe.
// Adobe's has its components in regular expressions; the version of 2011, which EasyAGAL has too, knows rgba.
Dialect dialect_of(const Abc& abc) {
  const bool is_haxe = std::any_of(abc.classes.begin(), abc.classes.end(), [&](const avm2::Class& one) {
    return abc.string(one.name) == "Boot" && abc.class_name(one.constructor) == "flash.Boot";
  });
  if (is_haxe) return Dialect::OpenFl;
  const auto has_part = [&](std::string_view part) {
    return std::any_of(abc.strings.begin(), abc.strings.end(),
                       [&](const avm2::PoolString& string) { return string.text.find(part) != string.text.npos; });
  };
  return has_part("[xyzwrgba]") && !has_part("[xyzw]") ? Dialect::EasyAgal : Dialect::Adobe;
}

// The classes of a file whose strings are lines of assembly, and how many.
using LinesOfClasses = std::map<std::string, std::size_t>;

class ActionScriptExtractor {
 public:
  ActionScriptExtractor(Collector& collector, const std::vector<Part>& parts, const Abc& abc)
      : collector_(collector), parts_(parts), abc_(abc), dialect_(dialect_of(abc)), tracked_(strings_of_assembly(abc)) {
    assigned_.resize(abc_.strings.size());
  }

  void run() {
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (const avm2::AbcFile& file = abc_.files[i]; !file.problem.empty())
        collector_.report(Rule::AbcDamaged, *parts_[i].container, parts_[i].offset + file.problem_at, {file.problem});
    if (std::find(tracked_.begin(), tracked_.end(), true) != tracked_.end()) {
      extract_from_code();
      for (std::uint32_t i = 0; i < parts_.size(); ++i) extract_from_pool(i);
      count_unassigned();
      report_texts();
    }
    note_uploads();
  }

 private:
  void extract_from_code();
  void note_sample(const CodeText& from);
  void report_guesses(const Diagnostics& warnings, const CodeText& from);
  void extract_text(const CodeText& text);
  void extract_items(const CodeText& text);
  void extract_from_pool(std::uint32_t file);
  void extract_run(const std::vector<PoolLines>& run, std::uint32_t file, std::size_t first);
  void count_unassigned();
  void report_texts() const;
  void note_uploads();
  std::string hole_in_options(std::string_view text) const;
  std::vector<CodeText> filled(const CodeText& from) const;
  bool add_filled(const CodeText& from, bool one_line);
  bool has_string(std::string_view text) const { return abc_.string_number.contains(text); }
  FindContext context_of(const CodeText& text) const;
  bool add_program(std::string text, const CodeText& from, bool one_line);
  void add(Program program, std::string text, FindContext context, const CodeText& from);
  void add_text(const CodeText& from, std::string text);
  Origin origin_of(const FindContext& context, const CodeText& from) const;
  std::uint64_t offset_of(std::uint32_t string, std::uint32_t file) const;
  void assign(const CodeText& text) {
    for (const std::uint32_t string : text.strings) assigned_[string] = true;
  }

  Collector& collector_;
  const std::vector<Part>& parts_;
  const Abc& abc_;
  Dialect dialect_;
  std::vector<bool> tracked_;   // by string: it looks like assembly
  std::vector<bool> assigned_;  // by string: it belongs to a program or a text
  std::size_t texts_ = 0;
  std::map<std::string, std::set<std::uint32_t>, std::less<>> versions_;  // that code gives texts
  // By file: the strings of its pool, with their positions in it.
  mutable std::map<std::uint32_t, std::unordered_map<std::uint32_t, std::size_t>> positions_;
};

// Of a string in a file; if the file does not have it, in the first one that does.
std::uint64_t ActionScriptExtractor::offset_of(std::uint32_t string, std::uint32_t file) const {
  const avm2::AbcFile& of = abc_.files[file];
  auto& positions = positions_.try_emplace(file).first->second;
  if (positions.empty())
    for (std::size_t i = 1; i < of.number.size(); ++i) positions.try_emplace(of.number[i], i);
  if (const auto row = positions.find(string); row != positions.end())
    return parts_[file].offset + of.strings[row->second].offset;
  for (std::uint32_t other = 0; other < abc_.files.size(); ++other)
    if (other != file && abc_.files[other].first_string <= string && string < abc_.files[other].end_string)
      return parts_[other].offset + abc_.strings[string].offset;
  return parts_[file].offset;
}

Origin ActionScriptExtractor::origin_of(const FindContext& context, const CodeText& from) const {
  const Part& part = parts_[from.file];
  Origin origin;
  origin.container = part.container->name;
  origin.tag = part.tag;
  origin.offset = offset_of(from.strings.front(), from.file);
  origin.name = printable(context.class_name);
  origin.certainty = from.certainty;
  origin.detail = printable(from.detail);
  return origin;
}

void ActionScriptExtractor::add(Program program, std::string text, FindContext context, const CodeText& from) {
  FoundProgram found;
  found.form = FindForm::Assembly;
  found.text = std::move(text);
  found.program = std::move(program);
  // There is no file that its line numbers could refer to.
  found.program.positions.clear();
  found.program.text.clear();
  found.origins.push_back(origin_of(context, from));
  if (const std::string refusal = refusal_of_players(found.program); !refusal.empty()) {
    Origin& origin = found.origins.back();
    if (origin.certainty == Certainty::Exact) origin.certainty = Certainty::Variant;
    origin.detail += (origin.detail.empty() ? "" : "; ") + refusal;
  }
  found.program.name = display_name(*parts_[from.file].container, found.origins.back());
  collector_.add(std::move(found), std::move(context));
}

void ActionScriptExtractor::add_text(const CodeText& from, std::string text) {
  assign(from);
  const FindContext context = context_of(from);
  FoundText found{std::move(text), origin_of(context, from), dialect_};
  if (from.is_unused)
    collector_.extraction().unused.push_back(std::move(found));
  else if (collector_.add_text(std::move(found)))
    ++texts_;
}

// The texts that result from the holes that the options name, each with each of its texts, and with `usual` from the
// one that is left.
std::vector<CodeText> ActionScriptExtractor::filled(const CodeText& from) const {
  constexpr std::size_t max_filled = 256;
  const auto fill = [](CodeText& into, std::string_view hole, std::string_view by) {
    if (!fill_hole(into.text, hole, by)) return false;
    const bool told = into.certainty == Certainty::Variant || into.certainty == Certainty::Filled;
    into.detail = (told ? into.detail + "; " : "") + std::string(hole) + " filled with " + std::string(by);
    into.certainty = Certainty::Filled;
    return true;
  };
  std::vector<CodeText> all{from};
  if (from.certainty == Certainty::Partial) return all;
  std::map<std::string_view, std::vector<std::string_view>> values;
  std::vector<std::string_view> holes;  // in the order of the options
  for (const auto& [hole, by] : collector_.options().fills.holes) {
    if (!values.contains(hole)) holes.push_back(hole);
    values[hole].push_back(by);
  }
  for (const std::string_view hole : holes) {
    std::vector<CodeText> next;
    for (const CodeText& one : all)
      for (const std::string_view by : values[hole]) {
        next.push_back(one);
        if (!fill(next.back(), hole, by) || next.size() >= max_filled) break;
      }
    all = std::move(next);
  }
  if (!collector_.options().fills.usual) return all;
  for (CodeText& one : all) {
    std::string hole = one.certainty == Certainty::Template ? one.detail : hole_in_options(one.text);
    if (hole.empty()) hole = hole_of(one.text, dialect_).value_or("");
    // Options that the code replaces by others are a value already.
    if (is_in_options(one.text, hole) && !is_sampler_options(hole)) fill(one, hole, usual_fill(hole));
  }
  return all;
}

// A text that is a program, after its holes are filled.
bool ActionScriptExtractor::add_program(std::string text, const CodeText& from, bool one_line) {
  CodeText whole = from;
  whole.text = std::move(text);
  bool added = false;
  // A text that is used without a version is the one that other code gives a version.
  std::set<std::uint32_t> versions{from.version};
  if (const auto row = versions_.find(lines_of(whole.text)); from.version == 0 && row != versions_.end())
    versions = row->second;
  for (const std::uint32_t version : versions) {
    whole.version = version;
    for (const CodeText& one : filled(whole)) added = add_filled(one, one_line) || added;
  }
  return added;
}

bool ActionScriptExtractor::add_filled(const CodeText& from, bool one_line) {
  Diagnostics warnings;
  std::optional<Program> program = recognize_program(from.text, &warnings, std::max(from.version, 1U), dialect_);
  const bool is_line = program && program->instructions.size() < 2;
  if (!program || (is_line && !one_line && from.certainty != Certainty::Filled)) return false;
  CodeText found = from;
  const std::string option = hole_in_options(from.text);
  if (!option.empty() && found.certainty != Certainty::Partial) {
    found.certainty = Certainty::Template;
    found.detail = option;
  }
  if (found.certainty == Certainty::Partial || found.certainty == Certainty::Template) {
    add_text(found, found.text);
    return true;
  }
  report_guesses(warnings, from);
  assign(from);
  if (from.is_sample) note_sample(from);
  add(std::move(*program), found.text, context_of(from), found);
  return true;
}

// One message for each kind of guess.
void ActionScriptExtractor::report_guesses(const Diagnostics& warnings, const CodeText& from) {
  std::set<std::uint16_t> kinds;
  std::string all;
  for (const Diagnostic& warning : warnings)
    if (kinds.insert(warning.code).second) all += (all.empty() ? "" : "; ") + warning.message;
  if (!all.empty())
    collector_.report(Rule::ReadLeniently, *parts_[from.file].container, offset_of(from.strings.front(), from.file),
                      {all});
}

void ActionScriptExtractor::note_sample(const CodeText& from) {
  const std::string in_class = printable(abc_.class_name(from.method));
  std::vector<std::string>& classes = collector_.extraction().too_many;
  if (std::find(classes.begin(), classes.end(), in_class) != classes.end()) return;
  classes.push_back(in_class);
  collector_.report(Rule::TooManyCombinations, *parts_[from.file].container, offset_of(from.strings.front(), from.file),
                    {in_class});
}

void ActionScriptExtractor::extract_from_code() {
  std::vector<CodeText> all, lists;
  MovieFacts facts;
  facts.add_names(abc_);
  learn_from_assembly(abc_, tracked_, facts);
  if (facts.passes()) learn_from_rest(abc_, tracked_, facts);
  facts.end_learning();
  follow_code(abc_, tracked_, facts, [&](CodeText text) { all.push_back(std::move(text)); });
  for (const CodeText& text : all)
    if (text.version != 0) versions_[std::string(lines_of(text.text))].insert(text.version);
  for (CodeText& text : all) {
    if (text.strings.empty()) continue;
    if (text.is_part)
      assign(text);
    else if (text.items.empty())
      extract_text(text);
    else
      lists.push_back(std::move(text));
  }
  // First the whole programs that code builds; the other texts may be lines that it passes on one by one.
  for (const CodeText& list : lists) extract_items(list);
}

void ActionScriptExtractor::extract_text(const CodeText& text) {
  if (add_program(text.text, text, !text.passed)) return;
  CodeText incomplete = text;
  if (incomplete.certainty == Certainty::Exact || incomplete.certainty == Certainty::Variant) {
    const std::optional<std::string> hole = hole_of(text.text, dialect_);
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
    const std::optional<AssemblyLines> lines = recognize_lines(item, dialect_);
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
  for (const Segment& segment : segment_run(run, dialect_)) {
    if (segment.count == 1 && run[segment.first].lines.instructions > 1) {
      if (!list.lines) add_program(list.items[segment.first], list, true);
      continue;
    }
    from.text = join_lines(std::span(run).subspan(segment.first, segment.count));
    add_program(from.text, from, true);
  }
}

FindContext ActionScriptExtractor::context_of(const CodeText& text) const {
  FindContext context = parts_[text.file].context;
  context.run = text.body + 1;
  context.class_name = abc_.class_name(text.method);
  return context;
}

// Strings that code does not push are values of constants, or stand in code that cannot be read.
void ActionScriptExtractor::extract_from_pool(std::uint32_t file) {
  const avm2::AbcFile& of = abc_.files[file];
  std::unordered_set<std::uint32_t> in_code;
  for (std::size_t body = of.first_body; body < of.end_body; ++body)
    for (const std::uint32_t string : strings_of_body(abc_, body)) in_code.insert(string);
  std::vector<PoolLines> run;
  const auto flush = [&](std::size_t end) {
    if (!run.empty()) extract_run(run, file, end - run.size());
    run.clear();
  };
  for (std::size_t i = 0; i <= of.strings.size(); ++i) {
    std::optional<AssemblyLines> lines;
    const std::uint32_t string = i < of.strings.size() ? of.number[i] : 0;
    if (i < of.strings.size() && tracked_[string] && !assigned_[string])
      lines = recognize_lines(of.strings[i].text, dialect_);
    if (!lines || in_code.contains(string)) flush(i);
    if (lines) run.push_back({of.strings[i].text, *lines});
    if (lines && in_code.contains(string)) flush(i + 1);
  }
}

void ActionScriptExtractor::extract_run(const std::vector<PoolLines>& run, std::uint32_t file, std::size_t first) {
  for (const Segment& segment : segment_run(run, dialect_)) {
    CodeText from;
    from.file = file;
    for (std::size_t i = 0; i < segment.count; ++i)
      from.strings.push_back(abc_.files[file].number[first + segment.first + i]);
    if (segment.count > 1) {
      from.certainty = Certainty::Variant;
      from.detail = "adjacent strings";
    }
    std::string text = join_lines(std::span(run).subspan(segment.first, segment.count));
    Diagnostics warnings;
    std::optional<Program> program = recognize_program(text, &warnings, 1, dialect_);
    if (!program) continue;
    report_guesses(warnings, from);
    assign(from);
    add(std::move(*program), std::move(text), parts_[file].context, from);
  }
}

void ActionScriptExtractor::count_unassigned() {
  LinesOfClasses classes;
  std::vector<bool> counted(abc_.strings.size());
  std::optional<std::uint32_t> first;  // file
  for (std::size_t body = 0; body < abc_.bodies.size(); ++body)
    for (const std::uint32_t string : strings_of_body(abc_, body)) {
      if (string >= counted.size() || !tracked_[string] || assigned_[string] || counted[string]) continue;
      if (!is_line(abc_.strings[string].text)) continue;
      counted[string] = true;
      ++classes[abc_.class_name(abc_.bodies[body].method)];
      if (!first) first = abc_.bodies[body].file;
    }
  if (!first) return;
  std::size_t lines = 0;
  for (const auto& [name, count] : classes) {
    lines += count;
    collector_.extraction().unassigned.push_back({parts_[*first].container->name, printable(name), count});
  }
  collector_.report(Rule::LinesUnassigned, *parts_[*first].container, parts_[*first].offset,
                    {base::counted(lines, "string"), base::counted(classes.size(), "class", "classes"),
                     has_string("AGALMiniAssembler") ? "; the code uses AGALMiniAssembler" : ""});
}

void ActionScriptExtractor::report_texts() const {
  if (texts_ == 0) return;
  const FoundText& first = collector_.extraction().texts[collector_.extraction().texts.size() - texts_];
  collector_.report(Rule::TextsIncomplete, *parts_.front().container, first.origin.offset,
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
  if (has_string("Program3D") && has_string("upload"))
    collector_.extraction().uploads_unknown.push_back(parts_.front().container->name);
}

}  // namespace

void extract_actionscript(Collector& collector, const std::vector<Part>& parts, const Abc& abc) {
  ActionScriptExtractor(collector, parts, abc).run();
}

}  // namespace agal::extraction
