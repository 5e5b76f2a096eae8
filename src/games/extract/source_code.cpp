// Extracts assembly text from ActionScript, Haxe and MXML files.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "avm2/control_flow.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "extract/embedded_text.hpp"
#include "extract/engines.hpp"
#include "extract/recognize.hpp"
#include "extract/source_program.hpp"
#include "extract/text_extractor.hpp"

namespace agal {
namespace extraction {
namespace {

using source_code::Language;
using source_code::Place;
using source_code::SourceFile;
using source_code::Token;
using source_code::TokenKind;
using source_code::TokenNumber;

struct SourceName {
  std::string_view end;
  Language language;
};
constexpr std::array<SourceName, 3> source_names{
    {{".as", Language::ActionScript}, {".hx", Language::Haxe}, {".mxml", Language::Mxml}}};

// Returns the first name of an engine's code in a source, and its token; nullopt if there is none.
std::optional<std::pair<std::string_view, std::size_t>> engine_in(const std::vector<Token>& tokens) {
  std::string name;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool goes_on =
        !name.empty() && (tokens[i].is(".") || (tokens[i].kind == TokenKind::Word && name.back() == '.'));
    if (!goes_on) name.clear();
    if (goes_on || tokens[i].kind == TokenKind::Word) name += tokens[i].text;
    constexpr std::size_t max_name = 256;
    if (name.size() > max_name) name.clear();
    if (const std::string_view engine = engine_of(name); !engine.empty()) return std::pair(engine, i);
  }
  return std::nullopt;
}

// Returns true if a source calls the method of Stage3D that uploads programs.
bool uploads_programs(const std::vector<Token>& tokens) {
  // `has_texts` is true for a call with two arguments. Files have such a method too.
  bool uploads = false, has_program = false, has_texts = false, has_file = false;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const bool by_name = tokens[i].text == "upload" && tokens[i + 1].is("]");
    uploads = uploads || by_name || (tokens[i].is("upload") && tokens[i + 1].is("("));
    has_file = has_file || tokens[i].is("FileReference") || tokens[i].is("URLRequest");
    if (tokens[i].is("upload") && tokens[i + 1].is("(")) {
      const auto comma =
          source_code::end_of_expression(tokens, static_cast<std::uint32_t>(i + 2), tokens[i + 1].partner);
      has_texts = has_texts || (tokens[comma].is(",") && i > 0 && tokens[i - 1].is("."));
    }
    const auto is = [&](std::string_view name) { return tokens[i].text == name; };
    has_program = has_program || is("Program3D") || is("createProgram") || is("setProgram") || is("Context3D");
  }
  return uploads && (has_program || (has_texts && !has_file));
}

// Notes that a source uses an engine that makes programs without text, or that it uploads programs although no source
// has the text of one.
void note_uploads(Collector& collector, const Part& part, const SourceFile& file, bool has_assembly) {
  const std::vector<Token>& tokens = file.list.tokens;
  if (const auto engine = engine_in(tokens)) {
    collector.report_line(Rule::CompilerInside, *part.container, tokens[engine->second].line, {engine->first});
    collector.compiling().insert(part.container->name);
    collector.extraction().containers_missing_programs.push_back(part.container->name);
  } else if (!has_assembly && uploads_programs(tokens)) {
    collector.extraction().containers_missing_programs.push_back(part.container->name);
  }
}

/// Returns true if a method takes whole programs, so that an argument of one line is a program: the methods of the
/// assemblers of Adobe and OpenFL, and of Starling.
bool takes_programs(std::string_view method) {
  return method.starts_with("assemble") || method == "fromSource" || method == "registerProgramFromSource";
}

// One line of a program, and the tokens of its strings.
struct Line {
  std::string text;
  std::vector<std::uint32_t> strings;
};

// Extracts the texts of one file of a program. The `strings` of its texts are tokens of the file, `method` is the
// number of the class in the file, and `body` is unique for each method and member.
class SourceExtractor : public TextExtractor {
 public:
  SourceExtractor(Collector& collector, const Part& part, const SourceProgram& program, std::uint32_t file)
      : TextExtractor(collector, program.movie().files()[file].list.tokens.size(),
                      program.movie().files()[file].list.language == Language::Haxe ? Dialect::OpenFl : Dialect::Adobe),
        part_(part),
        program_(program),
        number_(file),
        file_(program.movie().files()[file]),
        tokens_(file_.list.tokens) {
    for (const Token& token : tokens_)
      if (token.kind == TokenKind::Text) strings_.insert(token.text);
    possible_versions_ = program.facts().versions;
  }

