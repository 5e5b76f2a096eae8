#include "avm2/values.hpp"

namespace agal::extraction {
namespace {

// No program is longer than the first limit, and compiled code stays below the others.
constexpr std::size_t max_text_bytes = std::size_t{1} << 18, max_made_bytes = std::size_t{1} << 20;
constexpr std::size_t max_values = std::size_t{1} << 18, max_leaves = std::size_t{1} << 14;

bool is_open(ValueKind kind) { return kind < ValueKind::Null; }

bool is_blank(std::string_view text) {
  constexpr std::size_t max_blanks = 64;
  return text.size() <= max_blanks && text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

const char* sign_of(Avm2Opcode code) {
  if (code == Avm2Opcode::equals || code == Avm2Opcode::strictequals) return " == ";
  if (code == Avm2Opcode::lessthan) return " < ";
  if (code == Avm2Opcode::lessequals) return " <= ";
  if (code == Avm2Opcode::greaterthan) return " > ";
  if (code == Avm2Opcode::greaterequals) return " >= ";
  if (code == Avm2Opcode::bitand_) return " & ";
  if (code == Avm2Opcode::add) return " + ";
  if (code == Avm2Opcode::subtract) return " - ";
  return " ? ";
}

}  // namespace

void Values::clear() {
  nodes_.clear();
  numbers_.clear();
  made_.clear();
  made_numbers_.clear();
  made_bytes_ = 0;
  make(ValueKind::Unknown, 0);
}

Value Values::make(ValueKind kind, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  if (nodes_.size() >= max_values) return nothing;
  Node node;
  node.kind = kind;
  node.a = a;
  node.b = b;
  node.c = c;
  node.open = is_open(kind);
  if (kind == ValueKind::String) {
    node.wanted = a < wanted_.size() && wanted_[a];
    node.other = !node.wanted && !is_blank(string_at(a));
    node.length = static_cast<std::uint32_t>(string_at(a).size());
  } else if (kind == ValueKind::Joined || kind == ValueKind::List) {
    node.wanted = nodes_[a].wanted || nodes_[b].wanted;
    node.open = nodes_[a].open || nodes_[b].open;
    node.other = nodes_[a].other || nodes_[b].other;
    node.length = nodes_[a].length + nodes_[b].length + 1;
    if (kind == ValueKind::List && a == nothing) node.open = nodes_[b].open;
  } else if (kind == ValueKind::Changed) {
    node.wanted = nodes_[c].wanted;
    node.length = nodes_[c].length;
  } else if (kind == ValueKind::Filled) {
    node.wanted = nodes_[a].wanted;
    node.open = true;
    node.length = nodes_[a].length;
  }
  const auto [row, is_new] = numbers_.try_emplace(node, static_cast<Value>(nodes_.size()));
  if (is_new) nodes_.push_back(node);
  return row->second;
}

Value Values::string(std::uint32_t index) {
  if (index >= abc_.strings.size() || abc_.strings[index].text.size() > max_text_bytes) return nothing;
  return make(ValueKind::String, index);
}

Value Values::text(std::string text) {
  if (made_bytes_ + text.size() > max_made_bytes) return nothing;
  const auto next = static_cast<std::uint32_t>(abc_.strings.size() + made_.size());
  const auto [row, is_new] = made_numbers_.try_emplace(text, next);
  if (is_new) {
    made_bytes_ += text.size();
    made_.push_back(std::move(text));
  }
  return make(ValueKind::String, row->second);
}

bool Values::is_text(Value value) const {
  const ValueKind k = kind(value);
  return k == ValueKind::String || k == ValueKind::Joined || k == ValueKind::Filled;
}

bool Values::is_known(Value value) const { return !nodes_[value].open; }

std::optional<std::int32_t> Values::number(Value value) const {
  const Node& node = nodes_[value];
  if (node.kind != ValueKind::Integer && node.kind != ValueKind::Boolean) return std::nullopt;
  return static_cast<std::int32_t>(node.a);
}

std::optional<bool> Values::truth(Value value) const {
  const Node& node = nodes_[value];
  if (node.kind == ValueKind::Null) return false;
  if (node.kind == ValueKind::Boolean || node.kind == ValueKind::Integer) return node.a != 0;
  if (node.kind == ValueKind::String) return !string_at(node.a).empty();
  if (node.kind == ValueKind::Array) return true;
  return std::nullopt;
}

Value Values::joined(Value left, Value right) {
  if (std::size_t{nodes_[left].length} + nodes_[right].length > max_text_bytes) return nothing;
  if (kind(left) == ValueKind::String && string_at(nodes_[left].a).empty() && is_text(right)) return right;
  if (kind(right) == ValueKind::String && string_at(nodes_[right].a).empty() && is_text(left)) return left;
  return make(ValueKind::Joined, left, right);
}

Value Values::add(Value left, Value right) {
  const auto as_text = [&](Value value) {
    const Node node = nodes_[value];
    if (node.kind == ValueKind::Integer) return text(std::to_string(static_cast<std::int32_t>(node.a)));
    if (node.kind == ValueKind::Boolean) return text(node.a != 0 ? "true" : "false");
    return value;
  };
  if (is_text(left) || is_text(right)) return joined(as_text(left), as_text(right));
  return binary(Avm2Opcode::add, left, right);
}

Value Values::unary(Avm2Opcode code, Value value) {
  const std::optional<std::int32_t> n = number(value);
  const auto wrapped = [&](std::uint32_t result) { return make(ValueKind::Integer, result); };
  if (code == Avm2Opcode::not_) {
    if (const std::optional<bool> known = truth(value)) return boolean(!*known);
    const Node& node = nodes_[value];
    const bool twice = node.kind == ValueKind::Operation && node.a == static_cast<std::uint32_t>(code);
    return twice ? node.b : make(ValueKind::Operation, static_cast<std::uint32_t>(code), value);
  }
  if (code == Avm2Opcode::convert_b || code == Avm2Opcode::coerce_b) {
    const std::optional<bool> known = truth(value);
    return known ? boolean(*known) : value;
  }
  if (code == Avm2Opcode::typeof_) return make(ValueKind::Operation, static_cast<std::uint32_t>(code), value);
  if (n) {
    const auto u = static_cast<std::uint32_t>(*n);
    if (code == Avm2Opcode::increment || code == Avm2Opcode::increment_i) return wrapped(u + 1);
    if (code == Avm2Opcode::decrement || code == Avm2Opcode::decrement_i) return wrapped(u - 1);
    if (code == Avm2Opcode::negate || code == Avm2Opcode::negate_i) return wrapped(0 - u);
    return wrapped(u);
  }
  const bool converts = code != Avm2Opcode::increment && code != Avm2Opcode::increment_i &&
                        code != Avm2Opcode::decrement && code != Avm2Opcode::decrement_i &&
                        code != Avm2Opcode::negate && code != Avm2Opcode::negate_i;
  if (converts && !is_text(value)) return value;
  return make(ValueKind::Operation, static_cast<std::uint32_t>(code), value);
}

Value Values::binary(Avm2Opcode code, Value left, Value right) {
  const bool equality = code == Avm2Opcode::equals || code == Avm2Opcode::strictequals;
  const std::optional<std::int32_t> l = number(left), r = number(right);
  if (l && r) {
    const std::int64_t a = *l, b = *r;
    const auto wrapped = [&](std::int64_t result) {
      return make(ValueKind::Integer, static_cast<std::uint32_t>(result));
    };
    if (equality) return boolean(a == b);
    if (code == Avm2Opcode::lessthan) return boolean(a < b);
    if (code == Avm2Opcode::lessequals) return boolean(a <= b);
    if (code == Avm2Opcode::greaterthan) return boolean(a > b);
    if (code == Avm2Opcode::greaterequals) return boolean(a >= b);
    if (code == Avm2Opcode::add) return wrapped(a + b);
    if (code == Avm2Opcode::subtract || code == Avm2Opcode::subtract_i) return wrapped(a - b);
    if (code == Avm2Opcode::multiply || code == Avm2Opcode::multiply_i) return wrapped(a * b);
    if (code == Avm2Opcode::modulo && b > 0 && a >= 0) return wrapped(a % b);
    if (code == Avm2Opcode::bitand_) return wrapped(a & b);
    if (code == Avm2Opcode::bitor_) return wrapped(a | b);
    if (code == Avm2Opcode::lshift && b >= 0 && b < 32) return wrapped(a << b);
    if (code == Avm2Opcode::rshift && b >= 0 && b < 32) return wrapped(a >> b);
  }
  const bool constants = kind(left) == ValueKind::String && kind(right) == ValueKind::String;
  if (equality && constants) return boolean(string_at(nodes_[left].a) == string_at(nodes_[right].a));
  const bool null = kind(left) == ValueKind::Null || kind(right) == ValueKind::Null;
  if (equality && null && is_known(left) && is_known(right)) return boolean(left == right);
  if (code == Avm2Opcode::strictequals) code = Avm2Opcode::equals;
  return make(ValueKind::Operation, static_cast<std::uint32_t>(code), left, right);
}

// `text.replace("<???>", by)`: the first occurrence; with something unknown, the text becomes a template.
Value Values::replaced(Value text_value, Value pattern, Value by) {
  const std::optional<Flat> whole = flat(text_value);
  if (!whole || kind(pattern) != ValueKind::String) return nothing;
  const std::string_view hole = string_at(nodes_[pattern].a);
  const std::size_t at = hole.empty() ? std::string::npos : whole->text.find(hole);
  if (at == std::string::npos) return is_known(text_value) ? text_value : nothing;
  if (!is_known(text_value) || !is_text(by) || !is_known(by)) return make(ValueKind::Filled, text_value, pattern);
  const std::optional<Flat> option = flat(by);
  if (!option) return nothing;
  const Value before = text(whole->text.substr(0, at)), after = text(whole->text.substr(at + hole.size()));
  // The strings that the text comes from stay known: an empty text, joined with them, would not be.
  const Value result = joined(joined(before, by), after);
  if (result != nothing) nodes_[result].wanted = nodes_[text_value].wanted;
  return result;
}

std::vector<Value> Values::items(Value list) const {
  std::vector<Value> out;
  for (; nodes_[list].kind == ValueKind::List; list = nodes_[list].a) out.push_back(nodes_[list].b);
  return {out.rbegin(), out.rend()};
}

Value Values::joined_items(Value list, std::string_view separator) {
  Value all = nothing;
  bool first = true;
  for (const Value item : items(list)) {
    if (!first) all = joined(all, text(std::string(separator)));
    all = first ? item : add(all, item);
    first = false;
  }
  return all;
}

// Adds the first part of a value, and leaves the others for later.
void Values::flatten(Value top, Flat& out, std::vector<Value>& rest) const {
  const Node& node = nodes_[top];
  if (node.kind == ValueKind::String) {
    out.text += string_at(node.a);
    if (node.a < abc_.strings.size()) out.strings.push_back(node.a);
  } else if (node.kind == ValueKind::Joined) {
    rest.push_back(node.b);
    rest.push_back(node.a);
  } else if (node.kind == ValueKind::Filled) {
    if (out.hole.empty()) out.hole = std::string(string_at(nodes_[node.b].a));
    rest.push_back(node.a);
  } else {
    const std::string name = describe(top);
    if (out.unknown.empty()) out.unknown = name;
    if (node.kind == ValueKind::Changed && nodes_[node.c].wanted) rest.push_back(node.c);
    out.text += "\u2039" + name + "\u203a";
  }
}

std::optional<Values::Flat> Values::flat(Value value) const {
  Flat out;
  std::vector<Value> rest{value};
  for (std::size_t leaves = 0; !rest.empty(); ++leaves) {
    if (leaves > max_leaves) return std::nullopt;
    const Value top = rest.back();
    rest.pop_back();
    flatten(top, out, rest);
  }
  return out;
}

std::string Values::describe_operation(const Node& node, unsigned depth) const {
  const auto code = static_cast<Avm2Opcode>(node.a);
  if (code == Avm2Opcode::not_) return "not " + describe(node.b, depth);
  if (node.c == nothing) return describe(node.b, depth);
  return describe(node.b, depth) + sign_of(code) + describe(node.c, depth);
}

std::string Values::describe(Value value, unsigned depth) const {
  constexpr std::size_t max_shown = 24;
  const Node& node = nodes_[value];
  if (depth == 0) return "\u2026";
  switch (node.kind) {
    case ValueKind::Unknown: return "a value";
    case ValueKind::Argument: return node.a == 0 ? "this" : "argument " + std::to_string(node.a);
    case ValueKind::Property: return std::string(string_at(node.b).substr(0, max_shown));
    case ValueKind::Slot: return "variable " + std::to_string(node.b);
    case ValueKind::Result:
      return node.b == 0 ? "a result" : std::string(string_at(node.b).substr(0, max_shown)) + "()";
    case ValueKind::Changed: return "a loop";
    case ValueKind::Operation: return describe_operation(node, depth - 1);
    case ValueKind::Null: return "null";
    case ValueKind::Boolean: return node.a != 0 ? "true" : "false";
    case ValueKind::Integer: return std::to_string(static_cast<std::int32_t>(node.a));
    case ValueKind::String: return "'" + std::string(string_at(node.a).substr(0, max_shown)) + "'";
    case ValueKind::Joined:
    case ValueKind::Filled: return "a text";
    case ValueKind::List:
    case ValueKind::Array: return "a list";
  }
  return {};
}

}  // namespace agal::extraction
