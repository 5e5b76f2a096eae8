// The rows of the registry. The file is compiled separately, so that a WebAssembly module can replace it.
#include <algorithm>
#include <array>

#include "agal/diagnostic.hpp"

namespace agal {
namespace {

// The WebAssembly module that only translates does not print the programs of rules, so it omits them.
#ifdef AGAL_WITHOUT_RULE_PROGRAMS
#define AGAL_PROGRAMS(...)
#else
#define AGAL_PROGRAMS(...) __VA_ARGS__
#endif

// Each file of the registry is sorted, but the ranges of the files overlap, so all rows are sorted again.
constexpr auto rows = [] {
  auto list = std::to_array<RuleInfo>({
#define AGAL_RULE(code, id, slug, severity, phase, downgradable, message, help, bad, good) \
  {code, slug, Severity::severity, Phase::phase, Downgradable::downgradable, message, help, AGAL_PROGRAMS(bad, good)},
#include "diag/rules/all.def"
#undef AGAL_RULE
  });
  std::sort(list.begin(), list.end(), [](const RuleInfo& a, const RuleInfo& b) { return a.code < b.code; });
  return list;
}();

}  // namespace

std::span<const RuleInfo> all_rules() { return rows; }

}  // namespace agal
