// All backends by name.
#include <algorithm>

#include "exec/campaign.hpp"

namespace agal::exec {
namespace {

struct Opener {
  std::string_view name;
  Opened (*open)();
};

constexpr std::array openers{
    Opener{"vulkan-spv", open_vulkan_spv},
    Opener{"vulkan-hlsl50", open_vulkan_hlsl},
    Opener{"gl-glsl330", open_gl_glsl330},
    Opener{"gl-glsl450", open_gl_glsl450},
    Opener{"gles-essl100", open_gles_essl100},
    Opener{"gles-essl300", open_gles_essl300},
    Opener{"webgl1-essl100", open_webgl1},
    Opener{"webgl2-essl300", open_webgl2},
    Opener{"cpu-msl21", open_msl},
};

}  // namespace

std::vector<std::string_view> backend_names() {
  std::vector<std::string_view> names;
  for (const Opener& opener : openers) names.push_back(opener.name);
  return names;
}

Backends open_backends(const std::vector<std::string>& names, std::vector<std::string>& missing) {
  Backends backends;
  for (const Opener& opener : openers) {
    const auto asked_for = [&](const std::string& name) { return opener.name.find(name) != std::string_view::npos; };
    if (!names.empty() && std::none_of(names.begin(), names.end(), asked_for)) continue;
    Opened opened = opener.open();
    if (opened.backend != nullptr)
      backends.push_back(std::move(opened.backend));
    else
      missing.push_back(std::string(opener.name) + ": " + opened.missing);
  }
  return backends;
}

}  // namespace agal::exec
