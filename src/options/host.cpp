#include "agal/host.hpp"

#include "agal/options.hpp"

#include <optional>
#include <string>
#include <utility>

#include "options/values.hpp"

namespace agal {

void set_host(CompileOptions& options, Host host) {
  const HostInfo& row = info(host);
  options.host = host;
  options.target = row.target;
  options.constants = row.constants;
  options.clip_z = row.clip_z;
  options.semantics.domain = row.domain;
  options.semantics.ifg = row.ifg;
  auto bindings = options::Values<std::vector<Binding>>::parse(row.bindings);
  options.bindings = bindings ? *std::move(bindings) : std::vector<Binding>();
}

}  // namespace agal
