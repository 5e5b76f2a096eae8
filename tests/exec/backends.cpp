// All backends by name.
#include <algorithm>

#include "exec/campaign.hpp"

namespace agal::exec {
namespace {

struct Opener {
  std::string_view name;
  test::Facility facility;
  Opened (*open)();
  Variation variation = {};
  bool in_every_test = true;  // false: only in tools/fidelity
};

constexpr Variation own_writer{Writer::Own, {}}, separate_samplers{{}, Samplers::Separate};

constexpr std::array openers{
    Opener{"vulkan-spv", test::Facility::Vulkan, open_vulkan_spv},
    Opener{"vulkan-hlsl50", test::Facility::Vulkan, open_vulkan_hlsl},
    Opener{"vulkan-separate", test::Facility::Vulkan, open_vulkan_spv, separate_samplers},
    Opener{"gl-glsl330", test::Facility::Gl, open_gl_glsl330},
    Opener{"gl-glsl450", test::Facility::Gl, open_gl_glsl450},
    Opener{"gles-essl100", test::Facility::Gles, open_gles_essl100},
    Opener{"gles-essl300", test::Facility::Gles, open_gles_essl300},
    Opener{"webgl1-essl100", test::Facility::WebGl, open_webgl1},
    Opener{"webgl2-essl300", test::Facility::WebGl, open_webgl2},
    Opener{"webgpu-wgsl", test::Facility::WebGpu, open_webgpu},
    Opener{"cpu-msl21", test::Facility::Msl, open_msl},
    Opener{"gl-own330", test::Facility::Gl, open_gl_glsl330, own_writer},
    Opener{"gl-own450", test::Facility::Gl, open_gl_glsl450, own_writer},
    Opener{"gles-own100", test::Facility::Gles, open_gles_essl100, own_writer},
    Opener{"gles-own300", test::Facility::Gles, open_gles_essl300, own_writer},
    Opener{"webgl1-own100", test::Facility::WebGl, open_webgl1, own_writer, false},
    Opener{"webgl2-own300", test::Facility::WebGl, open_webgl2, own_writer, false},
};

}  // namespace

std::vector<std::string_view> tested_backend_names() {
  std::vector<std::string_view> names;
  for (const Opener& opener : openers)
    if (opener.in_every_test) names.push_back(opener.name);
  return names;
}

test::Facility facility_of(std::string_view name) {
  return std::find_if(openers.begin(), openers.end(), [&](const Opener& opener) { return opener.name == name; })
      ->facility;
}

Backends open_backends(const std::vector<std::string>& names, std::vector<std::string>& missing) {
  Backends backends;
  for (const Opener& opener : openers) {
    const auto asked_for = [&](const std::string& name) { return opener.name.find(name) != std::string_view::npos; };
    if (!names.empty() && std::none_of(names.begin(), names.end(), asked_for)) continue;
    Opened opened = opener.open();
    if (opened.backend != nullptr && opened.backend->name() != opener.name)
      opened = with_variation(std::move(opened), opener.name, opener.variation);
    if (opened.backend != nullptr)
      backends.push_back(std::move(opened.backend));
    else
      missing.push_back(std::string(opener.name) + ": " + opened.missing);
  }
  return backends;
}

}  // namespace agal::exec
