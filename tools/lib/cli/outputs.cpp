#include "outputs.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <optional>
#include <set>

#include "agal/games/extract.hpp"
#include "agal/target.hpp"
#include "console.hpp"
#include "files.hpp"
#include "os/files.hpp"
#include "prove/reference_module.hpp"
#include "suffixes.hpp"

namespace agalc {
namespace {

namespace fs = os::fs;

constexpr int standard_input = 0;

// Extensions of archives, which agalc can read but not write.
constexpr std::array<std::string_view, 9> archive_extensions{".zip", ".swc", ".jar", ".7z", ".rar",
                                                             ".tar", ".gz",  ".tgz", ".apk"};
// Extensions of files that people pass instead of a folder, in addition to the extensions of targets.
constexpr std::array<std::string_view, 8> file_extensions{".agal", ".swf",   ".html",  ".json",
                                                          ".xml",  ".jsonl", ".sarif", ".png"};

template <class List>
bool contains(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool is_shader_name(const std::string& path) {
  const std::string extension = extension_of(path);
  return !extension.empty() &&
         (std::any_of(agal::target_table.begin(), agal::target_table.end(),
                      [&](const agal::TargetInfo& row) { return path.ends_with(row.suffix); }) ||
          std::any_of(agal::target_family_table.begin(), agal::target_family_table.end(),
                      [&](const agal::TargetFamilyInfo& row) { return row.extension == extension; }));
}

// An existing file that agalc reads as an input: its kind, and its name in messages.
struct Source {
  Writes writes;
  std::string_view name;
};

std::optional<Source> source_at(const std::string& path) {
  const std::vector<std::byte> head = first_bytes(path, agal::file_kind_bytes);
  if (head.empty() && !path.ends_with(".agal")) return std::nullopt;
  if (agal::prove::begins_like_module(head)) return Source{Writes::Shader, "a SPIR-V module"};
  switch (agal::file_kind(head, path)) {
    case agal::FileKind::Container: return Source{Writes::Swf, agal::container_name(head)};
    case agal::FileKind::Bytecode: return Source{Writes::Bytecode, "a program in AGAL"};
    case agal::FileKind::Assembly: return Source{Writes::Assembly, "a program in AGAL"};
    case agal::FileKind::CaptureLog: return Source{Writes::Other, "the log of a tapped game"};
    case agal::FileKind::Source: return Source{Writes::Other, "a source in ActionScript or Haxe"};
    case agal::FileKind::Other: break;
  }
  if (is_shader_name(path)) return Source{Writes::Shader, "a shader"};
  return std::nullopt;
}

bool may_replace(Writes fresh, const Source& old) {
  if (fresh == Writes::Other || fresh == Writes::Ir || old.writes == Writes::Other) return false;
  if (fresh == Writes::Program) return old.writes == Writes::Assembly || old.writes == Writes::Bytecode;
  return fresh == old.writes;
}

// Returns the path that is reached when missing folders are created: `missing/../x` is `x`.
std::string reached(const std::string& path) {
  std::error_code error;
  if (fs::exists(path, error)) return path;
  const fs::path whole = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? path : whole.generic_string();
}

std::optional<os::FileId> id_of(const std::string& path) {
  const std::optional<os::FileStatus> status = os::status_of(followed(reached(path)).string());
  if (!status || status->type == os::FileType::Other) return std::nullopt;
  return status->id;
}

// Returns true if both paths name the same file, which may not exist yet. Paths that differ only in case count as the
// same, because on some systems they are the same file.
bool same_output(const std::string& a, const std::string& b) {
  if (is_special(a) || is_special(b)) return false;
  if (same_file(a, b)) return true;
  std::error_code ignored;
  const auto normal = [&](const std::string& path) {
    std::string out = fs::weakly_canonical(fs::absolute(path, ignored), ignored).generic_string();
    while (out.size() > 1 && out.back() == '/') out.pop_back();
    return lower(std::move(out));
  };
  return normal(a) == normal(b);
}

bool is_path(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return option.get_positional() || type.find("FILE") != std::string::npos || type.find("DIR") != std::string::npos;
}

std::string flag_of(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name(true);
  if (!option.get_snames().empty()) return "-" + option.get_snames()[0];
  return "--" + option.get_lnames()[0];
}

agal::Diagnostics overwrites(const std::string& input) {
  return usage_error(fmt::format("the product would overwrite the input {}", display_name(input)),
                     "write it to another file");
}

agal::Diagnostics check_content(const std::string& path, Writes writes, const std::string& flag) {
  std::error_code ignored;
  const std::string file = reached(path);
  if (!fs::exists(file, ignored) || is_special(file)) return {};
  const std::optional<Source> old = source_at(file);
  if (!old || may_replace(writes, *old)) return {};
  const std::string reason =
      flag.empty() ? std::string() : fmt::format("the word after {} names the file to write", flag);
  return usage_error(fmt::format("{} would be overwritten, and it is {}", path, old->name),
                     reason.empty() ? "rename it, or write to another folder"
                                    : reason + "; remove the file first if that is intended");
}

// Returns true for the name of a file, even if slashes follow it.
bool is_file(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  std::error_code ignored;
  return fs::exists(path, ignored) && !fs::is_directory(path, ignored);
}

agal::Diagnostics file_for_folder(const std::string& path, const std::string& flag) {
  return usage_error(fmt::format("{} names a folder, and {} is a file", flag, path), "pass a folder such as out/");
}

agal::Diagnostics check_folder_name(const std::string& path, const std::string& flag) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored) || path.back() == '/') return {};
  const std::string extension = extension_of(path);
  if (!contains(file_extensions, extension) && !is_shader_name(path)) return {};
  return usage_error(fmt::format("{} names a folder, and {} is the name of a file", flag, path),
                     fmt::format("pass a folder such as out/, or {}/ if that is its name", path));
}

