#include "recorder/request_text.hpp"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "model/messages.hpp"

namespace hexad::inline recorder {
namespace {

using AskedJson = nlohmann::ordered_json;

constexpr std::array<std::string_view, 6> kStepNames{"zero", "raise",   "neutral",
                                                     "run",  "descend", "power_up"};
static_assert(static_cast<std::size_t>(Step::power_up) + 1 == kStepNames.size());

constexpr std::array<std::string_view, 13> kControlNames{
    "stop",   "hold",    "resume", "reset",      "emergency", "press_button", "free_button",
    "enable", "disable", "take",   "disconnect", "halt",      "exit"};
static_assert(static_cast<std::size_t>(Control::exit) + 1 == kControlNames.size());

/// As in the rows: digits nobody measures are left away.
double neat(double value, double digits = 1e4) { return std::round(value * digits) / digits + 0.0; }

AskedJson scaled(const double* values, std::size_t count, double factor) {
  AskedJson list = AskedJson::array();
  for (std::size_t i = 0; i < count; ++i) list.push_back(neat(factor * values[i]));
  return list;
}

/// Values inside, x y z rx ry rz: millimetres and degrees, or their rates.
AskedJson axes_json(const AxisValues& values) {
  AskedJson list = AskedJson::array();
  for (std::size_t i = 0; i < kAxes; ++i) list.push_back(neat(values[i] / (i < 3 ? kMillimetre : kDegree)));
  return list;
}

/// Adds what is asked for.
struct AddWhat {
  AskedJson& json;
  const ProtocolNames& names;
  double neutral;

  AskedJson pose_json(const Pose& pose) const { return axes_json(kXyzConvention.from_pose(pose, neutral)); }

  void operator()(const StreamTarget& asked) const {
    constexpr std::array<std::string_view, 4> kNames{"keep_alive", "follow_pose", "follow_legs", "cueing"};
    json["what"] = kNames[static_cast<std::size_t>(asked.kind)];
    if (asked.kind == StreamTarget::Kind::pose) json["pose"] = pose_json(asked.pose);
    if (asked.kind == StreamTarget::Kind::legs)
      json["legs_mm"] = scaled(asked.legs.values().data(), kMaxLegs, 1.0 / kMillimetre);
    if (asked.kind == StreamTarget::Kind::cue) {
      json["rate_deg_s"] = scaled(asked.cue.rate.data(), 3, 1.0 / kDegree);
      json["acceleration_m_s2"] = scaled(asked.cue.linear.data(), 3, 1.0);
    }
    if (asked.has_rotary) json["rotary_deg"] = asked.rotary / kDegree;
    if (asked.travel > Duration{}) json["travel_s"] = to_seconds(asked.travel);
  }
  void operator()(const Go& asked) const { json["what"] = kStepNames[static_cast<std::size_t>(asked.step)]; }
  void operator()(const MoveTo& asked) const {
    json["what"] = "move_to";
    json["pose"] = pose_json(asked.convention.to_pose(asked.target, neutral));
    json["speed"] = axes_json(asked.convention.to_inside(asked.speed));
  }
  void operator()(const Jog& asked) const {
    json["what"] = "jog";
    for (std::size_t i = 0; i < kMaxLegs; ++i)
      if (((asked.legs >> i) & 1) != 0) json["legs"].push_back(i + 1);
    json["speed_mm_s"] = asked.speed / kMillimetre;
  }
  void operator()(const Control& asked) const {
    json["what"] = kControlNames[static_cast<std::size_t>(asked)];
  }
  void operator()(const Give& asked) const {
    json["what"] = "give";
    json["to"] = asked.to ? AskedJson(names.to_text(asked.to)) : AskedJson(nullptr);
  }
  void operator()(const SetOutputs& asked) const {
    json["what"] = "set_outputs";
    if (asked.set_relays) json["relays"] = asked.relays;
    if (asked.set_digital) json["digital"] = asked.digital;
  }
  void operator()(const AdoptMachine&) const { json["what"] = "adopt_machine"; }
  void operator()(const Sine& asked) const {
    json["what"] = "sine";
    json["amplitude"] = axes_json(asked.convention.to_inside(asked.amplitude));
    const AxisValues frequency = asked.convention.to_inside(asked.frequency);
    json["frequency_hz"] = scaled(frequency.data(), kAxes, 1.0);
  }
  void operator()(const Reserve& asked) const {
    json["what"] = "prepare";
    json["program"] = to_string(asked.kind);
  }
  void operator()(const RunPrepared&) const { json["what"] = "run_prepared"; }
  void operator()(const Abandon& asked) const {
    json["what"] = "abandon";
    json["reason"] = to_string(asked.refusal);
  }
  void operator()(const SpeedOverride& asked) const {
    json["what"] = "speed";
    json["share"] = asked.share;
  }
  void operator()(const TuneCueing&) const { json["what"] = "tune_cueing"; }
  void operator()(const AdoptCueing&) const { json["what"] = "adopt_cueing"; }
  void operator()(const SetEffect& asked) const {
    json["what"] = "set_effect";
    json["place"] = asked.place + 1;
  }
};

}  // namespace

std::string request_json(const Request& request, std::uint64_t tick, TimePoint zero,
                         const ProtocolNames& names, double neutral_above_bottom) {
  AskedJson json{{"t", neat(to_seconds(request.arrival - zero), 1e6)},
                 {"tick", tick},
                 {"who", names.to_text(request.driver)}};
  std::visit(AddWhat{json, names, neutral_above_bottom}, request.what);
  return json.dump(-1, ' ', false, AskedJson::error_handler_t::replace);
}

}  // namespace hexad::inline recorder
