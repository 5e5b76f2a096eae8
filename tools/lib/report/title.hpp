// Derives the title of a report from the files that its programs were found in.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "manifest/entry.hpp"

namespace agal::report {

/// Remembers a few names, whatever the number of files.
class Title {
 public:
  void add(const manifest::Entry& entry);

  /// Returns "game.swf" for a game and its logs; "a.swf and b.swf" for two files; the name of the folder that contains
  /// all files; or "a.swf and others" if they do not share a folder. Parent folders are omitted, because they do not
  /// belong in a page. Returns "" if there are no files.
  std::string text() const;

 private:
  struct Files {
    void add(const std::string& file);
    std::string text() const;

    std::vector<std::string> first;     // at most three different files
    std::optional<std::string> folder;  // the common folder, with a slash at its end
  };

  Files files_, logs_;
};

}  // namespace agal::report
