// The former name of agal/explain.hpp, until the next version.
#pragma once

#include "agal/explain.hpp"  // IWYU pragma: export
