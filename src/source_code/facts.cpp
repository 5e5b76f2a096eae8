// Collects the facts about a source that matter for other sources of the same program.
#include <algorithm>
#include <set>

#include "source_code/evaluator.hpp"

namespace agal::source_code {
namespace {

// Returns the characters that a regular expression begins with.
std::string beginning_of_pattern(std::string_view pattern) {
  constexpr std::string_view special = ".*+?()[]{}|^$", classes = "wWdDsSbBnrtfvux0123456789";
  std::string out;
  for (std::size_t i = pattern.find('/') + 1; i < pattern.rfind('/'); ++i) {
    const bool escaped = pattern[i] == '\\';
    if (escaped) ++i;
    if ((escaped ? classes : special).find(pattern[i]) != std::string_view::npos) break;
    out += pattern[i];
  }
  return out;
}

// Returns true for a part of a program, not a separator of lines or the beginning of a comment. In other files, a
// pattern that begins with one character may be for any text.
bool is_part(std::string_view text, bool is_pattern, bool in_other_files) {
  const bool blank = text.find_first_not_of(" \t\r\n,;./") == std::string_view::npos;
  const bool begins_placeholder = is_pattern && !blank && std::string_view("<{$%#@&").find(text[0]) != text.npos;
  return !blank && (text.size() > 1 || (begins_placeholder && !in_other_files));
}

// Returns the position of the token that says what a call replaces, if the call at a name replaces parts of a text:
// `text.replace("x", …)`, `text.split("x").join(…)`, `StringTools.replace(text, "x", …)`.
std::optional<TokenNumber> replaced_at(const std::vector<Token>& tokens, TokenNumber name) {
  if (name < 2 || name + 2 >= tokens.size() || !tokens[name - 1].is(".") || !tokens[name + 1].is("("))
    return std::nullopt;
  const TokenNumber close = tokens[name + 1].partner;
  if (tokens[name].is("split"))
    return close + 2 < tokens.size() && tokens[close + 1].is(".") && tokens[close + 2].is("join")
               ? std::optional(name + 2)
               : std::nullopt;
  if (!tokens[name].is("replace")) return std::nullopt;
  if (!tokens[name - 2].is("StringTools")) return name + 2;
  const TokenNumber comma = end_of_expression(tokens, name + 2, close);
  return comma + 1 < close ? std::optional(comma + 1) : std::nullopt;
}

// Returns the names of variables, parameters and members.
std::set<std::string_view> declared_names(const std::vector<Token>& tokens) {
  std::set<std::string_view> names;
  for (TokenNumber i = 0; i + 1 < tokens.size(); ++i) {
    const bool declares = i > 0 && (tokens[i - 1].is("var") || tokens[i - 1].is("const") || tokens[i - 1].is("final"));
    if (tokens[i].kind == TokenKind::Word && (declares || tokens[i + 1].is(":"))) names.insert(tokens[i].text);
  }
  return names;
}

}  // namespace

void note_facts(const std::vector<Token>& tokens, SourceFacts& facts, bool in_other_files) {
  const std::set<std::string_view> declared = declared_names(tokens);
  for (TokenNumber i = 0; i + 1 < tokens.size(); ++i) {
    if (const std::optional<TokenNumber> name = changed_name(tokens, i)) {
      const bool of_object = *name >= 2 && tokens[*name - 1].is(".") && !tokens[*name - 2].is("this");
      if (of_object || !declared.contains(tokens[*name].text)) facts.assigned.emplace(tokens[*name].text);
    }
    const std::optional<TokenNumber> part = replaced_at(tokens, i);
    if (!part) continue;
    const Token& token = tokens[*part];
    const bool is_pattern = token.kind == TokenKind::Other;
    const std::string text = is_pattern ? beginning_of_pattern(token.text) : std::string(token.text);
    constexpr std::size_t max_replaced = 1024;  // each text is searched for all parts
    if ((is_pattern || token.kind == TokenKind::Text) && is_part(text, is_pattern, in_other_files) &&
        facts.replaced.size() < max_replaced)
      facts.replaced.insert(text);
  }
}

}  // namespace agal::source_code
