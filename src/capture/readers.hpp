#pragma once
// One reader a protocol; reading.cpp chooses.

#include <string_view>

#include "capture/frame_form.hpp"
#include "capture/reading.hpp"

namespace hexad::capture {

Reading read_lingjing(Bytes bytes, std::optional<Direction> direction);
Reading read_mdof(Bytes bytes, std::optional<Direction> direction);
Reading read_csfi(Bytes bytes, std::optional<Direction> direction);
Reading read_motus(Bytes bytes, std::optional<Direction> direction);
Reading read_darren(Bytes bytes, std::optional<Direction> direction);

std::vector<FieldValue> lingjing_fields(Bytes bytes);
std::vector<FieldValue> mdof_fields(const Reading& reading, Bytes bytes);

std::span<const FrameForm> csfi_forms();
std::span<const FrameForm> motus_forms();
std::span<const FrameForm> darren_forms();

inline std::string_view text_of(Bytes bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Printable UTF-8 and white space throughout, and at least one character that is not white.
bool is_text(Bytes bytes) noexcept;

/// A part of `whole` as a field: its place and bytes are where it stands.
FieldValue text_field(std::string_view whole, std::string_view part, std::string name, std::string filter);
/// The same with the part read as a number.
FieldValue number_field(std::string_view whole, std::string_view part, std::string name, std::string filter,
                        std::string_view unit);

/// Runs `describe` into a text that is long enough for every line, however long the datagram was.
template <class Describe>
std::string described(std::size_t datagram_size, Describe describe) {
  std::string text(1024 + 2 * datagram_size, '\0');
  wire::TextWriter out{text};
  describe(out);
  text.resize(out.view().size());
  return text;
}

}  // namespace hexad::capture
