#include <algorithm>
#include <vector>

#include "reflect/interface.hpp"

namespace agal::reflect {
namespace {

const Interface::Varying* find_varying(const Interface& program, std::uint32_t location) {
  const auto found = std::lower_bound(
      program.varyings.begin(), program.varyings.end(), location,
      [](const Interface::Varying& varying, std::uint32_t wanted) { return varying.location < wanted; });
  return found != program.varyings.end() && found->location == location ? &*found : nullptr;
}

// A vertex program stores every varying that the fragment program reads; those that its tokens do not write are zero.
void add_stored(SharedInterface& shared, const Interface& vertex, const Interface& fragment) {
  for (const Interface::Varying& stored : vertex.varyings) {
    if (stored.components == 0) {
      shared.added.push_back({stored.name, stored.location});
      continue;
    }
    const Interface::Varying* const read = find_varying(fragment, stored.location);
    shared.kept.push_back({stored.name, stored.location, stored.components,
                           read != nullptr ? read->components : WriteMask{0}, stored.centroid});
  }
}

void add_dropped(SharedInterface& shared, const Interface& vertex) {
  for (const Interface::Register& named : vertex.registers)
    if (named.type == RegisterType::Varying && named.written != 0 && find_varying(vertex, named.index) == nullptr)
      shared.dropped.push_back({named.name, named.index});
}

void add_push_range(SharedInterface& shared, const Interface& program) {
  const std::optional<Interface::Layout>& layout = program.uniforms.layout;
  if (layout && layout->mode == ConstantsMode::Push)
    shared.push_ranges.push_back({program.stage, layout->offset, layout->size()});
}

}  // namespace

SharedInterface shared_interface_of(const Interface& vertex, const Interface& fragment) {
  SharedInterface shared;
  add_stored(shared, vertex, fragment);
  add_dropped(shared, vertex);
  add_push_range(shared, vertex);
  add_push_range(shared, fragment);
  return shared;
}

}  // namespace agal::reflect
