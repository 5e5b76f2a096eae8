// The pages of frames that a report links to.
#pragma once

#include <string>
#include <vector>

#include "cli/console.hpp"
#include "report/report.hpp"

namespace agalc {

/// Looks for a file of frames NAME.frames in the folder of each SWF file NAME.swf of a manifest. Writes its page,
/// NAME.frames.html, into the folder of the report, and appends it to `pages`. If several games have the same name,
/// only the first one gets a page. A damaged file of frames is an error (AGAL1150 to AGAL1153), and does not get a
/// page.
agal::Diagnostics write_frame_pages(const Console& console, const std::string& manifest, const std::string& report,
                                    std::vector<agal::report::FramePage>& pages);

}  // namespace agalc