  void run();

 private:
  const Container& container_of(const CodeText&) const override { return *part_.container; }
  Origin place_of(const CodeText& text) const override;
  FindContext context_of(const CodeText& text) const override;
  bool has_string(std::string_view text) const override { return strings_.contains(text); }

  std::string_view name(std::uint32_t string) const { return program_.movie().abc().string(string); }
  bool is_tracked(TokenNumber token) const {
    return tokens_[token].kind == TokenKind::Text && may_be_assembly(tokens_[token].text);
  }
  CodeText in_file(CodeText text) const;
  void extract_calls(const std::vector<CodeText>& found);
  bool are_consecutive(const std::vector<const CodeText*>& calls) const;
  void extract_list(const CodeText& list);
  void extract_procedures();
  void extract_lines(CodeText list, const std::vector<Line>& lines);
  void extract_inside_strings();
  void lower_certainty(std::vector<CodeText>& texts) const;
  void count_unassigned();

  const Part& part_;
  const SourceProgram& program_;
  std::uint32_t number_;
  const SourceFile& file_;
  const std::vector<Token>& tokens_;
  std::set<TokenNumber> inside_;      // strings that have assembly, but not at their beginning
  std::set<TokenNumber> procedures_;  // strings in procedures of Alternativa3D
  std::set<std::string_view> strings_;
};

Origin SourceExtractor::place_of(const CodeText& text) const {
  const Token& first = tokens_[text.strings.front()];
  Origin origin{part_.container->name, 0, first.offset, {}};
  origin.line = first.line;
  return origin;
}

FindContext SourceExtractor::context_of(const CodeText& text) const {
  FindContext context = part_.context;
  context.run = text.body + 1;
  const source_code::Class& of = file_.declarations.classes[text.method];
  context.class_name = of.package.empty() ? std::string(of.name) : of.package + "." + std::string(of.name);
  return context;
}

// Converts a text of the movie to a text of the file.
CodeText SourceExtractor::in_file(CodeText text) const {
  const source_code::Movie& movie = program_.movie();
  std::vector<std::uint32_t> strings;
  for (const std::uint32_t string : text.strings)
    for (const Place& place : movie.places_of(string))
      if (place.file == number_) strings.push_back(place.token);
  text.strings = std::move(strings);
  const TokenNumber first = text.strings.front();
  text.method = movie.class_at(number_, first);
  for (std::size_t i = 0; i < file_.declarations.members.size(); ++i)
    if (file_.declarations.members[i].initializer.contains(first)) text.body = movie.abc().bodies.size() + i;
  text.passed = text.called != 0 && !text.is_list && !takes_programs(name(text.called)) && !text.is_unused;
  text.is_data = false;
  if (text.certainty == Certainty::Exact && text.stored != 0 && program_.is_open(text.stored, number_)) {
    text.certainty = Certainty::Variant;
    text.detail = "other code sets " + std::string(name(text.stored));
  }
  const bool is_whole = text.certainty == Certainty::Exact || text.certainty == Certainty::Variant;
  if (is_whole && !takes_programs(name(text.called))) {
    std::string hole = program_.replaced_part(text.text);
    for (const std::string& item : text.items)
      if (hole.empty()) hole = program_.replaced_part(item);
    if (!hole.empty()) {
      text.certainty = Certainty::Template;
      text.detail = std::move(hole);
    }
  }
  return text;
}

// Returns a text of a list. Only the items with the hole of the list are templates.
CodeText with_hole_of(CodeText list, const std::string& item) {
  if (list.certainty == Certainty::Template && item.find(list.detail) == item.npos) {
    list.certainty = Certainty::Variant;
    list.detail = "an item of a list";
  }
  return list;
}

// Extracts the procedures of Alternativa3D: `new Procedure(["mov o0, c0"])` and `compileFromArray([…])`. The code of
// Alternativa3D, which reads the strings, is often a part of the sources, and is not evaluated.
void SourceExtractor::extract_procedures() {
  for (TokenNumber i = 2; i < tokens_.size(); ++i) {
    const Token& word = tokens_[i - 2];
    if (!tokens_[i].is("[") || !tokens_[i - 1].is("(") || !(word.is("Procedure") || word.is("compileFromArray")))
      continue;
    CodeText list;
    bool is_constant = true;
    for (TokenNumber k = i + 1; k < tokens_[i].partner; ++k) {
      is_constant = is_constant && (tokens_[k].kind == TokenKind::Text || tokens_[k].is(","));
      if (tokens_[k].kind != TokenKind::Text) continue;
      list.text.append(tokens_[k].text) += '\n';
      list.strings.push_back(k);
    }
    if (list.strings.empty()) continue;
    list.method = program_.movie().class_at(number_, i);
    std::optional<Program> program;
    if (is_constant) program = recognize_program(list.text, nullptr, 1, Dialect::Alternativa3D);
    list.certainty = program ? Certainty::Variant : Certainty::Partial;
    list.detail = program       ? "a procedure alone, whose registers Alternativa3D's Linker may number differently"
                  : is_constant ? "Alternativa3D's Linker joins this procedure with others, or decides its stage"
                                : "a line of a procedure";
    procedures_.insert(list.strings.begin(), list.strings.end());
    assign(list);
    if (program)
      add(*std::move(program), list.text, context_of(list), list);
    else
      add_text(list, list.text);
  }
}

// Extracts the items of a list, for example the texts of an XML literal. They are separate texts unless all of them are
// lines.
void SourceExtractor::extract_list(const CodeText& list) {
  const auto is_lines = [&](const std::string& item) { return stage_of_lines(item, dialect_).has_value(); };
  if (std::all_of(list.items.begin(), list.items.end(), is_lines)) {
    std::vector<Line> lines;
    for (const std::string& item : list.items) lines.push_back({item, list.strings});
    if (list.certainty != Certainty::Partial) extract_lines(list, lines);
    return;
  }
  for (const std::string& item : list.items) {
    CodeText one = list;
    one.text = item;
    if (list.certainty != Certainty::Partial && may_be_assembly(item)) extract_text(with_hole_of(one, item));
  }
}

// Extracts lines that the code joins elsewhere. A program ends where the stage changes, or at an item that is a whole
// program.
void SourceExtractor::extract_lines(CodeText list, const std::vector<Line>& lines) {
  if (lines.size() > 1 && list.certainty == Certainty::Exact) list.certainty = Certainty::Variant;
  const auto begin = [&] {
    list.text.clear();
    list.strings.clear();
  };
  begin();
  Stage stage = Stage::Any;
  const auto flush = [&] {
    if (!list.text.empty()) extract_text(with_hole_of(list, list.text));
    begin();
    stage = Stage::Any;
  };
  for (const Line& line : lines) {
    const Stage own = stage_of_lines(line.text, dialect_).value_or(Stage::Any);
    const std::optional<Program> whole = recognize_program(line.text, nullptr, 1, dialect_);
    const bool alone = whole && whole->instructions.size() > 1;
    if (alone || (stage != Stage::Any && own != Stage::Any && own != stage)) flush();
    list.text += line.text;
    if (!line.text.ends_with('\n')) list.text += '\n';
    for (const std::uint32_t string : line.strings)
      if (std::find(list.strings.begin(), list.strings.end(), string) == list.strings.end())
        list.strings.push_back(string);
    if (own != Stage::Any) stage = own;
    if (alone) flush();
  }
  flush();
}

// Returns true if one path runs all these calls once, without other calls of the method.
bool SourceExtractor::are_consecutive(const std::vector<const CodeText*>& calls) const {
  const avm2::Abc& abc = program_.movie().abc();
  const std::size_t body = calls.front()->body;
  std::set<std::size_t> places;
  for (const CodeText* const call : calls) places.insert(call->at);
  if (places.size() != calls.size()) return false;
  const avm2::ControlFlow flow = avm2::read_control_flow(abc, abc.bodies[body], {});
  std::size_t found = 0;
  for (std::size_t at = 0;;) {
    const std::optional<avm2::Instruction> t = avm2::read_instruction(abc, abc.bodies[body], at);
    if (!t) break;
    at = t->end;
    const bool is_call =
        t->info().effect == avm2::Effect::CallProperty && abc.name_string(t->index) == calls.front()->called;
    if (is_call && t->count == 1) ++found;
    const bool is_between = t->begin > *places.begin() && t->begin <= *places.rbegin();
    if (is_between && (flow.is_target[t->begin] || !t->targets.empty())) return false;
  }
  const bool in_loop = std::any_of(flow.loops.begin(), flow.loops.end(), [&](const avm2::Loop& loop) {
    return loop.repeats && loop.contains(*places.begin());
  });
  return found == calls.size() && !in_loop;
}

// Extracts the lines that one method passes, one after the other on one path, to calls of one name, such as
// `add("mov v0, va1")`. Calls of assemblers are excluded, because assemblers take whole programs.
void SourceExtractor::extract_calls(const std::vector<CodeText>& found) {
  std::map<std::pair<std::size_t, std::uint32_t>, std::vector<const CodeText*>> calls;
  for (const CodeText& text : found)
    if (text.called != 0 && !takes_programs(name(text.called))) calls[{text.body, text.called}].push_back(&text);
  for (const auto& row : calls) {
    const std::vector<const CodeText*>& texts = row.second;
    const auto is_line = [](const CodeText* text) {
      return !text->is_list && !text->is_unused && text->certainty == Certainty::Exact;
    };
    if (texts.size() < 2 || !std::all_of(texts.begin(), texts.end(), is_line) || !are_consecutive(texts)) continue;
    CodeText list = in_file(*texts.front());
    list.passed = false;
    list.detail = "lines that calls pass on one by one";
    std::vector<Line> lines;
    for (const CodeText* const text : texts) lines.push_back({text->text, in_file(*text).strings});
    extract_lines(std::move(list), lines);
  }
}

// Extracts programs from strings that contain assembly, but not at their beginning, such as JSON.
void SourceExtractor::extract_inside_strings() {
  for (TokenNumber i = 0; i < tokens_.size(); ++i) {
    if (is_tracked(i) || tokens_[i].kind != TokenKind::Text) continue;
    CodeText from;
    from.text = tokens_[i].text;
    from.strings = {i};
    from.method = program_.movie().class_at(number_, i);
    from.detail = program_.replaced_part(from.text);
    if (!from.detail.empty()) from.certainty = Certainty::Template;
    extract_embedded(from);
    if (!assigned_[i] && has_assembly_line(from.text)) inside_.insert(i);
  }
}

void SourceExtractor::count_unassigned() {
  std::map<std::string, std::size_t> classes;
  std::uint32_t line = 0;
  std::size_t lines = 0;
  for (TokenNumber i = 0; i < tokens_.size(); ++i) {
    if (!(is_tracked(i) || inside_.contains(i)) || assigned_[i] || !has_operands(tokens_[i].text)) continue;
    if (lines++ == 0) line = tokens_[i].line;
    CodeText text;
    text.method = program_.movie().class_at(number_, i);
    ++classes[context_of(text).class_name];
  }
  if (lines == 0) return;
  for (const auto& [name, count] : classes)
    collector_.extraction().unassigned.push_back({part_.container->name, printable(name), count});
  collector_.report_line(Rule::LinesUnassigned, *part_.container, line,
                         {base::counted(lines, "string"), base::counted(classes.size(), "class", "classes"), ""});
}

// Makes texts variants that an assembler receives as one of several texts, and that the code also uses in other ways.
void SourceExtractor::lower_certainty(std::vector<CodeText>& texts) const {
  std::map<std::vector<std::uint32_t>, std::string> variants;
  for (const CodeText& text : texts)
    if (text.certainty == Certainty::Variant && takes_programs(name(text.called)))
      variants.emplace(text.strings, text.detail);
  for (CodeText& text : texts) {
    const auto row = variants.find(text.strings);
    if (row == variants.end() || text.certainty != Certainty::Exact || text.called != 0) continue;
    text.certainty = Certainty::Variant;
    text.detail = row->second;
  }
}

void SourceExtractor::run() {
  std::vector<CodeText> texts;
  for (const CodeText& text : program_.texts(number_)) texts.push_back(in_file(text));
  for (const CodeText& text : texts) learn_version(text);
  lower_certainty(texts);
  std::stable_sort(texts.begin(), texts.end(), [](const CodeText& a, const CodeText& b) {
    return std::tuple(a.is_list, a.strings.front()) < std::tuple(b.is_list, b.strings.front());
  });
  extract_procedures();
  extract_inside_strings();
  for (const CodeText& text : texts) {
    if (procedures_.contains(text.strings.front())) continue;
    if (text.is_list)
      extract_list(text);
    else if (text.is_part)
      assign(text);
    else
      extract_text(text);
  }
  extract_calls(program_.texts(number_));
  report_refused();
  count_unassigned();
  report_texts();
}

// Returns the text of a source in UTF-8.
std::string text_of(Bytes bytes) {
  const std::string_view text = base::as_text(bytes);
  return base::from_utf16(text).value_or(std::string(text));
}

}  // namespace

