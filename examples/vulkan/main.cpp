// Draws the pair of ../scene: draw VERTEX FRAGMENT PICTURE.png [OPTION VALUE]…, with options of agalc, such as
// `constants push`, `samplers separate` or `bind fs0=1:7`. All options give the same picture.
#include <png.h>
#include <agal/options.hpp>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>

#include "pair.hpp"

VULKAN_HPP_DEFAULT_DISPATCH_LOADER_DYNAMIC_STORAGE

agal::LinkedCompilation compile(const std::vector<std::string>& arguments) {
  const auto value = [](auto result) {
    return result ? *std::move(result) : throw std::runtime_error(agal::render_text(result.diagnostics()));
  };
  const auto load = [&](const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
    return value(agal::load_program(std::as_bytes(std::span(bytes)), path));
  };
  agal::Options options;
  for (std::size_t i = 3; i + 1 < arguments.size(); i += 2)
    if (const agal::Diagnostics faults = agal::set_option(options, arguments[i], arguments[i + 1]); !faults.empty())
      throw std::runtime_error(agal::render_text(faults));
  return value(agal::link(load(arguments[0]), load(arguments[1]), options.compile));
}

// Writes a picture of bright rings on black.
void write_rings(std::uint8_t* texel, int size) {
  for (int i = 0; i < size * size; ++i, texel += 4) {
    const double distance = std::hypot(i % size - size / 2 + 0.5, i / size - size / 2 + 0.5) / size;
    std::fill_n(texel, 3, distance < 0.5 && int(distance * 8) % 2 == 0 ? 255 : 0);
    texel[3] = 255;
  }
}

void draw(const std::vector<std::string>& arguments) {
  constexpr auto format = vk::Format::eR8G8B8A8Unorm;
  constexpr auto layout = vk::ImageLayout::eGeneral;
  constexpr vk::Extent3D rings_size{64, 64, 1}, size{256, 256, 1};
  constexpr vk::Extent2D area{size.width, size.height};
  using Usage = vk::ImageUsageFlagBits;
  const Gpu gpu;

  // The vertices form a square with texture coordinates. The texture is the picture on it.
  const Resource vertices = gpu.make_buffer(6 * 20, vk::BufferUsageFlagBits::eVertexBuffer);
  auto* next = static_cast<float*>(vertices.data);
  for (const float corner : {0.f, 1.f, 2.f, 2.f, 1.f, 3.f}) {
    const float x = std::fmod(corner, 2.f), y = std::floor(corner / 2);
    for (const float value : {2 * x - 1, 2 * y - 1, 0.f, 2 * x, 2 - 2 * y}) *next++ = value;
  }
  const Resource pixels = gpu.make_buffer(
      4 * size.width * size.height, vk::BufferUsageFlagBits::eTransferSrc | vk::BufferUsageFlagBits::eTransferDst);
  write_rings(static_cast<std::uint8_t*>(pixels.data), rings_size.width);
  const Resource rings = gpu.make_image(format, rings_size, Usage::eSampled | Usage::eTransferDst);
  vk::BufferImageCopy copy{.imageSubresource = {vk::ImageAspectFlagBits::eColor, 0, 0, 1}, .imageExtent = rings_size};
  gpu.submit(
      [&](vk::CommandBuffer commands) { commands.copyBufferToImage(*pixels.buffer, *rings.image, layout, copy); });

  const float c = std::cos(0.5f), s = std::sin(0.5f), scale = 10.f / 9;
  const Pair pair(gpu, compile(arguments),
                  {.attributes = {{"va0", {vk::Format::eR32G32B32Sfloat, 0}}, {"va1", {vk::Format::eR32G32Sfloat, 12}}},
                   .stride = 20,
                   .constants = {{{2 * c, 0, 0, 0, 0, 2, 0, 0, -s * scale, 0, 0, 2 * scale, -s, 0, 0, 3},  // a matrix
                                  {1, 0.6f, 0.2f, 1, 0.5f, 0, 0, 0}}},  // the tint, and the threshold of the cutout
                   .textures = {{"fs0", *rings.view}}},
                  format, area);

  const Resource target = gpu.make_image(format, size, Usage::eColorAttachment | Usage::eTransferSrc);
  const vk::RenderingAttachmentInfo color{.imageView = *target.view,
                                          .imageLayout = layout,
                                          .loadOp = vk::AttachmentLoadOp::eClear,
                                          .storeOp = vk::AttachmentStoreOp::eStore,
                                          .clearValue = vk::ClearColorValue(std::array{0.1f, 0.1f, 0.15f, 1.f})};
  gpu.submit([&](vk::CommandBuffer commands) {
    commands.beginRendering(vk::RenderingInfo{.renderArea = {{}, area}, .layerCount = 1}.setColorAttachments(color));
    commands.bindVertexBuffers(0, *vertices.buffer, vk::DeviceSize{0});
    pair.draw(commands, 6);
    commands.endRendering();
  });
  copy.imageExtent = size;
  gpu.submit(
      [&](vk::CommandBuffer commands) { commands.copyImageToBuffer(*target.image, layout, *pixels.buffer, copy); });

  png_image picture{
      .version = PNG_IMAGE_VERSION, .width = size.width, .height = size.height, .format = PNG_FORMAT_RGBA};
  if (png_image_write_to_file(&picture, arguments[2].c_str(), 0, pixels.data, 0, nullptr) == 0)
    throw std::runtime_error(arguments[2] + ": " + picture.message);
}

int main(int argc, char** argv) try {
  if (argc < 4 || argc % 2 != 0) return 2;
  draw({argv + 1, argv + argc});
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
