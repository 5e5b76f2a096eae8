#include "capi/library.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>

namespace agal::capi {

Ended run(const std::string& command) {
  struct ClosePipe {
    void operator()(std::FILE* file) const { ::pclose(file); }
  };
  std::FILE* const pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return {};
  Ended result;
  char buffer[4096];
  for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) result.text.append(buffer, n);
  const int status = ::pclose(pipe);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

std::string quoted(const std::filesystem::path& word) { return "'" + word.string() + "'"; }

std::vector<std::string> declarations(const std::string& header) {
  std::vector<std::string> found;
  const std::string mark = "\nAGAL_API ";
  for (std::size_t at = header.find(mark); at != std::string::npos; at = header.find(mark, at + 1)) {
    const std::size_t begin = at + mark.size();
    found.push_back(header.substr(begin, header.find(';', begin) - begin));
  }
  return found;
}

std::vector<std::string> functions(const std::string& header) {
  std::vector<std::string> names;
  for (const std::string& declaration : declarations(header)) {
    const std::size_t end = declaration.find('(');
    const std::size_t begin = declaration.find_last_of(" *", end) + 1;
    names.push_back(declaration.substr(begin, end - begin));
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> exports(const std::filesystem::path& library) {
  const Ended ended = run(quoted(AGAL_NM) + " --dynamic --defined-only " + quoted(library));
  EXPECT_EQ(ended.status, 0) << ended.text;
  std::vector<std::string> names;
  std::istringstream lines(ended.text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string address, kind, name;
    words >> address >> kind >> name;
    // The version itself is one, at no address.
    if (kind != "A") names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::filesystem::path library_of(const std::string& header, const std::filesystem::path& folder, int version) {
  const std::string soname = "libagal.so." + std::to_string(version);
  std::filesystem::create_directories(folder / "agal");
  std::ofstream(folder / "agal/agal.h") << header;
  std::ofstream(folder / "exports.map") << "AGAL_" << version << " { global: agal_*; local: *; };\n";
  {
    std::ofstream source(folder / "agal.c");
    source << "#include <agal/agal.h>\n";
    for (const std::string& declaration : declarations(header))
      source << declaration << (declaration.starts_with("void ") ? " {}\n" : " { return 0; }\n");
  }
  const std::filesystem::path library = folder / soname;
  const Ended ended = run("cd " + quoted(folder) + " && " + quoted(AGAL_C_COMPILER) +
                          " -std=c99 -g -fPIC -shared -I. agal.c -Wl,-soname," + soname +
                          " -Wl,--version-script=exports.map -o " + soname);
  EXPECT_EQ(ended.status, 0) << ended.text;
  return library;
}

std::filesystem::path described() { return std::filesystem::path(AGAL_SOURCE_DIR) / description; }

std::string missing_abidiff() { return run("command -v abidiff abidw").status == 0 ? "" : "abidiff was not found"; }

Ended diff(const std::string& options, const std::filesystem::path& a, const std::filesystem::path& b) {
  return run("abidiff --no-show-locs " + options + " " + quoted(a) + " " + quoted(b));
}

}  // namespace agal::capi
