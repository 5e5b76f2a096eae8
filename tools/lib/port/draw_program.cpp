#include "port/draw_program.hpp"

#include "manifest/json_values.hpp"
#include "port/draw_texts.hpp"
#include "port/drawn_pairs.hpp"
#include "port/writers.hpp"

namespace agal::port {
std::vector<Host> draw_engines() {
  std::vector<Host> engines;
  for (const WriterInfo& row : writers()) engines.push_back(row.host);
  return engines;
}

bool needs_flipped_shader(Host engine, std::string_view scene, const CompileOptions& options) {
  const manifest::Json json = manifest::Json::parse(scene, nullptr, false);
  return find_writer(engine)->flips_textures && !options.flip_y &&
         manifest::text_at(manifest::member(json, "target"), "kind") == "texture";
}

Module write_draw_program(Host engine, const DrawnScene& scene, const CompileOptions& options) {
  const WriterInfo& writer = *find_writer(engine);
  const std::vector<Material> materials = materials_of_draw(scene, options, writer);
  const Material& material = materials.front();
  Module module = writer.write(writer, materials);
  module.files.push_back(materials_json(writer, materials));
  for (const DrawText& row : draw_texts)
    if (row.engine == engine && (row.use == TextUse::Draw || row.use == TextUse::Programs))
      module.files.push_back({std::string(row.name), std::string(row.text)});
  if (materials.back().vertex.path != material.vertex.path)
    module.files.push_back({materials.back().vertex.path, scene.flipped});
  if (engine == Host::Sdl) module.files.push_back({"scene.h", scene_header(material, scene)});
  if (engine == Host::Wgpu) module.files.push_back({"draw.rs", scene_names(material, scene.number)});
  return module;
}

}  // namespace agal::port
