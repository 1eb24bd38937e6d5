#include "host/darren_client.hpp"

#include "host_c/shared.hpp"

using namespace hexad::host_c;
using hexad::host::DarrenClient;

struct HexadDarren {
  DarrenClient client;
};

extern "C" {

int hexad_darren_open(const char* address, uint16_t port, uint16_t local_port, double rate_hz,
                      hexad_darren** out, hexad_error* error) {
  hexad::host::DarrenSettings settings;
  settings.local_port = local_port;
  settings.rate_hz = rate_hz;
  return open_handle(address, port, settings.controller, settings, DarrenClient::open, out, error);
}

void hexad_darren_close(hexad_darren* platform) { delete platform; }

int hexad_darren_command(hexad_darren* platform, uint32_t word) {
  if (platform == nullptr || word > 0xFFFF) return HEXAD_BAD_ARGUMENT;
  platform->client.command(static_cast<DarrenClient::Word>(word));
  return HEXAD_OK;
}

int hexad_darren_target(hexad_darren* platform, const hexad_pose* pose) {
  hexad::host::DarrenPose target;
  if (platform == nullptr || !read_pose(pose, target)) return HEXAD_BAD_ARGUMENT;
  platform->client.target(target);
  return HEXAD_OK;
}

int hexad_darren_actuators(hexad_darren* platform, const double from_neutral[6]) {
  if (platform == nullptr || from_neutral == nullptr || !are_finite({from_neutral, 6}))
    return HEXAD_BAD_ARGUMENT;
  std::array<double, 6> legs{};
  std::copy_n(from_neutral, 6, legs.begin());
  platform->client.actuators(legs);
  return HEXAD_OK;
}

int hexad_darren_cue(hexad_darren* platform, const hexad_vehicle_motion* motion) {
  const hexad_vehicle_motion m = take(motion);
  if (platform == nullptr || motion == nullptr ||
      !are_finite(std::array{m.pitch_rate, m.roll_rate, m.yaw_rate, m.sway, m.surge, m.heave}))
    return HEXAD_BAD_ARGUMENT;
  platform->client.cue({m.pitch_rate, m.roll_rate, m.yaw_rate, m.sway, m.surge, m.heave});
  return HEXAD_OK;
}

int hexad_darren_no_values(hexad_darren* platform) {
  if (platform == nullptr) return HEXAD_BAD_ARGUMENT;
  platform->client.no_values();
  return HEXAD_OK;
}

int hexad_darren_tick(hexad_darren* platform) {
  if (platform == nullptr) return HEXAD_BAD_ARGUMENT;
  return guarded([&] { return platform->client.tick(), static_cast<int>(HEXAD_OK); });
}

int hexad_darren_send(hexad_darren* platform) {
  if (platform == nullptr) return HEXAD_BAD_ARGUMENT;
  return guarded([&] { return platform->client.send(), static_cast<int>(HEXAD_OK); });
}

int hexad_darren_poll(hexad_darren* platform, double timeout) {
  if (platform == nullptr) return HEXAD_BAD_ARGUMENT;
  return guarded([&] {
    return static_cast<int>(platform->client.poll(duration_of(timeout)) ? HEXAD_OK : HEXAD_NOTHING);
  });
}

int hexad_darren_get_status(const hexad_darren* platform, hexad_darren_status* status) {
  if (platform == nullptr) return HEXAD_BAD_ARGUMENT;
  if (!platform->client.status()) return HEXAD_NOTHING;
  const auto& from = *platform->client.status();
  hexad_darren_status out{};
  out.sequence = from.sequence;
  out.state = static_cast<uint32_t>(from.state);
  out.moving = from.moving ? 1 : 0;
  out.inputs = from.inputs;
  out.outputs = from.outputs;
  out.error = from.error;
  out.warnings = from.warnings;
  std::copy(from.pose.begin(), from.pose.end(), out.pose);
  std::copy(from.actuators.begin(), from.actuators.end(), out.actuators);
  std::copy(from.torque.begin(), from.torque.end(), out.torque);
  std::copy(from.drive_errors.begin(), from.drive_errors.end(), out.drive_errors);
  out.age = hexad::to_seconds(platform->client.status_age());
  return give(status, out);
}

int hexad_darren_wait_for(hexad_darren* platform, uint32_t state, double timeout, hexad_error* error) {
  if (platform == nullptr) return HEXAD_BAD_ARGUMENT;
  return guarded(
      [&] {
        const auto status =
            platform->client.wait_for(static_cast<DarrenClient::StatusWord>(state), duration_of(timeout));
        return status ? static_cast<int>(HEXAD_OK) : fail(error, status.error());
      },
      error);
}

int hexad_darren_connect(hexad_darren* platform, double timeout, hexad_error* error) {
  if (platform == nullptr) return HEXAD_BAD_ARGUMENT;
  return guarded(
      [&] {
        const auto taken = platform->client.connect(duration_of(timeout));
        if (!taken) return fail(error, taken.error());
        return *taken ? static_cast<int>(HEXAD_OK) : fail(error, HEXAD_REFUSED, "another host is connected");
      },
      error);
}

int hexad_darren_disconnect(hexad_darren* platform, double timeout, hexad_error* error) {
  if (platform == nullptr) return HEXAD_BAD_ARGUMENT;
  return guarded(
      [&] {
        const auto taken = platform->client.disconnect(duration_of(timeout));
        if (!taken) return fail(error, taken.error());
        return *taken ? static_cast<int>(HEXAD_OK)
                      : fail(error, HEXAD_REFUSED, "this host was not connected");
      },
      error);
}

int hexad_darren_get_counters(const hexad_darren* platform, hexad_counters* counters) {
  if (platform == nullptr) return HEXAD_BAD_ARGUMENT;
  const auto& from = platform->client.counters();
  return give(counters, hexad_counters{0, 0, from.sent, from.late, from.received, from.lost, from.foreign});
}

int hexad_darren_descriptor(hexad_darren* platform) {
  return platform == nullptr ? -1 : platform->client.link().descriptor();
}
}
