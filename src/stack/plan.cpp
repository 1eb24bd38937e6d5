// The random people of a life: two hosts of any protocols, an operator, a tool that calibrates; and what
// happens to their network, to the disk and to the program.

#include <fmt/format.h>

#include <algorithm>

#include "base/units.hpp"
#include "plant/injection.hpp"
#include "stack/act.hpp"

namespace hexad::stack {
namespace {

constexpr std::array kPorts{1100, 10000, 5000, 9800, 20000};

/// Never two draws among the arguments of one call: each compiler makes them in an order of its own.
class Planner {
 public:
  Planner(std::uint64_t seed, const Machine& machine, double seconds)
      : draw_{seed}, machine_{machine}, end_{seconds} {
    plan_.seed = seed;
    plan_.random = from_seconds(seconds);
  }

  Plan make() {
    const int start = draw_.pick(10);
    plan_.initial = start < 6 ? Initial::neutral : start < 8 ? Initial::origin : Initial::powered_up;
    if (draw_.chance(0.2)) plan_.idle_return = draw_.between(0.5, 3.0);
    if (draw_.chance(0.3)) plan_.worker_period = 1 + static_cast<std::uint64_t>(draw_.pick(80));
    if (draw_.chance(0.85)) add({.kind = Kind::caretaker});
    constexpr std::array kHosts{Kind::mdof,   Kind::mdof,  Kind::darren,
                                Kind::darren, Kind::motus, Kind::lingjing};
    const Kind first = draw_.of(kHosts);
    host(first, 0);
    host(draw_.chance(0.25) ? first : draw_.of(kHosts), 1);
    if (draw_.chance(0.5)) asker();
    if (draw_.chance(0.35)) tool();
    person();
    if (draw_.chance(0.5)) network();
    hardship();
    if (draw_.chance(0.35)) calibrator();
    std::stable_sort(plan_.acts.begin(), plan_.acts.end(),
                     [](const Act& a, const Act& b) { return a.at < b.at; });
    return std::move(plan_);
  }

 private:
  void add(Act act) {
    act.seed = draw_.word();
    plan_.acts.push_back(std::move(act));
  }
  Duration any_time() { return draw_.between(0.05, end_); }

  std::string pose_text(double share) {
    return fmt::format("{:.3f}", fmt::join(any_pose(draw_, machine_, share), " "));
  }
  std::string share_text() { return pose_text(draw_.chance(0.85) ? 0.3 : 2.0); }

  void host(Kind kind, std::uint8_t who) {
    const bool polite = draw_.chance(0.5);  // streams without gaps
    for (double t = draw_.uniform(0.02, 1.0); t < end_;) {
      Act act;
      act.kind = kind;
      act.who = who;
      act.at = from_seconds(t);
      switch (kind) {
        case Kind::mdof:
          act.text = mdof_text();
          if (draw_.chance(0.25)) interrupt(t);
          t += draw_.chance(0.25) ? draw_.uniform(0.0, 0.01) : draw_.uniform(0.05, 2.5);
          break;
        case Kind::lingjing:
          lingjing(act);
          break;
        case Kind::motus:
          motus(act);
          break;
        default:
          darren(act);
          break;
      }
      if (kind != Kind::mdof) t += to_seconds(act.lasts) + (polite ? 0.01 : draw_.uniform(0.0, 0.6));
      if (kind != Kind::mdof && draw_.chance(0.15)) {
        t += draw_.uniform(0.15, 2.2);  // silent
        if (draw_.chance(0.6)) {        // and back with the same word
          add(act);
          act.at = from_seconds(t);
          t += to_seconds(act.lasts);
        }
      }
      add(std::move(act));
    }
  }

