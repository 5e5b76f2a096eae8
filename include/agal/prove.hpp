// The former name of agal/prove/prove.hpp, until the next version.
#pragma once

#include "agal/prove/prove.hpp"  // IWYU pragma: export
