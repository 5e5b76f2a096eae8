#include "exec/msl/execution.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <utility>

#include "interpret/sampler.hpp"

namespace agal::exec::msl {
namespace {

using agal_msl::Fetch;
using agal_msl::Invocation;
using Registers = std::array<float[4], agal_msl::register_limit>;

// A request of an invocation that depends on its neighbors.
struct Request {
  enum class What : std::uint8_t { DerivativeX, DerivativeY, Sample };
  What what = What::DerivativeX;
  int line = 0;
  std::uint32_t texture = 0;  // the texture register for Sample

  bool operator==(const Request&) const = default;
};

// Memory for the stack of a fiber. Untouched pages cost nothing, and unoptimized code of long shaders uses many.
class Stack {
 public:
  Stack() : memory_(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  ~Stack() {
    if (memory_ != MAP_FAILED) munmap(memory_, size);
  }
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;

  static constexpr std::size_t size = 8u << 20;
  void* memory() const { return memory_ == MAP_FAILED ? nullptr : memory_; }

 private:
  void* memory_;
};

// One pixel: a fiber that runs to its end, or to a request that depends on the other pixels.
struct Pixel {
  enum class State : std::uint8_t { Running, Waiting, Finished };
  State state = State::Running;
  ucontext_t context{};
  Stack stack;
  Invocation invocation{};
  Request request;
  std::array<float, 4> value{};  // the value of this pixel for the request
};

struct Machine {
  const Job* job = nullptr;
  agal_msl::Shader shader = nullptr;
  std::string fault;  // the first fault
  std::array<Pixel, quad_size> pixels;
  std::array<std::array<float, 4>, quad_size> met{};  // the values of all pixels for the last request
  std::size_t current = 0;
  Record* record = nullptr;  // the record of the current invocation
  ucontext_t scheduler{};
  bool in_quad = false;
};

// The state is global, because shader code calls plain functions. It is created at first use.
Machine& machine() {
  static const auto instance = std::make_unique<Machine>();
  return *instance;
}

void report(std::string fault) {
  if (machine().fault.empty()) machine().fault = std::move(fault);
}

const TextureSlot* slot_of(const Fetch& fetch) {
  const std::vector<TextureSlot>& slots = machine().job->textures;
  const auto slot =
      std::find_if(slots.begin(), slots.end(), [&](const TextureSlot& s) { return s.sampler == fetch.texture; });
  if (slot == slots.end()) {
    report(fmt::format("line {}: there is no texture {}", fetch.line, fetch.texture));
    return nullptr;
  }
  if (fetch.sampler != fetch.texture)
    report(fmt::format("line {}: texture {} with sampler {}", fetch.line, fetch.texture, fetch.sampler));
  if (static_cast<int>(fetch.kind) != static_cast<int>(slot->texture.kind)) {
    report(fmt::format("line {}: texture {} is of another kind", fetch.line, fetch.texture));
    return nullptr;
  }
  return &*slot;
}

std::array<float, 3> coordinate(const Fetch& fetch, const float* at) {
  return {at[0], at[1], fetch.kind == agal_msl::Kind::Plane ? 0 : at[2]};
}

void store(const Float4& texel, float* to) { std::copy(texel.begin(), texel.end(), to); }

// Runs the other pixels until they make the same request. Returns false if they do not.
bool meet(const Request& request, const float* values, std::size_t count) {
  Machine& m = machine();
  if (!m.in_quad) {
    report(fmt::format("line {}: a derivative in a vertex program", request.line));
    return false;
  }
  Pixel& pixel = m.pixels[m.current];
  pixel.request = request;
  std::copy_n(values, count, pixel.value.begin());
  pixel.state = Pixel::State::Waiting;
  swapcontext(&pixel.context, &m.scheduler);
  return true;
}

// Returns the derivative of a lane of the values, in the row (axis 0) or the column of the current pixel.
float change(std::size_t axis, std::size_t lane) {
  const Machine& m = machine();
  const std::size_t step = axis == 0 ? 1 : 2;
  const std::size_t from = m.current & ~step;
  return m.met[from + step][lane] - m.met[from][lane];
}

void host_derivative(int axis, const float* values, int count, float* result, int line) {
  const auto what = axis == 0 ? Request::What::DerivativeX : Request::What::DerivativeY;
  const auto lanes = static_cast<std::size_t>(count);
  if (!meet({what, line, 0}, values, lanes)) return;
  for (std::size_t lane = 0; lane < lanes; ++lane) result[lane] = change(static_cast<std::size_t>(axis), lane);
}

void host_sample_implicit(const Fetch& fetch, const float* at, float bias, float* texel) {
  std::fill_n(texel, 4, 0.0f);
  const std::array<float, 3> place = coordinate(fetch, at);
  if (!meet({Request::What::Sample, fetch.line, fetch.texture}, place.data(), place.size())) return;
  const TextureSlot* const slot = slot_of(fetch);
  if (slot == nullptr) return;
  interpret::Footprint footprint{place, {}, {}};
  for (std::size_t lane = 0; lane < place.size(); ++lane) {
    footprint.dx[lane] = change(0, lane);
    footprint.dy[lane] = change(1, lane);
  }
  const float level = interpret::level_of_detail(slot->texture, footprint) + bias;
  store(interpret::sample(slot->texture, slot->state, place, level), texel);
}

void host_sample_level(const Fetch& fetch, const float* at, float level, float* texel) {
  std::fill_n(texel, 4, 0.0f);
  if (const TextureSlot* const slot = slot_of(fetch))
    store(interpret::sample(slot->texture, slot->state, coordinate(fetch, at), level), texel);
}

void host_sample_gradient(const Fetch& fetch, const float* at, const float* dx, const float* dy, float* texel) {
  std::fill_n(texel, 4, 0.0f);
  const TextureSlot* const slot = slot_of(fetch);
  if (slot == nullptr) return;
  const interpret::Footprint footprint{coordinate(fetch, at), coordinate(fetch, dx), coordinate(fetch, dy)};
  const float level = interpret::level_of_detail(slot->texture, footprint);
  store(interpret::sample(slot->texture, slot->state, footprint.at, level), texel);
}

void host_discard() {
  Machine& m = machine();
  if (m.in_quad)
    m.record[m.current].killed = true;
  else
    report("discard_fragment() in a vertex program");
}

void fiber() {
  Machine& m = machine();
  m.shader(m.pixels[m.current].invocation);
  m.pixels[m.current].state = Pixel::State::Finished;
  // The end of the function returns to the scheduler (uc_link).
}

void run_until_wait(std::size_t pixel) {
  Machine& m = machine();
  m.current = pixel;
  m.pixels[pixel].state = Pixel::State::Running;
  swapcontext(&m.scheduler, &m.pixels[pixel].context);
}

bool all_are(Pixel::State state) {
  const auto& pixels = machine().pixels;
  return std::all_of(pixels.begin(), pixels.end(), [&](const Pixel& p) { return p.state == state; });
}

// Runs the pixels of the quad in turn, each until its next request.
void run_quad() {
  Machine& m = machine();
  for (Pixel& pixel : m.pixels) {
    getcontext(&pixel.context);
    pixel.context.uc_stack.ss_sp = pixel.stack.memory();
    pixel.context.uc_stack.ss_size = Stack::size;
    pixel.context.uc_link = &m.scheduler;
    makecontext(&pixel.context, &fiber, 0);
  }
  while (true) {
    for (std::size_t i = 0; i < quad_size; ++i) run_until_wait(i);
    if (all_are(Pixel::State::Finished)) return;
    const auto waiting =
        std::find_if(m.pixels.begin(), m.pixels.end(), [](const Pixel& p) { return p.state == Pixel::State::Waiting; });
    const bool together = std::all_of(m.pixels.begin(), m.pixels.end(), [&](const Pixel& p) {
      return p.state == Pixel::State::Waiting && p.request == waiting->request;
    });
    if (!together) {
      report(fmt::format("line {}: derivative in divergent control flow", waiting->request.line));
      return;  // the objects on the stacks of the fibers do not need destructors
    }
    for (std::size_t i = 0; i < quad_size; ++i) m.met[i] = m.pixels[i].value;
  }
}

// Sets the registers for shader code. Registers without a value are set to `rest`.
template <std::size_t Count>
void fill(std::array<float[4], Count>& registers, const std::vector<Float4>& given, const Float4& rest) {
  for (std::size_t i = 0; i < Count; ++i) store(i < given.size() ? given[i] : rest, registers[i]);
}

// Interpolates a varying at the center of a pixel from its values at (0, 0), (4, 0) and (0, 4).
Float4 interpolated(const Draw& draw, std::size_t varying, std::size_t pixel) {
  std::array<Float4, 3> corner{};
  for (std::size_t c = 0; c < corner.size(); ++c)
    if (varying < draw.corners[c].size()) corner[c] = draw.corners[c][varying];
  const float x = (static_cast<float>(pixel & 1) + 0.5f) / 4, y = (static_cast<float>(pixel >> 1) + 0.5f) / 4;
  Float4 value;
  for (std::size_t lane = 0; lane < value.size(); ++lane) {
    const float origin = corner[0][lane];
    const auto same = [&](const Float4& other) {
      return std::bit_cast<std::uint32_t>(other[lane]) == std::bit_cast<std::uint32_t>(origin);
    };
    // The sum would not preserve infinity, NaN and negative zero.
    const bool flat = same(corner[1]) && same(corner[2]);
    value[lane] = flat ? origin : origin + (corner[1][lane] - origin) * x + (corner[2][lane] - origin) * y;
  }
  return value;
}

void run_draw(const Draw& draw, std::span<Record> records) {
  alignas(16) static std::array<float[4], agal_msl::constant_limit> constants;
  static std::array<Registers, quad_size> inputs;
  Machine& m = machine();
  fill(constants, draw.constants, {});
  m.record = records.data();
  m.in_quad = records.size() == quad_size;
  for (std::size_t i = 0; i < records.size(); ++i) {
    Record& r = records[i];
    m.pixels[i].invocation = {constants.data(), inputs[i].data(), draw.instance, r.outputs, r.position, &r.depth};
    if (m.in_quad)
      for (std::size_t v = 0; v < inputs[i].size(); ++v) store(interpolated(draw, v, i), inputs[i][v]);
    else
      fill(inputs[i], draw.attributes, {0, 0, 0, 1});
  }
  if (m.in_quad)
    run_quad();
  else
    m.shader(m.pixels[0].invocation);
}

}  // namespace

const agal_msl::Host& host() {
  static constexpr agal_msl::Host functions{host_derivative, host_sample_implicit, host_sample_level,
                                            host_sample_gradient, host_discard};
  return functions;
}

std::string execute(const Job& job, agal_msl::Shader shader, std::span<Record> records) {
  Machine& m = machine();
  m.job = &job;
  m.shader = shader;
  m.fault.clear();
  const std::size_t step = records_per_draw(job);
  for (std::size_t i = 0; i < job.draws.size() && m.fault.empty(); ++i)
    run_draw(job.draws[i], records.subspan(i * step, step));
  return m.fault;
}

}  // namespace agal::exec::msl
