#include "source_code/values.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace agal::source_code {
namespace {

// The maximum number of alternatives of a value; docs/extract.md states this limit.
constexpr std::size_t max_alternatives = 256;

using Kind = Node::Kind;

}  // namespace

bool join(Decisions& into, const Decisions& more) {
  for (const Decision& decision : more) {
    const auto place = std::lower_bound(into.begin(), into.end(), Decision{decision.choice, 0});
    if (place != into.end() && place->choice == decision.choice) {
      if (place->side != decision.side) return false;
    } else {
      into.insert(place, decision);
    }
  }
  return true;
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

Value Values::replaced(const Value& text, std::string_view part, const Value& by, bool all) {
  if (part.empty()) return text;
  std::string with;
  const bool known = constant(by, with);
  Value out;
  for (const Alternative& one : text) {
    const FlatText flat = flatten(one.node);
    std::size_t at = flat.text.find(part);
    if (at == std::string::npos || !flat.unknown.empty() || !known) {
      const bool has = at != std::string::npos && !known;
      out.push_back(
          {has ? add({Kind::Hole, one.node, 0, 0, own(std::string(part))}) : one.node, one.decisions, one.is_sample});
      continue;
    }
    std::string changed;
    std::size_t from = 0;
    do {
      changed.append(flat.text, from, at - from).append(with);
      from = at + part.size();
      at = flat.text.find(part, from);
    } while (all && at != std::string::npos && spend(1 + with.size()));
    changed.append(flat.text, from);
    // The result keeps the tokens of the text.
    NodeNumber node = add({Kind::Text, flat.tokens.empty() ? 0 : flat.tokens.front(), 0, 0, own(std::move(changed))});
    for (std::size_t i = 1; i < flat.tokens.size(); ++i)
      node = add({Kind::Concat, node, add({Kind::Text, flat.tokens[i], 0, 0, {}}), 0, {}});
    out.push_back({node, one.decisions, one.is_sample});
  }
  return out;
}

Value Values::either(const Value& a, Decision of_a, const Value& b, Decision of_b) {
  Value out;
  const auto add = [&](const Value& value, Decision side) {
    for (const Alternative& one : value) {
      Alternative decided = one;
      if (out.size() < max_alternatives && join(decided.decisions, {side})) out.push_back(std::move(decided));
    }
  };
  add(a, of_a);
  add(b, of_b);
  if (a.size() + b.size() > max_alternatives)
    for (Alternative& one : out) one.is_sample = true;
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
      case Kind::Number: flat.text += std::to_string(node.number); break;
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
