// ABC files, like those of an ActionScript compiler for classes that assemble shaders.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "avm2/pool.hpp"
#include "base/bytes.hpp"

namespace agal::example {

using base::ByteVector;

class AbcBuilder;

/// Builds the code of a method.
class Code {
 public:
  explicit Code(AbcBuilder& abc) : abc_(abc) {}

  /// The method has one more parameter, whose name is only known to debuggers.
  Code& parameter(std::string_view name);
  /// The name of a local that debuggers show; the first argument is local 1.
  Code& name_local(std::uint8_t local, std::string_view name);
  Code& push_string(std::string_view text);
  /// A value that is only known at run time.
  Code& push_field(std::string_view name);
  Code& add() { return op(0xa0); }
  Code& dup() { return op(0x2a); }
  Code& new_array(std::uint32_t items) { return op(0x56).number(items); }
  Code& coerce_string() { return op(0x85); }
  Code& get_local(std::uint32_t local) { return op(0x62).number(local); }
  Code& set_local(std::uint32_t local) { return op(0x63).number(local); }
  /// `object.name(arguments)`, with all operands on the stack. One of the two pushes the result.
  Code& call(std::string_view name, std::uint32_t arguments);
  Code& call_void(std::string_view name, std::uint32_t arguments);
  Code& set_field(std::string_view name);
  /// A private field of `this`: `AbcBuilder::add_field`.
  Code& push_private_field(std::string_view name);
  /// Sets it to the value on the stack, below which is `this`.
  Code& set_private_field(std::string_view name);
  /// A field of the object on the stack.
  Code& get_field(std::string_view name);
  /// Forward branches: pass the returned position to `land`.
  std::size_t if_false() { return branch(0x12); }
  std::size_t jump() { return branch(0x10); }
  Code& land(std::size_t branch);
  /// A branch to an earlier position, if the value below the top of the stack is less than the top.
  Code& back_if_less(std::size_t position);
  std::size_t position() const { return bytes_.size(); }
  Code& push_byte(std::uint8_t value) { return op(0x24).op(value); }
  Code& increment_local(std::uint32_t local) { return op(0xc2).number(local); }
  /// `list[index]`, with both on the stack.
  Code& get_item();
  Code& return_value() { return op(0x48); }
  Code& return_void() { return op(0x47); }
  /// `this.name(arguments)` of a private method, with the arguments on the stack.
  Code& call_private_void(std::string_view name, std::uint32_t arguments);
  /// The method is private, and has so many parameters.
  Code& make_private(std::uint32_t parameters) {
    parameters_ = parameters;
    is_private_ = true;
    return *this;
  }
  bool is_private() const { return is_private_; }
  /// What follows handles the exceptions of all code before it.
  Code& begin_handler() {
    handlers_.push_back(static_cast<std::uint32_t>(bytes_.size()));
    return *this;
  }
  const std::vector<std::uint32_t>& handlers() const { return handlers_; }
  Code& op(std::uint8_t code);

  const ByteVector& bytes() const { return bytes_; }
  std::uint32_t parameters() const { return parameters_; }

 private:
  Code& number(std::uint32_t value);
  std::size_t branch(std::uint8_t code);

  AbcBuilder& abc_;
  ByteVector bytes_;
  std::vector<std::uint32_t> handlers_;
  std::uint32_t parameters_ = 0;
  bool is_private_ = false;
};

class AbcBuilder {
 public:
  /// Indices in the pool, without duplicates.
  std::uint32_t string(std::string_view text) { return pool_.string(text); }
  std::uint32_t name(std::string_view text, std::string_view package = {}) {
    return pool_.name(pool_.name_space(avm2::NamespaceKind::Package, package), text);
  }
  /// The name of a member that only code of its class uses.
  std::uint32_t private_name(std::string_view text) {
    return pool_.name(pool_.name_space(avm2::NamespaceKind::Private, "private"), text);
  }

  /// The name that is taken from the stack.
  std::uint32_t late_name() { return pool_.late_name(0); }

  /// A class `package.name` with one method for each code, `method0` and so on; `base` is in the same package. A method
  /// that is private is `private0` or so on.
  void add_class(std::string_view package, std::string_view name, std::vector<Code> methods,
                 std::string_view base = {});

  /// A private field of the class that was added last, with its initial value.
  void add_field(std::string_view name, std::int32_t initial);

  ByteVector build() const;

 private:
  struct Field {
    std::uint32_t name = 0, initial = 0;  // an integer of the pool
  };
  struct Method {
    std::uint32_t name = 0, parameters = 0;
    ByteVector code;
    std::vector<std::uint32_t> handlers;
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
