#include <array>

#include "agal/translate.hpp"

namespace agal {

std::string_view step_summary(std::string_view step) {
  struct Row {
    std::string_view name, summary;
  };
  constexpr auto rows = std::to_array<Row>({
#define AGAL_STEP(name, summary) {name, summary},
#include "translation/steps.def"
#undef AGAL_STEP
  });
  for (const Row& row : rows)
    if (row.name == step) return row.summary;
  return find_target(step) != nullptr ? "The output for the target." : "";
}

}  // namespace agal
