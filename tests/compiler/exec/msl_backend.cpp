// The backend that compiles MSL as C++, with its own small metal_stdlib (msl/shim), and runs it on the CPU.
//
// A translation unit has many programs, each in a namespace, and is compiled to a shared object. A child process loads
// and runs it, so that a program that crashes or hangs does not affect others.
#include <fmt/format.h>

#include <cstdlib>
#include <deque>
#include <fstream>
#include <list>
#include <thread>
#include <utility>

#include "exec/backend.hpp"
#include "exec/msl/child.hpp"
#include "exec/msl/process.hpp"
#include "exec/msl/translation.hpp"
#include "support/temporary_folder.hpp"

namespace agal::exec {
namespace {

using msl::Command;

constexpr std::size_t programs_per_unit = 64;
constexpr std::size_t compilers_at_once = 2;

// The code is not optimized, because compiling takes much longer than running. Contraction would skip roundings.
// Constants are read through a pointer to the structure in the program, which strict aliasing forbids.
constexpr const char* compiler_options =
    "-std=c++20 -x c++ -w -O0 -fPIC -shared -fvisibility=hidden -ffp-contract=off -fno-strict-aliasing -fno-exceptions "
    "-fno-rtti";

std::vector<std::string> compiler_command() {
  const char* const chosen = std::getenv("CXX");
  return chosen != nullptr && *chosen != 0 ? msl::words_of(chosen) : std::vector<std::string>{AGAL_MSL_CXX};
}

// Indices of the jobs in a translation unit.
using Unit = std::vector<std::size_t>;

// A translation unit that is being compiled.
struct Build {
  Build(Unit jobs, std::filesystem::path file, const std::vector<std::string>& command, std::filesystem::path log)
      : unit(std::move(jobs)), object(std::move(file)), compiler(command, std::move(log)) {}

  Unit unit;
  std::filesystem::path object;
  Command compiler;
};

std::vector<std::optional<Float4>>& reaching(std::vector<std::optional<Float4>>& registers, std::uint32_t number) {
  if (registers.size() <= number) registers.resize(number + 1);
  return registers;
}

Float4 to_float4(const float (&from)[4]) { return {from[0], from[1], from[2], from[3]}; }

VertexOutput to_vertex(const msl::Record& record, const msl::EntryPoint& entry) {
  VertexOutput vertex;
  for (const msl::Declaration& output : entry.outputs) {
    if (output.attribute == "position")
      vertex.position = to_float4(record.position);
    else
      reaching(vertex.varyings, output.number)[output.number] = to_float4(record.outputs[output.number]);
  }
  return vertex;
}

PixelOutput to_pixel(const msl::Record& record, const msl::EntryPoint& entry) {
  PixelOutput pixel;
  pixel.killed = record.killed;
  for (const msl::Declaration& output : entry.outputs) {
    if (output.attribute == "depth")
      pixel.depth = record.depth;
    else
      reaching(pixel.colors, output.number)[output.number] = to_float4(record.outputs[output.number]);
  }
  return pixel;
}

Outcome to_outcome(const Job& job, const msl::EntryPoint& entry, const msl::ChildResult& result) {
  Outcome outcome;
  outcome.fault = result.fault;
  if (!result.fault.empty()) return outcome;
  for (std::size_t i = 0; i < job.draws.size(); ++i) {
    if (job.stage == Stage::Vertex) {
      outcome.vertices.push_back(to_vertex(result.records[i], entry));
      continue;
    }
    QuadOutput quad;
    for (std::size_t p = 0; p < quad_size; ++p) quad.pixels[p] = to_pixel(result.records[i * quad_size + p], entry);
    outcome.quads.push_back(std::move(quad));
  }
  return outcome;
}

// One call of Backend::run.
class Run {
 public:
  Run(std::span<const Job> jobs, std::vector<std::string> compiler)
      : jobs_(jobs), compiler_(std::move(compiler)), outcomes_(jobs.size()) {}

