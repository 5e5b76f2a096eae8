// What agalc batch found, as SARIF and JUnit.
#pragma once

#include <string>

#include "agal/diagnostic.hpp"
#include "ci_reports.hpp"

namespace agalc {

/// Reads a manifest, line by line, and writes the reports that are wanted. Messages about assembly text point into it,
/// all others into the disassembly in the output folder.
agal::Diagnostics write_ci_reports(const std::string& manifest, const std::string& output, const CiReportPaths& paths);

}  // namespace agalc
