// The former name of agal/games/tap_log.hpp, until the next version.
#pragma once

#include "agal/games/tap_log.hpp"  // IWYU pragma: export
