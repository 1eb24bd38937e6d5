#include "protocols/motus/request.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::protocols::motus {
namespace {

using wire::get;
using wire::set;

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
  made.cmd = get<kCommand, "Cmd">(frame);
  made.sub_cmd = get<kCommand, "SubCmd">(frame);
  made.file = get<kCommand, "FileNum">(frame);
  made.legs = get<kCommand, "CyChoose">(frame);
  made.outputs = get<kCommand, "DO">(frame);
  made.jog_speed = get<kCommand, "JogSpeed">(frame);
  made.dofs = get<kCommand, "DOFs">(frame);
  made.amplitude = get<kCommand, "Amp">(frame);
  made.frequency = get<kCommand, "Fre">(frame);
  made.phase = get<kCommand, "Pha">(frame);
  made.position = get<kCommand, "Pos">(frame);
  made.speed = get<kCommand, "Spd">(frame);
  made.reserved_1 = get<kCommand, "Vxyz">(frame);
  made.reserved_2 = get<kCommand, "Axyz">(frame);
  made.time = get<kCommand, "Time">(frame);
  return made;
}

CommandBytes encode(const HostFrame& frame) noexcept {
  CommandBytes bytes{};
  set<kCommand, "ID">(bytes, kFrameId);
  set<kCommand, "Cmd">(bytes, frame.cmd);
  set<kCommand, "SubCmd">(bytes, frame.sub_cmd);
  set<kCommand, "FileNum">(bytes, frame.file);
  set<kCommand, "CyChoose">(bytes, frame.legs);
  set<kCommand, "DO">(bytes, frame.outputs);
  set<kCommand, "JogSpeed">(bytes, frame.jog_speed);
  set<kCommand, "DOFs">(bytes, frame.dofs);
  set<kCommand, "Amp">(bytes, frame.amplitude);
  set<kCommand, "Fre">(bytes, frame.frequency);
  set<kCommand, "Pha">(bytes, frame.phase);
  set<kCommand, "Pos">(bytes, frame.position);
  set<kCommand, "Spd">(bytes, frame.speed);
  set<kCommand, "Vxyz">(bytes, frame.reserved_1);
  set<kCommand, "Axyz">(bytes, frame.reserved_2);
  set<kCommand, "Time">(bytes, frame.time);
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
