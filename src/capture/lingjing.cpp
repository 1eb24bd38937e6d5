#include "base/trimmed.hpp"
#include "capture/readers.hpp"
#include "protocols/lingjing/request.hpp"

namespace hexad::capture {
namespace {

namespace lingjing = protocols::lingjing;

constexpr std::string_view kBlanks = " \t";

/// Value `i` of a command: angles in degrees, all other lengths in mm.
FieldValue value_field(const lingjing::Form& form, std::size_t i, std::string_view whole,
                       std::string_view part) {
  const std::string name{form.values[i]};
  if (name == "t_ms") return number_field(whole, part, name, "lingjing.t_ms", "ms");
  if (lingjing::is_legs(form.command) && i < 6)
    return number_field(whole, part, "leg " + name, "lingjing.leg." + name, "mm");
  const bool length = name == "x" || name == "y" || name == "z";
  return number_field(whole, part, name, "lingjing." + name, length ? "mm" : "deg");
}

FieldValue relay_field(std::string_view whole, std::string_view part, std::uint16_t relays) {
  FieldValue field = text_field(whole, part, "effect word", "lingjing.effect");
  field.value = std::int64_t{relays};
  for (unsigned i = 0; i < 12; ++i) {
    if ((static_cast<unsigned>(relays) >> i & 1U) != 0)
      field.word += (field.word.empty() ? "relays " : " ") + std::to_string(i + 1);
  }
  if (field.word.empty()) field.word = "all relays off";
  return field;
}

}  // namespace

Reading read_lingjing(Bytes bytes, std::optional<Direction> direction) {
  const Direction whence = direction.value_or(Direction::to_controller);
  const auto request = lingjing::decode(bytes);
  if (!request) return refused(Protocol::lingjing, whence, "frame", message_of(request.error()));
  Reading reading{Protocol::lingjing, whence, "frame", true, {}};
  reading.text = described(bytes.size(), [&](wire::TextWriter& out) {
    describe(*request, out);
    if (is_legs(request->command)) out.text(has_angle(request->command) ? " (mm, angle in deg)" : " (mm)");
    if (is_pose(request->command)) out.text(" (deg, mm)");
  });
  return reading;
}

std::vector<FieldValue> lingjing_fields(Bytes bytes) {
  const auto request = lingjing::decode(bytes);
  if (!request) return {};
  const lingjing::Form& form = form_of(request->command);
  const std::string_view whole = text_of(bytes);
  std::string_view rest = whole.substr(0, whole.find('#'));
  std::vector<FieldValue> fields;
  fields.push_back(text_field(whole, whole.substr(1, form.name.size()), "command", "lingjing.command"));
  rest.remove_prefix(rest.find(':') + 1);
  if (request->command == lingjing::Command::mv) {
    fields.push_back(text_field(whole, trimmed(rest, kBlanks), "film", "lingjing.film"));
    return fields;
  }
  for (std::size_t i = 0; !rest.empty(); ++i) {
    const std::size_t comma = rest.find(',');
    const std::string_view part = trimmed(rest.substr(0, comma), kBlanks);
    rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
    fields.push_back(i < form.count ? value_field(form, i, whole, part)
                                    : relay_field(whole, part, request->relays.value_or(0)));
  }
  return fields;
}

}  // namespace hexad::capture
