// WebGL 1 and 2 in headless Chromium. The jobs are JSON in a page, webgl/webgl.js runs them, and the document that it
// writes is returned as text.
//
// Limitations: interpolated varyings lose the sign of zero and become NaN if they are infinite, as on OpenGL. The same
// holds for outputs of vertex programs on WebGL 1, where they are read as varyings.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "exec/backend.hpp"
#include "exec/browser.hpp"
#include "exec/gl_job.hpp"
#include "support/temporary_folder.hpp"

namespace agal::exec {
namespace {

using namespace gl;
using nlohmann::json;
namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little, "floats travel as their bytes, the lowest first");

constexpr std::size_t jobs_in_page = 100;
constexpr std::size_t bytes_in_page = 16u << 20;
constexpr std::size_t outputs_in_pass = 4;  // of a vertex job of WebGL 1: the minimum of all drivers

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string base64(const void* data, std::size_t size) {
  const auto* const bytes = static_cast<const unsigned char*>(data);
  std::string text;
  text.reserve((size + 2) / 3 * 4);
  for (std::size_t i = 0; i < size; i += 3) {
    std::uint32_t group = std::uint32_t{bytes[i]} << 16;
    if (i + 1 < size) group |= std::uint32_t{bytes[i + 1]} << 8;
    if (i + 2 < size) group |= bytes[i + 2];
    for (std::uint32_t part = 0; part < 4; ++part)
      text += i + part <= size ? letters[group >> (18 - 6 * part) & 63] : '=';
  }
  return text;
}

template <class T>
std::string base64(const std::vector<T>& values) {
  return base64(values.data(), values.size() * sizeof(T));
}

// Floats from base64; nullopt: not base64 of this many floats.
std::optional<std::vector<float>> floats_of(std::string_view text, std::size_t count) {
  std::vector<unsigned char> bytes;
  std::uint32_t group = 0, bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    const std::size_t value = letters.find(c);
    if (value == std::string_view::npos) return std::nullopt;
    group = group << 6 | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<unsigned char>(group >> bits & 0xff));
  }
  if (bytes.size() != count * sizeof(float)) return std::nullopt;
  std::vector<float> floats(count);
  std::memcpy(floats.data(), bytes.data(), bytes.size());
  return floats;
}