agal::Diagnostics check_stdout(const std::string& flag, const std::string& path) {
  if (path != "-") return {};
  return usage_error(fmt::format("{} names a folder, and - is stdout", flag), "pass a folder such as out/");
}

// Returns the files that the command line names as inputs: their names by identity.
std::map<os::FileId, std::string> inputs_of(const CLI::App& app, const Outputs& outputs) {
  std::map<os::FileId, std::string> ids;
  bool reads_stdin = false;
  for (const CLI::Option* const option : app.get_options()) {
    if (outputs.is_output(option) || !is_path(*option)) continue;
    if (option->get_positional() && option->count() == 0) reads_stdin = true;
    for (const std::string& path : option->results()) {
      if (path == "-") reads_stdin = true;
      if (const std::optional<os::FileId> id = id_of(path)) ids.emplace(*id, path);
    }
  }
  if (const auto status = os::status_of(standard_input); reads_stdin && status && status->type == os::FileType::Regular)
    ids.emplace(status->id, "-");
  return ids;
}

}  // namespace

CLI::Option* Outputs::add(CLI::App& app, const std::string& names, std::string& path, Shape shape, Writes writes,
                          const std::string& help) {
  CLI::Option* const option = app.add_option(names, path, help)->take_last();
  switch (shape) {
    case Shape::File: option->type_name("FILE"); break;
    case Shape::Folder:
    case Shape::OwnFolder: option->type_name("DIR"); break;
    case Shape::Either: option->type_name("FILE|DIR/"); break;
    case Shape::EitherNamed: option->type_name("DIR/|FILE"); break;
  }
  outputs_.push_back({option, &path, shape, writes});
  return option;
}

bool Outputs::is_output(const CLI::Option* option) const {
  return std::any_of(outputs_.begin(), outputs_.end(), [&](const Output& row) { return row.option == option; });
}

// Returns true if the user names this path, and not only its folder.
bool Outputs::is_given(const std::string& path) const {
  return std::any_of(outputs_.begin(), outputs_.end(), [&](const Output& row) { return *row.path == path; });
}

std::vector<const Outputs::Output*> Outputs::given() const {
  std::vector<const Output*> list;
  for (const Output& output : outputs_)
    if (output.option->count() > 0 || *output.path == "-") list.push_back(&output);
  return list;
}

agal::Diagnostics Outputs::check_one(const Output& output) const {
  const std::string& path = *output.path;
  const std::string flag = flag_of(*output.option);
  if (path.empty())
    return usage_error(fmt::format("the value of {} is empty", flag), "pass the name of a file or folder");
  const bool only_folder = output.shape == Shape::Folder || output.shape == Shape::OwnFolder;
  const bool folder = only_folder || (output.shape != Shape::File && names_directory(path));
  if (only_folder || output.shape == Shape::EitherNamed)
    if (agal::Diagnostics found = check_stdout(flag, path); found.has_errors()) return found;
  std::error_code ignored;
  if (path == "-" || (is_special(path) && !fs::is_directory(path, ignored))) return {};
  if (contains(archive_extensions, extension_of(path)) && path.back() != '/' && !fs::is_directory(path, ignored))
    return usage_error(fmt::format("{} is the name of an archive, and agalc does not write archives", path),
                       "pass a folder such as out/, and pack it afterwards");
  if (folder && is_file(path)) return file_for_folder(path, flag);
  if (output.shape == Shape::Folder) return check_folder_name(path, flag);
  if (output.shape == Shape::OwnFolder)
    return fs::exists(path, ignored) ? agal::Diagnostics{} : check_folder_name(path, flag);
  if (folder) return {};
  if (path.back() == '/' || fs::is_directory(path, ignored))
    return only(make_diagnostic("cannot-write", path, {fmt::format("it is a folder, and {} names a file", flag)}));
  return check_content(path, output.writes, flag);
}

