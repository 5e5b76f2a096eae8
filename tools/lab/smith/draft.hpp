// The program that is being generated: its tokens, its registers, and the estimated contents of its temporaries.
#pragma once

#include <array>
#include <cstdint>
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

/// A program without an end. Its tokens are valid in the order in which they were emitted.
class Draft {
 public:
  /// Chooses the registers of a program of at most `size` tokens.
  Draft(Dice& dice, Stage stage, const Interface& shared, std::uint32_t size);

  Stage stage() const { return program_.stage; }
  std::uint32_t version() const { return program_.version; }
  const Limits& limits() const { return limits_; }
  std::uint32_t count(RegisterType type) const { return limits_.count(type, program_.stage); }
  /// Returns the registers of a type that the program reads.
  const std::vector<std::uint32_t>& inputs(RegisterType type) const { return inputs_[static_cast<std::size_t>(type)]; }
  Program take() { return std::move(program_); }

  // ---- tokens
  void emit(const OpcodeInfo& op, Destination dst, Source src1 = {}, Source src2 = {});
  void emit(Opcode op, Destination dst, Source src1, Source src2 = {}) { emit(info(op), dst, src1, src2); }
  std::uint32_t emitted() const { return static_cast<std::uint32_t>(program_.instructions.size()); }
  std::uint32_t size() const { return size_; }
  /// Returns the number of tokens that may still be emitted.
  std::uint32_t left() const { return room(0) ? size_ - emitted() - reserved_ : 0; }
  /// Returns true if this many more tokens may be emitted.
  bool room(std::uint32_t tokens) const { return emitted() + reserved_ + tokens <= size_; }
  /// Reserves tokens that complete open statements.
  void reserve(std::uint32_t tokens) { reserved_ += tokens; }
  void release(std::uint32_t tokens) { reserved_ -= tokens; }

  // ---- the position
  std::uint32_t depth() const { return depth_; }
  void open_conditional() { ++depth_; }
  void close_conditional() { --depth_; }
  /// Prefers existing values to new ones from now on.
  void finish() { finishing_ = true; }
  bool is_finishing() const { return finishing_; }

  // ---- temporaries
  const Knowledge& temporaries() const { return temporaries_; }
  void set_temporaries(const Knowledge& known) { temporaries_ = known; }
  /// Merges the contents after this branch with the contents after the other branch.
  void merge_temporaries(const Knowledge& other);
  void mark_address(std::uint32_t temporary, std::uint32_t component) {
    temporaries_[temporary].lanes[component].address = true;
  }
  /// Returns the temporaries that the program uses.
  const std::vector<std::uint32_t>& scratch() const { return scratch_; }
  std::uint32_t unread_registers() const;
  Lane lane_of(Source source, std::uint32_t i) const;

  // ---- destinations
  WriteMask any_mask(DestinationRule rule);
  /// Chooses a destination: often one of the sources, otherwise a temporary with a value that was read before.
  Destination temporary_for(WriteMask mask, Source src1 = {}, Source src2 = {});
  /// Protects a register from being overwritten before the next token, which reads it.
  void lock(Source source);
  void lock(std::uint32_t temporary) { locked_.push_back(temporary); }
  std::size_t locks() const { return locked_.size(); }
  /// Removes all locks but the first ones.
  void unlock(std::size_t kept) { locked_.resize(kept); }

 private:
  void learn(const OpcodeInfo& op, Destination dst, Source src1, Source src2);
  void mark_reads(const Instruction& token, WriteMask lanes);
  void mark_read(std::uint32_t temporary, std::uint32_t component);

  Dice& dice_;
  const Limits& limits_;
  Program program_;
  Knowledge temporaries_;
  std::uint32_t size_;                  // the number of tokens to generate
  std::uint32_t reserved_ = 0;          // the number of tokens that complete open statements
  std::uint32_t depth_ = 0;             // the number of open conditionals
  bool finishing_ = false;              // true to use existing values rather than compute new values
  std::vector<std::uint32_t> scratch_;  // the temporaries of the program
  std::array<std::vector<std::uint32_t>, register_table.size()> inputs_;  // the registers of each type that are read
  std::vector<std::uint32_t> locked_;
};

constexpr WriteMask low_lanes(std::uint32_t count) { return static_cast<WriteMask>((1u << count) - 1); }

}  // namespace agal::smith