json texture_as_json(const TextureSlot& slot, Stage stage) {
  const SamplerParameters p = parameters_of(slot);
  json levels = json::array();
  for (const Texture::Level& level : slot.texture.levels)
    levels.push_back({{"width", level.width},
                      {"height", level.height},
                      {"depth", level.depth},
                      {"texels", base64(bytes_of(level))}});
  return {{"kind", static_cast<int>(slot.texture.kind)},
          {"unit", default_sampler_binding(stage, slot.sampler)},
          {"minFilter", p.min_filter},
          {"magFilter", p.mag_filter},
          {"wrapS", p.wrap_s},
          {"wrapT", p.wrap_t},
          {"wrapR", p.wrap_r},
          {"levels", levels}};
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

// The answer of the page about a job.
Outcome outcome_of(const Job& job, const json& answer) {
  if (answer.contains("fault")) return {answer["fault"].get<std::string>(), {}, {}};
  const auto unreadable = [] { return Outcome{"the page's answer cannot be read", {}, {}}; };
  if (job.stage == Stage::Vertex) {
    const std::size_t floats = job.draws.size() * captured(job, saved_position).size() * 4;
    const std::optional<std::vector<float>> records = floats_of(answer.value("records", ""), floats);
    return records ? vertex_outcome(job, *records) : unreadable();
  }
  const std::size_t floats = std::size_t{surface_size} * rows_of(job.draws.size()) * 4;
  const json images = answer.value("colors", json::array());
  if (images.size() != job.interface.colors.size()) return unreadable();
  std::vector<std::vector<float>> colors;
  for (const json& image : images) {
    std::optional<std::vector<float>> pixels = floats_of(image.get<std::string>(), floats);
    if (!pixels) return unreadable();
    colors.push_back(*std::move(pixels));
  }
  if (!job.interface.depth) return outcome_of_images(job, colors, {});
  const std::optional<std::vector<float>> depth = floats_of(answer.value("depth", ""), floats);
  return depth ? outcome_of_images(job, colors, *depth) : unreadable();
}

struct Answer {
  std::string device, fault;
  int depth_bits = 0;  // 0: depths are floats
  json outcomes = json::array();
};

Answer fault(std::string message) {
  Answer answer;
  answer.fault = std::move(message);
  return answer;
}

Answer answer_in(const std::string& document) {
  constexpr std::string_view begin_mark = "AGAL-ANSWER-BEGIN", end_mark = "AGAL-ANSWER-END";
  const std::size_t begin = document.find(begin_mark), end = document.find(end_mark);
  if (begin == std::string::npos || end == std::string::npos || end < begin)
    return fault("the page gave no answer; it reads:\n" + document.substr(0, 1000));
  const auto first = document.begin() + static_cast<std::ptrdiff_t>(begin + begin_mark.size());
  const json answer = json::parse(first, document.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
  if (!answer.is_object()) return fault("the page's answer is not JSON");
  return {answer.value("device", ""), answer.value("fault", ""), answer.value("depthBits", 0),
          answer.value("outcomes", json::array())};
}

// The jobs are a JavaScript literal in the page; JSON is one.
Answer ask(const fs::path& browser, bool second, const std::string& jobs, std::size_t count) {
  const test::TemporaryFolder folder;
  const fs::path script = fs::path(AGAL_SOURCE_DIR) / "tests/exec/webgl/webgl.js";
  std::error_code error;
  if (folder.path().empty()) return fault("there is no folder for temporary files");
  fs::copy_file(script, folder.path() / "webgl.js", error);
  if (error) return fault(fmt::format("{}: {}", script.string(), error.message()));
  std::ofstream(folder.path() / "jobs.js", std::ios::binary)
      << "const agalJobs = {\"setup\": " << setup_as_json(second).dump() << ", \"jobs\": [" << jobs << "]};\n";
  const fs::path page = folder.path() / "page.html";
  std::ofstream(page) << "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<pre id=\"answer\"></pre>\n"
                         "<script src=\"jobs.js\"></script>\n<script src=\"webgl.js\"></script>\n";
  const std::chrono::seconds limit(60 + 3 * count);
  const Page loaded = load_page(browser, page, folder.path(), limit);
  if (!loaded.fault.empty()) return fault(loaded.fault);
  return answer_in(loaded.text);
}

class WebGlBackend final : public Backend {
 public:
  WebGlBackend(fs::path browser, bool second) : browser_(std::move(browser)), second_(second) {}

  // The reason why the browser cannot be used, "" if it can.
  std::string prepare() {
    Answer answer = ask(browser_, second_, "", 0);
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
    std::vector<Outcome> outcomes(jobs.size());
    std::vector<std::size_t> in_page;
    std::string text;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      outcomes[i].fault = defect_of(jobs[i]);
      if (outcomes[i].fault.empty()) outcomes[i].fault = cannot(jobs[i]);
      if (!outcomes[i].fault.empty()) continue;
      const std::string job = job_as_json(jobs[i], second_).dump();
      if (in_page.size() == jobs_in_page || (!in_page.empty() && text.size() + job.size() > bytes_in_page)) {
        run_page(jobs, in_page, text, outcomes);
        in_page.clear();
        text.clear();
      }
      text += (in_page.empty() ? "" : ",\n") + job;
      in_page.push_back(i);
    }
    if (!in_page.empty()) run_page(jobs, in_page, text, outcomes);
    return outcomes;
  }

 private:
  void run_page(std::span<const Job> jobs, const std::vector<std::size_t>& in_page, const std::string& text,
                std::vector<Outcome>& outcomes) const {
    const Answer answer = ask(browser_, second_, text, in_page.size());
    for (std::size_t i = 0; i < in_page.size(); ++i) {
      const std::size_t job = in_page[i];
      if (!answer.fault.empty())
        outcomes[job].fault = answer.fault;
      else if (i >= answer.outcomes.size())
        outcomes[job].fault = "the page gave no answer for this job";
      else
        outcomes[job] = outcome_of(jobs[job], answer.outcomes[i]);
    }
  }

  fs::path browser_;
  bool second_;
  std::string device_;
  int depth_bits_ = 0;
};

Opened open_webgl(bool second) {
  fs::path browser = find_browser();
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
