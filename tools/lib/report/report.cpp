#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "agal/compile.hpp"
#include "base/text.hpp"
#include "cli/console.hpp"
#include "details.hpp"
#include "index.hpp"
#include "manifest/reader.hpp"
#include "os/filesystem.hpp"
#include "page.hpp"
#include "title.hpp"

namespace agal::report {
namespace {

namespace fs = agalc::os::fs;

// The number of pairs that are drawn together. It limits memory, and is sufficient for many threads.
constexpr std::size_t pairs_at_once = 16;

class Writer {
 public:
  Writer(const std::string& manifest, const std::string& folder, const std::string& page, const ReportOptions& options)
      : manifest_(manifest),
        folder_(folder),
        options_(options),
        output_(page),
        pairs_(options.pictures == Pictures::None ? 0 : options.max_pictures) {}

  Diagnostics write();

 private:
  void write_index();
  void write_details();
  void write_pictures();
  std::string_view recorded_picture(const DrawnPair& pair) const;
  void write_picture(std::size_t number, const std::string& kind, std::string_view content);
  Json about() const;
  std::string title() const;

  const std::string &manifest_, &folder_;
  const ReportOptions& options_;
  agalc::StreamedFile output_;
  PairList pairs_;
  std::unique_ptr<PairRenderer> pair_renderer_;
  Title title_;
  std::size_t programs_ = 0;
  Diagnostics found_;
};

void write_parts(agalc::StreamedFile& output, std::span<const std::string_view> parts) {
  for (const std::string_view part : parts) output.write(part);
}

// Returns the title. Without inputs, this is only the name of the folder, because the page must not contain its
// location.
std::string Writer::title() const {
  if (!options_.title.empty()) return options_.title;
  if (const std::string text = title_.text(); !text.empty()) return text;
  std::error_code ignored;
  const fs::path whole = fs::weakly_canonical(folder_.empty() ? "." : folder_, ignored);
  const fs::path name = whole.has_filename() ? whole.filename() : whole.parent_path().filename();
  return name.empty() ? "Shaders" : name.string();
}

Json Writer::about() const {
  Json result{{"title", title()}, {"version", version_string()}};
  if (pair_renderer_) result["device"] = pair_renderer_->device();
  for (const FramePage& each : options_.frames) {
    Json draws = Json::array();
    for (const auto& [pair, drawn] : each.draws) draws.push_back({pair.first, pair.second, drawn.draw, drawn.count});
    result["frames"].push_back({{"game", each.game}, {"page", each.page}, {"draws", std::move(draws)}});
  }
  result["maxPictures"] = pair_renderer_ ? options_.max_pictures : 0;
  return result;
}

void Writer::write_index() {
  Index index(output_);
  manifest::Reader reader(manifest_);
  while (const std::optional<Entry> entry = reader.next()) {
    index.add(*entry, pairs_);
    title_.add(*entry);
  }
  found_.append(std::move(reader.diagnostics));
  index.finish(about());
  programs_ = index.size();
}

void Writer::write_details() {
  Details details(output_, folder_);
  manifest::Reader reader(manifest_);
  while (const std::optional<Entry> entry = reader.next()) {
    if (output_.failed()) return;
    details.add(*entry);
  }
  details.finish();
  if (details.size() != programs_ || reader.diagnostics.has_errors())
    found_.add(agalc::make_diagnostic("report-manifest", manifest_, {"the file changed while it was read"}));
  const MissingFiles& missing = details.missing();
  if (missing.count > 0)
    found_.add(agalc::make_diagnostic("report-file-missing", manifest_,
                                      {base::counted(missing.count, "file"), missing.first, missing.why}));
}

void Writer::write_picture(std::size_t number, const std::string& kind, std::string_view content) {
  output_.write(fmt::format("<script type=\"text/plain\" id=\"picture{}\" {}>{}</script>\n", number, kind, content));
}

// Returns the picture of the pair in recorded frames; "" if there is none.
std::string_view Writer::recorded_picture(const DrawnPair& pair) const {
  for (const FramePage& each : options_.frames)
    if (const auto found = each.draws.find({pair.vertex_hash, pair.fragment_hash}); found != each.draws.end())
      if (const std::vector<std::byte>& png = found->second.picture; !png.empty())
        return {reinterpret_cast<const char*>(png.data()), png.size()};
  return {};
}

// Writes the pictures. Variants of one pair share a picture, except pairs of recorded frames.
void Writer::write_pictures() {
  if (!pair_renderer_) return;
  const std::vector<std::size_t> shown = pairs_.shown();
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < shown.size(); ++i)
    if (const std::string_view recorded = recorded_picture(pairs_.pairs()[i]); !recorded.empty())
      write_picture(i, "data-constants=\"recorded\"", base64_of(recorded));
    else if (shown[i] == i)
      numbers.push_back(i);
    else
      write_picture(i, fmt::format("data-same=\"{}\"", shown[i]), "");
  for (std::span<const std::size_t> rest = numbers; !rest.empty() && !output_.failed();) {
    const std::size_t count = std::min(rest.size(), pairs_at_once);
    std::vector<const DrawnPair*> some;
    for (const std::size_t number : rest.first(count)) some.push_back(&pairs_.pairs()[number]);
    const std::vector<DrawnPicture> pictures = pair_renderer_->draw(some);
    for (std::size_t i = 0; i < count; ++i) {
      const DrawnPicture& picture = pictures[i];
      const std::string_view png(reinterpret_cast<const char*>(picture.png.data()), picture.png.size());
      if (picture.fault.empty())
        write_picture(rest[i], fmt::format("data-constants=\"{}\"", name(picture.constants)), base64_of(png));
      else
        write_picture(rest[i], "class=\"fault\"", base85_of(picture.fault));
    }
    rest = rest.subspan(count);
  }
}

Diagnostics Writer::write() {
  if (options_.pictures != Pictures::None && options_.max_pictures > 0) {
    Result<std::unique_ptr<PairRenderer>> created = PairRenderer::create(options_, folder_);
    if (!created) return std::move(created.diagnostics());
    pair_renderer_ = *std::move(created);
  }
  write_parts(output_, page::head);
  write_index();
  if (found_.has_errors()) return std::move(found_);
  write_parts(output_, page::script);
  write_details();
  if (found_.has_errors()) return std::move(found_);
  write_pictures();
  write_parts(output_, page::tail);
  found_.append(output_.commit());
  return std::move(found_);
}

}  // namespace

Diagnostics write_report(const std::string& manifest, const std::string& folder, const std::string& page,
                         const ReportOptions& options) {
  return Writer(manifest, folder, page, options).write();
}

}  // namespace agal::report
