// The backends that are built.
#include <algorithm>

#include "exec/campaign.hpp"

namespace agal::exec {
namespace {

struct Opener {
  std::string_view name;
  Opened (*open)();
};

#ifdef AGAL_EXEC_VULKAN
constexpr Opener vulkan_spv{"vulkan-spv", open_vulkan_spv}, vulkan_hlsl{"vulkan-hlsl50", open_vulkan_hlsl};
#else
constexpr auto no_vulkan = [] { return Opened{nullptr, "built without Vulkan"}; };
constexpr Opener vulkan_spv{"vulkan-spv", no_vulkan}, vulkan_hlsl{"vulkan-hlsl50", no_vulkan};
#endif
#ifdef AGAL_EXEC_GL
constexpr Opener gl_330{"gl-glsl330", open_gl_glsl330}, gl_450{"gl-glsl450", open_gl_glsl450},
    gles_100{"gles-essl100", open_gles_essl100}, gles_300{"gles-essl300", open_gles_essl300};
#else
constexpr auto no_gl = [] { return Opened{nullptr, "built without EGL"}; };
constexpr Opener gl_330{"gl-glsl330", no_gl}, gl_450{"gl-glsl450", no_gl}, gles_100{"gles-essl100", no_gl},
    gles_300{"gles-essl300", no_gl};
#endif
#ifdef AGAL_EXEC_WEBGL
constexpr Opener webgl1{"webgl1-essl100", open_webgl1}, webgl2{"webgl2-essl300", open_webgl2};
#endif
#ifdef AGAL_EXEC_MSL
constexpr Opener msl{"cpu-msl21", open_msl};
#endif

}  // namespace

Backends open_backends(const std::vector<std::string>& names, std::vector<std::string>& missing) {
  constexpr std::array openers {
    vulkan_spv, vulkan_hlsl, gl_330, gl_450, gles_100, gles_300,
#ifdef AGAL_EXEC_WEBGL
        webgl1, webgl2,
#endif
#ifdef AGAL_EXEC_MSL
        msl,
#endif
  };
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
