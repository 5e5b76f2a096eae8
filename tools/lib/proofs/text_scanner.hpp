// Splits a shader's text into lines of tokens.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace agal::proofs {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
inline bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }
inline bool is_space(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
/// Returns true for both characters that end a line. A line may also end with both.
inline bool is_line_end(char c) { return c == '\n' || c == '\r'; }

/// A token of the preprocessor. Tokens other than names and numbers have one byte.
struct Token {
  std::size_t begin = 0, end = 0;
  std::string spelling;  // the token without the line breaks that a backslash hides
};

/// One line after its comments are removed and its continuations are joined.
struct Line {
  std::size_t begin = 0, end = 0;
  std::vector<Token> tokens;

  bool is_directive() const { return !tokens.empty() && tokens[0].spelling == "#"; }
  // Returns the name of the directive: "version" for "#version 300 es", "" for a line without a directive.
  std::string_view directive() const {
    return is_directive() && tokens.size() > 1 ? std::string_view(tokens[1].spelling) : std::string_view();
  }
  std::string_view word(std::size_t n) const {
    return n < tokens.size() ? std::string_view(tokens[n].spelling) : std::string_view();
  }
};

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool done() {
    skip_continuations();
    return at_ >= text_.size();
  }

  Line line() {
    Line out;
    out.begin = at_;
    while (!done() && !is_line_end(text_[at_])) {
      if (is_space(text_[at_]))
        ++at_;
      else if (!skip_comment())
        out.tokens.push_back(token());
    }
    out.end = std::min(at_, text_.size());
    ++at_;
    return out;
  }

  /// Returns true if a comment of a line ended with a backslash. Some compilers treat the next line as a part of it.
  bool has_joined_comment() const { return joined_comment_; }

 private:
  char next() const { return at_ + 1 < text_.size() ? text_[at_ + 1] : '\0'; }

  void skip_continuations() {
    while (at_ + 1 < text_.size() && text_[at_] == '\\' && is_line_end(text_[at_ + 1])) {
      const bool two = text_[at_ + 1] == '\r' && at_ + 2 < text_.size() && text_[at_ + 2] == '\n';
      at_ += two ? 3 : 2;
    }
  }

  bool skip_comment() {
    if (text_[at_] != '/' || (next() != '/' && next() != '*')) return false;
    if (next() == '*') {
      const std::size_t end = text_.find("*/", at_ + 2);
      at_ = end == text_.npos ? text_.size() : end + 2;
      return true;
    }
    while (at_ < text_.size() && !is_line_end(text_[at_])) ++at_;
    joined_comment_ = joined_comment_ || text_[at_ - 1] == '\\';
    return true;
  }

  Token token() {
    Token out{at_, at_ + 1, std::string(1, text_[at_])};
    const bool number = is_digit(text_[at_]);
    const bool word = is_name_start(text_[at_]);
    ++at_;
    if (!number && !word) return out;
    while (!done() && (is_name_part(text_[at_]) || (number && text_[at_] == '.'))) {
      out.spelling += text_[at_++];
      out.end = at_;
    }
    return out;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool joined_comment_ = false;
};

}  // namespace agal::proofs
