// The flags with which all tests start Chromium.
#pragma once

#include <array>

namespace agal::browser {

/// Headless, with software rendering, and without network access. Sandboxes do not work in containers.
inline constexpr std::array<const char*, 13> common_flags{"--headless",
                                                          "--no-sandbox",
                                                          "--disable-quic",
                                                          "--no-first-run",
                                                          "--disable-background-networking",
                                                          "--disable-component-update",
                                                          "--disable-default-apps",
                                                          "--disable-extensions",
                                                          "--disable-sync",
                                                          "--disable-dev-shm-usage",
                                                          "--disable-hang-monitor",
                                                          "--disable-crash-reporter",
                                                          "--use-angle=swiftshader"};

}  // namespace agal::browser
