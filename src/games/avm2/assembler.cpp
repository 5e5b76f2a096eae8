#include "avm2/assembler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace agal::avm2 {
namespace {

using base::put_bytes;
using base::put_little;
using base::put_u8;
using base::put_variable;

constexpr std::uint8_t needs_rest = 0x04;
constexpr std::string_view blanks = " \n", function_keyword = "\nfunction ";

constexpr std::pair<std::string_view, Opcode> operators[] = {
    {"+", Opcode::add},     {"-", Opcode::subtract}, {"*", Opcode::multiply},
    {"/", Opcode::divide},  {"%", Opcode::modulo},   {"<<", Opcode::lshift},
    {">>", Opcode::rshift}, {"&", Opcode::bitand_},  {"|", Opcode::bitor_}};

// Returns the instruction with this name or sign and this kind of operands.
std::optional<Opcode> find_instruction(std::string_view name, Operands operands) {
  for (std::size_t code = 0; code < instruction_table.size(); ++code)
    if (instruction_table[code].name == name && instruction_table[code].operands == operands)
      return static_cast<Opcode>(code);
  for (const auto& [sign, code] : operators)
    if (sign == name) return code;
  return std::nullopt;
}

template <class T>
std::optional<T> number_in(std::string_view text) {
  T value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// Removes the next word from the text and returns it: a text in quotes, or all characters up to a blank. Returns "" at
// the end.
std::string_view next_word(std::string_view& text) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    if (!text.starts_with("//")) break;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
  const bool quoted = text.starts_with('"');
  const std::size_t end = quoted ? text.find('"', 1) + 1 : std::min(text.find_first_of(blanks), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

}  // namespace

Code::Code(AbcBuilder& abc, std::string_view names) : abc_(abc) {
  bool parameters = true;
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find_first_of(" ,;"));
    const bool is_rest = name.starts_with("...");
    if (!name.empty()) names_.emplace_back(is_rest ? name.substr(3) : name);
    if (!name.empty() && parameters && !is_rest) ++parameters_;
    rest_ = rest_ || is_rest;
    names.remove_prefix(name.size());
    if (names.starts_with(';')) parameters = false;
    names.remove_prefix(names.empty() ? 0 : 1);
  }
}

Code& Code::assemble(std::string_view text) {
  for (std::string_view next = next_word(text); !next.empty(); next = next_word(text)) word(next);
  return *this;
}

void Code::emit(Opcode code, std::initializer_list<std::uint32_t> operands, std::uint32_t pops) {
  put_u8(bytes_, static_cast<std::uint8_t>(code));
  for (const std::uint32_t operand : operands) put_variable(bytes_, operand);
  depth_ += info(code).pushes - info(code).pops - static_cast<int>(pops);
  max_depth_ = std::max(max_depth_, depth_);
}

void Code::word(std::string_view word) {
  if (word == "try") return handlers_.push_back({bytes_.size(), 0, 0});
  if (word == "end_try") return end_try();
  if (word == "state") return emit(Opcode::getlex, {abc_.state_name()});
  if (word == "=state") return emit(Opcode::initproperty, {abc_.state_name()});
  if (word == "[]") return emit(Opcode::getproperty, {abc_.item_name()}, 1);
  if (word == "[]=") return emit(Opcode::setproperty, {abc_.item_name()}, 1);
  if (word == "{}") return emit(Opcode::newobject, {0});
  if (word.starts_with('"')) return emit(Opcode::pushstring, {abc_.string(word.substr(1, word.size() - 2))});
  if (const auto number = number_in<std::int32_t>(word)) return emit(Opcode::pushint, {abc_.integer(*number)});
  const bool sets = word.starts_with('=');
  const auto local = std::find(names_.begin(), names_.end(), word.substr(sets ? 1 : 0));
  if (local != names_.end())
    return emit(sets ? Opcode::setlocal : Opcode::getlocal, {static_cast<std::uint32_t>(local - names_.begin())});
  if (operand_word(word) || call_word(word)) return;
  if (const auto code = find_instruction(word, Operands::None)) return emit(*code);
  if (abc_.problem_.empty()) abc_.problem_ = word;
}

// Assembles properties, definitions, labels, branches and closures. Returns false for other words.
bool Code::operand_word(std::string_view word) {
  const std::size_t colon = word.find(':');
  const std::string_view before = word.substr(0, colon);
  const std::string_view after = colon == word.npos ? "" : word.substr(colon + 1);
  if (word.starts_with('.')) {
    const bool sets = word.ends_with('=');
    const std::uint32_t name = abc_.name({}, word.substr(1, word.size() - (sets ? 2 : 1)));
    emit(sets ? Opcode::setproperty : Opcode::getproperty, {name});
  } else if (colon == word.npos) {
    return false;
  } else if (after.empty()) {
    place(labels_[std::string(before)]);
  } else if (after.starts_with(':')) {
    emit(Opcode::getlex, {abc_.name(before, after.substr(1))});
  } else if (before == "findpropstrict") {
    emit(Opcode::findpropstrict, {abc_.name({}, after)});
  } else if (const auto number = number_in<std::uint32_t>(after); number && before == "newfunction") {
    emit(Opcode::newfunction, {*number});
  } else if (const auto code = find_instruction(before, Operands::Branch)) {
    branch(*code, after);
  } else {
    return false;
  }
  return true;
}

