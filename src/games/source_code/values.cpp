#include "source_code/values.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace agal::source_code {
namespace {

// The maximum number of alternatives of a value; docs/extract.md states this limit.
constexpr std::size_t max_alternatives = 256;

using Kind = Node::Kind;

bool ends_in_letter(std::string_view text) { return !text.empty() && text.back() >= 'a' && text.back() <= 'z'; }

}  // namespace

bool join(Decisions& into, const Decisions& more) {
  for (const Decision& decision : more) {
    const auto place = std::lower_bound(into.begin(), into.end(), decision.choice,
                                        [](const Decision& one, std::uint32_t choice) { return one.choice < choice; });
    if (place != into.end() && place->choice == decision.choice) {
      if (place->side != decision.side) return false;
      continue;
    }
    std::int64_t min = decision.min, max = decision.max;
    for (const Decision& other : into)
      if (decision.subject != 0 && other.subject == decision.subject) {
        min = std::max(min, other.min);
        max = std::min(max, other.max);
      }
    if (min > max) return false;
    into.insert(place, decision);
  }
  return true;
}

Paths both(const Paths& a, const Paths& b) {
  constexpr std::size_t max_paths = 64, max_decisions = 64;
  Paths out;
  for (const Decisions& one : a)
    for (const Decisions& other : b) {
      // Too many or too long ways are not followed: the result has fewer conditions than the code, and so more
      // alternatives.
      if (out.size() >= max_paths || one.size() + other.size() > max_decisions) return a;
      if (Decisions joined = one; join(joined, other)) out.push_back(std::move(joined));
    }
  return out;
}

bool is_possible(const Decisions& decisions, const Paths& paths) {
  return std::any_of(paths.begin(), paths.end(), [&](const Decisions& path) {
    Decisions joined = decisions;
    return join(joined, path);
  });
}

// Combines each alternative of one value with each of the other, except where their decisions contradict each other. If
// there are too many, each alternative is in one of the combinations.
template <class Combine>
Value Values::combine(const Value& a, const Value& b, const Combine& combine) {
  Value out;
  const auto add = [&](const Alternative& left, const Alternative& right, bool is_sample) {
    Alternative one;
    one.decisions = left.decisions;
    one.is_sample = is_sample || left.is_sample || right.is_sample;
    spend(1 + left.decisions.size() + right.decisions.size());
    if (!join(one.decisions, right.decisions)) return;
    one.node = combine(left.node, right.node);
    out.push_back(std::move(one));
  };
  if (a.size() * b.size() <= max_alternatives) {
    for (const Alternative& left : a)
      for (const Alternative& right : b) add(left, right, false);
  } else {
    const std::size_t count = std::min(std::max(a.size(), b.size()), max_alternatives);
    std::size_t all = 0;
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t turn = 0; turn < b.size(); ++turn) {
        const std::size_t before = out.size();
        if (++all > 4 * max_alternatives) break;
        add(a[i % a.size()], b[(i + turn) % b.size()], true);
        if (out.size() > before) break;
      }
  }
  if (out.empty()) return unknown("conditions that exclude each other");
  return out;
}

NodeNumber Values::sum(NodeNumber a, NodeNumber b) {
  const Node &left = nodes_[a], &right = nodes_[b];
  constexpr std::int64_t max_number = std::int64_t{1} << 53;
  if (left.kind == Kind::Number && right.kind == Kind::Number) {
    const std::int64_t number = left.number + right.number;
    if (number < max_number && number > -max_number) return add({Kind::Number, 0, 0, number, {}});
  }
  if (left.kind == Kind::Text && left.text.empty() && right.kind != Kind::Number) return b;
  if (right.kind == Kind::Text && right.text.empty() && left.kind != Kind::Number) return a;
  return add({Kind::Concat, a, b, 0, {}});
}

Value Values::sum(const Value& a, const Value& b) {
  return combine(a, b, [this](NodeNumber left, NodeNumber right) { return sum(left, right); });
}

Value Values::with_item(const Value& list, const Value& item) {
  Value out;
  values_.push_back(item);
  spend(item.size());
  for (const Alternative& one : list)
    out.push_back({add({Kind::Item, one.node, static_cast<NodeNumber>(values_.size() - 1), 0, {}}), one.decisions,
                   one.is_sample});
  return out;
}

std::vector<const Value*> Values::items(NodeNumber list) const {
  std::vector<const Value*> items;
  for (; nodes_[list].kind == Kind::Item; list = nodes_[list].left) items.push_back(&values_[nodes_[list].right]);
  if (nodes_[list].kind == Kind::Unknown) items.push_back(nullptr);
  std::reverse(items.begin(), items.end());
  return items;
}

