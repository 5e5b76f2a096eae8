// All backends by name.
#include <algorithm>
#include <stdexcept>

#include "exec/campaign.hpp"
#include "exec/proofs.hpp"

namespace agal::exec {
namespace {

struct Opener {
  std::string_view name;
  Target target;
  test::Facility facility;
  Opened (*open)();
  Variation variation = {};
  RunLength first = RunLength::Short;  // the shortest run that includes the backend
};

constexpr Variation own{Writer::Own, {}}, cross{Writer::Cross, {}}, separate{{}, Samplers::Separate},
    own_separate{Writer::Own, Samplers::Separate}, cross_separate{Writer::Cross, Samplers::Separate};

constexpr std::array openers{
    Opener{"vulkan-spv", Target::Spv, test::Facility::Vulkan, open_vulkan_spv},
    Opener{"vulkan-hlsl50", Target::Hlsl50, test::Facility::Vulkan, open_vulkan_hlsl, own},
    Opener{"vulkan-glsl450", Target::VulkanGlsl450, test::Facility::Vulkan, open_vulkan_glsl, own},
    Opener{"vulkan-separate", Target::Spv, test::Facility::Vulkan, open_vulkan_spv, separate},
    Opener{"vulkan-separate-glsl450", Target::VulkanGlsl450, test::Facility::Vulkan, open_vulkan_glsl, own_separate,
           RunLength::Long},
    Opener{"gl-glsl120", Target::Glsl120, test::Facility::Gl, open_gl_glsl120, own},
    Opener{"gl-glsl330", Target::Glsl330, test::Facility::Gl, open_gl_glsl330, own},
    Opener{"gl-glsl450", Target::Glsl450, test::Facility::Gl, open_gl_glsl450, own},
    Opener{"gles-essl100", Target::Essl100, test::Facility::Gl, open_gles_essl100, own},
    Opener{"gles-essl300", Target::Essl300, test::Facility::Gl, open_gles_essl300, own},
    Opener{"gles-essl310", Target::Essl310, test::Facility::Gl, open_gles_essl310, own},
    Opener{"webgl1-essl100", Target::Essl100, test::Facility::Chromium, open_webgl1, own},
    Opener{"webgl2-essl300", Target::Essl300, test::Facility::Chromium, open_webgl2, own},
    Opener{"webgpu-wgsl", Target::Wgsl, test::Facility::Chromium, open_webgpu},
    Opener{"cpu-msl21", Target::Msl21, test::Facility::Msl, open_msl, own},
    Opener{"d3d11-hlsl50", Target::Hlsl50, test::Facility::Direct3d, open_direct3d, own},
    Opener{"d3d11-cross-hlsl50", Target::Hlsl50, test::Facility::Direct3d, open_direct3d, cross},
    Opener{"vulkan-cross-hlsl50", Target::Hlsl50, test::Facility::Vulkan, open_vulkan_hlsl, cross, RunLength::Long},
    Opener{"vulkan-cross-glsl450", Target::VulkanGlsl450, test::Facility::Vulkan, open_vulkan_glsl, cross,
           RunLength::Long},
    Opener{"vulkan-separate-cross-hlsl50", Target::Hlsl50, test::Facility::Vulkan, open_vulkan_hlsl, cross_separate,
           RunLength::Long},
    Opener{"vulkan-separate-cross-glsl450", Target::VulkanGlsl450, test::Facility::Vulkan, open_vulkan_glsl,
           cross_separate, RunLength::Long},
    Opener{"gl-cross120", Target::Glsl120, test::Facility::Gl, open_gl_glsl120, cross, RunLength::Long},
    Opener{"gl-cross330", Target::Glsl330, test::Facility::Gl, open_gl_glsl330, cross},
    Opener{"gl-cross450", Target::Glsl450, test::Facility::Gl, open_gl_glsl450, cross, RunLength::Long},
    Opener{"gles-cross100", Target::Essl100, test::Facility::Gl, open_gles_essl100, cross},
    Opener{"gles-cross300", Target::Essl300, test::Facility::Gl, open_gles_essl300, cross},
    Opener{"gles-cross310", Target::Essl310, test::Facility::Gl, open_gles_essl310, cross, RunLength::Long},
    Opener{"webgl1-cross100", Target::Essl100, test::Facility::Chromium, open_webgl1, cross, RunLength::Long},
    Opener{"webgl2-cross300", Target::Essl300, test::Facility::Chromium, open_webgl2, cross, RunLength::Long},
    Opener{"cpu-cross-msl21", Target::Msl21, test::Facility::Msl, open_msl, cross},
};

bool is_name(std::string_view name) {
  return std::any_of(openers.begin(), openers.end(), [=](const Opener& opener) { return opener.name == name; });
}

// Returns true if a word selects a backend. A complete name only selects its backend, even if others contain it.
bool selects(std::string_view word, std::string_view name) {
  return is_name(word) ? word == name : name.find(word) != std::string_view::npos;
}

}  // namespace

std::vector<test::Facility> backend_facilities() {
  std::vector<test::Facility> facilities;
  for (const Opener& opener : openers)
    if (std::find(facilities.begin(), facilities.end(), opener.facility) == facilities.end())
      facilities.push_back(opener.facility);
  return facilities;
}

std::vector<std::string> backend_names(test::Facility facility, RunLength length) {
  std::vector<std::string> names;
  for (const Opener& opener : openers)
    if (opener.facility == facility && opener.first <= length) names.emplace_back(opener.name);
  return names;
}

std::vector<BackendForm> backend_forms() {
  std::vector<BackendForm> forms;
  for (const Opener& opener : openers) forms.push_back({std::string(opener.name), opener.target, opener.variation});
  return forms;
}

Backends open_backends(const std::vector<std::string>& names, std::vector<std::string>& missing) {
  Backends backends;
  for (const Opener& opener : openers) {
    const auto selects_it = [&](const std::string& word) { return selects(word, opener.name); };
    if (!names.empty() && std::none_of(names.begin(), names.end(), selects_it)) continue;
    Opened opened = opener.open();
    if (opened.backend != nullptr && opened.backend->target() != opener.target)
      throw std::logic_error("the table has another target for " + std::string(opener.name));
    if (opened.backend != nullptr && (opener.variation.writer || opener.variation.samplers))
      opened = with_variation(std::move(opened), std::string(opener.name), opener.variation);
    if (opened.backend != nullptr)
      backends.push_back(std::move(opened.backend));
    else
      missing.push_back(std::string(opener.name) + ": " + opened.missing);
  }
  return backends;
}

}  // namespace agal::exec
