// Which markers of the list belong together, and which if a phi belongs to.
#pragma once

#include <cstdint>
#include <span>

#include "base/buffer.hpp"
#include "ir/module.hpp"

namespace agal::ir {

class Structure {
 public:
  static constexpr std::uint32_t none = 0xffff'ffff;

  /// Of one instruction, as indices of the list.
  struct Place {
    std::uint32_t start = none;  // of an Else, an EndIf, a Phi: its If
    std::uint32_t other = none;  // of an If: its Else, or its EndIf where there is none
    std::uint32_t end = none;    // of an If: its EndIf

    bool has_else() const { return other != end; }
  };

  const Place& operator[](Value v) const { return places_[index(v)]; }
  const Place& operator[](std::uint32_t i) const { return places_[i]; }

 private:
  friend Structure find_structure(std::span<const Inst> body);
  base::Buffer<Place> places_;  // empty where the list has no If
};

/// Linear. The list must be one that `verify` accepts. Do not ask about a list without ifs.
Structure find_structure(std::span<const Inst> body);

/// What the phi at `i` selects by: the condition of its if.
inline Value condition_of_phi(std::span<const Inst> body, const Structure& structure, std::uint32_t i) {
  return body[structure[i].start].arg(0);
}

}  // namespace agal::ir
