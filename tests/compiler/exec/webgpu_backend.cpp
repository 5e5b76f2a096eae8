// The backend for WGSL on WebGPU in headless Chromium. Tint validates it, and Dawn executes it on SwiftShader. The jobs
// are JSON in a page, and webgpu/webgpu.js runs them.
//
// Fragment shaders run unchanged, with a vertex shader that passes its attributes through. WebGPU cannot capture the
// outputs of a vertex shader. Therefore a compute shader calls its entry point, as a function without attributes. The
// unchanged module must also link as a pipeline, with the fragment shader of the pair if there is one.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "browser/devtools.hpp"
#include "browser/flags.hpp"
#include "exec/backend.hpp"
#include "exec/gl_job.hpp"
#include "exec/page_jobs.hpp"

namespace agal::exec {
namespace {

using namespace gl;
using nlohmann::json;

constexpr std::string_view position_name = "position";
constexpr std::uint32_t position_location = 15;  // the location of the position in the vertices of a fragment job

json webgpu_texture(const TextureSlot& slot, Stage stage) {
  const SamplerParameters p = parameters_of(slot);
  const std::uint32_t binding = default_sampler_binding(stage, slot.sampler);
  return {{"kind", static_cast<int>(slot.texture.kind)},
          {"texture", binding},
          {"sampler", binding + separate_sampler_offset},
          {"minFilter", p.min_filter},
          {"magFilter", p.mag_filter},
          {"wrap", {p.wrap_s, p.wrap_t, p.wrap_r}},
          {"levels", levels_as_json(slot.texture)}};
}

// Returns a vertex shader that writes the varyings of a fragment shader. It negates y, because the first row of pixels
// in memory is the highest in clip space in WebGPU, and the lowest in the other backends.
std::string pass_through_wgsl(const std::vector<Varying>& varyings) {
  std::string members, parameters, body;
  for (const Varying& varying : varyings) {
    members += fmt::format("  {},\n", varying.declaration);
    parameters += fmt::format(", @location({0}) a{0}: vec4f", varying.number);
    body += fmt::format("  r.v{0} = a{0};\n", varying.number);
  }
  return fmt::format(
      "struct R {{\n  @builtin(position) p: vec4f,\n{}}}\n"
      "@vertex fn corner(@location({}) p: vec4f{}) -> R {{\n  var r: R;\n"
      "  r.p = vec4f(p.x, -p.y, p.z, p.w);\n{}  return r;\n}}\n",
      members, position_location, parameters, body);
}

std::string without(std::string text, std::string_view what) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) text.erase(at, what.size());
  return text;
}

// Returns the vertex shader as a function, and a compute shader that calls it for one draw.
std::string capturing(const Job& job, const std::vector<std::string>& captured) {
  std::string text = job.shader.text;
  const std::size_t entry = text.find("@vertex\n");
  if (entry == std::string::npos) return text;
  std::string function = text.substr(entry);
  const std::size_t body = function.find(") ->");
  std::string head = without(without(function.substr(0, body), "@vertex\n"), "@builtin(instance_index) ");
  std::string arguments;
  const std::size_t attributes = job.interface.attributes.size();
  for (std::size_t i = 0; i < attributes; ++i) {
    const std::uint32_t number = job.interface.attributes[i];
    const std::string location = fmt::format("@location({}) ", number);
    if (head.find(location) == std::string::npos) continue;  // the shader does not read the attribute
    head = without(head, location);
    arguments += fmt::format("agal_in[agal_draw.x * {}u + {}u], ", attributes, i);
  }
  if (head.find("iid: u32") != std::string::npos) arguments += "agal_draw.y, ";
  std::string stores;
  for (std::size_t i = 0; i < captured.size(); ++i)
    stores += fmt::format("  agal_out[agal_draw.x * {}u + {}u] = r.{};\n", captured.size(), i, captured[i]);
  return fmt::format(
      "{}{}{}\n@group(1) @binding(0) var<storage, read> agal_in: array<vec4f>;\n"
      "@group(1) @binding(1) var<storage, read_write> agal_out: array<vec4f>;\n"
      "@group(1) @binding(2) var<uniform> agal_draw: vec4u;\n"
      "@compute @workgroup_size(1) fn agal_capture() {{\n  _ = agal_in[0];\n  let r = main({});\n{}}}\n",
      text.substr(0, entry), head, function.substr(body), arguments, stores);
}

