// The options of proofs by name. The file is compiled separately, so that a WebAssembly module without proofs can
// replace it.
#include "prove/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "agal/limits.hpp"
#include "agal/prove/prove.hpp"
#include "options/rows.hpp"
#include "target/naming.hpp"

namespace agal {
namespace {

// Returns the register with a name such as "va1" or "oc", in any stage. The names of outputs do not need a number.
std::optional<NamedRegister> translatable_register(std::string_view text) {
  const std::optional<NamedRegister> found = find_register_named(text);
  if (!found) return found;
  if (!found->number) return info(found->name.type).numbered ? std::nullopt : found;
  const auto number = target::register_number(text.substr(text.find_first_of("0123456789")));
  return number && *number < translatable_registers ? found : std::nullopt;
}

// Returns true if a module has variables for registers of this type.
bool can_be_mapped(RegisterType type) {
  using enum RegisterType;
  return type == Attribute || type == Varying || type == Constant || type == Sampler || type == Output;
}

}  // namespace

std::string options::Values<RegisterMapping>::read(std::string_view text, RegisterMapping& out) {
  const std::size_t equal = text.find('=');
  std::string_view place = text.substr(std::min(text.size(), equal == text.npos ? equal : equal + 1));  // "fc0.y"
  std::size_t lane = 0;
  const bool has_lane = place.size() > 2 && place[place.size() - 2] == '.';
  if (has_lane) {
    lane = std::string_view("xyzw").find(place.back());
    place.remove_suffix(2);
  }
  const auto found = equal == 0 ? std::nullopt : translatable_register(place);
  const bool fits = found && lane != text.npos && can_be_mapped(found->name.type) &&
                    (!has_lane || found->name.type == RegisterType::Constant);
  if (!fits) return fmt::format("'{}' is not NAME=REGISTER, for example mvp=vc0", text);
  out = {std::string(text.substr(0, equal)),
         found->name.type,
         found->number.value_or(0),
         {},
         static_cast<std::uint32_t>(lane)};
  if (out.type != RegisterType::Varying) out.stage = found->name.stage;  // both stages have varyings
  return {};
}

std::string options::Values<Assumption>::read(std::string_view text, Assumption& out) {
  const std::size_t dot = text.find('.');
  const std::string_view place = text.substr(std::min(dot, text.size()));  // ".z=1"
  const auto found = translatable_register(text.substr(0, dot));
  const std::size_t lane = place.size() < 4 || place[2] != '=' ? place.npos : std::string_view("xyzw").find(place[1]);
  const float value = lane == place.npos ? NAN : options::parse_number<float>(place.substr(3)).value_or(NAN);
  if (!found || found->name.type != RegisterType::Constant || !std::isfinite(value))
    return fmt::format("'{}' is not REGISTER.LANE=NUMBER, for example fc0.z=1", text);
  out = {found->number.value_or(0), static_cast<std::uint32_t>(lane), value, found->name.stage};
  return {};
}

namespace {

template <class Each>
void each_option(ProofOptions& options, Each& each) {
#define AGAL_OPTION(name, member, summary) each(name, summary, options.member);
#define AGAL_NUMBER(name, member, least, greatest, summary) each(name, summary, options.member, least, greatest);
#include "agal/prove/options.def"
}

}  // namespace

std::vector<OptionInfo> proof_options() {
  ProofOptions defaults;
  options::Descriptions descriptions;
  each_option(defaults, descriptions);
  return std::move(descriptions.all);
}

Diagnostics set_option(ProofOptions& options, std::string_view name, std::string_view value) {
  agal::options::Setter setter(name, value);
  each_option(options, setter);
  return agal::options::outcome(setter.fault, name, proof_options());
}

}  // namespace agal
