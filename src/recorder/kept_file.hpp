#pragma once
// Files of the recorder as somebody may have left them: taken whole, or set aside.

#include <cstdint>
#include <exception>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "messages/say.hpp"
#include "store/whole_file.hpp"
#include "text/outside_json.hpp"

namespace hexad::inline recorder {

struct NotAsWritten : std::exception {};

/// From `least` to 2^53, the last one that a page can count to.
inline std::uint64_t kept_count(const nlohmann::ordered_json& json, std::uint64_t least = 0) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 53U;
  const auto* const value = json.get_ptr<const nlohmann::ordered_json::number_unsigned_t*>();
  if (value == nullptr || *value < least || *value > kMost) throw NotAsWritten{};
  return *value;
}

/// Seconds, metres, hours: from 0 to what no platform lives to see.
inline double kept_amount(const nlohmann::ordered_json& json) {
  constexpr double kMost = 1e12;
  const double value = json.get<double>();
  if (!(value >= 0.0 && value <= kMost)) throw NotAsWritten{};
  return value;
}

/// `take` gets the object in the file, and throws when it is not as it was written. Then, or when the file
/// cannot be read, it is set aside, and `damaged` is told why and where it is. No file: nothing.
template <class Take, class Damaged>
void read_kept(const std::filesystem::path& path, Take&& take, Damaged&& damaged) {
  const auto text = store::read_whole(path.string());
  if (text && !text->has_value()) return;
  messages::Message why = messages::say<messages::Id::kept_not_as_written>();
  if (text) {
    try {
      const nlohmann::ordered_json json = outside_ordered_json(**text);
      if (!json.is_object()) throw NotAsWritten{};
      return take(json);
    } catch (const std::exception&) {
    }
  } else {
    why = text.error();
  }
  const std::filesystem::path aside = path.string() + ".damaged";
  std::error_code ignored;
  std::filesystem::rename(path, aside, ignored);
  damaged(why, aside.string());
}

}  // namespace hexad::inline recorder
