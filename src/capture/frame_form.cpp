#include "capture/frame_form.hpp"

#include <algorithm>
#include <stdexcept>

#include "wire/byte_reader.hpp"

namespace hexad::capture {
namespace {

using protocols::Meaning;
using wire::Field;

bool is_reserved(std::string_view name) noexcept {
  return name.starts_with("reserved") || name.starts_with("Rev") || name.starts_with("unused");
}

const Meaning* meaning_at(const FrameForm& form, const Field& field, std::size_t place,
                          std::int64_t selector) {
  for (const Meaning& meaning : form.meanings) {
    const bool here = meaning.field == field.name && place >= meaning.first && place < meaning.first + 6;
    if (here && (meaning.selector == -1 || meaning.selector == selector)) return &meaning;
  }
  return nullptr;
}

const Choice* choice_of(const FrameForm& form, std::string_view field) {
  for (const Choice& choice : form.choices) {
    if (choice.field == field) return &choice;
  }
  return nullptr;
}

Leaf leaf_of(const FrameForm& form, const Field& field, std::size_t place, std::int64_t selector) {
  const std::string prefix = std::string{to_string(form.protocol)} + ".";
  const std::size_t size = wire::size_of(field.type);
  Leaf leaf;
  leaf.offset = field.offset + place * size;
  leaf.size = size;
  leaf.type = field.type;
  leaf.unit = field.unit;
  if (const Choice* choice = choice_of(form, field.name)) {
    leaf.words = choice->words;
    leaf.bits = choice->bits;
  }
  if (field.count == 1) {
    leaf.label = field.name;
    leaf.filter = prefix + filter_word(field.name);
    return leaf;
  }
  if (const Meaning* meaning = meaning_at(form, field, place, selector)) {
    const std::size_t i = place - meaning->first;
    leaf.group = meaning->name;
    leaf.label = leaf.group + " " + std::string{meaning->places[i]};
    leaf.filter = prefix + filter_word(leaf.group) + "." + filter_word(meaning->places[i]);
    leaf.unit = meaning->units[i];
    return leaf;
  }
  leaf.group = field.name;
  leaf.label = leaf.group + " " + std::to_string(place + 1);
  leaf.filter = prefix + filter_word(leaf.group) + "." + std::to_string(place + 1);
  if (!form.selector.empty()) leaf.unit = {};  // the table's unit is "by message ID": by this one, none
  return leaf;
}

}  // namespace

const FrameForm& frame_form(Protocol protocol, std::string_view name) {
  for (const FrameForm& form : frame_forms()) {
    if (form.protocol == protocol && form.name == name) return form;
  }
  throw std::logic_error{"no frame form " + std::string{name}};
}

std::size_t size_of(const FrameForm& form) noexcept {
  const Field& last = form.layout.back();
  return last.offset + last.count * wire::size_of(last.type);
}

std::vector<Leaf> leaves_of(const FrameForm& form, std::int64_t selector) {
  std::vector<Leaf> leaves;
  for (const Field& field : form.layout) {
    if (!is_reserved(field.name)) {
      for (std::size_t i = 0; i < field.count; ++i) leaves.push_back(leaf_of(form, field, i, selector));
      continue;
    }
    Leaf leaf;
    leaf.offset = field.offset;
    leaf.size = field.count * wire::size_of(field.type);
    leaf.reserved = true;
    leaf.label = field.name;
    leaf.filter = std::string{to_string(form.protocol)} + "." + filter_word(field.name);
    leaves.push_back(std::move(leaf));
  }
  return leaves;
}

std::int64_t selector_in(const FrameForm& form, std::span<const std::byte> bytes) {
  for (const Field& field : form.layout) {
    if (!form.selector.empty() && field.name == form.selector)
      return read_scalar(field.type, bytes.subspan(field.offset)).integer;
  }
  return -1;
}

std::string filter_word(std::string_view text) {
  std::string word;
  for (const char c : text) {
    if (c >= 'A' && c <= 'Z') {
      word += static_cast<char>(c - 'A' + 'a');
    } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      word += c;
    } else if (!word.empty() && word.back() != '_') {
      word += '_';
    }
  }
  if (word.ends_with('_')) word.pop_back();
  return word;
}

Scalar read_scalar(wire::Type type, std::span<const std::byte> bytes) noexcept {
  wire::ByteReader reader{bytes};
  Scalar value;
  switch (type) {
    case wire::Type::u8:
      value.integer = reader.read<std::uint8_t>();
      break;
    case wire::Type::u16:
      value.integer = reader.read<std::uint16_t>();
      break;
    case wire::Type::u32:
      value.integer = reader.read<std::uint32_t>();
      break;
    case wire::Type::i16:
      value.integer = reader.read<std::int16_t>();
      break;
    case wire::Type::i32:
      value.integer = reader.read<std::int32_t>();
      break;
    case wire::Type::f32:
      value.number = static_cast<double>(reader.read<float>());
      value.is_float = true;
      return value;
  }
  value.number = static_cast<double>(value.integer);
  return value;
}

}  // namespace hexad::capture
