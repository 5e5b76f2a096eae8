// The interpreter as a backend. It determines which results a planted bug changes at all, and tests the comparison
// itself.
#include "exec/subject.hpp"

namespace agal::exec {
namespace {

class InterpreterBackend final : public Backend {
 public:
  std::string_view name() const override { return "interpreter"; }
  Target target() const override { return Target::Spv; }
  std::string device() const override { return "the reference interpreter"; }
  std::string cannot(const Job&) const override { return ""; }

  std::vector<Outcome> run(std::span<const Job> jobs) override {
    std::vector<Outcome> outcomes;
    for (const Job& job : jobs) outcomes.push_back(run_one(job));
    return outcomes;
  }

 private:
  static Outcome run_one(const Job& job);
};

// Converts a draw to a quad. The corners of the triangle are half a pixel before the center of the first pixel, and
// three and a half pixels after it.
QuadInput quad_of(const Draw& draw) {
  QuadInput quad;
  for (std::size_t i = 0; i < quad_size; ++i) {
    const float x = (static_cast<float>(i % 2) + 0.5f) / 4, y = (static_cast<float>(i / 2) + 0.5f) / 4;
    quad.varyings[i] = draw.corners[0];
    for (std::size_t n = 0; n < draw.corners[0].size(); ++n)
      for (std::size_t c = 0; c < 4; ++c) {
        const float at = draw.corners[0][n][c];
        quad.varyings[i][n][c] = at + x * (draw.corners[1][n][c] - at) + y * (draw.corners[2][n][c] - at);
      }
  }
  return quad;
}

template <class T, class Run>
Outcome run_draws(const Job& job, const Run& run) {
  InterpretOptions options;
  options.semantics = job.semantics;
  Result<T> interpreter = T::prepare(job.program, bindings_of(job.textures), options);
  if (!interpreter) return {"the interpreter refuses the program", {}, {}};
  Outcome outcome;
  for (const Draw& draw : job.draws) {
    interpreter->set_constants(draw.constants);
    run(*interpreter, draw, outcome);
  }
  return outcome;
}

Outcome InterpreterBackend::run_one(const Job& job) {
  if (job.stage == Stage::Vertex)
    return run_draws<VertexInterpreter>(job, [](const VertexInterpreter& vertex, const Draw& draw, Outcome& outcome) {
      outcome.vertices.push_back(vertex.run({draw.attributes, draw.instance}));
    });
  return run_draws<FragmentInterpreter>(job,
                                        [](const FragmentInterpreter& fragment, const Draw& draw, Outcome& outcome) {
                                          outcome.quads.push_back(fragment.run(quad_of(draw)));
                                        });
}

}  // namespace

Opened open_interpreter() { return {std::make_unique<InterpreterBackend>(), ""}; }

}  // namespace agal::exec
