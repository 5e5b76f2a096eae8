#include "target/names.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "target/bindings.hpp"

namespace agal::target {
namespace {

struct TakenName {
  TargetFamily family{};
  std::string_view name;
  constexpr auto operator<=>(const TakenName&) const = default;
};

constexpr std::size_t name_count = 0
#define AGAL_TAKEN_NAMES(family, ...) +std::initializer_list<std::string_view>{__VA_ARGS__}.size()
#include "target/taken_names.def"
    ;
constexpr std::size_t type_count = 0
#define AGAL_TAKEN_TYPES(family, ...) +std::initializer_list<std::string_view>{__VA_ARGS__}.size()
#include "target/taken_names.def"
    ;

constexpr auto taken_names = [] {
  std::array<TakenName, name_count> rows{};
  std::size_t at = 0;
#define AGAL_TAKEN_NAMES(family, ...)                                                      \
  for (const std::string_view name : std::initializer_list<std::string_view>{__VA_ARGS__}) \
    rows[at++] = {TargetFamily::family, name};
#include "target/taken_names.def"
  std::sort(rows.begin(), rows.end());
  return rows;
}();
static_assert(std::adjacent_find(taken_names.begin(), taken_names.end()) == taken_names.end());

constexpr auto taken_types = [] {
  std::array<TakenName, type_count> rows{};
  std::size_t at = 0;
#define AGAL_TAKEN_TYPES(family, ...)                                                      \
  for (const std::string_view name : std::initializer_list<std::string_view>{__VA_ARGS__}) \
    rows[at++] = {TargetFamily::family, name};
#include "target/taken_names.def"
  std::sort(rows.begin(), rows.end());
  return rows;
}();

bool is_size(char c) { return c >= '1' && c <= '4'; }

// "float" of "float3" and of "float3x4".
std::string_view without_sizes(std::string_view name) {
  if (name.empty() || !is_size(name.back())) return name;
  name.remove_suffix(1);
  const bool is_matrix = name.size() > 2 && name.back() == 'x' && is_size(name[name.size() - 2]);
  return is_matrix ? name.substr(0, name.size() - 2) : name;
}

template <class Rows>
bool has(const Rows& rows, TargetFamily family, std::string_view name) {
  return std::binary_search(rows.begin(), rows.end(), TakenName{family, name});
}

}  // namespace

bool is_free_name(TargetFamily family, std::string_view name) {
  // WGSL keeps these, and C++ and Metal what contains them.
  if (!is_identifier(name) || name == "_" || name.starts_with("__")) return false;
  if (family == TargetFamily::Msl && name.find("__") != name.npos) return false;
  if (find_variable(name) || has(taken_names, family, name)) return false;
  return !has(taken_types, family, name) && !has(taken_types, family, without_sizes(name));
}

}  // namespace agal::target
