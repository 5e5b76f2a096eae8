// Builds ABC files like an ActionScript compiler, for classes that assemble shaders.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "avm2/instructions.hpp"
#include "avm2/pool.hpp"
#include "base/bytes.hpp"

namespace agal::example {

using base::ByteVector;

class AbcBuilder;

/// Builds the code of a method.
class Code {
 public:
  explicit Code(AbcBuilder& abc) : abc_(abc) {}

  /// Adds a parameter. Its name is only visible to debuggers.
  Code& parameter(std::string_view name);
  /// Sets the name of a local for debuggers. The first argument is local 1.
  Code& name_local(std::uint8_t local, std::string_view name);
  Code& push_string(std::string_view text);
  /// Pushes a field of `this`, whose value is only known at run time.
  Code& push_field(std::string_view name);
  Code& add() { return op(avm2::Opcode::add); }
  Code& dup() { return op(avm2::Opcode::dup); }
  Code& new_array(std::uint32_t items) { return op(avm2::Opcode::newarray).number(items); }
  Code& coerce_string() { return op(avm2::Opcode::coerce_s); }
  Code& get_local(std::uint32_t local) { return op(avm2::Opcode::getlocal).number(local); }
  Code& set_local(std::uint32_t local) { return op(avm2::Opcode::setlocal).number(local); }
  /// Call `object.name(arguments)`. All operands are on the stack. Only `call` pushes the result.
  Code& call(std::string_view name, std::uint32_t arguments);
  Code& call_void(std::string_view name, std::uint32_t arguments);
  Code& set_field(std::string_view name);
  /// Pushes a private field of `this`, which `AbcBuilder::add_field` adds.
  Code& push_private_field(std::string_view name);
  /// Sets a private field. The value is on the stack, and `this` is below it.
  Code& set_private_field(std::string_view name);
  /// Replaces the object on the stack by one of its fields.
  Code& get_field(std::string_view name);
  /// Branch forward. Pass the returned position to `land`.
  std::size_t if_false() { return branch(avm2::Opcode::iffalse); }
  std::size_t jump() { return branch(avm2::Opcode::jump); }
  Code& land(std::size_t branch);
  /// Branches to an earlier position if the value below the top of the stack is less than the top.
  Code& back_if_less(std::size_t position);
  std::size_t position() const { return bytes_.size(); }
  Code& push_byte(std::uint8_t value) { return op(avm2::Opcode::pushbyte).op(value); }
  Code& increment_local(std::uint32_t local) { return op(avm2::Opcode::inclocal_i).number(local); }
  /// Pushes `list[index]`. Both operands are on the stack.
  Code& get_item();
  /// Sets `list[index] = value`. The operands are on the stack.
  Code& set_item();
  /// Calls `object[key](arguments)`, and deletes `object[key]`. The operands are on the stack. The results are dropped.
  Code& call_item(std::uint32_t arguments);
  Code& delete_item();
  Code& return_value() { return op(avm2::Opcode::returnvalue); }
  Code& return_void() { return op(avm2::Opcode::returnvoid); }
  /// Calls the private method `this.name(arguments)`. The arguments are on the stack.
  Code& call_private_void(std::string_view name, std::uint32_t arguments);
  /// Makes the method private, with this number of parameters.
  Code& make_private(std::uint32_t parameters) {
    parameters_ = parameters;
    is_private_ = true;
    return *this;
  }
  bool is_private() const { return is_private_; }
  /// Names the method.
  Code& name_method(std::string_view name);
  std::uint32_t name() const { return name_; }
  /// Makes the method a function without a name: `push_function` pushes it.
  Code& make_function(std::uint32_t parameters = 0) {
    parameters_ = parameters;
    is_function_ = true;
    return *this;
  }
  bool is_function() const { return is_function_; }
  /// Pushes the function that is the method with this number in the file's first class.
  Code& push_function(std::uint32_t method);
  /// Begins the scope of a variable that functions share with this method. Variables have the numbers 1, 2 and so on.
  Code& share_variable(std::string_view name);
  /// Push and set a shared variable of this method. The value is on the stack.
  Code& push_variable(std::uint32_t variable);
  Code& set_variable(std::uint32_t variable);
  /// Push and set a variable of the method around this function.
  Code& push_outer(std::string_view name);
  Code& set_outer(std::string_view name);
  const std::vector<std::uint32_t>& variables() const { return variables_; }
  /// Begins a handler for exceptions of all code before it.
  Code& begin_handler() {
    handlers_.push_back(static_cast<std::uint32_t>(bytes_.size()));
    return *this;
  }
  const std::vector<std::uint32_t>& handlers() const { return handlers_; }
  /// Adds a byte: an instruction or an operand.
  Code& op(std::uint8_t code);
  Code& op(avm2::Opcode code) { return op(static_cast<std::uint8_t>(code)); }

  const ByteVector& bytes() const { return bytes_; }
  std::uint32_t parameters() const { return parameters_; }

 private:
  Code& number(std::uint32_t value);
  std::size_t branch(avm2::Opcode code);

  AbcBuilder& abc_;
  ByteVector bytes_;
  std::vector<std::uint32_t> handlers_;
  std::uint32_t parameters_ = 0, name_ = 0;
  std::vector<std::uint32_t> variables_;  // names
  bool is_private_ = false, is_function_ = false;
};

class AbcBuilder {
 public:
  /// Add an entry to the pool if it is new, and return its index.
  std::uint32_t string(std::string_view text) { return pool_.string(text); }
  std::uint32_t name(std::string_view text, std::string_view package = {}) {
    return pool_.name(pool_.name_space(avm2::NamespaceKind::Package, package), text);
  }
  /// Returns the name of a member that is private to its class.
  std::uint32_t private_name(std::string_view text) {
    return pool_.name(pool_.name_space(avm2::NamespaceKind::Private, "private"), text);
  }

  /// Returns a name whose text is on the stack at run time.
  std::uint32_t late_name() { return pool_.late_name(0); }

  /// Adds a class `package.name` with a method for each code. Methods without a name are named `method0`, `method1` and
  /// so on, and private methods `private0`, `private1` and so on. `base` is in the same package.
  void add_class(std::string_view package, std::string_view name, std::vector<Code> methods,
                 std::string_view base = {});

  /// Adds a private field with an initial value to the class that was added last.
  void add_field(std::string_view name, std::int32_t initial);

  ByteVector build() const;

 private:
  struct Field {
    std::uint32_t name = 0, initial = 0;  // `initial` is the index of an integer in the pool
  };
  struct Method {
    std::uint32_t name = 0, parameters = 0;  // a function does not have a name
    ByteVector code;
    std::vector<std::uint32_t> handlers, variables{};
  };
  struct Class {
    std::uint32_t name = 0, base = 0;
    std::vector<Method> methods;
    std::vector<Field> fields;
  };

  void write_methods(ByteVector& out) const;
  void write_classes(ByteVector& out) const;
  void write_bodies(ByteVector& out) const;

  avm2::ConstantPool pool_;
  std::vector<Class> classes_;
};

}  // namespace agal::example
