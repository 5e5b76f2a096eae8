// Whether SPIRV-Tools and SPIRV-Cross are in this build (AGAL_WITH_KHRONOS in CMake).
#pragma once

namespace agal::khronos {

/// False: modules are not validated, and there is neither their disassembly nor text by SPIRV-Cross. The functions of
/// this folder then exist, but must not be called for these purposes.
bool available();

}  // namespace agal::khronos
