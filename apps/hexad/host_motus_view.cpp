#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "hexad/host_motus.hpp"
#include "hexad/output.hpp"
#include "host/words.hpp"

namespace hexad::cli {
namespace {

using namespace std::chrono_literals;
using host::MotusClient;
using host::MotusPose;
using Json = nlohmann::ordered_json;

constexpr Duration kToStand = 300ms;  ///< a pose that has not changed for so long stands

std::array<double, 6> six(const MotusPose& p) { return {p.pitch, p.roll, p.yaw, p.sway, p.surge, p.heave}; }

}  // namespace

std::string text_of(const MotusClient::Status& status, const MotusPose& p) {
  using messages::Id;
  messages::Message text = messages::say<Id::host_status>(
      fmt::format("{:>2}", static_cast<int>(status.state)), host::motus_state_id(status.state),
      messages::say<Id::host_pose>(fixed(p.pitch, 3), fixed(p.roll, 3), fixed(p.yaw, 3), fixed(p.sway, 3),
                                   fixed(p.surge, 3), fixed(p.heave, 3)));
  if (status.inputs != 0)
    text = messages::say<Id::host_status_more>(text, as_told(fmt::format("DI {:#04x}", status.inputs)));
  if (const messages::Message errors = host::motus_error_message(status))
    text = messages::say<Id::host_status_more>(text, errors);
  return messages::to_text(text);
}

std::string json_of(const MotusClient::Status& status, const MotusPose& p) {
  const auto rounded = [](double value) { return std::round(value * 1e4) / 1e4 + 0.0; };
  std::array<double, 6> pose = six(p);
  std::array<double, 6> torque{};
  for (std::size_t i = 0; i < 6; ++i) {
    pose[i] = rounded(pose[i]);
    torque[i] = rounded(static_cast<double>(status.torque[i]));
  }
  return Json{{"state", static_cast<int>(status.state)},
              {"words", host::motus_state_words(status.state)},
              {"pose", pose},
              {"inputs", status.inputs},
              {"errors", status.errors},
              {"pulses", status.motor_codes},
              {"torque", torque},
              {"version", status.version},
              {"time", status.time}}
      .dump();
}

std::string json_of(const host::MotusCounters& seen, double seconds) {
  return Json{{"sent", seen.sent},
              {"late", seen.late},
              {"seconds", seconds},
              {"received", seen.received},
              {"foreign", seen.foreign}}
      .dump();
}

bool is_near(const MotusPose& a, const MotusPose& b, double mm, double degrees) {
  const auto x = six(a);
  const auto y = six(b);
  for (std::size_t i = 0; i < 6; ++i)
    if (!(std::abs(x[i] - y[i]) <= (i < 3 ? degrees : mm))) return false;
  return true;
}

void Stillness::note(const MotusPose& pose) {
  noted_ = host::Clock::now();
  if (changes_ > 0 && is_near(pose, pose_, 0.02, 0.002)) return;
  ++changes_;
  pose_ = pose;
  since_ = noted_;
}

bool Stillness::stands() const { return changes_ > 0 && noted_ - since_ >= kToStand; }

}  // namespace hexad::cli
