#include "house/house.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace agal::house {
namespace {

namespace fs = std::filesystem;

// Public headers that are not named after the folder that they belong to.
constexpr auto public_headers = std::to_array<std::pair<std::string_view, std::string_view>>({
#define AGAL_PUBLIC_HEADER(header, folder) {#header, #folder},
#include "house/folders.def"
});

// Headers of src/ that tools may include.
constexpr auto tool_headers = std::to_array<std::string_view>({
#define AGAL_TOOL_HEADER(header) header,
#include "house/folders.def"
});

std::optional<int> level_of(std::string_view folder) {
  const auto* const row = std::ranges::find(folder_table, folder, &Folder::name);
  return row == folder_table.end() ? std::nullopt : std::optional(row->level);
}

std::string folder_of_public(const std::string& stem) {
  for (const auto& [header, folder] : public_headers)
    if (header == stem) return std::string(folder);
  return stem;
}

using LineVisitor = std::function<void(const std::string& line, std::size_t number)>;

void for_each_line(const fs::path& file, const LineVisitor& visit) {
  std::ifstream in(file);
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) visit(line, number);
}

bool has_extension(const fs::path& path, const std::vector<std::string_view>& extensions) {
  return std::find(extensions.begin(), extensions.end(), path.extension().string()) != extensions.end();
}

std::vector<fs::path> files_under(const fs::path& folder, const std::vector<std::string_view>& extensions) {
  std::vector<fs::path> files;
  if (!fs::exists(folder)) return files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && has_extension(entry.path(), extensions)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

const std::vector<std::string_view> code{".cpp", ".hpp", ".h", ".def"};

// The name in `#include "name"`, "" on any other line. Names in <…> belong to the system and third parties.
std::string quoted_include(const std::string& line) {
  const std::size_t hash = line.find_first_not_of(" \t");
  if (hash == std::string::npos || line[hash] != '#') return {};
  const std::size_t word = line.find("include", hash);
  const std::size_t open = word == std::string::npos ? word : line.find('"', word);
  const std::size_t close = open == std::string::npos ? open : line.find('"', open + 1);
  return close == std::string::npos ? std::string{} : line.substr(open + 1, close - open - 1);
}

// The reason why a file at `level` in `folder` must not include `name`, "" if it may.
std::string breach(const std::string& folder, int level, const std::string& name) {
  const fs::path path(name);
  const std::string first = path.begin()->string();
  if (first == "agal") {
    if (std::next(path.begin())->string() == "tables") return {};  // no code: what expands a table is what has a level
    const std::string owner = folder_of_public(path.stem().string());
    const std::optional<int> other = level_of(owner);
    if (!other) return fmt::format("{} has no level: give it one in the include-direction test", name);
    return *other <= level ? std::string{} : fmt::format("includes {}, which belongs to {}", name, owner);
  }
  if (path.parent_path().empty()) return fmt::format("includes {} without its folder", name);
  if (first == folder) return {};
  const std::optional<int> other = level_of(first);
  if (!other) return fmt::format("includes {} of an unknown folder", name);
  return *other < level ? std::string{} : fmt::format("includes {}, which is not below {}", name, folder);
}

// Whether a file of tools/ may include `name`: public headers, those of src/ that are listed, headers of its own folder
// and of the libraries; the instruments also include each other's.
bool tool_may_include(const fs::path& root, const fs::path& file, const std::string& name) {
  if (name.starts_with("agal/") || std::ranges::find(tool_headers, name) != tool_headers.end()) return true;
  if (name.starts_with("..")) return false;
  const fs::path tools = root / "tools";
  const bool instrument = *std::next(file.begin()) == "dev";
  return fs::exists((root / file).parent_path() / name) || fs::exists(tools / "lib" / name) ||
         (instrument && fs::exists(tools / "dev" / name));
}

std::string without_strings_and_comments(const std::string& line) {
  std::string out;
  bool in_string = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!in_string && line.compare(i, 2, "//") == 0) break;
    if (line[i] == '"' && (i == 0 || line[i - 1] != '\\')) in_string = !in_string;
    if (!in_string) out += line[i];
  }
  return out;
}

}  // namespace

