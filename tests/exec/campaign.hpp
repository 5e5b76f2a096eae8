// Many programs on many backends.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exec/compare.hpp"
#include "support/facility.hpp"

namespace agal::exec {

/// A pair, or one program of it alone.
struct Entry {
  std::string name;
  std::optional<Program> vertex, fragment;
  std::vector<Float4> vertex_constants, fragment_constants;  // values of its own, if it has any
};

struct CampaignOptions {
  std::uint32_t draws = 64;
  std::uint64_t seed = 1;
  Semantics reference;                           // what the interpreter is told
  CompileOptions compile;                        // what the compiler is told; the target is the backend's
  std::function<Program(const Program&)> plant;  // changes what is compiled, not what is interpreted: a planted bug
  std::uint32_t chunk = 64;                      // entries that are executed together
  std::function<void(std::string_view)> progress;
  /// Told of each job that disagrees, with the first draw that does.
  std::function<void(const Subject&, const Job&, const Mismatch&)> on_mismatch;
};

/// What a campaign found on one backend.
struct BackendResult {
  std::string name;
  std::string device;
  Tally tally;
  std::map<std::string, std::uint64_t> not_expressible;  // programs by what is in the way: "AGAL4012", "no 3d textures"
};

struct CampaignResult {
  std::vector<BackendResult> backends;
  std::uint64_t entries = 0;
  std::uint64_t programs = 0;
  std::map<std::string, std::uint64_t> unsuitable;  // programs that are executed nowhere, by reason
};

using Backends = std::vector<std::unique_ptr<Backend>>;

CampaignResult run_campaign(const std::vector<Entry>& entries, const Backends& backends,
                            const CampaignOptions& options);

/// A small campaign among others.
struct CampaignPlan {
  std::vector<Entry> entries;
  CampaignOptions options;
};

/// Runs all of them as if they were one, so that each backend is started once, and gives a result of each.
std::vector<CampaignResult> run_campaigns(const std::vector<CampaignPlan>& plans, const Backends& backends);

/// The names of all backends, whether this machine has them or not.
std::vector<std::string_view> backend_names();

/// What AGAL_REQUIRE calls the backend of this name.
test::Facility facility_of(std::string_view name);

/// The backends that this machine has, all or those whose name contains one of `names`; `missing` receives why the
/// others are not there.
Backends open_backends(const std::vector<std::string>& names, std::vector<std::string>& missing);

}  // namespace agal::exec
