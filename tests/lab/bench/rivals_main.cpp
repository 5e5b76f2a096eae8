// agal-bench-rivals: the side of agalc in tools/lab/bench --rivals.
//
//     agal-bench-rivals programs CORPUS FOLDER   writes the bytecode of all programs, one for each file of a corpus
//     agal-bench-rivals accepted FOLDER   prints the names of the files that agalc can translate to each language
//     agal-bench-rivals times FOLDER      prints, for each language, its name and the time for one program in ns
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "agal/compile.hpp"

namespace agal::bench {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;

// The time of a language is the minimum of these rounds.
constexpr int rounds = 3;

struct Language {
  std::string_view name;
  Target target;
  Writer writer;
};
constexpr auto languages = std::to_array<Language>({
    {"words", Target::Spv, Writer::Own},
    {"essl300", Target::Essl300, Writer::Own},
    {"wgsl", Target::Wgsl, Writer::Own},
    {"msl23", Target::Msl23, Writer::Own},
    {"hlsl50", Target::Hlsl50, Writer::Own},
    {"msl21 by default", Target::Msl21, Writer::Cross},
});

// Returns the number of bytes of the translation; 0 if the program is rejected.
std::size_t translated(const Bytes& bytes, const Language& language) {
  const Result<Program> program = read_bytecode(bytes);
  if (!program) return 0;
  CompileOptions options;
  options.target = language.target;
  if (language.target == Target::Spv) {
    const Result<std::vector<std::uint32_t>> words = translate(*program, options);
    return words ? words->size() : 0;
  }
  if (language.writer == Writer::Own) {
    const Result<std::string> text = write(*program, options);
    return text ? text->size() : 0;
  }
  options.reflect = false;
  const Result<Compilation> compiled = compile(*program, options);
  return compiled ? compiled->text.size() : 0;
}

Bytes read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const std::span<const std::byte> bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

// Returns the files of a folder and its folders, sorted.
std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".agal") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

void write_programs(const fs::path& corpus, const fs::path& folder) {
  std::size_t number = 0;
  for (const fs::path& path : files_in(corpus)) {
    Bytes bytes = read(path);
    if (!looks_like_bytecode(bytes)) {
      const Result<Program> program = assemble({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      if (!program) continue;
      bytes = write_bytecode(*program);
    }
    std::ofstream out(folder / fmt::format("{:05}.agal", number++), std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!out.flush()) throw std::runtime_error("cannot write " + folder.string());
  }
}

double now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

void measure(const std::vector<fs::path>& paths, bool times) {
  std::vector<Bytes> programs;
  for (const fs::path& path : paths) programs.push_back(read(path));
  for (std::size_t i = 0; i < programs.size() && !times; ++i)
    if (std::all_of(languages.begin(), languages.end(),
                    [&](const Language& l) { return translated(programs[i], l) != 0; }))
      fmt::print("{}\n", paths[i].filename().string());
  for (const Language& language : languages) {
    double best = 0;
    for (int round = 0; round < rounds && times; ++round) {
      const double start = now();
      for (const Bytes& bytes : programs)
        if (translated(bytes, language) == 0) throw std::runtime_error("a program is rejected");
      const double time = now() - start;
      best = round == 0 ? time : std::min(best, time);
    }
    if (times) fmt::print("{} {:.0f}\n", language.name, best / static_cast<double>(programs.size()));
  }
}

void run(std::span<const std::string_view> arguments) {
  if (arguments.size() == 3 && arguments[0] == "programs") return write_programs(arguments[1], arguments[2]);
  if (arguments.size() != 2 || (arguments[0] != "accepted" && arguments[0] != "times"))
    throw std::runtime_error("usage: agal-bench-rivals programs CORPUS FOLDER|accepted FOLDER|times FOLDER");
  measure(files_in(arguments[1]), arguments[0] == "times");
}

}  // namespace
}  // namespace agal::bench

int main(int count, char** arguments) {
  try {
    agal::bench::run(std::vector<std::string_view>(arguments + 1, arguments + count));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "agal-bench-rivals: {}\n", error.what());
    return 3;
  }
}
