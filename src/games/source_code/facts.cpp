// Collects the facts about a source that matter for other sources of the same program.
#include <algorithm>
#include <array>
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
    return close == name + 3 || (close + 2 < tokens.size() && tokens[close + 1].is(".") && tokens[close + 2].is("join"))
               ? std::optional(name + 2)
               : std::nullopt;
  if (!tokens[name].is("replace")) return std::nullopt;
  if (!tokens[name - 2].is("StringTools")) return name + 2;
  const TokenNumber comma = end_of_expression(tokens, name + 2, close);
  return comma + 1 < close ? std::optional(comma + 1) : std::nullopt;
}

// Returns the position of a member of another object from which a call at `at` makes another text, unless it replaces a
// part that is known: `Shaders.CODE.substr(…)`.
std::optional<TokenNumber> edited_member(const std::vector<Token>& tokens, TokenNumber at) {
  constexpr std::array<std::string_view, 6> edits{"replace", "split", "substr", "substring", "slice", "concat"};
  if (at < 4 || at + 2 >= tokens.size() || !tokens[at - 1].is(".") || !tokens[at + 1].is("(")) return std::nullopt;
  if (std::find(edits.begin(), edits.end(), tokens[at].text) == edits.end()) return std::nullopt;
  if (tokens[at - 2].kind != TokenKind::Word || !tokens[at - 3].is(".") || tokens[at - 4].is("this"))
    return std::nullopt;
  const Token& part = tokens[at + 2];
  const bool known_part = tokens[at].is("replace") || tokens[at].is("split");
  if (known_part && part.kind == TokenKind::Text) return std::nullopt;
  if (known_part && part.kind == TokenKind::Other && !beginning_of_pattern(part.text).empty()) return std::nullopt;
  return at - 2;
}

// Notes the members that a call of an engine for animations changes: `Tween.to(object, 1, {name: …})`.
void note_keys(const std::vector<Token>& tokens, TokenNumber at, SourceFacts& facts) {
  constexpr std::array<std::string_view, 5> methods{"to", "from", "fromTo", "tween", "animate"};
  if (tokens[at].kind != TokenKind::Word || !tokens[at + 1].is("(") ||
      std::find(methods.begin(), methods.end(), tokens[at].text) == methods.end())
    return;
  constexpr TokenNumber max_tokens = 200;
  const TokenNumber end = std::min(tokens[at + 1].partner, at + max_tokens);
  for (TokenNumber i = at + 2; i + 2 < end; ++i)
    if ((tokens[i].is("{") || tokens[i].is(",")) && tokens[i + 2].is(":")) facts.assigned.emplace(tokens[i + 1].text);
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

// Returns the ranges of the arguments of a call. `open` is its parenthesis.
std::vector<TokenRange> arguments_at(const std::vector<Token>& tokens, TokenNumber open) {
  std::vector<TokenRange> arguments;
  const TokenNumber close = tokens[open].partner;
  for (TokenNumber at = open + 1; at < close; ++at) {
    const TokenNumber end = end_of_expression(tokens, at, close);
    arguments.push_back({at, end});
    at = end;
  }
  return arguments;
}

// Returns true if a name is a parameter of the method around it, and this method takes whole programs: then the
// versions come from the calls of this method.
bool is_parameter_of_assembler(const std::vector<Token>& tokens, TokenNumber name) {
  constexpr TokenNumber max_steps = 400;
  for (TokenNumber i = name, steps = 0; i > 0 && steps < max_steps; ++steps) {
    if (!tokens[--i].is("function")) continue;
    const Function function = read_function(tokens, i, static_cast<TokenNumber>(tokens.size() - 1));
    if (function.body.begin > name || name >= function.body.end) continue;
    const auto& all = function.parameters;
    return takes_programs(function.name) &&
           std::any_of(all.begin(), all.end(), [&](const Parameter& one) { return one.name == tokens[name].text; });
  }
  return false;
}

// Notes the version that a call of an assembler passes, and other uses of its method as a value.
void note_version(const std::vector<Token>& tokens, TokenNumber at, SourceFacts& facts) {
  const Token& token = tokens[at];
  const bool text = token.kind == TokenKind::Text;
  if ((token.kind != TokenKind::Word && !text) || at == 0) return;
  const std::optional<std::size_t> place = version_argument(token.text);
  if (!place || tokens[at - 1].is("function")) return;
  const bool is_value =
      text ? tokens[at - 1].is("[") || tokens[at - 1].is(",") : tokens[at - 1].is(".") && !tokens[at + 1].is("(");
  if (text || is_value || !tokens[at + 1].is("(")) {
    facts.has_unknown_version = facts.has_unknown_version || is_value;
    return;
  }
  const std::vector<TokenRange> arguments = arguments_at(tokens, at + 1);
  if (arguments.empty()) return;
  if (*place >= arguments.size()) {
    facts.versions.insert(1);
    return;
  }
  const TokenRange range = arguments[*place];
  const Token& first = tokens[range.begin];
  const bool one = range.end == range.begin + 1;
  // The third argument of an old assembler is not a version.
  if (one && (first.is("true") || first.is("false")))
    facts.versions.insert(1);
  else if (one && first.kind == TokenKind::Number && first.text.size() == 1 && first.text >= "1" && first.text <= "4")
    facts.versions.insert(static_cast<std::uint32_t>(first.text[0] - '0'));
  else if (!one || !is_parameter_of_assembler(tokens, range.begin))
    facts.has_unknown_version = true;
}

}  // namespace

void note_facts(const std::vector<Token>& tokens, SourceFacts& facts, bool in_other_files) {
  const std::set<std::string_view> declared = declared_names(tokens);
  for (TokenNumber i = 0; i + 1 < tokens.size(); ++i) {
    if (const std::optional<TokenNumber> name = changed_name(tokens, i)) {
      const bool by_text = tokens[*name].kind == TokenKind::Text;
      const bool of_object = *name >= 2 && (by_text || tokens[*name - 1].is(".")) && !tokens[*name - 2].is("this");
      if (of_object || !declared.contains(tokens[*name].text)) facts.assigned.emplace(tokens[*name].text);
    }
    note_version(tokens, i, facts);
    note_keys(tokens, i, facts);
    if (const std::optional<TokenNumber> name = edited_member(tokens, i)) facts.edited.emplace(tokens[*name].text);
    if (tokens[i].is("override"))
      for (TokenNumber at = i; at + 1 < tokens.size() && at < i + 4; ++at)
        if (tokens[at].is("function")) facts.overridden.emplace(tokens[at + 1].text);
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
