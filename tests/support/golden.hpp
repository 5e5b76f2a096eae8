// Compares golden files with the output, or rewrites them if BLESS=1 is set (./tools/lab/bless).
#pragma once

#include <string>
#include <string_view>

namespace agal::test {

/// Fails the current test unless the file (a path relative to the root of the project) contains exactly `actual`. The
/// message has the first line that differs, and says how to accept the change. With BLESS=1 in the environment, writes
/// the file instead.
void expect_golden(const std::string& path, std::string_view actual);

/// Compares the part of a document between the lines `<!-- NAME: begin -->` and `<!-- NAME: end -->`.
void expect_section(const std::string& path, const std::string& name, std::string_view actual);

/// Returns the content of a file (a path relative to the root of the project); "" if it does not exist.
std::string source_text(const std::string& path);

/// Returns `text` with `part` between `begin` and the following `end`. Fails the current test if they are missing.
std::string with_part(const std::string& text, std::string_view begin, std::string_view end, std::string_view part);

/// Returns `text` with `part` as the part `name`, which `expect_section` compares.
std::string with_section(const std::string& text, const std::string& name, std::string_view part);

}  // namespace agal::test
