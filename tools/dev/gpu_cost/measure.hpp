// Compiles programs in all their forms, for several GPUs.
#pragma once

#include "forms.hpp"
#include "results.hpp"

namespace agal::gpu_cost {

struct MeasureOptions {
  std::vector<std::string> families{"navi21", "polaris10"};
  std::string driver;  // the manifest of a Vulkan driver, "" for the installed RADV
  Listing listing = Listing::No;
};

struct Measured {
  Results results;
  std::string listings;
};

/// One program or pair in forms of any kind.
Result<Measured> measure(const std::string& name, const std::vector<Form>& forms, const MeasureOptions& options);

/// Many, in the three forms of AGAL. Those that cannot be compiled are left out.
Result<Measured> measure(const std::vector<Subject>& subjects, const MeasureOptions& options);

}  // namespace agal::gpu_cost
