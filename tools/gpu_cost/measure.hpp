// Compiles programs in all their forms, for one GPU after another.
#pragma once

#include "forms.hpp"
#include "results.hpp"

namespace agal::gpu_cost {

struct MeasureOptions {
  std::vector<std::string> families{"navi21", "polaris10"};
  std::string driver;  // manifest of a Vulkan driver, "" for the RADV that is installed
  Listing listing = Listing::No;
};

struct Measured {
  Results results;
  std::string listings;
};

/// One program or pair in forms of any kind.
Result<Measured> measure(const std::string& name, const std::vector<Form>& forms, const MeasureOptions& options);

/// Many, in the three forms that AGAL has. What cannot be compiled is left out.
Result<Measured> measure(const std::vector<Subject>& subjects, const MeasureOptions& options);

}  // namespace agal::gpu_cost
