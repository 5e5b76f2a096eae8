// The report on a folder of converted programs: one page of HTML that needs nothing else. docs/report.md describes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "agal/diagnostic.hpp"

namespace agal::report {

/// What draws the pairs. The interpreter is the quicker one for small pictures, which are the same on every machine.
enum class Pictures : std::uint8_t { Interpreter, Vulkan, None };

struct ReportOptions {
  std::string title;  // "": the name of the folder
  Pictures pictures = Pictures::Interpreter;
  std::size_t max_pictures = 1000;  // further pairs are listed without one
  std::uint32_t picture_side = 96;  // pixels
};

/// Reads a manifest (one JSON object a line, as `agalc batch` writes it) line by line, twice, and from `folder` the
/// files that it names, and writes the page under a temporary name that is renamed at the end; "-" is stdout. Memory
/// grows with the largest program and the number of pictures' pairs, not with the number of programs.
///
/// Errors: AGAL1060 where the manifest is malformed, each with its line, and then no page is written; AGAL1001,
/// AGAL1002. Warnings: AGAL1061 where files are missing that the manifest names; the page says so too.
Diagnostics write_report(const std::string& manifest, const std::string& folder, const std::string& page,
                         const ReportOptions& options = {});

}  // namespace agal::report
