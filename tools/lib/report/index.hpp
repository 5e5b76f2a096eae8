// Writes the data that the page needs for all programs at once: for the list, the charts and the search.
#pragma once

#include <map>
#include <string>

#include "data_element.hpp"
#include "manifest/json.hpp"
#include "pairs.hpp"

namespace agal::report {

using manifest::Json;

/// Writes a row for each program. At the end, writes the names that rows refer to by number, and the rules that occur,
/// each with the text of `agalc explain`. tools/pages/report/data.js reads the data.
class Index {
 public:
  explicit Index(agalc::StreamedFile& output);
  void add(const Entry& entry, PairList& pairs);
  /// Writes the data about the whole page, such as its title.
  void finish(const Json& about);

  std::size_t size() const { return size_; }

 private:
  // Numbers names in order of first appearance.
  class Names {
   public:
    std::size_t number(const std::string& name);
    Json list() const;

   private:
    std::map<std::string, std::size_t> numbers_;
  };

  Json rules_of(const Entry& entry);
  Json pairs_of(const Entry& entry, PairList& pairs);
  Json finds_of(const Entry& entry);
  Json proofs_of(const Entry& entry);
  void note_rule(const std::string& code);

  DataElement element_;
  Names opcodes_, targets_, certainties_, answers_;
  std::map<std::string, std::string> rules_;  // explanations by code
  std::size_t size_ = 0;
};

}  // namespace agal::report
