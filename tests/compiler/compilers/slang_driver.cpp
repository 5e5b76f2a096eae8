// Compiles HLSL with Slang:
//
//     slang-driver LIBRARY FOLDER
//
// LIBRARY is the path of libslang-compiler.so. The output is the same as of fxc/main.cpp, without signatures.
#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

// The functions of Slang's interface for C that are used, and the numbers of its enumerations. Slang's package does not
// have the header.
struct Slang {
  void* (*create_session)(const char* unused) = nullptr;
  void* (*create_request)(void* session) = nullptr;
  void (*destroy_request)(void* request) = nullptr;
  int (*find_profile)(void* session, const char* name) = nullptr;
  void (*set_target)(void* request, int target) = nullptr;
  void (*set_profile)(void* request, int target_index, int profile) = nullptr;
  int (*add_unit)(void* request, int language, const char* name) = nullptr;
  void (*add_source)(void* request, int unit, const char* path, const char* text) = nullptr;
  int (*add_entry_point)(void* request, int unit, const char* name, int stage) = nullptr;
  int (*compile)(void* request) = nullptr;
  const char* (*messages)(void* request) = nullptr;
};
constexpr int target_hlsl = 5, language_hlsl = 2, stage_vertex = 1, stage_fragment = 5;

bool load(const char* path, Slang& slang) {
  void* const library = dlopen(path, RTLD_NOW);
  bool complete = library != nullptr;
  const auto find = [&](const char* name, auto& function) {
    void* const found = library == nullptr ? nullptr : dlsym(library, name);
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(found);
    complete = complete && found != nullptr;
  };
  find("spCreateSession", slang.create_session);
  find("spCreateCompileRequest", slang.create_request);
  find("spDestroyCompileRequest", slang.destroy_request);
  find("spFindProfile", slang.find_profile);
  find("spSetCodeGenTarget", slang.set_target);
  find("spSetTargetProfile", slang.set_profile);
  find("spAddTranslationUnit", slang.add_unit);
  find("spAddTranslationUnitSourceString", slang.add_source);
  find("spAddEntryPoint", slang.add_entry_point);
  find("spCompile", slang.compile);
  find("spGetDiagnosticOutput", slang.messages);
  return complete;
}

void compile_file(const Slang& slang, void* session, std::size_t number, const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}}, name = path.filename().string();
  const bool vertex = name.find(".vert.") != std::string::npos;
  void* const request = slang.create_request(session);
  slang.set_target(request, target_hlsl);
  slang.set_profile(request, 0, slang.find_profile(session, vertex ? "vs_5_0" : "ps_5_0"));
  const int unit = slang.add_unit(request, language_hlsl, "shader");
  slang.add_source(request, unit, name.c_str(), text.c_str());
  slang.add_entry_point(request, unit, "main", vertex ? stage_vertex : stage_fragment);
  const bool accepted = slang.compile(request) >= 0;
  std::istringstream messages(slang.messages(request));
  for (std::string line; std::getline(messages, line);)
    if (!line.empty()) std::cout << number << " says " << line << '\n';
  if (!accepted) std::cout << number << " refused\n";
  slang.destroy_request(request);
}

}  // namespace

int main(int count, char** arguments) {
  Slang slang;
  if (count != 3 || !load(arguments[1], slang)) {
    std::cerr << "slang-driver: the library cannot be loaded\n";
    return 1;
  }
  void* const session = slang.create_session(nullptr);
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(arguments[2])) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (std::size_t i = 0; i < files.size(); ++i) compile_file(slang, session, i, files[i]);
  std::cout << "end " << files.size() << '\n';
}
