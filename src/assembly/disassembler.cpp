// Writes the canonical text of a program.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "agal/assembly.hpp"
#include "assembly/explain.hpp"

namespace agal {
namespace {

constexpr std::size_t indent_width = 2;
// Deeper blocks are not indented further: a text of nothing but `ife` must not grow with the square of its length.
constexpr std::size_t max_indent = 16;
constexpr std::size_t bytes_per_line = 16;

class Disassembler {
 public:
  Disassembler(const Program& program, const DisassembleOptions& options) : program_(program), options_(options) {}

  std::string run() && {
    if (options_.header) fmt::format_to(to(), "//! agal {} {}\n", program_.version, name(program_.stage));
    for (std::size_t i = 0; i < program_.instructions.size(); ++i) write_token(i);
    write_trailing();
    return std::move(out_);
  }

 private:
  std::back_insert_iterator<std::string> to() { return std::back_inserter(out_); }

  void write_token(std::size_t i) {
    const Instruction& token = program_.instructions[i];
    const Flow flow = token.info() != nullptr ? token.info()->flow : Flow::None;
    if ((flow == Flow::Else || flow == Flow::EndIf) && depth_ > 0) --depth_;
    const std::string indent(std::min(depth_, max_indent) * indent_width, ' ');
    if (options_.offsets) fmt::format_to(to(), "{}// 0x{:04x} token {}\n", indent, Program::offset_of(i), i + 1);
    const TokenText text = format_token(token, program_.stage);
    if (text.exact) {
      fmt::format_to(to(), "{}{}\n", indent, text.text);
    } else {
      fmt::format_to(to(), "{}.token 0x{:02x} 0x{:08x} 0x{:016x} 0x{:016x} // {}\n", indent, token.opcode,
                     token.dst.bits, token.src1.bits, token.src2.bits, text.text);
    }
    if (options_.explain) assembly::explain_token(token, program_.stage, indent, out_);
    if (flow == Flow::If || flow == Flow::Else) ++depth_;
  }

  void write_trailing() {
    std::span<const std::byte> rest = program_.trailing;
    if (options_.offsets && !rest.empty())
      fmt::format_to(to(), "// 0x{:04x} trailing bytes\n", Program::offset_of(program_.instructions.size()));
    while (!rest.empty()) {
      const auto line = rest.first(std::min(rest.size(), bytes_per_line));
      out_ += ".bytes";
      for (std::byte byte : line) fmt::format_to(to(), " {:02x}", std::to_integer<unsigned>(byte));
      out_ += '\n';
      rest = rest.subspan(line.size());
    }
  }

  const Program& program_;
  const DisassembleOptions& options_;
  std::string out_;
  std::size_t depth_ = 0;
};

}  // namespace

std::string disassemble(const Program& program, const DisassembleOptions& options) {
  return Disassembler(program, options).run();
}

}  // namespace agal
