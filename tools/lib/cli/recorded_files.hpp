// The files that agalc has written into a folder, and that have the form of an input: assembly text, bytecode, IR.
//
// Such a file may also be somebody's source. A command that chooses the names of its files therefore replaces one only
// if a record of the folder lists it, and it still has the content that was written, or if it is what would be written
// (docs/adr/0052-sources-are-kept.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

#include "agal/diagnostic.hpp"

namespace CLI {
class App;
}

namespace agalc {

/// A set of files with their contents. It takes about 16 bytes for each file.
class RecordedFiles {
 public:
  /// `content_hash` is the XXH3-128 of the file in hexadecimal.
  void add(std::string_view path, std::string_view content_hash);
  bool contains(std::string_view path, std::string_view content_hash) const;

 private:
  std::unordered_set<std::uint64_t> hashes_;
};

/// Returns the XXH3-128 of a regular file in hexadecimal; nullopt for a link, or if the file cannot be read.
std::optional<std::string> hash_of_file(const std::string& path);

/// Returns true for a regular file, which can be opened without waiting. Links are not followed.
bool is_regular(const std::string& path);

/// The record of a folder, for all commands except `agalc batch`, whose manifest is the record: the file `.agal-files`
/// with a line for each file, its hash and its name.
///
/// Call `plan` for all files, then `check`, then `write` for all files, then `finish`.
class FolderRecord {
 public:
  /// Reads the record. With `overwrite`, files that are not in the record are replaced too.
  FolderRecord(std::string folder, bool overwrite);

  /// Announces a file with this name below the folder. `content` is only called if the file exists and is not in the
  /// record. It returns the bytes that would be written; nullopt: nothing is written.
  void plan(const std::string& name, const std::function<std::optional<std::string>()>& content);

  /// Returns an error for each file that must not be replaced (AGAL1190). With `overwrite`, returns a note for each of
  /// them (AGAL1191).
  agal::Diagnostics check() const;

  /// Lists the file in the record, and writes it. A file that already has these bytes is not changed.
  agal::Diagnostics write(const std::string& name, std::span<const std::byte> bytes);
  agal::Diagnostics write(const std::string& name, std::string_view text);

  /// Removes contents that have been replaced from the record.
  agal::Diagnostics finish();

 private:
  std::string full(const std::string& name) const;
  agal::Diagnostics append(const std::string& name, const std::string& hash);

  std::string folder_;
  bool overwrite_;
  bool has_old_lines_ = false;               // the record on the disk has lines of replaced contents
  std::map<std::string, std::string> rows_;  // names and hashes
  agal::Diagnostics found_;
};

/// Adds --overwrite.
void add_overwrite_option(CLI::App& app, bool& overwrite);

/// Returns the message about a file that is not in the record: an error, or a note with `overwrite`.
agal::Diagnostic not_recorded(const std::string& path, bool overwrite);

}  // namespace agalc
