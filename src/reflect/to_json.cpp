#include "reflect/to_json.hpp"

#include "base/json_writer.hpp"
#include "reflect/json_parts.hpp"

namespace agal::reflect {
namespace {

// The version of the JSON format: docs/reflection.md says when it changes.
constexpr int format_version = 2;

void write_program(base::JsonWriter& json, const Interface& program) {
  json.object([&] {
    json.member("version", format_version);
    add_cross_keys(json, program);
    write_agal(json.key("agal"), program);
  });
}

void write_kept(base::JsonWriter& json, const std::vector<SharedInterface::Varying>& kept) {
  json.list([&] {
    for (const SharedInterface::Varying& varying : kept)
      json.object({{"name", varying.name},
                   {"location", varying.location},
                   {"written", components(varying.written)},
                   {"read", components(varying.read)},
                   {"centroid", varying.centroid}});
  });
}

void write_names(base::JsonWriter& json, const std::vector<NamedLocation>& varyings) {
  json.list([&] {
    for (const NamedLocation& varying : varyings) json.value(varying.name);
  });
}

void write_shared_varyings(base::JsonWriter& json, const SharedInterface& shared) {
  json.object([&] {
    write_kept(json.key("kept"), shared.kept);
    write_names(json.key("dropped"), shared.dropped);
    write_names(json.key("added"), shared.added);
  });
}

void write_push_ranges(base::JsonWriter& json, const std::vector<SharedInterface::PushRange>& ranges) {
  json.list([&] {
    for (const SharedInterface::PushRange& range : ranges)
      json.object({{"stage", name(range.stage)}, {"offset", range.offset}, {"size", range.size}});
  });
}

}  // namespace

std::string to_json(const Interface& program) {
  base::JsonWriter json;
  write_program(json, program);
  return json.line();
}

std::string to_json(const Interface& vertex, const Interface& fragment, const SharedInterface& shared) {
  base::JsonWriter json;
  json.object([&] {
    json.member("version", format_version);
    write_program(json.key("vertex"), vertex);
    write_program(json.key("fragment"), fragment);
    write_shared_varyings(json.key("varyings"), shared);
    write_push_ranges(json.key("pushConstants"), shared.push_ranges);
  });
  return json.line();
}

}  // namespace agal::reflect
