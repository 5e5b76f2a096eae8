#include <string>
#include <utility>

#include "agal/host.hpp"
#include "agal/options.hpp"
#include "options/values.hpp"

namespace agal {

std::vector<Binding> options::bindings_of(Host host) {
  auto bindings = Values<std::vector<Binding>>::parse(info(host).bindings);
  return bindings ? *std::move(bindings) : std::vector<Binding>();  // a test checks that the table can be read
}

EntryPoints options::entry_points_of(std::optional<Host> host) {
  CompileOptions usual;
  if (host) set_host(usual, *host);
  return usual.entry_points;
}

void set_host(CompileOptions& options, Host host) {
  const HostInfo& row = info(host);
  options.host = host;
  options.target = row.target;
  options.constants = row.constants;
  options.clip_z = row.clip_z;
  options.semantics.domain = row.domain;
  options.semantics.ifg = row.ifg;
  options.bindings = options::bindings_of(host);
  options::set_all(options, row.options);
}

}  // namespace agal
