// Replays frames with Vulkan.
#include <map>
#include <tuple>

#include "cli/console.hpp"
#include "replayer.hpp"
#include "vulkan/drivers.hpp"
#include "vulkan/renderdoc.hpp"
#include "vulkan_draw.hpp"

namespace agal::frames {
namespace {

Diagnostics failed(const std::string& name, std::string_view why) {
  return agalc::only(agalc::make_diagnostic("frames-no-vulkan", name, {why}));
}

// A capture with RenderDoc. It lasts from the first call with a frame until this object is destroyed.
class RenderdocCapture {
 public:
  explicit RenderdocCapture(bool wanted) : wanted_(wanted) {}
  ~RenderdocCapture() {
    if (begun_) renderdoc_.end();
  }
  RenderdocCapture(const RenderdocCapture&) = delete;
  RenderdocCapture& operator=(const RenderdocCapture&) = delete;

  void begin_with(const Call& call) {
    if (!wanted_ || begun_ || call.frame == 0) return;
    renderdoc_.begin();
    begun_ = true;
  }

 private:
  vulkan::Renderdoc renderdoc_;
  bool wanted_, begun_ = false;
};

class VulkanReplayer final : public Replayer {
 public:
  VulkanReplayer(const FrameFile& frames, const Pairs& pairs, const std::string& name, const ReplayOptions& options)
      : name_(name),
        stage_(pairs, stage_options(frames, options.mode)),
        device_(vulkan::options_of_environment(false)),
        capture_(options.renderdoc) {}

  Diagnostics make(const Call& call) override;
  Result<render::Picture> picture() override;
  Result<Level> texture(std::uint32_t number, std::uint32_t side) override;
  const Stage& stage() const override { return stage_; }
  std::string device() const override { return device_.name(); }

 private:
  void draw(const DrawCall& draw);
  CompiledPair& compiled(const Pair& pair);
  Canvas* canvas();
  TextureImage& texture_image(std::uint32_t number);
  vk::ImageView view_of(const CompiledPair::Slot& slot);
  vk::ImageView missing_view(bool is_cube);