json webgpu_job(const Job& job) {
  const bool fragment = job.stage == Stage::Fragment;
  const std::uint32_t length = constants_of(job.shader.text);
  json out{{"name", job.name},
           {"stage", fragment ? "fragment" : "vertex"},
           {"text", job.shader.text},
           {"draws", job.draws.size()},
           {"rows", rows_of(job.draws.size())},
           {"cells", json::array()},
           {"textures", json::array()},
           {"constants",
            {{"length", length},
             {"binding", default_constants_binding(job.stage)},
             {"data", base64(constant_data(job, length))}}}};
  for (std::size_t draw = 0; draw < job.draws.size(); ++draw)
    out["cells"].push_back({cell_of(draw).x, cell_of(draw).y});
  for (const TextureSlot& slot : job.textures) out["textures"].push_back(webgpu_texture(slot, job.stage));
  if (fragment) {
    const std::vector<Varying> varyings = varyings_of(job.shader.text);
    out["vertex"] = pass_through_wgsl(varyings);
    out["vertices"] = base64(corner_data(job, varyings));
    out["locations"] = {position_location};
    for (const Varying& varying : varyings) out["locations"].push_back(varying.number);
    out["colors"] = job.interface.colors;
    out["depth"] = job.interface.depth;
    return out;
  }
  const std::vector<std::string> names = captured(job, position_name);
  out["capture"] = capturing(job, names);
  out["captured"] = names.size();
  out["vertices"] = base64(attribute_data(job));
  out["partner"] = job.partner.text;
  out["partnerColors"] = json::array();
  for (std::uint32_t n = 0; n < 4; ++n)
    if (job.partner.text.find(fmt::format("@location({}) oc{}:", n, n == 0 ? "" : std::to_string(n))) !=
        std::string::npos)
      out["partnerColors"].push_back(n);
  out["partnerDepth"] = job.partner.text.find("@builtin(frag_depth)") != std::string::npos;
  out["attributes"] = json::array();
  for (const std::uint32_t number : job.interface.attributes)
    if (job.shader.text.find(fmt::format(" va{}: vec4f", number)) != std::string::npos)
      out["attributes"].push_back(number);
  out["instances"] = json::array();
  for (const Draw& draw : job.draws) out["instances"].push_back(draw.instance);
  return out;
}

class WebGpuBackend final : public Backend {
 public:
  explicit WebGpuBackend(std::filesystem::path browser) : browser_(std::move(browser)) {}

  // Returns the reason why the browser cannot be used, "" if it can.
  std::string prepare() {
    Answer answer = ask("", 0);
    device_ = std::move(answer.device);
    return std::move(answer.fault);
  }

  std::string_view name() const override { return "webgpu-wgsl"; }
  Target target() const override { return Target::Wgsl; }
  std::string device() const override { return device_; }
  // The same holds as for WebGL, because SwiftShader runs both.
  bool free_cubes() const override { return true; }
  std::string cannot(const Job&) const override { return {}; }

  std::vector<Outcome> run(std::span<const Job> jobs) override {
    return run_in_pages(
        jobs, [](const Job&) { return std::string(); }, [](const Job& job) { return webgpu_job(job).dump(); },
        [&](const std::string& text, std::size_t count) { return ask(text, count); }, position_name);
  }

 private:
  Answer ask(const std::string& jobs, std::size_t count) const {
    const json setup{
        {"size", surface_size}, {"cell", cell_size}, {"triangle", triangle_size}, {"untouched", untouched}};
    return ask_page(
        {browser_, "webgpu/webgpu.js", {browser::webgpu_flags.begin(), browser::webgpu_flags.end()}, setup.dump()},
        jobs, count);
  }

  std::filesystem::path browser_;
  std::string device_;
};

}  // namespace

Opened open_webgpu() {
  std::filesystem::path browser = browser::find_browser();
  if (browser.empty()) return {nullptr, "there is no Chromium ($AGAL_CHROMIUM, or chromium in $PATH)"};
  auto backend = std::make_unique<WebGpuBackend>(std::move(browser));
  std::string missing = backend->prepare();
  if (!missing.empty()) return {nullptr, std::move(missing)};
  return {std::move(backend), {}};
}

}  // namespace agal::exec
