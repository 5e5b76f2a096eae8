// Draws in the log of a tap.
#pragma once

#include "agal/capture.hpp"
#include "capture/fields.hpp"

namespace agal::extraction {

/// The draw of a record of that kind. Fields that are unknown, or that no call of Stage3D gives, are ignored.
CapturedDraw read_captured_draw(const CaptureFields& fields);

}  // namespace agal::extraction
