// Reads scenes (docs/render.md) and manifests of programs (corpus/README.md) from JSON.
#pragma once

#include "render/description.hpp"

namespace agalc {

/// Parses a scene. Names of files in the scene are relative to its folder.
agal::Result<agal::render::Description> parse_scene(std::string_view text, const std::string& file);

struct Manifest {
  struct Program {
    std::string path;  // the path, including the folder of the manifest
    agal::render::Description bindings;
  };
  struct Pair {
    std::string vertex, fragment;  // the paths in the manifest
    agal::render::Description drawing;
    bool loose = false;
  };

  std::string folder;  // the folder of the manifest; it is "" or ends with a slash
  std::vector<Program> programs;
  std::vector<Pair> pairs;

  /// Return the program or the pair with these paths; nullptr if the manifest does not list it.
  const Program* find(const std::string& path) const;
  const Pair* find(const std::string& vertex, const std::string& fragment) const;
};

agal::Result<Manifest> parse_manifest(std::string_view text, const std::string& file);

/// Read and parse a file.
agal::Result<agal::render::Description> read_scene(const std::string& file);
agal::Result<Manifest> read_manifest(const std::string& file);

}  // namespace agalc
