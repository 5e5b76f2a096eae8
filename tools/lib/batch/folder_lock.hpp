// The locks of `Scratch`, which end with their process.
#pragma once

#include <string>

#include "agal/result.hpp"
#include "descriptor.hpp"

namespace agal::batch {

/// Creates the folder if necessary, and locks it. Each run holds this lock only briefly, at its start and at its end.
Result<Descriptor> lock_folder(const std::string& folder);

/// The lock of a run, on a file in its folder, which only this run knows. Without one, `error` is the value of `errno`.
Descriptor lock_run(const std::string& folder, int& error);

/// Whether a run holds that lock.
bool is_locked(const std::string& folder);

}  // namespace agal::batch
