#include "source_code/declarations.hpp"

#include <algorithm>
#include <array>

namespace agal::source_code {
namespace {

using Tokens = std::vector<Token>;

bool opens(const Token& token) { return token.is("(") || token.is("[") || token.is("{"); }
// Returns true for a word before the declaration of a member.
bool is_member_modifier(const Token& token) {
  constexpr std::array<std::string_view, 9> modifiers{"public",   "private", "protected", "internal", "static",
                                                      "override", "inline",  "dynamic",   "final"};
  return token.kind == TokenKind::Word && std::find(modifiers.begin(), modifiers.end(), token.text) != modifiers.end();
}
bool closes(const Token& token) { return token.is(")") || token.is("]") || token.is("}"); }

class Reader {
 public:
  explicit Reader(const Tokens& tokens) : tokens_(tokens), end_(static_cast<TokenNumber>(tokens.size() - 1)) {
    out_.classes.emplace_back();
    out_.class_ranges.emplace_back();
  }

  Declarations run() {
    for (TokenNumber i = 0; i < end_; ++i)
      if (const std::optional<TokenNumber> name = changed_name(tokens_, i); name && !is_declared(*name))
        out_.assigned.insert(tokens_[*name].text);
    for (TokenNumber i = 0; i < end_; ++i) out_.assigns_any = out_.assigns_any || assigns_any_field(tokens_, i);
    for (TokenNumber i = 0; i < end_;) i = read(i);
    for (const auto& key : ambiguous_) out_.function_numbers.erase(key);
    find_booleans();
    return std::move(out_);
  }

 private:
  // Returns true if a name is declared: `var name:Type = …`.
  bool is_declared(TokenNumber name) const {
    constexpr std::array<std::string_view, 3> words{"var", "const", "final"};
    for (TokenNumber i = name, steps = 0; i > 0 && steps < max_type_tokens; ++steps) {
      const Token& token = tokens_[--i];
      if (std::find(words.begin(), words.end(), token.text) != words.end()) return token.kind == TokenKind::Word;
      const bool type = token.kind == TokenKind::Word || token.is(":") || token.is(".") || token.is(".<") ||
                        token.is("<") || token.is(">") || token.is("*");
      if (!type) return false;
    }
    return false;
  }

  void find_booleans();
  TokenNumber read(TokenNumber i);
  TokenNumber read_class(TokenNumber i);
  TokenNumber read_package(TokenNumber i);
  TokenNumber read_members(TokenNumber i);

  static constexpr TokenNumber max_type_tokens = 12;

