// The declarations and the entry point of each family.
#pragma once

#include <string>

#include "writer/output.hpp"
#include "writer/print.hpp"

namespace agal::writer {

void print_glsl(const ir::Module& module, const ir::ModuleInterface& interface, const target::Output& output,
                Output& out);
void print_hlsl(const ir::Module& module, const ir::ModuleInterface& interface, const target::Output& output,
                Output& out);
void print_msl(const ir::Module& module, const ir::ModuleInterface& interface, const target::Output& output,
               Output& out);
void print_wgsl(const ir::Module& module, const ir::ModuleInterface& interface, const target::Output& output,
                Output& out);

}  // namespace agal::writer