// Assembles `name(2)`, `name(2);`, `new(2)` and `[2]`. Returns false for other words.
bool Code::call_word(std::string_view word) {
  const bool drops = word.ends_with(';');
  if (drops) word.remove_suffix(1);
  const std::size_t open = word.find_first_of("([");
  if (open == word.npos) return false;
  const std::string_view name = word.substr(0, open);
  const auto count = number_in<std::uint32_t>(word.substr(open + 1, word.size() - open - 2));
  if (!count) return false;
  if (word == fmt::format("[{}]", *count)) {
    emit(Opcode::newarray, {*count}, *count);
  } else if (name == "new") {
    emit(Opcode::construct, {*count}, *count);
  } else {
    emit(drops ? Opcode::callpropvoid : Opcode::callproperty, {abc_.name({}, name), *count}, *count);
  }
  return true;
}

void Code::branch(Opcode code, std::string_view label) {
  emit(code);
  const auto row = labels_.try_emplace(std::string(label)).first;
  branches_.push_back({bytes_.size(), row->first});
  put_little(bytes_, 0, 3);
  row->second.depth = depth_;
}

// Places a label here. After a jump, the stack is as deep as at the branch to the label.
void Code::place(Label& label) {
  label.at = bytes_.size();
  depth_ = std::max(depth_, label.depth);
}

// Ends a try. When the handler begins, only the exception is on the stack.
void Code::end_try() {
  Handler& handler = handlers_.back();
  const std::string end = fmt::format("end_try {}", handlers_.size());
  handler.to = bytes_.size();
  branch(Opcode::jump, end);
  handler.target = bytes_.size();
  ++depth_;
  max_depth_ = std::max(max_depth_, depth_);
  emit(Opcode::pop);
  place(labels_[end]);
}

void Code::write(ByteVector& out, std::uint32_t method) const {
  ByteVector code = bytes_;
  for (const Branch& branch : branches_) {
    const auto to = static_cast<std::int64_t>(labels_.find(branch.label)->second.at);
    const std::int64_t displacement = to - static_cast<std::int64_t>(branch.at) - 3;
    for (std::size_t i = 0; i < 3; ++i) code[branch.at + i] = static_cast<std::byte>(displacement >> (8 * i) & 0xff);
  }
  put_variable(out, method);
  const auto locals = static_cast<std::uint32_t>(names_.size());
  for (const std::uint32_t limit : {static_cast<std::uint32_t>(max_depth_), locals, 1u, 2u}) put_variable(out, limit);
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

// Adds the names of `state_name` and `item_name`, which have the numbers 1 and 2.
AbcBuilder::AbcBuilder() {
  const std::uint32_t package = pool_.name_space(NamespaceKind::Package, {});
  pool_.name(pool_.name_space(NamespaceKind::Private, "agalc.tap"), "state");
  pool_.late_name(pool_.name_space_set(package));
}

std::uint32_t AbcBuilder::add(const Code& code) {
  functions_.push_back(code);
  return static_cast<std::uint32_t>(functions_.size() - 1);
}

std::vector<std::pair<std::string, std::uint32_t>> AbcBuilder::add_all(std::string_view text) {
  std::vector<std::pair<std::string, std::uint32_t>> functions;
  for (std::size_t at = text.find(function_keyword); at != text.npos;) {
    const std::size_t open = text.find('(', at), close = text.find(')', open), end = text.find('\n', close);
    const std::string_view name = text.substr(at + function_keyword.size(), open - at - function_keyword.size());
    const std::string parameters(text.substr(open + 1, close - open - 1)),
        locals(text.substr(close + 1, end - close - 1));
    at = text.find(function_keyword, end);
    Code code(*this, parameters + ";" + locals);
    functions.emplace_back(name, add(code.assemble(text.substr(end, std::min(at, text.size()) - end))));
  }
  return functions;
}

void AbcBuilder::write_methods(ByteVector& out) const {
  put_variable(out, static_cast<std::uint32_t>(functions_.size()));
  for (const Code& code : functions_) {
    put_variable(out, code.parameters_);
    put_variable(out, 0);                                                       // return type: any
    for (std::uint32_t i = 0; i < code.parameters_; ++i) put_variable(out, 0);  // types: any
    put_variable(out, 0);                                                       // name
    put_u8(out, code.rest_ ? needs_rest : 0);
  }
}

ByteVector AbcBuilder::build() const {
  if (!problem_.empty()) return {};
  constexpr std::uint64_t version = 46u << 16 | 16u;
  constexpr std::uint8_t slot = 0;
  ByteVector out;
  put_little(out, version, 4);
  pool_.write(out);
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

}  // namespace agal::avm2