  /// Somebody stops or holds what was just asked for, and perhaps lets it go on.
  void interrupt(double t) {
    constexpr std::array<std::string_view, 4> kWords{"4", "5", "5", "2"};
    const double at = t + draw_.uniform(0.05, 0.8);
    if (draw_.chance(0.15)) return add({.kind = Kind::console, .at = from_seconds(at), .text = "estop"});
    const std::string_view word = draw_.of(kWords);
    add({.kind = Kind::mdof, .who = 2, .at = from_seconds(at), .text = std::string{word}});
    if (word != "5") return;
    const double later = at + draw_.uniform(0.02, 1.2);
    add({.kind = Kind::mdof, .who = 2, .at = from_seconds(later), .text = draw_.chance(0.7) ? "6" : "4"});
  }

  /// Whoever asks in between: another mdof client.
  void asker() {
    for (double t = draw_.uniform(0.1, 2.0); t < end_; t += draw_.uniform(0.1, 3.0)) {
      const std::string text = draw_.chance(0.6) ? query_text() : mdof_text();
      add({.kind = Kind::mdof, .who = 2, .at = from_seconds(t), .text = text});
    }
  }

  std::string query_text() { return draw_.chance(0.35) ? "24" : std::to_string(20 + draw_.pick(12)); }

  std::string mdof_text() {
    switch (draw_.pick(24)) {
      case 0:
        return "1";
      case 1:
        return "2";
      case 2:
        return "3";
      case 3:
        return "4";
      case 4:
        return "5";
      case 5:
      case 6:
        return "6";
      case 7:
        return "7";
      case 8:
        return "8";
      case 9: {
        const std::string third = pose_text(0.25), second = pose_text(0.25), first = pose_text(0.25);
        return fmt::format("10 3 {} {} {}", first, second, third);
      }
      case 10: {
        const std::string second = pose_text(0.05), first = pose_text(0.05);
        return fmt::format("13 1 {} {}", first, second);
      }
      case 11: {
        const int seconds = 1 + draw_.pick(4), rate = 1 + draw_.pick(3), height = 5 + draw_.pick(30);
        return fmt::format("12 0, 0, {}*sin({}*t), 0, 0, 0, {}", height, rate, seconds);
      }
      case 12:
        return draw_.chance(0.5) ? "12 0,0,100*t,0,0,0" : "12 0,0,sqrt(1-t),0,0,0";
      case 13:
        return fmt::format("33 {}", 1 + draw_.pick(4));
      case 14:
        return junk_text();
      case 15:
      case 16:
        return query_text();
      default:
        return "9 " + share_text();
    }
  }
  std::string junk_text() {
    constexpr std::array<std::string_view, 10> kJunk{
        "",    "9",          "9 nan 0 0 0 0 0", "9 1e999 0 0 0 0 0", "999",
        "abc", "9 0 0 1\n4", "10 2 0 0 0 0 0",  "12 sin(",           "9 0 0 10 0 0 0 # up"};
    return std::string{draw_.of(kJunk)};
  }

  void wave(Act& act, double share) {
    const std::array<double, 6> pose = any_pose(draw_, machine_, share);
    act.wave.amplitude = {pose[3], pose[4], pose[5], pose[0], pose[1], pose[2]};
    act.wave.hertz = draw_.chance(0.2) ? 0.0 : draw_.uniform(0.05, 1.2);
    if (draw_.chance(0.06)) act.wave.bad = draw_.uniform(0.02, 1.0);
    act.period = draw_.chance(0.75) ? Duration{std::chrono::milliseconds{10}} : draw_.between(0.002, 0.06);
  }

  void darren(Act& act) {
    constexpr std::array kWords{1, 2, 2, 2, 2, 2, 2, 3, 5, 7, 0, 6, 8, 9, 4};
    constexpr std::array kIds{100, 100, 100, 100, 101, 102, 103, 106, 107, 0, 1, 2};
    act.word = draw_.of(kWords);
    if (act.word == 9 && draw_.chance(0.6)) act.word = 2;
    act.id = draw_.of(kIds);
    act.sub = act.id >= 106 ? static_cast<int>(draw_.chance(0.7)) : draw_.chance(0.1) ? 0x80 : 0;
    act.lasts = act.word == 9 || act.id <= 2 ? draw_.between(0.0, 0.03) : draw_.between(0.02, 3.0);
    wave(act, draw_.chance(0.8) ? 0.3 : 1.3);
  }

