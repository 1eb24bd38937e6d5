#include "hexad/drives.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <random>

#include "config/block_path.hpp"
#include "config/build_machine.hpp"
#include "drives/link/attach.h"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "os/signals.hpp"
#include "os/threads.hpp"
#include "plant/linked_drives.hpp"

namespace hexad::cli {
namespace {

using messages::Id;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

// In step with a program that is there but does not speak, ticks go on by the clock after this.
constexpr auto kPatience = 1s;
constexpr auto kLook = 50us;

std::int64_t nanoseconds(steady_clock::time_point time) { return time.time_since_epoch().count(); }

messages::Message why(hexad_attach_error error, const std::string& path) {
  switch (error) {
    case HEXAD_ATTACH_TAKEN:
      return messages::say<messages::Id::block_taken>(path);
    case HEXAD_ATTACH_DIFFERENT:
      return messages::say<messages::Id::block_other_version>(path);
    case HEXAD_ATTACH_NOT_OURS:
      return messages::say<messages::Id::block_no_block>(path);
    default:
      return messages::say<messages::Id::file_cannot_be_read>(path, messages::system_message(errno));
  }
}

/// When the next tick comes, and what goes wrong with it.
class Pace {
 public:
  Pace(const DrivesOptions& options, const hexad_attachment& attachment)
      : options_{options},
        attachment_{attachment},
        period_{static_cast<std::int64_t>(1e9 / options.rate)},
        random_{options.seed},
        next_{steady_clock::now()} {}

  double seconds() const { return 1e-9 * static_cast<double>(period_.count()); }
  bool mute() { return chance() < options_.lose; }

  /// The time the tick takes place at.
  std::int64_t wait() {
    if (options_.in_step && hexad_has_owner(&attachment_, HEXAD_SIDE_PROGRAM) && wait_for_command()) {
      // In step, but never faster than the clock: the program counts time by it.
      next_ = std::max(next_ + period_, steady_clock::now());
      os::sleep_until(next_);
      return std::min(nanoseconds(steady_clock::now()), command_time_ + period_.count());
    }
    next_ = std::max(next_ + period_, steady_clock::now() - 5 * period_);
    steady_clock::time_point wake = next_ + milliseconds(options_.late_ms * chance());
    if (options_.stall_every > 0.0 && chance() < seconds() / options_.stall_every)
      wake += milliseconds(options_.stall_ms * chance());
    os::sleep_until(wake);
    return nanoseconds(steady_clock::now());
  }

 private:
  double chance() { return std::uniform_real_distribution<double>{0.0, 1.0}(random_); }
  static std::chrono::nanoseconds milliseconds(double ms) {
    return std::chrono::nanoseconds{static_cast<std::int64_t>(1e6 * ms)};
  }
  bool wait_for_command() {
    const steady_clock::time_point end = steady_clock::now() + (waited_in_vain_ ? 0s : kPatience);
    while (__atomic_load_n(&attachment_.block->command.count, __ATOMIC_ACQUIRE) == counted_) {
      waited_in_vain_ = steady_clock::now() >= end;
      if (waited_in_vain_) return false;
      os::sleep_until(steady_clock::now() + kLook);
    }
    waited_in_vain_ = false;
    hexad_command command;
    if (hexad_read_command(attachment_.block, &command) == 0) return true;
    counted_ = command.count;
    command_time_ = command.time_ns;
    return true;
  }

