#include "writer/print.hpp"

#include "writer/families.hpp"

namespace agal::writer {

std::string print(const ir::Module& module, const spirv::ModuleInterface& interface, const Options& options) {
  constexpr std::size_t frame = 768, per_instruction = 40;
  Output out(frame + per_instruction * module.body.size());
  switch (info(options.target).family) {
    case TargetFamily::Glsl:
    case TargetFamily::Essl: print_glsl(module, interface, options, out); break;
    case TargetFamily::Wgsl: print_wgsl(module, interface, options, out); break;
    case TargetFamily::SpirV:
    case TargetFamily::Msl:
    case TargetFamily::Hlsl: break;
  }
  return out.take();
}

std::string join(std::string_view vertex, std::string_view fragment) {
  std::string out;
  out.reserve(vertex.size() + 1 + fragment.size());
  return out.append(vertex).append("\n").append(fragment);
}

}  // namespace agal::writer
