#include "target/wgsl_names.hpp"

#include <algorithm>
#include <array>

#include "agal/target.hpp"
#include "target/bindings.hpp"

namespace agal::target {
namespace {

constexpr auto taken_names = [] {
  auto names = std::to_array<std::string_view>({
#define AGAL_WGSL_NAMES(...) __VA_ARGS__,
#include "target/wgsl_names.def"
#undef AGAL_WGSL_NAMES
  });
  std::sort(names.begin(), names.end());
  return names;
}();
static_assert(std::adjacent_find(taken_names.begin(), taken_names.end()) == taken_names.end());

}  // namespace

bool is_wgsl_name(std::string_view name) {
  return is_identifier(name) && name != "_" && !name.starts_with("__") && !find_variable(name) &&
         !std::binary_search(taken_names.begin(), taken_names.end(), name);
}

}  // namespace agal::target
