// Compares many programs on many backends.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exec/compare.hpp"
#include "support/facility.hpp"

namespace agal::exec {

/// A pair, or only one program.
struct Entry {
  std::string name;
  std::optional<Program> vertex, fragment;
  std::vector<Float4> vertex_constants, fragment_constants;  // values that suit the programs, or empty
};

struct CampaignOptions {
  std::uint32_t draws = 64;
  std::uint64_t seed = 1;
  Semantics reference;     // semantics for the interpreter
  CompileOptions compile;  // options for the compiler, except for the target
  // A planted bug: changes the program for the compiler, but not for the interpreter.
  std::function<Program(const Program&)> plant;
  std::uint32_t chunk = 64;            // number of entries that are executed together
  std::size_t enough_mismatches = 16;  // the number of mismatches that ends the comparison of a job
  std::function<void(std::string_view)> progress;
  /// Called for each job with a mismatch, with the first mismatch.
  std::function<void(const Subject&, const Job&, const Mismatch&)> on_mismatch;
};

/// The result of a campaign on one backend.
struct BackendResult {
  std::string name;
  std::string device;
  Tally tally;
  std::map<std::string, std::uint64_t> not_expressible;  // number of programs by reason: "AGAL4012", "no 3d textures"
};

struct CampaignResult {
  std::vector<BackendResult> backends;
  std::uint64_t entries = 0;
  std::uint64_t programs = 0;
  std::map<std::string, std::uint64_t>
      unsuitable;  // number of programs that cannot be executed on any backend, by reason
};

using Backends = std::vector<std::unique_ptr<Backend>>;

CampaignResult run_campaign(const std::vector<Entry>& entries, const Backends& backends,
                            const CampaignOptions& options);

/// One of several small campaigns.
struct CampaignPlan {
  std::vector<Entry> entries;
  CampaignOptions options;
};

/// Runs all campaigns like one, so that each backend is started once. Returns, for each list of backends, the result
/// of each plan. All lists share the results of the interpreter, which takes most of the time.
std::vector<std::vector<CampaignResult>> run_campaigns(const std::vector<CampaignPlan>& plans,
                                                       std::initializer_list<const Backends*> several);

/// Returns the facilities that backends need.
std::vector<test::Facility> backend_facilities();

/// The short run is a part of the tests. The long run, tools/lab/fidelity, also has the backends that resemble others:
/// their texts differ only in declarations, or they run the same texts in a browser.
enum class RunLength : std::uint8_t { Short, Long };

/// Returns the names of the backends of a run that need this facility, including those that this machine does not have.
std::vector<std::string> backend_names(test::Facility facility, RunLength length);

/// Opens the backends that this machine has: all if `names` is empty, otherwise those that one of `names` selects. The
/// name of a backend selects this backend; any other text selects all backends whose names contain it. `missing`
/// receives the reasons why others are missing.
Backends open_backends(const std::vector<std::string>& names, std::vector<std::string>& missing);

}  // namespace agal::exec
