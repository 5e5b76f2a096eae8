// Scenes (docs/render.md) and manifests of programs (corpus/README.md), as JSON.
#pragma once

#include "render/description.hpp"

namespace agalc {

/// Names of files in it are relative to its folder.
agal::Result<agal::render::Description> parse_scene(std::string_view text, const std::string& file);

struct Manifest {
  struct Program {
    std::string path;  // the folder of the manifest included
    agal::render::Description bindings;
  };
  struct Pair {
    std::string vertex, fragment;  // the paths in the manifest
    agal::render::Description drawing;
    bool loose = false;
  };

  std::string folder;  // "" or with a slash at its end
  std::vector<Program> programs;
  std::vector<Pair> pairs;

  /// The program with this path, and the pair of these paths; nullptr: the manifest does not list it.
  const Program* find(const std::string& path) const;
  const Pair* find(const std::string& vertex, const std::string& fragment) const;
};

agal::Result<Manifest> parse_manifest(std::string_view text, const std::string& file);

/// Reads the file and parses it.
agal::Result<agal::render::Description> read_scene(const std::string& file);
agal::Result<Manifest> read_manifest(const std::string& file);

}  // namespace agalc