std::optional<Language> source_language(std::string_view name) {
  for (const SourceName& row : source_names)
    if (name.ends_with(row.end)) return row.language;
  return std::nullopt;
}

void extract_source(Collector& collector, const Part& part, Language language, Bytes bytes) {
  if (bytes.size() > max_source_bytes)
    return collector.report(Rule::SourceTooLarge, *part.container, {}, {std::to_string(max_source_bytes)});
  std::string text = text_of(bytes);
  const SourceProgram* program = collector.sources() != nullptr ? &collector.sources()->program() : nullptr;
  std::optional<std::uint32_t> file = program != nullptr ? program->find(text) : std::nullopt;
  std::optional<SourceProgram> own;
  if (!file) {
    program = &own.emplace();
    file = own->add(part.container->name, std::move(text), language);
    own->finish();
  }
  const SourceFile& source = program->movie().files()[*file];
  note_uploads(collector, part, source, program->has_assembly());
  const std::vector<Token>& tokens = source.list.tokens;
  const bool any = std::any_of(tokens.begin(), tokens.end(), [](const Token& token) {
    return token.kind == TokenKind::Text && (may_be_assembly(token.text) || may_have_assembly(token));
  });
  if (any) SourceExtractor(collector, part, *program, *file).run();
}

}  // namespace extraction

bool is_source_name(std::string_view name) { return extraction::source_language(name).has_value(); }

Sources::Sources() : program_(std::make_unique<extraction::SourceProgram>()) {}
Sources::~Sources() = default;

void Sources::add(std::span<const std::byte> file, std::string_view name) {
  const std::optional<source_code::Language> language = extraction::source_language(name);
  if (language && file.size() <= extraction::max_source_bytes)
    program_->add(name, extraction::text_of(file), *language);
}

void Sources::note_assembly() { program_->note_assembly(); }
void Sources::finish() { program_->finish(); }

}  // namespace agal
