// The former name of agal/games/sources.hpp, until the next version.
#pragma once

#include "agal/games/sources.hpp"  // IWYU pragma: export
