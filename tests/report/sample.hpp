// Folders as agalc batch leaves them, for tests of the report.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace agal::report {

using Json = nlohmann::ordered_json;

/// A folder with a manifest, under construction.
class Sample {
 public:
  explicit Sample(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Assembles the text, compiles it for these targets, writes what came of it, and adds a line. Returns the line.
  Json& add(const std::string& stem, const std::string& assembly,
            const std::vector<std::string>& targets = {"essl300"});
  /// Adds a line for a file in which there was nothing.
  Json& add_unreadable(const std::string& stem);
  /// Adds a line for a file that was read and has no program in it.
  Json& add_empty(const std::string& stem);
  /// Two lines as a pair.
  static void pair(Json& vertex, Json& fragment, const std::string& evidence);
  /// The line of a stem.
  Json& line(const std::string& stem);

  void write_manifest() const;
  void write(const std::string& path, const std::string& text) const;
  std::filesystem::path manifest() const { return folder_ / "manifest.jsonl"; }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  std::vector<Json> lines_;
};

/// Programs of all kinds: a pair, a rejected one, one that a target cannot express, an unreadable file, and one whose
/// names and texts are hostile.
Sample small_sample(const std::filesystem::path& folder);

/// Many programs: copies of a few, each with a hash, a name and a file of its own.
void write_large_sample(const std::filesystem::path& folder, std::size_t programs);

inline constexpr char hostile[] = "</script><script>document.title='owned'</script><img src=x onerror=alert(1)>";

}  // namespace agal::report
