// The former name of agal/games/extract.hpp, until the next version.
#pragma once

#include "agal/games/extract.hpp"  // IWYU pragma: export
