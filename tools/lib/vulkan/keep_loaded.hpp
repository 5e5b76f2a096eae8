#pragma once

namespace agal::vulkan {

/// In builds with the address sanitizer, keeps all currently loaded libraries loaded; does nothing in others. Drivers
/// are unloaded with the last instance, and then the leak sanitizer reports objects that their globals refer to as
/// leaks, without a usable stack trace.
void keep_libraries_loaded() noexcept;

}  // namespace agal::vulkan
