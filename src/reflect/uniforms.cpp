#include "reflect/resources.hpp"

#include "target/bindings.hpp"

namespace agal::reflect {
namespace {

Interface::Layout layout_of(const Subject& s) {
  const Stage stage = s.program.stage;
  Interface::Layout out;
  out.mode = s.output.constants;
  out.count = s.interface.constants;
  out.stride = constant_stride;
  switch (out.mode) {
    case ConstantsMode::Plain: out.location = target::plain_location(stage); return out;
    case ConstantsMode::Ubo: out.slots = slots_of(target::ResourceId::constants(stage), s.output); break;
    case ConstantsMode::Push: out.offset = s.output.push_offset; break;
  }
  out.block = target::block_name(stage);
  out.member = target::block_member;
  return out;
}

}  // namespace

std::vector<RegisterRange> ranges_of(const base::RegisterSet& set) {
  std::vector<RegisterRange> out;
  set.for_each([&](std::uint32_t n) {
    if (!out.empty() && n == out.back().first + out.back().count)
      ++out.back().count;
    else
      out.push_back({n, 1});
  });
  return out;
}

Interface::Uniforms uniforms_of(const Subject& s, const Usage& usage, const Live& live) {
  Interface::Uniforms out;
  out.name = info(RegisterType::Constant).prefix(s.program.stage);
  out.before = {s.module.constant_array, !usage.indirect.empty(), ranges_of(usage.read(RegisterType::Constant))};
  out.after = {s.interface.constants, s.interface.indirect, ranges_of(live.constants)};
  if (s.interface.constants > 0) out.layout = layout_of(s);
  return out;
}

std::vector<Interface::RelativeAddress> relative_addresses_of(const Subject& s, const Usage& usage) {
  const bool is_signed = s.semantics.offset_sign == OffsetSign::Signed;
  std::vector<Interface::RelativeAddress> out;
  out.reserve(usage.indirect.size());
  for (const IndirectAccess& access : usage.indirect) {
    const Source& source = access.source;
    Interface::RelativeAddress& address = out.emplace_back();
    address.token = access.token + 1;
    address.operand = access.operand;
    address.index = register_name(source.index_type_code(), source.index(), s.program.stage);
    address.component = source.index_component();
    address.offset = is_signed ? static_cast<std::int8_t>(source.offset()) : source.offset();
    address.rows = access.rows;
    address.reach = {0, s.module.constant_array};
    address.clamped = s.semantics.clamp_index;
  }
  return out;
}

}  // namespace agal::reflect
