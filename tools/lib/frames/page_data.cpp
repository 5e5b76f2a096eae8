#include "page_data.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "base/bytes.hpp"
#include "console/console.hpp"
#include "extraction/hash.hpp"
#include "report/data_element.hpp"
#include "stage.hpp"

namespace agal::frames {
namespace {

using Json = nlohmann::json;
using base::Bytes;

constexpr std::uint64_t max_page_bytes = std::uint64_t{1} << 30;

// The element "data". Equal bytes are written once.
class Data {
 public:
  explicit Data(agalc::StreamedFile& output) : element_(output, "id=\"data\"") {}

  // Returns where the bytes begin.
  std::uint64_t add(Bytes bytes) {
    offered_ += bytes.size();
    if (is_too_large()) return 0;
    const auto [found, is_new] = begins_.try_emplace(extraction::hash128(bytes).hex(), size_);
    if (is_new) element_.write(base::as_text(bytes));
    if (is_new) size_ += bytes.size();
    return found->second;
  }
  // Counts equal bytes too, because finding them takes time.
  bool is_too_large() const { return offered_ > max_page_bytes; }
  void finish() { element_.finish(); }

 private:
  report::DataElement element_;
  std::map<std::string, std::uint64_t> begins_;  // the key is the hash
  std::uint64_t size_ = 0, offered_ = 0;
};

// Makes the calls that create textures and upload into them.
class Uploads {
 public:
  Uploads(const FrameFile& frames, Data& data) : stage_(frames, no_pairs_, Mode::Flash), data_(data) {}

  // Returns what a call uploads; null if that is nothing the page needs.
  Json of(const Call& call) {
    const bool is_creation = call.method.starts_with("create") && call.method.find("Texture") != call.method.npos;
    if (is_creation) note(call, call.result, stage_.apply(call));
    if (is_creation || !call.method.starts_with("upload") || call.method == "upload") return {};
    const Object* const texture = stage_.find(call.on);
    if (texture != nullptr) return levels(call, *texture);
    const BlobArgument* const blob = call.blob(0);
    if (blob == nullptr) return {};
    return {{"begin", data_.add(*blob->bytes)}, {"size", blob->bytes->size()}};
  }

  std::set<std::string> warnings() const {
    std::set<std::string> all = stage_.warnings();
    all.insert(problems_.begin(), problems_.end());
    return all;
  }

 private:
  std::string note(const Call& call, std::uint32_t texture, const std::string& problem) {
    if (problem.empty()) return {};
    return *problems_.insert(fmt::format("texture {}: {} (line {})", texture, problem, call.line)).first;
  }

  // A level is [side, level, where it begins].
  Json levels(const Call& call, const Object& texture) {
    std::string problem = note(call, call.on, stage_.apply(call));
    if (!texture.problem.empty()) problem = fmt::format("texture {}: {}", call.on, texture.problem);
    Json list = Json::array();
    for (const auto& [side, level] : stage_.take_changes(call.on))
      list.push_back({side, level, data_.add(texture.sides[side][level].pixels)});
    Json upload = {{"levels", list}, {"isHalf", texture.format == half_format}};
    if (!problem.empty()) upload["problem"] = problem;
    return upload;
  }

  Pairs no_pairs_;
  Stage stage_;
  Data& data_;
  std::set<std::string> problems_;
};

void write_element(agalc::StreamedFile& output, std::string_view attributes, std::string_view text) {
  report::DataElement element(output, attributes);
  element.write(text);
  element.finish();
}

}  // namespace

Diagnostics write_page_data(agalc::StreamedFile& output, const std::string& name, const FrameFile& frames) {
  write_element(output, "id=\"calls\"", base::as_text(frames.lines));
  Data data(output);
  Uploads uploads(frames, data);
  Json by_line = Json::object(), pictures = Json::object();
  for (const Call& call : frames.calls) {
    if (Json upload = uploads.of(call); !upload.is_null()) by_line[std::to_string(call.line)] = std::move(upload);
    if (data.is_too_large()) break;
  }
  for (const auto& [frame, png] : frames.pictures)
    pictures[std::to_string(frame)] = {{"begin", data.add(png)}, {"size", png.size()}};
  data.finish();
  if (data.is_too_large())
    return agalc::only(agalc::make_diagnostic(
        "frames-too-large", name, {fmt::format("uploads of more than {} bytes, decoded, for a page", max_page_bytes)}));
  const Json contents = {{"uploads", by_line}, {"pictures", pictures}};
  write_element(output, "id=\"contents\"", contents.dump(-1, ' ', false, Json::error_handler_t::replace));
  Diagnostics found;
  for (const std::string& warning : uploads.warnings())
    found.add(agalc::make_diagnostic("frames-not-drawn", name, {warning}));
  return found;
}

}  // namespace agal::frames