  void motus(Act& act) {
    constexpr std::array kCmds{0, 2, 4, 5, 6, 6, 7, 9, 9, 9, 9, 11, 11, 13, 3};
    act.word = draw_.of(kCmds);
    if (act.word == 3 && draw_.chance(0.6)) act.word = 9;
    act.sub = act.word == 11 ? 1 + draw_.pick(3) : 0;
    act.id = act.word == 13 ? 1 + draw_.pick(3) : draw_.pick(64);
    act.lasts = draw_.chance(0.25) ? Duration{} : draw_.between(0.02, 3.0);
    wave(act, draw_.chance(0.8) ? 0.3 : 1.3);
  }

  void lingjing(Act& act) {
    constexpr std::array<std::string_view, 8> kTexts{"@MV:play#", "@MV:pause#",        "@MV:stop#",
                                                     "@MV:next#", "@A6:1,2#",          "A6",
                                                     "@MV:pre#",  "@A6:nan,0,0,0,0,1#"};
    if (draw_.chance(0.2)) {
      act.text = draw_.of(kTexts);
      return;
    }
    act.id = draw_.pick(5);  // A6, A6, A6T, C6, A6 with relays
    act.lasts = draw_.chance(0.15) ? Duration{} : draw_.between(0.05, 3.0);
    wave(act, draw_.chance(0.8) ? 0.3 : 1.3);
  }

  void tool() {
    // A raised platform takes nothing.
    if (draw_.chance(0.7)) plan_.initial = draw_.chance(0.5) ? Initial::origin : Initial::powered_up;
    if (draw_.chance(0.4)) add({.kind = Kind::power_loss, .at = Duration{}, .word = draw_.pick(40)});
    if (draw_.chance(0.4)) add({.kind = Kind::kill, .at = draw_.between(0.25, 0.6)});
    add({.kind = Kind::csfi,
         .at = draw_.between(0.05, 0.09),
         .word = 1 + draw_.pick(4),
         .id = 1 + draw_.pick(2)});
    for (int i = 2 + draw_.pick(6); i > 0; --i) {
      const int what = draw_.pick(8);
      add({.kind = Kind::csfi,
           .at = any_time(),
           .word = 1 + draw_.pick(4),
           .id = what < 4   ? 0
                 : what < 7 ? 1
                            : 2});
    }
    // Most of a platform's life is no time for a write; before it is brought up it is.
    add({.kind = Kind::csfi, .at = draw_.between(0.01, 0.04), .word = 1 + draw_.pick(4), .id = 1});
    add({.kind = Kind::csfi, .at = draw_.between(0.1, 0.2), .word = 1 + draw_.pick(4), .id = 0});
  }

  /// Somebody who writes a group, sees what became of it, and loses the power, or the program.
  void calibrator() {
    constexpr std::array kHow{1, 1, 1, 2, 3};  // good, no machine, a wrong sum
    const auto visit = [&](Duration at) {
      const int group = 1 + draw_.pick(4);
      add({.kind = Kind::csfi, .at = at, .word = group, .id = draw_.of(kHow)});
      const Duration looked = at + draw_.between(0.1, 0.2);
      add({.kind = Kind::csfi, .at = looked, .word = group, .id = 0});
      return looked;
    };
    if (draw_.chance(0.7)) plan_.initial = draw_.chance(0.5) ? Initial::origin : Initial::powered_up;
    const Duration end = visit(draw_.between(0.004, 0.015)) + draw_.between(0.05, 0.2);
    switch (draw_.pick(5)) {
      case 0:
        add({.kind = Kind::disk_full, .at = Duration{}, .lasts = draw_.between(0.3, 1.0)});
        break;
      case 1:
      case 2:
        add({.kind = Kind::power_loss, .at = Duration{}, .word = draw_.pick(6)});  // while it is written
        break;
      case 3:
        add({.kind = Kind::power_loss, .at = end, .word = kPowerLossNow});
        break;
      default:
        add({.kind = Kind::kill, .at = end});
    }
    (void)visit(any_time());
  }

