// AGAL to SPIR-V words: what agal::core does, and no third-party code takes part in.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/program.hpp"
#include "agal/result.hpp"
#include "agal/semantics.hpp"
#include "agal/target.hpp"
#include "agal/validate.hpp"

namespace agal {

enum class Optimization : std::uint8_t { None, Full };

/// Receives the program after each stage that changed something: a stable stage name ("ast", "ir", "ir: narrow-lanes",
/// "spirv", "essl300") and its text.
using StageListener = std::function<void(std::string_view stage, std::string_view text)>;

/// One sentence about what a program has become at a stage that a listener is told of; "" for an unknown one.
std::string_view stage_summary(std::string_view stage);

/// How long one stage took.
struct StageTime {
  std::string stage;
  std::uint64_t nanoseconds = 0;
};

struct TranslateOptions : OutputOptions {
  ValidateOptions validation;
  Semantics semantics;
  Optimization optimization = Optimization::Full;
  bool debug_info = false;  // OpSource, OpLine, and every value's name in SPIR-V
  StageListener on_stage;   // unset: nobody listens
};

/// AGAL is validated, the words are not. What an emulator calls while the game waits. Time is linear in the tokens.
/// From its second call on, a thread takes next to nothing from the heap but the result: it keeps up to 4 MiB of memory
/// for its next call, and gives them back when it ends. `options.target` other than Spv shapes the words for the text
/// target they are meant for.
Result<std::vector<std::uint32_t>> translate(const Program& program, const TranslateOptions& options = {});

}  // namespace agal