  const DrivesOptions& options_;
  const hexad_attachment& attachment_;
  std::chrono::nanoseconds period_;
  std::mt19937_64 random_;
  steady_clock::time_point next_;
  std::uint64_t counted_ = 0;
  bool waited_in_vain_ = false;  ///< the program is stopped: by the clock, until it commands again
  std::int64_t command_time_ = 0;
};

/// Null where nothing was ever said.
nlohmann::ordered_json age_ms(std::int64_t now, std::int64_t then) {
  if (then == 0) return nullptr;
  return 1e-6 * static_cast<double>(now - then);
}

nlohmann::ordered_json as_json(const hexad_command& command, const hexad_feedback& feedback,
                               const hexad_attachment& attachment) {
  const auto is = [&](std::uint32_t flag) { return (feedback.flags & flag) != 0; };
  nlohmann::ordered_json legs = nlohmann::ordered_json::array();
  for (std::uint32_t i = 0; i < std::min<std::uint32_t>(command.legs, HEXAD_BLOCK_LEGS); ++i) {
    const hexad_leg_feedback& leg = feedback.leg[i];
    legs.push_back({{"command_mm", command.leg[i].position / kMillimetre},
                    {"position_mm", leg.position / kMillimetre},
                    {"velocity_mm_s", leg.velocity / kMillimetre},
                    {"enabled", (leg.flags & HEXAD_LEG_ENABLED) != 0},
                    {"brake_closed", (leg.flags & HEXAD_LEG_BRAKE_CLOSED) != 0},
                    {"homed", (leg.flags & HEXAD_LEG_HOMED) != 0},
                    {"error", leg.error}});
  }
  const std::int64_t now = nanoseconds(steady_clock::now());
  return {{"program", hexad_has_owner(&attachment, HEXAD_SIDE_PROGRAM) != 0},
          {"drives", hexad_has_owner(&attachment, HEXAD_SIDE_DRIVES) != 0},
          {"enable", (command.flags & HEXAD_COMMAND_ENABLE) != 0},
          {"command_age_ms", age_ms(now, command.time_ns)},
          {"feedback_age_ms", age_ms(now, feedback.time_ns)},
          {"setpoint_age_ms", 1e-6 * static_cast<double>(feedback.command_age_ns)},
          {"simulated", is(HEXAD_FEEDBACK_SIMULATED)},
          {"lost", is(HEXAD_FEEDBACK_LOST)},
          {"emergency", is(HEXAD_FEEDBACK_EMERGENCY)},
          {"torque_off", is(HEXAD_FEEDBACK_STO)},
          {"ticks", feedback.count},
          {"bridged", feedback.bridged},
          {"rejected", feedback.rejected},
          {"losses", feedback.losses},
          {"legs", legs}};
}

void print_block(const std::string& path, const nlohmann::ordered_json& seen) {
  const auto yes = [&](const char* key) { return seen.at(key).get<bool>() ? Id::yes : Id::no; };
  print(spoken<Id::drives_sides>(path, yes("program"), yes("drives"), yes("simulated")) + '\n');
  print(spoken<Id::drives_flags>(yes("enable"), yes("lost"), yes("emergency"), yes("torque_off")) + '\n');
  print(spoken<Id::drives_ages>(
            fmt::format("{:.3f}", seen.at("setpoint_age_ms").get<double>()),
            seen.at("feedback_age_ms").is_null() ? "–"
                                                 : fixed(seen.at("feedback_age_ms").get<double>(), 3) + " ms",
            seen.at("ticks").get<std::uint64_t>(), seen.at("bridged").get<std::uint64_t>(),
            seen.at("rejected").get<std::uint64_t>(), seen.at("losses").get<std::uint64_t>()) +
        '\n');
  Table table{headings(Id::head_drives)};
  int number = 0;
  for (const auto& leg : seen.at("legs"))
    table.add({std::to_string(++number), fixed(leg.at("command_mm"), 3), fixed(leg.at("position_mm"), 3),
               fixed(leg.at("velocity_mm_s"), 1),
               messages::to_text(leg.at("enabled").get<bool>() ? Id::yes : Id::no),
               messages::to_text(leg.at("brake_closed").get<bool>() ? Id::brake_closed : Id::brake_open),
               messages::to_text(leg.at("homed").get<bool>() ? Id::yes : Id::no),
               std::to_string(leg.at("error").get<std::uint32_t>())});
  print(table.text());
}

LoadedPlatform loaded_by(const DrivesOptions& options) {
  Sources sources{.platform = options.platform, .config = options.config};
  for (const std::string& assignment : options.set) sources.set.emplace_back(assignment);
  return load_platform(sources);
}

/// The block of `--block`, or of the platform's own name.
std::string path_of(const DrivesOptions& options, const LoadedPlatform& loaded) {
  DrivesSettings settings = loaded.config.drives;
  if (!options.block.empty()) settings.block = options.block;
  return block_path(settings, loaded.machine->name);
}

}  // namespace

std::string mistakes_text() {
  std::string text;
  for (const plant::MistakeInfo& info : plant::mistakes())
    text += fmt::format("  {:<22}{}\n",
                        fmt::format("{}:LEG{}{}", info.name, info.value.empty() ? "" : ":", info.value),
                        messages::to_text(info.text));
  return text;
}

int simulate_drives(const DrivesOptions& options) {
  const LoadedPlatform loaded = loaded_by(options);
  print_problems(loaded.problems);
  if (!loaded.machine) return kFailed;
  const std::string path = path_of(options, loaded);
  Signals signals;
  hexad_attachment attachment{nullptr, -1};
  if (const auto error = hexad_attach(path.c_str(), HEXAD_SIDE_DRIVES, &attachment);
      error != HEXAD_ATTACHED) {
    print_error(why(error, path));
    return kFailed;
  }
  plant::Settings settings = plant::settings_for(*loaded.machine);
  settings.enable_delay = options.enable_delay;
  settings.brake_delay = options.brake_delay;
  settings.seed = options.seed;
  for (const std::string& text : options.mistakes)
    if (!plant::parse_mistake(text, settings.mistakes)) {
      print_error(messages::say<messages::Id::drives_no_mistake>(text));
      return kUsage;
    }
  plant::LinkedDrives drives{*loaded.machine, settings, *attachment.block};
  print(spoken<Id::drives_of>(loaded.machine->name, path, fmt::format("{:g}", options.rate)) + "\nready\n");
  std::fflush(stdout);
  Pace pace{options, attachment};
  while (signals.take() == 0) {
    const std::int64_t now = pace.wait();
    drives.step(now, pace.seconds(), pace.mute());
    hexad_servo_tick(attachment.block);
  }
  hexad_detach(&attachment);
  return kDone;
}

int show_drives(const DrivesOptions& options) {
  const LoadedPlatform loaded = loaded_by(options);
  if (!loaded.machine) {
    print_problems(loaded.problems);
    return kFailed;
  }
  const std::string path = path_of(options, loaded);
  hexad_attachment attachment{nullptr, -1};
  if (const auto error = hexad_look(path.c_str(), &attachment); error != HEXAD_ATTACHED) {
    print_error(why(error, path));
    print_hint(messages::Id::block_when);
    return kFailed;
  }
  hexad_command command{};
  hexad_feedback feedback{};
  const bool whole = hexad_read_command(attachment.block, &command) != 0 &&
                     hexad_read_feedback(attachment.block, &feedback) != 0;
  const nlohmann::ordered_json seen = as_json(command, feedback, attachment);
  hexad_detach(&attachment);
  if (!whole) {
    print_error(messages::say<messages::Id::block_busy>(path));
    return kFailed;
  }
  options.json ? print(seen.dump() + '\n') : print_block(path, seen);
  return kDone;
}

}  // namespace hexad::cli
