// Provides std::filesystem, or a replacement of the functions that the command uses if the C++ library only has paths.
#pragma once

#include <filesystem>

#ifdef AGAL_FOR_NODE
#include "os/filesystem_node.hpp"
#else
namespace agalc::os {
namespace fs = std::filesystem;
}
#endif
