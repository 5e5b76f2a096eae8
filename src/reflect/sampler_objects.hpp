// The list `samplers` of the `agal` object.
#pragma once

#include <vector>

#include "agal/interface.hpp"
#include "base/json_writer.hpp"

namespace agal::reflect {

void write_samplers(base::JsonWriter& json, const std::vector<Interface::Sampler>& samplers);

}  // namespace agal::reflect
