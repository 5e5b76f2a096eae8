#include "sources/declarations.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace agal::source_code {
namespace {

template <std::size_t size>
bool is_one_of(const Token& token, const std::array<std::string_view, size>& words) {
  return (token.kind == TokenKind::Word || token.kind == TokenKind::Sign) &&
         std::find(words.begin(), words.end(), token.text) != words.end();
}

bool opens(const Token& token) { return token.is("(") || token.is("[") || token.is("{"); }
bool closes(const Token& token) { return token.is(")") || token.is("]") || token.is("}"); }

constexpr std::array<std::string_view, 13> modifier_words{"public",   "private", "protected", "internal", "static",
                                                          "override", "inline",  "dynamic",   "final",    "extern",
                                                          "virtual",  "native",  "macro"};
constexpr std::array<std::string_view, 5> type_words{"class", "interface", "enum", "abstract", "typedef"};
// Words after which a method without a body has ended, because the next declaration follows.
constexpr std::array<std::string_view, 9> declaring_words{"function", "public",   "private",  "static",   "var",
                                                          "const",    "override", "internal", "protected"};

// Returns the token after the bracket that closes `open`.
TokenNumber after(const Tokens& tokens, TokenNumber open, TokenNumber end) {
  return std::min(std::max(tokens[open].partner, open) + 1, end);
}

class Reader {
 public:
  Reader(const Tokens& tokens, Language language)
      : tokens_(tokens), is_haxe_(language == Language::Haxe), end_(static_cast<TokenNumber>(tokens.size() - 1)) {
    out_.classes.emplace_back();
  }

  Declarations run() {
    for (TokenNumber i = 0; i < end_;) {
      if (class_ != 0 && i >= class_end_) class_ = 0;
      i = std::max(read(i), i + 1);
    }
    return std::move(out_);
  }

 private:
  TokenNumber read(TokenNumber i);
  TokenNumber read_word(TokenNumber i);
  TokenNumber read_class(TokenNumber i);
  TokenNumber read_package(TokenNumber i);
  TokenNumber read_import(TokenNumber i);
  TokenNumber read_members(TokenNumber i);
  TokenNumber read_function_at(TokenNumber i);
  TokenNumber end_of_initializer(TokenNumber i) const;
  TokenNumber read_enumeration_value(TokenNumber i);
  TokenNumber read_loose(TokenNumber i);
  void note_modifier(std::string_view word);

