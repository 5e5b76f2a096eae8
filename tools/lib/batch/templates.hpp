// Templates that captured programs were made from.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "manifest/entry.hpp"
#include "manifest/record.hpp"

namespace agal::batch {

class Templates {
 public:
  /// Notes the templates of a file whose hole stands for the options of a sampler: at most 10,000 in all.
  void note(const manifest::Record& record);

  /// The places of the templates that give a program of this family, whatever is in the hole; null: there are none.
  manifest::Json places_of(const std::string& family) const;

 private:
  std::unordered_map<std::string, std::vector<Origin>> by_family_;
  std::size_t count_ = 0;
};

}  // namespace agal::batch
