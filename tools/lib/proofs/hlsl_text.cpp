#include "proofs/hlsl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "proofs/text_scanner.hpp"

namespace agal::proofs {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

using Tokens = std::vector<Token>;

bool is_matrix_type(std::string_view name) {
  if (name == "matrix") return true;
  return name.size() > 3 && name[name.size() - 2] == 'x' && is_digit(name.back()) && is_digit(name[name.size() - 3]);
}

bool is_orientation(std::string_view name) { return name == "row_major" || name == "column_major"; }

bool has(const Tokens& tokens, std::string_view name) {
  return std::ranges::find(tokens, name, &Token::spelling) != tokens.end();
}

// Returns true for a system value with the number 0: SV_POSITION0 is SV_POSITION. Semantics ignore case.
bool is_numbered_semantic(std::string_view name) {
  std::string upper(name);
  std::ranges::transform(upper, upper.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  constexpr std::array<std::string_view, 5> semantics{"SV_POSITION0", "SV_DEPTH0", "SV_INSTANCEID0", "SV_VERTEXID0",
                                                      "SV_ISFRONTFACE0"};
  return std::ranges::find(semantics, upper) != semantics.end();
}

// Returns true for types such as min16float4, whose values may have fewer than 32 bits.
bool is_short_type(std::string_view name) {
  return name.starts_with("min16") || name.starts_with("min10") || name.starts_with("min12");
}

// Returns true for a register whose number has leading zeros, such as t01.
bool has_leading_zeros(std::string_view name) {
  const std::size_t digits = name.find_last_not_of("0123456789") + 1;
  return is_name_start(name[0]) && digits + 1 < name.size() && name[digits] == '0';
}

class HlslExaminer {
 public:
  HlslExaminer(const std::string& text, const TextDialect& dialect, FrontEnd front_end)
      : dialect_(dialect), front_end_(front_end) {
    out_.text = text;
  }

  HlslText run() {
    if (out_.text.starts_with(byte_order_mark)) blank(0, byte_order_mark.size());
    // Scans a copy, because the text changes during the scan.
    const std::string text = out_.text;
    for (Scanner scanner(text); !scanner.done();) {
      const Line line = scanner.line();
      for (const Token& token : line.tokens) short_type(token.spelling);
      if (line.is_directive())
        directive(line);
      else
        tokens_.insert(tokens_.end(), line.tokens.begin(), line.tokens.end());
    }
    blank_attributes();
    expressions();
    if (std::string reason = hlsl_doubt(tokens_); !reason.empty()) doubt(std::move(reason));
    if (front_end_ == FrontEnd::Dxc) return std::move(out_);
    std::size_t at = 0;
    while (at < tokens_.size()) statement(at);
    if (packs_matrices_ && declares_matrix_type_)
      doubt("#pragma pack_matrix counts where a struct or a typedef declares a matrix, which glslang ignores");
    return std::move(out_);
  }

 private:
  std::string_view word(std::size_t n) const {
    return n < tokens_.size() ? std::string_view(tokens_[n].spelling) : std::string_view();
  }

  void doubt(std::string reason) {
    if (out_.undecided.empty()) out_.undecided = std::move(reason);
  }

  // Records a fault of glslang that DXC does not have.
  void glslang_doubt(std::string reason) {
    if (front_end_ == FrontEnd::Glslang) doubt(std::move(reason));
  }

  void short_type(std::string_view name) {
    if (!is_short_type(name)) return;
    out_.has_short_types = true;
    if (name.find("int") != name.npos) doubt(fmt::format("{} may overflow on some devices", name));
  }

  void blank(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (!is_line_end(out_.text[i])) out_.text[i] = ' ';
  }

  void directive(const Line& line) {
    if (line.directive() == "include") doubt("it includes a file");
    if (line.directive() == "pragma" && line.word(2) == "pack_matrix") packs_matrices_ = true;
    if (line.directive() != "define") return;
    for (const std::string_view name : {"cbuffer", "const", "packoffset", "typedef"})
      if (has(line.tokens, name)) glslang_doubt(fmt::format("a macro contains {}", name));
  }

  // Blanks attributes such as [[vk::binding(0)]], which Direct3D does not have.
  void blank_attributes() {
    for (std::size_t i = 0; i + 3 < tokens_.size(); ++i) {
      if (word(i) != "[" || word(i + 1) != "[" || word(i + 2) != "vk" || word(i + 3) != ":") continue;
      std::size_t end = i;
      while (end + 1 < tokens_.size() && !(word(end) == "]" && word(end + 1) == "]")) ++end;
      if (end + 1 == tokens_.size()) return;
      blank(tokens_[i].begin, tokens_[end + 1].end);
      tokens_.erase(tokens_.begin() + static_cast<std::ptrdiff_t>(i),
                    tokens_.begin() + static_cast<std::ptrdiff_t>(end + 2));
      --i;
    }
  }

  void expressions() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const std::string_view name = word(i);
      const bool is_place = i >= 2 && word(i - 1) == "(" && (word(i - 2) == "register" || word(i - 2) == "packoffset");
      if (is_place && has_leading_zeros(name)) glslang_doubt(fmt::format("the number of {} has leading zeros", name));
      if (i > 0 && word(i - 1) == ":" && is_numbered_semantic(name)) blank(tokens_[i].end - 1, tokens_[i].end);
      if (name == "unorm" || name == "snorm") doubt(fmt::format("SPIR-V does not have {}", name));
      if (is_short_type(name) && (word(i + 1) == "(" || (i > 0 && word(i - 1) == "(" && word(i + 1) == ")")))
        doubt(fmt::format("an expression is converted to {}, which SPIR-V does not have", name));
      if (name == "ConstantBuffer" && word(i + 1) == "<" && dialect_.target != nullptr && dialect_.target->version < 51)
        doubt("ConstantBuffer<> needs Shader Model 5.1");
    }
  }

