// std::filesystem. Where the C++ library has only its paths, the functions of it that the command uses.
#pragma once

#include <filesystem>

#ifdef AGAL_FOR_NODE
#include "os/filesystem_node.hpp"
#else
namespace agalc::os {
namespace fs = std::filesystem;
}
#endif
