#include "input_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "cli/console.hpp"
#include "cli/files.hpp"
#include "descriptor.hpp"
#include "names.hpp"
#include "os/files.hpp"
#include "os/name_match.hpp"

namespace agal::batch {
namespace {

namespace fs = agalc::os::fs;

using agalc::os::folder_id, agalc::os::FileId;

std::string joined(const std::string& folder, const std::string& name) {
  return folder.empty() || folder.back() == '/' ? folder + name : folder + "/" + name;
}

// Makes an absolute path relative to the working directory, because manifests must not contain the location of the
// inputs on the disk.
std::string from_here(const std::string& argument) {
  const fs::path path(argument);
  if (!path.has_root_directory()) return argument;
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  // On Windows, the path may lack a drive letter.
  return failed ? argument : fs::absolute(path, failed).lexically_proximate(here).generic_string();
}

// Returns the path that the stem of a named file is derived from. An absolute path contains the location on this
// machine, so only the file name is kept; a relative path is kept completely.
std::string own_path(const std::string& argument) {
  const fs::path path = fs::path(argument).lexically_normal();
  return clean_path(path.has_root_directory() ? path.filename().generic_string() : path.generic_string());
}

std::vector<std::string> split(std::string_view path) {
  std::vector<std::string> components;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    if (slash > 0) components.emplace_back(path.substr(0, slash));
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return components;
}

}  // namespace

bool Glob::is_pattern(std::string_view text) { return text.find_first_of("*?[") != std::string_view::npos; }

Glob::Glob(std::string_view pattern) {
  if (!pattern.empty() && pattern[0] == '/') folder_ = "/";
  bool fixed = true;
  for (std::string& component : split(pattern)) {
    fixed = fixed && !is_pattern(component);
    if (fixed)
      folder_ += (folder_.empty() || folder_ == "/" ? "" : "/") + component;
    else if (component != "**" || components_.empty() || components_.back() != "**")
      components_.push_back(std::move(component));
  }
}

Glob::Match Glob::match(std::string_view path) const {
  // reached[i]: the first i components of the pattern match the components of the path so far.
  std::vector<bool> reached(components_.size() + 1, false);
  const auto skip_empty = [&] {
    for (std::size_t i = 0; i < components_.size(); ++i)
      if (reached[i] && components_[i] == "**") reached[i + 1] = true;
  };
  reached[0] = true;
  skip_empty();
  for (const std::string& name : split(path)) {
    std::vector<bool> next(components_.size() + 1, false);
    for (std::size_t i = 0; i < components_.size(); ++i) {
      if (!reached[i]) continue;
      if (components_[i] == "**")
        next[i] = next[i] || name[0] != '.';
      else if (agalc::os::matches_name(components_[i], name))
        next[i + 1] = true;
    }
    reached = std::move(next);
    skip_empty();
  }
  const bool whole = reached.back();
  const bool inside = std::find(reached.begin(), reached.end() - 1, true) != reached.end() - 1;
  return whole ? (inside ? Match::Both : Match::Whole) : (inside ? Match::Inside : Match::None);
}

std::optional<Inputs::Name> Inputs::name_of(const fs::directory_entry& entry) {
  Name name{entry.path().filename().generic_string()};
  if (name.name[0] == '.') return std::nullopt;
  std::error_code failed;
  const bool link = entry.is_symlink(failed);
  name.folder = !link && entry.is_directory(failed);
  if (!name.folder && !entry.is_regular_file(failed)) return std::nullopt;
  return name;
}

// Returns the path relative to base_; nullopt if the path is not below base_, or if base_ is empty.
std::optional<std::string> Inputs::below_base(const std::string& path) const {
  if (base_.empty()) return std::nullopt;
  std::error_code failed;
  const std::string whole = fs::absolute(path, failed).lexically_normal().generic_string();
  if (failed || whole.compare(0, base_.size(), base_) != 0) return std::nullopt;
  return clean_path(std::string_view(whole).substr(base_.size()));
}

InputFile Inputs::named(const std::string& path) const {
  const std::optional<std::string> below = below_base(path);
  return {from_here(path), below ? *below : own_path(path), false, path};
}

bool Inputs::lies_in_excluded(const std::string& path) {
  const std::string parent = fs::path(path).parent_path().generic_string();
  if (parent != last_parent_ || next_argument_ <= 1) {
    last_parent_ = parent;
    std::error_code failed;
    const std::string whole = fs::weakly_canonical(parent.empty() ? "." : parent, failed).generic_string() + "/";
    last_parent_excluded_ = std::any_of(excluded_paths_.begin(), excluded_paths_.end(), [&](const std::string& folder) {
      return whole.compare(0, folder.size(), folder) == 0;
    });
  }
  return last_parent_excluded_;
}

std::optional<InputItem> Inputs::next() {
  for (;;) {
    if (!levels_.empty()) {
      if (std::optional<InputItem> item = step()) return item;
      continue;
    }
    if (next_argument_ >= arguments_.size()) return std::nullopt;
    Name& argument = arguments_[next_argument_++];
    if (argument.taken) continue;
    std::error_code ignored;
    const fs::file_status status = fs::status(argument.name, ignored);
    if (fs::is_directory(status) || (!fs::exists(status) && Glob::is_pattern(argument.name))) {
      begin(argument.name);
      continue;
    }
    if (std::optional<InputItem> item = named_file(argument)) return item;
  }
}

// Begins the walk of a folder or pattern.
void Inputs::begin(const std::string& argument) {
  glob_.reset();
  std::error_code ignored;
  matching_ = !fs::is_directory(argument, ignored);
  // A folder that is named twice is one input.
  if (!matching_ && !walked_.insert((fs::absolute(argument, ignored) / "").lexically_normal()).second) return;
  if (matching_) glob_.emplace(argument);
  const std::string folder = matching_ ? glob_->folder() : argument;
  if (!enter(from_here(folder), folder, ""))
    diagnostics_.append(agalc::usage_error(fmt::format("the input {} is in an output folder", argument),
                                           "choose an output folder outside the inputs"));
}

// Adds a level for the folder. Returns false if the folder is excluded.
bool Inputs::enter(const std::string& path, const std::string& shown, const std::string& below) {
  const std::string folder = path.empty() ? "." : path;
  const std::optional<FileId> id = folder_id(folder);
  if (id && std::find(excluded_.begin(), excluded_.end(), *id) != excluded_.end()) return false;
  Level level{path, shown, below, {}, 0};
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed))
    if (std::optional<Name> name = name_of(*entry)) level.names.push_back(*std::move(name));
  if (failed) diagnostics_.append(cannot_read(shown.empty() ? "." : shown, agalc::os::error_number(failed)));
  std::sort(level.names.begin(), level.names.end(), [](const Name& a, const Name& b) { return a.key() < b.key(); });
  levels_.push_back(std::move(level));
  return true;
}