Value Values::joined(const Value& list, std::string_view separator) {
  Value out;
  for (const Alternative& one : list) {
    Value text{{add({Kind::Text, 0, 0, 0, {}}), one.decisions, one.is_sample}};
    const Value between{{add({Kind::Text, 0, 0, 0, separator}), {}, false}};
    bool first = true;
    for (const Value* const item : items(one.node)) {
      if (exhausted()) break;
      if (!std::exchange(first, false) && !separator.empty()) text = sum(text, between);
      text = sum(text, item != nullptr ? *item : unknown("the items of a list"));
    }
    out.insert(out.end(), text.begin(), text.end());
    if (out.size() >= max_alternatives) break;
  }
  return out;
}

// Returns a node with a text that is made from other text, and with the tokens of that text.
NodeNumber Values::part_of(const FlatText& flat, std::string text) {
  NodeNumber node = add({Kind::Text, flat.tokens.empty() ? 0 : flat.tokens.front(), 0, 0, own(std::move(text))});
  for (std::size_t i = 1; i < flat.tokens.size(); ++i)
    node = add({Kind::Concat, node, add({Kind::Text, flat.tokens[i], 0, 0, {}}), 0, {}});
  return node;
}

NodeNumber Values::replaced(NodeNumber text, std::string_view part, NodeNumber by, bool all) {
  const FlatText flat = flatten(text), with = flatten(by);
  std::size_t at = flat.text.find(part);
  if (at == std::string::npos || !flat.unknown.empty()) return text;
  if (!with.unknown.empty() || !with.hole.empty()) return add({Kind::Hole, text, 0, 0, own(std::string(part))});
  std::string changed;
  std::size_t from = 0;
  do {
    changed.append(flat.text, from, at - from).append(with.text);
    from = at + part.size();
    at = flat.text.find(part, from);
  } while (all && at != std::string::npos && spend(1 + with.text.size()));
  changed.append(flat.text, from);
  const NodeNumber node = part_of(flat, std::move(changed));
  return flat.hole.empty() ? node : add({Kind::Hole, node, 0, 0, own(flat.hole)});
}

Value Values::replaced(const Value& text, std::string_view part, const Value& by, bool all) {
  if (part.empty()) return text;
  return combine(text, by, [&](NodeNumber one, NodeNumber with) { return replaced(one, part, with, all); });
}

Value Values::formatted(const Value& text, const std::vector<Value>& arguments) {
  Value out;
  for (const Alternative& one : text) {
    const FlatText flat = flatten(one.node);
    std::size_t from = 0;
    // A sum leaves out an empty text, and would leave out its tokens.
    Value whole{{add({Kind::Concat, part_of(flat, {}), add({Kind::Text}), 0, {}}), one.decisions, one.is_sample}};
    if (!flat.unknown.empty() || !flat.hole.empty()) whole = sum(whole, unknown(flat.unknown + flat.hole));
    for (std::size_t at = flat.text.find('{'); at != std::string::npos; at = flat.text.find('{', at + 1)) {
      const std::size_t number = at + 1 < flat.text.size() ? static_cast<std::size_t>(flat.text[at + 1] - '0') : 10;
      if (number >= arguments.size() || number > 9 || flat.text.substr(at + 2, 1) != "}") continue;
      whole = sum(whole, this->text(own(flat.text.substr(from, at - from)), 0));
      // Some libraries replace the placeholders in the argument too.
      const bool has_placeholder = std::any_of(arguments[number].begin(), arguments[number].end(), [&](const auto& of) {
        return flatten(of.node).text.find('{') != std::string::npos;
      });
      whole = sum(whole, has_placeholder ? unknown("a placeholder in an argument") : arguments[number]);
      from = at + 3;
    }
    whole = sum(whole, this->text(own(flat.text.substr(from)), 0));
    out.insert(out.end(), whole.begin(), whole.end());
  }
  return out;
}

std::optional<Node> Values::operated(std::string_view op, const Node& a, const Node& b) const {
  const bool numbers = a.kind == Kind::Number && b.kind == Kind::Number;
  const auto is_constant = [](const Node& node) {
    return node.kind == Kind::Number || node.kind == Kind::Boolean || node.kind == Kind::Text;
  };
  const auto boolean = [](bool truth) { return Node{Kind::Boolean, 0, 0, truth ? 1 : 0, {}}; };
  const auto number = [](std::int64_t result) { return Node{Kind::Number, 0, 0, result, {}}; };
  const bool same = a.kind == b.kind && a.number == b.number && a.text == b.text;
  if (is_constant(a) && is_constant(b) && a.kind == b.kind) {
    if (op == "==" || op == "===") return boolean(same);
    if (op == "!=" || op == "!==") return boolean(!same);
  }
  constexpr std::int64_t max_factor = std::int64_t{1} << 30;
  if (!numbers || std::max(std::abs(a.number), std::abs(b.number)) >= max_factor) return std::nullopt;
  if (op == "<") return boolean(a.number < b.number);
  if (op == "<=") return boolean(a.number <= b.number);
  if (op == ">") return boolean(a.number > b.number);
  if (op == ">=") return boolean(a.number >= b.number);
  if (op == "-") return number(a.number - b.number);
  if (op == "*") return number(a.number * b.number);
  if (op == "%" && b.number > 0) return number(a.number % b.number);
  if (op == "/" && b.number != 0 && a.number % b.number == 0) return number(a.number / b.number);
  if (op == "&") return number(a.number & b.number);
  if (op == "|") return number(a.number | b.number);
  if (op == "^") return number(a.number ^ b.number);
  return std::nullopt;
}

