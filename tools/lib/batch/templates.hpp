// Finds the templates (assembly texts with a hole that code fills at run time) that captured programs were made from.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "manifest/entry.hpp"
#include "manifest/record.hpp"

namespace agal::batch {

class Templates {
 public:
  /// Notes the templates of a file that have a hole for the options of a sampler. At most 10,000 templates are kept in
  /// all.
  void note(const manifest::Record& record);

  /// Returns the places of the templates that, with the hole filled, are programs of this family
  /// (`manifest::family_of`); null if there are none.
  manifest::Json places_of(const std::string& family) const;

 private:
  std::unordered_map<std::string, std::vector<Origin>> by_family_;
  std::size_t count_ = 0;
};

}  // namespace agal::batch
