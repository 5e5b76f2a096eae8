#include "os/node.hpp"
#include "os/process.hpp"

namespace agalc::os {

void prepare_process() {}

std::vector<std::string> arguments_of_main(int, char**) {
  int error = 0;
  const std::string all = node::text_of(node::agalc_node_arguments, error);
  std::vector<std::string> words;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = all.find('\0', at);
    words.push_back(all.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

std::optional<std::string> environment_variable(const std::string& name) {
  int error = 0;
  std::string value = node::text_of(
      [&](char* out, std::size_t room) { return node::agalc_node_environment(name.data(), name.size(), out, room); },
      error);
  return error == 0 ? std::optional(std::move(value)) : std::nullopt;
}

int process_id() { return node::agalc_node_process_id(); }

std::uint64_t peak_memory() { return __builtin_wasm_memory_size(0) * std::uint64_t{65536}; }

std::string shell_quoted(std::string_view path) {
  std::string out = "'";
  for (const char c : path) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string executable_path() { return {}; }

}  // namespace agalc::os
