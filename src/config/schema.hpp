#pragma once
// The one table of settings: key, type, unit, range or choices, text; defaults are those of a fresh Config.
// The loader, the printer and the help read it. A new key is one line in schema.cpp.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "config/config.hpp"
#include "messages/message.hpp"

namespace hexad::inline config {

template <class T>
using Slot = T& (*)(Config&);

/// An integer of any width, or an enumerator by its place in the choices.
struct WholeSlot {
  std::int64_t (*get)(const Config&);
  void (*set)(Config&, std::int64_t);
};

using AnySlot = std::variant<Slot<std::string>, Slot<bool>, Slot<double>, Slot<std::optional<double>>,
                             Slot<Vec3>, Slot<Rates>, Slot<std::vector<Vec3>>, Slot<std::vector<double>>,
                             Slot<std::vector<std::string>>, WholeSlot>;

/// Allowed numbers, in the unit of the file. `also` are single values outside the range (-1 = direct, …).
struct Bounds {
  double low = 0.0;
  double high = 0.0;
  std::vector<double> also{};

  bool allow(double value) const noexcept;
};

struct Setting {
  std::string_view key;
  AnySlot slot;
  std::string_view unit{};
  Bounds bounds{};
  std::vector<std::string_view> choices{};
  bool (*valid)(std::string_view) = nullptr;  ///< texts: what is accepted …
  messages::Id form{};                        ///< … and that in words
  std::string_view help{};

  double scale() const noexcept;       ///< a number of the file times this is SI
  messages::Message expected() const;  ///< "1…90 °", "zyx, zxy, …", "true or false"
};

std::span<const Setting> schema();
const Setting* find_setting(std::string_view key);
std::vector<std::string> setting_keys();
std::vector<std::string> section_names();
std::vector<std::string> protocol_names();  ///< sections with a port

/// "limits" of "limits.leg"; empty for a top-level key.
std::string_view section_of(std::string_view key);

}  // namespace hexad::inline config
