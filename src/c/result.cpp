// The functions of agal.h for results.
#include "c/result.hpp"

#include <cstring>

agal_result::Part& agal_result::new_part(std::string_view name, std::size_t size) {
  Part& part = parts.emplace_back();
  name.copy(part.name.data(), Part::max_name);
  part.size = size;
  return part;
}

void agal_result::add_bytes(std::string_view name, std::span<const std::byte> content) {
  Part& part = new_part(name, content.size());
  part.bytes.resize(content.size() / sizeof(std::uint64_t) + 1);
  if (!content.empty()) std::memcpy(part.bytes.data(), content.data(), content.size());
}

void agal_result::add_text(std::string_view name, std::string text) {
  Part& part = new_part(name, text.size());
  part.text = std::move(text);
}

void agal_result::add(agal::Diagnostics found) {
  errors = found.count(agal::Severity::Error);
  warnings = found.count(agal::Severity::Warning);
  if (errors != 0) status = AGAL_REJECTED;
  add_text("diagnostics", found.empty() ? std::string() : render_json(found));
  add_text("messages", found.empty() ? std::string() : render_text(found));
  if (!found.empty()) diagnostics = agal::c::DiagnosticRows(std::move(found));
}

void agal_result::add(const agal::Interface& interface) {
  interfaces[static_cast<std::size_t>(interface.stage)] = std::make_unique<agal::c::InterfaceRows>(interface);
}

namespace agal::c {
namespace {

// Exists before any code runs. Later there may not be enough memory for it, and WebAssembly runs no code when it is
// loaded.
constinit agal_result no_memory(AGAL_OUT_OF_MEMORY, 1);

}  // namespace

agal_result* no_memory_result() { return &no_memory; }

agal_result* failed_result(agal_status status, std::string_view message) {
  return guarded(
      [&] {
        auto result = std::make_unique<agal_result>();
        result->status = status;
        result->errors = 1;
        result->add_text("diagnostics", {});
        result->add_text("messages", std::string(message));
        return result.release();
      },
      no_memory_result, [](const char*) { return no_memory_result(); });
}

}  // namespace agal::c

extern "C" {

agal_status agal_result_status(const agal_result* result) {
  return result == nullptr ? AGAL_BAD_ARGUMENT : result->status;
}

std::size_t agal_result_errors(const agal_result* result) { return result == nullptr ? 0 : result->errors; }

std::size_t agal_result_warnings(const agal_result* result) { return result == nullptr ? 0 : result->warnings; }

const char* agal_result_get(const agal_result* result, const char* part, std::size_t* size) {
  if (size != nullptr) *size = 0;
  if (result == nullptr || part == nullptr) return nullptr;
  for (const agal_result::Part& each : result->parts)
    if (std::strcmp(each.name.data(), part) == 0) {
      if (size != nullptr) *size = each.size;
      return each.data();
    }
  return nullptr;
}

std::size_t agal_result_count(const agal_result* result) { return result == nullptr ? 0 : result->parts.size(); }

const char* agal_result_name(const agal_result* result, std::size_t index) {
  return result == nullptr || index >= result->parts.size() ? nullptr : result->parts[index].name.data();
}

const char* agal_result_at(const agal_result* result, std::size_t index, std::size_t* size) {
  if (size != nullptr) *size = 0;
  if (result == nullptr || index >= result->parts.size()) return nullptr;
  if (size != nullptr) *size = result->parts[index].size;
  return result->parts[index].data();
}

void agal_result_release(agal_result* result) {
  if (result != agal::c::no_memory_result()) delete result;
}

}  // extern "C"