  const Tokens& tokens_;
  bool is_haxe_;
  TokenNumber end_;
  Declarations out_;
  std::string package_;
  std::uint32_t class_ = 0;
  TokenNumber class_end_ = 0;
  bool is_enumeration_ = false;
  Modifiers modifiers_;
};

void Reader::note_modifier(std::string_view word) {
  modifiers_.is_static = modifiers_.is_static || word == "static";
  modifiers_.is_private = modifiers_.is_private || word == "private";
  modifiers_.is_protected = modifiers_.is_protected || word == "protected";
  modifiers_.is_override = modifiers_.is_override || word == "override";
  modifiers_.is_dynamic = modifiers_.is_dynamic || word == "dynamic";
  modifiers_.is_final = modifiers_.is_final || word == "final" || word == "inline";
}

TokenNumber Reader::read_package(TokenNumber i) {
  package_.clear();
  for (++i; i < end_ && (tokens_[i].kind == TokenKind::Word || tokens_[i].is(".")); ++i) package_ += tokens_[i].text;
  return i + 1;
}

TokenNumber Reader::read_import(TokenNumber i) {
  for (++i; i < end_ && (tokens_[i].kind == TokenKind::Word || tokens_[i].is(".") || tokens_[i].is("*")); ++i)
    if (!tokens_[i + 1].is(".") && tokens_[i].kind == TokenKind::Word) out_.imports.push_back(tokens_[i].text);
  return tokens_[i].is(";") ? i + 1 : i;
}

TokenNumber Reader::read_class(TokenNumber i) {
  // `abstract class` and `enum abstract`
  bool is_abstract = tokens_[i].is("abstract");
  for (; is_one_of(tokens_[i + 1], type_words) && tokens_[i + 2].kind == TokenKind::Word; ++i)
    is_abstract = is_abstract || tokens_[i + 1].is("abstract");
  Class one;
  one.name = tokens_[i + 1].text;
  one.package = package_;
  one.is_interface = tokens_[i].is("interface");
  TokenNumber open = i + 2;
  for (; open < end_ && !tokens_[open].is("{") && !tokens_[open].is(";") && !closes(tokens_[open]); ++open) {
    if (tokens_[open].is("(")) open = std::min(std::max(tokens_[open].partner, open), end_);
    if (tokens_[open].is("extends")) one.base = name_of_type(tokens_, open + 1, after_type(tokens_, open + 1, end_));
  }
  if (!tokens_[open].is("{")) return tokens_[open].is(";") ? open + 1 : i + 1;
  is_enumeration_ = tokens_[i].is("enum") && is_haxe_ && !is_abstract;
  class_ = static_cast<std::uint32_t>(out_.classes.size());
  class_end_ = std::min(tokens_[open].partner, end_);
  one.range = {open, class_end_};
  out_.classes.push_back(std::move(one));
  return open + 1;
}

// Reads the declaration of one or several members: `var a:T = 1, b:T;`.
TokenNumber Reader::read_members(TokenNumber i) {
  const bool is_fixed = !tokens_[i].is("var") || modifiers_.is_final;
  do {
    ++i;
    if (tokens_[i].kind != TokenKind::Word) return i;
    Member member;
    member.name = tokens_[i].text;
    member.class_number = class_;
    member.modifiers = modifiers_;
    member.is_fixed = is_fixed;
    ++i;
    if (tokens_[i].is("(")) {  // a property of Haxe
      member.has_getter = tokens_[i + 1].is("get");
      i = after(tokens_, i, end_);
    }
    if (tokens_[i].is(":")) {
      const TokenNumber type = i + 1;
      i = after_type(tokens_, type, end_);
      member.type = name_of_type(tokens_, type, i);
    }
    if (tokens_[i].is("=")) {
      member.initializer = {i + 1, end_of_initializer(i + 1)};
      i = member.initializer.end;
    }
    out_.members.push_back(member);
  } while (i < end_ && tokens_[i].is(","));
  return i;
}

// Returns the end of an initial value. In ActionScript, the end of a line may end it.
TokenNumber Reader::end_of_initializer(TokenNumber i) const {
  const TokenNumber end = end_of_expression(tokens_, i, end_);
  for (; !is_haxe_ && i + 1 < end; i = opens(tokens_[i]) ? after(tokens_, i, end) : i + 1) {
    const TokenNumber next = opens(tokens_[i]) ? after(tokens_, i, end) : i + 1;
    if (next < end && is_one_of(tokens_[next], declaring_words) && tokens_[next].line > tokens_[next - 1].line &&
        !tokens_[next].is("function"))
      return next;
  }
  return end;
}

TokenNumber Reader::read_function_at(TokenNumber i) {
  Function function = read_function(tokens_, i, end_);
  function.class_number = class_;
  function.modifiers = modifiers_;
  const TokenNumber end = function.end;
  out_.functions.push_back(std::move(function));
  return end;
}

// Reads a value of an enumeration of Haxe, such as `Red;` or `Rgb(r:Int);`.
TokenNumber Reader::read_enumeration_value(TokenNumber i) {
  Member member;
  member.name = tokens_[i].text;
  member.class_number = class_;
  member.modifiers.is_static = true;
  member.is_fixed = true;
  out_.members.push_back(member);
  ++i;
  return tokens_[i].is("(") ? after(tokens_, i, end_) : i;
}

TokenNumber Reader::read_loose(TokenNumber i) {
  const TokenNumber end = end_of_statement(tokens_, i, class_ != 0 ? class_end_ : end_);
  out_.loose.push_back({i, end});
  return end;
}

TokenNumber Reader::read_word(TokenNumber i) {
  const Token& token = tokens_[i];
  const Token& next = tokens_[i + 1];
  const bool is_named = next.kind == TokenKind::Word;
  if (token.text == "package") return read_package(i);
  if ((token.text == "import" || token.text == "using" || token.text == "use") && is_named) return read_import(i);
  if (token.text == "include" && next.kind == TokenKind::Text) return i + 2;
  if (is_one_of(token, type_words) && class_ == 0) return is_named ? read_class(i) : i + 1;
  const bool is_variable = token.text == "var" || token.text == "const";
  if ((is_variable || (token.text == "final" && !is_one_of(next, modifier_words) && !next.is("var") &&
                       !next.is("function") && !next.is("class"))) &&
      is_named)
    return read_members(i);
  if (token.text == "function") return read_function_at(i);
  if (is_one_of(token, modifier_words)) {
    note_modifier(token.text);
    return i + 1;
  }
  if (is_enumeration_ && class_ != 0) return read_enumeration_value(i);
  // The name of conditional compilation or of a namespace: `CONFIG::debug function …`.
  if (next.is("::")) return tokens_[i + 3].is("{") ? i + 4 : i + 3;
  const bool declares = is_named && (tokens_[i + 1].is("function") || tokens_[i + 1].is("var"));
  if (declares || class_ != 0) return i + 1;
  return read_loose(i);
}

TokenNumber Reader::read(TokenNumber i) {
  const Token& token = tokens_[i];
  const Modifiers before = modifiers_;
  if (token.kind == TokenKind::Word) {
    const TokenNumber next = read_word(i);
    if (!is_one_of(token, modifier_words)) modifiers_ = {};
    return next;
  }
  if (token.is("::")) return i + 2;
  if (token.is("@:") || (token.is("@") && is_haxe_)) {  // metadata
    TokenNumber end = i + 2;
    while (tokens_[end].is(".")) end += 2;
    return tokens_[end].is("(") ? after(tokens_, end, end_) : end;
  }
  modifiers_ = token.is("@") || token.is("[") || token.is("(") ? before : Modifiers();
  if (token.is("{") && class_ != 0 && i > 0 &&
      (tokens_[i - 1].is("}") || tokens_[i - 1].is(";") || tokens_[i - 1].is("{")))
    return read_loose(i);
  if (token.is("[") || token.is("(")) {
    const bool is_list = class_ == 0 && !tokens_[i + 1].is("Embed") && tokens_[i + 1].kind != TokenKind::Word;
    return is_list ? read_loose(i) : after(tokens_, i, end_);
  }
  return token.kind == TokenKind::Text && class_ == 0 ? read_loose(i) : i + 1;
}

}  // namespace

