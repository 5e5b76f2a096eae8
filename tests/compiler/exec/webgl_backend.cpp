// The backends of WebGL 1 and 2 in headless Chromium. The jobs are JSON in a page, and webgl/webgl.js runs them.
//
// Limitations: interpolated varyings lose the sign of zero and become NaN if they are infinite, like on OpenGL. The
// same holds for outputs of vertex programs on WebGL 1, where they are read as varyings.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "browser/devtools.hpp"
#include "exec/backend.hpp"
#include "exec/gl_job.hpp"
#include "exec/page_jobs.hpp"

namespace agal::exec {
namespace {

using namespace gl;
using nlohmann::json;
namespace fs = std::filesystem;

constexpr std::size_t outputs_in_pass = 4;  // the draw buffers that every driver has, for vertex jobs of WebGL 1

json texture_as_json(const TextureSlot& slot, Stage stage) {
  const SamplerParameters p = parameters_of(slot);
  return {{"kind", static_cast<int>(slot.texture.kind)},
          {"unit", default_sampler_binding(stage, slot.sampler)},
          {"minFilter", p.min_filter},
          {"magFilter", p.mag_filter},
          {"wrapS", p.wrap_s},
          {"wrapT", p.wrap_t},
          {"wrapR", p.wrap_r},
          {"levels", levels_as_json(slot.texture)}};
}

json constants_as_json(const Job& job) {
  const bool fragment = job.stage == Stage::Fragment;
  const std::uint32_t length = constants_of(job.shader.text);
  return {{"length", length},
          {"block", fragment ? "FragmentConstants" : "VertexConstants"},
          {"array", fragment ? "fc" : "vc"},
          {"binding", default_constants_binding(job.stage)},
          {"data", base64(constant_data(job, length))}};
}

void add_fragment(json& out, const Job& job) {
  const std::vector<Varying> varyings = varyings_of(job.shader.text);
  out["vertex"] = pass_through(job.shader.text);
  out["fragment"] = job.shader.text;
  out["colors"] = job.interface.colors;
  out["depth"] = job.interface.depth;
  out["vertices"] = base64(corner_data(job, varyings));
  out["attributes"] = {{corner_position, 0}};
  out["locations"] = {0};
  for (std::size_t i = 0; i < varyings.size(); ++i) {
    out["attributes"][corner_attribute(varyings[i].number)] = i + 1;
    out["locations"].push_back(i + 1);
  }
}

void add_vertex(json& out, const Job& job, bool second) {
  const std::vector<std::string> names = captured(job, second ? "gl_Position" : saved_position);
  // The pair has to link, but only the vertex shader runs.
  if (!job.partner.text.empty()) out["pair"] = {job.shader.text, job.partner.text};
  out["captured"] = names;
  out["vertices"] = base64(attribute_data(job));
  out["attributes"] = json::object();
  out["locations"] = job.interface.attributes;
  for (const std::uint32_t number : job.interface.attributes) out["attributes"][fmt::format("va{}", number)] = number;
  if (second) {
    const bool instanced = counts_instances(job.shader.text);
    out["vertex"] = job.shader.text;
    out["fragment"] = empty_fragment(job.shader.text);
    out["instances"] = json::array();
    for (const Draw& draw : job.draws) out["instances"].push_back(instanced ? draw.instance + 1 : 1);
    return;
  }
  out["vertex"] = with_saved_position(job.shader.text);
  out["passes"] = json::array();
  for (std::size_t i = 0; i < names.size(); i += outputs_in_pass) {
    const auto first = names.begin() + static_cast<std::ptrdiff_t>(i);
    const std::size_t count = std::min(outputs_in_pass, names.size() - i);
    out["passes"].push_back(varyings_to_buffers({first, first + static_cast<std::ptrdiff_t>(count)}));
  }
}

json job_as_json(const Job& job, bool second) {
  const bool fragment = job.stage == Stage::Fragment;
  json out{{"name", job.name},
           {"stage", fragment ? "fragment" : "vertex"},
           {"draws", job.draws.size()},
           {"rows", rows_of(job.draws.size())},
           {"cells", json::array()},
           {"textures", json::array()},
           {"constants", constants_as_json(job)}};
  for (std::size_t draw = 0; draw < job.draws.size(); ++draw)
    out["cells"].push_back({cell_of(draw).x, cell_of(draw).y});
  for (const TextureSlot& slot : job.textures) out["textures"].push_back(texture_as_json(slot, job.stage));
  if (fragment)
    add_fragment(out, job);
  else
    add_vertex(out, job, second);
  return out;
}

json setup_as_json(bool second) {
  json samplers = json::array();
  for (const SamplerName& sampler : all_samplers())
    samplers.push_back({{"name", sampler.name}, {"unit", sampler.unit}});
  const std::vector<std::string_view> of_first{
      "OES_texture_float",   "OES_texture_float_linear", "WEBGL_color_buffer_float", "WEBGL_draw_buffers",
      "WEBGL_depth_texture", "OES_standard_derivatives", "EXT_shader_texture_lod",   "EXT_frag_depth"};
  const std::vector<std::string_view> of_second{"EXT_color_buffer_float", "OES_texture_float_linear"};
  return {{"version", second ? 2 : 1},
          {"extensions", second ? of_second : of_first},
          {"size", surface_size},
          {"cell", cell_size},
          {"triangle", triangle_size},
          {"untouched", untouched},
          {"outputsInPass", outputs_in_pass},
          {"samplers", samplers}};
}

class WebGlBackend final : public Backend {
 public:
  WebGlBackend(fs::path browser, bool second) : browser_(std::move(browser)), second_(second) {}

