#include "reflect/describe.hpp"

#include "reflect/agal_object.hpp"
#include "reflect/cross_keys.hpp"
#include "reflect/json_writer.hpp"
#include "reflect/live.hpp"
#include "reflect/registers.hpp"
#include "reflect/usage.hpp"
#include "spirv/interface.hpp"
#include "target/defaults.hpp"

namespace agal::reflect {
namespace {

// Of the form of the reflection: docs/reflection.md says when it changes.
constexpr int format_version = 1;

struct Facts {
  explicit Facts(const Subject& s) : subject(s), usage(usage_of(s.program)), live(live_of(s.module)) {}
  const Subject& subject;
  Usage usage;
  Live live;
};

void write_program(JsonWriter& json, const Facts& facts) {
  json.object([&] {
    json.member("version", format_version);
    add_cross_keys(json, facts.subject);
    write_agal(json.key("agal"), facts.subject, facts.usage, facts.live);
  });
}

std::string varying_name(std::uint32_t n) { return register_text(RegisterType::Varying, n, Stage::Vertex); }

void write_names(JsonWriter& json, const base::RegisterSet& set) {
  json.list([&] { set.for_each([&](std::uint32_t n) { json.value(varying_name(n)); }); });
}

void write_kept(JsonWriter& json, const base::RegisterSet& kept, const Facts& vertex, const Facts& fragment) {
  const base::Buffer<RegisterUsage>& tokens = vertex.usage.of(RegisterType::Varying);
  const base::Buffer<WriteMask>& read = fragment.live.varyings;
  json.list([&] {
    kept.for_each([&](std::uint32_t n) {
      json.object({{"name", varying_name(n)},
                   {"location", n},
                   {"written", components(tokens[n].written)},
                   {"read", components(n < read.size() ? read[n] : WriteMask{0})},
                   {"centroid", fragment.subject.module.centroid_varyings.contains(n)}});
    });
  });
}

void write_shared_varyings(JsonWriter& json, const Facts& vertex, const Facts& fragment) {
  const base::RegisterSet stored = vertex.subject.interface.varyings;
  const base::RegisterSet written = vertex.usage.written(RegisterType::Varying);
  base::RegisterSet dropped = written, added = stored, kept = stored;
  dropped -= stored;
  added -= written;
  kept -= added;
  json.object([&] {
    write_kept(json.key("kept"), kept, vertex, fragment);
    write_names(json.key("dropped"), dropped);
    write_names(json.key("added"), added);
  });
}

// Nothing where the program has none.
void write_push_range(JsonWriter& json, const Subject& s) {
  if (target::constants_of(s.options) != ConstantsMode::Push || s.interface.constants == 0) return;
  json.object({{"stage", name(s.program.stage)},
               {"offset", s.push_offset},
               {"size", spirv::constant_stride * s.interface.constants}});
}

}  // namespace

std::string describe(const Subject& subject) {
  JsonWriter json;
  write_program(json, Facts(subject));
  return json.take();
}

std::string describe_pair(const Subject& vertex, const Subject& fragment) {
  const Facts first(vertex), second(fragment);
  JsonWriter json;
  json.object([&] {
    json.member("version", format_version);
    write_program(json.key("vertex"), first);
    write_program(json.key("fragment"), second);
    write_shared_varyings(json.key("varyings"), first, second);
    json.key("pushConstants").list([&] {
      write_push_range(json, vertex);
      write_push_range(json, fragment);
    });
  });
  return json.take();
}

}  // namespace agal::reflect
