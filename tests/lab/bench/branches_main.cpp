// agal-bench-branches: prints the times of translation, spirv-val and SPIRV-Cross by number of branches, for
// docs/data/branches.md. tools/lab/bench --branches calls it.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "agal/compile.hpp"
#include "khronos/cross.hpp"
#include "khronos/spirv_tools.hpp"
#include "support/branch_programs.hpp"

namespace agal::bench {
namespace {

constexpr auto sizes = std::to_array<std::uint32_t>({100, 400, 1000, 4096});
constexpr auto texts = std::to_array<Target>({Target::Essl300, Target::Msl23, Target::Hlsl50});
constexpr double min_measured_ns = 200e6, max_growth = 2;

// Returns the CPU time of all threads, because text is generated on a separate thread.
double now() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

// Returns the median in nanoseconds of as many runs as fit into a fifth of a second, at least five.
template <class Run>
double measured(Run run) {
  std::vector<double> times;
  for (double sum = 0; times.size() < 5 || sum < min_measured_ns; sum += times.back()) {
    const double start = now();
    run();
    times.push_back(now() - start);
  }
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return times[times.size() / 2];
}

struct Row {
  std::uint32_t tokens = 0, branches = 0;
  double words = 0, spirv_val = 0;
  std::array<double, texts.size()> text{};

  double per_token() const { return words / tokens; }
};

std::vector<std::uint32_t> words_of(const Program& program, const CompileOptions& options) {
  Result<std::vector<std::uint32_t>> words = translate(program, options);
  if (!words) throw std::runtime_error(render_text(words.diagnostics()));
  return *std::move(words);
}

Row measure(const test::BranchShape& shape, std::uint32_t tokens) {
  const Result<Program> assembled = assemble(test::branch_program(shape, tokens));
  const std::vector<std::byte> bytes = write_bytecode(*assembled);
  CompileOptions options;
  Row row;
  row.tokens = static_cast<std::uint32_t>(assembled->instructions.size());
  row.words = measured([&] { words_of(*read_bytecode(bytes), options); });
  const std::vector<std::uint32_t> words = words_of(*assembled, options);
  row.branches = test::branches_in(words);
  row.spirv_val = measured([&] {
    if (const auto error = khronos::validate(words, Environment::Vulkan10)) throw std::runtime_error(*error);
  });
  for (std::size_t i = 0; i < texts.size(); ++i) {
    options.target = texts[i];
    const std::vector<std::uint32_t> input = words_of(*assembled, options);
    const target::Output output = target::resolve(options, assembled->stage);
    row.text[i] = measured([&] {
      if (!khronos::cross_compile(input, row.branches, output)) throw std::runtime_error("no text");
    });
  }
  return row;
}

// The growth of the time per token.
struct Growth {
  double min = 0, max = 0;
  void add(double figure) {
    min = min == 0 ? figure : std::min(min, figure);
    max = std::max(max, figure);
  }
  double ratio() const { return max / min; }
};

std::string table(bool& met) {
  std::string out = "| Shape | Tokens | Branches | Words, not validated, ns a token | spirv-val, ms |";
  for (const Target target : texts) out += fmt::format(" SPIRV-Cross to {}, ms |", info(target).name);
  out += "\n|---|---:|---:|---:|---:|---:|---:|---:|\n";
  std::string goals;
  for (const test::BranchShape& shape : test::branch_shapes) {
    if (!shape.end.empty()) continue;  // a nested shape; players accept only four levels
    Growth growth;
    for (const std::uint32_t tokens : sizes) {
      const Row row = measure(shape, tokens);
      growth.add(row.per_token());
      out += fmt::format("| {} | {} | {} | {:.0f} | {:.1f} |", shape.name, row.tokens, row.branches, row.per_token(),
                         row.spirv_val / 1e6);
      for (const double time : row.text) out += fmt::format(" {:.1f} |", time / 1e6);
      out += '\n';
    }
    met = met && growth.ratio() <= max_growth;
    goals += fmt::format("- {}: {:.2f} times{}\n", shape.name, growth.ratio(),
                            growth.ratio() <= max_growth ? "" : ", **missed**");
  }
  return out +
         fmt::format(
             "\nTime per token to words that are not validated, slowest size over fastest; goal: at "
             "most {:.0f} times.\n\n",
             max_growth) +
         goals;
}

}  // namespace
}  // namespace agal::bench

int main() {
  try {
    bool met = true;
    fmt::print("{}", agal::bench::table(met));
    return met ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "agal-bench-branches: {}\n", error.what());
    return 3;
  }
}
