#include "ci_reports.hpp"

#include <CLI/CLI.hpp>

#include "os/filesystem.hpp"

namespace agalc {

void add_ci_report_options(CLI::App& app, Console& console, CiReportPaths& paths) {
  const std::string group = "Reports";
  add_output_file(app, console, "--sarif", paths.sarif, Writes::Other,
                  "Also write all findings as SARIF 2.1.0; - is stdout")
      ->group(group);
  add_output_file(app, console, "--junit", paths.junit, Writes::Other,
                  "Also write each program as a test case of a JUnit file; - is stdout")
      ->group(group);
}

CiReports::CiReports(const CiReportPaths& paths) {
  if (!paths.sarif.empty()) sarif_.emplace(paths.sarif);
  if (!paths.junit.empty()) junit_.emplace(paths.junit);
}

agal::Diagnostics CiReports::diagnostics() const {
  agal::Diagnostics out;
  if (sarif_) out.append(sarif_->file.diagnostics());
  if (junit_) out.append(junit_->file.diagnostics());
  return out;
}

void CiReports::add(const agal::CheckedProgram& program) {
  if (sarif_) sarif_->writer.add(program);
  if (junit_) junit_->writer.add(program);
}

agal::Diagnostics CiReports::finish() {
  agal::Diagnostics out;
  if (sarif_) {
    sarif_->writer.finish();
    out.append(sarif_->file.commit());
  }
  if (junit_) {
    junit_->writer.finish();
    out.append(junit_->file.commit());
  }
  return out;
}

std::string artifact_name(const std::string& path) {
  if (path == "-") return "stdin";
  const os::fs::path normal = os::fs::path(path).lexically_normal();
  if (!normal.has_root_path()) return normal.generic_string();
  std::error_code failed;
  // On Windows, the path may lack a drive.
  const os::fs::path inside = os::fs::absolute(normal, failed).lexically_relative(os::fs::current_path(failed));
  return failed || inside.empty() || *inside.begin() == ".." ? normal.generic_string() : inside.generic_string();
}

}  // namespace agalc
