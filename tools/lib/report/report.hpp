// Writes the report about a folder of converted programs: one self-contained page of HTML. docs/report.md describes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "agal/diagnostic.hpp"

namespace agal::report {

/// The backend that draws the pairs. The interpreter is faster for small pictures, and its pictures are the same on
/// every machine.
enum class Pictures : std::uint8_t { Interpreter, Vulkan, None };

/// A pair of recorded frames.
struct RecordedDraw {
  std::uint32_t draw = 0, count = 0;  // the number of the draw in the picture, and of the pair's draws
  std::vector<std::byte> picture;     // a PNG file; empty if there is none
};
/// The key is the hashes of the vertex and of the fragment program.
using RecordedDraws = std::map<std::pair<std::string, std::string>, RecordedDraw>;

/// The page of recorded frames of a game (docs/frames.md).
struct FramePage {
  std::string game;  // its file name
  std::string page;  // relative to the report
  RecordedDraws draws{};
};

struct ReportOptions {
  std::string title;  // "": the name of the folder
  Pictures pictures = Pictures::Interpreter;
  std::size_t max_pictures = 1000;  // further pairs are listed without a picture
  std::uint32_t picture_side = 96;  // pixels
  std::vector<FramePage> frames;    // pages that the report links to
};

/// Writes the page. Reads the manifest (one JSON object per line, written by `agalc batch`) twice, line by line, and
/// the files in `folder` that it names. The page is written under a temporary name and renamed at the end; "-" is
/// stdout. Memory use depends on the largest program and the number of drawn pairs, not on the number of programs.
///
/// Errors: AGAL1053 for malformed lines of the manifest, AGAL1060 if it changes while it is read, AGAL1001, AGAL1002.
/// After an error, no page is written. Warnings: AGAL1061 if files that the manifest names are missing, which the page
/// shows too.
Diagnostics write_report(const std::string& manifest, const std::string& folder, const std::string& page,
                         const ReportOptions& options = {});

}  // namespace agal::report
