// Generates one program. The generator randomly chooses statements that are valid at the current position. A statement
// appends one or a few tokens, and `emit` tracks the contents of the temporaries.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "dice.hpp"
#include "opcode_traits.hpp"
#include "smith.hpp"

namespace agal::smith {

/// The interface between two programs of a pair.
struct Interface {
  std::uint32_t version = 1;
  std::vector<std::uint32_t> varyings;  // varyings that the vertex program writes or the fragment program reads
};

/// The contents of all temporaries, by number.
using Knowledge = std::vector<Known>;

/// Requirements on a source operand.
struct Wanted {
  Need need = Need::Any;
  WriteMask lanes = 0xf;  // the lanes of the swizzle that the result depends on
  bool scalar = false;    // true if all lanes must be the same component
  bool constants = true;
  bool relative = true;
};

class Generator {
 public:
  Generator(Dice& dice, Stage stage, Interface shared, const Options& options);
  Program run();

 private:
  // ---- generator.cpp: statements
  bool allowed(const OpcodeInfo& op) const;
  const OpcodeInfo* choose_opcode(std::optional<WriteMask> mask, bool two_sources);
  void statement();
  void operation(const OpcodeInfo& op, std::optional<Destination> to);
  void emit(const OpcodeInfo& op, Destination dst, Source src1 = {}, Source src2 = {});
  void emit(Opcode op, Destination dst, Source src1, Source src2 = {}) { emit(info(op), dst, src1, src2); }
  void learn(const OpcodeInfo& op, Destination dst, Source src1, Source src2);
  void mark_reads(const Instruction& token, WriteMask lanes);
  void mark_read(std::uint32_t temporary, std::uint32_t component);
  void bring_back(Destination dst);

  // ---- flow.cpp: conditionals and kil
  void conditional(const OpcodeInfo& op);
  void arm(std::uint32_t tokens, const std::vector<Destination>& results);
  std::vector<Destination> arm_results(bool has_else);
  std::pair<Source, Source> comparands(const OpcodeInfo& op);
  void kill(const OpcodeInfo& op);

  // ---- outputs.cpp
  void plan_outputs();
  void plan_whole_or_in_parts(RegisterType type, std::uint32_t number);
  void write_output();
  void use_up();
  std::uint32_t unread_registers() const;

  // ---- sources.cpp
  Source source(const Wanted& wanted);
  Source any_source(const Wanted& wanted);
  Source any_temporary(const Wanted& wanted);
  Source made_fit(Source given, const Wanted& wanted);
  Source matrix(std::uint32_t rows);
  Source matrix_of_temporaries(std::uint32_t rows);
  Source relative(std::uint32_t rows, std::uint8_t swizzle);
  std::optional<Source> fresh_address();
  std::pair<Source, Source> two_sources(const OpcodeInfo& op, WriteMask lanes);
  bool suits(Source given, const Wanted& wanted) const;
  std::uint8_t swizzle(WriteMask available, WriteMask preferred, const Wanted& wanted);
  Lane lane_of(Source source, std::uint32_t i) const;

  // ---- destinations and samplers
  WriteMask any_mask(DestinationRule rule);
  Destination temporary_for(WriteMask mask, Source src1 = {}, Source src2 = {});
  void texel(const OpcodeInfo& op, std::optional<Destination> to);
  void make_samplers();
  SamplerOperand sampler_state(std::uint32_t number);
  SamplerOperand sampler_for(const OpcodeInfo& op);

  std::uint32_t emitted() const { return static_cast<std::uint32_t>(program_.instructions.size()); }
  /// Returns true if this many more tokens may be emitted.
  bool room(std::uint32_t tokens) const { return emitted() + reserved_ + tokens <= size_; }
  /// Returns the registers of a type that the program reads.
  std::vector<std::uint32_t>& inputs(RegisterType type) { return inputs_[static_cast<std::size_t>(type)]; }
  const std::vector<std::uint32_t>& inputs(RegisterType type) const { return inputs_[static_cast<std::size_t>(type)]; }
  std::uint32_t count(RegisterType type) const { return limits_.count(type, program_.stage); }
  /// Protects a register from being overwritten before the next token, which reads it.
  void lock(Source source);

  Dice& dice_;
  const Interface shared_;
  const Options options_;
  const Limits& limits_;
  Program program_;
  Knowledge temporaries_;
  std::uint32_t size_ = 0;              // the number of tokens to generate
  std::uint32_t reserved_ = 0;          // the number of tokens that complete open statements
  std::uint32_t depth_ = 0;             // the number of open conditionals
  std::uint32_t kills_ = 0;             // the number of kills that may still be emitted
  bool finishing_ = false;              // true to use existing values rather than compute new values
  std::vector<std::uint32_t> scratch_;  // the temporaries of the program
  std::array<std::vector<std::uint32_t>, register_table.size()> inputs_;  // the registers of each type that are read
  std::vector<SamplerOperand> samplers_;
  std::vector<Destination> outputs_;  // outputs that are not written yet
  std::vector<std::uint32_t> locked_;
};

}  // namespace agal::smith
