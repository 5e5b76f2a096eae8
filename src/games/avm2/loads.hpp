// Finds names of SWF files that a movie loads, and uses of Loader.loadBytes.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "avm2/abc.hpp"

namespace agal::avm2 {

class Loads {
 public:
  /// Notes the names of SWF files in strings, and uses of `Loader.loadBytes`.
  void add(const Abc& abc);
  /// Removes files that are present. `there` has their names without folders.
  void remove(const std::set<std::string, std::less<>>& there);
  /// Returns text for a message: the names of the files. If there are none, returns "by Loader.loadBytes" if the
  /// movie uses it although it has no inner movies, which it would load that way, and otherwise "".
  std::string describe(bool has_inner_movies) const;

 private:
  std::set<std::string> files_;
  bool bytes_ = false;
};

}  // namespace agal::avm2
