// The former name of agal/games/tap.hpp, until the next version.
#pragma once

#include "agal/games/tap.hpp"  // IWYU pragma: export
