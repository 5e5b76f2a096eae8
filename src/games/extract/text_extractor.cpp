// Extracts programs and templates from the texts that code builds, both bytecode and source code. Fills the holes of
// templates, and reports texts that are not complete.
#include "extract/text_extractor.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "agal/assembly.hpp"
#include "base/text.hpp"
#include "extract/embedded_text.hpp"
#include "extract/recognize.hpp"

namespace agal::extraction {
namespace {

// Returns true for a name such as `TEXTURE_SAMPLING_OPTIONS`: a constant that code replaces. Options do not have
// capitals.
bool is_placeholder(std::string_view word) {
  const auto is_capital = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; };
  return word.find('_') != word.npos && std::all_of(word.begin(), word.end(), is_capital);
}

// Replaces a hole everywhere in a text. Returns false if the text does not have the hole.
bool fill_hole(std::string& text, std::string_view hole, std::string_view by) {
  if (hole.empty()) return false;
  bool found = false;
  for (std::size_t at = text.find(hole); at != std::string::npos; at = text.find(hole, at + by.size())) {
    text.replace(at, hole.size(), by);
    found = true;
  }
  return found;
}

// Returns true for options that assemblers accept, such as `<cube,linear>`.
bool is_sampler_options(std::string_view text) {
  if (!text.starts_with('<') || !text.ends_with('>')) return false;
  return assemble("tex oc, v0, fs0 " + std::string(text)).has_value();
}

// Returns the sampler options of a text if no assembler accepts them, such as `<???>`, and if the text would be a
// program with valid options instead.
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

// Returns the text that engines write into a hole by default. docs/extract.md lists these values.
std::string_view usual_fill(std::string_view hole) {
  if (hole == "TEXTURE_SAMPLING_OPTIONS") return "2d,miplinear,linear,repeat";  // ND2D
  return hole.starts_with('<') ? "<2d,linear,mipnone,clamp>" : "2d,linear,mipnone,clamp";
}

// Returns the text without the blanks and line breaks at its end, which the assembler ignores.
std::string_view lines_of(std::string_view text) { return text.substr(0, text.find_last_not_of(" \t\r\n") + 1); }

}  // namespace

Origin TextExtractor::origin_of(const FindContext& context, const CodeText& from) const {
  Origin origin = place_of(from);
  if (origin.name.empty()) origin.name = printable(context.class_name);
  origin.certainty = from.certainty;
  origin.detail = printable(from.detail);
  return origin;
}

void TextExtractor::extract_embedded(const CodeText& from) {
  for (EmbeddedText& embedded : embedded_texts(from.text)) {
    std::optional<Program> program = recognize_program(embedded.text, nullptr, 1, dialect_);
    if (!program) continue;
    program->registers = std::move(embedded.registers);
    assign(from);
    if (from.certainty == Certainty::Template && embedded.text.find(from.detail) != std::string::npos) {
      add_text(from, std::move(embedded.text));
      continue;
    }
    CodeText whole = from;
    whole.certainty = Certainty::Exact;
    whole.detail.clear();
    add(std::move(*program), std::move(embedded.text), context_of(from), whole);
  }
}

void TextExtractor::report(Rule rule, const Origin& at, std::initializer_list<std::string_view> arguments) const {
  const Container container{at.container, {}, 1};
  if (at.line != 0)
    collector_.report_line(rule, container, at.line, arguments);
  else
    collector_.report(rule, container, at.offset, arguments);
}

void TextExtractor::learn_version(const CodeText& text) {
  if (text.version != 0 || text.passes_unknown_version)
    versions_[std::string(lines_of(text.text))].insert(text.version);
}

// Adds a program once for each version that it may have.
void TextExtractor::add_versions(const Program& program, const CodeText& from) {
  if (from.version != 0 || from.is_data) return add(program, from.text, context_of(from), from);
  const std::set<std::uint32_t> versions = possible_versions_.from(program.version);
  for (const std::uint32_t version : versions) {
    CodeText one = from;
    Program of_version = program;
    of_version.version = version;
    if (versions.size() > 1 || possible_versions_.is_open) {
      if (one.certainty == Certainty::Exact) one.certainty = Certainty::Variant;
      one.detail += fmt::format("{}version == {}", one.detail.empty() ? "" : "; ", version);
    }
    add(std::move(of_version), from.text, context_of(from), one);
  }
  if (possible_versions_.is_open) collector_.note_unknown_version(container_of(from));
}

void TextExtractor::add(Program program, std::string text, FindContext context, const CodeText& from) {
  if (from.is_data) context.data = text;
  FoundProgram found;
  found.form = FindForm::Assembly;
  found.text = std::move(text);
  found.program = std::move(program);
  // The positions are removed, because there is no file to which their line numbers could refer.
  found.program.positions.clear();
  found.program.text.clear();
  found.origins.push_back(origin_of(context, from));
  if (const std::string refusal = refusal_of_players(found.program); !refusal.empty()) {
    Origin& origin = found.origins.back();
    if (origin.certainty == Certainty::Exact) origin.certainty = Certainty::Variant;
    origin.detail += (origin.detail.empty() ? "" : "; ") + refusal;
  }
  found.program.name = display_name(container_of(from), found.origins.back());
  collector_.add(std::move(found), std::move(context));
}

