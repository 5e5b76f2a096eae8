#include "steps.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>

#include "agal/agal.h"
#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "agal/compile.hpp"
#include "agal/prove/prove.hpp"
#include "agal/validate.hpp"
#include "khronos.hpp"
#include "khronos/cross.hpp"
#include "khronos/spirv_tools.hpp"
#include "lower/lower.hpp"
#include "opt/passes.hpp"
#include "reflect/interface.hpp"
#include "reflect/to_json.hpp"
#include "spirv/emit.hpp"
#include "support/allocation_count.hpp"
#include "support/counted_section.hpp"
#include "target/capabilities.hpp"
#include "target/output.hpp"

namespace agal::bench {
namespace {

using benchmark::DoNotOptimize;

template <class Value>
void use(Value&& value) {
  DoNotOptimize(value);
}

std::string of(std::string_view name, Target target) {
  return std::string(name) + ":" + std::string(info(target).name);
}

void add_paths(std::vector<Step>& steps) {
  steps.push_back({"path",
                   "words",
                   [](const Subject& s) {
                     const Result<Program> program = read_bytecode(s.bytes);
                     use(translate(*program, s.spirv.options));
                   },
                   {},
                   {}});
  for (const Target target : own_targets)
    steps.push_back({"path",
                     of("own", target),
                     [=](const Subject& s) {
                       TranslateOptions options = s.spirv.options;
                       options.target = target;
                       const Result<Program> program = read_bytecode(s.bytes);
                       use(write(*program, options));
                     },
                     {},
                     {}});
  const auto whole = [](const Subject& s, const CompileOptions& options) {
    const Result<Program> program = read_bytecode(s.bytes);
    use(compile(*program, options));
  };
  steps.push_back({"path", "spv", [=](const Subject& s) { whole(s, s.spirv.options); }, {}, {}});
  for (std::size_t i = 0; i < path_targets; ++i)
    steps.push_back({"path",
                     std::string(info(text_targets[i]).name),
                     [=](const Subject& s) { whole(s, s.texts[i].options); },
                     {},
                     {}});
}

// Calls the library like a host: with options that are created once.
class HostOptions {
 public:
  using Values = std::initializer_list<std::pair<const char*, const char*>>;
  HostOptions(const char* target, Values values) : options_(agal_options_create()) {
    agal_options_set(options_.get(), "target", target);
    for (const auto& [name, value] : values) agal_options_set(options_.get(), name, value);
  }
  agal_result* compile(const Subject& s) const { return agal_compile(s.bytes.data(), s.bytes.size(), options_.get()); }

