// Files for whoever reads the outcome of many checks by machine: --sarif and --junit.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "agal/ci_report.hpp"
#include "console/console.hpp"
#include "console/streamed_file.hpp"

namespace agalc {

struct CiReportPaths {
  std::string sarif, junit;  // "": none; "-": stdout
};
/// --sarif, --junit.
void add_ci_report_options(CLI::App& app, CiReportPaths& paths);

/// Both reports, as far as they are wanted. Nobody sees them before `finish`.
class CiReports {
 public:
  explicit CiReports(const CiReportPaths& paths);

  /// Why one of them cannot be written; empty where nothing is known to be wrong.
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

/// How reports name a file: with '/', relative to the current folder where it is inside.
std::string artifact_name(const std::string& path);

}  // namespace agalc
