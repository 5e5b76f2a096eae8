#include "port/draw_program.hpp"

#include "port/draw_texts.hpp"
#include "port/drawn_pairs.hpp"
#include "port/writers.hpp"

namespace agal::port {
std::vector<Host> draw_engines() {
  std::vector<Host> engines;
  for (const DrawText& row : draw_texts)
    if (engines.empty() || engines.back() != row.engine) engines.push_back(row.engine);
  return engines;
}

Module write_draw_program(Host engine, const DrawnScene& scene, const CompileOptions& options) {
  const WriterInfo& writer = *find_writer(engine);
  const Material material = material_of_draw(scene, options, writer);
  Module module = writer.write({material});
  for (const DrawText& row : draw_texts)
    if (row.engine == engine) module.files.push_back({std::string(row.name), std::string(row.text)});
  if (engine == Host::Sdl) module.files.push_back({"scene.h", scene_header(material, scene)});
  if (engine == Host::Wgpu) module.files.push_back({"draw.rs", scene_names(material, scene.number)});
  return module;
}

}  // namespace agal::port
