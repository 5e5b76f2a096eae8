// The flags of Chromium that all tests use.
#pragma once

#include <array>

namespace agal::browser {

/// Chromium is headless, uses software rendering, and does not have network access. Sandboxes do not work in
/// containers.
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

/// The flags for pages that draw with WebGL. The watchdog is disabled, because compiling shaders on a busy machine may
/// take long.
inline constexpr std::array<const char*, 3> webgl_flags{"--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
                                                        "--disable-gpu-watchdog"};

/// The flags for pages that compute with WebGPU.
inline constexpr std::array<const char*, 2> webgpu_flags{"--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"};

/// The additional flags for pages that draw on a canvas with WebGPU. Without Vulkan, Chromium lacks images for the
/// canvas, and its GPU process ends.
inline constexpr std::array<const char*, 2> canvas_flags{"--enable-features=Vulkan", "--use-vulkan=swiftshader"};

/// The flag for pages whose boxes, texts and pictures the CPU puts together.
inline constexpr const char* cpu_compositor = "--disable-gpu-compositing";

}  // namespace agal::browser
