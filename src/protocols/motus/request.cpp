#include "protocols/motus/request.hpp"

#include <algorithm>
#include <cmath>

#include "protocols/both_ways.hpp"

namespace hexad::protocols::motus {
namespace {

using wire::get;
using wire::set;

template <class Way, class Frame>
void copy_command(const Way& way, Frame& frame) noexcept {
  way.template field<"Cmd">(frame.cmd);
  way.template field<"SubCmd">(frame.sub_cmd);
  way.template field<"FileNum">(frame.file);
  way.template field<"CyChoose">(frame.legs);
  way.template field<"DO">(frame.outputs);
  way.template field<"JogSpeed">(frame.jog_speed);
  way.template field<"DOFs">(frame.dofs);
  way.template field<"Amp">(frame.amplitude);
  way.template field<"Fre">(frame.frequency);
  way.template field<"Pha">(frame.phase);
  way.template field<"Pos">(frame.position);
  way.template field<"Spd">(frame.speed);
  way.template field<"Vxyz">(frame.reserved_1);
  way.template field<"Axyz">(frame.reserved_2);
  way.template field<"Time">(frame.time);
}

bool finite(const Six& values) noexcept {
  return std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); });
}

void write(std::string_view name, const Six& values, wire::TextWriter& out) noexcept {
  out.text(" ").text(name);
  for (const float value : values) out.text(" ").shortest(value);
}

void describe_instruction(const HostFrame& frame, wire::TextWriter& out) noexcept {
  switch (static_cast<SubCmd>(frame.sub_cmd)) {
    case SubCmd::step:
      out.text("step");
      write("Pos", frame.position, out);
      return write("Spd", frame.speed, out);
    case SubCmd::sine:
      out.text("sine");
      write("Amp", frame.amplitude, out);
      write("Fre", frame.frequency, out);
      return write("Pha", frame.phase, out);
    case SubCmd::soft_stop:
      out.text("soft stop");
      return;
  }
  out.text("no action (SubCmd ").integer(frame.sub_cmd).text(")");
}

}  // namespace

std::string_view to_string(Problem problem) noexcept {
  return problem == Problem::size ? "wrong size" : "wrong ID";
}

Result<HostFrame, Problem> decode(std::span<const std::byte> bytes) noexcept {
  if (bytes.size() != kCommandSize) return Failure{Problem::size};
  const auto frame = bytes.first<kCommandSize>();
  if (get<kCommand, "ID">(frame) != kFrameId) return Failure{Problem::id};
  HostFrame made;
  copy_command(FromBytes<kCommand>{frame}, made);
  return made;
}

CommandBytes encode(const HostFrame& frame) noexcept {
  CommandBytes bytes{};
  set<kCommand, "ID">(bytes, kFrameId);
  copy_command(ToBytes<kCommand>{bytes}, frame);
  return bytes;
}

bool values_are_finite(const HostFrame& frame) noexcept {
  if (frame.is(Cmd::follow)) return finite(frame.dofs);
  if (frame.is(SubCmd::step)) return finite(frame.position) && finite(frame.speed);
  if (frame.is(SubCmd::sine))
    return finite(frame.amplitude) && finite(frame.frequency) && finite(frame.phase);
  return true;
}

void describe(const HostFrame& frame, wire::TextWriter& out) noexcept {
  out.text("Cmd ").integer(frame.cmd);
  if (frame.is(Cmd::instruct)) out.text("/").integer(frame.sub_cmd);
  out.text(": ");
  switch (static_cast<Cmd>(frame.cmd)) {
    case Cmd::neutral:
      out.text("back to the middle");
      break;
    case Cmd::emergency:
      out.text("emergency stop");
      break;
    case Cmd::zero:
      out.text("seek the bottom");
      break;
    case Cmd::manual:
      out.text("manual, legs");
      for (unsigned leg = 0; leg < 8; ++leg)
        if ((frame.legs >> leg & 1U) != 0) out.text(" ").integer(leg + 1);
      out.text(" at ").integer(frame.jog_speed).text(" mm/s");
      break;
    case Cmd::raise:
      out.text("rise");
      break;
    case Cmd::descend:
      out.text("down to the bottom");
      break;
    case Cmd::follow:
      out.text("follow");
      write("DOFs", frame.dofs, out);
      break;
    case Cmd::instruct:
      describe_instruction(frame, out);
      break;
    case Cmd::script:
      out.text("script ").integer(frame.file);
      break;
    default:
      out.text("no action");
      break;
  }
}

}  // namespace hexad::protocols::motus
