#include "wire/layout.hpp"

#include "wire/byte_reader.hpp"
#include "wire/text_writer.hpp"

namespace hexad::wire {
namespace {

void print_value(Type type, ByteReader& reader, TextWriter& out) noexcept {
  switch (type) {
    case Type::u8:
      out.integer(reader.read<std::uint8_t>());
      break;
    case Type::u16:
      out.integer(reader.read<std::uint16_t>());
      break;
    case Type::u32:
      out.integer(reader.read<std::uint32_t>());
      break;
    case Type::i16:
      out.integer(reader.read<std::int16_t>());
      break;
    case Type::i32:
      out.integer(reader.read<std::int32_t>());
      break;
    case Type::f32:
      out.shortest(reader.read<float>());
      break;
  }
}

}  // namespace

void print(std::span<const Field> layout, std::span<const std::byte> bytes, TextWriter& out) noexcept {
  for (const Field& field : layout) {
    const std::size_t size = field.count * size_of(field.type);
    out.integer(static_cast<std::int64_t>(field.offset)).text(" ").text(field.name).text(" =");
    if (field.offset + size > bytes.size()) {
      out.text(" missing\n");
      continue;
    }
    ByteReader reader{bytes.subspan(field.offset, size)};
    for (std::size_t i = 0; i < field.count; ++i) {
      out.text(" ");
      print_value(field.type, reader, out);
    }
    if (!field.unit.empty()) out.text(" ").text(field.unit);
    out.text("\n");
  }
}

}  // namespace hexad::wire
