// Finds accesses to properties whose names are computed, and tells them from accesses to the items of lists.
#pragma once

#include <cstdint>

#include "avm2/abc.hpp"

namespace agal::avm2 {

struct ControlFlow;

/// The properties that an access by key may touch, such as `object[key]`.
enum class KeyKind : std::uint8_t {
  Item,        // the items of a list, because the key is a number
  Undeclared,  // items, and properties that no class declares, because the object is a list
  Anything
};

/// Notes the accesses by key in a body: `keys`, `stored`, `called` and the kinds of its `by_key`. Notes also the names
/// of the properties of objects that it makes, and the classes that it constructs after it has read them.
void find_keys(const Abc& abc, const MethodBody& body, ControlFlow& flow);

}  // namespace agal::avm2
