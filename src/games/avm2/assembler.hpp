// Assembles an ABC file with one script from text. The functions of the script are closures.
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

/// The code of a function. The text is a sequence of words. Most words are one instruction, with operands on the stack.
/// The maximum stack depth is computed.
///
///     name  =name           reads or sets a parameter, a local or `this`
///     12  "text"            pushes a constant
///     + - * / % << >> & |   computes
///     .name  .name=         reads or sets a property of an object
///     []  []=               reads or sets an item of an object, by key
///     name(2)  name(2);     calls a method with two arguments, and pushes or drops the result
///     new(2)                constructs an object of a class, with two arguments
///     [2]  {}               makes an array of two items, or an object
///     package::Name         pushes a definition
///     state  =state         reads or sets the variable that all functions share
///     label:                marks the target of branches
///     ifne:label            branches
///     newfunction:2         makes a closure of the function for which AbcBuilder::add returned 2
///     findpropstrict:name   pushes the object that has this property
///     try … end_try         drops exceptions between the two words; the stack must be empty at both
///
/// Any other word is the name of an instruction without operands. `//` begins a comment.
class Code {
 public:
  /// `names` lists the parameters, `;` and the locals. The parameter `...rest` receives all other arguments.
  Code(AbcBuilder& abc, std::string_view names);

  /// Adds instructions.
  Code& assemble(std::string_view text);

 private:
  friend class AbcBuilder;
  struct Branch {
    std::size_t at = 0;  // the position of the displacement
    std::string label;
  };
  struct Label {
    std::size_t at = 0;
    int depth = 0;  // the depth of the stack at the label
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
  std::vector<std::string> names_{"this"};  // the names of locals, in order
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

  /// Add an entry to the pool if it is new, and return its index.
  std::uint32_t string(std::string_view text) { return pool_.string(text); }
  std::uint32_t integer(std::int32_t value) { return pool_.integer(value); }
  std::uint32_t name(std::string_view package, std::string_view name) {
    return pool_.name(pool_.name_space(NamespaceKind::Package, package), name);
  }
  std::uint32_t state_name() const { return 1; }
  /// Returns the name of an item whose key is on the stack.
  std::uint32_t item_name() const { return 2; }

  /// Adds a function and returns its number. The last function is the script itself.
  std::uint32_t add(const Code& code);
  /// Adds functions from text. Each function begins with a line `function name(parameters) locals`. Returns their names
  /// and numbers.
  std::vector<std::pair<std::string, std::uint32_t>> add_all(std::string_view text);

  /// Returns the file, or no bytes if there is a problem.
  ByteVector build() const;
  /// Returns the first word that is not an instruction; "" if there is none.
  const std::string& problem() const { return problem_; }

 private:
  friend class Code;

  void write_methods(ByteVector& out) const;

  ConstantPool pool_;
  std::vector<Code> functions_;
  std::string problem_;
};

}  // namespace agal::avm2
