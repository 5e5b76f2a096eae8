// Builds an ABC file: one script, whose functions are closures.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "avm2/instructions.hpp"
#include "base/byte_writer.hpp"

namespace agal::tapping {

using extraction::Avm2Opcode;

class AbcBuilder;

/// The code of a function, instruction by instruction; the maximum stack depth and number of locals are computed. Local
/// 0 is `this`, parameters follow. Comments give stack operands and, after the arrow, the results.
class Code {
 public:
  enum class Rest : std::uint8_t { No, Yes };
  /// A function with this number of parameters; with `Rest::Yes`, the next local is an array of the other arguments.
  Code(AbcBuilder& abc, std::uint32_t parameters, Rest rest = Rest::No)
      : abc_(abc), parameters_(parameters), rest_(rest), locals_(parameters + 1 + (rest == Rest::Yes ? 1 : 0)) {}

  Code& op(Avm2Opcode code) { return emit(code); }
  Code& text(std::string_view value);
  Code& number(std::int32_t value);
  Code& local(std::uint32_t local);                            // → value
  Code& set(std::uint32_t local);                              // value →
  Code& lex(std::string_view package, std::string_view name);  // → the definition package.name
  Code& find(std::string_view name);                           // → the object that has the public name
  Code& state();                                               // → the state that all functions share
  Code& set_state();                                           // the global object, value →
  Code& get(std::string_view name);                            // object → object.name
  Code& put(std::string_view name);                            // object, value →
  Code& item();                                                // object, key → object[key]
  Code& put_item();                                            // object, key, value →
  Code& call(std::string_view name, std::uint32_t arguments);  // object, arguments → result
  Code& call_void(std::string_view name, std::uint32_t arguments);
  Code& construct(std::uint32_t arguments);  // class, arguments → object
  Code& new_object();
  Code& new_array(std::uint32_t items);    // items → array
  Code& function(std::uint32_t function);  // → a closure; the number is that of AbcBuilder::add

  /// Branches go to labels. A label that is branched to from below is placed by `loop`.
  using Label = std::size_t;
  Label label();
  Code& jump(Label label) { return branch(Avm2Opcode::jump, label); }
  Code& if_true(Label label) { return branch(Avm2Opcode::iftrue, label); }
  Code& if_false(Label label) { return branch(Avm2Opcode::iffalse, label); }
  Code& branch(Avm2Opcode code, Label label);
  Code& place(Label label);
  Code& loop(Label label) { return place(label).op(Avm2Opcode::label); }

  /// An exception between the two is caught and dropped, and `end_try` continues. The stack must be empty at both.
  Code& begin_try();
  Code& end_try();

 private:
  friend class AbcBuilder;
  struct Branch {
    std::size_t at = 0;  // of the displacement
    Label label = 0;
  };
  struct Target {
    std::size_t at = 0;
    int depth = 0;  // of the stack
  };
  struct Handler {
    std::size_t from = 0, to = 0, target = 0;
  };

  Code& emit(Avm2Opcode code, std::initializer_list<std::uint32_t> operands = {}, std::uint32_t pops = 0);
  void write(ByteVector& out, std::uint32_t method) const;

  AbcBuilder& abc_;
  std::uint32_t parameters_;
  Rest rest_;
  std::uint32_t locals_;
  int depth_ = 0, max_depth_ = 0;
  ByteVector bytes_;
  std::vector<Branch> branches_;
  std::vector<Target> targets_;
  std::vector<Handler> handlers_;
};

class AbcBuilder {
 public:
  AbcBuilder();

  /// Indices in the pool, without duplicates.
  std::uint32_t string(std::string_view text);
  std::uint32_t integer(std::int32_t value);
  std::uint32_t name(std::string_view package, std::string_view name);
  std::uint32_t state_name() const { return 1; }
  /// The name of an item whose key is on the stack.
  std::uint32_t item_name() const { return 2; }

  /// Adds a function; returns its number. The last one is the script itself.
  std::uint32_t add(const Code& code);

  ByteVector build() const;

 private:
  std::uint32_t name_space(std::uint8_t kind, std::string_view package);
  void write_pool(ByteVector& out) const;
  void write_methods(ByteVector& out) const;

  std::vector<std::string> strings_;
  std::map<std::string, std::uint32_t, std::less<>> string_numbers_;
  std::vector<std::int32_t> integers_;
  std::vector<std::pair<std::uint8_t, std::uint32_t>> namespaces_;  // kind, string
  std::vector<std::pair<std::uint32_t, std::uint32_t>> qualified_;  // namespace, string
  std::uint32_t public_ = 0, private_ = 0, state_ = 0;
  std::vector<Code> functions_;
};

}  // namespace agal::tapping
