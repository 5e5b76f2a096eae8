#include "pair_inputs.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <utility>

#include "agal/games/extract.hpp"
#include "batch/names.hpp"
#include "cli/files.hpp"
#include "os/filesystem.hpp"
#include "wrong_input_hints.hpp"

namespace agalc {
namespace {

namespace fs = os::fs;

bool is_file(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored) && !fs::is_directory(path, ignored);
}

std::string beside(const std::string& path, const std::string& name) {
  return (fs::path(path).parent_path() / name).generic_string();
}

// Names the program of a pair that exists although its partner is missing.
std::string missing_partner_help(const std::string& path, const std::string& name) {
  for (const auto& row : agal::batch::pair_names(name))
    for (const auto& [found, missing] : {std::pair(row.first, row.second), std::pair(row.second, row.first)})
      if (is_file(beside(path, found)))
        return fmt::format("{} exists; {} is missing", beside(path, found), beside(path, missing));
  return "pass the vertex and the fragment program";
}

}  // namespace

void add_pair(CLI::App& app, PairPaths& paths) {
  app.add_option("VERTEX", paths.vertex, "The vertex program, or the name that both programs begin with")->required();
  app.add_option("FRAGMENT", paths.fragment, "The fragment program");
}

agal::Diagnostics PairPaths::complete() {
  if (!fragment.empty()) return {};
  const std::string name = fs::path(vertex).filename().generic_string();
  if (is_file(vertex)) {
    const std::optional<std::string> partner = agal::batch::partner_of(name);
    if (partner && is_file(beside(vertex, *partner))) {
      fragment = beside(vertex, *partner);
      return {};
    }
    constexpr std::size_t enough = 512;
    const std::vector<std::byte> head = first_bytes(vertex, enough);
    if (agal::looks_like_container(head))
      return usage_error(fmt::format("{} is {}, not a program", vertex, agal::container_name(head)),
                         proposal_for(vertex));
  } else if (vertex != "-") {
    for (const auto& row : agal::batch::pair_names(name))
      if (is_file(beside(vertex, row.first)) && is_file(beside(vertex, row.second))) {
        fragment = beside(vertex, row.second);
        vertex = beside(vertex, row.first);
        return {};
      }
  }
  if (vertex == "-" || is_file(vertex))
    return usage_error(fmt::format("expected two programs, found only {}", vertex),
                       "pass the vertex and the fragment program; water alone stands for water.vert.agal and "
                       "water.frag.agal");
  return usage_error(fmt::format("there is no file {0}, and no pair {0}.vert.agal and {0}.frag.agal", vertex),
                     missing_partner_help(vertex, name));
}

std::optional<LoadedPair> load_pair(PairPaths& paths, const InputOptions& options, const Console& console,
                                    ExitStatus& status) {
  std::optional<agal::Program> vertex = load(paths.vertex, options, console, status);
  std::optional<agal::Program> fragment = load(paths.fragment, options, console, status);
  if (!vertex || !fragment) return std::nullopt;
  if (vertex->stage == agal::Stage::Fragment && fragment->stage == agal::Stage::Vertex) {
    std::swap(vertex, fragment);
    std::swap(paths.vertex, paths.fragment);
  }
  return LoadedPair{*std::move(vertex), *std::move(fragment)};
}

}  // namespace agalc
