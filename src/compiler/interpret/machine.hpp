// The state of one run of the interpreter, and the operations that the functions of the opcodes use.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "agal/interpret.hpp"
#include "interpret/device.hpp"
#include "interpret/nan.hpp"

namespace agal::interpret {

/// One register of all invocations. A vertex program uses only the first invocation.
using Wide = std::array<Float4, quad_size>;

/// One truth value for each invocation.
using Flags = std::array<bool, quad_size>;

class Machine {
 public:
  /// `device` is not owned. nullptr gives exact results.
  Machine(const Program& program, const Bindings& bindings, const InterpretOptions& options, DeviceModel* device);

  /// Sets the input registers of one invocation: attributes or varyings. They must outlive the run.
  void set_input(std::size_t invocation, const std::vector<Float4>& registers) { inputs_[invocation] = &registers; }
  void set_instance(std::uint32_t instance) { instance_ = static_cast<float>(instance); }

  /// Executes every token.
  void run();

  // ---- for the functions of the opcodes

  /// Reads a source with its swizzle. For a matrix of `rows` rows, reads the register of row `row`.
  Wide read(const Source& source, std::uint32_t row = 0, std::uint32_t rows = 1);

  /// Writes the components that are both in the mask of the destination and in `components`.
  void write(const Destination& destination, const Wide& value, WriteMask components = 0xf);

  /// Opens a conditional. Its first arm applies to the invocations for which `condition` holds.
  void open_if(const Flags& condition);
  void open_else();
  void close_if();

  /// Marks active invocations as discarded. They continue to run, because their neighbors need them for derivatives.
  void kill(const Flags& condition);

  /// Returns the result of the device: see DeviceModel::result.
  float device_result(const Instruction& token, float exact, std::span<const float> a,
                      std::span<const float> b = {}) const {
    return device_ == nullptr ? exact : device_->result(static_cast<Opcode>(token.opcode), exact, a, b);
  }
  /// Returns the pixel whose row and column provide the derivatives of a pixel: the pixel itself, unless derivatives
  /// are coarse.
  std::size_t derivative_pixel(const Instruction& token, std::size_t pixel) const {
    if (device_ == nullptr) return pixel;
    return device_->coarse_derivatives(static_cast<Opcode>(token.opcode)).value_or(pixel);
  }
  DeviceModel* device() const { return device_; }

  const Semantics& semantics() const { return options_.semantics; }
  const NanInfo& nan() const { return info(options_.nan); }
  /// Returns the value for results that the rules for NaN leave undefined.
  float undefined() const { return options_.undefined; }
  const Bindings& bindings() const { return bindings_; }
  Stage stage() const { return program_.stage; }

  // ---- for the outputs

  /// Returns true if any token wrote a component of the register.
  bool written(RegisterType type, std::uint32_t number) const;
  /// Returns the number of registers of this type that the program may write; 0 for types that it can only read.
  std::uint32_t count(RegisterType type) const { return static_cast<std::uint32_t>(file(registers_, type).size()); }
  const Float4& value(RegisterType type, std::uint32_t number, std::size_t invocation) const {
    return file(registers_, type)[number][invocation];
  }
  bool killed(std::size_t invocation) const { return killed_[invocation]; }
  Trace take_trace() { return std::move(trace_); }

 private:
  /// The writable registers, by type and number.
  using Registers = std::array<std::vector<Wide>, register_table.size()>;

  // An open conditional. Both arms run for all invocations, because tokens only affect registers. Each arm begins with
  // the registers from before the conditional. At the end, each invocation keeps the registers of the arm that applies
  // to it. Values from the other arm are visible only to derivatives of neighbors.
  struct Conditional {
    Flags condition{};
    Registers before;
    Registers first_arm;
    bool in_else = false;
  };

  static const std::vector<Wide>& file(const Registers& registers, RegisterType type) {
    return registers[static_cast<std::size_t>(type)];
  }
  std::vector<Wide>& file(RegisterType type) { return registers_[static_cast<std::size_t>(type)]; }
  void make_registers();
  Float4 register_value(RegisterType type, std::uint32_t number, std::size_t invocation) const;
  Float4 constant(std::int64_t number) const;
  std::int64_t address(const Source& source, std::uint32_t rows, std::size_t invocation) const;
  bool active(std::size_t invocation) const;
  std::uint8_t active_set() const;

  const Program& program_;
  const Bindings& bindings_;
  const InterpretOptions& options_;
  DeviceModel* device_;
  std::uint32_t constant_array_;
  std::array<const std::vector<Float4>*, quad_size> inputs_{};
  float instance_ = 0;
  Registers registers_;
  std::array<std::vector<WriteMask>, register_table.size()> written_;
  std::vector<Conditional> conditionals_;
  Flags killed_{};
  Trace trace_;
  TraceStep step_;  // the step of the token that is executed
};

// One function for each opcode. A missing function is a link error. Validation rejects tombstones.
#define AGAL_EXECUTABLE(id) void interpret_##id(Machine&, const Instruction&);
#define AGAL_TOMBSTONE(id)
#include "program/executable_opcodes.def"

}  // namespace agal::interpret
