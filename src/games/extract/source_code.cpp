// Extracts assembly text from ActionScript, Haxe and MXML files.
#include "source_code/tokens.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "extract/embedded_text.hpp"
#include "extract/engines.hpp"
#include "extract/recognize.hpp"
#include "extract/text_extractor.hpp"
#include "source_code/evaluator.hpp"

namespace agal {
namespace extraction {
namespace {

using source_code::Declarations;
using source_code::Findings;
using source_code::Language;
using source_code::Token;
using source_code::TokenKind;
using source_code::TokenList;
using source_code::Use;
using source_code::UsedText;

struct SourceName {
  std::string_view end;
  Language language;
};
constexpr std::array<SourceName, 3> source_names{
    {{".as", Language::ActionScript}, {".hx", Language::Haxe}, {".mxml", Language::Mxml}}};

// Returns, for each token, whether it is a string that looks like assembly.
std::vector<bool> assembly_tokens(const TokenList& list) {
  std::vector<bool> tracked;
  tracked.reserve(list.tokens.size());
  for (const Token& token : list.tokens)
    tracked.push_back(token.kind == TokenKind::Text && may_be_assembly(token.text));
  return tracked;
}

// Returns true if a token is a string that may contain assembly, but not at its beginning.
bool may_have_assembly(const Token& token) {
  return token.kind == TokenKind::Text && (!embedded_texts(token.text).empty() || has_assembly_line(token.text));
}

void note_list(const TokenList& list, SourceFacts& facts) {
  source_code::note_facts(list.tokens, facts, true);
  facts.has_assembly =
      facts.has_assembly || std::any_of(list.tokens.begin(), list.tokens.end(), [](const Token& token) {
        return token.kind == TokenKind::Text && (may_be_assembly(token.text) || may_have_assembly(token));
      });
}

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
void note_uploads(Collector& collector, const Part& part, const TokenList& list, const SourceFacts& facts) {
  if (const auto engine = engine_in(list.tokens)) {
    collector.report_line(Rule::CompilerInside, *part.container, list.tokens[engine->second].line, {engine->first});
    collector.compiling().insert(part.container->name);
    collector.extraction().containers_missing_programs.push_back(part.container->name);
  } else if (!facts.has_assembly && uploads_programs(list.tokens)) {
    collector.extraction().containers_missing_programs.push_back(part.container->name);
  }
}

// One line of a program, and the tokens of its strings.
struct Line {
  std::string text;
  std::vector<std::uint32_t> strings;
};

class SourceExtractor : public TextExtractor {
 public:
  SourceExtractor(Collector& collector, const Part& part, const TokenList& list, std::vector<bool> tracked,
                  const SourceFacts& facts)
      : TextExtractor(collector, list.tokens.size(),
                      list.language == Language::Haxe ? Dialect::OpenFl : Dialect::Adobe),
        part_(part),
        list_(list),
        tracked_(std::move(tracked)),
        facts_(facts),
        declarations_(source_code::read_declarations(list.tokens)) {
    for (const Token& token : list.tokens)
      if (token.kind == TokenKind::Text) strings_.insert(token.text);
    if (!facts.versions.empty() || facts.has_unknown_version)
      possible_versions_ = {facts.versions, facts.has_unknown_version, 1};
  }

  void run(std::size_t bytes);

 private:
  const Container& container_of(const CodeText&) const override { return *part_.container; }
  Origin place_of(const CodeText& text) const override;
  FindContext context_of(const CodeText& text) const override;
  bool has_string(std::string_view text) const override { return strings_.contains(text); }

  CodeText code_text(const Use& use, const UsedText& used) const;
  void extract_calls(const Findings& findings);
  void extract_list(const CodeText& list, const std::vector<std::string>& items);
  void extract_lines(CodeText list, const std::vector<Line>& lines);
  void extract_inside_strings();
  void count_unassigned();
  std::uint32_t class_at(std::uint32_t token) const;
  std::string class_of_file() const;

