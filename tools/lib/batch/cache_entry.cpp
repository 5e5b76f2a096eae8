#include "cache_entry.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/bytes.hpp"
#include "hash.hpp"

namespace agal::batch {
namespace {

using base::ByteReader;
using base::ByteVector;
using base::put_sized_text;
using base::put_u8;
using base::put_variable;

// An entry consists of this line, a line with the XXH3-128 of the rest (32 digits), the identity, and the conversion.
// The identity and the conversion each begin with their size.
constexpr std::string_view magic = "agalc cache 3\n";
constexpr std::size_t header_size = magic.size() + 33;

void put(ByteVector& out, const std::optional<std::uint32_t>& value) {
  put_u8(out, value ? 1 : 0);
  if (value) put_variable(out, *value);
}

std::optional<std::uint32_t> get_optional(ByteReader& in) {
  if (in.u8() == 0) return std::nullopt;
  return in.variable();
}

// Reads the size of a list and then its elements, at most until the bytes end.
template <class Get>
void get_list(ByteReader& in, const Get& get) {
  for (std::uint32_t left = in.variable(); left > 0 && !in.failed(); --left) get();
}

void put(ByteVector& out, const Diagnostic& diagnostic) {
  const auto& [code, severity, message, location, snippet, caret, caret_length, help] = diagnostic;
  const auto& [file, line, column, byte_offset, token, operand, stage] = location;
  put_variable(out, code);
  put_u8(out, static_cast<std::uint8_t>(severity));
  for (const std::string& text : {message, file, snippet, help}) put_sized_text(out, text);
  for (const std::optional<std::uint32_t>& value : {line, column, byte_offset, token}) put(out, value);
  put_u8(out, static_cast<std::uint8_t>(operand));
  put(out, stage ? std::optional(static_cast<std::uint32_t>(*stage)) : std::nullopt);
  put_variable(out, caret);
  put_variable(out, caret_length);
}

Diagnostic get_diagnostic(ByteReader& in) {
  Diagnostic d;
  d.code = static_cast<std::uint16_t>(in.variable());
  d.severity = static_cast<Severity>(in.u8());
  for (std::string* const text : {&d.message, &d.location.file, &d.snippet, &d.help}) *text = in.sized_text();
  for (std::optional<std::uint32_t>* const value :
       {&d.location.line, &d.location.column, &d.location.byte_offset, &d.location.token})
    *value = get_optional(in);
  d.location.operand = static_cast<Operand>(in.u8());
  if (const std::optional<std::uint32_t> stage = get_optional(in)) d.location.stage = static_cast<Stage>(*stage);
  d.caret = in.variable();
  d.caret_length = in.variable();
  return d;
}

// Returns true if the enumerations have valid values. The bytes are from a file, so the values may be invalid.
bool is_sound(const Diagnostic& d) {
  return d.severity <= Severity::Error && d.location.operand <= Operand::Source2 &&
         (!d.location.stage || *d.location.stage <= Stage::Any);
}

}  // namespace

std::string encode(const Conversion& conversion) {
  const auto& [status, disassembly, products, not_expressible, proofs, diagnostics] = conversion;
  ByteVector out;
  put_u8(out, static_cast<std::uint8_t>(status));
  put_sized_text(out, disassembly);
  put_variable(out, static_cast<std::uint32_t>(products.size()));
  for (const Product& product : products) {
    put_sized_text(out, product.name);
    put_sized_text(out, product.bytes);
  }
  put_variable(out, static_cast<std::uint32_t>(not_expressible.size()));
  for (const NotExpressible& row : not_expressible) {
    put_sized_text(out, row.target);
    put_variable(out, static_cast<std::uint32_t>(row.codes.size()));
    for (const std::uint16_t code : row.codes) put_variable(out, code);
  }
  put_variable(out, static_cast<std::uint32_t>(proofs.size()));
  for (const ProofAnswer& proof : proofs) {
    put_sized_text(out, proof.target);
    put_sized_text(out, proof.answer);
  }
  put_variable(out, static_cast<std::uint32_t>(diagnostics.size()));
  for (const Diagnostic& diagnostic : diagnostics) put(out, diagnostic);
  return std::string(base::as_text(out));
}

std::optional<Conversion> decode(std::string_view bytes) {
  ByteReader in(bytes_of(bytes));
  Conversion out;
  out.status = static_cast<Status>(in.u8());
  if (out.status > Status::Rejected) return std::nullopt;
  out.disassembly = in.sized_text();
  get_list(in, [&] {
    Product& product = out.products.emplace_back();
    product.name = in.sized_text();
    product.bytes = in.sized_text();
  });
  get_list(in, [&] {
    NotExpressible& row = out.not_expressible.emplace_back();
    row.target = in.sized_text();
    get_list(in, [&] { row.codes.push_back(static_cast<std::uint16_t>(in.variable())); });
  });
  get_list(in, [&] {
    ProofAnswer& proof = out.proofs.emplace_back();
    proof.target = in.sized_text();
    proof.answer = in.sized_text();
  });
  bool sound = true;
  get_list(in, [&] {
    Diagnostic diagnostic = get_diagnostic(in);
    sound = sound && is_sound(diagnostic);
    out.diagnostics.add(std::move(diagnostic));
  });
  if (!sound || in.failed() || !in.at_end()) return std::nullopt;
  return out;
}

std::string entry_of(const std::string& identity, const Conversion& conversion) {
  ByteVector body;
  put_sized_text(body, identity);
  put_sized_text(body, encode(conversion));
  return fmt::format("{}{}\n{}", magic, hash128(body).hex(), base::as_text(body));
}

std::optional<Conversion> conversion_of(std::string_view entry, std::string_view identity) {
  if (entry.size() < header_size || entry.substr(0, magic.size()) != magic || entry[header_size - 1] != '\n')
    return std::nullopt;
  const base::Bytes body = bytes_of(entry.substr(header_size));
  if (entry.substr(magic.size(), 32) != hash128(body).hex()) return std::nullopt;
  ByteReader in(body);
  // An intact entry with another identity: a renamed file, or a hash collision.
  if (in.sized_text() != identity) return std::nullopt;
  const std::string_view conversion = in.sized_text();
  return !in.failed() && in.at_end() ? decode(conversion) : std::nullopt;
}

}  // namespace agal::batch
