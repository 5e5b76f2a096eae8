#include "extract/source_program.hpp"

#include <algorithm>
#include <array>

#include "avm2/control_flow.hpp"
#include "extract/embedded_text.hpp"
#include "extract/recognize.hpp"

namespace agal::extraction {
namespace {

using source_code::Token;
using source_code::TokenKind;

// Returns the characters that a regular expression begins with.
std::string beginning_of_pattern(std::string_view pattern) {
  constexpr std::string_view special = ".*+?()[]{}|^$", classes = "wWdDsSbBnrtfvux0123456789";
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool escaped = pattern[i] == '\\' && ++i < pattern.size();
    if (i >= pattern.size() || (escaped ? classes : special).find(pattern[i]) != std::string_view::npos) break;
    out += pattern[i];
  }
  return out;
}

// Returns the part that an edit replaces; "" if it may be for any text, like a separator of lines.
std::string part_of(const avm2::Edit& edit) {
  using Kind = avm2::Edit::Kind;
  if (edit.kind == Kind::Unknown) return {};
  const std::string part = edit.kind == Kind::Literal ? edit.pattern : beginning_of_pattern(edit.pattern);
  const bool is_blank = part.find_first_not_of(" \t\r\n,;./") == std::string::npos;
  const bool begins_placeholder = !is_blank && std::string_view("<{$%#@&").find(part[0]) != std::string_view::npos;
  return is_blank || (edit.kind == Kind::Expression && part.size() < 2 && !begins_placeholder) ? std::string() : part;
}

}  // namespace

bool may_have_assembly(const Token& token) {
  return token.kind == TokenKind::Text && (!embedded_texts(token.text).empty() || has_assembly_line(token.text));
}

std::uint32_t SourceProgram::add(std::string_view name, std::string text, source_code::Language language) {
  const std::uint32_t number = movie_.add(std::string(name), std::move(text), language);
  const std::vector<Token>& tokens = movie_.files()[number].list.tokens;
  has_assembly_ = has_assembly_ || std::any_of(tokens.begin(), tokens.end(), [](const Token& token) {
                    return (token.kind == TokenKind::Text && may_be_assembly(token.text)) || may_have_assembly(token);
                  });
  return number;
}

std::optional<std::uint32_t> SourceProgram::find(std::string_view text) const {
  return is_finished_ ? movie_.find(text) : std::nullopt;
}

void SourceProgram::finish() {
  if (is_finished_) return;
  is_finished_ = true;
  texts_.resize(movie_.files().size());
  movie_.compile(may_be_assembly);
  const avm2::Abc& abc = movie_.abc();
  facts_.add_names(abc);
  const std::vector<bool>& tracked = movie_.tracked();
  const avm2::MovieCode code(abc, tracked);
  learn_from_assembly(code, facts_);
  if (std::find(tracked.begin(), tracked.end(), true) == tracked.end()) return;
  if (facts_.passes()) learn_from_rest(code, facts_);
  facts_.end_learning();
  find_open_fields();
  follow_code(code, facts_, [&](CodeText text) {
    const auto is_tracked = [&](std::uint32_t string) {
      return !movie_.places_of(string).empty() && movie_.tracked()[string];
    };
    const auto first = std::find_if(text.strings.begin(), text.strings.end(), is_tracked);
    if (first != text.strings.end()) texts_[movie_.places_of(*first).front().file].push_back(std::move(text));
  });
}

// Finds the fields that code sets to values that are not texts of the program, judging by the last instruction that
// computes the value.
void SourceProgram::find_open_fields() {
  using avm2::Effect;
  const avm2::Abc& abc = movie_.abc();
  for (const avm2::MethodBody& body : abc.bodies) {
    std::array<avm2::Instruction, 3> before{};
    for (auto t = read_instruction(abc, body, 0); t; t = read_instruction(abc, body, t->end)) {
      if (t->info().effect == Effect::SetProperty && t->name_pops == 0) {
        const avm2::Instruction& value = before[0].info().effect == Effect::Swap ? before[2] : before[0];
        const Effect effect = value.info().effect;
        const bool names = effect == Effect::GetLex || effect == Effect::GetProperty;
        const bool is_open = effect == Effect::Use || effect == Effect::CallProperty ||
                             (effect == Effect::GetLocal && value.local() <= abc.method(body.method).parameters) ||
                             (names && !movie_.is_variable(abc.name_string(value.index)));
        if (is_open) open_fields_.insert(abc.name_string(t->index));
      }
      before = {*t, before[0], before[1]};
    }
  }
}

bool SourceProgram::is_open(std::uint32_t field, std::uint32_t file) const {
  return open_fields_.contains(field) || (movie_.assigns_item(file) && !movie_.is_variable(field));
}

std::string SourceProgram::replaced_part(std::string_view text) const {
  for (const avm2::Edit& edit : facts_.edits) {
    const std::string part = part_of(edit);
    if (!part.empty() && text.find(part) != text.npos && edit.may_change(text)) return part;
  }
  return {};
}

}  // namespace agal::extraction
