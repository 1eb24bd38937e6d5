// Any bytes: a read, a group, or rejected with a reason. A group that was accepted is in its ranges, comes
// back byte for byte, and makes a machine of finite numbers.

#include <algorithm>
#include <cmath>
#include <vector>

#include "fuzz/check.hpp"
#include "protocols/csfi/machine_groups.hpp"

namespace {

using hexad::fuzz::require;
using namespace hexad::protocols::csfi;

void make_machine(const Group& group) {
  hexad::Machine machine;
  machine.drive.screw_lead = 0.01;
  Lost lost;
  if (const auto* mechanics = std::get_if<Mechanics>(&group)) {
    require(freedoms_of(*mechanics).has_value(), "legs that make no platform");
    apply(*mechanics, machine, lost);
    require(std::isfinite(machine.drive.leg_speed()) && machine.drive.leg_speed() > 0, "no leg speed");
  }
  if (const auto* control = std::get_if<Control>(&group)) apply(*control, machine, lost);
  if (const auto* frame = std::get_if<UserFrame>(&group)) apply(*frame, machine);
  require(machine.limits.leg.velocity >= 0 && std::isfinite(machine.limits.leg.jerk),
          "limits that are not finite");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span{data, size});
  std::vector<char> buffer(512);
  hexad::wire::TextWriter out{buffer};

  const auto decoded = decode(bytes);
  if (!decoded) {
    describe(decoded.error(), out);
    require(!out.cut() && !out.view().empty(), "a rejection without a reason");
  } else if (const auto* group = std::get_if<Group>(&*decoded)) {
    require(!check(*group), "accepted out of range");
    const Frame again = encode(*group, Kind::write);
    require(std::equal(again.view().begin(), again.view().end(), bytes.begin(), bytes.end()),
            "encoded it is another frame");
    make_machine(*group);
  } else {
    const auto& read = std::get<ReadRequest>(*decoded);
    require(read.group >= 1 && read.group <= kGroups && size == kHeaderSize, "a read of nothing");
  }

  const auto answer = decode_answer(bytes);
  if (answer) {
    const Frame again = encode(*answer, Kind::answer);
    require(std::equal(again.view().begin(), again.view().end(), bytes.begin(), bytes.end()),
            "encoded it is another answer");
    require(first_difference(*answer, *answer).empty(), "it differs from itself");
  }
  return 0;
}
