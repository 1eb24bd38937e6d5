#include "stack/act.hpp"

#include <fmt/format.h>

#include "base/units.hpp"

namespace hexad::stack {
namespace {

constexpr std::array<std::string_view, kKinds> kNames{
    "mdof",  "darren", "motus", "lingjing",  "csfi",       "console",   "caretaker",  "network",
    "flood", "freeze", "kill",  "terminate", "power loss", "disk full", "disk broken"};

double milliseconds(Duration time) { return 1e3 * to_seconds(time); }

}  // namespace

std::string_view to_string(Kind kind) noexcept { return kNames[static_cast<std::size_t>(kind)]; }

std::string describe(const Act& act) {
  std::string line = fmt::format("{:7.3f} s  {}", to_seconds(act.at), to_string(act.kind));
  const auto add = [&line]<class... Facts>(fmt::format_string<Facts...> form, Facts&&... facts) {
    line += fmt::format(form, std::forward<Facts>(facts)...);
  };
  if (act.kind <= Kind::console) add(" {}", act.who + 1);
  if (!act.text.empty()) add(": {}", act.text);
  switch (act.kind) {
    case Kind::darren:
      add(": word {} of message {}/{}", act.word, act.id, act.sub);
      break;
    case Kind::motus:
      add(": Cmd {}/{}", act.word, act.sub);
      break;
    case Kind::csfi:
      add(": {} group {}",
          act.id == 0   ? "read"
          : act.id == 1 ? "write"
                        : "write what makes no machine",
          act.word);
      break;
    case Kind::network:
      add(": loss {:.2f}, twice {:.2f}, cut {:.2f}, flipped {:.2f}, late {:.0f} to {:.0f} ms",
          act.quality.loss, act.quality.duplicate, act.quality.truncated, act.quality.flipped,
          milliseconds(act.quality.delay), milliseconds(act.quality.delay + act.quality.jitter));
      break;
    case Kind::flood:
      add(": {} datagrams a tick to port {}", act.word, act.id);
      break;
    case Kind::power_loss:
    case Kind::disk_broken:
      add(" in call {}", act.word);
      break;
    default:
      break;
  }
  const bool streams = act.kind == Kind::darren || act.kind == Kind::motus || act.kind == Kind::lingjing;
  if (act.lasts > Duration::zero()) add(", for {:.3f} s", to_seconds(act.lasts));
  if (streams && act.lasts > act.period) add(", every {:.0f} ms", milliseconds(act.period));
  if (streams && act.wave.bad > 0.0) add(", {:.0f} % of them no numbers", 100.0 * act.wave.bad);
  return line;
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
