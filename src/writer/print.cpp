#include "writer/print.hpp"

#include <algorithm>
#include <array>

#include "writer/families.hpp"

namespace agal::writer {
namespace {

struct Printer {
  TargetFamily family;
  PrintFamily* print;
};

constexpr auto printers = std::to_array<Printer>({
    {TargetFamily::Glsl, print_glsl},
    {TargetFamily::Essl, print_glsl},
    {TargetFamily::Msl, print_msl},
    {TargetFamily::Hlsl, print_hlsl},
    {TargetFamily::Wgsl, print_wgsl},
});

constexpr const Printer* printer_of(TargetFamily family) {
  for (const Printer& row : printers)
    if (row.family == family) return &row;
  return nullptr;
}
static_assert(std::ranges::all_of(target_family_table, [](const TargetFamilyInfo& row) {
  return row.has(Writer::Own) == (printer_of(row.family) != nullptr);
}));

}  // namespace

std::string print(const ir::Module& module, const ir::ModuleInterface& interface, const target::Output& output) {
  constexpr std::size_t frame = 768, per_instruction = 40;
  Output out(frame + per_instruction * module.body.size());
  if (const Printer* const row = printer_of(info(output.target).family)) row->print(module, interface, output, out);
  return out.text();
}

std::string join(std::string_view vertex, std::string_view fragment) {
  std::string out;
  out.reserve(vertex.size() + 1 + fragment.size());
  return out.append(vertex).append("\n").append(fragment);
}

}  // namespace agal::writer