agal::Diagnostics Outputs::check_suffixes(const CLI::App& app) const {
  agal::Diagnostics found;
  for (const Output* const output : given())
    if (output->shape == Shape::File) found.append(check_suffix(*output->path, output->writes));
  const CLI::Option* const strict = app.get_option_no_throw("--werror");
  if (strict != nullptr && strict->count() > 0) found.promote_warnings();
  return found;
}

agal::Diagnostics Outputs::check(const CLI::App& app) const {
  const std::vector<const Output*> list = given();
  if (list.empty()) return {};
  const std::map<os::FileId, std::string> inputs = inputs_of(app, *this);
  for (const Output* const output : list) {
    const std::string& path = *output->path;
    // A folder may be both an input and an output: only its files are checked.
    const std::optional<os::FileId> id = names_directory(path) || path == "-" ? std::nullopt : id_of(path);
    if (id && inputs.contains(*id)) return overwrites(inputs.at(*id));
    if (id && was_read(*id)) return overwrites(path);
    if (agal::Diagnostics found = check_one(*output); found.has_errors()) return found;
    for (const Output* const other : list) {
      if (other == output) break;
      if (*other->path == "-" && path == "-")
        return usage_error(fmt::format("{} and {} cannot both be written to stdout", flag_of(*other->option),
                                       flag_of(*output->option)),
                           "write one of them to a file");
      if (*other->path != "-" && path != "-" && same_output(*other->path, path))
        return usage_error(
            fmt::format("{} and {} name one file, {}", flag_of(*other->option), flag_of(*output->option), path));
    }
  }
  agal::Diagnostics warnings = check_suffixes(app);
  if (warnings.has_errors()) return warnings;
  for (const Output* const output : list) {
    const std::string& path = *output->path;
    if (path == "-" || is_special(path) || output->shape == Shape::OwnFolder) continue;
    const bool folder = output->shape == Shape::Folder || (output->shape != Shape::File && names_directory(path));
    const std::string wanted = folder ? path : followed(path).parent_path().generic_string();
    if (wanted.empty()) continue;
    if (agal::Diagnostics failed = make_directory(wanted); failed.has_errors()) return failed;
  }
  return warnings;
}

agal::Diagnostics Outputs::check_inputs(const std::vector<std::string>& inputs) const {
  for (const std::string& input : inputs)
    for (const Output* const output : given())
      if (same_file(reached(*output->path), input)) return overwrites(input);
  return {};
}

agal::Diagnostics Outputs::check_planned(const std::vector<PlannedFile>& files,
                                         const std::vector<std::string>& inputs) const {
  std::map<os::FileId, std::string> ids;
  for (const std::string& input : inputs)
    if (const auto id = input == "-" ? std::nullopt : id_of(input)) ids.emplace(*id, input);
  std::set<std::string> names;
  for (const PlannedFile& file : files) {
    std::error_code ignored;
    if (file.path != "-" && fs::is_directory(file.path, ignored)) return cannot_write(file.path, EISDIR);
    if (file.path == "-") continue;
    if (is_special(file.path)) {
      // The writer of the manifest replaces special files by itself.
      if (is_given(file.path) || file.writes == Writes::Other) continue;
      return only(make_diagnostic("cannot-write", file.path, {"it is not a regular file"}));
    }
    if (!names.insert(file.path).second)
      return usage_error(fmt::format("two products would be written to {}", file.path), "rename one of the inputs");
    if (const std::optional<os::FileId> id = id_of(file.path)) {
      if (const auto input = ids.find(*id); input != ids.end()) return overwrites(input->second);
      agal::Diagnostics found;
      if (file.writes != Writes::Recorded) found = check_content(file.path, file.writes, {});
      if (found.has_errors()) return found;
    }
    for (const Output* const output : given())
      if (*output->path != "-" && output->shape == Shape::File && same_output(*output->path, file.path))
        return usage_error(
            fmt::format("a product and {} would both be written to {}", flag_of(*output->option), file.path));
  }
  return {};
}

CLI::Option* add_output_file(CLI::App& app, Console& console, const std::string& names, std::string& path,
                             Writes writes, const std::string& help) {
  return console.outputs.add(app, names, path, Outputs::Shape::File, writes, help);
}

CLI::Option* add_output_folder(CLI::App& app, Console& console, const std::string& names, std::string& path,
                               const std::string& help) {
  return console.outputs.add(app, names, path, Outputs::Shape::Folder, Writes::Other, help);
}

CLI::Option* add_own_folder(CLI::App& app, Console& console, const std::string& names, std::string& path,
                            const std::string& help) {
  return console.outputs.add(app, names, path, Outputs::Shape::OwnFolder, Writes::Other, help);
}

}  // namespace agalc
