// The declarations and the entry point of each family.
#pragma once

#include <string>

#include "writer/output.hpp"
#include "writer/print.hpp"

namespace agal::writer {

using PrintFamily = void(const ir::Module&, const ir::ModuleInterface&, const target::Output&, Output&);
PrintFamily print_glsl, print_hlsl, print_msl, print_wgsl;

}  // namespace agal::writer