std::vector<std::string> include_breaches(const fs::path& root) {
  std::vector<std::string> found;
  for (const fs::path& file : files_under(root / "src", code)) {
    const fs::path relative = fs::relative(file, root);
    const std::string folder = std::next(relative.begin())->string();
    const std::optional<int> level = level_of(folder);
    if (!level) found.push_back(fmt::format("{}: the folder {} has no level", relative.string(), folder));
    if (!level) continue;
    for_each_line(file, [&](const std::string& line, std::size_t number) {
      const std::string name = quoted_include(line);
      if (name.empty()) return;
      const std::string why = breach(folder, *level, name);
      if (!why.empty()) found.push_back(fmt::format("{}:{}: {}", relative.string(), number, why));
    });
  }
  for (const fs::path& file : files_under(root / "tools", code)) {
    const fs::path relative = fs::relative(file, root);
    for_each_line(file, [&](const std::string& line, std::size_t number) {
      const std::string name = quoted_include(line);
      if (name.empty() || tool_may_include(root, relative, name)) return;
      found.push_back(
          fmt::format("{}:{}: includes {}, which is neither public nor below it", relative.string(), number, name));
    });
  }
  return found;
}

std::vector<std::string> misplaced_sources(const fs::path& root) {
  std::vector<std::string> found;
  for (const Folder& folder : folder_table)
    for_each_line(root / "src" / folder.name / "CMakeLists.txt", [&](const std::string& line, std::size_t number) {
      const std::string call = "target_sources(";
      const std::size_t at = line.find(call);
      if (at == std::string::npos) return;
      const std::size_t begin = at + call.size();
      const std::string target = line.substr(begin, line.find(' ', begin) - begin);
      const std::string wanted = folder.library == "core" ? "agal-core" : std::string(folder.library);
      if (target != wanted)
        found.push_back(
            fmt::format("src/{}/CMakeLists.txt:{}: adds to {} instead of {}", folder.name, number, target, wanted));
    });
  return found;
}

std::string architecture() {
  std::string out;
  int level = -1;
  for (const Folder& folder : folder_table) {
    out += folder.level == level ? ", " : level < 0 ? "    " : "\n    ← ";
    level = folder.level;
    out += folder.name;
  }
  out += "\n\n| Folder | Library | What is in it |\n|---|---|---|\n";
  for (const Folder& folder : folder_table)
    out += fmt::format("| `{}` | `agal::{}` | {} |\n", folder.name, folder.library, folder.content);
  return out;
}

std::vector<std::string> long_files(const fs::path& root, std::size_t max_lines) {
  std::vector<std::string> found;
  for (const char* folder : {"src", "tools", "include"})
    for (const fs::path& file : files_under(root / folder, {".cpp", ".hpp", ".h"})) {
      std::size_t lines = 0;
      for_each_line(file, [&](const std::string&, std::size_t number) { lines = number; });
      if (lines > max_lines) found.push_back(fmt::format("{}: {} lines", fs::relative(file, root).string(), lines));
    }
  return found;
}

std::vector<std::string> foreign_namespaces(const fs::path& root) {
  constexpr std::string_view opening = "namespace agal::";
  std::vector<std::string> found;
  for (const fs::path& file : files_under(root / "src", code)) {
    const std::string folder = std::next(fs::relative(file, root).begin())->string();
    for_each_line(file, [&](const std::string& line, std::size_t number) {
      if (!line.starts_with(opening)) return;
      const std::string name = line.substr(opening.size(), line.find_first_of(": {", opening.size()) - opening.size());
      if (name != folder) found.push_back(fmt::format("{}:{}", fs::relative(file, root).generic_string(), number));
    });
  }
  return found;
}

