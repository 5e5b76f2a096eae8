#include "avm2/text_edits.hpp"

#include <optional>
#include <string_view>

namespace agal::avm2 {

Value TextEdits::add(Value left, Value right) {
  file_.flow.add(left, right, frame_);
  const auto may_be_assembly = [&](Value value) {
    return values_[value].tracked || (values_[value].symbolic && !values_[value].other);
  };
  if (may_be_assembly(right)) note_joined(left);
  if (may_be_assembly(left)) note_joined(right);
  return values_.add(left, right);
}

bool TextEdits::is_in_assembler() const { return abc_.string(abc_.method(body_.method).name).starts_with("assemble"); }

// Haxe calls the method of the regular expression, or StringTools.replace.
TextEdits::Edited TextEdits::edited_by(Value object, const Arguments& arguments) const {
  if (values_.is<Pattern>(object)) return {arguments[0], object};
  if (values_.is<ClassObject>(object) && arguments.size() > 1) return {arguments[0], arguments[1]};
  return {object, arguments[0]};
}

// Notes an edit of a text that may come from other code.
void TextEdits::note_edit(const Edited& edited) {
  const Edit edit = Edit::of(values_, edited.pattern);
  // The edits of assemblers belong to their dialect. They split texts into lines.
  if (!edit.is_relevant() || (is_in_assembler() && edit.kind != Edit::Kind::Literal)) return;
  file_.flow.edit(edited.text, edit, frame_);
  // The library of Haxe edits with the patterns that code passes to it.
  const std::string_view own = abc_.string(abc_.class_string(body_.method));
  if (own != "EReg" && own != "StringTools") file_.patterns.push_back(edited.pattern);
}

// Returns the variable whose XML contains a value; `nothing` for other values.
Value TextEdits::data_of(Value value) const {
  constexpr unsigned max_depth = 16;
  for (unsigned i = 0; i < max_depth && !abc_.data_fields.empty(); ++i) {
    if (const auto* const property = values_.get<Property>(value)) {
      if (abc_.data_fields.contains(property->name)) return value;
      value = property->object;
    } else if (const auto* const result = values_.get<CallResult>(value)) {
      value = result->object;
    } else if (const auto* const operation = values_.get<Operation>(value)) {
      value = operation->left;
    } else {
      break;
    }
  }
  return nothing;
}

void TextEdits::note_joined(Value value, bool is_joined) {
  if (is_in_assembler()) return;
  constexpr unsigned max_parts_of_parts = 8;
  bool is_part = false;
  const CallResult* result = values_.get<CallResult>(value);
  for (unsigned i = 0; i < max_parts_of_parts && result != nullptr; ++i, result = values_.get<CallResult>(value)) {
    const std::string_view name = abc_.string(result->name);
    if (name != "substr" && name != "substring" && name != "slice") break;
    is_part = true;
    value = result->object;
  }
  if (is_part && is_joined) file_.flow.edit(value, Edit{}, frame_);
  if (!is_part && !is_joined) return;
  if (const Value data = data_of(value); data != nothing) file_.flow.edit(data, Edit{}, frame_);
  if (values_.is<CallResult>(value) || values_.is<Property>(value) || values_.is<Slot>(value) ||
      values_.is<avm2::Argument>(value))
    file_.joined.push_back(value);
}

// If the separator is more than a blank, the code may join other text in its place.
Value TextEdits::as_split(Value text, Value separator) {
  const std::optional<Values::FlatText> flat = values_.is_text(text) ? values_.flatten(text) : std::nullopt;
  const Edit edit = Edit::of(values_, separator);
  if (!flat || !edit.may_change(flat->text)) return text;
  if (edit.kind == Edit::Kind::Literal && values_.constant(separator)) return values_.make(Template{text, separator});
  return values_.concatenated(text, values_.is_known(separator) ? values_.unknown(Source::Anywhere) : separator);
}

}  // namespace agal::avm2
