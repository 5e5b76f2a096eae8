// The target that calls the C interface in any order.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>
#include <utility>

#include "agal/agal.h"
#include "agal/options.hpp"
#include "fuzz/checks.hpp"
#include "fuzz/targets.hpp"

namespace agal::fuzz {
namespace {

constexpr std::size_t slots = 4, max_calls = 64;

constexpr std::array<const char*, 8> words{"mov", "3652", "wgsl", "frobnicate", "", "fs0", "linear", "options"};
constexpr std::array<const char*, 9> tables{"options",     "targets",     "opcodes",  "registers", "sampler-options",
                                            "macro-words", "diagnostics", "nonsense", ""};
constexpr std::array<const char*, 5> kinds{"2d", "cube", "3d", "4d", nullptr};
constexpr std::array<const char*, 7> parts{"vertex", "fragment", "messages", "diagnostics", "bytecode", "x", nullptr};

// Objects of one kind, and null pointers.
template <class T, void (*release)(T*)>
class Slots {
 public:
  Slots() = default;
  ~Slots() { std::for_each(all_.begin(), all_.end(), release); }
  Slots(const Slots&) = delete;
  Slots& operator=(const Slots&) = delete;

  T* at(std::size_t slot) const { return all_[slot]; }
  /// Stores an object, and releases the previous one.
  void put(std::size_t slot, T* object) { release(std::exchange(all_[slot], object)); }

 private:
  std::array<T*, slots> all_{};
};

class Caller {
 public:
  explicit Caller(std::span<const std::byte> bytes) : choices_(bytes) {}

  void run() {
    for (std::size_t calls = 0; calls < max_calls && !choices_.rest().empty(); ++calls) call();
  }

 private:
  using Call = void (Caller::*)();
  void call();

  // Returns an object, or a null pointer.
  agal_options* some_options() { return options_.at(choices_.below(slots)); }
  agal_inputs* some_inputs() { return inputs_.at(choices_.below(slots)); }
  std::span<const std::byte> some_bytes() {
    const std::size_t low = choices_.byte();
    return choices_.take(low + 256 * choices_.below(4));
  }

  void create_options() { options_.put(choices_.below(slots), agal_options_create()); }
  void copy_options();
  void set_option();
  void set_any_option();
  void release_options() { options_.put(choices_.below(slots), nullptr); }
  void create_inputs() { inputs_.put(choices_.below(slots), agal_inputs_create()); }
  void set_registers();
  void set_texture();
  void release_inputs() { inputs_.put(choices_.below(slots), nullptr); }
  void operate();
  void compile_all(std::span<const std::byte> bytes, const agal_options* options);
  void link();
  void interpret();
  void look_up();
  void look_at_result();
  void release_result() { results_.put(choices_.below(slots), nullptr); }

  void keep(agal_result* result);
  void check_status(agal_status status, bool known);

