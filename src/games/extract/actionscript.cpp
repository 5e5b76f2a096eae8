// Extracts assembly text from ActionScript bytecode: text that code builds from strings, and adjacent strings that are
// lines of assembly.
#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/text.hpp"
#include "extract/embedded_text.hpp"
#include "extract/engines.hpp"
#include "extract/recognize.hpp"
#include "extract/text_extractor.hpp"

namespace agal::extraction {
namespace {

// Returns, for each string of the pool, whether it looks like assembly.
std::vector<bool> strings_of_assembly(const Abc& abc) {
  std::vector<bool> tracked;
  for (const avm2::PoolString& string : abc.strings) tracked.push_back(may_be_assembly(string.text));
  return tracked;
}

// Returns the dialect of the assembler in the movie. Haxe's runtime has the class flash.Boot, and OpenFL's assembler is
// written in Haxe. Adobe's assembler lists the components in regular expressions; the version of 2011, which is also a
// part of EasyAGAL, accepts rgba.
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

// The classes that use lines of assembly as strings, and the number of these strings for each class.
using LinesOfClasses = std::map<std::string, std::size_t>;

class ActionScriptExtractor : public TextExtractor {
 public:
  ActionScriptExtractor(Collector& collector, const std::vector<Part>& parts, const Abc& abc)
      : TextExtractor(collector, abc.strings.size(), dialect_of(abc)),
        parts_(parts),
        abc_(abc),
        tracked_(strings_of_assembly(abc)) {}

  /// Returns true if the facts about the code were learned.
  bool run() {
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (const avm2::AbcFile& file = abc_.files[i]; !file.problem.empty())
        collector_.report(Rule::AbcDamaged, *parts_[i].container, parts_[i].offset + file.problem_at, {file.problem});
    const bool has_assembly = std::find(tracked_.begin(), tracked_.end(), true) != tracked_.end();
    const bool is_learned = has_assembly || uploads() || has_text_inside();
    std::optional<avm2::MovieCode> code;
    if (is_learned) learn(code.emplace(abc_, tracked_));
    extract_inside_strings();
    if (has_assembly) {
      extract_from_code(*code);
      for (std::uint32_t i = 0; i < parts_.size(); ++i) extract_from_pool(i);
    }
    report_refused();
    count_unassigned();
    report_texts();
    note_uploads();
    return is_learned;
  }

 private:
  void learn(const avm2::MovieCode& code);
  bool uploads() const { return has_string("Program3D") && has_string("upload"); }
  bool has_text_inside() const {
    return std::any_of(abc_.strings.begin(), abc_.strings.end(),
                       [](const avm2::PoolString& string) { return !embedded_texts(string.text).empty(); });
  }
  void extract_from_code(const avm2::MovieCode& code);
  void extract_from_pool(std::uint32_t file);
  void extract_inside_strings();
  void count_unassigned();
  std::string_view engine_in_code() const;
  void note_uploads();
  const Container& container_of(const CodeText& text) const override { return *parts_[text.file].container; }
  Origin place_of(const CodeText& text) const override;
  FindContext context_of(const CodeText& text) const override;
  bool has_string(std::string_view text) const override { return abc_.string_number.contains(text); }
  std::uint64_t offset_of(std::uint32_t string, std::uint32_t file) const;

