#include "stack/catalogue.hpp"

#include <algorithm>

#include "messages/say.hpp"

namespace hexad::stack {
namespace {

constexpr double kHardTime = 5.0;  // s after the platform is where it is to be
constexpr Wave kGentle{{3, 2, 2, 15, 15, 15}, 0.4, 0.0};

Act mdof(double at, std::string text, std::uint8_t who = 1) {
  return {.kind = Kind::mdof, .who = who, .at = from_seconds(at), .text = std::move(text)};
}
Act console(double at, std::string text) {
  return {.kind = Kind::console, .at = from_seconds(at), .text = std::move(text)};
}
Act darren(double at, double lasts, int word, std::uint8_t who = 1) {
  return {.kind = Kind::darren,
          .who = who,
          .at = from_seconds(at),
          .lasts = from_seconds(lasts),
          .word = word,
          .id = 100,
          .wave = kGentle};
}
Act motus(double at, double lasts, int cmd, int sub = 0, std::uint8_t who = 1) {
  return {.kind = Kind::motus,
          .who = who,
          .at = from_seconds(at),
          .lasts = from_seconds(lasts),
          .word = cmd,
          .sub = sub,
          .wave = kGentle};
}
Act lingjing(double at, double lasts, std::uint8_t who = 1) {
  return {.kind = Kind::lingjing,
          .who = who,
          .at = from_seconds(at),
          .lasts = from_seconds(lasts),
          .wave = kGentle};
}
Act tool(double at, int group, int id) {
  return {.kind = Kind::csfi, .at = from_seconds(at), .word = group, .id = id, .seed = 11};
}
Act happens(Kind kind, double at, double lasts = 0.0, int word = 0) {
  return {.kind = kind, .at = from_seconds(at), .lasts = from_seconds(lasts), .word = word};
}
Act network(const net::LineQuality& quality) {
  Act act = happens(Kind::network, 0.0, 3.0);
  act.quality = quality;
  return act;
}

/// A bit of everything that hosts say, so that what happens meets it.
std::vector<Act> talk(std::vector<Act> first) {
  for (Act& act :
       std::vector<Act>{mdof(0.1, "9 0 0 10 0 0 0"), mdof(0.3, "22"), mdof(0.5, "5"), mdof(0.9, "6"),
                        darren(0.2, 2.0, 2), motus(0.4, 2.0, 9), lingjing(0.6, 1.5), tool(0.7, 1, 0),
                        mdof(1.5, "24"), mdof(2.0, "1"), mdof(2.6, "4")})
    first.push_back(std::move(act));
  return first;
}
std::vector<Act> bad(double share) {
  std::vector<Act> acts{darren(0.1, 2.0, 2), motus(0.2, 2.0, 9), lingjing(0.3, 2.0),
                        mdof(0.5, "9 nan 0 0 0 0 0"), mdof(0.6, "9 0 0 1e999 0 0 0")};
  for (Act& act : acts) act.wave.bad = share;
  return acts;
}
std::vector<Act> breaks(const std::string& fault) {
  return talk({console(0.3, "inject " + fault), console(1.2, "inject clear"), console(1.6, "reset")});
}

using messages::Id;

const std::vector<Hardship>& all_hardships() {
  static const std::vector<Hardship> list{
      {"loss", Id::hardship_loss, [] { return talk({network({.loss = 0.5})}); }},
      {"duplicates", Id::hardship_duplicates, [] { return talk({network({.duplicate = 0.5})}); }},
      {"reordered", Id::hardship_reordered,
       [] { return talk({network({.jitter = std::chrono::milliseconds{500}})}); }},
      {"truncated", Id::hardship_truncated, [] { return talk({network({.truncated = 0.33})}); }},
      {"bit-flips", Id::hardship_bit_flips, [] { return talk({network({.flipped = 0.5})}); }},
      {"oversized", Id::hardship_oversized,
       [] {
         return talk({mdof(0.05, std::string(5000, '7')), mdof(0.06, "10 " + std::string(3000, '1'))});
       }},
      {"two-frames", Id::hardship_two_frames,
       [] {
         Act two{.kind = Kind::lingjing, .who = 1, .text = "@A6:0,0,0,0,0,200#@A6:0,0,0,0,0,100#"};
         return talk({mdof(0.05, "9 0 0 5 0 0 0\n4"), two});
       }},
      {"no-numbers", Id::hardship_no_numbers, [] { return bad(0.5); }},
      {"two-hosts", Id::hardship_two_hosts,
       [] {
         return talk({darren(0.0, 3.0, 2, 2), motus(0.0, 3.0, 9, 0, 2), lingjing(0.0, 3.0, 2),
                      mdof(0.0, "9 0 0 -5 0 0 0", 2), mdof(1.0, "6", 2), mdof(1.1, "4", 2)});
       }},
      {"address-changes", Id::hardship_address_changes,
       [] {
         return std::vector{darren(0.0, 1.0, 2, 1), darren(1.0, 2.0, 2, 3), mdof(0.5, "9 0 0 5 0 0 0", 1),
                            mdof(0.7, "9 0 0 5 0 0 0", 3)};
       }},
      {"foreign-flood", Id::hardship_foreign_flood,
       [] {
         std::vector<Act> acts;
         for (const int port : {1100, 10000, 5000, 9800, 20000}) {
           acts.push_back(happens(Kind::flood, 0.2, 0.2, 20));
           acts.back().id = port;
         }
         return talk(std::move(acts));
       }},
      {"own-flood", Id::hardship_own_flood,
       [] {
         Act fast = darren(0.0, 2.0, 2);
         fast.period = std::chrono::milliseconds{1};
         std::vector<Act> acts{fast};
         for (int i = 0; i < 150; ++i)
           acts.push_back(mdof(0.3 + 0.0002 * i, i % 3 == 0 ? "22" : "9 0 0 3 0 0 0", 2));
         acts.push_back(mdof(0.34, "4", 2));
         return acts;
       }},
      {"silence", Id::hardship_silence,
       [] {
         return std::vector{darren(0.0, 0.5, 2), darren(0.9, 1.0, 2),   motus(0.0, 0.5, 9),
                            motus(0.9, 1.0, 9),  lingjing(0.0, 0.5),    lingjing(0.9, 1.0),
                            darren(2.5, 0.3, 1), darren(2.8, 1.0, 2, 1)};
       }},
      {"slow", Id::hardship_slow,
       [] {
         std::vector<Act> acts{darren(0.0, 3.0, 2), motus(0.0, 3.0, 9), lingjing(0.0, 3.0)};
         for (Act& act : acts) act.period = std::chrono::milliseconds{act.kind == Kind::lingjing ? 250 : 25};
         return acts;
       }},
      {"bursts", Id::hardship_bursts,
       [] {
         std::vector<Act> acts;
         for (int i = 0; i < 12; ++i) {
           Act burst = darren(0.2 * i, 0.01, 2);
           burst.period = std::chrono::microseconds{500};
           acts.push_back(burst);
         }
         return acts;
       }},
      {"drive-fault", Id::hardship_drive_fault, [] { return breaks("drive_fault:2"); }},
      {"servo-off", Id::hardship_servo_off, [] { return breaks("servo_off:3"); }},
      {"stuck", Id::hardship_stuck, [] { return breaks("stuck:1"); }},
      {"limit-switch", Id::hardship_limit_switch, [] { return breaks("limit_switch:4"); }},
      {"encoder-jump", Id::hardship_encoder_jump, [] { return breaks("encoder_jump:5"); }},
      {"power-lost", Id::hardship_power_lost, [] { return breaks("power_loss"); }},
      {"link-lost", Id::hardship_link_lost, [] { return breaks("link_lost"); }},
      {"button", Id::hardship_button,
       [] {
         return talk({console(0.4, "estop"), console(1.4, "release"), console(1.6, "reset")});
       }},
      {"emergency-by-host", Id::hardship_emergency_by_host,
       [] {
         return talk({darren(0.5, 0.05, 9, 2), motus(2.0, 0.05, 3, 0, 2), console(1.8, "reset"),
                      console(3.4, "reset")});
       }},
      {"over-limit", Id::hardship_over_limit,
       [] {
         std::vector<Act> acts{darren(0.1, 2.0, 2), motus(0.2, 2.0, 9), lingjing(0.3, 2.0),
                               mdof(0.05, "9 0 0 999 0 0 0"), mdof(0.06, "9 0 0 0 80 0 0")};
         for (Act& act : acts)
           for (double& value : act.wave.amplitude) value *= 20.0;
         return acts;
       }},
      {"pause-and-stop", Id::hardship_pause_and_stop,
       [] {
         return std::vector{mdof(0.0, "9 0 0 20 0 0 0"), mdof(0.4, "5", 2), mdof(0.9, "4", 2),
                            mdof(1.5, "22")};
       }},
      {"pause-and-resume", Id::hardship_pause_and_resume,
       [] {
         return std::vector{mdof(0.0, "9 0 0 20 0 0 0"), mdof(0.4, "5", 2), mdof(0.9, "6", 2),
                            mdof(1.5, "22")};
       }},
      {"kill", Id::hardship_kill, [] { return talk({happens(Kind::kill, 0.8)}); }},
      {"kill-in-write", Id::hardship_kill_in_write,
       [] {
         return std::vector{happens(Kind::power_loss, 0.0, 0.0, 9),
                            tool(0.1, 2, 1),
                            tool(0.2, 2, 0),
                            tool(0.5, 4, 1),
                            tool(0.7, 4, 0),
                            tool(0.9, 3, 1),
                            tool(1.2, 3, 0)};
       }},
      {"terminate", Id::hardship_terminate, [] { return talk({happens(Kind::terminate, 0.8)}); }},
      {"disk-full", Id::hardship_disk_full,
       [] {
         return talk({happens(Kind::disk_full, 0.0, 3.0), tool(0.1, 3, 1), tool(0.4, 3, 0), tool(0.5, 1, 1),
                      tool(0.8, 1, 0)});
       }},
      {"stall", Id::hardship_stall, [] { return talk({happens(Kind::freeze, 1.0, 0.7)}); }},
      {"calibration", Id::hardship_calibration,
       [] {
         std::vector<Act> acts;
         for (int group = 1; group <= 4; ++group) {
           acts.push_back(tool(0.3 * group, group, 1));
           acts.push_back(tool(0.3 * group + 0.1, group, 0));
           acts.push_back(tool(1.5 + 0.3 * group, group, 2));
         }
         return acts;
       }},
  };
  return list;
}

const std::vector<Setting>& all_settings() {
  static const std::vector<Setting> list{
      {"powered_up", Initial::powered_up, [] { return std::vector<Act>{}; }, 0.2},
      {"zeroing", Initial::powered_up, [] { return std::vector{console(0.1, "zero")}; }, 0.6},
      {"origin", Initial::origin, [] { return std::vector<Act>{}; }, 0.2},
      {"ascending", Initial::origin, [] { return std::vector{console(0.1, "raise")}; }, 0.8},
      {"ready", Initial::neutral, [] { return std::vector<Act>{}; }, 0.2},
      {"running", Initial::neutral, [] { return std::vector{darren(0.1, 30.0, 2, 0)}; }, 1.0},
      {"moving", Initial::neutral,
       [] { return std::vector{mdof(0.1, "10 2 0 0 60 0 0 0 0 0 -60 0 0 0", 0)}; }, 0.7},
      {"to_neutral", Initial::neutral,
       [] {
         return std::vector{mdof(0.1, "9 0 0 80 0 0 0", 0), mdof(2.5, "7", 0)};
       },
       2.8},
      {"holding", Initial::neutral,
       [] {
         return std::vector{darren(0.1, 30.0, 2, 0), console(0.9, "hold")};
       },
       1.6},
      {"descending", Initial::neutral, [] { return std::vector{console(0.1, "lower")}; }, 0.8},
      {"manual", Initial::neutral, [] { return std::vector{motus(0.1, 30.0, 5, 0, 0)}; }, 0.5},
      {"fault", Initial::neutral,
       [] {
         return std::vector{console(0.1, "inject drive_fault:1"), console(0.4, "inject clear")};
       },
       0.6},
      {"emergency", Initial::neutral, [] { return std::vector{console(0.1, "estop")}; }, 0.4},
  };
  return list;
}

template <class List>
auto find_in(const List& list, std::string_view name) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const auto& row) { return row.name == name; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

std::span<const Hardship> hardships() { return all_hardships(); }
const Hardship* find_hardship(std::string_view name) { return find_in(all_hardships(), name); }
std::span<const Setting> settings() { return all_settings(); }
const Setting* find_setting(std::string_view name) { return find_in(all_settings(), name); }

Plan plan_of(const Hardship& hardship, const Setting& setting) {
  Plan plan;
  plan.seed = 1;
  plan.initial = setting.initial;
  plan.random = from_seconds(setting.there + kHardTime);
  plan.acts = setting.acts();
  for (Act& act : hardship.acts()) {
    act.at += from_seconds(setting.there);
    plan.acts.push_back(std::move(act));
  }
  std::stable_sort(plan.acts.begin(), plan.acts.end(),
                   [](const Act& a, const Act& b) { return a.at < b.at; });
  return plan;
}

}  // namespace hexad::stack