std::optional<Value> Values::operated(std::string_view op, const Value& a, const Value& b) {
  for (const Alternative& left : a)
    for (const Alternative& right : b)
      if (spend(1); !operated(op, nodes_[left.node], nodes_[right.node])) return std::nullopt;
  return combine(a, b, [&](NodeNumber left, NodeNumber right) {
    return add(operated(op, nodes_[left], nodes_[right]).value_or(Node{}));
  });
}

Value Values::restricted(const Value& value, const Paths& paths) {
  Value out;
  bool all = true;
  for (const Alternative& one : value)
    for (const Decisions& path : paths) {
      Alternative decided = one;
      if (!join(decided.decisions, path)) continue;
      all = all && out.size() < max_alternatives;
      if (out.size() < max_alternatives) out.push_back(std::move(decided));
    }
  for (Alternative& one : out) one.is_sample = one.is_sample || !all;
  return out;
}

Value Values::either(const Value& a, const Paths& of_a, const Value& b, const Paths& of_b) {
  Value out = restricted(a, of_a), more = restricted(b, of_b);
  const bool all = out.size() + more.size() <= max_alternatives;
  more.resize(std::min(more.size(), max_alternatives - out.size()));
  out.insert(out.end(), more.begin(), more.end());
  for (Alternative& one : out) one.is_sample = one.is_sample || !all;
  if (out.empty()) out.push_back(a.front());
  return out;
}

bool Values::has_text(NodeNumber root) const {
  std::vector<NodeNumber> rest{root};
  while (!rest.empty()) {
    const Node& node = nodes_[rest.back()];
    rest.pop_back();
    steps_ -= steps_ > 0 ? 1 : 0;
    if (node.kind == Kind::Text && node.left != 0) return true;
    if (steps_ == 0) return false;
    if (node.kind == Kind::Concat) rest.push_back(node.right);
    if (node.kind == Kind::Concat || node.kind == Kind::Hole || node.kind == Kind::Split) rest.push_back(node.left);
  }
  return false;
}

bool Values::has_text(const Value& value) const {
  return std::any_of(value.begin(), value.end(), [&](const Alternative& one) { return has_text(one.node); });
}

bool Values::constant(const Value& value, std::string& out) {
  if (value.size() != 1 || is_list(value)) return false;
  FlatText flat = flatten(value.front().node);
  out = std::move(flat.text);
  return flat.unknown.empty() && flat.hole.empty();
}

FlatText Values::flatten(NodeNumber root) {
  FlatText flat;
  std::vector<NodeNumber> rest{root};
  while (!rest.empty() && spend(1)) {
    const Node& node = nodes_[rest.back()];
    rest.pop_back();
    switch (node.kind) {
      case Kind::Text:
        flat.text += node.text;
        if (node.left != 0) flat.tokens.push_back(node.left);
        spend(node.text.size());
        break;
      case Kind::Number:
        // A negative index of a register is a value that the code does not use, or a fault.
        if (node.number < 0 && ends_in_letter(flat.text) && flat.unknown.empty())
          flat.unknown = fmt::format("the number {}", node.number);
        flat.text += std::to_string(node.number);
        break;
      case Kind::Boolean: flat.text += node.number != 0 ? "true" : "false"; break;
      case Kind::Concat:
        rest.push_back(node.right);
        rest.push_back(node.left);
        break;
      case Kind::Hole:
        if (flat.hole.empty()) flat.hole = node.text;
        rest.push_back(node.left);
        break;
      case Kind::Unknown:
      case Kind::Empty:
      case Kind::Item:
      case Kind::Split: {
        const std::string_view what = node.kind == Kind::Unknown ? node.text : "a list";
        flat.text += fmt::format("‹{}›", what);
        if (flat.unknown.empty()) flat.unknown = what;
        break;
      }
    }
  }
  if (exhausted() && flat.unknown.empty()) flat.unknown = "the rest of a long text";
  return flat;
}

}  // namespace agal::source_code