  const std::vector<Part>& parts_;
  const Abc& abc_;
  MovieFacts facts_;
  std::vector<bool> tracked_;  // indexed by string: true if it looks like assembly
  std::vector<bool>
      inside_;  // indexed by string: true if it contains a line of assembly but begins with something else
  // The strings of each file's pool, with their positions in the pool.
  mutable std::map<std::uint32_t, std::unordered_map<std::uint32_t, std::size_t>> positions_;
};

// Returns the offset of a string in a file. If the file does not contain the string, returns the offset in the first
// file that does.
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

Origin ActionScriptExtractor::place_of(const CodeText& text) const {
  const Part& part = parts_[text.file];
  return {part.container->name, part.tag, offset_of(text.strings.front(), text.file), {}};
}

void ActionScriptExtractor::learn(const avm2::MovieCode& code) {
  facts_.add_names(abc_);
  learn_from_assembly(code, facts_);
  if (facts_.passes()) learn_from_rest(code, facts_);
  facts_.end_learning();
  possible_versions_ = facts_.versions;
  collector_.note_code(facts_.versions, facts_.edits);
}

void ActionScriptExtractor::extract_from_code(const avm2::MovieCode& code) {
  std::vector<CodeText> all;
  follow_code(code, facts_, [&](CodeText text) { all.push_back(std::move(text)); });
  // A method that receives a text that is not a program is assumed to join the texts that it receives.
  std::unordered_set<std::uint32_t> joining;
  for (const CodeText& text : all) {
    learn_version(text);
    if (text.passed_to != 0 && !joining.contains(text.passed_to) && !recognize_program(text.text, nullptr, 1, dialect_))
      joining.insert(text.passed_to);
  }
  for (CodeText& text : all) {
    if (text.strings.empty()) continue;
    if (text.passed_to != 0 && !joining.contains(text.passed_to)) text.passed = false;
    if (text.is_part)
      assign(text);
    else
      extract_text(text);
  }
}

FindContext ActionScriptExtractor::context_of(const CodeText& text) const {
  FindContext context = parts_[text.file].context;
  if (text.in_pool) return context;
  context.run = text.body + 1;
  context.class_name = abc_.class_name(text.method);
  return context;
}

// Extracts strings that no code pushes: values of constants, or strings of code that cannot be read. Each string must
// be a whole program, because the pool does not say which strings the game joins.
void ActionScriptExtractor::extract_from_pool(std::uint32_t file) {
  const avm2::AbcFile& of = abc_.files[file];
  std::unordered_set<std::uint32_t> in_code;
  for (std::size_t body = of.first_body; body < of.end_body; ++body)
    for (const std::uint32_t string : strings_of_body(abc_, body)) in_code.insert(string);
  for (std::size_t i = 0; i < of.strings.size(); ++i) {
    const std::uint32_t string = of.number[i];
    if (!tracked_[string] || assigned_[string] || in_code.contains(string)) continue;
    CodeText text;
    text.text = of.strings[i].text;
    text.strings = {string};
    text.in_pool = true;
    text.is_data = true;
    text.file = file;
    extract_text(text);
  }
}

// Extracts programs from strings that contain assembly, but not at their beginning, such as JSON and XML.
void ActionScriptExtractor::extract_inside_strings() {
  inside_.resize(tracked_.size());
  std::unordered_map<std::uint32_t, std::size_t> body_of;
  for (std::uint32_t i = 0; i < tracked_.size(); ++i)
    if (!tracked_[i]) {
      const std::string_view text = abc_.strings[i].text;
      inside_[i] = !embedded_texts(text).empty() || has_assembly_line(text);
      if (inside_[i]) body_of.emplace(i, abc_.bodies.size());
    }
  if (body_of.empty()) return;
  for (std::size_t body = 0; body < abc_.bodies.size(); ++body)
    for (const std::uint32_t string : strings_of_body(abc_, body))
      if (const auto row = body_of.find(string); row != body_of.end()) row->second = std::min(row->second, body);
  for (std::uint32_t i = 0; i < inside_.size(); ++i) {
    const auto row = body_of.find(i);
    if (row == body_of.end()) continue;
    CodeText from;
    from.text = abc_.strings[i].text;
    from.strings = {i};
    from.is_data = true;
    while (from.file + 1 < abc_.files.size() && i >= abc_.files[from.file].end_string) ++from.file;
    if (row->second < abc_.bodies.size()) {
      from.body = row->second;
      from.method = abc_.bodies[from.body].method;
      from.file = abc_.bodies[from.body].file;
    }
    extract_embedded(from);
  }
}

void ActionScriptExtractor::count_unassigned() {
  LinesOfClasses classes;
  std::vector<bool> counted(abc_.strings.size());
  std::optional<std::uint32_t> first;  // the first file with such a string
  for (std::size_t body = 0; body < abc_.bodies.size(); ++body)
    for (const std::uint32_t string : strings_of_body(abc_, body)) {
      if (string >= counted.size() || !(tracked_[string] || inside_[string]) || assigned_[string] || counted[string])
        continue;
      if (!has_operands(abc_.strings[string].text)) continue;
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

// Returns the engine that makes programs at run time, if the code contains one; "" if it does not.
std::string_view ActionScriptExtractor::engine_in_code() const {
  for (const avm2::Class& one : abc_.classes)
    if (const std::string_view engine = engine_of(abc_.class_name(one.constructor)); !engine.empty()) return engine;
  // Its compiler is not ActionScript, and only its name is in the strings.
  constexpr std::string_view native = "glsl2agal";
  const bool compiles = std::any_of(abc_.strings.begin(), abc_.strings.end(), [&](const avm2::PoolString& string) {
    return string.text.find(native) != string.text.npos;
  });
  return compiles ? native : std::string_view();
}

// Notes that the code uploads programs. Other parts of the file may contain these programs, so whether all were found
// is known only at the end of the file.
void ActionScriptExtractor::note_uploads() {
  const Container& container = *parts_.front().container;
  const std::string_view engine = engine_in_code();
  if (!engine.empty()) {
    collector_.report(Rule::CompilerInside, container, {}, {engine});
    collector_.compiling().insert(container.name);
  }
  if (!engine.empty() || uploads()) collector_.extraction().containers_missing_programs.push_back(container.name);
}

}  // namespace

bool extract_actionscript(Collector& collector, const std::vector<Part>& parts, const Abc& abc) {
  return ActionScriptExtractor(collector, parts, abc).run();
}

void learn_from_code(Collector& collector, const Abc& abc) {
  MovieFacts facts;
  facts.add_names(abc);
  const std::vector<bool> tracked(abc.strings.size());
  learn_from_assembly({abc, tracked}, facts);
  collector.note_code(facts.versions, facts.edits);
}

}  // namespace agal::extraction
