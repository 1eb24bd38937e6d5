#include "stack/act.hpp"

#include <fmt/format.h>

#include "base/units.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::stack {
namespace {

using messages::Id;
using messages::Message;
using messages::say;

constexpr std::array<std::string_view, kKinds> kNames{
    "mdof",  "darren", "motus", "lingjing",  "csfi",       "console",   "caretaker",  "network",
    "flood", "freeze", "kill",  "terminate", "power loss", "disk full", "disk broken"};

/// What people are told of them; a protocol is called by its name.
constexpr std::array<Id, kKinds> kKindWords{
    Id::nothing,     Id::nothing,       Id::nothing,          Id::nothing,        Id::nothing,
    Id::act_console, Id::act_caretaker, Id::act_network_name, Id::act_flood_name, Id::act_freeze,
    Id::act_kill,    Id::act_terminate, Id::act_power_loss,   Id::act_disk_full,  Id::act_disk_broken};

double milliseconds(Duration time) { return 1e3 * to_seconds(time); }

}  // namespace

std::string_view to_string(Kind kind) noexcept { return kNames[static_cast<std::size_t>(kind)]; }

namespace {

std::string seconds_text(Duration time) { return fmt::format("{:.3f}", to_seconds(time)); }
std::string milliseconds_text(Duration time) { return fmt::format("{:.0f}", milliseconds(time)); }
std::string share_text(double share) { return fmt::format("{:.2f}", share); }

/// What is said or done, where its kind alone does not tell.
Message what_of(const Act& act) {
  switch (act.kind) {
    case Kind::darren:
      return say<Id::act_word>(act.word, act.id, act.sub);
    case Kind::motus:
      return say<Id::act_cmd>(act.word, act.sub);
    case Kind::csfi:
      return act.id == 0   ? say<Id::act_read>(act.word)
             : act.id == 1 ? say<Id::act_write>(act.word)
                           : say<Id::act_write_nonsense>(act.word);
    case Kind::network:
      return say<Id::act_network>(share_text(act.quality.loss), share_text(act.quality.duplicate),
                                  share_text(act.quality.truncated), share_text(act.quality.flipped),
                                  milliseconds_text(act.quality.delay),
                                  milliseconds_text(act.quality.delay + act.quality.jitter));
    case Kind::flood:
      return say<Id::act_flood>(act.word, act.id);
    default:
      return act.text.empty() ? Message{} : say<Id::as_told>(act.text);
  }
}

}  // namespace

std::string describe(const Act& act) {
  const Id name = kKindWords[static_cast<std::size_t>(act.kind)];
  Message line = name == Id::nothing ? say<Id::as_told>(to_string(act.kind)) : Message{name};
  if (act.kind <= Kind::console) line = say<Id::act_of>(line, act.who + 1);
  if (const Message what = what_of(act)) line = say<Id::act_says>(line, what);
  if (act.kind == Kind::power_loss || act.kind == Kind::disk_broken)
    line = say<Id::act_in_call>(line, act.word);
  const bool streams = act.kind == Kind::darren || act.kind == Kind::motus || act.kind == Kind::lingjing;
  if (act.lasts > Duration::zero()) line = say<Id::act_for>(line, seconds_text(act.lasts));
  if (streams && act.lasts > act.period) line = say<Id::act_every>(line, milliseconds_text(act.period));
  if (streams && act.wave.bad > 0.0)
    line = say<Id::act_no_numbers>(line, fmt::format("{:.0f}", 100.0 * act.wave.bad));
  return fmt::format("{:7.3f} s  {}", to_seconds(act.at), messages::to_text(line));
}

std::array<double, 6> any_pose(Draw& draw, const Machine& machine, double share) {
  std::array<double, 6> pose{};
  for (std::size_t i = 0; i < kAxes; ++i) {
    const AxisEnds& ends = machine.ends[i];
    const double value = share * draw.uniform(ends.low, ends.high);
    pose[i] = value / (is_rotation(static_cast<Axis>(i)) ? kDegree : kMillimetre);
  }
  return pose;
}

}  // namespace hexad::stack
