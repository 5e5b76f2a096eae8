#include "suffixes.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "console.hpp"
#include "files.hpp"
#include "os/filesystem.hpp"

namespace agalc {
namespace {

// The extensions of files that are not in the language of a target, and what such files have.
struct Extension {
  std::string_view extension, content;
  std::array<Writes, 2> writes;  // the outputs that may have it
};
constexpr auto extensions = std::to_array<Extension>({
    {".agal", "assembly text", {Writes::Assembly, Writes::Program}},
    {".ir", "the IR", {Writes::Ir, Writes::Ir}},
    {".swf", "a SWF file", {Writes::Swf, Writes::Swf}},
});

// Returns the target with the longest matching suffix: `.vulkan.glsl` is preferred to `.glsl`.
const agal::TargetInfo* target_with_suffix(const std::string& name) {
  const std::string path = lower(name);
  const agal::TargetInfo* best = nullptr;
  for (const agal::TargetInfo& row : agal::target_table)
    if (path.size() > row.suffix.size() && path.ends_with(row.suffix) &&
        (best == nullptr || row.suffix.size() > best->suffix.size()))
      best = &row;
  return best;
}

const agal::TargetFamilyInfo* family_with_extension(const std::string& extension) {
  for (const agal::TargetFamilyInfo& row : agal::target_family_table)
    if (!extension.empty() && row.extension == extension) return &row;
  return nullptr;
}

// Returns the titles of the languages whose files have the extension.
std::string languages_with(std::string extension) {
  if (extension == ".msl") extension = ".metal";
  if (extension.empty()) return {};
  std::string titles;
  for (const agal::TargetFamilyInfo& family : agal::target_family_table)
    if (std::any_of(agal::target_table.begin(), agal::target_table.end(), [&](const agal::TargetInfo& row) {
          return row.family == family.family && row.suffix.ends_with(extension);
        }))
      titles += (titles.empty() ? "" : " or ") + std::string(family.title);
  return titles;
}

std::string_view content_of(Writes writes) {
  switch (writes) {
    case Writes::Assembly: return "assembly text";
    case Writes::Bytecode: return "bytecode";
    case Writes::Program: return "a program in AGAL";
    case Writes::Swf: return "a SWF file";
    case Writes::Shader: return "a shader";
    case Writes::Ir: return "the IR";
    case Writes::Other:
    case Writes::Recorded: break;
  }
  return "something else";
}

}  // namespace

std::string lower(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

std::string extension_of(const std::string& path) { return lower(os::fs::path(path).extension().string()); }

std::optional<agal::Target> target_of(const std::string& path) {
  if (const agal::TargetInfo* const row = target_with_suffix(path)) return row->target;
  const agal::TargetFamilyInfo* const family = family_with_extension(extension_of(path));
  return family == nullptr ? std::nullopt : std::optional(family->target);
}

std::string contradicted_by(const std::string& path, Writes writes, std::optional<agal::Target> target) {
  const std::string extension = extension_of(path);
  for (const Extension& row : extensions)
    if (row.extension == extension)
      return std::find(row.writes.begin(), row.writes.end(), writes) == row.writes.end() ? std::string(row.content)
                                                                                         : std::string();
  const bool is_shader = writes == Writes::Shader && target;
  if (const agal::TargetInfo* const row = target_with_suffix(path)) {
    if (is_shader) return row->target == *target ? std::string() : std::string(row->name);
    return languages_with(extension);
  }
  const std::string languages = languages_with(extension);
  if (!is_shader) return languages;
  return languages == languages_with(std::string(agal::info(*target).suffix)) ||
                 agal::info(*target).suffix.ends_with(extension)
             ? std::string()
             : languages;
}

agal::Diagnostics check_suffix(const std::string& path, Writes writes, std::optional<agal::Target> target) {
  if (path == "-" || is_special(path)) return {};
  const std::string implied = contradicted_by(path, writes, target);
  if (implied.empty()) return {};
  return only(
      make_diagnostic("suffix-differs", {}, {path, implied, target ? agal::info(*target).name : content_of(writes)}));
}

bool names_file(const std::string& path) {
  if (path.empty() || names_directory(path)) return false;
  const std::string extension = extension_of(path);
  return target_of(path) || !languages_with(extension).empty() ||
         std::any_of(extensions.begin(), extensions.end(),
                     [&](const Extension& row) { return row.extension == extension; });
}

bool may_become_folder(const std::string& path) {
  std::error_code ignored;
  return !path.empty() && path != "-" && !names_file(path) && !os::fs::exists(path, ignored);
}

}  // namespace agalc
