// Tests that the available compilers accept the products for each host (hosts.def, docs/engines.md).
#include <gmock/gmock.h>

#include <optional>
#include <string>
#include <vector>

#include "agal/host.hpp"
#include "agal/options.hpp"
#include "compilers/dxc.hpp"
#include "compilers/expect_none.hpp"
#include "compilers/modules.hpp"
#include "compilers/msl.hpp"
#include "compilers/naga.hpp"
#include "exec/entries.hpp"
#include "support/facility.hpp"
#include "support/glslang_oracle.hpp"
#include "target/output.hpp"

namespace agal::compilers {
namespace {

CompileOptions options_for(Host host) {
  CompileOptions options;
  set_host(options, host);
  options.validate_spirv = true;
  return options;
}

std::vector<std::string> refused_by_glslang(const std::vector<Module>& modules, const CompileOptions& options) {
  std::vector<std::string> refusals;
  for (const Module& module : modules) {
    const std::string text =
        std::string(options.version_line ? "" : target::version_line(options.target)) + module.bytes;
    if (const auto error =
            test::glslang_error(text, options.target, module.stage, options.entry_points.of(module.stage)))
      refusals.push_back(module.name + ": " + *error + text);
  }
  return refusals;
}

class Engines : public testing::TestWithParam<Host> {};

// SPIRV-Tools validates the words as a part of the compilation, and reports invalid words as an internal error. Some
// programs of real engines break rules, and are rejected earlier.
void expect_valid_words(CompileOptions options) {
  options.validation.level = ValidationLevel::Warn;
  std::size_t compiled = 0;
  for (const exec::Entry& entry : all_entries())
    for (const std::optional<Program>& program : {entry.vertex, entry.fragment}) {
      if (!program) continue;
      const Result<Compilation> made = compile(*program, options);
      if (made) ++compiled;
      for (const Diagnostic& diagnostic : made.diagnostics())
        EXPECT_NE(diagnostic.code / 1000, 5) << entry.name << "\n" << render_text(made.diagnostics());
    }
  EXPECT_GT(compiled, min_modules / 2);
}

TEST_P(Engines, CompilersAcceptProducts) {
  CompileOptions options = options_for(GetParam());
  if (agal::info(options.target).family == TargetFamily::SpirV) return expect_valid_words(options);
  const std::vector<Module> modules = all_modules(options);
  EXPECT_GE(modules.size(), min_modules);
  if (options.target == Target::Wgsl) {
    AGAL_NEED(test::Facility::Naga, missing_naga());
    expect_none(refused_by_naga(modules, ".wgsl"));
  } else if (agal::info(options.target).family == TargetFamily::Msl) {
    AGAL_NEED(test::Facility::Msl, missing_cpp_for_msl());
    expect_none(refused_as_cpp(modules));
  } else if (test::has_oracle(options.target)) {
    expect_none(refused_by_glslang(modules, options));
  }
}

// Ruffle is left out: it only has bindings for eight textures, and some programs of both corpora use more. Its crate is
// tested instead.
INSTANTIATE_TEST_SUITE_P(Hosts, Engines, testing::ValuesIn([] {
                           std::vector<Host> hosts;
                           for (const HostInfo& row : host_table)
                             if (row.bindings.empty()) hosts.push_back(row.host);
                           return hosts;
                         }()),
                         [](const auto& parameter) { return std::string(agal::info(parameter.param).name); });

TEST(EnginesHlsl, IsAcceptedByDxc) {
  AGAL_NEED(test::Facility::Dxc, missing_dxc());
  for (const Host host : {Host::Sdl, Host::Unity}) {
    CompileOptions options = options_for(host);
    options.target = Target::Hlsl51;
    // The driver only compiles this entry point, which both texts of a host cannot have.
    options.entry_points = {};
    options.host.reset();
    expect_none(refused_by_dxc(all_modules(options)));
  }
}

}  // namespace
}  // namespace agal::compilers