  std::string name_;
  Stage stage_;
  vulkan::Device device_;
  RenderdocCapture capture_;
  std::map<std::uint32_t, TextureImage> textures_;
  std::array<std::optional<TextureImage>, 2> missing_;
  std::map<const Pair*, CompiledPair> pairs_;
  std::optional<Canvas> back_;
  Diagnostics found_;  // warnings of the current call: pairs that cannot be drawn
  std::map<RenderTarget, Canvas> canvases_;
  // A key has everything on which a pipeline depends.
  using PipelineKey =
      std::tuple<const Pair*, VkRenderPass, PipelineSettings, std::vector<vk::VertexInputAttributeDescription>,
                 std::vector<vk::VertexInputBindingDescription>>;
  std::map<PipelineKey, vk::UniquePipeline> pipelines_;
};

Diagnostics VulkanReplayer::make(const Call& call) {
  capture_.begin_with(call);
  if (const std::string problem = stage_.apply(call); !problem.empty())
    return malformed_line(name_, call.line, problem);
  try {
    if (call.method == "configureBackBuffer") {
      pipelines_.clear();
      back_.reset();
      if (stage_.back_buffer().width > 0) back_.emplace(device_, stage_.back_buffer());
    } else if (call.method == "clear") {
      if (const Canvas* const target = canvas()) target->clear(device_, Stage::clear_of(call));
    } else if (call.is_draw()) {
      if (const std::optional<DrawCall> drawn = stage_.draw_of(call)) draw(*drawn);
    }
  } catch (const vk::Error& error) {
    return failed(name_, error.what());
  }
  return std::exchange(found_, {});
}

TextureImage& VulkanReplayer::texture_image(std::uint32_t number) {
  const Object& object = *stage_.find(number);
  TextureImage& image = textures_.try_emplace(number, device_, object).first->second;
  image.upload(device_, object, stage_.take_changes(number));
  return image;
}

Canvas* VulkanReplayer::canvas() {
  const RenderTarget& target = stage_.settings().target;
  if (target.object == 0) return back_ ? &*back_ : nullptr;
  const auto found = canvases_.find(target);
  if (found != canvases_.end()) return &found->second;
  std::vector<OutputSide> outputs;
  for (const auto& [object, side] : stage_.outputs())
    outputs.push_back({object != 0 ? &texture_image(object) : nullptr, side});
  return &canvases_.try_emplace(target, device_, outputs, target.depth).first->second;
}

CompiledPair& VulkanReplayer::compiled(const Pair& pair) {
  const auto found = pairs_.find(&pair);
  if (found != pairs_.end()) return found->second;
  CompiledPair& result = pairs_.emplace(&pair, compile_pair(device_, pair)).first->second;
  const ProgramKey& key = stage_.find(stage_.settings().program)->key;
  if (!result.problem.empty())
    found_.add(agalc::make_diagnostic("frames-program", name_, {key.first + " " + key.second, result.problem}));
  return result;
}

// Returns the view for a texture that is missing: opaque black, as in OpenGL.
vk::ImageView VulkanReplayer::missing_view(bool is_cube) {
  std::optional<TextureImage>& image = missing_[is_cube ? 1 : 0];
  if (!image) {
    Object object;
    object.width = object.height = 1;
    object.is_cube = is_cube;
    const Level black{1, 1, {std::byte{0}, std::byte{0}, std::byte{0}, std::byte{255}}};
    object.sides.assign(is_cube ? 6 : 1, {black});
    image.emplace(device_, object);
    for (std::uint32_t side = 0; side < object.sides.size(); ++side) image->upload(device_, object, {{side, 0}});
  }
  return image->view(device_, 1);
}

vk::ImageView VulkanReplayer::view_of(const CompiledPair::Slot& slot) {
  const bool is_cube = slot.operand.kind() == TextureKind::Cube;
  const std::uint32_t number = slot.texture < max_textures ? stage_.settings().textures[slot.texture] : 0;
  const Object* const object = stage_.find(number);
  if (object == nullptr || object->kind != Object::Kind::Texture || object->is_cube != is_cube)
    return missing_view(is_cube);
  return texture_image(number).view(device_, object->levels());
}

void VulkanReplayer::draw(const DrawCall& draw) {
  const Canvas* const target = canvas();
  const Settings& settings = stage_.settings();
  const Pair& pair = *stage_.find(settings.program)->pair;
  CompiledPair& shaders = compiled(pair);
  if (target == nullptr || draw.count == 0 || draw.instances == 0 || !shaders.problem.empty()) return;
  DrawInputs inputs(device_, stage_, draw, shaders);
  std::vector<vk::ImageView> views;
  for (const CompiledPair::Slot& slot : shaders.slots) views.push_back(view_of(slot));
  inputs.make_set(views);
  vk::UniquePipeline& pipeline = pipelines_[{&pair, target->pass(), settings, inputs.attributes, inputs.bindings}];
  if (!pipeline) pipeline = make_pipeline(device_, settings, *target, shaders, inputs);
  const auto [x, y, width, height] = stage_.drawn_part();
  const vk::Rect2D scissor{{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)}, {width, height}};
  const vk::Viewport viewport{0, 0, static_cast<float>(target->size().width), static_cast<float>(target->size().height),
                              0, 1};
  target->draw(device_, [&](vk::CommandBuffer commands) {
    commands.bindPipeline(vk::PipelineBindPoint::eGraphics, *pipeline);
    commands.setViewport(0, viewport);
    commands.setScissor(0, scissor);
    inputs.bind(commands);
    commands.drawIndexed(draw.count, draw.instances, 0, 0, 0);
  });
}

Result<render::Picture> VulkanReplayer::picture() {
  const RenderTarget& target = stage_.settings().target;
  if (target.object != 0) {
    const Result<Level> level = texture(target.object, target.side);
    if (!level) return level.diagnostics();
    return picture_of(*level, stage_.find(target.object)->format);
  }
  if (!back_) return render::Picture();
  try {
    return picture_of({back_->size().width, back_->size().height, back_->read(device_)}, {});
  } catch (const vk::Error& error) {
    return failed(name_, error.what());
  }
}

Result<Level> VulkanReplayer::texture(std::uint32_t number, std::uint32_t side) {
  try {
    const Object& object = *stage_.find(number);
    return Level{object.width, object.height, texture_image(number).read(device_, side, bytes_of_pixel(object.format))};
  } catch (const vk::Error& error) {
    return failed(name_, error.what());
  }
}

}  // namespace

Result<std::unique_ptr<Replayer>> make_vulkan_replayer(const FrameFile& frames, const Pairs& pairs,
                                                       const std::string& name, const ReplayOptions& options) {
  if (options.renderdoc && !vulkan::Renderdoc().is_loaded())
    return agalc::only(agalc::make_diagnostic("renderdoc-absent", name));
  vulkan::precise_software_rasterizer();
  try {
    return std::unique_ptr<Replayer>(std::make_unique<VulkanReplayer>(frames, pairs, name, options));
  } catch (const vk::Error& error) {
    return failed(name, error.what());
  }
}

}  // namespace agal::frames
