#include "shell.hpp"

#include <fmt/format.h>

#include <system_error>

namespace agalc {

std::string ShellOutcome::text() const {
  switch (kind) {
    case Kind::Exited: return fmt::format("exit status {}", value);
    case Kind::Signaled: return fmt::format("terminated by signal {}", value);
    case Kind::TimedOut: return "timeout";
    case Kind::Interrupted: return "interrupted";
    case Kind::NotStarted: return std::generic_category().message(value);
  }
  return {};
}

}  // namespace agalc
