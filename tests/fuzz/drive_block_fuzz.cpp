// Any bytes in the block between the program and the drives, on both sides. What the drives are told is
// finite whatever the command is; what the program says stays finite whatever the drives report.

#include <cmath>

#include "drives/link/servo.h"
#include "drives/shared_drives.hpp"
#include "fuzz/check.hpp"

namespace {

using namespace hexad;
using namespace hexad::fuzz;

Machine machine() {
  Machine made;
  made.geometry.stroke = 0.4;
  return made;
}

void check_told(const hexad_servo& servo) {
  for (const hexad_bridge_leg& leg : servo.bridge.leg)
    require(std::isfinite(leg.position) && std::isfinite(leg.velocity), "a leg is told no number");
  require(!servo.bridge.brakes_open || servo.bridge.enable, "brakes open without torque");
}

/// A drive that reports no number is the core's to notice (a fault of that leg); what the program says must
/// stay a number all the same, and a link is one that is heard.
void check_said(const hexad_block& block, const Feedback& feedback) {
  require(!feedback.link || !feedback.waiting, "a link to nobody");
  for (const hexad_leg_command& leg : block.command.leg)
    require(std::isfinite(leg.position) && std::isfinite(leg.velocity) && std::isfinite(leg.torque_limit),
            "the program says what is no number");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Machine kMachine = machine();
  static hexad_block block;
  std::memset(&block, 0, sizeof block);
  block.magic = HEXAD_BLOCK_MAGIC;
  block.version = HEXAD_BLOCK_VERSION;
  block.size = sizeof block;
  block.legs = HEXAD_BLOCK_LEGS;
  Bytes bytes{data, size};
  ManualClock clock;
  clock.advance(std::chrono::seconds{5});
  SharedDrives drives{block, kMachine, {}, clock};
  hexad_servo servo;
  hexad_servo_start(&servo, &block);
  hexad_servo_inputs inputs{};
  Setpoint setpoint;
  for (int i = 0; i < 12 && !bytes.empty(); ++i) {
    const std::uint8_t act = bytes.byte();
    if ((act & 1) != 0) {  // somebody writes a command that is nobody's
      hexad_command command;
      bytes.fill(&command, sizeof command);
      hexad_write_command(&block, &command);
    }
    if ((act & 2) != 0) {
      hexad_feedback feedback;
      bytes.fill(&feedback, sizeof feedback);
      hexad_write_feedback(&block, &feedback);
    }
    if ((act & 4) != 0) bytes.fill(&inputs.leg[act % HEXAD_BLOCK_LEGS], sizeof inputs.leg[0]);
    setpoint.enable = (act & 8) != 0;
    const Feedback& feedback = drives.exchange(setpoint, clock.now(), std::chrono::milliseconds{1});
    check_said(block, feedback);
    if ((act & 16) != 0) {
      hexad_servo_step(&servo, &block, &inputs, clock.now().time_since_epoch().count(), 1e-3);
      check_told(servo);
    }
    clock.advance(std::chrono::milliseconds{1 + (act >> 5)});
  }
  return 0;
}