  // Returns the reason why the browser cannot be used, "" if it can.
  std::string prepare() {
    Answer answer = ask("", 0);
    device_ = std::move(answer.device);
    depth_bits_ = answer.depth_bits;
    return std::move(answer.fault);
  }

  std::string_view name() const override { return second_ ? "webgl2-essl300" : "webgl1-essl100"; }
  Target target() const override { return second_ ? Target::Essl300 : Target::Essl100; }
  std::string device() const override { return device_; }
  // SwiftShader computes the level of a cube from the direction before it is projected to a face, and filters corners
  // differently.
  bool free_cubes() const override { return true; }
  float depth_step() const override { return depth_bits_ == 0 ? 0 : std::exp2(-static_cast<float>(depth_bits_)); }

  std::string cannot(const Job& job) const override {
    const bool volume = std::any_of(job.textures.begin(), job.textures.end(),
                                    [](const TextureSlot& slot) { return slot.texture.kind == Texture::Kind::Volume; });
    return volume && !second_ ? "ESSL 100 has no volume textures" : "";
  }

  std::vector<Outcome> run(std::span<const Job> jobs) override {
    return run_in_pages(
        jobs, [&](const Job& job) { return cannot(job); },
        [&](const Job& job) { return job_as_json(job, second_).dump(); },
        [&](const std::string& text, std::size_t count) { return ask(text, count); }, saved_position);
  }

 private:
  Answer ask(const std::string& jobs, std::size_t count) const {
    return ask_page({browser_, "webgl/webgl.js", {}, setup_as_json(second_).dump()}, jobs, count);
  }

  fs::path browser_;
  bool second_;
  std::string device_;
  int depth_bits_ = 0;
};

Opened open_webgl(bool second) {
  fs::path browser = browser::find_browser();
  if (browser.empty()) return {nullptr, "there is no Chromium ($AGAL_CHROMIUM, or chromium in $PATH)"};
  auto backend = std::make_unique<WebGlBackend>(std::move(browser), second);
  std::string missing = backend->prepare();
  if (!missing.empty()) return {nullptr, std::move(missing)};
  return {std::move(backend), {}};
}

}  // namespace

Opened open_webgl1() { return open_webgl(false); }
Opened open_webgl2() { return open_webgl(true); }

}  // namespace agal::exec
