#include "example_swf/abc_builder.hpp"

#include <algorithm>

#include "base/bytes.hpp"

namespace agal::example {
namespace {

using base::put_bytes;
using base::put_little;
using base::put_u8;
using base::put_variable;

const ByteVector& empty_method() {
  static const ByteVector code = [] {
    ByteVector out;
    for (const avm2::Opcode each : {avm2::Opcode::getlocal0, avm2::Opcode::pushscope, avm2::Opcode::returnvoid})
      put_u8(out, static_cast<std::uint8_t>(each));
    return out;
  }();
  return code;
}

}  // namespace

Code& Code::op(std::uint8_t code) {
  put_u8(bytes_, code);
  return *this;
}

Code& Code::number(std::uint32_t value) {
  put_variable(bytes_, value);
  return *this;
}

Code& Code::parameter(std::string_view name) { return name_local(static_cast<std::uint8_t>(++parameters_), name); }

Code& Code::name_local(std::uint8_t local, std::string_view name) {
  op(avm2::Opcode::debug).op(1).number(abc_.string(name)).op(static_cast<std::uint8_t>(local - 1));
  return number(0);
}

Code& Code::push_string(std::string_view text) { return op(avm2::Opcode::pushstring).number(abc_.string(text)); }
Code& Code::push_field(std::string_view name) {
  return op(avm2::Opcode::getlocal0).op(avm2::Opcode::getproperty).number(abc_.name(name));
}
Code& Code::push_private_field(std::string_view name) {
  return op(avm2::Opcode::getlocal0).op(avm2::Opcode::getproperty).number(abc_.private_name(name));
}

Code& Code::set_private_field(std::string_view name) {
  return op(avm2::Opcode::setproperty).number(abc_.private_name(name));
}

Code& Code::get_field(std::string_view name) { return op(avm2::Opcode::getproperty).number(abc_.name(name)); }
Code& Code::call(std::string_view name, std::uint32_t arguments) {
  return op(avm2::Opcode::callproperty).number(abc_.name(name)).number(arguments);
}
Code& Code::call_private_void(std::string_view name, std::uint32_t arguments) {
  return op(avm2::Opcode::callpropvoid).number(abc_.private_name(name)).number(arguments);
}
Code& Code::call_void(std::string_view name, std::uint32_t arguments) {
  return op(avm2::Opcode::callpropvoid).number(abc_.name(name)).number(arguments);
}
Code& Code::set_field(std::string_view name) { return op(avm2::Opcode::setproperty).number(abc_.name(name)); }

Code& Code::push_function(std::uint32_t method) { return op(avm2::Opcode::newfunction).number(method + 2); }

Code& Code::share_variable(std::string_view name) {
  if (variables_.empty()) op(avm2::Opcode::newactivation).op(avm2::Opcode::pushscope);
  variables_.push_back(abc_.name(name));
  return *this;
}

// The scopes of a method are `this` and its variables.
Code& Code::push_variable(std::uint32_t variable) {
  return op(avm2::Opcode::getscopeobject).op(1).op(avm2::Opcode::getslot).number(variable);
}

Code& Code::set_variable(std::uint32_t variable) {
  return op(avm2::Opcode::getscopeobject).op(1).op(avm2::Opcode::swap).op(avm2::Opcode::setslot).number(variable);
}

Code& Code::push_outer(std::string_view name) { return op(avm2::Opcode::getlex).number(abc_.name(name)); }

Code& Code::set_outer(std::string_view name) {
  op(avm2::Opcode::findproperty).number(abc_.name(name));
  return op(avm2::Opcode::swap).op(avm2::Opcode::setproperty).number(abc_.name(name));
}

std::size_t Code::branch(avm2::Opcode code) {
  op(code);
  put_little(bytes_, 0, 3);
  return bytes_.size();
}

// Branches backward if `a < b`. Both operands are on the stack.
Code& Code::back_if_less(std::size_t position) {
  const std::size_t end = branch(avm2::Opcode::iflt);
  const std::size_t displacement = position - end;
  for (std::size_t i = 0; i < 3; ++i) bytes_[end - 3 + i] = static_cast<std::byte>(displacement >> (8 * i) & 0xff);
  return *this;
}

Code& Code::get_item() { return op(avm2::Opcode::getproperty).number(abc_.late_name()); }

Code& Code::set_item() { return op(avm2::Opcode::setproperty).number(abc_.late_name()); }

Code& Code::call_item(std::uint32_t arguments) {
  return op(avm2::Opcode::callpropvoid).number(abc_.late_name()).number(arguments);
}

Code& Code::delete_item() { return op(avm2::Opcode::deleteproperty).number(abc_.late_name()).op(avm2::Opcode::pop); }

Code& Code::name_method(std::string_view name) {
  name_ = abc_.name(name);
  return *this;
}

Code& Code::land(std::size_t branch) {
  const std::size_t displacement = bytes_.size() - branch;
  for (std::size_t i = 0; i < 3; ++i) bytes_[branch - 3 + i] = static_cast<std::byte>(displacement >> (8 * i) & 0xff);
  return *this;
}

void AbcBuilder::add_class(std::string_view package, std::string_view class_name, std::vector<Code> methods,
                           std::string_view base) {
  Class row{name(class_name, package), base.empty() ? 0 : name(base, package), {}};
  for (std::size_t i = 0; i < methods.size(); ++i) {
    std::uint32_t method_name = methods[i].name();
    if (method_name == 0)
      method_name =
          methods[i].is_private() ? private_name("private" + std::to_string(i)) : name("method" + std::to_string(i));
    row.methods.push_back({methods[i].is_function() ? 0 : method_name, methods[i].parameters(), methods[i].bytes(),
                           methods[i].handlers(), methods[i].variables()});
  }
  classes_.push_back(std::move(row));
}

// Writes all methods. The first two methods of a class are its constructor and its static initializer. The last method
// of the file belongs to the script.
void AbcBuilder::write_methods(ByteVector& out) const {
  std::vector<std::uint32_t> parameters;
  for (const Class& row : classes_) {
    parameters.insert(parameters.end(), 2, 0);
    for (const Method& method : row.methods) parameters.push_back(method.parameters);
  }
  parameters.push_back(0);
  put_variable(out, static_cast<std::uint32_t>(parameters.size()));
  for (const std::uint32_t count : parameters) {
    put_variable(out, count);
    // The types of the parameters, the return type, the name and the flags are all 0.
    for (std::uint32_t part = 0; part < count + 3; ++part) put_variable(out, 0);
  }
}

void AbcBuilder::add_field(std::string_view name, std::int32_t initial) {
  classes_.back().fields.push_back({private_name(name), pool_.integer(initial)});
}

void AbcBuilder::write_classes(ByteVector& out) const {
  put_variable(out, 0);  // metadata
  put_variable(out, static_cast<std::uint32_t>(classes_.size()));
  std::uint32_t first = 0;
  for (const Class& row : classes_) {
    put_variable(out, row.name);
    put_variable(out, row.base);
    for (int part = 0; part < 2; ++part) put_variable(out, 0);  // flags, interfaces
    put_variable(out, first);
    const auto is_member = [](const Method& method) { return method.name != 0; };
    const auto members = std::count_if(row.methods.begin(), row.methods.end(), is_member);
    put_variable(out, static_cast<std::uint32_t>(row.fields.size()) + static_cast<std::uint32_t>(members));
    for (const Field& field : row.fields) {
      put_variable(out, field.name);
      put_u8(out, 0);                                    // a slot
      for (int i = 0; i < 2; ++i) put_variable(out, 0);  // any slot, any type
      put_variable(out, field.initial);
      put_u8(out, 3);  // an integer
    }
    for (std::uint32_t i = 0; i < row.methods.size(); ++i) {
      if (!is_member(row.methods[i])) continue;
      put_variable(out, row.methods[i].name);
      put_u8(out, 1);  // a method
      put_variable(out, 0);
      put_variable(out, first + 2 + i);
    }
    first += 2 + static_cast<std::uint32_t>(row.methods.size());
  }
  first = 0;
  for (const Class& row : classes_) {
    put_variable(out, first + 1);
    put_variable(out, 0);  // traits
    first += 2 + static_cast<std::uint32_t>(row.methods.size());
  }
  put_variable(out, 1);  // scripts
  put_variable(out, first);
  put_variable(out, 0);
}

void AbcBuilder::write_bodies(ByteVector& out) const {
  const Method empty{0, 0, empty_method(), {}};
  std::vector<const Method*> bodies;
  for (const Class& row : classes_) {
    bodies.insert(bodies.end(), 2, &empty);
    for (const Method& method : row.methods) bodies.push_back(&method);
  }
  bodies.push_back(&empty);
  put_variable(out, static_cast<std::uint32_t>(bodies.size()));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    put_variable(out, static_cast<std::uint32_t>(i));
    for (const std::uint32_t limit : {64u, 16u, 0u, 1u}) put_variable(out, limit);  // stack, locals, scopes
    put_variable(out, static_cast<std::uint32_t>(bodies[i]->code.size()));
    put_bytes(out, bodies[i]->code);
    put_variable(out, static_cast<std::uint32_t>(bodies[i]->handlers.size()));
    for (const std::uint32_t at : bodies[i]->handlers)
      for (const std::uint32_t number : {0u, at, at, 0u, 0u}) put_variable(out, number);  // range, target, type, name
    put_variable(out, static_cast<std::uint32_t>(bodies[i]->variables.size()));           // traits
    for (std::uint32_t slot = 1; slot <= bodies[i]->variables.size(); ++slot) {
      put_variable(out, bodies[i]->variables[slot - 1]);
      put_u8(out, 0);                                                               // a slot
      for (const std::uint32_t number : {slot, 0u, 0u}) put_variable(out, number);  // any type, no value
    }
  }
}

ByteVector AbcBuilder::build() const {
  constexpr std::uint64_t version = 46u << 16 | 16u;
  ByteVector out;
  put_little(out, version, 4);
  pool_.write(out);
  write_methods(out);
  write_classes(out);
  write_bodies(out);
  return out;
}

}  // namespace agal::example
