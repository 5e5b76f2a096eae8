#include "measure.hpp"

#include <fmt/format.h>

#include "partner.hpp"

namespace agal::gpu_cost {
namespace {

/// A program or pair, ready to be compiled.
struct Job {
  std::string vertex, fragment;  // their names; "" for a generated partner, whose cost is not counted
  std::vector<Form> forms;
};

// The shader that completes a form, created once for all forms with the same interface.
class Partners {
 public:
  Result<Shader> find(const Shader& shader) {
    const std::vector<Variable>& faced = shader.stage == Stage::Vertex ? shader.outputs : shader.inputs;
    for (const Known& known : known_)
      if (known.stage == shader.stage && known.faced == faced) return known.partner;
    Result<Shader> partner = partner_of(shader);
    if (partner) known_.push_back({shader.stage, faced, *partner});
    return partner;
  }

 private:
  struct Known {
    Stage stage;
    std::vector<Variable> faced;
    Shader partner;
  };
  std::vector<Known> known_;
};

class Measurement {
 public:
  Measurement(const MeasureOptions& options, std::vector<std::string> forms) : options_(options) {
    out_.results.forms = std::move(forms);
  }

  Diagnostics run(const std::vector<Job>& jobs) {
    Diagnostics found;
    for (const std::string& family : options_.families) {
      const Result<Gpu> gpu = Gpu::open(family, options_.driver);
      if (!gpu) return gpu.diagnostics();
      family_ = {family, gpu->name(), {}};
      for (const Job& job : jobs) {
        found.append(measure(*gpu, job));
        if (found.has_errors()) return found;
      }
      out_.results.families.push_back(std::move(family_));
    }
    return found;
  }

  Measured take(std::size_t left_out) {
    out_.results.left_out = left_out;
    return std::move(out_);
  }

 private:
  Diagnostics measure(const Gpu& gpu, const Job& job) {
    Row vertex{job.vertex, Stage::Vertex, {}}, fragment{job.fragment, Stage::Fragment, {}};
    for (const Form& form : job.forms) {
      Result<PairCost> cost = measure(gpu, form, job.vertex.empty() ? job.fragment : job.vertex);
      if (!cost) return std::move(cost.diagnostics());
      vertex.costs.push_back(form.vertex ? std::optional(cost->vertex) : std::nullopt);
      fragment.costs.push_back(form.fragment ? std::optional(cost->fragment) : std::nullopt);
      if (options_.listing == Listing::Yes)
        out_.listings += fmt::format("==== {}: {}\n{}", family_.name, form.name, cost->listing);
    }
    if (!job.vertex.empty()) family_.rows.push_back(std::move(vertex));
    if (!job.fragment.empty()) family_.rows.push_back(std::move(fragment));
    return {};
  }

  Result<PairCost> measure(const Gpu& gpu, const Form& form, const std::string& name) {
    const std::string what = fmt::format("{} ({})", name, form.name);
    if (form.vertex && form.fragment) return gpu.cost(*form.vertex, *form.fragment, what, options_.listing);
    const Result<Shader> partner = partners_.find(form.vertex ? *form.vertex : *form.fragment);
    if (!partner) return partner.diagnostics();
    return form.vertex ? gpu.cost(*form.vertex, *partner, what, options_.listing)
                       : gpu.cost(*partner, *form.fragment, what, options_.listing);
  }

  const MeasureOptions& options_;
  Measured out_;
  Family family_;
  Partners partners_;
};

bool has(const std::vector<Form>& forms, std::optional<Shader> Form::*half) {
  for (const Form& form : forms)
    if (form.*half) return true;
  return false;
}

}  // namespace

Result<Measured> measure(const std::string& name, const std::vector<Form>& forms, const MeasureOptions& options) {
  std::vector<std::string> names;
  names.reserve(forms.size());
  for (const Form& form : forms) names.push_back(form.name);
  Measurement measurement(options, std::move(names));
  const Job job{has(forms, &Form::vertex) ? name : "", has(forms, &Form::fragment) ? name : "", forms};
  Diagnostics found = measurement.run({job});
  if (found.has_errors()) return found;
  return measurement.take(0);
}

Result<Measured> measure(const std::vector<Subject>& subjects, const MeasureOptions& options) {
  std::vector<Job> jobs;
  std::size_t left_out = 0;
  for (const Subject& subject : subjects) {
    Result<std::vector<Form>> forms = forms_of(subject);
    if (!forms) {
      ++left_out;
      continue;
    }
    jobs.push_back({subject.vertex ? subject.vertex->name : "", subject.fragment ? subject.fragment->name : "",
                    *std::move(forms)});
  }
  Measurement measurement(options, {std::string(own_form), std::string(optimized_form), std::string(glsl_form)});
  Diagnostics found = measurement.run(jobs);
  if (found.has_errors()) return found;
  return measurement.take(left_out);
}

}  // namespace agal::gpu_cost
