#include "extract/engines.hpp"

#include <algorithm>
#include <array>

namespace agal::extraction {
namespace {

struct Engine {
  std::string_view name, code;
};
constexpr std::array engines{
#define AGAL_ENGINE(name, code) Engine{name, code},
#include "extract/engines.def"
#undef AGAL_ENGINE
};

// Returns true if a name contains another one as a sequence of its parts, which dots separate.
bool has_parts(std::string_view name, std::string_view parts) {
  for (std::size_t at = name.find(parts); at != name.npos; at = name.find(parts, at + 1)) {
    const std::size_t end = at + parts.size();
    if ((at == 0 || name[at - 1] == '.') && (end == name.size() || name[end] == '.')) return true;
  }
  return false;
}

}  // namespace

std::string_view engine_of(std::string_view name) {
  const auto row =
      std::find_if(engines.begin(), engines.end(), [&](const Engine& engine) { return has_parts(name, engine.code); });
  return row == engines.end() ? std::string_view() : row->name;
}

}  // namespace agal::extraction
