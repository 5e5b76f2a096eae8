#include "house/documents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace agal::house {
namespace {

namespace fs = std::filesystem;

// The lines of a document outside of fenced or indented code. (Our documents do not have nested lists.)
using ProseVisitor = std::function<void(const std::string& line, std::size_t number)>;

void for_each_line_of_prose(const fs::path& document, const ProseVisitor& visit) {
  std::ifstream in(document);
  std::string line;
  bool fenced = false;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    if (line.compare(0, 3, "```") == 0)
      fenced = !fenced;
    else if (!fenced && line.compare(0, 4, "    ") != 0)
      visit(line, number);
  }
}

// Text between backticks may look like a link.
std::string without_code_spans(const std::string& line) {
  std::string out;
  bool inside = false;
  for (const char c : line) {
    if (c == '`') inside = !inside;
    if (!inside && c != '`') out += c;
  }
  return out;
}

std::vector<std::string> links_in(const std::string& line) {
  const std::string text = without_code_spans(line);
  std::vector<std::string> links;
  for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 2))
    links.push_back(text.substr(at + 2, text.find(')', at) - at - 2));
  return links;
}

// The anchor that GitHub gives to a heading.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == '-' || c == '_' || byte >= 0x80)
      anchor += static_cast<char>(std::tolower(byte));
    else if (c == ' ')
      anchor += '-';
  }
  return anchor;
}

std::set<std::string> anchors_of(const fs::path& document) {
  std::set<std::string> anchors;
  std::map<std::string, int> seen;
  for_each_line_of_prose(document, [&](const std::string& line, std::size_t) {
    const std::size_t text = line.find_first_not_of('#');
    if (text == 0 || text == std::string::npos || line[text] != ' ') return;
    const std::string anchor = anchor_of(line.substr(text + 1));
    const int before = seen[anchor]++;
    anchors.insert(before == 0 ? anchor : fmt::format("{}-{}", anchor, before));
  });
  return anchors;
}

struct TestName {
  std::string program, suite, test;
  std::string text() const { return fmt::format("{}.{}.{}", program, suite, test); }
};

// The code spans of the section "Faults" that consist of three words with dots between them, the second with a capital.
std::vector<TestName> tests_named_in_faults(const fs::path& root) {
  const std::string page = content_of(root / "docs/reliability.md");
  const std::size_t begin = page.find("\n## Faults\n"), end = page.find("\n## ", begin + 1);
  if (begin == std::string::npos) return {};
  std::istringstream section(page.substr(begin, end - begin));
  std::vector<TestName> names;
  std::string text, span;
  while (std::getline(section, text, '`') && std::getline(section, span, '`')) {
    const std::size_t first = span.find('.'), last = span.rfind('.');
    if (first == last || std::isupper(static_cast<unsigned char>(span[first + 1])) == 0) continue;
    names.push_back({span.substr(0, first), span.substr(first + 1, last - first - 1), span.substr(last + 1)});
  }
  return names;
}

// The sources below the folder whose CMakeLists.txt makes the program.
std::string sources_of(const fs::path& root, const std::string& program) {
  std::string sources;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / "tests")) {
    if (entry.path().filename() != "CMakeLists.txt") continue;
    const std::string list = content_of(entry.path()), call = "agal_test(" + program;
    const std::size_t at = list.find(call);
    if (at == std::string::npos || std::isspace(static_cast<unsigned char>(list[at + call.size()])) == 0) continue;
    for (const fs::directory_entry& source : fs::directory_iterator(entry.path().parent_path()))
      if (source.path().extension() == ".cpp") sources += content_of(source.path());
  }
  return sources;
}

// A quick look, because regular expressions are slow.
bool mentions_a_folder(const std::string& line) {
  const std::size_t comment = std::min(line.find("//"), line.find('#'));
  return comment != std::string::npos && line.find('/', comment + 2) != std::string::npos;
}

// Whether a path exists, or is the beginning of the name of a file up to a hyphen.
bool names_a_file(const fs::path& root, const std::string& path) {
  if (fs::exists(root / path)) return true;
  const fs::path folder = (root / path).parent_path();
  if (!fs::is_directory(folder)) return false;
  const std::string begin = fs::path(path).filename().string() + "-";
  return std::ranges::any_of(fs::directory_iterator(folder), [&](const fs::directory_entry& entry) {
    return entry.path().filename().string().compare(0, begin.size(), begin) == 0;
  });
}

