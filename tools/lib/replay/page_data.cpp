#include "page.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "base/bytes.hpp"
#include "cli/console.hpp"
#include "extract/hash.hpp"
#include "report/data_element.hpp"

namespace agal::frames {
namespace {

using Json = nlohmann::json;
using base::Bytes;

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

// Makes the calls, and describes results that the page cannot compute, such as decoded textures.
class Calls {
 public:
  Calls(const FrameFile& frames, const Pairs& pairs, Data& data) : stage_(frames, pairs, Mode::Flash), data_(data) {}

  // Makes a call. Returns a description of what it creates or uploads, or null for a malformed or any other call.
  Json make(const Call& call) {
    const bool is_creation = call.method.starts_with("create");
    if (const std::string problem = stage_.apply(call); !problem.empty()) {
      problems_.insert(fmt::format("{}: {} (line {})", call.method, problem, call.line));
      return {};
    }
    if (!is_creation && !call.method.starts_with("upload")) return {};
    const std::uint32_t number = is_creation ? call.result : call.on;
    const Object* const found = stage_.find(number);
    if (found == nullptr) return {};  // an unknown method of a context
    const Object& object = *found;
    switch (object.kind) {
      case Object::Kind::Program: return Json::object();
      case Object::Kind::Vertices:
      case Object::Kind::Indices: return is_creation ? Json{{"size", object.bytes.size()}} : items(object);
      case Object::Kind::Texture: break;
    }
    Json made = {{"levels", levels(number, object)}, {"isHalf", object.format == half_format}};
    if (is_creation)
      made.update(
          {{"width", object.width}, {"height", object.height}, {"isCube", object.is_cube}, {"format", object.format}});
    return made;
  }

  std::set<std::string> warnings() const {
    std::set<std::string> all = stage_.warnings();
    all.insert(problems_.begin(), problems_.end());
    return all;
  }
  std::set<std::string> reads_outside() const { return stage_.reads_outside(); }
  std::set<std::string> differences_of_ruffle() const { return stage_.differences_of_ruffle(); }

 private:
  Json items(const Object& buffer) {
    const auto [at, size] = buffer.uploaded;
    return {{"at", at}, {"begin", data_.add(Bytes(buffer.bytes).subspan(at, size))}, {"size", size}};
  }
  // A level is [side, level, offset of its pixels in the data].
  Json levels(std::uint32_t number, const Object& texture) {
    Json list = Json::array();
    for (const auto& [side, level] : stage_.take_changes(number))
      list.push_back({side, level, data_.add(texture.sides[side][level].pixels)});
    return list;
  }

  Stage stage_;
  Data& data_;
  std::set<std::string> problems_;
};

// Maps the words of Stage3D to the names of constants of WebGL.
Json constants_of_webgl() {
  Json names = Json::object();
#define AGAL_BLEND_FACTOR(id, word, vulkan, sdl, ...) names["factor"][word] = sdl;
#define AGAL_COMPARE(id, word, vulkan, webgl, ...) names["compare"][word] = webgl;
#define AGAL_STENCIL_ACTION(id, word, vulkan, webgl) names["action"][word] = webgl;
#include "stage3d/draw_state.def"
  return names;
}

void write_element(agalc::StreamedFile& output, std::string_view attributes, std::string_view text) {
  report::DataElement element(output, attributes);
  element.write(text);
  element.finish();
}

}  // namespace

Diagnostics write_page_data(agalc::StreamedFile& output, const std::string& name, const FrameFile& frames,
                            const Pairs& pairs) {
  write_element(output, "id=\"calls\"", base::as_text(frames.lines));
  Data data(output);
  Calls calls(frames, pairs, data);
  Json by_line = Json::object(), pictures = Json::object();
  for (const Call& call : frames.calls) {
    if (Json made = calls.make(call); !made.is_null()) by_line[std::to_string(call.line)] = std::move(made);
    if (data.is_too_large()) break;
  }
  for (const auto& [frame, png] : frames.pictures)
    pictures[std::to_string(frame)] = {{"begin", data.add(png)}, {"size", png.size()}};
  data.finish();
  if (data.is_too_large())
    return agalc::only(agalc::make_diagnostic(
        "frames-too-large", name, {fmt::format("uploads of more than {} bytes, decoded, for a page", max_page_bytes)}));
  std::set<std::string> warnings = calls.warnings();
  for (const std::string& text : calls.reads_outside()) warnings.insert("read outside of a buffer: " + text);
  for (const std::string& text : calls.differences_of_ruffle()) warnings.insert("Ruffle differs: " + text);
  const Json contents = {
      {"made", by_line}, {"pictures", pictures}, {"warnings", warnings}, {"constants", constants_of_webgl()}};
  write_element(output, "id=\"contents\"", contents.dump(-1, ' ', false, Json::error_handler_t::replace));
  Diagnostics found;
  for (const std::string& warning : calls.warnings())
    found.add(agalc::make_diagnostic("frames-not-drawn", name, {warning}));
  for (const std::string& text : calls.reads_outside())
    found.add(agalc::make_diagnostic("frames-read-outside", name, {text}));
  return found;
}

}  // namespace agal::frames
