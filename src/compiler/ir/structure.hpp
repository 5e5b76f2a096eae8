// Finds the If, Else and EndIf that belong together, and the if of each phi.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/buffer.hpp"
#include "ir/module.hpp"

namespace agal::ir {

class Structure {
 public:
  static constexpr std::uint32_t none = 0xffff'ffff;

  /// The place of one instruction in the structure, as indices of the list.
  struct Place {
    std::uint32_t start = none;  // for an Else, an EndIf or a Phi: the index of its If
    std::uint32_t other = none;  // for an If: the index of its Else or, without one, of its EndIf
    std::uint32_t end = none;    // for an If: the index of its EndIf

    bool has_else() const { return other != end; }
  };

  bool has_ifs() const { return !places_.empty(); }
  const Place& operator[](Value v) const { return places_[index(v)]; }
  const Place& operator[](std::uint32_t i) const { return places_[i]; }

 private:
  friend Structure find_structure(std::span<const Inst> body);
  base::Buffer<Place> places_;  // empty if the list does not contain an If
};

/// Finds the structure of a list, which must be valid (`verify`). If the list does not have an If, the result is empty
/// and must not be indexed. Linear.
Structure find_structure(std::span<const Inst> body);
inline Structure find_structure(const Module& module) {
  return module.has_ifs ? find_structure(std::span(module.body)) : Structure();
}

/// The end of an arm. The phis that follow `end_if` take operand number `operand` from this arm.
struct ArmEnd {
  std::uint32_t end_if;
  std::uint32_t operand;
};

/// Returns the arm that ends at the instruction at `i`; nullopt if none ends there. The second arm of an if without an
/// else is the state before the if, and ends at the If itself.
inline std::optional<ArmEnd> arm_end(std::span<const Inst> body, const Structure& structure, std::uint32_t i) {
  if (kind(body[i].op) != Kind::Marker) return std::nullopt;
  if (body[i].op == Op::If)
    return structure[i].has_else() ? std::nullopt : std::optional<ArmEnd>({structure[i].end, 1});
  const Structure::Place& start = structure[structure[i].start];
  return ArmEnd{start.end, body[i].op == Op::EndIf && start.has_else() ? 1u : 0u};
}

/// Returns the condition of the if of the phi at `i`.
inline Value condition_of_phi(std::span<const Inst> body, const Structure& structure, std::uint32_t i) {
  return body[structure[i].start].arg(0);
}

}  // namespace agal::ir
