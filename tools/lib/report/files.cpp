#include "files.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <system_error>
#include <vector>

#include "agal/spirv.hpp"
#include "cli/console.hpp"
#include "cli/files.hpp"
#include "os/filesystem.hpp"

namespace agal::report {
namespace {

namespace fs = agalc::os::fs;

constexpr std::size_t max_text_bytes = std::size_t{512} << 10;

// Returns true for regular files. Reading from a pipe could block forever.
bool is_regular(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

Result<std::vector<std::byte>> bytes_of(const std::string& folder, const std::string& path) {
  const fs::path file = fs::path(folder) / path;
  std::error_code ignored;
  if (fs::exists(file, ignored) && !is_regular(file))
    return agalc::only(agalc::make_diagnostic("cannot-read", path, {"it is not a regular file"}));
  return agalc::read_input(file.generic_string());
}

// Truncates a long text at the end of a line.
void shorten(FileText& file) {
  if (file.text.size() <= max_text_bytes) return;
  const std::size_t line = file.text.rfind('\n', max_text_bytes);
  const std::size_t kept = line == std::string::npos ? max_text_bytes : line + 1;
  file.cut = file.text.size() - kept;
  file.text.resize(kept);
}

void refuse(FileText& file, Diagnostics diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) file.problem = diagnostic.message;
  file.diagnostics = std::move(diagnostics);
}

}  // namespace

FileText read_text(const std::string& folder, const std::string& path) {
  FileText file;
  Result<std::vector<std::byte>> bytes = bytes_of(folder, path);
  if (!bytes) {
    refuse(file, std::move(bytes.diagnostics()));
    return file;
  }
  file.text.assign(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  shorten(file);
  return file;
}

FileText read_spirv(const std::string& folder, const std::string& path, std::size_t& size) {
  FileText file;
  Result<std::vector<std::byte>> bytes = bytes_of(folder, path);
  if (!bytes) {
    refuse(file, std::move(bytes.diagnostics()));
    return file;
  }
  size = bytes->size();
  // agalc writes little-endian words.
  std::vector<std::uint32_t> words(size / 4);
  for (std::size_t i = 0; i < words.size() * 4; ++i)
    words[i / 4] |= std::to_integer<std::uint32_t>((*bytes)[i]) << (i % 4 * 8);
  file.text = spirv_text(words);
  shorten(file);
  return file;
}

}  // namespace agal::report
