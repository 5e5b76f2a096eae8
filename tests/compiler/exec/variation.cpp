#include "exec/backend.hpp"

namespace agal::exec {
namespace {

class Varied final : public Backend {
 public:
  Varied(std::unique_ptr<Backend> backend, std::string name, const Variation& variation)
      : backend_(std::move(backend)), name_(std::move(name)), variation_(variation) {}

  std::string_view name() const override { return name_; }
  Target target() const override { return backend_->target(); }
  Variation variation() const override { return variation_; }
  std::string device() const override { return backend_->device(); }
  float depth_step() const override { return backend_->depth_step(); }
  bool free_cubes() const override { return backend_->free_cubes(); }
  std::string cannot(const Job& job) const override { return backend_->cannot(job); }
  std::vector<Outcome> run(std::span<const Job> jobs) override { return backend_->run(jobs); }

 private:
  std::unique_ptr<Backend> backend_;
  std::string name_;
  Variation variation_;
};

}  // namespace

CompileOptions options_for(const Backend& backend, CompileOptions options) {
  const Variation variation = backend.variation();
  options.target = backend.target();
  options.writer = variation.writer;
  options.samplers = variation.samplers;
  return options;
}

Opened with_variation(Opened opened, std::string name, const Variation& variation) {
  if (opened.backend != nullptr)
    opened.backend = std::make_unique<Varied>(std::move(opened.backend), std::move(name), variation);
  return opened;
}

}  // namespace agal::exec
