// The software backend. It runs every vertex and every quad of pixels in the reference interpreter.
#include <algorithm>
#include <cmath>

#include "render/rasterizer.hpp"
#include "render/scene.hpp"

namespace agal::render {
namespace {

class RenderTarget {
 public:
  explicit RenderTarget(const Scene& scene)
      : scene_(scene),
        picture_(scene.width, scene.height, store(scene.background)),
        depth_(picture_.pixels.size(), 1.0f) {}

  /// Returns true if a fragment at this depth passes the scissor and depth tests.
  bool passes(std::size_t at, float depth) const { return is_inside(at) && (!scene_.depth || compare(at, depth)); }
  void put(std::size_t at, float depth, const std::optional<Float4>& color) {
    if (scene_.depth && scene_.depth_write) depth_[at] = depth;
    if (!color) return;
    Pixel& pixel = picture_.pixels[at];
    const Pixel drawn = scene_.blend == stage3d::Blend::None ? store(*color) : blend_over(*color, pixel, scene_.blend);
    for (std::size_t i = 0; i < pixel.size(); ++i)
      if (scene_.color_mask[i]) pixel[i] = drawn[i];
  }
  Picture take() { return std::move(picture_); }

 private:
  bool is_inside(std::size_t at) const {
    if (!scene_.scissor) return true;
    const auto& [x, y, width, height] = *scene_.scissor;
    const std::size_t column = at % scene_.width, row = at / scene_.width;
    return column >= x && row >= y && column - x < width && row - y < height;
  }
  bool compare(std::size_t at, float depth) const {
    switch (scene_.depth_compare) {
      case stage3d::Compare::Never: return false;
      case stage3d::Compare::Less: return depth < depth_[at];
      case stage3d::Compare::LessEqual: return depth <= depth_[at];
      case stage3d::Compare::Equal: return depth == depth_[at];
      case stage3d::Compare::NotEqual: return depth != depth_[at];
      case stage3d::Compare::Greater: return depth > depth_[at];
      case stage3d::Compare::GreaterEqual: return depth >= depth_[at];
      case stage3d::Compare::Always: return true;
    }
    return true;
  }

  const Scene& scene_;
  Picture picture_;
  std::vector<float> depth_;
};

bool writes_depth(const Program& fragment) {
  const auto writes = [](const Instruction& token) {
    return token.info() != nullptr && token.info()->dest != DestinationRule::None &&
           token.dst.type() == RegisterType::Depth;
  };
  return std::any_of(fragment.instructions.begin(), fragment.instructions.end(), writes);
}

class Drawing {
 public:
  Drawing(const Scene& scene, const PreparedPair& pair)
      : scene_(scene), pair_(pair), target_(scene), writes_depth_(writes_depth(scene.fragment)) {}

  Picture draw() {
    for (std::uint32_t instance = 0; instance < scene_.instances; ++instance) {
      run_vertices(instance);
      for (const auto& corners : scene_.mesh.triangles)
        draw_triangle({&vertices_[corners[0]], &vertices_[corners[1]], &vertices_[corners[2]]});
    }
    return target_.take();
  }

 private:
  void run_vertices(std::uint32_t instance);
  void draw_triangle(const ClipTriangle& triangle);
  void shade(const PixelQuad& quad);

  const Scene& scene_;
  const PreparedPair& pair_;
  RenderTarget target_;
  bool writes_depth_;
  std::vector<ClipVertex> vertices_;
};

void Drawing::run_vertices(std::uint32_t instance) {
  const std::vector<std::uint32_t> read = registers_read(scene_.fragment, RegisterType::Varying);
  const std::size_t varyings = read.empty() ? 0 : read.back() + 1;
  vertices_.assign(scene_.mesh.vertices.size(), {});
  VertexInput input;
  input.instance = instance;
  for (std::size_t n = 0; n < vertices_.size(); ++n) {
    input.attributes.assign(scene_.attributes.size(), {0, 0, 0, 1});
    for (std::size_t a = 0; a < scene_.attributes.size(); ++a)
      if (n < scene_.attributes[a].size()) input.attributes[a] = scene_.attributes[a][n];
    const VertexOutput output = pair_.vertex.run(input);
    vertices_[n].position = output.position.value_or(Float4{});
    vertices_[n].varyings.resize(varyings);
    for (std::size_t v = 0; v < std::min(varyings, output.varyings.size()); ++v)
      vertices_[n].varyings[v] = output.varyings[v].value_or(Float4{});
  }
}

void Drawing::draw_triangle(const ClipTriangle& triangle) {
  const std::vector<ClipVertex> polygon = clip(triangle);
  for (std::size_t i = 2; i < polygon.size(); ++i)
    rasterize(
        {&polygon[0], &polygon[i - 1], &polygon[i]}, scene_.width, scene_.height,
        [this](const PixelQuad& quad) { shade(quad); }, scene_.culling);
}

void Drawing::shade(const PixelQuad& quad) {
  const auto place = [&](std::size_t i) {
    return std::size_t{quad.y + static_cast<std::uint32_t>(i / 2)} * scene_.width + quad.x + i % 2;
  };
  const auto covered = [&](std::size_t i) { return (quad.covered >> i & 1) != 0; };
  // Early depth test: a program that does not write depth need not be run for hidden pixels.
  bool seen = writes_depth_;
  for (std::size_t i = 0; i < quad_size; ++i) seen |= covered(i) && target_.passes(place(i), quad.depth[i]);
  if (!seen) return;
  const QuadOutput output = pair_.fragment.run(quad.input);
  for (std::size_t i = 0; i < quad_size; ++i) {
    const PixelOutput& pixel = output.pixels[i];
    if (!covered(i) || pixel.killed) continue;
    const float written = pixel.depth.value_or(quad.depth[i]);
    const float depth = written > 0 ? std::min(written, 1.0f) : 0.0f;
    if (!target_.passes(place(i), depth)) continue;
    target_.put(place(i), depth,
                scene_.color_output < pixel.colors.size() ? pixel.colors[scene_.color_output] : std::nullopt);
  }
}

class InterpretingRenderer final : public Renderer {
 public:
  std::string device() const override { return "the reference interpreter"; }
  Result<Picture> draw(const Scene& scene, const DrawOptions& options) override {
    const Result<PreparedPair> pair = prepare(scene, options);
    if (!pair) return pair.diagnostics();
    return Drawing(scene, *pair).draw();
  }
};

}  // namespace

std::unique_ptr<Renderer> make_interpreting_renderer() { return std::make_unique<InterpretingRenderer>(); }

}  // namespace agal::render
