#include "cache_entry.hpp"

#include <fmt/format.h>

#include <utility>

#include "hash.hpp"

namespace agal::batch {
namespace {

// The format of an entry: this line, the XXH3-128 of the rest (32 digits and a newline), then identity and conversion
// as texts.
constexpr std::string_view magic = "agalc cache 2\n";
constexpr std::size_t header_size = magic.size() + 33;

void put(ByteWriter& out, const std::optional<std::uint32_t>& value) {
  out.number(value ? std::uint64_t{*value} + 1 : 0);
}

std::optional<std::uint32_t> get_optional(ByteReader& in) {
  const std::uint64_t value = in.number();
  return value == 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(value - 1));
}

void put(ByteWriter& out, const Diagnostic& diagnostic) {
  const auto& [code, severity, message, location, snippet, caret, caret_length, help] = diagnostic;
  const auto& [file, line, column, byte_offset, token, operand, stage] = location;
  out.number(code);
  out.number(static_cast<std::uint64_t>(severity));
  for (const std::string& text : {message, file, snippet, help}) out.text(text);
  for (const std::optional<std::uint32_t>& value : {line, column, byte_offset, token}) put(out, value);
  out.number(static_cast<std::uint64_t>(operand));
  put(out, stage ? std::optional(static_cast<std::uint32_t>(*stage)) : std::nullopt);
  out.number(caret);
  out.number(caret_length);
}

Diagnostic get_diagnostic(ByteReader& in) {
  Diagnostic d;
  d.code = static_cast<std::uint16_t>(in.number());
  d.severity = static_cast<Severity>(in.number());
  for (std::string* const text : {&d.message, &d.location.file, &d.snippet, &d.help}) *text = in.text();
  for (std::optional<std::uint32_t>* const value :
       {&d.location.line, &d.location.column, &d.location.byte_offset, &d.location.token})
    *value = get_optional(in);
  d.location.operand = static_cast<Operand>(in.number());
  if (const std::optional<std::uint32_t> stage = get_optional(in)) d.location.stage = static_cast<Stage>(*stage);
  d.caret = static_cast<std::uint32_t>(in.number());
  d.caret_length = static_cast<std::uint32_t>(in.number());
  return d;
}

// Whether the enumerations have valid values, because the bytes are from a file.
bool is_sound(const Diagnostic& d) {
  return d.severity <= Severity::Error && d.location.operand <= Operand::Source2 &&
         (!d.location.stage || *d.location.stage <= Stage::Any);
}

}  // namespace

void ByteWriter::number(std::uint64_t value) {
  // Seven bits per byte, the lowest first; the eighth bit is set if more follow.
  for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<char>((value & 0x7f) | 0x80));
  bytes_.push_back(static_cast<char>(value));
}

void ByteWriter::text(std::string_view value) {
  number(value.size());
  bytes_ += value;
}

std::uint64_t ByteReader::number() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(rest_[0]);
    rest_.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) return value;
  }
  good_ = false;
  return 0;
}

std::size_t ByteReader::count() {
  const std::uint64_t value = number();
  if (value <= rest_.size()) return static_cast<std::size_t>(value);
  good_ = false;
  return 0;
}

std::string_view ByteReader::text() {
  const std::size_t size = count();
  const std::string_view value = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return value;
}

std::string encode(const Conversion& conversion) {
  const auto& [status, disassembly, products, not_expressible, proofs, diagnostics] = conversion;
  ByteWriter out;
  out.number(static_cast<std::uint64_t>(status));
  out.text(disassembly);
  out.number(products.size());
  for (const Product& product : products) {
    out.text(product.name);
    out.text(product.bytes);
  }
  out.number(not_expressible.size());
  for (const NotExpressible& row : not_expressible) {
    out.text(row.target);
    out.number(row.codes.size());
    for (const std::uint16_t code : row.codes) out.number(code);
  }
  out.number(proofs.size());
  for (const ProofAnswer& proof : proofs) {
    out.text(proof.target);
    out.text(proof.answer);
  }
  out.number(diagnostics.size());
  for (const Diagnostic& diagnostic : diagnostics) put(out, diagnostic);
  return out.take();
}

std::optional<Conversion> decode(std::string_view bytes) {
  ByteReader in(bytes);
  Conversion out;
  out.status = static_cast<Status>(in.number());
  if (out.status > Status::Rejected) return std::nullopt;
  out.disassembly = in.text();
  for (std::size_t left = in.count(); left > 0 && in.good(); --left) {
    Product& product = out.products.emplace_back();
    product.name = in.text();
    product.bytes = in.text();
  }
  for (std::size_t left = in.count(); left > 0 && in.good(); --left) {
    NotExpressible& row = out.not_expressible.emplace_back();
    row.target = in.text();
    for (std::size_t codes = in.count(); codes > 0 && in.good(); --codes)
      row.codes.push_back(static_cast<std::uint16_t>(in.number()));
  }
  for (std::size_t left = in.count(); left > 0 && in.good(); --left) {
    ProofAnswer& proof = out.proofs.emplace_back();
    proof.target = in.text();
    proof.answer = in.text();
  }
  for (std::size_t left = in.count(); left > 0 && in.good(); --left) {
    Diagnostic diagnostic = get_diagnostic(in);
    if (!is_sound(diagnostic)) return std::nullopt;
    out.diagnostics.add(std::move(diagnostic));
  }
  if (!in.finished()) return std::nullopt;
  return out;
}

std::string entry_of(const std::string& identity, const Conversion& conversion) {
  ByteWriter body;
  body.text(identity);
  body.text(encode(conversion));
  const std::string text = body.take();
  return fmt::format("{}{}\n{}", magic, hash128(bytes_of(text)).hex(), text);
}

std::optional<Conversion> conversion_of(std::string_view entry, std::string_view identity) {
  if (entry.size() < header_size || entry.substr(0, magic.size()) != magic || entry[header_size - 1] != '\n')
    return std::nullopt;
  const std::string_view body = entry.substr(header_size);
  if (entry.substr(magic.size(), 32) != hash128(bytes_of(body)).hex()) return std::nullopt;
  ByteReader in(body);
  // Intact, but of something else: a renamed file, or a hash collision.
  if (in.text() != identity) return std::nullopt;
  const std::string_view conversion = in.text();
  return in.finished() ? decode(conversion) : std::nullopt;
}

}  // namespace agal::batch
