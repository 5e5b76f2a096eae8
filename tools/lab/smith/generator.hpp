// Generates one program. The generator randomly chooses statements that are valid at the current position. A statement
// appends one or a few tokens.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "draft.hpp"
#include "sources.hpp"

namespace agal::smith {

class Generator {
 public:
  Generator(Dice& dice, Stage stage, const Interface& shared, const Options& options);
  Program run();

 private:
  bool allowed(const OpcodeInfo& op) const;
  const OpcodeInfo* choose_opcode(std::optional<WriteMask> mask, bool two_sources);
  void statement();
  void operation(const OpcodeInfo& op, std::optional<Destination> to);
  void bring_back(Destination dst);
  void texel(const OpcodeInfo& op, std::optional<Destination> to);
  SamplerOperand sampler_for(const OpcodeInfo& op);
  void write_output();
  void use_up();

  // ---- flow.cpp: conditionals and kil
  void conditional(const OpcodeInfo& op);
  void arm(std::uint32_t tokens, const std::vector<Destination>& results);
  std::vector<Destination> arm_results(bool has_else);
  std::pair<Source, Source> comparands(const OpcodeInfo& op);
  void kill(const OpcodeInfo& op);

  Dice& dice_;
  const Interface shared_;
  const Options options_;
  Draft draft_;
  Sources sources_;
  std::vector<SamplerOperand> samplers_;
  std::vector<Destination> outputs_;  // outputs that are not written yet
  std::uint32_t kills_;               // the number of kills that may still be emitted
};

}  // namespace agal::smith
