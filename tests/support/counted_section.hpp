// Marks the section of a program whose instructions callgrind counts.
//
// To use it, list `../support/counted_section.cpp` among the sources of the executable, outside of any unity build:
// otherwise GCC calls a clone with another name.
#pragma once

#include <functional>

/// Calls `work`. With `--toggle-collect=agal_counted --dump-after=agal_counted`, callgrind counts from the entry of
/// this function to its return, and writes a file for each call.
extern "C" void agal_counted(const std::function<void()>& work);
