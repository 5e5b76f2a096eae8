#include "arguments.hpp"

#include "console/console.hpp"
#include "console/files.hpp"

namespace agalc {
namespace {

// Limits of @file in @file. They stop files that include themselves, before they use up all memory.
constexpr int max_nesting = 10;
constexpr std::size_t max_arguments = 1u << 20;

std::string translate(const std::string& argument) {
  for (const Spelling& row : spellings)
    if (argument == row.compiler) return std::string(row.option);
  return argument;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quote == '\0' && is_blank(c)) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == quote) {
      quote = '\0';
      continue;
    }
    if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
      continue;
    }
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) c = text[++i];
    words.back() += c;
  }
  return words;
}

class Expander {
 public:
  agal::Diagnostics expand(const std::vector<std::string>& arguments, int depth) {
    for (const std::string& argument : arguments) {
      if (out_.size() >= max_arguments) return usage_error("the argument files contain too many arguments");
      if (literal_) {
        out_.push_back(argument);
      } else if (argument.size() > 1 && argument[0] == '@') {
        if (agal::Diagnostics failed = expand_file(argument.substr(1), depth); failed.has_errors()) return failed;
      } else {
        literal_ = argument == "--";
        out_.push_back(translate(argument));
      }
    }
    return {};
  }
  std::vector<std::string> take() { return std::move(out_); }

 private:
  agal::Diagnostics expand_file(const std::string& path, int depth) {
    if (depth >= max_nesting) return usage_error("argument files are nested too deep at '@" + path + "'");
    agal::Result<std::vector<std::byte>> bytes = read_input(path);
    if (!bytes) return bytes.diagnostics().contains(empty_file_code()) ? agal::Diagnostics{} : bytes.diagnostics();
    std::string text;
    for (const std::byte b : *bytes) text += static_cast<char>(b);
    return expand(split(text), depth + 1);
  }
  static std::uint16_t empty_file_code() { return agal::find_rule("empty-file")->code; }

  std::vector<std::string> out_;
  bool literal_ = false;
};

}  // namespace

agal::Result<std::vector<std::string>> expand_arguments(const std::vector<std::string>& arguments) {
  Expander expander;
  agal::Diagnostics diagnostics = expander.expand(arguments, 0);
  if (diagnostics.has_errors()) return diagnostics;
  return expander.take();
}

}  // namespace agalc
