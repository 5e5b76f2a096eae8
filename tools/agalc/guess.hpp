// What somebody meant who gave a file to the wrong command, or to none.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "agal/diagnostic.hpp"

namespace agalc {

/// The commands that fit a file or folder, as a sentence; "" where there is no such file and its name tells nothing.
std::string proposal_for(const std::string& path);

/// The error for a container of programs where one program is asked for; empty where the bytes are none.
agal::Diagnostics container_given(std::span<const std::byte> bytes, const std::string& path);

}  // namespace agalc
