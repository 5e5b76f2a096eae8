// Creates folders like those that agalc batch writes, for tests of the report.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace agal::report {

using Json = nlohmann::ordered_json;

/// A pair for tests that do not depend on its code.
inline constexpr char plain_vertex[] = "//! agal 1 vertex\nm44 op, va0, vc0\nmov v0, va1\n";
inline constexpr char plain_fragment[] = "//! agal 1 fragment\nmov oc, v0\n";

/// A folder with a manifest, under construction.
class Sample {
 public:
  explicit Sample(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Assembles the text, compiles it for these targets, writes the products, and adds a line. Returns the line.
  Json& add(const std::string& stem, const std::string& assembly,
            const std::vector<std::string>& targets = {"essl300"});
  /// Adds a line for an unreadable file.
  Json& add_unreadable(const std::string& stem);
  /// Adds a line for a file without programs.
  Json& add_empty(const std::string& stem);
  /// Adds a line for a file that may upload programs that were not found, with these keys of `incomplete`.
  Json& add_incomplete(const std::string& stem, const Json& incomplete);
  /// Makes two lines a pair.
  static void pair(Json& vertex, Json& fragment, const std::string& evidence);
  /// Records that a game uploaded this pair of lines, with these draws.
  static void capture(Json& vertex, Json& fragment, std::uint32_t uploads, const Json& draws);
  /// Records the use of all lines: lines without a call of `capture` count as not uploaded.
  void finish_capture();
  /// Returns the line with this stem.
  Json& line(const std::string& stem);

  void write_manifest() const;
  void write(const std::string& path, const std::string& text) const;
  std::filesystem::path manifest() const { return folder_ / "manifest.jsonl"; }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  std::vector<Json> lines_;
};

/// Creates programs of all kinds: a pair, a rejected program, a program that a target cannot express, an unreadable
/// file, and a program with hostile names and texts.
Sample small_sample(const std::filesystem::path& folder);

/// Returns draw `number` of a pair. Only draw 1 has the constants, like in logs.
Json captured_draw(std::uint32_t number, const Json& vertex_constants, const Json& fragment_constants);

/// Writes many programs: copies of a few, each with its own hash, name and file.
void write_large_sample(const std::filesystem::path& folder, std::size_t programs);

inline constexpr char hostile[] = "</script><script>document.title='owned'</script><img src=x onerror=alert(1)>";

}  // namespace agal::report
