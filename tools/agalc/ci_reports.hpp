// Writes CI reports: --sarif and --junit.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "agal/ci_report.hpp"
#include "cli/console.hpp"
#include "cli/streamed_file.hpp"

namespace agalc {

struct CiReportPaths {
  std::string sarif, junit;  // paths of the reports; "" for no report, "-" for stdout
};
/// Adds --sarif and --junit.
void add_ci_report_options(CLI::App& app, Console& console, CiReportPaths& paths);

/// The requested CI reports. The files appear under their names only after `finish`.
class CiReports {
 public:
  explicit CiReports(const CiReportPaths& paths);

  /// Returns the errors of writing so far.
  agal::Diagnostics diagnostics() const;
  bool wanted() const { return sarif_.has_value() || junit_.has_value(); }
  void add(const agal::CheckedProgram& program);
  agal::Diagnostics finish();

 private:
  template <class Writer>
  struct Report {
    explicit Report(const std::string& path) : file(path), writer(file.stream()) {}
    StreamedFile file;
    Writer writer;
  };
  std::optional<Report<agal::SarifWriter>> sarif_;
  std::optional<Report<agal::JUnitWriter>> junit_;
};

/// Writes the reports of agalc batch. The manifest is read line by line. Messages about assembly text have locations in
/// the text. All other messages have locations in the disassembly in the output folder.
agal::Diagnostics write_ci_reports(const std::string& manifest, const std::string& output, const CiReportPaths& paths);

/// Returns the path of a file in CI reports. It is relative to the current folder if the file is inside, and uses '/'.
std::string artifact_name(const std::string& path);

}  // namespace agalc