bool is_assignment(const Token& token) {
  constexpr std::array<std::string_view, 13> operators{
      "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "&&=", "||=", "<<=", "?\?="};
  return token.kind == TokenKind::Sign && std::find(operators.begin(), operators.end(), token.text) != operators.end();
}

bool is_counted(const Tokens& tokens, TokenNumber at) {
  const auto counts = [](const Token& token) { return token.is("++") || token.is("--"); };
  return counts(tokens[at + 1]) || (at > 0 && counts(tokens[at - 1]));
}

TokenNumber after_type(const Tokens& tokens, TokenNumber at, TokenNumber end) {
  const TokenNumber begin = at;
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
      const bool ended = angles == 0 && token.kind == TokenKind::Word && at > begin &&
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

std::string_view name_of_type(const Tokens& tokens, TokenNumber at, TokenNumber end) {
  std::string_view name;
  for (; at < end && (tokens[at].kind == TokenKind::Word || tokens[at].is(".")); ++at)
    if (tokens[at].kind == TokenKind::Word) name = tokens[at].text;
  return at < end && tokens[at].is("->") ? "Function" : name;
}

TokenNumber after_arguments_of_type(const Tokens& tokens, TokenNumber at, TokenNumber end) {
  int depth = 0;
  for (TokenNumber i = at; i < end; ++i) {
    const Token& token = tokens[i];
    if (token.is("<") || token.is(".<")) ++depth;
    if (token.is(">") && --depth == 0) return i + 1;
    const bool is_type = token.kind == TokenKind::Word || token.is(".") || token.is(",") || token.is("<") ||
                         token.is(".<") || token.is(">") || token.is("->") || token.is("*") || token.is("?");
    if (!is_type && !token.is(":") && !opens(token) && !closes(token)) break;
  }
  return at;
}

TokenNumber end_of_expression(const Tokens& tokens, TokenNumber at, TokenNumber end) {
  while (at < end && !tokens[at].is(",") && !tokens[at].is(";") && !closes(tokens[at])) {
    const bool constructs = tokens[at].is("new") && at + 1 < end && tokens[at + 1].kind == TokenKind::Word;
    at = opens(tokens[at]) ? after(tokens, at, end) : at + 1;
    if (!constructs) continue;
    while (at < end && (tokens[at].kind == TokenKind::Word || tokens[at].is("."))) ++at;
    if (at < end && (tokens[at].is("<") || tokens[at].is(".<"))) at = after_arguments_of_type(tokens, at, end);
  }
  return at;
}

TokenNumber end_of_statement(const Tokens& tokens, TokenNumber at, TokenNumber end) {
  constexpr std::array<std::string_view, 4> joining{"else", "catch", "finally", "while"};
  const bool is_do = at < end && tokens[at].is("do");
  while (at < end && !tokens[at].is("}") && !tokens[at].is(")") && !tokens[at].is("]")) {
    if (tokens[at].is(";")) {
      ++at;
      if (at < end && tokens[at].is("else")) continue;
      return at;
    }
    const bool is_block = tokens[at].is("{");
    at = opens(tokens[at]) ? after(tokens, at, end) : at + 1;
    if (!is_block || at >= end) continue;
    const Token& next = tokens[at];
    const bool goes_on = next.kind == TokenKind::Sign && !opens(next) && !next.is("++") && !next.is("--");
    if (!goes_on && (!is_one_of(next, joining) || (next.is("while") && !is_do))) return at;
  }
  return std::min(at, end);
}

Function read_function(const Tokens& tokens, TokenNumber first, TokenNumber end) {
  Function function;
  TokenNumber i = first + 1;
  // `function get name()`
  if (i + 1 < end && (tokens[i].is("get") || tokens[i].is("set")) && tokens[i + 1].kind == TokenKind::Word) {
    function.kind = tokens[i].is("get") ? Function::Kind::Getter : Function::Kind::Setter;
    ++i;
  }
  while (i < end && tokens[i].kind == TokenKind::Word) function.name = tokens[i++].text;
  if (i < end && tokens[i].is("<"))
    while (i < end && !tokens[i].is("(") && !tokens[i].is("{") && !tokens[i].is(";")) ++i;
  function.end = i;
  if (i >= end || !tokens[i].is("(")) return function;
  const TokenNumber close = std::min(tokens[i].partner, end);
  for (++i; i < close;) {
    Parameter parameter;
    for (; i < close && (tokens[i].is("?") || tokens[i].is("...")); ++i) {
      parameter.is_rest = parameter.is_rest || tokens[i].is("...");
      parameter.is_optional = parameter.is_optional || tokens[i].is("?");
    }
    parameter.name = tokens[i].text;
    ++i;
    if (i < close && tokens[i].is(":")) {
      const TokenNumber type = i + 1;
      i = after_type(tokens, type, close);
      parameter.type = name_of_type(tokens, type, i);
    }
    if (i < close && tokens[i].is("=")) {
      parameter.initializer = {i + 1, end_of_expression(tokens, i + 1, close)};
      i = parameter.initializer.end;
    }
    function.parameters.push_back(parameter);
    while (i < close && !tokens[i].is(",")) ++i;
    ++i;
  }
  i = std::min(close + 1, end);
  if (i < end && tokens[i].is(":")) {
    const TokenNumber type = i + 1;
    i = after_type(tokens, type, end);
    function.type = name_of_type(tokens, type, i);
  }
  function.end = i;
  if (i >= end || tokens[i].is(";") || closes(tokens[i])) return function;
  if (tokens[i].is("{")) {
    function.has_body = true;
    function.body = {i + 1, std::min(tokens[i].partner, end)};
    function.end = after(tokens, i, end);
    return function;
  }
  // A method of an interface does not have a body, and the next declaration follows.
  if (is_one_of(tokens[i], declaring_words)) return function;
  function.has_body = function.is_expression = true;
  function.body = {i, end_of_expression(tokens, i, end)};
  function.end = function.body.end;
  return function;
}

Declarations read_declarations(const Tokens& tokens, Language language) { return Reader(tokens, language).run(); }

}  // namespace agal::source_code
