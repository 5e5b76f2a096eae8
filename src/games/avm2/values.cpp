#include "avm2/values.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace agal::avm2 {
namespace {

// Limits of texts and values. No AGAL program is longer than `max_text_bytes`, and real code stays below the other
// limits.
constexpr std::size_t max_text_bytes = std::size_t{1} << 18, max_made_bytes = std::size_t{1} << 20;
constexpr std::size_t max_values = std::size_t{1} << 18, max_leaves = std::size_t{1} << 14;

template <class... T>
bool is_one_of(const Term& term) {
  return (std::holds_alternative<T>(term) || ...);
}

bool is_blank(std::string_view text) {
  constexpr std::size_t max_blanks = 64;
  return text.size() <= max_blanks && text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

const char* sign_of(Opcode code) {
  if (code == Opcode::equals || code == Opcode::strictequals) return " == ";
  if (code == Opcode::lessthan) return " < ";
  if (code == Opcode::lessequals) return " <= ";
  if (code == Opcode::greaterthan) return " > ";
  if (code == Opcode::greaterequals) return " >= ";
  if (code == Opcode::bitand_) return " & ";
  if (code == Opcode::add) return " + ";
  if (code == Opcode::subtract) return " - ";
  if (code == Opcode::istypelate || code == Opcode:: instanceof) return " is ";
  return " ? ";
}

// Returns the number that an instruction adds to its operand.
std::int32_t step_of(Opcode code) {
  if (code == Opcode::increment || code == Opcode::increment_i) return 1;
  return code == Opcode::decrement || code == Opcode::decrement_i ? -1 : 0;
}

}  // namespace

void Values::clear() {
  for (; nodes_.size() > kept_; nodes_.pop_back()) numbers_.erase(nodes_.back().term);
  first_read_.clear();
  made_.clear();
  made_numbers_.clear();
  made_bytes_ = 0;
  choices_.clear();
  choice_numbers_.clear();
}

void Values::keep(std::vector<Value>& texts) {
  std::map<Value, Term> terms;  // in the order of their handles, in which parts come before the texts with them
  for (std::vector<Value> rest = texts; !rest.empty();) {
    const Value top = rest.back();
    rest.pop_back();
    if (top < kept_ || !terms.emplace(top, nodes_[top].term).second) continue;
    if (const auto* const sum = get<Concatenation>(top)) rest.insert(rest.end(), {sum->left, sum->right});
  }
  clear();
  std::map<Value, Value> kept;
  const auto handle_of = [&](Value before) { return before < kept_ ? before : kept.at(before); };
  for (auto& [value, term] : terms) {
    if (auto* const sum = std::get_if<Concatenation>(&term)) *sum = {handle_of(sum->left), handle_of(sum->right)};
    kept.emplace(value, make(term));
  }
  for (Value& text : texts) text = handle_of(text);
  kept_ = nodes_.size();
}

void Values::set_facts(Node& node) const {
  node.symbolic =
      !is_one_of<Null, Boolean, Integer, String, Concatenation, Template, Choice, Pattern, ClassObject, List, Array>(
          node.term);
  const auto add_part = [&](Value part) {
    node.tracked = node.tracked || nodes_[part].tracked;
    node.symbolic = node.symbolic || nodes_[part].symbolic;
    node.other = node.other || nodes_[part].other;
    node.length += nodes_[part].length;
    node.parts += nodes_[part].parts;
  };
  if (const auto* const string = std::get_if<String>(&node.term)) {
    const std::string_view text = string_at(string->index);
    const std::size_t made = string->index - abc_.strings.size();
    node.tracked = string->index < abc_.strings.size() ? string->index < tracked_.size() && tracked_[string->index]
                                                       : made < made_.size() && made_[made].tracked;
    node.other = !node.tracked && !is_blank(text);
    node.length = static_cast<std::uint32_t>(text.size());
  } else if (const auto* const sum = std::get_if<Concatenation>(&node.term)) {
    add_part(sum->left);
    add_part(sum->right);
    ++node.length;
  } else if (const auto* const choice = std::get_if<Choice>(&node.term)) {
    std::uint32_t length = 0;
    for (const Alternative& alternative : choices_[choice->number]) {
      add_part(alternative.value);
      length = std::max(length, nodes_[alternative.value].length);
    }
    node.length = length;
  } else if (const auto* const list = std::get_if<List>(&node.term)) {
    if (list->front != nothing) add_part(list->front);
    add_part(list->last);
    ++node.length;
  } else if (const auto* const widened = std::get_if<Widened>(&node.term)) {
    node.tracked = nodes_[widened->before].tracked;
    node.length = nodes_[widened->before].length;
  } else if (const auto* const altered = std::get_if<Altered>(&node.term)) {
    add_part(altered->text);
    node.symbolic = true;
  } else if (const auto* const filled = std::get_if<Template>(&node.term)) {
    node.tracked = nodes_[filled->text].tracked;
    node.symbolic = true;
    node.length = nodes_[filled->text].length;
  }
}

Value Values::make(const Term& term) {
  if (nodes_.size() >= kept_ + max_values) return nothing;
  const auto [row, is_new] = numbers_.try_emplace(term, static_cast<Value>(nodes_.size()));
  if (is_new) set_facts(nodes_.emplace_back(Node{term}));
  return row->second;
}

void Values::note_read(Value value) {
  if (const auto* const property = get<Property>(value))
    first_read_.try_emplace({property->object, property->name}, value);
}

Value Values::string(std::uint32_t index) {
  if (index >= abc_.strings.size() || abc_.strings[index].text.size() > max_text_bytes) return nothing;
  return make(String{index});
}

Value Values::text(std::string text) { return this->text(std::move(text), false, {}); }

// Makes a text. If the pool has the text, the pool's string is used, so that equal texts are the same `Value`.
Value Values::text(std::string text, bool tracked, std::vector<std::uint32_t> strings) {
  if (const auto pooled = abc_.string_number.find(text); pooled != abc_.string_number.end())
    return string(pooled->second);
  if (made_bytes_ + text.size() > max_made_bytes) return nothing;
  std::set<std::uint32_t> before;
  std::erase_if(strings, [&](std::uint32_t string) { return !before.insert(string).second; });
  const auto next = static_cast<std::uint32_t>(abc_.strings.size() + made_.size());
  if (const auto row = made_numbers_.find(text); row != made_numbers_.end()) return make(String{row->second});
  made_bytes_ += text.size();
  made_.push_back({std::move(text), tracked, std::move(strings)});
  made_numbers_.emplace(made_.back().text, next);
  return make(String{next});
}

Value Values::derived(Value from, std::string text) {
  return this->text(std::move(text), nodes_[from].tracked, flatten(from).value_or(FlatText()).strings);
}

std::optional<std::string> Values::known_text(Value value) const {
  if (!is_text(value) || !is_known(value) || !choices_in(value).empty()) return std::nullopt;
  std::optional<FlatText> flat = flatten(value);
  return flat ? std::optional(std::move(flat->text)) : std::nullopt;
}

std::optional<std::int32_t> Values::number(Value value) const {
  if (const auto* const integer = get<Integer>(value)) return integer->number;
  if (const auto* const boolean = get<Boolean>(value)) return boolean->truth ? 1 : 0;
  return std::nullopt;
}

std::optional<bool> Values::truth(Value value) const {
  if (is<Null>(value)) return false;
  if (is<Array>(value) || is<ClassObject>(value)) return true;
  if (const auto text = constant(value)) return !text->empty();
  if (const auto* const choice = get<Choice>(value)) {
    const std::optional<bool> first = truth(alternatives(*choice).front().value);
    for (const Alternative& alternative : alternatives(*choice))
      if (truth(alternative.value) != first) return std::nullopt;
    return first;
  }
  const std::optional<std::int32_t> known = number(value);
  return known ? std::optional(*known != 0) : std::nullopt;
}

Value Values::concatenated(Value left, Value right) {
  if (std::size_t{nodes_[left].length} + nodes_[right].length > max_text_bytes) return nothing;
  if (constant(left) == "" && is_text(right)) return right;
  if (constant(right) == "" && is_text(left)) return left;
  return make(Concatenation{left, right});
}

Value Values::add(Value left, Value right) {
  const auto is_some_text = [&](Value value) {
    const auto* const widened = get<Widened>(value);
    return is_text(value) || (widened != nullptr && widened->before != nothing);
  };
  if (!is_some_text(left) && !is_some_text(right)) return binary(Opcode::add, left, right);
  // A negative index of a register is a value that the code does not use, or a fault.
  const auto* const index = get<Integer>(right);
  const bool is_register = index != nullptr && index->number < 0 && ends_in_letter(left);
  const Value first = as_text(left);
  return concatenated(first, is_register ? make(Operation{Opcode::negate, integer(-index->number)}) : as_text(right));
}

// Returns true for assembly that ends in a letter, such as `mov oc, v`.
bool Values::ends_in_letter(Value text) const {
  const auto* sum = get<Concatenation>(text);
  for (; sum != nullptr; sum = get<Concatenation>(text)) text = sum->right;
  const std::optional<std::string_view> last = constant(text);
  return last && !last->empty() && last->back() >= 'a' && last->back() <= 'z';
}

Value Values::unary(Opcode code, Value value) {
  const std::optional<bool> known = truth(value);
  if (code == Opcode::not_) {
    if (known) return boolean(!*known);
    const auto* const operation = get<Operation>(value);
    const bool twice = operation != nullptr && operation->code == Opcode::not_;
    return twice ? operation->left : make(Operation{code, value});
  }
  if (code == Opcode::convert_b || code == Opcode::coerce_b) return known ? boolean(*known) : value;
  if (code == Opcode::typeof_) return make(Operation{code, value});
  const bool negates = code == Opcode::negate || code == Opcode::negate_i;
  if (const std::optional<std::int32_t> n = number(value)) {
    const auto wrapped = static_cast<std::uint32_t>(*n);
    return integer(
        static_cast<std::int32_t>(negates ? 0 - wrapped : wrapped + static_cast<std::uint32_t>(step_of(code))));
  }
  const bool converts = step_of(code) == 0 && !negates;
  return converts && !is_text(value) ? value : make(Operation{code, value});
}

Value Values::binary(Opcode code, Value left, Value right) {
  const bool equality = code == Opcode::equals || code == Opcode::strictequals;
  const std::optional<std::int32_t> l = number(left), r = number(right);
  if (l && r) {
    const std::int64_t a = *l, b = *r;
    const auto wrapped = [&](std::int64_t result) {
      return integer(static_cast<std::int32_t>(static_cast<std::uint32_t>(result)));
    };
    if (equality) return boolean(a == b);
    if (code == Opcode::lessthan) return boolean(a < b);
    if (code == Opcode::lessequals) return boolean(a <= b);
    if (code == Opcode::greaterthan) return boolean(a > b);
    if (code == Opcode::greaterequals) return boolean(a >= b);
    if (code == Opcode::add) return wrapped(a + b);
    if (code == Opcode::subtract || code == Opcode::subtract_i) return wrapped(a - b);
    if (code == Opcode::multiply || code == Opcode::multiply_i) return wrapped(a * b);
    if (code == Opcode::modulo && b > 0 && a >= 0) return wrapped(a % b);
    if (code == Opcode::bitand_) return wrapped(a & b);
    if (code == Opcode::bitor_) return wrapped(a | b);
    if (code == Opcode::lshift && b >= 0 && b < 32) return wrapped(a << b);
    if (code == Opcode::rshift && b >= 0 && b < 32) return wrapped(a >> b);
  }
  if (equality && is_text(left) && is_text(right))
    if (const std::optional<bool> same = are_same_texts(left, right)) return boolean(*same);
  const auto* const property = get<Property>(left);
  if (equality && left == right && property != nullptr && abc_.constants.contains(property->name)) return boolean(true);
  const bool null = is<Null>(left) || is<Null>(right);
  if (equality && null && is_known(left) && is_known(right)) return boolean(left == right);
  if (code == Opcode::strictequals) code = Opcode::equals;
  return make(Operation{code, left, right});
}

// Compares two texts. Returns nullopt if a text has unknown parts or choices, or is too long.
std::optional<bool> Values::are_same_texts(Value left, Value right) const {
  constexpr std::uint32_t max_length = 256;
  if (left == right) return true;
  if (constant(left) && constant(right)) return constant(left) == constant(right);
  for (const Value text : {left, right})
    if (!is_known(text) || nodes_[text].length > max_length || !choices_in(text).empty()) return std::nullopt;
  const std::optional<FlatText> one = flatten(left), other = flatten(right);
  return one && other ? std::optional(one->text == other->text) : std::nullopt;
}

Value Values::replaced(Value text_value, Value pattern, Value by) {
  bool everywhere = false;
  if (const auto* const expression = get<Pattern>(pattern)) {
    if (!expression->is_literal) return nothing;
    everywhere = expression->everywhere;
    pattern = expression->text;
  }
  const std::optional<FlatText> whole = flatten(text_value);
  const std::optional<std::string_view> constant_hole = constant(pattern);
  if (!whole || !constant_hole) return nothing;
  const std::string hole(*constant_hole);
  if (hole.empty() || whole->text.find(hole) == std::string::npos) return is_known(text_value) ? text_value : nothing;
  by = as_text(by);
  if (!is_text(by) || !is_known(by)) return make(Template{text_value, pattern});
  bool more = true;
  if (is_known(text_value) && choices_in(text_value).empty())
    return replaced_in(text(whole->text, nodes_[text_value].tracked, whole->strings), hole, by, more, everywhere);
  Value result = nothing;
  bool first = true;
  for (const Value leaf : leaves(text_value)) {
    const Value next = more && is<String>(leaf) ? replaced_in(leaf, hole, by, more, everywhere) : leaf;
    result = first ? next : concatenated(result, next);
    first = false;
  }
  return result;
}

// Replaces matches in one string. The new texts list the pool's strings from which the old text and a known replacement
// come, although they may contain none of them as a whole.
Value Values::replaced_in(Value leaf, std::string_view hole, Value by, bool& more, bool everywhere) {
  const std::string whole(constant(leaf).value_or(""));
  FlatText from = flatten(leaf).value_or(FlatText());
  const bool tracked = nodes_[leaf].tracked;
  const std::optional<FlatText> known = choices_in(by).empty() ? flatten(by) : std::nullopt;
  if (known) from.strings.insert(from.strings.end(), known->strings.begin(), known->strings.end());
  Value result = nothing;
  std::string piece;
  std::size_t at = 0;
  for (std::size_t end = whole.find(hole); more && end != std::string::npos; end = whole.find(hole, at)) {
    piece += whole.substr(at, end - at);
    at = end + hole.size();
    more = everywhere;
    if (known) {
      piece += known->text;
      continue;
    }
    const Value before = text(std::move(piece), tracked, from.strings);
    result = concatenated(result == nothing ? before : concatenated(result, before), by);
    piece.clear();
  }
  const Value rest = text(piece + whole.substr(at), tracked, from.strings);
  return result == nothing ? rest : concatenated(result, rest);
}

// An escaped character matches itself, unless it is a letter or a digit.
std::optional<Value> Values::pattern(Value expression, Value flags) {
  const std::optional<FlatText> whole =
      is_text(expression) && is_known(expression) ? flatten(expression) : std::nullopt;
  const std::optional<std::string_view> options = constant(flags);
  if (!whole || !whole->unknown.empty() || !options) return std::nullopt;
  const bool ignores_case = options->find('i') != options->npos;
  if (options->find('x') != options->npos) return std::nullopt;
  constexpr std::string_view special = ".*+?()[]{}|^$/",
                             word = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  std::string literal;
  bool is_literal = !ignores_case;
  for (std::size_t i = 0; i < whole->text.size() && is_literal; ++i) {
    const bool escaped = whole->text[i] == '\\';
    if (escaped && ++i == whole->text.size()) return std::nullopt;
    const char character = whole->text[i];
    is_literal = (escaped ? word : special).find(character) == std::string_view::npos;
    literal += character;
  }
  const Value matched = text(is_literal     ? std::move(literal)
                             : ignores_case ? std::string(Pattern::ignoring_case) + whole->text
                                            : whole->text);
  return make(Pattern{matched, options->find('g') != options->npos, is_literal});
}

Value Values::as_text(Value value) {
  if (const auto* const integer = get<Integer>(value)) return text(std::to_string(integer->number));
  if (const auto* const boolean = get<Boolean>(value)) return text(boolean->truth ? "true" : "false");
  return value;
}

std::vector<Value> Values::leaves(Value text) const {
  std::vector<Value> out, rest{text};
  while (!rest.empty() && out.size() < max_leaves) {
    const Value top = rest.back();
    rest.pop_back();
    if (const auto* const sum = get<Concatenation>(top)) {
      rest.push_back(sum->right);
      rest.push_back(sum->left);
    } else {
      out.push_back(top);
    }
  }
  return out;
}

std::optional<Value> Values::pooled(Value text) {
  if (!is_text(text) || !is_known(text) || nodes_[text].parts > max_leaves || !choices_in(text).empty())
    return std::nullopt;
  std::vector<Value> parts;  // strings of the pool, and kept texts
  for (std::vector<Value> rest{text}; !rest.empty();) {
    const Value top = rest.back();
    rest.pop_back();
    const auto* const sum = top < kept_ ? nullptr : get<Concatenation>(top);
    const auto* const string = get<String>(top);
    if (sum != nullptr) {
      rest.insert(rest.end(), {sum->right, sum->left});
    } else if (string == nullptr || string->index < abc_.strings.size()) {
      parts.push_back(top);
    } else {
      const MadeText& made = made_[string->index - abc_.strings.size()];
      std::string joined;
      for (const std::uint32_t of : made.strings) joined += string_at(of);
      if (joined != made.text) return std::nullopt;
      for (const std::uint32_t of : made.strings) parts.push_back(this->string(of));
    }
  }
  Value result = parts.front();
  for (std::size_t i = 1; i < parts.size() && result != nothing; ++i) result = concatenated(result, parts[i]);
  return result != nothing ? std::optional(result) : std::nullopt;
}

bool Values::have_same_strings(Value left, Value right) const {
  if (left == right || nodes_[left].length != nodes_[right].length) return left == right;
  const std::optional<FlatText> one = flatten(left), other = flatten(right);
  return one && other && one->strings == other->strings;
}

std::optional<Value> Values::split(Value text_value, Value separator) {
  const std::optional<FlatText> whole = flatten(text_value);
  const std::optional<std::string_view> by = constant(separator);
  if (!whole || !by || by->empty() || !is_known(text_value) || !choices_in(text_value).empty()) return std::nullopt;
  Value list = nothing;
  for (std::size_t at = 0; at != std::string::npos;) {
    const std::size_t end = whole->text.find(*by, at);
    const std::size_t next = end == std::string::npos ? end : end + by->size();
    list = make(List{list, text(whole->text.substr(at, end - at), nodes_[text_value].tracked, whole->strings)});
    at = next;
  }
  return list;
}

Value Values::choice(std::vector<Alternative> alternatives) {
  const auto next = static_cast<std::uint32_t>(choices_.size());
  const auto [row, is_new] = choice_numbers_.try_emplace(alternatives, next);
  if (is_new) choices_.push_back(std::move(alternatives));
  return make(Choice{row->second});
}

std::vector<Value> Values::choices_in(Value value) const {
  std::vector<Value> out, rest{value};
  for (std::size_t steps = 0; !rest.empty() && steps < max_leaves; ++steps) {
    const Value top = rest.back();
    rest.pop_back();
    if (top < kept_) continue;
    if (const auto* const sum = get<Concatenation>(top)) {
      rest.push_back(sum->right);
      rest.push_back(sum->left);
    } else if (const auto* const list = get<List>(top)) {
      rest.push_back(list->last);
      if (list->front != nothing) rest.push_back(list->front);
    } else if (const auto* const filled = get<Template>(top)) {
      rest.push_back(filled->text);
    } else if (is<Choice>(top) && std::find(out.begin(), out.end(), top) == out.end()) {
      out.push_back(top);
    }
  }
  return out;
}

Value Values::substituted(Value value, const std::map<Value, Value>& taken) {
  if (is<List>(value)) {
    Value list = nothing;
    for (const Value item : items(value)) list = make(List{list, substituted(item, taken)});
    return list;
  }
  if (const auto* const filled = get<Template>(value)) {
    const Value hole = filled->hole;
    return make(Template{substituted(filled->text, taken), hole});
  }
  Value result = nothing;
  bool first = true;
  const std::vector<Value> parts = leaves(value);
  if (parts.size() >= max_leaves) return nothing;
  for (Value leaf : parts) {
    if (const auto row = taken.find(leaf); row != taken.end()) leaf = row->second;
    result = first ? leaf : concatenated(result, leaf);
    first = false;
  }
  return result;
}

std::vector<Value> Values::items(Value value) const {
  std::vector<Value> out;
  for (const List* list = get<List>(value); list != nullptr; list = get<List>(list->front)) out.push_back(list->last);
  return {out.rbegin(), out.rend()};
}

Value Values::first_part(Value text, std::size_t max_depth, Value stop) const {
  const Concatenation* sum = nullptr;
  for (; max_depth > 0 && text != stop && (sum = get<Concatenation>(text)) != nullptr; --max_depth) text = sum->left;
  return text;
}

Value Values::joined_items(Value list, Value separator) {
  Value all = nothing;
  bool first = true;
  for (Value item : items(list)) {
    item = as_text(item);
    if (!first) all = concatenated(all, separator);
    all = first ? item : add(all, item);
    first = false;
  }
  return all;
}

// Appends the first part of a value. The other parts are pushed to `rest`.
void Values::flatten_first(Value top, FlatText& out, std::vector<Value>& rest) const {
  if (const auto* const string = get<String>(top)) {
    out.text += string_at(string->index);
    const std::size_t made = string->index - abc_.strings.size();
    if (string->index < abc_.strings.size())
      out.strings.push_back(string->index);
    else if (made < made_.size())
      out.strings.insert(out.strings.end(), made_[made].strings.begin(), made_[made].strings.end());
  } else if (const auto* const sum = get<Concatenation>(top)) {
    rest.push_back(sum->right);
    rest.push_back(sum->left);
  } else if (const auto* const filled = get<Template>(top)) {
    if (out.hole.empty()) out.hole = std::string(constant(filled->hole).value_or(""));
    rest.push_back(filled->text);
  } else {
    const std::string name = describe(top);
    if (out.unknown.empty()) out.unknown = name;
    const auto* const widened = get<Widened>(top);
    if (const auto* const altered = get<Altered>(top); altered != nullptr) rest.push_back(altered->text);
    if (widened != nullptr && nodes_[widened->before].tracked) rest.push_back(widened->before);
    out.text += "\u2039" + name + "\u203a";
  }
}

std::optional<Values::FlatText> Values::flatten(Value value) const {
  FlatText out;
  std::vector<Value> rest{value};
  for (std::size_t leaves = 0; !rest.empty(); ++leaves) {
    if (leaves > max_leaves) return std::nullopt;
    const Value top = rest.back();
    rest.pop_back();
    flatten_first(top, out, rest);
  }
  return out;
}

std::string Values::describe(const Operation& operation, unsigned depth) const {
  if (operation.code == Opcode::negate) return "-" + describe(operation.left, depth);
  if (operation.code == Opcode::not_) return "not " + describe(operation.left, depth);
  if (operation.right == nothing) return describe(operation.left, depth);
  return describe(operation.left, depth) + sign_of(operation.code) + describe(operation.right, depth);
}

std::string Values::describe(const Decision& decision) const {
  const auto* const operation = get<Operation>(decision.condition);
  if (operation != nullptr && operation->code == Opcode::equals && !decision.truth)
    return describe(operation->left, 2) + " != " + describe(operation->right, 2);
  return (decision.truth ? "" : "not ") + describe(decision.condition);
}

std::string Values::describe(Value value, unsigned depth) const {
  constexpr std::size_t max_shown = 24;
  const auto shown = [&](std::uint32_t index) { return std::string(string_at(index).substr(0, max_shown)); };
  if (depth == 0) return "\u2026";
  if (const auto* const argument = get<Argument>(value); argument != nullptr && argument->name != 0)
    return shown(argument->name);
  if (const auto* const argument = get<Argument>(value))
    return argument->number == 0 ? "this" : "argument " + std::to_string(argument->number);
  if (const auto* const property = get<Property>(value)) {
    if (property->name == 0) return describe(property->object, depth - 1);
    const auto first = first_read_.find({property->object, property->name});
    const bool later = first != first_read_.end() ? first->second != value : property->since != nothing;
    return shown(property->name) + (later ? " (later)" : "");
  }
  if (const auto* const slot = get<Slot>(value)) return "variable " + std::to_string(slot->number);
  if (const auto* const result = get<CallResult>(value))
    return result->name == 0 ? "a result" : shown(result->name) + "()";
  if (const auto* const operation = get<Operation>(value)) return describe(*operation, depth - 1);
  if (const auto* const boolean = get<Boolean>(value)) return boolean->truth ? "true" : "false";
  if (const auto* const integer = get<Integer>(value)) return std::to_string(integer->number);
  if (const auto* const string = get<String>(value)) return "'" + shown(string->index) + "'";
  if (is<Widened>(value)) return "a loop";
  if (is<Altered>(value)) return "other code may change it";
  if (is<Null>(value)) return "null";
  if (const auto* const object = get<ClassObject>(value)) return shown(object->name);
  if (is_text(value)) return "a text";
  return is<List>(value) || is<Array>(value) ? "a list" : "a value";
}

}  // namespace agal::avm2