std::vector<std::string> default_labels(const fs::path& root) {
  std::vector<std::string> found;
  for (const char* folder : {"src", "tools"})
    for (const fs::path& file : files_under(root / folder, code)) {
      bool foreign = false;
      for_each_line(file, [&](const std::string& line, std::size_t number) {
        const std::string text = without_strings_and_comments(line);
        if (const std::size_t label = text.find("case "); label != std::string::npos)
          foreign = text[label + 5] == '\'' || text.compare(label + 5, 5, "spv::") == 0;
        const std::size_t at = text.find("default");
        if (at == std::string::npos) return;
        const std::size_t next = text.find_first_not_of(" \t", at + 7);
        const bool label = next != std::string::npos && text[next] == ':' && text.compare(next, 2, "::") != 0;
        if (label && !foreign) found.push_back(fmt::format("{}:{}", fs::relative(file, root).string(), number));
      });
    }
  return found;
}

std::vector<std::string> locations_made(const fs::path& root) {
  // Locations in things other than programs.
  const std::set<std::string> allowed{
      "src/program/locate.cpp",        // locations in programs
      "src/bytecode/reader.cpp",       // the header
      "src/assembly/reporter.cpp",     // a text
      "src/ir/parse.cpp",              // the IR as text
      "src/extraction/collector.cpp",  // a container
      "src/opt/pipeline.cpp",          // the IR
  };
  std::vector<std::string> found;
  for (const fs::path& file : files_under(root / "src", code)) {
    const std::string name = fs::relative(file, root).generic_string();
    if (allowed.count(name) != 0) continue;
    for_each_line(file, [&](const std::string& line, std::size_t number) {
      const std::string text = without_strings_and_comments(line);
      const std::size_t at = text.find("Location location");
      if (at == std::string::npos) return;
      const std::size_t next = text.find_first_not_of(' ', at + std::string_view("Location location").size());
      const bool made = next != std::string::npos && (text[next] == ';' || text[next] == '{');
      if (made) found.push_back(fmt::format("{}:{}", name, number));
    });
  }
  return found;
}

std::vector<std::string> forbidden_words(const fs::path& root) {
  // Concatenated, so that the check does not find this file.
  const std::vector<std::string> words{std::string("TO") + "DO",   std::string("FIX") + "ME",
                                       std::string("XX") + "X:",   std::string("/wo") + "rk/",
                                       std::string("/home") + "/", std::string("/ro") + "ot/"};
  const std::vector<std::string_view> texts{".cpp", ".hpp",  ".h",    ".def", ".md", ".txt", ".cmake",
                                            ".sh",  ".json", ".agal", ".yml", ".in", "",     ".toml"};
  std::vector<std::string> found;
  const auto check = [&](const fs::path& file) {
    for_each_line(file, [&](const std::string& line, std::size_t number) {
      for (const std::string& word : words)
        if (line.find(word) != std::string::npos)
          found.push_back(fmt::format("{}:{}: {}", fs::relative(file, root).string(), number, word));
    });
  };
  for (const char* folder : {"include", "src", "tools", "tests", "docs", "cmake", "corpus", "examples", ".ci"})
    for (const fs::path& file : files_under(root / folder, texts)) check(file);
  for (const fs::directory_entry& entry : fs::directory_iterator(root))
    if (entry.is_regular_file() && has_extension(entry.path(), texts) && entry.path().filename() != ".git")
      check(entry.path());
  return found;
}

PlantedTree::PlantedTree(const std::vector<std::pair<std::string, std::string>>& files)
    : root_(fs::temp_directory_path() / fmt::format("agal-house-{}", ::getpid())) {
  fs::remove_all(root_);
  for (const auto& [name, text] : files) {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
}

PlantedTree::~PlantedTree() {
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

}  // namespace agal::house
