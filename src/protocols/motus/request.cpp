#include "protocols/motus/request.hpp"

#include <algorithm>
#include <cmath>

#include "messages/say.hpp"
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

messages::Id id_of(Problem problem) noexcept {
  return problem == Problem::size ? messages::Id::unreadable_size : messages::Id::unreadable_id;
}

std::string_view to_string(Dialect dialect) noexcept {
  return dialect == Dialect::manual ? "manual" : "2020";
}

Result<HostFrame, Problem> decode(std::span<const std::byte> bytes, Dialect dialect) noexcept {
  if (bytes.size() != kCommandSize) return Failure{Problem::size};
  const auto frame = bytes.first<kCommandSize>();
  if (get<kCommand, "ID">(frame) != kFrameId) return Failure{Problem::id};
  HostFrame made;
  if (dialect == Dialect::manual) {
    copy_command(FromBytes<kCommand>{frame}, made);
  } else {
    copy_command(FromBytes<kCommand2020>{frame}, made);
  }
  return made;
}

CommandBytes encode(const HostFrame& frame, Dialect dialect) noexcept {
  CommandBytes bytes{};
  set<kCommand, "ID">(bytes, kFrameId);
  if (dialect == Dialect::manual) {
    copy_command(ToBytes<kCommand>{bytes}, frame);
  } else {
    copy_command(ToBytes<kCommand2020>{bytes}, frame);
  }
  return bytes;
}

bool fits_other_dialect(std::span<const std::byte> bytes, Dialect dialect) noexcept {
  const auto own = decode(bytes, dialect);
  const auto other = decode(bytes, dialect == Dialect::manual ? Dialect::of_2020 : Dialect::manual);
  if (!own || !own->is(Cmd::instruct) || !values_are_finite(*other)) return false;
  const auto swings = [](const HostFrame& frame) {
    for (std::size_t i = 0; i < frame.amplitude.size(); ++i)
      if (frame.amplitude[i] != 0.0F && frame.frequency[i] > 0.0F && frame.frequency[i] <= 10.0F) return true;
    return false;
  };
  if (own->is(SubCmd::sine)) return !swings(*own) && swings(*other);
  // Spd beside an empty Pos is a way to the middle: only what a step does not use is proof.
  const bool proof = other->position != own->speed || other->speed != Six{};
  return own->is(SubCmd::step) && own->position == Six{} && other->position != Six{} && proof;
}

bool may_be_other_dialect(std::span<const std::byte> bytes, Dialect dialect) noexcept {
  const auto own = decode(bytes, dialect);
  const auto other = decode(bytes, dialect == Dialect::manual ? Dialect::of_2020 : Dialect::manual);
  return own && own->is(SubCmd::step) && own->position != Six{} && own->speed == Six{} &&
         other->position != Six{} && other->speed != Six{};
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
  if (frame.is(Cmd::instruct)) return describe_instruction(frame, out);
  const std::string_view words = name_of(kCommandWords, frame.cmd);
  out.text(words.empty() ? "no action" : words);
  if (frame.is(Cmd::script)) out.text(" ").integer(frame.file);
  if (frame.is(Cmd::follow)) write("DOFs", frame.dofs, out);
  if (!frame.is(Cmd::manual)) return;
  out.text(", legs");
  for (unsigned leg = 0; leg < 8; ++leg)
    if ((frame.legs >> leg & 1U) != 0) out.text(" ").integer(leg + 1);
  out.text(" at ").integer(frame.jog_speed).text(" mm/s");
}

}  // namespace hexad::protocols::motus
