// Many programs on many backends.
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
  std::vector<Float4> vertex_constants, fragment_constants;  // its own values, if it has any
};

struct CampaignOptions {
  std::uint32_t draws = 64;
  std::uint64_t seed = 1;
  Semantics reference;                           // for the interpreter
  CompileOptions compile;                        // for the compiler; the target is that of the backend
  std::function<Program(const Program&)> plant;  // changes the compiled, but not the interpreted program: a planted bug
  std::uint32_t chunk = 64;                      // entries that are executed together
  std::size_t enough_mismatches = 16;            // after so many, a job's remaining draws are not compared
  std::function<void(std::string_view)> progress;
  /// Called for each job that disagrees, with the first draw that does.
  std::function<void(const Subject&, const Job&, const Mismatch&)> on_mismatch;
};

/// The result of a campaign on one backend.
struct BackendResult {
  std::string name;
  std::string device;
  Tally tally;
  std::map<std::string, std::uint64_t> not_expressible;  // programs by reason: "AGAL4012", "no 3d textures"
};

struct CampaignResult {
  std::vector<BackendResult> backends;
  std::uint64_t entries = 0;
  std::uint64_t programs = 0;
  std::map<std::string, std::uint64_t> unsuitable;  // programs that cannot be executed on any backend, by reason
};

using Backends = std::vector<std::unique_ptr<Backend>>;

CampaignResult run_campaign(const std::vector<Entry>& entries, const Backends& backends,
                            const CampaignOptions& options);

/// One of several small campaigns.
struct CampaignPlan {
  std::vector<Entry> entries;
  CampaignOptions options;
};

/// Runs all of them as if they were one, so that each backend is started once. For each list of backends, a report of
/// each plan. All lists share what the interpreter computes, which takes most of the time.
std::vector<std::vector<CampaignResult>> run_campaigns(const std::vector<CampaignPlan>& plans,
                                                       std::initializer_list<const Backends*> several);

/// The facilities that backends need.
std::vector<test::Facility> backend_facilities();

/// The short run is a part of the tests. The long one, tools/dev/fidelity, has more backends: languages that differ from
/// one of the others in their declarations, and texts that another backend runs already, in a browser.
enum class RunLength : std::uint8_t { Short, Long };

/// The names of the backends of a run that need this facility, including those that this machine does not have.
std::vector<std::string> backend_names(test::Facility facility, RunLength length);

/// The backends that this machine has: all, or those that one of `names` selects, which is a whole name or a part that
/// several names have in common. `missing` receives the reasons why the others are missing.
Backends open_backends(const std::vector<std::string>& names, std::vector<std::string>& missing);

}  // namespace agal::exec
