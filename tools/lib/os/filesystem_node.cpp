#include "os/filesystem_node.hpp"

#include <optional>

#include "os/files.hpp"
#include "os/node.hpp"

namespace agalc::os::fs {
namespace {

file_type type_of(std::uint64_t type) {
  switch (static_cast<FileType>(type)) {
    case FileType::Regular: return file_type::regular;
    case FileType::Folder: return file_type::directory;
    case FileType::Link: return file_type::symlink;
    case FileType::Other: return file_type::unknown;
  }
  return file_type::unknown;
}

void set(std::error_code& failed, int result) {
  failed = std::error_code(node::error_of(result), std::generic_category());
}

std::optional<node::Status> ask_status(const path& of, bool follow, std::error_code& failed) {
  const std::string text = of.string();
  node::Status status{};
  const int result = node::agalc_node_status_of(text.data(), text.size(), follow ? 1 : 0, &status);
  set(failed, result);
  return result < 0 ? std::nullopt : std::optional(status);
}

file_status status_of(const path& of, bool follow, std::error_code& failed) {
  const std::optional<node::Status> status = ask_status(of, follow, failed);
  if (status) return file_status(type_of(status->type));
  const bool missing = failed == std::errc::no_such_file_or_directory || failed == std::errc::not_a_directory;
  return file_status(missing ? file_type::not_found : file_type::none);
}

template <class Ask>
path ask_path(const Ask& ask, std::error_code& failed) {
  int error = 0;
  std::string text = node::text_of(ask, error);
  set(failed, -error);
  return text;
}

}  // namespace

file_status status(const path& of, std::error_code& failed) { return status_of(of, true, failed); }
file_status symlink_status(const path& of, std::error_code& failed) { return status_of(of, false, failed); }

path current_path(std::error_code& failed) { return ask_path(node::agalc_node_working_folder, failed); }
path temp_directory_path(std::error_code& failed) { return ask_path(node::agalc_node_temporary_folder, failed); }

path absolute(const path& of, std::error_code& failed) {
  failed.clear();
  return of.is_absolute() ? of : current_path(failed) / of;
}

path weakly_canonical(const path& of, std::error_code& failed) {
  const std::string text = of.string();
  return ask_path(
      [&](char* out, std::size_t room) { return node::agalc_node_resolve(text.data(), text.size(), out, room); },
      failed);
}

bool equivalent(const path& a, const path& b, std::error_code& failed) {
  const std::optional<node::Status> first = ask_status(a, true, failed);
  if (!first) return false;
  const std::optional<node::Status> second = ask_status(b, true, failed);
  return second && first->device == second->device && first->number == second->number;
}

bool create_directories(const path& folder, std::error_code& failed) {
  const std::string text = folder.string();
  const int result = node::agalc_node_make_folders(text.data(), text.size());
  set(failed, result);
  return result > 0;
}

bool remove(const path& file, std::error_code& failed) {
  set(failed, -remove_file(file.string()));
  return !failed;
}

std::uintmax_t remove_all(const path& folder, std::error_code& failed) {
  const bool is_folder = symlink_status(folder, failed).type() == file_type::directory;
  std::uintmax_t count = 0;
  if (is_folder)
    for (directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed))
      count += remove_all(entry->path(), failed);
  if (failed) return count;
  set(failed, -(is_folder ? remove_folder(folder.string()) : remove_file(folder.string())));
  return failed ? count : count + 1;
}

directory_iterator::directory_iterator(const path& folder, std::error_code& failed) {
  const std::string text = folder.string();
  int error = 0;
  const std::string list = node::text_of(
      [&](char* out, std::size_t room) { return node::agalc_node_list(text.data(), text.size(), out, room); }, error);
  set(failed, -error);
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = list.find('\0', at);
    entries_.emplace_back(folder / list.substr(at + 1, end - at - 1),
                          type_of(static_cast<std::uint64_t>(list[at] - '0')));
    at = end + 1;
  }
}

// A folder that vanishes while it is read is skipped.
recursive_directory_iterator::recursive_directory_iterator(const path& folder, std::error_code& failed)
    : directory_iterator(folder, failed) {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].type() != file_type::directory) continue;
    std::error_code ignored;
    for (directory_iterator entry(fs::path(entries_[i].path()), ignored), end; entry != end; entry.increment(ignored))
      entries_.push_back(*entry);
  }
}

}  // namespace agalc::os::fs