  Choices choices_;
  Slots<agal_options, agal_options_release> options_;
  Slots<agal_inputs, agal_inputs_release> inputs_;
  Slots<agal_result, agal_result_release> results_;
};

void Caller::call() {
  static constexpr auto calls = std::to_array<Call>(
      {&Caller::create_options, &Caller::copy_options, &Caller::set_option, &Caller::set_any_option,
       &Caller::release_options, &Caller::create_inputs, &Caller::set_registers, &Caller::set_texture,
       &Caller::release_inputs, &Caller::operate, &Caller::operate, &Caller::link, &Caller::interpret, &Caller::look_up,
       &Caller::look_at_result, &Caller::release_result});
  (this->*calls[choices_.below(calls.size())])();
}

// A null pointer must be a bad argument, and internal errors must not occur.
void Caller::check_status(agal_status status, bool known) {
  promise(status != AGAL_INTERNAL_ERROR && status != AGAL_OUT_OF_MEMORY, "there is no internal error");
  promise(known || status == AGAL_BAD_ARGUMENT, "a null pointer is noticed");
}

void Caller::copy_options() {
  const agal_options* const from = some_options();
  agal_options* const copy = agal_options_copy(from);
  promise((copy != nullptr) == (from != nullptr), "options are copied, and a null pointer is not");
  options_.put(choices_.below(slots), copy);
}

void Caller::set_option() {
  static const std::vector<OptionInfo> names = all_options();
  const OptionInfo& option = names[choices_.below(names.size())];
  agal_options* const object = some_options();
  const std::string value = option.choices.empty() ? std::to_string(choices_.byte())
                                                   : std::string(option.choices[choices_.below(option.choices.size())]);
  check_status(agal_options_set(object, std::string(option.name).c_str(), value.c_str()), object != nullptr);
  promise(agal_options_message(object) != nullptr, "there is always a message");
}

void Caller::set_any_option() {
  agal_options* const object = some_options();
  const auto text = [&] {
    const std::span<const std::byte> bytes = choices_.take(choices_.below(20));
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  const std::string name = text(), value = text();
  check_status(agal_options_set(object, name.c_str(), value.c_str()), object != nullptr);
  check_status(agal_options_set(object, nullptr, value.c_str()), false);
}

void Caller::set_registers() {
  agal_inputs* const object = some_inputs();
  std::array<float, 16> values{};
  const auto below_256 = [&] { return std::uint32_t{choices_.byte()}; };
  for (float& value : values) value = std::bit_cast<float>(below_256() << 24 | below_256() << 12);
  const std::uint32_t number = below_256() * below_256(), pixel = below_256() % 6;
  const bool known = object != nullptr;
  check_status(agal_inputs_set_constants(object, values.data(), choices_.below(5)), known);
  check_status(agal_inputs_set_attribute(object, number, values.data()), known);
  check_status(agal_inputs_set_varying(object, pixel, number, values.data()), known);
  check_status(agal_inputs_set_varying(object, pixel, number, nullptr), false);
  check_status(agal_inputs_set_instance(object, number), known);
}

void Caller::set_texture() {
  agal_inputs* const object = some_inputs();
  static const std::array<float, 4 * 16 * 16 * 16> texels{};
  // Beyond these sizes, there would not be enough texels. 2^31 is too large for any size.
  const auto size = [&] {
    const std::size_t number = choices_.below(18);
    return number == 17 ? std::uint32_t{1} << 31 : static_cast<std::uint32_t>(number);
  };
  const char* const kind = kinds[choices_.below(kinds.size())];
  const std::uint32_t sampler = choices_.byte() * 5u, width = size(), height = size(), depth = size();
  const int levels = static_cast<int>(choices_.below(2));
  check_status(agal_inputs_set_texture(object, sampler, kind, width, height, depth, texels.data(), levels),
               object != nullptr);
}

void Caller::keep(agal_result* result) {
  promise(result != nullptr, "a result is never null");
  check_status(agal_result_status(result), true);
  results_.put(choices_.below(slots), result);
}

void Caller::operate() {
  using Operation = agal_result* (*)(const void*, std::size_t, const agal_options*);
  static constexpr auto operations =
      std::to_array<Operation>({agal_compile, agal_disassemble, agal_validate,
                                [](const void* bytes, std::size_t size, const agal_options* options) {
                                  return agal_assemble(static_cast<const char*>(bytes), size, options);
                                },
                                [](const void* bytes, std::size_t size, const agal_options* options) {
                                  return agal_extract(bytes, size, "input", options);
                                }});
  const Operation operation = operations[choices_.below(operations.size())];
  const agal_options* const with = some_options();
  const std::span<const std::byte> bytes = some_bytes();
  keep(operation(bytes.data(), bytes.size(), with));
  compile_all(bytes, with);
  agal_result* const missing = operation(nullptr, 1, with);
  promise(agal_result_status(missing) == AGAL_BAD_ARGUMENT, "a null pointer is noticed");
  agal_result_release(missing);
}

// Compiles both halves of the bytes as programs in one call.
void Caller::compile_all(std::span<const std::byte> bytes, const agal_options* options) {
  const std::array<std::size_t, 2> sizes{bytes.size() / 2, bytes.size() - bytes.size() / 2};
  agal_compilation* const all = agal_compile_all(bytes.data(), sizes.data(), sizes.size(), options);
  check_status(all->status, bytes.data() != nullptr);
  for (const agal_compiled& each : std::span(all->programs, all->program_count)) {
    promise(each.text_begin + each.text_size <= all->text_size, "a text is in the text of all");
    promise((each.stage == AGAL_STAGE_UNKNOWN) == (each.result != nullptr), "a program has a text or a result");
    if (each.result != nullptr) check_status(agal_result_status(each.result), true);
  }
  agal_compilation_release(all);
}

void Caller::link() {
  const agal_options* const with = some_options();
  const std::span<const std::byte> vertex = some_bytes(), fragment = some_bytes();
  keep(agal_link(vertex.data(), vertex.size(), fragment.data(), fragment.size(), with));
  keep(agal_prove(vertex.data(), vertex.size(), fragment.data(), fragment.size(), with));
}

void Caller::interpret() {
  const agal_options* const with = some_options();
  const agal_inputs* const inputs = some_inputs();
  const std::span<const std::byte> program = some_bytes();
  keep(agal_interpret(program.data(), program.size(), inputs, with));
}

void Caller::look_up() {
  keep(agal_explain(words[choices_.below(words.size())]));
  keep(agal_list(tables[choices_.below(tables.size())]));
}

void Caller::look_at_result() {
  const agal_result* const object = results_.at(choices_.below(slots));
  const bool known = object != nullptr;
  check_status(agal_result_status(object), known);
  const std::size_t count = agal_result_count(object);
  promise(known || count == 0, "what is not a result has no parts");
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t size = 0;
    const char* const data = agal_result_at(object, i, &size);
    promise(data != nullptr && data[size] == '\0' && agal_result_name(object, i) != nullptr, "a part has an end");
  }
  promise(agal_result_at(object, count, nullptr) == nullptr, "there are no more parts");
  agal_result_get(object, parts[choices_.below(parts.size())], nullptr);
  promise(agal_result_errors(object) > 0 || agal_result_status(object) == AGAL_OK || !known, "a refusal has an error");
}

}  // namespace

void c_calls(std::span<const std::byte> bytes) { Caller(bytes).run(); }

}  // namespace agal::fuzz