std::optional<InputItem> Inputs::step() {
  Level& level = levels_.back();
  if (level.next >= level.names.size()) {
    levels_.pop_back();
    return std::nullopt;
  }
  Name& name = level.names[level.next++];
  if (name.taken) return std::nullopt;
  const std::string below = joined(level.below, name.name);
  const Glob::Match match = glob_ ? glob_->match(below) : Glob::Match::Both;
  if (name.folder) {
    const bool inside = match == Glob::Match::Inside || match == Glob::Match::Both;
    // The arguments are copies, because adding a level invalidates `level`.
    if (inside) enter(joined(level.path, name.name), joined(level.shown, name.name), below);
    return std::nullopt;
  }
  const bool whole = match == Glob::Match::Whole || match == Glob::Match::Both;
  return whole ? file_in(level, name) : std::nullopt;
}

InputFile Inputs::found_file(const Level& level, const std::string& name) const {
  const std::string path = joined(level.path, name), shown = joined(level.shown, name);
  if (const std::optional<std::string> below = below_base(path)) return {path, *below, !matching_, shown};
  // For an absolute pattern, paths relative to its fixed beginning are sufficient to distinguish files.
  const bool whole = matching_ && !fs::path(glob_->folder()).has_root_directory();
  return {path, whole ? own_path(path) : clean_path(joined(level.below, name)), !matching_, shown};
}

std::optional<InputItem> Inputs::file_in(Level& level, Name& name) {
  InputItem item{found_file(level, name.name), std::nullopt};
  const std::optional<std::string> partner = partner_of(name.name);
  if (!partner) return item;
  const auto at = std::lower_bound(level.names.begin(), level.names.end(), *partner,
                                   [](const Name& a, const std::string& key) { return a.key() < key; });
  if (at == level.names.end() || at->folder || at->name != *partner || at->taken) return item;
  if (glob_) {
    const Glob::Match match = glob_->match(joined(level.below, at->name));
    if (match == Glob::Match::None || match == Glob::Match::Inside) return item;
  }
  at->taken = true;
  item.partner = found_file(level, at->name);
  return item;
}

std::optional<InputItem> Inputs::named_file(Name& argument) {
  if (lies_in_excluded(argument.name)) {
    diagnostics_.append(agalc::usage_error(fmt::format("the input {} is in an output folder", argument.name),
                                           "choose an output folder outside the inputs"));
    return std::nullopt;
  }
  InputItem item{named(argument.name), std::nullopt};
  const fs::path path(argument.name);
  const std::optional<std::string> name = partner_of(path.filename().generic_string());
  if (!name) return item;
  const std::string partner = joined(path.parent_path().generic_string(), *name);
  const auto at = std::lower_bound(arguments_.begin(), arguments_.end(), partner,
                                   [](const Name& a, const std::string& key) { return a.name < key; });
  std::error_code ignored;
  if (at == arguments_.end() || at->name != partner || at->taken || fs::is_directory(partner, ignored)) return item;
  at->taken = true;
  item.partner = named(partner);
  return item;
}

Inputs::Inputs(InputOptions options) {
  std::error_code failed;
  for (const std::string& folder : options.excluded) {
    if (const std::optional<FileId> id = folder_id(folder)) excluded_.push_back(*id);
    excluded_paths_.push_back(fs::weakly_canonical(folder, failed).generic_string() + "/");
  }
  if (!options.base.empty()) {
    base_ = fs::absolute(options.base, failed).lexically_normal().generic_string();
    if (base_.back() != '/') base_ += '/';
  }
  std::vector<std::string>& arguments = options.arguments;
  for (std::string& argument : arguments) argument = fs::path(argument).generic_string();
  std::sort(arguments.begin(), arguments.end());
  arguments.erase(std::unique(arguments.begin(), arguments.end()), arguments.end());
  arguments_.reserve(arguments.size());
  for (std::string& argument : arguments) arguments_.push_back({std::move(argument)});
}

std::size_t max_file_bytes(FileKind kind) {
  return kind == FileKind::Assembly ? agalc::max_program_file_bytes : agalc::max_container_file_bytes;
}

std::uint64_t count_inputs(const InputOptions& options) {
  std::uint64_t count = 0;
  Inputs inputs(options);
  while (const std::optional<InputItem> item = inputs.next()) count += item->partner ? 2u : 1u;
  return count;
}

}  // namespace agal::batch
