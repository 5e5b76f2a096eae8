// The title of a report, from the files that its programs were found in.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "manifest/entry.hpp"

namespace agal::report {

/// Remembers a few names, however many files there are.
class Title {
 public:
  void add(const manifest::Entry& entry);

  /// "game.swf" of a game and its logs; "a.swf and b.swf"; the name of the folder that has all files; "a.swf and
  /// others" if they do not share a folder. Without folders above, which do not belong in a page. "": there is no file.
  std::string text() const;

 private:
  struct Files {
    void add(const std::string& file);
    std::string text() const;

    std::vector<std::string> first;     // at most three different files
    std::optional<std::string> folder;  // of all files, with a slash at its end
  };

  Files files_, logs_;
};

}  // namespace agal::report
