// Writes the details of programs. The page shows them for one program at a time.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "data_element.hpp"
#include "manifest/entry.hpp"
#include "manifest/json.hpp"

namespace agal::report {

using manifest::Entry;
using manifest::Json;

/// Files of the manifest that cannot be read.
struct MissingFiles {
  std::size_t count = 0;
  std::string first, why;
};

/// Writes details in blocks of 32 programs, or of fewer programs with 2 MiB of text. The page decompresses one block at
/// a time.
class Details {
 public:
  /// Reads the materials.json of the folder, if there is one.
  Details(agalc::StreamedFile& output, std::string folder);
  void add(const Entry& entry);
  void finish();

  std::size_t size() const { return size_; }
  const MissingFiles& missing() const { return missing_; }

 private:
  Json details_of(const Entry& entry);
  // Returns the functions of the module of materials that create materials of a pair.
  Json materials_of(const Entry& entry, const manifest::Partner& partner) const;
  Json disassembly_of(const Entry& entry);
  Json output_of(const std::string& target, const std::string& path);
  void note_missing(const std::string& path, const std::string& why);

  agalc::StreamedFile& output_;
  std::string folder_;
  std::map<std::pair<std::string, std::string>, Json> materials_;  // lists of functions; keys are hashes of pairs
  std::unique_ptr<DataElement> block_;
  std::size_t programs_in_block_ = 0, bytes_in_block_ = 0, size_ = 0;
  MissingFiles missing_;
};

}  // namespace agal::report
