#include "reflect/describe.hpp"

#include "reflect/agal_object.hpp"
#include "reflect/cross_keys.hpp"
#include "reflect/json.hpp"
#include "reflect/live.hpp"
#include "reflect/usage.hpp"
#include "spirv/interface.hpp"
#include "target/capabilities.hpp"

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

Json program_of(const Facts& facts) {
  Json out = {{"version", format_version}};
  add_cross_keys(out, facts.subject);
  out["agal"] = agal_object(facts.subject, facts.usage, facts.live);
  return out;
}

std::string varying_name(std::uint32_t n) {
  return register_name(static_cast<std::uint32_t>(RegisterType::Varying), n, Stage::Vertex);
}

Json names(const base::RegisterSet& set) {
  Json list = Json::array();
  set.for_each([&](std::uint32_t n) { list.push_back(varying_name(n)); });
  return list;
}

Json shared_varyings(const Facts& vertex, const Facts& fragment) {
  const base::RegisterSet stored = vertex.subject.interface.varyings;
  const base::RegisterSet written = vertex.usage.written(RegisterType::Varying);
  base::RegisterSet dropped = written, added = stored, kept = stored;
  dropped -= stored;
  added -= written;
  kept -= added;
  const std::vector<RegisterUsage>& tokens = vertex.usage.of(RegisterType::Varying);
  const std::vector<WriteMask>& read = fragment.live.varyings;
  Json list = Json::array();
  kept.for_each([&](std::uint32_t n) {
    list.push_back({{"name", varying_name(n)},
                    {"location", n},
                    {"written", components(tokens[n].written)},
                    {"read", components(n < read.size() ? read[n] : WriteMask{0})},
                    {"centroid", fragment.subject.module.centroid_varyings.contains(n)}});
  });
  return {{"kept", std::move(list)}, {"dropped", names(dropped)}, {"added", names(added)}};
}

void add_push_range(Json& list, const Subject& s) {
  if (target::constants_of(s.options) != ConstantsMode::Push || s.interface.constants == 0) return;
  list.push_back({{"stage", name(s.program.stage)},
                  {"offset", s.push_offset},
                  {"size", spirv::constant_stride * s.interface.constants}});
}

}  // namespace

std::string describe(const Subject& subject) { return text_of(program_of(Facts(subject))); }

std::string describe_pair(const Subject& vertex, const Subject& fragment) {
  const Facts first(vertex), second(fragment);
  Json push = Json::array();
  add_push_range(push, vertex);
  add_push_range(push, fragment);
  return text_of({{"version", format_version},
                  {"vertex", program_of(first)},
                  {"fragment", program_of(second)},
                  {"varyings", shared_varyings(first, second)},
                  {"pushConstants", std::move(push)}});
}

}  // namespace agal::reflect
