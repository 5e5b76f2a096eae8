#include "os/terminal.hpp"

#include "os/node.hpp"
#include "os/process.hpp"

namespace agalc::os {

bool is_terminal(Stream stream) { return node::agalc_node_is_terminal(stream == Stream::Output ? 1 : 2) > 0; }

bool stdin_has_data() { return node::agalc_node_has_data(0) > 0; }

bool shows_escapes() {
  const std::optional<std::string> term = environment_variable("TERM");
  return term && *term != "dumb";
}

unsigned terminal_columns() { return static_cast<unsigned>(node::agalc_node_columns()); }

}  // namespace agalc::os
