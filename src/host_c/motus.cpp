#include "host/motus_client.hpp"

#include "host_c/shared.hpp"

using namespace hexad::host_c;
using hexad::host::MotusClient;
using hexad::host::MotusPose;

struct HexadMotus {
  MotusClient client;
};

namespace {

/// Does something with a client that cannot fail.
template <class Act>
int with(hexad_motus* platform, Act act) noexcept {
  if (platform == nullptr) return HEXAD_BAD_ARGUMENT;
  return guarded([&] { return act(platform->client), static_cast<int>(HEXAD_OK); });
}

std::array<double, 6> six(const MotusPose& pose) {
  return {pose.pitch, pose.roll, pose.yaw, pose.sway, pose.surge, pose.heave};
}

}  // namespace

extern "C" {

int hexad_motus_open(const char* address, uint16_t port, uint16_t local_port, double rate_hz, int millimetres,
                     hexad_motus** out, hexad_error* error) {
  using hexad::protocols::motus::TranslationUnit;
  hexad::host::MotusSettings settings;
  settings.local_port = local_port;
  settings.rate_hz = rate_hz;
  settings.unit = millimetres != 0 ? TranslationUnit::millimetre : TranslationUnit::metre;
  return open_handle(address, port, settings.controller, settings, MotusClient::open, out, error);
}

void hexad_motus_close(hexad_motus* platform) { delete platform; }

int hexad_motus_command(hexad_motus* platform, uint32_t command) {
  if (command > 0xFF) return HEXAD_BAD_ARGUMENT;
  return with(platform, [&](MotusClient& c) { c.command(static_cast<MotusClient::Cmd>(command)); });
}

int hexad_motus_idle(hexad_motus* platform) {
  return with(platform, [](MotusClient& c) { c.idle(); });
}

int hexad_motus_follow(hexad_motus* platform, const hexad_pose* pose) {
  MotusPose target;
  if (!read_pose(pose, target)) return HEXAD_BAD_ARGUMENT;
  return with(platform, [&](MotusClient& c) { c.follow(target); });
}

int hexad_motus_step(hexad_motus* platform, const hexad_pose* target, const hexad_pose* speed) {
  MotusPose to;
  MotusPose at;
  if (!read_pose(target, to) || (speed != nullptr && !read_pose(speed, at))) return HEXAD_BAD_ARGUMENT;
  return with(platform, [&](MotusClient& c) { c.step(to, at); });
}

int hexad_motus_sine(hexad_motus* platform, const hexad_pose* amplitude, const hexad_pose* frequency_hz,
                     const hexad_pose* phase) {
  MotusPose a;
  MotusPose f;
  MotusPose p;
  if (!read_pose(amplitude, a) || !read_pose(frequency_hz, f) || (phase != nullptr && !read_pose(phase, p)))
    return HEXAD_BAD_ARGUMENT;
  return with(platform, [&](MotusClient& c) { c.sine({six(a), six(f), six(p)}); });
}

int hexad_motus_soft_stop(hexad_motus* platform) {
  return with(platform, [](MotusClient& c) { c.soft_stop(); });
}

int hexad_motus_script(hexad_motus* platform, uint8_t number) {
  return with(platform, [&](MotusClient& c) { c.script(number); });
}

int hexad_motus_jog(hexad_motus* platform, uint8_t legs, int16_t speed_mm_s) {
  return with(platform, [&](MotusClient& c) { c.jog(legs, speed_mm_s); });
}

int hexad_motus_outputs(hexad_motus* platform, uint8_t bits) {
  return with(platform, [&](MotusClient& c) { c.outputs(bits); });
}

int hexad_motus_tick(hexad_motus* platform) {
  return with(platform, [](MotusClient& c) { c.tick(); });
}

int hexad_motus_send(hexad_motus* platform) {
  return with(platform, [](MotusClient& c) { c.send(); });
}

int hexad_motus_poll(hexad_motus* platform, double timeout) {
  bool came = false;
  const int result = with(platform, [&](MotusClient& c) { came = c.poll(duration_of(timeout)); });
  return result == HEXAD_OK && !came ? static_cast<int>(HEXAD_NOTHING) : result;
}

int hexad_motus_get_status(const hexad_motus* platform, hexad_motus_status* status) {
  if (platform == nullptr) return HEXAD_BAD_ARGUMENT;
  if (!platform->client.status()) return HEXAD_NOTHING;
  const auto& from = *platform->client.status();
  const std::array<double, 6> pose = six(platform->client.pose());
  hexad_motus_status out{};
  out.state = static_cast<uint32_t>(from.state);
  out.inputs = from.inputs;
  out.version = from.version;
  std::copy(pose.begin(), pose.end(), out.pose);
  for (std::size_t i = 0; i < from.errors.size(); ++i)
    out.errors[i] = from.errors[i] >= 0 && from.errors[i] < 65536 ? static_cast<uint32_t>(from.errors[i]) : 0;
  std::copy(from.pulses.begin(), from.pulses.end(), out.pulses);
  std::copy(from.torque.begin(), from.torque.end(), out.torque);
  out.age = hexad::to_seconds(platform->client.status_age());
  return give(status, out);
}

int hexad_motus_wait_for(hexad_motus* platform, uint32_t state, double timeout, hexad_error* error) {
  if (platform == nullptr) return HEXAD_BAD_ARGUMENT;
  return guarded(
      [&] {
        const auto status =
            platform->client.wait_for(static_cast<MotusClient::DofStatus>(state), duration_of(timeout));
        return status ? static_cast<int>(HEXAD_OK) : fail(error, status.error());
      },
      error);
}

int hexad_motus_get_counters(const hexad_motus* platform, hexad_counters* counters) {
  if (platform == nullptr) return HEXAD_BAD_ARGUMENT;
  const auto& from = platform->client.counters();
  return give(counters, hexad_counters{0, 0, from.sent, from.late, from.received, 0, from.foreign});
}
}
