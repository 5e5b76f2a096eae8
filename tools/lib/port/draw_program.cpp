#include "port/draw_program.hpp"

#include <array>

#include "port/drawn_pairs.hpp"
#include "port/writers.hpp"

namespace agal::port {
namespace {

// The files of draw/, which CMakeLists.txt puts into the generated table.
struct DrawText {
  Host engine;
  std::string_view name, text;
};
constexpr auto draw_text_table = std::to_array<DrawText>({
#define AGAL_DRAW_TEXT(engine, name, text) {Host::engine, name, text},
#include "port/draw_texts.def"
});

}  // namespace

std::vector<Host> draw_engines() {
  std::vector<Host> engines;
  for (const DrawText& row : draw_text_table)
    if (engines.empty() || engines.back() != row.engine) engines.push_back(row.engine);
  return engines;
}

Module write_draw_program(Host engine, const DrawnScene& scene, const CompileOptions& options) {
  const WriterInfo& writer = *find_writer(engine);
  Module module = writer.write({material_of_draw(scene, options, writer)});
  for (const DrawText& row : draw_text_table)
    if (row.engine == engine) module.files.push_back({std::string(row.name), std::string(row.text)});
  return module;
}

}  // namespace agal::port
