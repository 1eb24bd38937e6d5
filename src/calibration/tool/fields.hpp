#pragma once
// The values of a board's groups under the names files and pages use: `control.speed`. Values go into and out
// of a group's bytes by its layout, so a field is named here once and placed nowhere.

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/document.hpp"
#include "protocols/csfi/groups.hpp"

namespace hexad::inline calibration::tool {

/// By their numbers.
using Groups = std::map<std::uint8_t, protocols::csfi::Group>;

struct Key {
  std::uint8_t group;
  std::string_view key;    ///< as files and pages call it
  std::string_view field;  ///< in the layout
};
std::span<const Key> keys();
const Key* find_key(std::string_view name);
const protocols::csfi::Field& field_of(const Key& key);
/// "f32", "u8", "ip" or "port".
std::string_view type_of(const protocols::csfi::Field& field);
/// What a board takes.
messages::Message range_of(const Key& key);

/// A file's value into the bytes of a group; or why it does not fit.
messages::Message put(const protocols::csfi::Field& field, const Value& value, std::span<std::byte> frame);
/// As TOML has it.
std::string value_text(const protocols::csfi::Field& field, std::span<const std::byte> frame);

/// One value of a group, or the few bytes that are one thing (an address, a port, the mark of a frame).
struct Spot {
  const Key* key = nullptr;  ///< none for the head of the frame
  std::size_t place = 0;     ///< which of the key's values, from 0
  std::string name;          ///< "base joint 3 y"
  std::string_view unit;
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string text;   ///< exact, as it may be typed again
  std::string shown;  ///< for people: "6 (115200 baud)"
};
/// Every byte of the group's frame, in its order.
std::vector<Spot> spots_of(const protocols::csfi::Group& group);
/// The value people call so ("base joint 3 y").
const Spot* find_spot(std::span<const Spot> spots, std::string_view name);

/// A value that cannot be, and where it stands.
struct ValueProblem {
  std::uint8_t group = 0;
  std::string_view key;
  std::size_t place = 0;
  messages::Message what;
};
/// csfi decision 2; none = a board may take it.
std::optional<ValueProblem> problem_of(const protocols::csfi::Group& group);

/// New texts of all values of a key.
struct Edit {
  const Key* key = nullptr;
  std::vector<std::string> values;
};
/// `group` with what was typed in the place of what it had.
Result<protocols::csfi::Group, ValueProblem> edited(const protocols::csfi::Group& group,
                                                    std::span<const Edit> edits);

}  // namespace hexad::inline calibration::tool
