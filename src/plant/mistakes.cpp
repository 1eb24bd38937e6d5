#include "plant/mistakes.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/units.hpp"
#include "messages/say.hpp"

namespace hexad::plant {
namespace {

Eigen::Index leg_index(std::size_t leg) noexcept { return static_cast<Eigen::Index>(leg); }

/// `value` is NaN where none was given.
using Make = bool (*)(Mistakes&, std::size_t leg, double value) noexcept;
struct MistakeRow {
  MistakeInfo info;
  Make make;
};

bool exchange(Mistakes::Places& places, std::size_t leg, double value) noexcept {
  const double other = value - 1.0;
  if (!(other >= 0.0 && other < static_cast<double>(kMaxLegs)) || other != std::floor(other)) return false;
  std::swap(places[leg], places[static_cast<std::size_t>(other)]);
  return true;
}
bool set(double& to, double value, double low, double high, double unit = 1.0) noexcept {
  if (!(value >= low && value <= high)) return false;
  to = value * unit;
  return true;
}
bool mark(std::uint8_t& legs, std::size_t leg) noexcept {
  legs = static_cast<std::uint8_t>(legs | 1u << leg);
  return true;
}

using messages::Id;

constexpr MistakeRow kMistakes[]{
    {{"swap", "LEG", Id::mistake_swap},
     [](Mistakes& m, std::size_t leg, double value) noexcept { return exchange(m.place, leg, value); }},
    {{"cross", "LEG", Id::mistake_cross},
     [](Mistakes& m, std::size_t leg, double value) noexcept { return exchange(m.told, leg, value); }},
    {{"reverse", "", Id::mistake_reverse},
     [](Mistakes& m, std::size_t leg, double) noexcept { return set(m.scale[leg], -1.0, -1.0, -1.0); }},
    {{"scale", "FACTOR", Id::mistake_scale},
     [](Mistakes& m, std::size_t leg, double value) noexcept {
       return value != 0.0 && set(m.scale[leg], value, -10.0, 10.0);
     }},
    {{"encoder", "FACTOR", Id::mistake_encoder},
     [](Mistakes& m, std::size_t leg, double value) noexcept {
       return value != 0.0 && set(m.encoder[leg], value, -10.0, 10.0);
     }},
    {{"friction", "N", Id::mistake_friction},
     [](Mistakes& m, std::size_t leg, double value) noexcept {
       return set(m.friction[leg], value, 0.0, 1e5);
     }},
    {{"backlash", "MM", Id::mistake_backlash},
     [](Mistakes& m, std::size_t leg, double value) noexcept {
       return set(m.backlash[leg], value, 0.0, 20.0, kMillimetre);
     }},
    {{"weak_brake", "", Id::mistake_weak_brake},
     [](Mistakes& m, std::size_t leg, double) noexcept { return mark(m.weak_brakes, leg); }},
    {{"upper_switch", "", Id::mistake_upper_switch},
     [](Mistakes& m, std::size_t leg, double) noexcept { return mark(m.upper_switches, leg); }},
    {{"lower_switch", "", Id::mistake_lower_switch},
     [](Mistakes& m, std::size_t leg, double) noexcept { return mark(m.lower_switches, leg); }},
};

constexpr auto kInfos = [] {
  std::array<MistakeInfo, std::size(kMistakes)> infos{};
  for (std::size_t i = 0; i < infos.size(); ++i) infos[i] = kMistakes[i].info;
  return infos;
}();

bool parse_value(std::string_view text, double& value) noexcept {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && stop == end && std::isfinite(value);
}

}  // namespace

std::span<const MistakeInfo> mistakes() noexcept { return kInfos; }

bool parse_mistake(std::string_view text, Mistakes& into) noexcept {
  const std::size_t first = text.find(':');
  if (first == std::string_view::npos) return false;
  const std::string_view rest = text.substr(first + 1);
  const std::size_t second = rest.find(':');
  double leg = 0.0;
  double value = 0.0;
  if (!parse_value(rest.substr(0, second), leg) || leg != std::floor(leg) || leg < 1.0 || leg > kMaxLegs)
    return false;
  const bool given = second != std::string_view::npos;
  if (given && !parse_value(rest.substr(second + 1), value)) return false;
  for (const MistakeRow& row : kMistakes) {
    if (row.info.name != text.substr(0, first) || row.info.value.empty() == given) continue;
    Mistakes changed = into;
    if (!row.make(changed, static_cast<std::size_t>(leg) - 1, value)) return false;
    into = changed;
    return true;
  }
  return false;
}

void Wiring::begin(const Feedback& true_one) noexcept {
  for (std::size_t i = 0; i < kMaxLegs; ++i) origin_[i] = play_[i] = true_one.legs[i].extension;
  reported(true_one);
}

Setpoint Wiring::told(const Setpoint& setpoint) const noexcept {
  Setpoint out = setpoint;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    const std::size_t shown = mistakes_.place[i];
    const std::size_t leg = mistakes_.place[mistakes_.told[i]];
    const double scale = mistakes_.scale[leg];
    out.extension[leg_index(leg)] =
        origin_[leg] + scale * (setpoint.extension[leg_index(i)] - origin_[shown]);
    out.velocity[leg_index(leg)] = scale * setpoint.velocity[leg_index(i)];
    out.acceleration[leg_index(leg)] = scale * setpoint.acceleration[leg_index(i)];
    out.torque_limit[leg_index(leg)] = setpoint.torque_limit[leg_index(i)];
  }
  return out;
}

const Feedback& Wiring::reported(const Feedback& true_one) noexcept {
  reported_ = true_one;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    const std::size_t leg = mistakes_.place[i];
    const LegFeedback& in = true_one.legs[leg];
    LegFeedback& out = reported_.legs[i];
    out = in;
    const double gap = 0.5 * mistakes_.backlash[leg];
    play_[leg] = std::clamp(play_[leg], in.extension - gap, in.extension + gap);
    const double counts = mistakes_.encoder[leg] / mistakes_.scale[leg];
    out.extension = origin_[leg] + counts * (play_[leg] - origin_[leg]);
    out.velocity = counts * in.velocity;
    if (mistakes_.scale[leg] < 0.0) {
      out.torque = -in.torque;
      out.current = -in.current;
    }
    out.upper_switch = out.upper_switch || ((mistakes_.upper_switches >> leg) & 1u) != 0;
    out.lower_switch = out.lower_switch || ((mistakes_.lower_switches >> leg) & 1u) != 0;
  }
  return reported_;
}

}  // namespace hexad::plant
