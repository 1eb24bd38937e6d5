// Drives of your own: a board on the network (six motors, a microcontroller) as the other side of the drive
// link.
//
//   hexad run --set drives.port=shared --set drive.homing=absolute
//   09_own_drives port /dev/shm/hexad-standard-400 127.0.0.1:7400     # this side: block ↔ UDP, once a
//   millisecond 09_own_drives board 127.0.0.1:7400                                # stands in for the board
//
// Two frames, little-endian, fixed size, with a sequence number and a check sum; both flow every tick, so
// each is the other's heartbeat. What makes it safe is on the board's side, and must be there whatever this
// program does:
// - no valid frame for 20 ms: every motor stops within its limits, brakes close, power off; that latches
// until a frame
//   with enable low has come;
// - a frame with a wrong check sum, size or an old number does not count;
// - a position further off than a motor can go in a tick is not followed;
// - the e-stop chain acts on STO and brakes without the board's processor.
// The bridge of the link (servo.h) does the same once more on this side: a lost program stops the legs, too.

#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>

#include "base/result.hpp"
#include "drives/link/attach.h"
#include "drives/link/servo.h"
#include "os/udp_socket.hpp"

namespace {

using std::chrono::steady_clock;
namespace net = hexad::net;

constexpr std::uint32_t kMagic = 0x44584548;  // "HEXD"
constexpr double kRate = 100.0;  // Hz: a tick is 10 ms, so that ordinary threads keep up; 1 kHz with --rt
constexpr int kSilentTicks = 20;
constexpr int kLegs = HEXAD_BLOCK_LEGS;

struct CommandFrame {
  std::uint32_t magic = kMagic;
  std::uint32_t number = 0;
  std::uint32_t enable = 0;
  std::uint32_t brakes_open = 0;
  double position[kLegs]{};  ///< m
  double velocity[kLegs]{};
  std::uint32_t reset = 0;
  std::uint32_t sum = 0;
};

struct ReportFrame {
  std::uint32_t magic = kMagic;
  std::uint32_t number = 0;
  double position[kLegs]{};
  double velocity[kLegs]{};
  std::uint32_t flags[kLegs]{};  ///< HEXAD_LEG_…
  std::uint32_t fault[kLegs]{};
  std::uint32_t chain_closed = 0;
  std::uint32_t sum = 0;
};

/// FNV-1a over everything but the sum, which stands last.
template <class Frame>
std::uint32_t sum_of(const Frame& frame) {
  unsigned char bytes[sizeof(Frame)];
  std::memcpy(bytes, &frame, sizeof bytes);
  std::uint32_t sum = 2166136261u;
  for (std::size_t i = 0; i + sizeof frame.sum < sizeof bytes; ++i) sum = (sum ^ bytes[i]) * 16777619u;
  return sum;
}

template <class Frame>
void send(net::UdpSocket& socket, const net::Address& to, Frame& frame) {
  frame.sum = sum_of(frame);
  socket.send(to, std::as_bytes(std::span{&frame, 1}));
  socket.flush();
}

/// The newest valid frame that came; false = none.
template <class Frame>
bool receive(net::UdpSocket& socket, net::ReceiveBatch& batch, Frame& frame, net::Address& from) {
  bool any = false;
  while (socket.receive(batch) > 0) {
    for (const net::Arrival& arrival : batch.arrivals()) {
      Frame read;
      if (arrival.bytes.size() != sizeof read) continue;
      std::memcpy(&read, arrival.bytes.data(), sizeof read);
      const bool newer = static_cast<std::int32_t>(read.number - frame.number) > 0;
      if (read.magic != kMagic || read.sum != sum_of(read) || (!newer && frame.number != 0)) continue;
      frame = read;
      from = arrival.from;
      any = true;
    }
  }
  return any;
}

/// This side: what the program commands goes to the board, what the board reports to the program.
int port(const char* path, const net::Address& board) {
  hexad_attachment link{nullptr, -1};
  if (hexad_attach(path, HEXAD_SIDE_DRIVES, &link) != HEXAD_ATTACHED) {
    std::fprintf(stderr, "%s cannot be had: %s\n", path, std::strerror(errno));
    return 1;
  }
  auto socket = net::UdpSocket::open({});
  if (!socket) return 1;
  hexad_servo servo{};
  hexad_servo_start(&servo, link.block);
  net::ReceiveBatch batch;
  CommandFrame command;
  ReportFrame report;
  net::Address from;
  int silent = kSilentTicks;
  std::puts("ready");
  std::fflush(stdout);
  const std::chrono::nanoseconds tick{static_cast<std::int64_t>(1e9 / kRate)};
  for (auto next = steady_clock::now();; next += tick) {
    std::this_thread::sleep_until(next);
    silent = receive(*socket, batch, report, from) ? 0 : silent + 1;
    hexad_servo_inputs inputs{};
    for (int i = 0; i < kLegs; ++i) {
      inputs.leg[i].position = report.position[i];
      inputs.leg[i].velocity = report.velocity[i];
      inputs.leg[i].flags = report.flags[i];
      inputs.leg[i].error = report.fault[i];
    }
    // A board that is not heard has no torque anybody could count on.
    inputs.torque_off = report.chain_closed == 0 || silent >= kSilentTicks;
    if (silent < 4 * kSilentTicks) {  // beyond that the program is told nothing, and waits or faults
      hexad_servo_step(&servo, link.block, &inputs, steady_clock::now().time_since_epoch().count(),
                       1.0 / kRate);
      hexad_servo_tick(link.block);
    }
    ++command.number;
    command.enable = static_cast<std::uint32_t>(servo.bridge.enable);
    command.brakes_open = static_cast<std::uint32_t>(servo.bridge.brakes_open);
    command.reset = static_cast<std::uint32_t>(servo.reset);
    for (int i = 0; i < kLegs; ++i) {
      command.position[i] = servo.bridge.leg[i].position;
      command.velocity[i] = servo.bridge.leg[i].velocity;
    }
    send(*socket, board, command);
  }
}

/// The board: motors that are where they are told, if they may.
int board(const net::Address& at) {
  net::SocketSettings settings;
  settings.address = at;
  auto socket = net::UdpSocket::open(settings);
  if (!socket) return 1;
  net::ReceiveBatch batch;
  CommandFrame command;
  ReportFrame report;
  net::Address from;
  double position[kLegs];
  double velocity[kLegs]{};
  for (double& place : position) place = 0.02;
  int silent = kSilentTicks;
  bool latched = true;
  std::puts("ready");
  std::fflush(stdout);
  const double dt = 1.0 / kRate;
  const double most_speed = 0.55;  // m/s
  const double most_braking = 6.0 * dt;
  const std::chrono::nanoseconds tick{static_cast<std::int64_t>(1e9 / kRate)};
  for (auto next = steady_clock::now();; next += tick) {
    std::this_thread::sleep_until(next);
    silent = receive(*socket, batch, command, from) ? 0 : silent + 1;
    if (silent >= kSilentTicks) latched = true;
    if (silent == 0 && command.enable == 0) latched = false;
    const bool follows = !latched && command.enable != 0;
    bool stands = true;
    for (int i = 0; i < kLegs; ++i) {
      const double wanted = (command.position[i] - position[i]) / dt;
      const bool sane = std::isfinite(wanted) && std::abs(wanted) <= most_speed;
      if (follows && sane && command.brakes_open != 0) {
        velocity[i] = wanted;
      } else {
        velocity[i] = std::abs(velocity[i]) <= most_braking
                          ? 0.0
                          : velocity[i] - std::copysign(most_braking, velocity[i]);
      }
      position[i] += velocity[i] * dt;
      stands = stands && velocity[i] == 0.0;
    }
    const bool braked = !follows ? stands : command.brakes_open == 0;
    for (int i = 0; i < kLegs; ++i) {
      report.position[i] = position[i];
      report.velocity[i] = velocity[i];
      report.flags[i] =
          HEXAD_LEG_HOMED | (follows ? HEXAD_LEG_ENABLED : 0u) | (braked ? HEXAD_LEG_BRAKE_CLOSED : 0u);
    }
    report.chain_closed = 1;
    ++report.number;
    if (from.port != 0) send(*socket, from, report);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  const auto address = hexad::net::parse_address(argc > 2 ? argv[argc - 1] : "");
  if (what == "port" && argc == 4 && address) return port(argv[2], *address);
  if (what == "board" && argc == 3 && address) return board(*address);
  std::fprintf(stderr, "usage: 09_own_drives port BLOCK ADDRESS:PORT | 09_own_drives board ADDRESS:PORT\n");
  return 2;
}
