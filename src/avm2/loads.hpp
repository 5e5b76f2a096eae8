// Code that a movie loads from elsewhere, as far as its own code says so.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "avm2/abc.hpp"

namespace agal::avm2 {

class Loads {
 public:
  /// Notes the names of SWF files, and of `Loader.loadBytes`.
  void add(const Abc& abc);
  /// Files that are there, by their names without folders, are not missing.
  void remove(const std::set<std::string, std::less<>>& there);
  /// For a message: the files, or else how code is loaded, unless movies inside this one explain it; "" if it is not.
  std::string describe(bool has_inner_movies) const;
  bool names_files() const { return !files_.empty(); }

 private:
  std::set<std::string> files_;
  bool bytes_ = false;
};

}  // namespace agal::avm2
