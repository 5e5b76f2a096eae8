// The code and the paths of a method that runs, which the parts of its execution share.
#pragma once

#include <vector>

#include "avm2/executor.hpp"

namespace agal::avm2 {

using Arguments = std::vector<Value>;

/// A method that runs.
struct MethodContext {
  MethodContext(FileRun& run, const Frame& of)
      : file(run),
        frame(of),
        body(run.abc.bodies[of.body]),
        control_flow(run.control_flow[of.body]),
        paths(run.abc, run.values, body, control_flow, run.body_budget) {}

  FileRun& file;
  const Frame frame;
  const MethodBody& body;
  const ControlFlow& control_flow;
  Paths paths;
  Value self = nothing;  // the object on which the method is called
};

/// Short names for what each part uses.
class MethodPart {
 protected:
  explicit MethodPart(MethodContext& method)
      : method_(method),
        file_(method.file),
        values_(method.file.values),
        abc_(method.file.abc),
        frame_(method.frame),
        body_(method.body),
        control_flow_(method.control_flow),
        paths_(method.paths) {}
  ~MethodPart() = default;

  MethodContext& method_;
  FileRun& file_;
  Values& values_;
  const Abc& abc_;
  const Frame& frame_;
  const MethodBody& body_;
  const ControlFlow& control_flow_;
  Paths& paths_;
};

}  // namespace agal::avm2