  void person() {
    for (int i = draw_.pick(8); i > 0; --i)
      add({.kind = Kind::console,
           .who = static_cast<std::uint8_t>(draw_.pick(4)),
           .at = any_time(),
           .text = order_text()});
    if (!draw_.chance(0.4)) return;
    const Duration at = any_time();
    add({.kind = Kind::console, .at = at, .text = "inject " + fault_text()});
    if (draw_.chance(0.7))
      add({.kind = Kind::console, .at = at + draw_.between(0.001, 1.0), .text = "inject clear"});
  }
  std::string fault_text() {
    const plant::InjectionInfo& info =
        plant::injections()[static_cast<std::size_t>(draw_.pick(static_cast<int>(plant::kInjections)))];
    if (!info.per_leg) return std::string{info.name};
    return fmt::format("{}:{}", info.name, 1 + draw_.pick(static_cast<int>(machine_.geometry.legs)));
  }
  std::string order_text() {
    constexpr std::array<std::string_view, 20> kOrders{
        "stop",        "stop",     "hold",      "hold",   "resume",  "reset",      "raise",
        "neutral",     "lower",    "zero",      "take",   "give",    "estop",      "release",
        "override 50", "relays 3", "outputs 1", "enable", "jog 1 5", "give darren"};
    if (draw_.chance(0.3)) return "go " + share_text();
    return std::string{draw_.of(kOrders)};
  }

  void network() {
    for (int i = 1 + draw_.pick(3); i > 0; --i) {
      Act act{.kind = Kind::network, .at = any_time(), .lasts = draw_.between(0.1, 5.0)};
      net::LineQuality& quality = act.quality;
      if (draw_.chance(0.6)) quality.loss = draw_.uniform(0.0, 0.6);
      if (draw_.chance(0.5)) quality.duplicate = draw_.uniform(0.0, 0.5);
      if (draw_.chance(0.6)) quality.delay = draw_.between(0.0, 0.05);
      if (draw_.chance(0.6)) quality.jitter = draw_.between(0.0, 0.3);
      if (draw_.chance(0.3)) quality.truncated = draw_.uniform(0.0, 0.3);
      if (draw_.chance(0.3)) quality.flipped = draw_.uniform(0.0, 0.5);
      add(std::move(act));
    }
  }

  void hardship() {
    if (draw_.chance(0.12))
      add({.kind = Kind::flood,
           .at = any_time(),
           .lasts = draw_.between(0.02, 0.3),
           .word = 1 + draw_.pick(30),
           .id = draw_.of(kPorts)});
    if (draw_.chance(0.15))
      add({.kind = Kind::freeze,
           .at = any_time(),
           .lasts = draw_.between(0.003, 1.5),
           .word = draw_.pick(2)});
    if (draw_.chance(0.15)) add({.kind = Kind::kill, .at = any_time()});
    if (draw_.chance(0.1)) add({.kind = Kind::terminate, .at = any_time()});
    if (draw_.chance(0.15)) {
      const Duration at = draw_.chance(0.7) ? Duration{} : any_time();
      add({.kind = Kind::power_loss, .at = at, .word = draw_.pick(40)});
    }
    if (draw_.chance(0.08))
      add({.kind = Kind::disk_full, .at = draw_.between(0.0, 0.02), .lasts = draw_.between(0.1, 5.0)});
    if (draw_.chance(0.08)) add({.kind = Kind::disk_broken, .at = Duration{}, .word = draw_.pick(25)});
  }

  Draw draw_;
  const Machine& machine_;
  double end_;
  Plan plan_;
};

}  // namespace

Plan plan_of(std::uint64_t seed, const Machine& machine, double seconds) {
  return Planner{seed, machine, seconds}.make();
}

}  // namespace hexad::stack
