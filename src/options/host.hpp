// What hosts.def says of options.
#pragma once

#include <vector>

#include "agal/target.hpp"

namespace agal::options {

/// The bindings of a host that are not the usual ones.
std::vector<Binding> bindings_of(Host host);

}  // namespace agal::options
