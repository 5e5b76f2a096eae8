#include "lower/varying_plan.hpp"

namespace agal::lower {
namespace {

struct Location {
  std::uint32_t used = 0;  // the number of used components
  bool centroid = false;
};

}  // namespace

// Places the widest varyings first, each into the first location with enough space and the same interpolation. With at
// most four components, no other order needs fewer locations: threes are combined with ones, and twos with twos.
std::optional<VaryingPlan> VaryingPlan::make(std::span<const WriteMask> components, const base::RegisterSet& centroid,
                                             std::uint32_t limit) {
  VaryingPlan out;
  base::Buffer<Location> locations;
  for (int width = 4; width > 0; --width)
    for (std::uint32_t n = 0; n < components.size(); ++n) {
      if (std::popcount(components[n]) != width) continue;
      const auto needed = static_cast<std::uint32_t>(width);
      const bool at_centroid = centroid.contains(n);
      std::uint32_t place = 0;
      while (place < locations.size() &&
             (locations[place].used + needed > 4 || locations[place].centroid != at_centroid))
        ++place;
      if (place == limit) return std::nullopt;
      if (place == locations.size()) locations.push_back({0, at_centroid});
      out.places_.push_back({n, place, components[n], locations[place].used, at_centroid});
      locations[place].used += needed;
    }
  out.locations_ = static_cast<std::uint32_t>(locations.size());
  return out;
}

const VaryingPlan::Place* VaryingPlan::find(std::uint32_t varying) const {
  for (const Place& place : places_)
    if (place.varying == varying) return &place;
  return nullptr;
}

base::RegisterSet VaryingPlan::centroid() const {
  base::RegisterSet out;
  for (const Place& place : places_)
    if (place.centroid) out.add(place.location);
  return out;
}

}  // namespace agal::lower
