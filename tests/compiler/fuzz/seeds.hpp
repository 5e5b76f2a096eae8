// Makes the inputs that fuzzing starts from.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/program.hpp"

namespace agal::fuzz {

using Bytes = std::vector<std::byte>;

/// Makes seeds of a target (targets.hpp) from files.
class Seeds {
 public:
  using Sink = std::function<void(const std::string& name, Bytes bytes)>;
  Seeds(std::string_view target, Sink sink) : target_(target), sink_(std::move(sink)) {}

  /// Passes the content of a file to the sink in each form that the target reads, or not at all if the target does not
  /// read such files. The extension of the name determines the kind of the file.
  void add(const std::string& name, const Bytes& bytes);

  std::size_t count() const { return count_; }

 private:
  void add_containers(const std::string& name, const Bytes& bytecode);
  void add_samples();
  void add_chosen(const std::string& name, const Program& program, const Bytes& bytecode);
  void add_logs(const std::string& name, const Program& program, const Bytes& bytecode);
  void write(const std::string& name, Bytes bytes);

  std::string_view target_;
  Sink sink_;
  std::size_t count_ = 0;
  bool has_samples_ = false;
};

}  // namespace agal::fuzz
