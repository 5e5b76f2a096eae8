#include "cli/batch.hpp"

#include <algorithm>
#include <sstream>

namespace agal::cli {

namespace fs = std::filesystem;

void Batch::make_programs(const std::string& name, int count, int first_seed) const {
  constexpr int folders = 3;
  for (int i = 0; i < folders; ++i) {
    const Outcome made =
        smith({"--seed", std::to_string(first_seed + 1000 * i), "--count", std::to_string((count + i) / folders),
               "--size", "12", "-o", name + "/part" + std::to_string(i)});
    ASSERT_EQ(made.status, done) << made.err;
  }
}

Outcome Batch::batch(std::vector<std::string> arguments) const {
  const auto names_products = [](const std::string& a) { return a == "--emit" || a == "--merge-manifests"; };
  if (std::none_of(arguments.begin(), arguments.end(), names_products))
    arguments.insert(arguments.end(), {"--emit", "spv,essl300"});
  arguments.insert(arguments.begin(), "batch");
  return agalc(arguments);
}

std::map<std::string, std::string> Batch::tree(const std::string& name) const {
  std::map<std::string, std::string> found;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder() / name)) {
    const std::string path = fs::relative(entry.path(), folder() / name).string();
    if (entry.is_directory())
      found[path + "/"] = "";
    else
      found[path] = read(name + "/" + path);
  }
  return found;
}

void Batch::expect_whole(const std::map<std::string, std::string>& files,
                         const std::map<std::string, std::string>& good) {
  for (const auto& [path, content] : files) {
    // The journal has the name of the manifest, and the suffix ".part".
    if (path.back() == '/' || path.find(".agalc/") != std::string::npos || path.ends_with(".part")) continue;
    const auto same = good.find(path);
    EXPECT_TRUE(same != good.end() && same->second == content) << path;
  }
}

std::vector<std::string> Batch::lines(const std::string& name) const {
  std::istringstream in(read(name));
  std::vector<std::string> out;
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

}  // namespace agal::cli
