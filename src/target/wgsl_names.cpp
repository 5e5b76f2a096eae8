#include "target/wgsl_names.hpp"

#include <algorithm>
#include <array>

#include "agal/isa.hpp"
#include "agal/target.hpp"

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

// `vc`, `fs3`, `fs3_sampler`, …
bool is_resource(std::string_view name) {
  for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
    if (name == info(RegisterType::Constant).prefix(stage)) return true;
    const std::string_view sampler = info(RegisterType::Sampler).prefix(stage);
    if (!name.starts_with(sampler)) continue;
    std::string_view number = name.substr(sampler.size());
    if (number.ends_with(separate_sampler_suffix)) number.remove_suffix(separate_sampler_suffix.size());
    if (!number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

bool is_wgsl_name(std::string_view name) {
  return is_identifier(name) && name != "_" && !name.starts_with("__") && !is_resource(name) &&
         !std::binary_search(taken_names.begin(), taken_names.end(), name);
}

}  // namespace agal::target
