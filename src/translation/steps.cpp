#include <array>

#include "agal/translate.hpp"

namespace agal {

std::string_view stage_summary(std::string_view stage) {
  struct Row {
    std::string_view name, summary;
  };
  constexpr auto rows = std::to_array<Row>({
#define AGAL_STEP(name, summary) {name, summary},
#include "translation/steps.def"
#undef AGAL_STEP
  });
  for (const Row& row : rows)
    if (row.name == stage) return row.summary;
  return find_target(stage) != nullptr ? "The output for the target." : "";
}

}  // namespace agal
