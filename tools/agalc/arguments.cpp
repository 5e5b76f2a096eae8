#include "arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/console.hpp"
#include "cli/files.hpp"
#include "os/filesystem.hpp"

namespace agalc {
namespace {

// Limits of @file in @file. They stop files that include themselves, before they use up all memory.
constexpr int max_nesting = 10;
constexpr std::size_t max_arguments = 1u << 20;

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

std::string translate(const std::string& argument) {
  for (const Spelling& row : spellings)
    if (argument == row.compiler) return std::string(row.option);
  return argument;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

struct Words {
  std::vector<std::string> words;
  bool is_closed = true;  // false: a quotation mark is not closed
};

// Splits a line as a shell does.
Words split(std::string_view line) {
  Words out;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < line.size(); ++i) {
    char c = line[i];
    if (quote == '\0' && is_blank(c)) {
      in_word = false;
      continue;
    }
    if (!in_word) out.words.emplace_back();
    in_word = true;
    if (c == quote) {
      quote = '\0';
      continue;
    }
    if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
      continue;
    }
    if (c == '\\' && quote != '\'' && i + 1 < line.size()) c = line[++i];
    out.words.back() += c;
  }
  out.is_closed = quote == '\0';
  return out;
}

bool is_octal(char c) { return c >= '0' && c <= '7'; }

// A line that git has quoted: "\303\251.agal" for a name with an accent, "a\tb.agal" for one with a tab.
struct GitName {
  std::string name;
  bool has_octal = false;  // true if the line has a byte in octal digits, which no shell would read like that
};

// Decodes a line that is quoted like a string of C, as `git ls-files` does by default; nullopt for any other line.
std::optional<GitName> git_name(std::string_view line) {
  constexpr std::string_view letters = "abtnvfr\"\\", bytes = "\a\b\t\n\v\f\r\"\\";
  if (line.size() < 3 || line.front() != '"' || line.back() != '"') return std::nullopt;
  line = line.substr(1, line.size() - 2);
  GitName out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') return std::nullopt;
    if (line[i] != '\\') {
      out.name += line[i];
      continue;
    }
    const std::string_view escape = line.substr(i + 1, 3);
    if (escape.size() == 3 && escape[0] <= '3' && std::all_of(escape.begin(), escape.end(), is_octal)) {
      out.name += static_cast<char>((escape[0] - '0') * 64 + (escape[1] - '0') * 8 + (escape[2] - '0'));
      out.has_octal = true;
      i += escape.size();
      continue;
    }
    const std::size_t letter = escape.empty() ? letters.npos : letters.find(escape[0]);
    if (letter == letters.npos) return std::nullopt;
    out.name += bytes[letter];
    ++i;
  }
  return out;
}

bool is_there(const std::string& name) {
  std::error_code ignored;
  return !name.empty() && name.find('\0') == std::string::npos && os::fs::exists(name, ignored);
}

// Returns a name as a word. An option cannot begin with "./", and neither can the name of an argument file.
std::string word_of(const std::string& name) { return name[0] == '-' || name[0] == '@' ? "./" + name : name; }

// Returns the line as a word if it is the name of a file or folder, for the output of `find` and `git ls-files`.
std::optional<std::string> name_in(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (const std::string name(line); is_there(name)) return word_of(name);
  // An editor may have left blanks at the end.
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  if (const std::string name(line); is_there(name)) return word_of(name);
  const std::optional<GitName> quoted = git_name(line);
  if (quoted && (is_there(quoted->name) || (quoted->has_octal && quoted->name.find('\0') == std::string::npos)))
    return word_of(quoted->name);
  return std::nullopt;
}

class Expander {
 public:
  agal::Diagnostics expand(const std::vector<std::string>& arguments, int depth) {
    for (const std::string& argument : arguments) {
      if (out_.size() >= max_arguments) return too_many();
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
    std::string_view rest(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    if (rest.starts_with(byte_order_mark)) rest.remove_prefix(byte_order_mark.size());
    for (std::size_t number = 1; !rest.empty(); ++number) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      if (agal::Diagnostics failed = expand_line(rest.substr(0, end), path, number, depth); failed.has_errors())
        return failed;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return {};
  }
  agal::Diagnostics expand_line(std::string_view line, const std::string& path, std::size_t number, int depth) {
    if (std::optional<std::string> name = name_in(line)) {
      if (out_.size() >= max_arguments) return too_many();
      out_.push_back(*std::move(name));
      return {};
    }
    Words words = split(line);
    if (words.is_closed) return expand(words.words, depth + 1);
    return usage_error(fmt::format("line {} of @{} has a quotation mark that is not closed", number, path),
                       "if the line is the name of a file, this file does not exist");
  }
  static agal::Diagnostics too_many() { return usage_error("the argument files contain too many arguments"); }
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
