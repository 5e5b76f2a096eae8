// Writes an ABC file: one script, whose functions are closures, from assembly text.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "avm2/instructions.hpp"
#include "avm2/pool.hpp"
#include "base/bytes.hpp"

namespace agal::avm2 {

using base::ByteVector;

class AbcBuilder;

/// The code of a function. Its text is a sequence of words, most of which are one instruction; the maximum stack depth
/// is computed. Operands are on the stack.
///
///     name            a parameter, a local or `this`             =name            sets it
///     12  "text"      constants                                  + - * / % << >> & |
///     .name           a property of an object                    .name=           sets it
///     []              an item, by object and key                 []=              sets it
///     name(2)         calls a method with two arguments          name(2);         the same; its result is dropped
///     new(2)          constructs an object of a class            [2]  {}          a new array of two items, a new
///     object package::Name   a definition                               state  =state    the variable that all
///     functions share label:          where branches go                          ifne:label       a branch
///     newfunction:2   a closure; the number of AbcBuilder::add   findpropstrict:name
///     try … end_try   an exception between the two is dropped; the stack must be empty at both
///
/// Any other word is the name of an instruction without operands. `//` begins a comment.
class Code {
 public:
  /// `names`: of the parameters and locals, where `...rest` receives all other arguments, and `;` ends the parameters.
  Code(AbcBuilder& abc, std::string_view names);

  /// Adds instructions.
  Code& assemble(std::string_view text);

 private:
  friend class AbcBuilder;
  struct Branch {
    std::size_t at = 0;  // of the displacement
    std::string label;
  };
  struct Label {
    std::size_t at = 0;
    int depth = 0;  // of the stack
  };
  struct Handler {
    std::size_t from = 0, to = 0, target = 0;
  };

  void word(std::string_view word);
  bool operand_word(std::string_view word);
  bool call_word(std::string_view word);
  void branch(Opcode code, std::string_view label);
  void place(Label& label);
  void end_try();
  void emit(Opcode code, std::initializer_list<std::uint32_t> operands = {}, std::uint32_t pops = 0);
  void write(ByteVector& out, std::uint32_t method) const;

  AbcBuilder& abc_;
  std::vector<std::string> names_{"this"};  // by local
  std::uint32_t parameters_ = 0;
  bool rest_ = false;
  int depth_ = 0, max_depth_ = 0;
  ByteVector bytes_;
  std::vector<Branch> branches_;
  std::map<std::string, Label, std::less<>> labels_;
  std::vector<Handler> handlers_;
};

class AbcBuilder {
 public:
  AbcBuilder();

  /// Indices in the pool, without duplicates.
  std::uint32_t string(std::string_view text) { return pool_.string(text); }
  std::uint32_t integer(std::int32_t value) { return pool_.integer(value); }
  std::uint32_t name(std::string_view package, std::string_view name) {
    return pool_.name(pool_.name_space(NamespaceKind::Package, package), name);
  }
  std::uint32_t state_name() const { return 1; }
  /// The name of an item whose key is on the stack.
  std::uint32_t item_name() const { return 2; }

  /// Adds a function; returns its number. The last one is the script itself.
  std::uint32_t add(const Code& code);
  /// Adds functions, each of which begins with a line `function name(parameters) locals`; returns their names and
  /// numbers.
  std::vector<std::pair<std::string, std::uint32_t>> add_all(std::string_view text);

  /// The file; no bytes if there is a problem.
  ByteVector build() const;
  /// The first word that is not an instruction, "" if there is none.
  const std::string& problem() const { return problem_; }

 private:
  friend class Code;

  void write_methods(ByteVector& out) const;

  ConstantPool pool_;
  std::vector<Code> functions_;
  std::string problem_;
};

}  // namespace agal::avm2
