// Replaces DXC on systems without child processes.
#include "proofs/dxc.hpp"

namespace agal::proofs {

std::string dxc_path() { return {}; }

ReadText read_by_dxc(const std::string&, const std::string&, Stage, const TextDialect&, const std::string&,
                     const agalc::os::ChildLimits&) {
  return undecided("DXC cannot be started on this system");
}

}  // namespace agal::proofs
