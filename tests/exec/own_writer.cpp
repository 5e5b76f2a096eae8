#include "exec/backend.hpp"

namespace agal::exec {
namespace {

class OwnWriter final : public Backend {
 public:
  OwnWriter(std::unique_ptr<Backend> backend, std::string_view name) : backend_(std::move(backend)), name_(name) {}

  std::string_view name() const override { return name_; }
  Target target() const override { return backend_->target(); }
  std::optional<Writer> writer() const override { return Writer::Own; }
  std::string device() const override { return backend_->device(); }
  float depth_step() const override { return backend_->depth_step(); }
  bool free_cubes() const override { return backend_->free_cubes(); }
  std::string cannot(const Job& job) const override { return backend_->cannot(job); }
  std::vector<Outcome> run(std::span<const Job> jobs) override { return backend_->run(jobs); }

 private:
  std::unique_ptr<Backend> backend_;
  std::string_view name_;
};

}  // namespace

Opened with_own_writer(Opened opened, std::string_view name) {
  if (opened.backend != nullptr) opened.backend = std::make_unique<OwnWriter>(std::move(opened.backend), name);
  return opened;
}

}  // namespace agal::exec