  const Tokens& tokens_;
  TokenNumber end_;
  Declarations out_;
  // Functions that are declared several times, as with conditional compilation, or that other code replaces.
  std::set<std::pair<std::uint32_t, std::string_view>> ambiguous_;
  std::string package_;
  std::uint32_t class_ = 0;
  TokenNumber class_end_ = 0;
};

void Reader::find_booleans() {
  std::set<std::string_view> others;
  for (TokenNumber i = 1; i + 2 < end_; ++i) {
    if (tokens_[i].kind != TokenKind::Word || !tokens_[i + 1].is(":")) continue;
    constexpr std::array<std::string_view, 6> words{"var", "const", "final", "(", ",", "?"};
    const bool is_boolean = tokens_[i + 2].is("Boolean") || tokens_[i + 2].is("Bool");
    const bool declares = std::find(words.begin(), words.end(), tokens_[i - 1].text) != words.end();
    if (is_boolean)
      out_.booleans.insert(tokens_[i].text);
    else if (declares)
      others.insert(tokens_[i].text);
  }
  for (const std::string_view name : others) out_.booleans.erase(name);
}

TokenNumber Reader::read_package(TokenNumber i) {
  package_.clear();
  for (++i; i < end_ && (tokens_[i].kind == TokenKind::Word || tokens_[i].is(".")); ++i) package_ += tokens_[i].text;
  return i + 1;
}

TokenNumber Reader::read_class(TokenNumber i) {
  const std::string_view name = tokens_[i + 1].text;
  TokenNumber open = i + 2;
  while (open < end_ && !tokens_[open].is("{") && !tokens_[open].is(";") && !closes(tokens_[open])) ++open;
  if (!tokens_[open].is("{")) return i + 1;
  class_ = static_cast<std::uint32_t>(out_.classes.size());
  class_end_ = tokens_[open].partner;
  out_.classes.push_back(package_.empty() ? std::string(name) : package_ + "." + std::string(name));
  out_.class_ranges.push_back({open, class_end_});
  out_.class_numbers.try_emplace(name, class_);
  return open + 1;
}

// Reads the declaration of one or several members: `var a:T = 1, b:T;`.
TokenNumber Reader::read_members(TokenNumber i) {
  const bool fixed = !tokens_[i].is("var") || (i > 0 && tokens_[i - 1].is("final"));
  bool is_private = false;
  for (TokenNumber before = i; before > 0 && is_member_modifier(tokens_[before - 1]); --before)
    is_private = is_private || tokens_[before - 1].is("private");
  do {
    ++i;
    if (tokens_[i].kind != TokenKind::Word) return i;
    Member member;
    member.name = tokens_[i].text;
    member.class_number = class_;
    member.is_fixed = fixed;
    member.is_private = is_private;
    ++i;
    if (tokens_[i].is("(")) i = std::min(tokens_[i].partner + 1, end_);  // a property of Haxe
    if (tokens_[i].is(":")) i = after_type(tokens_, i + 1, end_);
    if (tokens_[i].is("=")) {
      member.initializer = {i + 1, end_of_expression(tokens_, i + 1, end_)};
      i = member.initializer.end;
    }
    if (class_ != 0) {
      const auto [row, is_new] =
          out_.member_numbers.try_emplace({class_, member.name}, static_cast<std::uint32_t>(out_.members.size()));
      if (!is_new) out_.members[row->second].is_repeated = true;
      out_.members.push_back(member);
    }
  } while (i < end_ && tokens_[i].is(","));
  return i;
}

TokenNumber Reader::read(TokenNumber i) {
  if (class_ != 0 && i >= class_end_) class_ = 0;
  const Token& token = tokens_[i];
  const Token& next = tokens_[i + 1];
  const bool named = next.kind == TokenKind::Word;
  if (token.kind != TokenKind::Word) {
    // Blocks in a class do not declare members, so they are skipped. The block of a package is not skipped.
    const bool block = class_ != 0 && opens(token);
    return block ? std::min(token.partner + 1, end_) : i + 1;
  }
  if (token.text == "package") return read_package(i);
  const bool type = token.text == "class" || token.text == "interface" || token.text == "abstract" ||
                    token.text == "enum" || token.text == "typedef";
  if (type && named && class_ == 0) return read_class(i);
  const bool variable = token.text == "var" || token.text == "const";
  if ((variable || (token.text == "final" && !next.is("var") && !next.is("function"))) && named && class_ != 0)
    return read_members(i);
  if (token.text != "function") return i + 1;
  Function function = read_function(tokens_, i, end_);
  function.class_number = class_;
  const TokenNumber after = std::max(function.body.end, i + 1);
  if (function.body.begin < function.body.end) {
    const std::pair key(class_, function.name);
    const bool is_property = (next.is("get") || next.is("set")) && tokens_[i + 2].kind == TokenKind::Word;
    const bool is_dynamic = i > 0 && tokens_[i - 1].is("dynamic");  // other code may replace it
    const bool is_new =
        out_.function_numbers.try_emplace(key, static_cast<std::uint32_t>(out_.functions.size())).second;
    if (is_dynamic || (!is_new && !is_property && class_ != 0)) ambiguous_.insert(key);
    out_.functions.push_back(std::move(function));
  }
  return after;
}

}  // namespace

bool is_assignment(const Token& token) {
  constexpr std::array<std::string_view, 13> operators{
      "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "&&=", "||=", "<<=", "?\?="};
  return token.kind == TokenKind::Sign && std::find(operators.begin(), operators.end(), token.text) != operators.end();
}

bool assigns_any_field(const Tokens& tokens, TokenNumber at) {
  if (!tokens[at].is("this") || at + 3 >= tokens.size() || !tokens[at + 1].is("[")) return false;
  const TokenNumber close = tokens[at + 1].partner;
  const bool known = close == at + 3 && tokens[at + 2].kind == TokenKind::Text;
  return !known && close + 1 < tokens.size() && is_assignment(tokens[close + 1]);
}

std::optional<TokenNumber> changed_name(const Tokens& tokens, TokenNumber at) {
  constexpr std::array<std::string_view, 9> changes_list{"push",   "unshift", "pop",  "shift", "splice",
                                                         "insert", "reverse", "sort", "remove"};
  const Token& token = tokens[at];
  const auto before = [&](TokenNumber end) -> std::optional<TokenNumber> {
    // `object["name"] = …` changes the field `name`, and `name[index] = …` the list `name`.
    if (end > 2 && tokens[end - 1].is("]") && tokens[end - 1].partner + 3 == end &&
        tokens[end - 2].kind == TokenKind::Text)
      return end - 2;
    while (end > 0 && tokens[end - 1].is("]") && tokens[end - 1].partner < end - 1) end = tokens[end - 1].partner;
    if (end == 0 || tokens[end - 1].kind != TokenKind::Word) return std::nullopt;
    return end - 1;
  };
  // The variable of a loop: `for each (name in list)`.
  if (token.is("in") && at >= 3 && tokens[at - 1].kind == TokenKind::Word) {
    TokenNumber first = at - 1;
    while (first >= 2 && tokens[first - 1].is(".")) first -= 2;
    const bool loop =
        first >= 2 && tokens[first - 1].is("(") && (tokens[first - 2].is("for") || tokens[first - 2].is("each"));
    return loop ? std::optional(at - 1) : std::nullopt;
  }
  // `Reflect.setField(object, "name", …)`.
  if ((token.is("setField") || token.is("setProperty")) && at + 2 < tokens.size() && tokens[at + 1].is("(")) {
    const TokenNumber comma = end_of_expression(tokens, at + 2, tokens[at + 1].partner);
    const bool known = comma + 1 < tokens.size() && tokens[comma].is(",") && tokens[comma + 1].kind == TokenKind::Text;
    return known ? std::optional(comma + 1) : std::nullopt;
  }
  const bool counts = token.is("++") || token.is("--");
  if (is_assignment(token) || counts)
    if (const std::optional<TokenNumber> name = before(at)) return name;
  if (counts) {
    TokenNumber name = at + 1;
    while (name + 2 < tokens.size() && tokens[name].kind == TokenKind::Word && tokens[name + 1].is(".")) name += 2;
    return name < tokens.size() && tokens[name].kind == TokenKind::Word ? std::optional(name) : std::nullopt;
  }
  const bool calls = token.kind == TokenKind::Word && at >= 2 && at + 1 < tokens.size() && tokens[at + 1].is("(") &&
                     tokens[at - 1].is(".");
  if (calls && std::find(changes_list.begin(), changes_list.end(), token.text) != changes_list.end())
    return before(at - 1);
  return std::nullopt;
}

TokenNumber after_type(const Tokens& tokens, TokenNumber at, TokenNumber end) {
  int angles = 0;
  for (; at < end; ++at) {
    const Token& token = tokens[at];
    if (token.is("<") || token.is(".<")) {
      ++angles;
    } else if (token.is(">")) {
      if (--angles < 0) return at;
    } else if (token.is("{") && angles == 0) {
      // In Haxe, braces after the colon are a structure type. Braces after a type are a body.
      if (at > 0 && !tokens[at - 1].is(":") && !tokens[at - 1].is("->")) return at;
      at = std::min(token.partner, end - 1);
    } else if (token.is("(") || token.is("[") || token.is("{")) {
      at = std::min(token.partner, end - 1);
    } else if (token.kind == TokenKind::Word || token.is(".") || token.is("->") || token.is("*") || token.is("?")) {
      // Two words in a row are a type and the next statement.
      const bool ended = angles == 0 && token.kind == TokenKind::Word && at > 0 &&
                         (tokens[at - 1].kind == TokenKind::Word || tokens[at - 1].is(">") || tokens[at - 1].is("*"));
      if (ended) return at;
    } else if (token.is(",") || token.is(":")) {
      if (angles <= 0) return at;
    } else {
      return at;
    }
  }
  return end;
}

TokenNumber end_of_expression(const Tokens& tokens, TokenNumber at, TokenNumber end) {
  while (at < end && !tokens[at].is(",") && !tokens[at].is(";") && !closes(tokens[at]))
    at = opens(tokens[at]) ? std::min(tokens[at].partner + 1, end) : at + 1;
  return at;
}

Function read_function(const Tokens& tokens, TokenNumber first, TokenNumber end) {
  Function function;
  function.first = first;
  TokenNumber i = first + 1;
  // `function get name()`
  while (i < end && tokens[i].kind == TokenKind::Word) function.name = tokens[i++].text;
  if (i < end && tokens[i].is("<"))
    while (i < end && !tokens[i].is("(") && !tokens[i].is("{") && !tokens[i].is(";")) ++i;
  if (i >= end || !tokens[i].is("(")) return function;
  const TokenNumber close = std::min(tokens[i].partner, end);
  for (++i; i < close;) {
    if (tokens[i].is("?") || tokens[i].is("...")) ++i;
    Parameter parameter;
    parameter.name = tokens[i].text;
    ++i;
    if (i < close && tokens[i].is(":")) i = after_type(tokens, i + 1, close);
    if (i < close && tokens[i].is("=")) {
      parameter.initializer = {i + 1, end_of_expression(tokens, i + 1, close)};
      i = parameter.initializer.end;
    }
    function.parameters.push_back(parameter);
    while (i < close && !tokens[i].is(",")) ++i;
    ++i;
  }
  i = close + 1;
  if (i < end && tokens[i].is(":")) i = after_type(tokens, i + 1, end);
  if (i >= end || tokens[i].is(";") || closes(tokens[i])) return function;
  if (tokens[i].is("{")) {
    function.body = {i + 1, std::min(tokens[i].partner, end)};
  } else {
    // A method of an interface does not have a body, and the next declaration follows.
    constexpr std::array<std::string_view, 9> declares{"function", "public",   "private",  "static",   "var",
                                                       "const",    "override", "internal", "protected"};
    if (std::find(declares.begin(), declares.end(), tokens[i].text) != declares.end()) return function;
    function.is_expression = true;
    function.body = {i, end_of_expression(tokens, i, end)};
  }
  return function;
}

Declarations read_declarations(const Tokens& tokens) { return Reader(tokens).run(); }

}  // namespace agal::source_code