  // Moves from an opening bracket to the token after its closing bracket.
  void skip(std::size_t& at) {
    std::size_t depth = 0;
    for (; at < tokens_.size(); ++at) {
      const char c = word(at)[0];
      if (c == '(' || c == '[' || c == '{') ++depth;
      if ((c == ')' || c == ']' || c == '}') && depth-- <= 1) break;
    }
    ++at;
  }

  // Examines one declaration outside of functions.
  void statement(std::size_t& at) {
    Tokens head;  // the tokens before the first `(`, `[`, `=` or `:`
    bool ended = false, has_initializer = false;
    while (at < tokens_.size()) {
      const std::string_view name = word(at);
      if (name == ";" || name == "}") break;
      if (name == "{" && !has_initializer) {
        if (has(head, "namespace")) {
          ++at;
          return;
        }
        body(head, at);
        // Functions and blocks need not end with a semicolon.
        if (word(at) == ";") break;
        if (!has(head, "struct") && !has(head, "class")) return;
        continue;
      }
      ended = ended || name == "(" || name == "[" || name == "=" || name == ":";
      has_initializer = has_initializer || name == "=";
      if (!ended) head.push_back(tokens_[at]);
      if (name == "(" || name == "[" || name == "{")
        skip(at);
      else
        ++at;
    }
    if (at < tokens_.size()) ++at;
    if (has(head, "typedef")) type_definition(head);
    if (has_initializer && has(head, "const") && !has(head, "static"))
      doubt(fmt::format("the host sets the global constant {}, because it is not static", head.back().spelling));
  }

  void type_definition(const Tokens& head) {
    for (const Token& token : head) {
      if (is_orientation(token.spelling)) doubt(fmt::format("glslang ignores {} in a typedef", token.spelling));
      declares_matrix_type_ = declares_matrix_type_ || is_matrix_type(token.spelling);
    }
  }

  // Examines the members of a block or a struct. The head is the text before the braces.
  void body(const Tokens& head, std::size_t& at) {
    const bool is_block = has(head, "cbuffer") || has(head, "tbuffer");
    const bool is_struct = has(head, "struct") || has(head, "class");
    const std::size_t begin = at;
    skip(at);
    const std::size_t end = std::min(at, tokens_.size());
    if (is_struct)
      for (std::size_t i = begin; i < end; ++i)
        declares_matrix_type_ = declares_matrix_type_ || is_matrix_type(word(i));
    if (is_block) block(head.back().spelling, begin + 1, end);
  }

  void block(const std::string& name, std::size_t begin, std::size_t end) {
    std::size_t members = 0, placed = 0;
    bool is_placed = false, any = false;
    for (std::size_t i = begin; i < end; ++i) {
      is_placed = is_placed || word(i) == "packoffset";
      any = any || word(i) != "}";
      if (word(i) != ";" || !std::exchange(any, false)) continue;
      ++members;
      if (std::exchange(is_placed, false)) ++placed;
    }
    if (placed != 0) out_.placed_blocks.insert(name);
    if (placed != 0 && placed != members)
      doubt(fmt::format("some members of {} have packoffset, and others do not", name));
  }

  const TextDialect& dialect_;
  FrontEnd front_end_;
  HlslText out_;
  Tokens tokens_;  // all tokens except directives
  bool packs_matrices_ = false, declares_matrix_type_ = false;
};

}  // namespace

HlslText examine_hlsl(const std::string& text, const TextDialect& dialect, FrontEnd front_end) {
  return HlslExaminer(text, dialect, front_end).run();
}

}  // namespace agal::proofs
