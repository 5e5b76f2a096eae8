// The CI reports of agalc batch.
#pragma once

#include <string>

#include "agal/diagnostic.hpp"
#include "ci_reports.hpp"

namespace agalc {

/// Reads a manifest, line by line, and writes the requested CI reports. Locations of messages about assembly text are
/// in it, all others in the disassembly in the output folder.
agal::Diagnostics write_ci_reports(const std::string& manifest, const std::string& output, const CiReportPaths& paths);

}  // namespace agalc