void TextExtractor::add_text(const CodeText& from, std::string text) {
  assign(from);
  FoundText found{std::move(text), origin_of(context_of(from), from), dialect_};
  if (from.is_unused)
    collector_.extraction().unused.push_back(std::move(found));
  else if (collector_.add_text(std::move(found)))
    ++texts_;
}

// Fills the holes that the options name, and returns a text for each combination of the values that the options give.
// With `use_defaults`, one remaining hole of each text is filled with the text that engines write by default.
std::vector<CodeText> TextExtractor::filled(const CodeText& from) const {
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
  std::vector<std::string_view> holes;  // holes in the order of the options
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
  if (!collector_.options().fills.use_defaults) return all;
  for (CodeText& one : all) {
    std::string hole = one.certainty == Certainty::Template ? one.detail : hole_in_options(one.text);
    if (hole.empty()) hole = hole_of(one.text, dialect_).value_or("");
    // Valid options are not a hole even if the code replaces them by other options, unless they do not have a word.
    const bool is_empty = hole == "<>" && one.certainty == Certainty::Template;
    if (is_in_options(one.text, hole) && (is_empty || !is_sampler_options(hole))) fill(one, hole, usual_fill(hole));
  }
  return all;
}

// Adds a text as a program after its holes are filled. Returns false if the text is not a program.
bool TextExtractor::add_program(const CodeText& from, bool one_line) {
  CodeText whole = from;
  bool added = false;
  // A text that is used without a version gets the version that other code passes with the same text.
  std::set<std::uint32_t> versions{from.version};
  if (const auto row = versions_.find(lines_of(whole.text)); from.version == 0 && row != versions_.end())
    versions = row->second;
  for (const std::uint32_t version : versions) {
    whole.version = version;
    for (const CodeText& one : filled(whole)) added = add_filled(one, one_line) || added;
  }
  return added;
}

bool TextExtractor::add_filled(const CodeText& from, bool one_line) {
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
  add_versions(*program, found);
  return true;
}

void TextExtractor::report_guesses(const Diagnostics& warnings, const CodeText& from) const {
  std::set<std::uint16_t> kinds;
  std::string all;
  for (const Diagnostic& warning : warnings)
    if (kinds.insert(warning.code).second) all += (all.empty() ? "" : "; ") + warning.message;
  if (!all.empty()) report(Rule::ReadLeniently, place_of(from), {all});
}

void TextExtractor::note_sample(const CodeText& from) {
  const std::string in_class = printable(context_of(from).class_name);
  std::vector<std::string>& classes = collector_.extraction().too_many;
  if (std::find(classes.begin(), classes.end(), in_class) != classes.end()) return;
  classes.push_back(in_class);
  report(Rule::TooManyCombinations, place_of(from), {in_class});
}

void TextExtractor::extract_text(const CodeText& text) {
  if (add_program(text, !text.passed)) return;
  CodeText incomplete = text;
  if (incomplete.certainty == Certainty::Exact || incomplete.certainty == Certainty::Variant) {
    const std::optional<std::string> hole = hole_of(text.text, dialect_);
    const bool may_be_part = text.passed && count_instructions(text.text) < 2;
    if (!hole && !may_be_part) note_refused(text);
    if (!hole) return;
    incomplete.certainty = Certainty::Template;
    incomplete.detail = *hole;
  }
  if (has_operands(text.text)) add_text(incomplete, text.text);
}

void TextExtractor::note_refused(CodeText text) {
  Refusal refusal = refusal_of_text(text.text, dialect_);
  if (refusal.reason.empty()) return;
  text.detail = std::move(refusal.reason);
  // A function that receives the text may change it.
  text.is_unused = !refusal.may_be_macros && !text.passed;
  refused_.push_back(std::move(text));
}

void TextExtractor::report_refused() {
  for (CodeText& text : refused_) {
    const auto belongs = [&](std::uint32_t string) { return assigned_[string]; };
    if (std::all_of(text.strings.begin(), text.strings.end(), belongs)) continue;
    assign(text);
    const Origin place = place_of(text);
    report(Rule::TextRefused, place, {printable(context_of(text).class_name), text.detail});
    text.certainty = Certainty::Partial;
    FoundText found{text.text, origin_of(context_of(text), text), dialect_};
    // If no assembler accepts the text, the game never uploads it.
    if (text.is_unused)
      collector_.extraction().unused.push_back(std::move(found));
    else
      collector_.add_text(std::move(found));
  }
}

void TextExtractor::report_texts() const {
  if (texts_ == 0) return;
  const FoundText& first = collector_.extraction().texts[collector_.extraction().texts.size() - texts_];
  report(Rule::TextsIncomplete, first.origin, {base::counted(texts_, "text"), first.origin.name, first.origin.detail});
}

// Returns the hole in the options of a text; "" if there is none. A hole is an unknown option that is a placeholder, or
// that is also a separate string of the code, as in `text.replace("OPTIONS", "2d,linear")`. Options without a word, as
// in `<???>`, are a hole too; the assembler of a game ignores them.
std::string TextExtractor::hole_in_options(std::string_view text) const {
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
          (is_placeholder(option) || has_string(option)))
        return std::string(option);
    }
  }
  return {};
}

}  // namespace agal::extraction
