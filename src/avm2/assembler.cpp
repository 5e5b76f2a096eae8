#include "avm2/assembler.hpp"

#include <algorithm>

namespace agal::tapping {
namespace {

constexpr std::uint8_t package_namespace = 0x16, private_namespace = 0x05;
constexpr std::uint8_t qualified_name = 0x07, late_name = 0x1b;
constexpr std::uint8_t needs_rest = 0x04;

int change_of(Avm2Opcode code) {
  const extraction::Avm2Info& info = extraction::avm2_table[static_cast<std::uint8_t>(code)];
  return info.pushes - info.pops;
}

}  // namespace

Code& Code::emit(Avm2Opcode code, std::initializer_list<std::uint32_t> operands, std::uint32_t pops) {
  put_u8(bytes_, static_cast<std::uint8_t>(code));
  for (const std::uint32_t operand : operands) put_variable(bytes_, operand);
  depth_ += change_of(code) - static_cast<int>(pops);
  max_depth_ = std::max(max_depth_, depth_);
  return *this;
}

Code& Code::text(std::string_view value) { return emit(Avm2Opcode::pushstring, {abc_.string(value)}); }
Code& Code::number(std::int32_t value) { return emit(Avm2Opcode::pushint, {abc_.integer(value)}); }
Code& Code::local(std::uint32_t local) {
  locals_ = std::max(locals_, local + 1);
  return emit(Avm2Opcode::getlocal, {local});
}
Code& Code::set(std::uint32_t local) {
  locals_ = std::max(locals_, local + 1);
  return emit(Avm2Opcode::setlocal, {local});
}
Code& Code::lex(std::string_view package, std::string_view name) {
  return emit(Avm2Opcode::getlex, {abc_.name(package, name)});
}
Code& Code::find(std::string_view name) { return emit(Avm2Opcode::findpropstrict, {abc_.name({}, name)}); }
Code& Code::state() { return emit(Avm2Opcode::getlex, {abc_.state_name()}); }
Code& Code::set_state() { return emit(Avm2Opcode::initproperty, {abc_.state_name()}); }
Code& Code::get(std::string_view name) { return emit(Avm2Opcode::getproperty, {abc_.name({}, name)}); }
Code& Code::put(std::string_view name) { return emit(Avm2Opcode::setproperty, {abc_.name({}, name)}); }
Code& Code::item() { return emit(Avm2Opcode::getproperty, {abc_.item_name()}, 1); }
Code& Code::put_item() { return emit(Avm2Opcode::setproperty, {abc_.item_name()}, 1); }
Code& Code::call(std::string_view name, std::uint32_t arguments) {
  return emit(Avm2Opcode::callproperty, {abc_.name({}, name), arguments}, arguments);
}
Code& Code::call_void(std::string_view name, std::uint32_t arguments) {
  return emit(Avm2Opcode::callpropvoid, {abc_.name({}, name), arguments}, arguments);
}
Code& Code::construct(std::uint32_t arguments) { return emit(Avm2Opcode::construct, {arguments}, arguments); }
Code& Code::new_object() { return emit(Avm2Opcode::newobject, {0}); }
Code& Code::new_array(std::uint32_t items) { return emit(Avm2Opcode::newarray, {items}, items); }
Code& Code::function(std::uint32_t function) { return emit(Avm2Opcode::newfunction, {function}); }

Code::Label Code::label() {
  targets_.emplace_back();
  return targets_.size() - 1;
}

Code& Code::branch(Avm2Opcode code, Label label) {
  emit(code);
  branches_.push_back({bytes_.size(), label});
  put_little(bytes_, 0, 3);
  targets_[label].depth = depth_;
  return *this;
}

// After a jump, the depth is that at the branch to the label.
Code& Code::place(Label label) {
  Target& target = targets_[label];
  target.at = bytes_.size();
  depth_ = std::max(depth_, target.depth);
  return *this;
}

Code& Code::begin_try() {
  handlers_.push_back({bytes_.size(), 0, 0});
  return *this;
}

// The handler finds only the exception on the stack.
Code& Code::end_try() {
  Handler& handler = handlers_.back();
  const Label end = label();
  handler.to = bytes_.size();
  jump(end);
  handler.target = bytes_.size();
  ++depth_;
  max_depth_ = std::max(max_depth_, depth_);
  return op(Avm2Opcode::pop).place(end);
}

void Code::write(ByteVector& out, std::uint32_t method) const {
  ByteVector code = bytes_;
  for (const Branch& branch : branches_) {
    const auto displacement =
        static_cast<std::int64_t>(targets_[branch.label].at) - static_cast<std::int64_t>(branch.at) - 3;
    for (std::size_t i = 0; i < 3; ++i) code[branch.at + i] = static_cast<std::byte>(displacement >> (8 * i) & 0xff);
  }
  put_variable(out, method);
  for (const std::uint32_t limit : {static_cast<std::uint32_t>(max_depth_), locals_, 1u, 2u}) put_variable(out, limit);
  put_variable(out, static_cast<std::uint32_t>(code.size()));
  put_bytes(out, code);
  put_variable(out, static_cast<std::uint32_t>(handlers_.size()));
  for (const Handler& handler : handlers_) {
    for (const std::size_t position : {handler.from, handler.to, handler.target})
      put_variable(out, static_cast<std::uint32_t>(position));
    put_variable(out, 0);  // any type
    put_variable(out, 0);  // no variable
  }
  put_variable(out, 0);  // traits
}

AbcBuilder::AbcBuilder() {
  public_ = name_space(package_namespace, {});
  private_ = name_space(private_namespace, "agalc.tap");
  state_ = string("state");
}

std::uint32_t AbcBuilder::string(std::string_view text) {
  if (const auto known = string_numbers_.find(text); known != string_numbers_.end()) return known->second;
  strings_.emplace_back(text);
  const auto number = static_cast<std::uint32_t>(strings_.size());  // 0 is the string that is not stored
  string_numbers_.emplace(text, number);
  return number;
}

std::uint32_t AbcBuilder::integer(std::int32_t value) {
  auto known = std::find(integers_.begin(), integers_.end(), value);
  if (known == integers_.end()) known = integers_.insert(integers_.end(), value);
  return static_cast<std::uint32_t>(known - integers_.begin() + 1);
}

std::uint32_t AbcBuilder::name_space(std::uint8_t kind, std::string_view package) {
  const std::pair row(kind, string(package));
  auto known = std::find(namespaces_.begin(), namespaces_.end(), row);
  if (known == namespaces_.end()) known = namespaces_.insert(namespaces_.end(), row);
  return static_cast<std::uint32_t>(known - namespaces_.begin() + 1);
}

std::uint32_t AbcBuilder::name(std::string_view package, std::string_view text) {
  constexpr std::uint32_t first = 3;  // after state_name and item_name
  const std::pair row(name_space(package_namespace, package), string(text));
  auto known = std::find(qualified_.begin(), qualified_.end(), row);
  if (known == qualified_.end()) known = qualified_.insert(qualified_.end(), row);
  return static_cast<std::uint32_t>(known - qualified_.begin()) + first;
}

std::uint32_t AbcBuilder::add(const Code& code) {
  functions_.push_back(code);
  return static_cast<std::uint32_t>(functions_.size() - 1);
}

void AbcBuilder::write_pool(ByteVector& out) const {
  const auto put_count = [&](std::size_t count) { put_variable(out, static_cast<std::uint32_t>(count + 1)); };
  put_count(integers_.size());
  for (const std::int32_t value : integers_) put_variable(out, static_cast<std::uint32_t>(value));
  put_variable(out, 0);  // unsigned integers
  put_variable(out, 0);  // numbers
  put_count(strings_.size());
  for (const std::string& text : strings_) {
    put_variable(out, static_cast<std::uint32_t>(text.size()));
    put_text(out, text);
  }
  put_count(namespaces_.size());
  for (const auto& [kind, text] : namespaces_) {
    put_u8(out, kind);
    put_variable(out, text);
  }
  put_count(1);  // sets of namespaces
  put_variable(out, 1);
  put_variable(out, public_);
  put_count(qualified_.size() + 2);
  put_u8(out, qualified_name);
  put_variable(out, private_);
  put_variable(out, state_);
  put_u8(out, late_name);
  put_variable(out, 1);
  for (const auto& [name_space, text] : qualified_) {
    put_u8(out, qualified_name);
    put_variable(out, name_space);
    put_variable(out, text);
  }
}

void AbcBuilder::write_methods(ByteVector& out) const {
  put_variable(out, static_cast<std::uint32_t>(functions_.size()));
  for (const Code& code : functions_) {
    put_variable(out, code.parameters_);
    put_variable(out, 0);                                                       // return type: any
    for (std::uint32_t i = 0; i < code.parameters_; ++i) put_variable(out, 0);  // types: any
    put_variable(out, 0);                                                       // name
    put_u8(out, code.rest_ == Code::Rest::Yes ? needs_rest : 0);
  }
}

ByteVector AbcBuilder::build() const {
  constexpr std::uint64_t version = 46u << 16 | 16u;
  constexpr std::uint8_t slot = 0;
  ByteVector out;
  put_little(out, version, 4);
  write_pool(out);
  write_methods(out);
  put_variable(out, 0);  // metadata
  put_variable(out, 0);  // classes
  put_variable(out, 1);  // scripts
  put_variable(out, static_cast<std::uint32_t>(functions_.size() - 1));
  put_variable(out, 1);  // traits: the state
  put_variable(out, state_name());
  put_u8(out, slot);
  for (int part = 0; part < 3; ++part) put_variable(out, 0);  // number, type, value
  put_variable(out, static_cast<std::uint32_t>(functions_.size()));
  for (std::uint32_t i = 0; i < functions_.size(); ++i) functions_[i].write(out, i);
  return out;
}

}  // namespace agal::tapping
