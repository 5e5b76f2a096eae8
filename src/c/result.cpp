// The functions of agal.h for results.
#include "c/result.hpp"

#include <cstring>
#include <utility>

agal_result::Part& agal_result::new_part(std::string_view name, Part::Kind kind) {
  Part& part = parts.emplace_back();
  name.copy(part.name.data(), Part::max_name);
  part.kind = kind;
  return part;
}

void agal_result::add_bytes(std::string_view name, std::span<const std::byte> content) {
  Part& part = new_part(name, Part::Kind::Bytes);
  part.size = content.size();
  part.bytes.resize(content.size() / sizeof(std::uint64_t) + 1);
  if (!content.empty()) std::memcpy(part.bytes.data(), content.data(), content.size());
}

void agal_result::add_text(std::string_view name, std::string text) {
  new_part(name, Part::Kind::Text).text = std::move(text);
}

void agal_result::add(agal::Diagnostics found) {
  errors = found.count(agal::Severity::Error);
  warnings = found.count(agal::Severity::Warning);
  if (errors != 0) status = AGAL_REJECTED;
  const bool none = found.empty();
  new_part("diagnostics", none ? Part::Kind::Text : Part::Kind::Json);
  new_part("messages", none ? Part::Kind::Text : Part::Kind::Messages);
  if (!none) diagnostics.set(std::move(found));
}

const char* agal_result::content(const Part& part, std::size_t* size) const {
  const auto text = [&](const std::string* of) -> const char* {
    if (of == nullptr) return nullptr;
    if (size != nullptr) *size = of->size();
    return of->c_str();
  };
  switch (part.kind) {
    case Part::Kind::Text: return text(&part.text);
    case Part::Kind::Json: return text(diagnostics.json());
    case Part::Kind::Messages: return text(diagnostics.messages());
    case Part::Kind::Bytes: break;
  }
  if (size != nullptr) *size = part.size;
  return reinterpret_cast<const char*>(part.bytes.data());
}

void agal_result::add(agal::Interface interface) {
  const auto stage = static_cast<std::size_t>(interface.stage);
  interfaces[stage] = std::make_unique<agal::c::InterfaceRows>(std::move(interface));
}

namespace agal::c {
namespace {

// The result of an operation that runs out of memory. It is initialized statically, because there may not be enough
// memory later, and because WebAssembly does not run code when it is loaded.
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
    if (std::strcmp(each.name.data(), part) == 0) return result->content(each, size);
  return nullptr;
}

std::size_t agal_result_count(const agal_result* result) { return result == nullptr ? 0 : result->parts.size(); }

const char* agal_result_name(const agal_result* result, std::size_t index) {
  return result == nullptr || index >= result->parts.size() ? nullptr : result->parts[index].name.data();
}

const char* agal_result_at(const agal_result* result, std::size_t index, std::size_t* size) {
  if (size != nullptr) *size = 0;
  if (result == nullptr || index >= result->parts.size()) return nullptr;
  return result->content(result->parts[index], size);
}

void agal_result_release(agal_result* result) {
  if (result != agal::c::no_memory_result()) delete result;
}

}  // extern "C"