bool leads_somewhere(const fs::path& document, const std::string& link) {
  if (link.find("://") != std::string::npos) return true;
  const std::size_t hash = link.find('#');
  const std::string path = link.substr(0, hash);
  const fs::path file = path.empty() ? document : document.parent_path() / path;
  if (!fs::exists(file)) return false;
  return hash == std::string::npos || anchors_of(file).count(link.substr(hash + 1)) != 0;
}

std::vector<fs::path> documents_of(const fs::path& root) {
  std::vector<fs::path> documents{root / "README.md", root / "CONTRIBUTING.md", root / "SECURITY.md"};
  if (fs::exists(root / "docs"))
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / "docs"))
      if (entry.path().extension() == ".md") documents.push_back(entry.path());
  std::sort(documents.begin(), documents.end());
  return documents;
}

}  // namespace

std::vector<std::string> dead_links(const fs::path& root) {
  std::vector<std::string> found;
  for (const fs::path& document : documents_of(root))
    for_each_line_of_prose(document, [&](const std::string& line, std::size_t number) {
      for (const std::string& link : links_in(line))
        if (!leads_somewhere(document, link))
          found.push_back(fmt::format("{}:{}: {}", fs::relative(document, root).generic_string(), number, link));
    });
  return found;
}

std::vector<std::string> dead_paths_in_comments(const fs::path& root) {
  static const std::regex comment("(?:^|[ \\t])(?://|#)(.*)$");
  static const std::regex path(
      "(?:^|[ (`'])((?:src|include|tests|tools|corpus|docs|bindings|examples|cmake|packaging)/[\\w./-]*\\w)");
  static const std::set<std::string> extensions{".cpp", ".hpp",   ".h",  ".def", ".js", ".mjs",
                                                ".py",  ".cmake", ".sh", ".txt", ""};
  std::vector<std::string> found;
  for (const char* folder : {"src", "include", "tests", "tools", "bindings", "examples", "cmake", "packaging"})
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string name = fs::relative(entry.path(), root).generic_string();
      const bool foreign =
          name.find("/node_modules") != std::string::npos || name.find("/target/") != std::string::npos;
      if (!entry.is_regular_file() || foreign || extensions.count(entry.path().extension().string()) == 0) continue;
      std::ifstream in(entry.path());
      std::string line;
      std::smatch text;
      for (std::size_t number = 1; std::getline(in, line); ++number) {
        if (line.size() > 1000 || !mentions_a_folder(line) || !std::regex_search(line, text, comment)) continue;
        const std::string words = text[1];
        for (std::sregex_iterator at(words.begin(), words.end(), path), end; at != end; ++at)
          if (!names_a_file(root, (*at)[1])) found.push_back(fmt::format("{}:{}: {}", name, number, (*at)[1].str()));
      }
    }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::string> pages_missing_from_index(const fs::path& root) {
  const fs::path index = root / "docs/README.md";
  std::map<fs::path, int> listed;
  for_each_line_of_prose(index, [&](const std::string& line, std::size_t) {
    for (const std::string& link : links_in(line)) ++listed[(index.parent_path() / link).lexically_normal()];
  });
  std::vector<std::string> found;
  for (const fs::path& page : documents_of(root)) {
    const fs::path name = page.lexically_relative(index.parent_path());
    const bool elsewhere = name.begin()->string() == "..";
    const bool of_a_folder = name.has_parent_path() && name.filename() != "README.md";
    if (elsewhere || of_a_folder || page == index) continue;
    if (const int count = listed[page.lexically_normal()]; count != 1)
      found.push_back(fmt::format("docs/{}: {} times", name.generic_string(), count));
  }
  return found;
}

std::vector<std::string> missing_tests(const fs::path& root) {
  std::map<std::string, std::string> sources;
  std::vector<std::string> missing;
  for (const TestName& name : tests_named_in_faults(root)) {
    std::string& text = sources[name.program];
    if (text.empty()) text = sources_of(root, name.program);
    const auto defined_by = [&](std::string_view macro) {
      return text.find(fmt::format("{}({}, {}) {{", macro, name.suite, name.test)) != std::string::npos;
    };
    if (!defined_by("TEST") && !defined_by("TEST_F") && !defined_by("TEST_P")) missing.push_back(name.text());
  }
  return missing;
}

std::size_t tests_in_faults(const fs::path& root) { return tests_named_in_faults(root).size(); }

std::vector<std::string> code_blocks(const fs::path& document, std::string_view language) {
  std::istringstream in(content_of(document));
  std::vector<std::string> blocks;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (inside && line == "```") {
      inside = false;
    } else if (inside) {
      blocks.back() += line + "\n";
    } else if (line == fmt::format("```{}", language)) {
      inside = true;
      blocks.emplace_back();
    }
  }
  return blocks;
}

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace agal::house
