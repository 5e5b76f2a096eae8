// The functions of agal.h for options.
#include "c/objects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <string_view>
#include <vector>

#include "c/guard.hpp"
#include "options/rows.hpp"

namespace agal::c {
namespace {

agal_options* created(const agal_options& values) {
  return guarded([&] { return std::make_unique<agal_options>(values).release(); },
                 []() -> agal_options* { return nullptr; }, [](const char*) -> agal_options* { return nullptr; });
}

// Returns the member for an option that names a program; nullptr if `name` is another option.
std::string* name_option(agal_options& options, std::string_view name) {
  if (name == "name") return &options.name;
  if (name == "vertex-name") return &options.vertex_name;
  if (name == "fragment-name") return &options.fragment_name;
  if (name == "other-name") return &options.other_name;
  return nullptr;
}

// Returns the member for a flag of the C interface; nullptr if `name` is another option.
bool* flag_option(agal_options& options, std::string_view name) {
  if (name == "steps") return &options.steps;
  if (name == "bytecode") return &options.bytecode;
  return nullptr;
}

std::optional<bool> flag_of(std::string_view value) {
  if (value == "true") return true;
  if (value == "false") return false;
  return std::nullopt;
}

bool has(const std::vector<OptionInfo>& options, std::string_view name) {
  return std::any_of(options.begin(), options.end(), [&](const OptionInfo& option) { return option.name == name; });
}

Diagnostics set_option_of_product(agal_options& options, std::string_view name, std::string_view value) {
#ifndef AGAL_WITHOUT_EXTRACTION
  if (has(extract_options(), name)) return set_option(options.extract, name, value);
#endif
#ifndef AGAL_WITHOUT_PROOFS
  if (has(proof_options(), name)) return set_option(options.prove, name, value);
#endif
  if (has(agal::all_options(), name)) return set_option(options.all, name, value);
  return options::outcome(std::nullopt, name, c::all_options());
}

agal_status set(agal_options& options, const char* name, const char* value) {
  options.message.clear();
  if (name == nullptr || value == nullptr) {
    options.message = "the name or the value of an option is a null pointer";
    return AGAL_BAD_ARGUMENT;
  }
  if (std::string* const text = name_option(options, name)) {
    *text = value;
    return AGAL_OK;
  }
  if (bool* const flag = flag_option(options, name)) {
    const std::optional<bool> given = flag_of(value);
    if (given) *flag = *given;
    if (!given) options.message = fmt::format("invalid value '{}' of {}; expected true or false", value, name);
    return given ? AGAL_OK : AGAL_BAD_ARGUMENT;
  }
  const Diagnostics found = set_option_of_product(options, name, value);
  if (found.empty()) return AGAL_OK;
  options.message = found[0].message;
  return AGAL_BAD_ARGUMENT;
}

}  // namespace

std::vector<OptionInfo> all_options() {
  std::vector<OptionInfo> all = agal::all_options();
#ifndef AGAL_WITHOUT_EXTRACTION
  for (const OptionInfo& option : extract_options()) all.push_back(option);
#endif
#ifndef AGAL_WITHOUT_PROOFS
  for (const OptionInfo& option : proof_options()) all.push_back(option);
#endif
  return all;
}

}  // namespace agal::c

extern "C" {

agal_options* agal_options_create(void) { return agal::c::created({}); }

agal_options* agal_options_copy(const agal_options* options) {
  return options == nullptr ? nullptr : agal::c::created(*options);
}

agal_status agal_options_set(agal_options* options, const char* name, const char* value) {
  if (options == nullptr) return AGAL_BAD_ARGUMENT;
  return agal::c::guarded([&] { return agal::c::set(*options, name, value); }, [] { return AGAL_OUT_OF_MEMORY; },
                          [](const char*) { return AGAL_INTERNAL_ERROR; });
}

const char* agal_options_message(const agal_options* options) {
  return options == nullptr ? "the options are a null pointer" : options->message.c_str();
}

void agal_options_release(agal_options* options) { delete options; }

}  // extern "C"
