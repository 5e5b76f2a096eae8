#include "avm2/text_flow.hpp"

#include <algorithm>
#include <optional>

#include "program/stage_names.hpp"

namespace agal::avm2 {
namespace {

// The base of a class name that occurs in several packages.
constexpr std::uint32_t ambiguous_class = 0xffff'ffffu;
constexpr std::size_t max_bases = 32, max_classes = 64;

}  // namespace

std::uint32_t MovieFacts::number(std::string_view name) {
  if (name.empty()) return 0;
  const auto [row, is_new] = numbers_.try_emplace(name, last_number_ + 1);
  if (is_new) ++last_number_;
  return row->second;
}

std::uint32_t MovieFacts::own_number(std::uint32_t string, std::string_view name) {
  std::uint32_t& number_of_string = own_number_of_[string];
  if (number_of_string != 0) return number_of_string;
  const std::uint32_t general = number(name);
  std::uint32_t& any_own = any_own_[general];
  if (any_own == 0) any_own = ++last_number_;
  number_of_string = ++last_number_;
  own_numbers_.emplace(number_of_string, General{general, any_own});
  return number_of_string;
}

std::vector<AbstractLocation> MovieFacts::possible(const AbstractLocation& location) const {
  std::vector<AbstractLocation> all{location};
  if (const auto own = own_numbers_.find(location.name); own != own_numbers_.end())
    all.push_back(with_name(location, own->second.general));
  if (const auto any = any_own_.find(location.name); any != any_own_.end())
    all.push_back(with_name(location, any->second));
  return all;
}

void MovieFacts::add_names(const Abc& abc) {
  for (const Class& one : abc.classes) {
    const std::uint32_t derived_number = number(abc.string(one.name)), base_number = number(abc.string(one.base));
    const auto [row, is_new] = bases_.try_emplace(derived_number, base_number);
    if (!is_new && row->second != base_number) row->second = ambiguous_class;
  }
}

bool MovieFacts::is_base(std::uint32_t base, std::uint32_t derived) const {
  for (std::size_t i = 0; i < max_bases; ++i) {
    if (derived == base || derived == ambiguous_class) return true;
    const auto row = bases_.find(derived);
    if (row == bases_.end()) return false;
    derived = row->second;
  }
  return true;
}

// Returns true if an object can belong to both classes, or if that is unknown.
bool MovieFacts::is_related(std::uint32_t one, std::uint32_t other) const {
  return one == 0 || other == 0 || is_base(one, other) || is_base(other, one);
}

// Returns true if `visit` returns true for a row of a location from which a text may come. A row of a set is a
// location, and a row of a map begins with one.
template <class Row, class Visit>
bool MovieFacts::any_at(Row row, Row end, const AbstractLocation& location, const Arity& arguments,
                        const Visit& visit) const {
  const auto location_in = [](const auto& of) -> const AbstractLocation& {
    if constexpr (requires { of.first; })
      return of.first;
    else
      return of;
  };
  const bool result = location.kind == UseKind::Returned;
  std::size_t classes = 0;
  for (; row != end; ++row) {
    const AbstractLocation& there = location_in(*row);
    if (there.kind != location.kind || there.name != location.name || (!result && there.number != location.number))
      return false;
    const bool takes = there.number == Arity::any || (arguments.min <= there.number && there.number <= arguments.max);
    if (result && !takes) continue;
    const bool related = is_related(there.in_class, location.in_class) || ++classes >= max_classes;
    if (related && visit(*row)) return true;
  }
  return false;
}

bool MovieFacts::is_extended(const AbstractLocation& location, const Arity& arguments) const {
  if (location.name == 0) return false;
  const std::vector<AbstractLocation> all = possible(location);
  return std::any_of(all.begin(), all.end(), [&](const AbstractLocation& one) {
    const auto first = extended_.lower_bound({one.kind, one.name, one.number, 0});
    return any_at(first, extended_.end(), one, arguments, [](const AbstractLocation&) { return true; });
  });
}

std::optional<Edit> MovieFacts::edit_of(const AbstractLocation& location, const Arity& arguments,
                                        std::string_view text) const {
  if (location.name == 0) return std::nullopt;
  std::optional<Edit> found;
  for (const AbstractLocation& one : possible(location)) {
    const auto first = edited_.lower_bound({one.kind, one.name, one.number, 0});
    any_at(first, edited_.end(), one, arguments, [&](const auto& row) {
      const auto edit = std::find_if(row.second.begin(), row.second.end(),
                                     [&](const Edit& candidate) { return candidate.may_change(text); });
      if (edit != row.second.end()) found = *edit;
      return found.has_value();
    });
    if (found) break;
  }
  return found;
}

void TextFlow::clear() {
  returned_by_.clear();
  called_.clear();
}

std::uint32_t TextFlow::number_of(std::uint32_t string) {
  if (string >= abc_.strings.size()) return 0;
  if (numbers_.empty()) numbers_.resize(abc_.strings.size());
  std::uint32_t& number = numbers_[string];
  if (number != 0) return number;
  const auto general = abc_.string_number.find(abc_.strings[string].text);
  const bool is_own = abc_.is_source && (general == abc_.string_number.end() || general->second != string);
  number = is_own ? facts_.own_number(string, abc_.strings[string].text) : facts_.number(abc_.strings[string].text);
  return number;
}

AbstractLocation TextFlow::location_of(const UseSite& site, std::size_t body) {
  const std::uint32_t in_class = class_number(abc_.class_string(abc_.bodies[body].method));
  // Slots have numbers instead of names. The name 0 means none, so 1 is added.
  const std::uint32_t name = site.kind == UseKind::Slot ? site.name + 1 : number_of(site.name);
  return {site.kind, name, site.number, site.own ? in_class : 0};
}

bool TextFlow::is_extended(const UseSite& site, std::size_t body) {
  const bool returned = site.kind == UseKind::Returned;
  return facts_.is_extended(location_of(site, body), returned ? abc_.method_of(body).arguments : Arity());
}

UseSite TextFlow::site_of(Value key, std::size_t at) const {
  if (const auto* const slot = values_.get<Slot>(key)) return {at, UseKind::Slot, slot->number, 0, true};
  const auto* const property = values_.get<Property>(key);
  return {at, UseKind::Field, property->name, 0, values_.is_self(property->object)};
}

void TextFlow::add(Value left, Value right, const Frame& frame) {
  if (are_keys(left, right)) return;
  if (extends(left)) extend_parts(right, frame);
  if (extends(right)) extend_parts(left, frame);
}

// Each item extends all other items.
void TextFlow::join(const std::vector<Value>& items, const Frame& frame) {
  if (items.size() == 2 && are_keys(items[0], items[1])) return;
  std::size_t extending = 0;
  for (const Value item : items) extending += extends(item) ? 1u : 0u;
  for (const Value item : items)
    if (extending > (extends(item) ? 1u : 0u)) extend_parts(item, frame);
}

// Visits the locations from which a text may come, but not the locations of its parts.
template <class Visit>
void TextFlow::visit_locations(Value text, const Frame& frame, const Visit& visit) {
  if (const auto row = returned_by_.find(text); row != returned_by_.end()) {
    const std::uint32_t in_class = class_number(abc_.class_string(row->second));
    const std::uint32_t name = number_of(abc_.methods[row->second].name);
    visit(AbstractLocation{UseKind::Returned, name, Arity::any, in_class});
  }
  if (values_.is<Property>(text)) visit(location_of(site_of(text, 0), frame.body));
  if (const auto call = called_.find(text); call != called_.end()) visit(location_of(call->second, frame.body));
  const auto* const argument = values_.get<Argument>(text);
  if (argument != nullptr && argument->number > 0 && frame.depth == 0)
    visit(location_of({0, UseKind::Argument, abc_.method_of(frame.body).name, argument->number}, frame.body));
}

// Notes that code adds assembly to a value. The value is a text of another location, or contains such texts.
void TextFlow::extend_parts(Value part, const Frame& frame, unsigned depth) {
  const Values::Node& node = values_[part];
  const auto* const sum = values_.get<Concatenation>(part);
  if (sum != nullptr && depth > 0 && (node.tracked || !node.other)) {
    extend_parts(sum->left, frame, depth - 1);
    extend_parts(sum->right, frame, depth - 1);
  }
  visit_locations(part, frame, [this](const AbstractLocation& location) { facts_.extend(location); });
}

void TextFlow::edit(Value text, const Edit& edit, const Frame& frame, unsigned depth) {
  if (const auto* const sum = values_.get<Concatenation>(text); sum != nullptr && depth > 0) {
    this->edit(sum->left, edit, frame, depth - 1);
    this->edit(sum->right, edit, frame, depth - 1);
  }
  visit_locations(text, frame, [&](const AbstractLocation& location) { facts_.edit(location, edit); });
}

std::optional<Edit> TextFlow::edit_of(const UseSite& site, std::size_t body, std::string_view text) {
  const bool returned = site.kind == UseKind::Returned;
  return facts_.edit_of(location_of(site, body), returned ? abc_.method_of(body).arguments : Arity(), text);
}

// Returns true for assembly, and for unknown values that may be assembly. A number with a unit or a separator is
// neither.
bool TextFlow::extends(Value value) const {
  const Values::Node& node = values_[value];
  return node.tracked || (node.symbolic && !node.other);
}

// Returns true for `vertexCode + fragmentCode`, and for two arguments. Such a sum is the key of a cache, not a program.
bool TextFlow::are_keys(Value left, Value right) const {
  constexpr std::size_t max_name = 256;
  if (values_.is<Argument>(left) && values_.is<Argument>(right)) return true;
  const auto name_of = [&](Value value) -> std::uint32_t {
    if (const auto* const property = values_.get<Property>(value)) return property->name;
    const auto* const result = values_.get<CallResult>(value);
    return result != nullptr ? result->name : 0;
  };
  const bool same_kind = values_[left].term.index() == values_[right].term.index();
  if (!same_kind || name_of(left) == name_of(right)) return false;
  const std::string_view one = abc_.string(name_of(left)), other = abc_.string(name_of(right));
  if (one.empty() || one.size() > max_name || other.size() > max_name) return false;
  const std::optional<std::string> common = program::name_without_stage(one);
  return common && common == program::name_without_stage(other);
}

}  // namespace agal::avm2