 private:
  struct Release {
    void operator()(agal_options* options) const { agal_options_release(options); }
  };
  std::unique_ptr<agal_options, Release> options_;
};

void add_c_interface(std::vector<Step>& steps) {
  for (const char* const target : {"wgsl", "essl300"}) {
    const auto add = [&](std::string_view what, HostOptions::Values values) {
      const auto options = std::make_shared<HostOptions>(target, values);
      steps.push_back({"c",
                       fmt::format("{}{}", target, what),
                       [=](const Subject& s) {
                         agal_result* const result = options->compile(s);
                         use(agal_result_interface(result, static_cast<agal_stage>(s.program.stage)));
                         agal_result_release(result);
                       },
                       {},
                       {}});
    };
    add("", {{"reflect", "false"}});
    add(" and interface", {{"bindings-only", "true"}});
    add(" and reflection", {});
  }
}

void add_front(std::vector<Step>& steps) {
  const auto add = [&](std::string name, std::function<void(const Subject&)> run) {
    steps.push_back({"step", std::move(name), std::move(run), {}, {}});
  };
  add("read", [](const Subject& s) { use(read_bytecode(s.bytes)); });
  add("assemble", [](const Subject& s) { use(assemble(s.text)); });
  add("validate", [](const Subject& s) { use(validate(s.program)); });
  add("capabilities", [](const Subject& s) {
    const OutputOptions& options = s.spirv.options;
    use(target::check_target(s.program, options, target::resolve(options, s.program.stage)));
  });
  add("lower", [](const Subject& s) { use(lower::lower(s.program, {})); });
}

void add_passes(std::vector<Step>& steps) {
  steps.push_back({"step",
                   "passes",
                   {},
                   [](const Subject& s) { return &s.lowered; },
                   [](ir::Module& m) { use(opt::run_pipeline(m, {})); }});
  // A step is only measured with the programs that it runs for.
  const std::vector<std::string> names = step_names();
  for (std::size_t i = 0; i < names.size(); ++i)
    steps.push_back({"pass",
                     names[i],
                     {},
                     [=](const Subject& s) { return s.before[i].body.empty() ? nullptr : &s.before[i]; },
                     [=](ir::Module& m) { opt::pipeline_steps()[i].run(m, {}); }});
}

void add_back(std::vector<Step>& steps) {
  const auto add = [&](std::string name, std::function<void(const Subject&)> run) {
    steps.push_back({"step", std::move(name), std::move(run), {}, {}});
  };
  add("interface", [](const Subject& s) { use(ir::interface_of(s.module)); });
  add("emit", [](const Subject& s) { use(spirv::emit(s.module, s.interface, {})); });
  add("reflect", [](const Subject& s) {
    const target::Output output = target::resolve(s.spirv.options, s.program.stage);
    const Interface found =
        reflect::interface_of({s.program, s.module, s.interface, output, s.spirv.options.semantics});
    use(reflect::to_json(found));
  });
  add("spirv-val", [](const Subject& s) { use(khronos::validate(s.spirv.words, Environment::Vulkan10)); });
  add("prove", [](const Subject& s) {
    ProofOptions options;
    options.output = s.spirv.options;
    use(prove_equal(s.program, s.spirv.words, options));
  });
  for (std::size_t i = 0; i < text_targets.size(); ++i)
    add(of("spirv-cross", text_targets[i]), [=](const Subject& s) {
      use(khronos::cross_compile(s.texts[i].words, s.texts[i].branches,
                                 target::resolve(s.texts[i].options, s.program.stage)));
    });
}

void add_khronos(std::vector<Step>& steps) {
  const auto add = [&](std::string name, std::function<void(const Subject&)> run) {
    steps.push_back({"khronos", std::move(name), std::move(run), {}, {}});
  };
  add(of("spirv-val", Target::Spv), [](const Subject& s) { khronos_validate(s.spirv.words, Environment::Vulkan10); });
  for (std::size_t i = 0; i < path_targets; ++i)
    add(of("spirv-val", text_targets[i]), [=](const Subject& s) {
      khronos_validate(s.texts[i].words, target::resolve(s.texts[i].options, s.program.stage).environment);
    });
  for (std::size_t i = 0; i < path_targets; ++i)
    add(of("spirv-cross", text_targets[i]),
        [=](const Subject& s) { use(khronos_cross(s.texts[i].words, text_targets[i])); });
}

// Returns the time of this thread, so that other processes do not count.
double now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

}  // namespace

std::vector<Step> all_steps() {
  std::vector<Step> steps;
  add_paths(steps);
  add_c_interface(steps);
  add_front(steps);
  add_passes(steps);
  add_back(steps);
  add_khronos(steps);
  return steps;
}

bool Measured::runs() const {
  const auto& subjects = selection_.subjects;
  return !step_.source ||
         std::any_of(subjects.begin(), subjects.end(), [&](const Subject& s) { return step_.source(s) != nullptr; });
}

std::vector<ir::Module> Measured::copies(std::uint32_t rounds) const {
  std::vector<ir::Module> all;
  for (std::uint32_t round = 0; round < rounds; ++round)
    for (const Subject& subject : selection_.subjects)
      if (const ir::Module* module = step_.source(subject)) all.push_back(*module);
  return all;
}

std::size_t Measured::copied_bytes() const {
  if (!step_.change) return 0;
  std::size_t bytes = 0;
  for (const Subject& subject : selection_.subjects)
    if (const ir::Module* module = step_.source(subject)) bytes += module->body.size() * sizeof(ir::Inst);
  return bytes;
}

double Measured::nanoseconds(std::uint32_t rounds) const {
  double taken = 0;
  if (step_.change) {
    std::vector<ir::Module> modules = copies(rounds);
    const double start = now();
    for (ir::Module& module : modules) step_.change(module);
    taken = now() - start;
  } else {
    const double start = now();
    for (std::uint32_t round = 0; round < rounds; ++round)
      for (const Subject& subject : selection_.subjects) step_.run(subject);
    taken = now() - start;
  }
  return taken / rounds;
}

Measured::Allocations Measured::allocations() const {
  Allocations out;
  std::uint64_t sum = 0;
  for (const Subject& subject : selection_.subjects) {
    const ir::Module* source = step_.source ? step_.source(subject) : nullptr;
    if (step_.source && source == nullptr) continue;
    ir::Module module = source != nullptr ? *source : ir::Module{};
    if (step_.run) step_.run(subject);
    const std::uint64_t before = test::allocation_count();
    if (step_.change)
      step_.change(module);
    else
      step_.run(subject);
    const std::uint64_t made = test::allocation_count() - before;
    sum += made;
    if (!subject.warned) out.max = std::max(out.max, made);
  }
  out.mean = static_cast<double>(sum) / static_cast<double>(selection_.subjects.size());
  return out;
}

void Measured::once() const {
  nanoseconds(1);
  std::vector<ir::Module> modules;
  if (step_.change) modules = copies(1);
  agal_counted([&] {
    if (step_.change)
      for (ir::Module& module : modules) step_.change(module);
    else
      for (const Subject& subject : selection_.subjects) step_.run(subject);
  });
}

}  // namespace agal::bench
