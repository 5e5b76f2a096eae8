#pragma once

namespace agal::vulkan {

/// In a build with the address sanitizer, every library that is loaded now stays loaded; in others, nothing. Drivers
/// are unloaded with the last instance, and then the leak sanitizer takes what their globals refer to for leaks, which
/// it cannot even attribute to them.
void keep_libraries_loaded();

}  // namespace agal::vulkan
