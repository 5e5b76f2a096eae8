#include "page.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/bytes.hpp"
#include "base/json_writer.hpp"
#include "cli/console.hpp"
#include "extract/hash.hpp"
#include "report/data_element.hpp"
#include "stage/resolved_calls.hpp"

namespace agal::frames {
namespace {

using base::Bytes;
using base::JsonStyle;
using base::JsonWriter;

constexpr std::uint64_t max_page_bytes = std::uint64_t{1} << 30;

// The element "data". Equal bytes are written once.
class Data {
 public:
  explicit Data(agalc::StreamedFile& output) : element_(output, "id=\"data\"") {}

  // Returns the offset of the bytes in the element.
  std::uint64_t add(Bytes bytes) {
    offered_ += bytes.size();
    if (is_too_large()) return 0;
    const auto [found, is_new] = begins_.try_emplace(extraction::hash128(bytes).hex(), size_);
    if (is_new) element_.write(base::as_text(bytes));
    if (is_new) size_ += bytes.size();
    return found->second;
  }
  // Repeated bytes count too, because hashing them takes time.
  bool is_too_large() const { return offered_ > max_page_bytes; }
  void finish() { element_.finish(); }

 private:
  report::DataElement element_;
  std::map<std::string, std::uint64_t> begins_;  // the key is the hash
  std::uint64_t size_ = 0, offered_ = 0;
};

// Adds the names of constants of WebGL, by the words of Stage3D.
void add_constants_of_webgl(JsonWriter& json) {
  json.key("constants").object([&] {
    json.key("factor").object({
#define AGAL_BLEND_FACTOR(id, word, vulkan, sdl, ...) {word, sdl},
#include "stage3d/draw_state.def"
    });
    json.key("compare").object({
#define AGAL_COMPARE(id, word, vulkan, webgl, ...) {word, webgl},
#include "stage3d/draw_state.def"
    });
    json.key("action").object({
#define AGAL_STENCIL_ACTION(id, word, vulkan, webgl, ...) {word, webgl},
#include "stage3d/draw_state.def"
    });
  });
}

}  // namespace

Diagnostics write_page_data(agalc::StreamedFile& output, const std::string& name, const FrameFile& frames,
                            const Pairs& pairs) {
  Data data(output);
  ResolvedCalls calls(pairs, stage_options(frames, Mode::Flash), [&](Bytes bytes) { return data.add(bytes); });
  std::set<std::string> problems;
  JsonWriter json(JsonStyle::Compact);
  json.object([&] {
    json.key("head").raw(frames.head);
    json.key("calls").list([&] {
      for (const Call& call : frames.calls) {
        const std::string problem = calls.write(json, call);
        if (!problem.empty()) problems.insert(fmt::format("{}: {} (line {})", call.method, problem, call.line));
        if (data.is_too_large()) break;
      }
    });
    json.key("pictures").object([&] {
      for (const auto& [frame, png] : frames.pictures)
        json.key(std::to_string(frame)).object({{"begin", data.add(png)}, {"size", png.size()}});
    });
    problems.merge(calls.stage().warnings());
    std::set<std::string> warnings = problems;
    for (const std::string& text : calls.stage().reads_outside()) warnings.insert("read outside of a buffer: " + text);
    for (const std::string& text : calls.stage().differences_of_ruffle()) warnings.insert("Ruffle differs: " + text);
    json.key("warnings").list(warnings);
    add_constants_of_webgl(json);
  });
  data.finish();
  if (data.is_too_large())
    return agalc::only(agalc::make_diagnostic(
        "frames-too-large", name, {fmt::format("uploads of more than {} bytes, decoded, for a page", max_page_bytes)}));
  report::DataElement contents(output, "id=\"contents\"");
  contents.write(json.text());
  contents.finish();
  Diagnostics found;
  for (const std::string& problem : problems) found.add(agalc::make_diagnostic("frames-not-drawn", name, {problem}));
  for (const std::string& text : calls.stage().reads_outside())
    found.add(agalc::make_diagnostic("frames-read-outside", name, {text}));
  return found;
}

}  // namespace agal::frames
