#include "avm2/text_flow.hpp"

namespace agal::extraction {
namespace {

// Classes of several packages have this name.
constexpr std::uint32_t ambiguous_class = 0xffff'ffffu;
constexpr std::size_t max_bases = 32, max_classes = 64;

}  // namespace

std::uint32_t CodeFacts::number(std::string_view name) {
  if (name.empty()) return 0;
  return numbers_.try_emplace(name, static_cast<std::uint32_t>(numbers_.size() + 1)).first->second;
}

void CodeFacts::add_names(const Abc& abc) {
  for (const auto& [name, base] : abc.base_of_class) {
    const std::uint32_t derived_number = number(abc.string(name)), base_number = number(abc.string(base));
    const auto [row, is_new] = bases_.try_emplace(derived_number, base_number);
    if (!is_new && row->second != base_number) row->second = ambiguous_class;
  }
  for (const auto& [name, method] : abc.method_called) {
    const auto [row, is_new] = methods_.try_emplace(number(abc.string(name)), method == Abc::ambiguous);
    if (!is_new) row->second = true;
  }
}

bool CodeFacts::has_several(std::uint32_t name) const {
  const auto row = methods_.find(name);
  return row != methods_.end() && row->second;
}

bool CodeFacts::is_base(std::uint32_t base, std::uint32_t derived) const {
  for (std::size_t i = 0; i < max_bases; ++i) {
    if (derived == base || derived == ambiguous_class) return true;
    const auto row = bases_.find(derived);
    if (row == bases_.end()) return false;
    derived = row->second;
  }
  return true;
}

// Whether objects of one class may be objects of the other. If that is not known, they may.
bool CodeFacts::is_related(std::uint32_t one, std::uint32_t other) const {
  return one == 0 || other == 0 || is_base(one, other) || is_base(other, one);
}

bool CodeFacts::is_extended(const Place& place, const Arity& arguments) const {
  if (place.name == 0) return false;
  const bool result = place.kind == UseKind::Returned;
  std::size_t classes = 0;
  for (auto row = extended_.lower_bound({place.kind, place.name, place.number, 0}); row != extended_.end(); ++row) {
    if (row->kind != place.kind || row->name != place.name || (!result && row->number != place.number)) return false;
    const bool takes = row->number == Arity::any || (arguments.min <= row->number && row->number <= arguments.max);
    if (result && !takes) continue;
    if (is_related(row->in_class, place.in_class) || ++classes >= max_classes) return true;
  }
  return false;
}

}  // namespace agal::extraction
