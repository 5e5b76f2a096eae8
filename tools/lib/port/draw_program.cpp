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
  Module module = writer.write({material_of_draw(scene, options, writer)});
  for (const DrawText& row : draw_texts)
    if (row.engine == engine) module.files.push_back({std::string(row.name), std::string(row.text)});
  return module;
}

}  // namespace agal::port
