// Replaces msl_backend.cpp on systems other than Linux.
#include "exec/backend.hpp"

namespace agal::exec {
namespace {
Opened missing() { return {nullptr, "built without processes and shared objects as Linux has them"}; }
}  // namespace

Opened open_msl() { return missing(); }

}  // namespace agal::exec
