#include "vulkan/drivers.hpp"

#ifdef AGAL_KEEPS_LIBRARIES
#include <dlfcn.h>
#include <link.h>

#include <string>
#include <vector>
#endif

namespace agal::vulkan {

void keep_libraries_loaded() noexcept {
#ifdef AGAL_KEEPS_LIBRARIES
  std::vector<std::string> paths;
  const auto add = [](dl_phdr_info* info, std::size_t, void* list) {
    static_cast<std::vector<std::string>*>(list)->emplace_back(info->dlpi_name);
    return 0;
  };
  ::dl_iterate_phdr(add, &paths);
  for (const std::string& path : paths)
    if (!path.empty()) ::dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
#endif
}

}  // namespace agal::vulkan