  const Part& part_;
  const TokenList& list_;
  std::vector<bool> tracked_;
  const SourceFacts& facts_;
  Declarations declarations_;
  std::set<std::string_view> strings_;
};

Origin SourceExtractor::place_of(const CodeText& text) const {
  const Token& first = list_.tokens[text.strings.front()];
  Origin origin{part_.container->name, 0, first.offset, {}};
  origin.line = first.line;
  return origin;
}

FindContext SourceExtractor::context_of(const CodeText& text) const {
  FindContext context = part_.context;
  context.run = text.body + 1;
  context.class_name = declarations_.classes[text.method];
  // The compiler names the class of an MXML file after the file.
  if (context.class_name.empty()) context.class_name = class_of_file();
  return context;
}

std::string SourceExtractor::class_of_file() const {
  const std::string& path = part_.container->name;
  const std::size_t begin = path.find_last_of("!/\\") + 1;
  return path.substr(begin, path.find('.', begin) - begin);
}

CodeText SourceExtractor::code_text(const Use& use, const UsedText& used) const {
  CodeText text;
  text.text = used.is_list ? std::string() : used.flat.text;
  text.strings = used.flat.tokens;
  text.method = use.class_number;
  text.body = use.function;
  text.version = use.version;
  text.passes_unknown_version = use.is_version_unknown;
  text.passed = use.kind == source_code::UseKind::Argument && !used.is_list && !source_code::takes_programs(use.name);
  text.is_sample = used.is_sample;
  if (use.is_excluded) {
    text.certainty = Certainty::Partial;
    text.detail = "no path leads to it";
    text.is_unused = true;
  } else if (!used.flat.unknown.empty()) {
    text.certainty = Certainty::Partial;
    text.detail = used.flat.unknown;
  } else if (use.is_extended) {
    text.certainty = Certainty::Partial;
    text.detail = "other code adds to it";
  } else if (!used.flat.hole.empty()) {
    text.certainty = Certainty::Template;
    text.detail = used.flat.hole;
  } else if (used.is_variant) {
    text.certainty = Certainty::Variant;
    text.detail = used.detail;
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

// Extracts the items of a list, for example the texts of an XML literal. They are separate texts unless all of them are
// lines.
void SourceExtractor::extract_list(const CodeText& list, const std::vector<std::string>& items) {
  const auto is_lines = [&](const std::string& item) { return stage_of_lines(item, dialect_).has_value(); };
  if (std::all_of(items.begin(), items.end(), is_lines)) {
    std::vector<Line> lines;
    for (const std::string& item : items) lines.push_back({item, list.strings});
    if (list.certainty != Certainty::Partial) extract_lines(list, lines);
    return;
  }
  for (const std::string& item : items) {
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

// Extracts the lines that one method passes, one after the other on one path, to calls of one name, such as
// `add("mov v0, va1")`. Calls of assemblers are excluded, because assemblers take whole programs.
void SourceExtractor::extract_calls(const Findings& findings) {
  std::map<std::pair<std::uint32_t, std::string>, std::vector<const Use*>> calls;
  for (const Use& use : findings.uses)
    if (use.kind == source_code::UseKind::Argument && !source_code::takes_programs(use.name))
      calls[{use.function, use.name}].push_back(&use);
  for (const auto& row : calls) {
    const auto& key = row.first;
    const std::vector<const Use*>& uses = row.second;
    const auto is_line_of_run = [&](const Use* use) {
      return use->block == uses.front()->block && use->texts.size() == 1 && !use->texts[0].is_list &&
             use->texts[0].flat.unknown.empty() && use->texts[0].flat.hole.empty();
    };
    if (uses.size() < 2 || findings.open_calls.contains(key) || !std::all_of(uses.begin(), uses.end(), is_line_of_run))
      continue;
    CodeText list = code_text(*uses.front(), uses.front()->texts[0]);
    list.passed = false;
    list.detail = "lines that calls pass on one by one";
    std::vector<Line> lines;
    for (const Use* const use : uses) lines.push_back({use->texts[0].flat.text, use->texts[0].flat.tokens});
    extract_lines(std::move(list), lines);
  }
}

std::uint32_t SourceExtractor::class_at(std::uint32_t token) const {
  const auto& ranges = declarations_.class_ranges;
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), token,
                                      [](std::uint32_t at, const auto& range) { return at < range.begin; });
  const auto number = static_cast<std::uint32_t>(after - ranges.begin()) - 1;
  return number > 0 && token < ranges[number].end ? number : 0;
}

// Extracts programs from strings that contain assembly, but not at their beginning, such as JSON.
void SourceExtractor::extract_inside_strings() {
  for (std::uint32_t i = 0; i < list_.tokens.size(); ++i) {
    if (tracked_[i] || list_.tokens[i].kind != TokenKind::Text) continue;
    CodeText from;
    from.text = list_.tokens[i].text;
    from.strings = {i};
    from.method = class_at(i);
    for (const std::string& replaced : facts_.replaced)
      if (from.text.find(replaced) != std::string::npos && from.detail.empty()) {
        from.certainty = Certainty::Template;
        from.detail = replaced;
      }
    extract_embedded(from);
    tracked_[i] = !assigned_[i] && has_assembly_line(from.text);
  }
}

void SourceExtractor::count_unassigned() {
  std::map<std::string, std::size_t> classes;
  std::uint32_t line = 0;
  std::size_t lines = 0;
  for (std::uint32_t i = 0; i < list_.tokens.size(); ++i) {
    if (!tracked_[i] || assigned_[i] || !has_operands(list_.tokens[i].text)) continue;
    if (lines++ == 0) line = list_.tokens[i].line;
    ++classes[declarations_.classes[class_at(i)]];
  }
  if (lines == 0) return;
  for (const auto& [name, count] : classes)
    collector_.extraction().unassigned.push_back({part_.container->name, printable(name), count});
  collector_.report_line(Rule::LinesUnassigned, *part_.container, line,
                         {base::counted(lines, "string"), base::counted(classes.size(), "class", "classes"), ""});
}

void SourceExtractor::run(std::size_t bytes) {
  constexpr std::size_t min_steps = std::size_t{1} << 22, steps_of_byte = 8;
  const Findings findings =
      source_code::evaluate(list_, declarations_, tracked_, facts_, min_steps + steps_of_byte * bytes);
  std::vector<CodeText> all;
  std::vector<std::pair<CodeText, const std::vector<std::string>*>> lists;
  for (const Use& use : findings.uses)
    for (const UsedText& used : use.texts) {
      CodeText text = code_text(use, used);
      learn_version(text);
      if (used.is_list)
        lists.emplace_back(std::move(text), &used.items);
      else
        all.push_back(std::move(text));
    }
  const auto in_order = [](const CodeText& a, const CodeText& b) { return a.strings.front() < b.strings.front(); };
  std::stable_sort(all.begin(), all.end(), in_order);
  extract_inside_strings();
  for (const CodeText& text : all) extract_text(text);
  for (const auto& [list, items] : lists) extract_list(list, *items);
  extract_calls(findings);
  report_refused();
  count_unassigned();
  report_texts();
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
  const std::optional<std::string> wide = base::from_utf16(base::as_text(bytes));
  const TokenList list = source_code::read_tokens(wide ? std::string_view(*wide) : base::as_text(bytes), language);
  const SourceFacts* facts = collector.sources();
  SourceFacts own;
  if (facts == nullptr) note_list(list, own);
  if (facts == nullptr) facts = &own;
  note_uploads(collector, part, list, *facts);
  std::vector<bool> tracked = assembly_tokens(list);
  const bool any = std::find(tracked.begin(), tracked.end(), true) != tracked.end();
  if (!any && std::none_of(list.tokens.begin(), list.tokens.end(), may_have_assembly)) return;
  SourceExtractor(collector, part, list, std::move(tracked), *facts).run(bytes.size());
}

}  // namespace extraction

bool is_source_name(std::string_view name) { return extraction::source_language(name).has_value(); }

void note_source(std::span<const std::byte> file, std::string_view name, SourceFacts& facts) {
  const std::optional<source_code::Language> language = extraction::source_language(name);
  if (!language || file.size() > extraction::max_source_bytes) return;
  const std::optional<std::string> wide = base::from_utf16(base::as_text(file));
  extraction::note_list(source_code::read_tokens(wide ? std::string_view(*wide) : base::as_text(file), *language),
                        facts);
}

}  // namespace agal
