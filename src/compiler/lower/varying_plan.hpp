// Packs several varyings into one location, for devices with few locations.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>

#include "agal/program.hpp"
#include "base/buffer.hpp"
#include "base/register_set.hpp"

namespace agal::lower {

/// Assigns locations to the components of varyings that the fragment program of a pair reads. Both programs are lowered
/// with the same plan.
class VaryingPlan {
 public:
  /// The components of a varying in consecutive components of a location.
  struct Place {
    std::uint32_t varying = 0, location = 0;
    WriteMask components = 0;  // the components of the varying that are placed
    std::uint32_t first = 0;   // the first component in the location
    bool centroid = false;

    /// Returns the component of the location for a component of the varying, which must be in `components`.
    std::uint32_t component(std::uint32_t c) const {
      return first + static_cast<std::uint32_t>(std::popcount(components & ((1u << c) - 1u)));
    }
  };

  /// Makes a plan. `components` are the components that are read, indexed by varying. Returns nullopt if they do not
  /// fit into `limit` locations.
  static std::optional<VaryingPlan> make(std::span<const WriteMask> components, const base::RegisterSet& centroid,
                                         std::uint32_t limit);

  const base::Buffer<Place>& places() const { return places_; }
  /// Returns the place of a varying; nullptr if no component of it is read.
  const Place* find(std::uint32_t varying) const;
  std::uint32_t locations() const { return locations_; }
  /// Returns the locations that are interpolated at the centroid.
  base::RegisterSet centroid() const;

 private:
  base::Buffer<Place> places_;  // sorted by width, the widest first
  std::uint32_t locations_ = 0;
};

}  // namespace agal::lower
