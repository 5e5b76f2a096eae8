// One program on its way from tokens to SPIR-V words: the part of a compilation that needs no third-party code.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "agal/translate.hpp"
#include "ir/module.hpp"
#include "lower/lower.hpp"
#include "spirv/emit.hpp"

namespace agal::translation {

/// Each step is one box of the design: it takes what the step before left here, tells the listener, and notes its time.
class Translation {
 public:
  /// `program` and `options` must outlive this. `lowering` carries what a pair decides about varyings; its semantics
  /// are taken from `options`. `times` may be null: nobody wants to know.
  Translation(const Program& program, const TranslateOptions& options, std::vector<StageTime>* times,
              lower::Options lowering = {});

  /// AGAL validation, the target's limits, lowering, all passes. False: rejected, the diagnostics say why.
  bool run(Diagnostics& diagnostics);

  /// The words; none where they are more than a module may hold. Only after a successful `run`.
  std::vector<std::uint32_t> emit(Diagnostics& diagnostics);

  /// Bytes of the push constants that belong to the program before this one in a pair.
  void set_push_offset(std::uint32_t bytes) { push_offset_ = bytes; }
  std::uint32_t push_offset() const { return push_offset_; }

  const Program& program() const { return program_; }
  const TranslateOptions& options() const { return options_; }
  const ir::Module& module() const { return module_; }
  const spirv::ModuleInterface& interface() const { return interface_; }

  void tell(std::string_view stage, std::string_view text) const {
    if (options_.on_stage) options_.on_stage(stage, text);
  }

 private:
  void passes(Diagnostics& diagnostics);
  spirv::Options emission() const;

  const Program& program_;
  const TranslateOptions& options_;
  lower::Options lowering_;
  std::vector<StageTime>* times_;
  std::uint32_t push_offset_ = 0;
  ir::Module module_;
  spirv::ModuleInterface interface_;
};

}  // namespace agal::translation
