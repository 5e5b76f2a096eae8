// Diagnostics as CI services show them beside the lines of a file.
#pragma once

#include <string>

#include "agal/diagnostic.hpp"

namespace agalc {

/// One workflow command of GitHub Actions for each message: `::error file=…,line=…,col=…,title=AGAL3652::…`.
std::string github_annotations(const agal::Diagnostics& diagnostics);

}  // namespace agalc