  std::vector<Outcome> all() {
    if (folder_.path().empty()) {
      for (Outcome& outcome : outcomes_) outcome.fault = "no temporary folder can be made";
      return std::move(outcomes_);
    }
    find_units();
    while (!waiting_.empty() || !builds_.empty()) {
      while (!waiting_.empty() && builds_.size() < compilers_at_once) start_build();
      if (!finish_build()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return std::move(outcomes_);
  }

 private:
  void find_units() {
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      entries_.push_back(msl::find_entry_point(jobs_[i].shader.text, jobs_[i].stage));
      if (jobs_[i].shader.text.empty()) entries_[i].fault = "the job has no shader";
      if (!entries_[i].fault.empty()) {
        outcomes_[i].fault = entries_[i].fault;
        continue;
      }
      if (waiting_.empty() || waiting_.back().size() == programs_per_unit) waiting_.emplace_back();
      waiting_.back().push_back(i);
    }
  }

  void start_build() {
    Unit unit = std::move(waiting_.front());
    waiting_.pop_front();
    std::vector<msl::UnitProgram> programs;
    for (const std::size_t i : unit) programs.push_back({jobs_[i].name, jobs_[i].shader.text, &entries_[i]});
    const std::filesystem::path stem = folder_.path() / fmt::format("unit{}", builds_begun_++);
    const auto with = [&](const char* suffix) { return std::filesystem::path(stem).replace_extension(suffix); };
    std::ofstream(with(".cpp")) << msl::make_unit(programs);
    std::vector<std::string> command = compiler_;
    for (std::string& option : msl::words_of(compiler_options)) command.push_back(std::move(option));
    command.insert(command.end(), {"-I", AGAL_MSL_SHIM, with(".cpp").string(), "-o", with(".so").string()});
    builds_.push_back(std::make_unique<Build>(std::move(unit), with(".so"), command, with(".log")));
  }

  // Runs the programs of a finished build or, if they do not compile, queues the two halves of its unit. Returns false
  // if all builds are still running.
  bool finish_build() {
    for (auto build = builds_.begin(); build != builds_.end(); ++build) {
      const Command::Status status = (*build)->compiler.status();
      if (status == Command::Status::Running) continue;
      const std::unique_ptr<Build> finished = std::move(*build);
      builds_.erase(build);
      if (status == Command::Status::Succeeded)
        execute(*finished);
      else
        look_for_fault(*finished);
      return true;
    }
    return false;
  }

  void look_for_fault(const Build& build) {
    const Unit& unit = build.unit;
    if (unit.size() == 1) {
      outcomes_[unit[0]].fault = fmt::format("the {} shader does not compile as C++:\n{}", name(jobs_[unit[0]].stage),
                                             build.compiler.output());
      return;
    }
    const auto middle = unit.begin() + static_cast<std::ptrdiff_t>(unit.size() / 2);
    waiting_.emplace_back(unit.begin(), middle);
    waiting_.emplace_back(middle, unit.end());
  }

  void execute(const Build& build) {
    std::vector<const Job*> jobs;
    for (const std::size_t i : build.unit) jobs.push_back(&jobs_[i]);
    const std::vector<msl::ChildResult> results = msl::execute_in_child(build.object, jobs);
    for (std::size_t k = 0; k < jobs.size(); ++k)
      outcomes_[build.unit[k]] = to_outcome(*jobs[k], entries_[build.unit[k]], results[k]);
    std::error_code ignored;
    std::filesystem::remove(build.object, ignored);
  }

  std::span<const Job> jobs_;
  std::vector<std::string> compiler_;
  std::vector<Outcome> outcomes_;
  test::TemporaryFolder folder_;
  std::vector<msl::EntryPoint> entries_;  // index: job
  std::deque<Unit> waiting_;
  std::list<std::unique_ptr<Build>> builds_;
  std::size_t builds_begun_ = 0;
};

class MslBackend : public Backend {
 public:
  MslBackend(std::vector<std::string> compiler, std::string version)
      : compiler_(std::move(compiler)), version_(std::move(version)) {}

  std::string_view name() const override { return "cpu-msl21"; }
  Target target() const override { return Target::Msl21; }
  std::string device() const override { return version_ + ", as C++ on the CPU"; }
  std::string cannot(const Job&) const override { return {}; }
  std::vector<Outcome> run(std::span<const Job> jobs) override { return Run(jobs, compiler_).all(); }

 private:
  std::vector<std::string> compiler_;
  std::string version_;
};

}  // namespace

Opened open_msl() {
  std::vector<std::string> compiler = compiler_command();
  const test::TemporaryFolder folder;
  if (folder.path().empty()) return {nullptr, "no temporary folder can be made"};
  std::vector<std::string> ask = compiler;
  ask.push_back("--version");
  Command version(ask, folder.path() / "version");
  if (version.wait() != Command::Status::Succeeded)
    return {nullptr, fmt::format("there is no C++ compiler: {}", fmt::join(ask, " "))};
  const std::string text = version.output();
  return {std::make_unique<MslBackend>(std::move(compiler), text.substr(0, text.find('\n'))), {}};
}

}  // namespace agal::exec
