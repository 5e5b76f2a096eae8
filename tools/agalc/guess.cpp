#include "guess.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "agal/extract.hpp"
#include "console/console.hpp"
#include "console/files.hpp"
#include "os/filesystem.hpp"
#include "os/process.hpp"
#include "prove/other_side.hpp"

namespace agalc {
namespace {

namespace fs = os::fs;

// As one word for the shell, in quotes only if necessary.
std::string word_of(const std::string& path) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/+:@%,=";
  return path.find_first_not_of(plain) == std::string::npos ? path : os::shell_quoted(path);
}

std::string for_container(const std::string& path) {
  const std::string word = word_of(path);
  return fmt::format("agalc extract {} lists the programs in it, agalc batch {} -o DIR --emit spv converts them", word,
                     word);
}

std::string for_program(const std::string& path) {
  return fmt::format("agalc compile {} -o {} compiles it", word_of(path), word_of(stem_of(path) + ".spv"));
}

std::string for_folder(const std::string& path) {
  return fmt::format("agalc batch {} -o DIR --emit spv converts the programs in it", word_of(path));
}

bool begins_like_container(const std::string& path) {
  constexpr std::size_t enough = 512;
  return agal::looks_like_container(first_bytes(path, enough));
}

}  // namespace

std::string proposal_for(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return for_folder(path);
  if (fs::is_regular_file(path, ignored)) return begins_like_container(path) ? for_container(path) : for_program(path);
  const std::string extension = fs::path(path).extension().string();
  for (const std::string_view known : {".swf", ".swc", ".zip", ".tar", ".gz"})
    if (extension == known) return for_container(path);
  return extension == ".agal" ? for_program(path) : std::string();
}

agal::Diagnostics other_file_given(std::span<const std::byte> bytes, const std::string& path) {
  if (agal::prove::begins_like_module(bytes)) return only(make_diagnostic("module-given", display_name(path)));
  const std::string_view container = agal::container_name(bytes);
  if (container.empty()) return {};
  agal::Diagnostic found = make_diagnostic("container-given", display_name(path), {std::string(container)});
  if (path != "-") found.help = for_container(path);
  return only(std::move(found));
}

}  // namespace agalc
