// The target for files of frames.
#include <fmt/format.h>

#include <array>
#include <string>

#include "cli/streamed_file.hpp"
#include "fuzz/checks.hpp"
#include "fuzz/targets.hpp"
#include "replay/draw_files.hpp"
#include "replay/frame_file.hpp"
#include "replay/page.hpp"
#include "stage/stage.hpp"
#include "support/stored_zip.hpp"

namespace agal::fuzz {
namespace {

namespace fr = agal::frames;

constexpr std::size_t max_blobs = 8;

// Builds a file. The input has the number of blobs, for each its length (two bytes) and its content, and then the
// lines. Blob 3 has the hash 00000000000000000000000000000003.
std::vector<std::byte> file_of(Choices& choices) {
  std::array<std::string, max_blobs> names;
  std::vector<test::ZipEntry> entries;
  const std::size_t blobs = choices.below(max_blobs);
  for (std::size_t i = 0; i < blobs; ++i) {
    const std::size_t low = choices.byte(), high = choices.byte();
    names[i] = fmt::format("blobs/{:032x}", i);
    entries.push_back({std::as_bytes(std::span(names[i])), choices.take(high << 8 | low)});
  }
  const std::string calls = "calls.jsonl", picture = "frame-1.png";
  entries.push_back({std::as_bytes(std::span(calls)), choices.rest()});
  if (blobs > 0) entries.push_back({std::as_bytes(std::span(picture)), entries.front().content});
  return test::stored_zip(entries);
}

void check_refusal_of(const Result<fr::FrameFile>& read) {
  check_refusal(read);
  for (const Diagnostic& diagnostic : read.diagnostics())
    if (diagnostic.code == 1152)
      promise(diagnostic.location.line > 0, "a malformed line has a number", read.diagnostics());
}

void check_calls(const fr::FrameFile& frames, const fr::FrameLimits& limits) {
  promise(frames.first > 0 && frames.first <= frames.last, "there is a frame");
  promise(frames.calls.size() < limits.max_calls, "there are no more calls than allowed");
  std::uint32_t line = 1, frame = 0;
  for (const fr::Call& call : frames.calls) {
    promise(call.line > line && call.on > 0, "calls are in their order, and of an object");
    promise(call.frame >= frame && call.frame <= frames.last, "frames are in their order");
    line = call.line;
    frame = call.frame;
    for (std::size_t i = 0; i < call.arguments.size(); ++i)
      if (const fr::BlobArgument* const blob = call.blob(i))
        promise(blob->bytes != nullptr && blob->bytes->size() >= std::size_t{4} * blob->width * blob->height,
                "a bitmap has its pixels");
  }
}

void check_draw(const fr::Stage& stage, const fr::DrawCall& draw, bool is_written) {
  const std::size_t indices = stage.find(draw.indices)->bytes.size() / 2;
  promise(draw.first <= indices && draw.count <= indices - draw.first && draw.count % 3 == 0, "a draw has its indices");
  const auto [width, height] = stage.target_size();
  const auto [x, y, w, h] = stage.drawn_part();
  promise(w > 0 && h > 0 && x + w <= width && y + h <= height, "a draw changes a part of its target");
  if (!is_written || draw.count == 0 || draw.instances == 0) return;
  fr::textures_of_draw(stage);
  promise(fr::files_of_draw(stage, draw, {"a draw", {}, {}}).files.size() >= 4,
          "a draw has two programs, a mesh, a scene");
}

// Makes the calls, as the command does without a device.
void make_calls(const fr::FrameFile& frames, const fr::Pairs& pairs, fr::Mode mode) {
  fr::Stage stage(pairs, fr::stage_options(frames, mode));
  std::size_t draws = 0;
  for (const fr::Call& call : frames.calls) {
    if (!stage.apply(call).empty()) return;
    if (call.method == "clear") fr::Stage::clear_of(call);
    if (!call.is_draw()) continue;
    const std::optional<fr::DrawCall> draw = stage.draw_of(call);
    if (draw) check_draw(stage, *draw, draws++ == 0);
  }
}

// Writes the data of the page. Without `commit`, a file whose name is "-" stays in memory.
void write_data(const fr::FrameFile& frames, const fr::Pairs& pairs) {
  agalc::StreamedFile output("-");
  const Diagnostics found = fr::write_page_data(output, "input.frames", frames, pairs);
  promise(!output.failed(), "the data of the page is written");
  for (const Diagnostic& diagnostic : found)
    promise(diagnostic.code == 1157 || diagnostic.code == 1196, "the data of the page only has warnings about draws",
            found);
}

}  // namespace

void frames(std::span<const std::byte> bytes) {
  Choices choices(bytes);
  fr::FrameLimits limits;
  limits.max_unpacked_bytes = std::uint64_t{1} << (10 + choices.below(12));
  limits.max_entries = limits.max_calls = 256;
  limits.max_line_bytes = 4096;
  const bool is_archive = (choices.byte() & 1) != 0;
  const base::Bytes rest = choices.rest();
  const std::vector<std::byte> file = is_archive ? std::vector<std::byte>(rest.begin(), rest.end()) : file_of(choices);
  const Result<fr::FrameFile> read = fr::read_frames(file, "input.frames", limits);
  check_refusal_of(read);
  if (!read) return;
  check_calls(*read, limits);
  Diagnostics found;
  const fr::Pairs pairs = fr::read_pairs(*read, "input.frames", found);
  for (const fr::Mode mode : {fr::Mode::Ruffle, fr::Mode::Flash}) make_calls(*read, pairs, mode);
  write_data(*read, pairs);
}

}  // namespace agal::fuzz
