#include "vulkan/renderdoc.hpp"

#ifndef _WIN32
#include <dlfcn.h>
#endif

namespace agal::vulkan {
namespace {

// The version of the table of functions, and indices in this table.
constexpr int version_1_0_0 = 10000;
constexpr int start_frame_capture = 19, end_frame_capture = 21;

using GetApi = int (*)(int version, void** functions);
using StartCapture = void (*)(void* device, void* window);
using EndCapture = unsigned (*)(void* device, void* window);

}  // namespace

Renderdoc::Renderdoc() {
#ifndef _WIN32
  void* const library = ::dlopen("librenderdoc.so", RTLD_NOW | RTLD_NOLOAD);
  if (library == nullptr) return;
  const auto get_api = reinterpret_cast<GetApi>(::dlsym(library, "RENDERDOC_GetAPI"));
  void* table = nullptr;
  if (get_api != nullptr && get_api(version_1_0_0, &table) == 1) functions_ = static_cast<void**>(table);
#endif
}

// Without a device and a window, RenderDoc captures the device that it knows.
void Renderdoc::begin() const {
  if (is_loaded()) reinterpret_cast<StartCapture>(functions_[start_frame_capture])(nullptr, nullptr);
}

void Renderdoc::end() const {
  if (is_loaded()) reinterpret_cast<EndCapture>(functions_[end_frame_capture])(nullptr, nullptr);
}

}  // namespace agal::vulkan
