#include "exec/page_jobs.hpp"

#include <fmt/format.h>

#include <bit>
#include <chrono>
#include <cstring>
#include <fstream>

#include "browser/devtools.hpp"
#include "browser/flags.hpp"
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

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Decodes floats from base64. Returns nullopt if the text is not the base64 of this many floats.
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

// Converts the page's answer about a job to an outcome.
Outcome outcome_of(const Job& job, const json& answer, std::string_view position) {
  if (answer.contains("fault")) return {answer["fault"].get<std::string>(), {}, {}};
  const auto unreadable = [] { return Outcome{"the page's answer cannot be read", {}, {}}; };
  if (job.stage == Stage::Vertex) {
    const std::size_t floats = job.draws.size() * captured(job, position).size() * 4;
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

Answer fault(std::string message) {
  Answer answer;
  answer.fault = std::move(message);
  return answer;
}

// Reads the answer of a page that has loaded. The scripts of the page may still compute the answer.
Answer answer_in(browser::DevTools& tools) {
  const json text = tools.evaluate("(async () => JSON.stringify(await agalAnswer))()");
  if (!tools.fault().empty()) return fault(tools.fault());
  if (!text.is_string()) return fault(fmt::format("the page gave no answer: {}", fmt::join(tools.complaints(), "\n")));
  const json answer = json::parse(text.get<std::string>(), nullptr, false);
  if (!answer.is_object()) return fault("the page's answer is not JSON");
  return {answer.value("device", ""), answer.value("fault", ""), answer.value("depthBits", 0),
          answer.value("outcomes", json::array())};
}

// Distributes the outcomes of a page to its jobs.
void take_outcomes(const Answer& answer, std::span<const Job> jobs, const std::vector<std::size_t>& in_page,
                   std::string_view position, std::vector<Outcome>& outcomes) {
  for (std::size_t i = 0; i < in_page.size(); ++i) {
    const std::size_t job = in_page[i];
    if (!answer.fault.empty())
      outcomes[job].fault = answer.fault;
    else if (i >= answer.outcomes.size())
      outcomes[job].fault = "the page gave no answer for this job";
    else
      outcomes[job] = outcome_of(jobs[job], answer.outcomes[i], position);
  }
}

}  // namespace

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

json levels_as_json(const Texture& texture) {
  json levels = json::array();
  for (const Texture::Level& level : texture.levels)
    levels.push_back({{"width", level.width},
                      {"height", level.height},
                      {"depth", level.depth},
                      {"texels", base64(bytes_of(level))}});
  return levels;
}

// The page contains the jobs as a JavaScript literal, because JSON is JavaScript.
Answer ask_page(const JobPage& page, const std::string& jobs, std::size_t count) {
  const test::TemporaryFolder folder;
  if (folder.path().empty()) return fault("there is no folder for temporary files");
  const fs::path source = fs::path(AGAL_SOURCE_DIR) / "tests/compiler/exec";
  for (const auto& [from, to] : {std::pair(source / "page.js", "page.js"), std::pair(source / page.script, "run.js")}) {
    std::error_code error;
    fs::copy_file(from, folder.path() / to, error);
    if (error) return fault(fmt::format("{}: {}", from.string(), error.message()));
  }
  std::ofstream(folder.path() / "jobs.js", std::ios::binary)
      << "const agalJobs = {\"setup\": " << page.setup << ", \"jobs\": [" << jobs << "]};\n";
  const fs::path html = folder.path() / "page.html";
  std::ofstream(html) << "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n"
                         "<script src=\"page.js\"></script>\n<script src=\"jobs.js\"></script>\n"
                         "<script src=\"run.js\"></script>\n";
  const std::chrono::seconds limit(60 + 3 * count);
  std::vector<std::string> flags(browser::webgl_flags.begin(), browser::webgl_flags.end());
  flags.insert(flags.end(), page.flags.begin(), page.flags.end());
  browser::DevTools tools(page.browser, folder.path(), flags, limit);
  tools.open("file://" + html.string());
  return answer_in(tools);
}

std::vector<Outcome> run_in_pages(std::span<const Job> jobs, const std::function<std::string(const Job&)>& cannot,
                                  const std::function<std::string(const Job&)>& as_json,
                                  const std::function<Answer(const std::string& jobs, std::size_t count)>& ask,
                                  std::string_view position) {
  std::vector<Outcome> outcomes(jobs.size());
  std::vector<std::size_t> in_page;
  std::string text;
  const auto run_page = [&] {
    if (!in_page.empty()) take_outcomes(ask(text, in_page.size()), jobs, in_page, position, outcomes);
    in_page.clear();
    text.clear();
  };
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    outcomes[i].fault = defect_of(jobs[i]);
    if (outcomes[i].fault.empty()) outcomes[i].fault = cannot(jobs[i]);
    if (!outcomes[i].fault.empty()) continue;
    const std::string job = as_json(jobs[i]);
    if (in_page.size() == jobs_in_page || text.size() + job.size() > bytes_in_page) run_page();
    text += (in_page.empty() ? "" : ",\n") + job;
    in_page.push_back(i);
  }
  run_page();
  return outcomes;
}

}  // namespace agal::exec
