// `hexad host forza` and its like: plays a game or simulator that sends what its vehicle does. One way: such
// a game neither asks nor hears; whether the platform follows is for the operator to say.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "analysis/manoeuvre.hpp"
#include "config/load.hpp"
#include "config/presets.hpp"
#include "engine/sessions/telemetry_source_of.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/host.hpp"
#include "hexad/output.hpp"
#include "host/pacer.hpp"
#include "host/receive.hpp"
#include "messages/say.hpp"
#include "model/pose.hpp"

namespace hexad::cli {
namespace {

using analysis::Manoeuvre;
using protocols::TelemetrySource;
using protocols::VehicleSample;
using Json = nlohmann::ordered_json;

/// The same one each time: what was given to it counts for the next call, if that comes within a second.
constexpr int kUsualPort = 9751;
constexpr double kUsualRate = 60.0;
constexpr double kUsualSeconds = 5.0;  // of rest, menu, freeze
constexpr double kTremble = 1e-3;      // m/s²
constexpr std::array<std::string_view, 4> kWords{"play", "rest", "menu", "freeze"};

class Game {
 public:
  Game(const TelemetrySource& source, host::Link link, const Manoeuvre* manoeuvre, const HostOptions& options)
      : source_{source},
        link_{std::move(link)},
        manoeuvre_{manoeuvre},
        options_{options},
        rate_{options.rate.value_or(kUsualRate)},
        pacer_{host::Pacer::Step{static_cast<std::int64_t>(1e9 / rate_)}} {}

  int say_word(const std::string& word);
  void summarise() const;

 private:
  VehicleSample sample_of(const VehicleInput& input) const {
    const VehicleMotion motion =
        cueing::from_input(manoeuvre_->says().value_or(cueing::InputKind::acceleration), input);
    VehicleSample sample;
    sample.rate = motion.rate;
    sample.acceleration = motion.acceleration;
    return sample;
  }
  VehicleSample strongest() const {
    VehicleSample found;
    for (const Manoeuvre::Row& row : manoeuvre_->rows())
      if (const VehicleSample now = sample_of(row.input);
          now.acceleration.norm() + now.rate.norm() > found.acceleration.norm() + found.rate.norm())
        found = now;
    return found;
  }
  bool tick(VehicleSample sample);

  const TelemetrySource& source_;
  host::Link link_;
  const Manoeuvre* manoeuvre_;
  const HostOptions& options_;
  double rate_;
  host::Pacer pacer_;
  Interrupt interrupt_;
  Quat attitude_ = Quat::Identity();
  host::Clock::time_point begin_ = host::Clock::now();
  std::uint64_t sent_ = 0;
};

/// False when the network says that nobody listens.
bool Game::tick(VehicleSample sample) {
  const bool nobody = host::receive_until(link_, pacer_.next(host::Clock::now()), [](const auto&) {});
  const auto now = host::Clock::now();
  sample.time = to_seconds(now - begin_);
  attitude_ = (attitude_ * from_rotation_vector(sample.rate / rate_)).normalized();
  sample.attitude = attitude_;
  std::array<std::byte, TelemetrySource::kLargest> bytes{};
  if (const std::size_t size = source_.encode(sample, bytes)) {
    link_.send(std::span{bytes}.first(size));
    ++sent_;
  }
  pacer_.sent(now);
  return !nobody;
}

int Game::say_word(const std::string& word) {
  const double length =
      options_.seconds.value_or(word == "play" ? manoeuvre_->end() - manoeuvre_->begin() : kUsualSeconds);
  if (!options_.json) say(spoken<messages::Id::game_says>(source_.name(), word, fixed(length, 1)));
  const VehicleSample frozen = word == "freeze" ? strongest() : VehicleSample{};
  for (const auto start = host::Clock::now(); interrupt_.count() == 0;) {
    const double t = to_seconds(host::Clock::now() - start);
    if (t >= length) return kDone;
    VehicleSample sample = frozen;
    if (word == "play") {
      sample = sample_of(manoeuvre_->at(manoeuvre_->begin() + t));
      // No two packets of a game are alike; a file's plateau is, and would count as frozen.
      sample.acceleration.z() += kTremble * std::sin(7.0 * t);
    }
    sample.active = word != "menu";
    if (tick(sample)) continue;
    print_error(message_of(host::nobody_there(link_)));
    return kFailed;
  }
  return kDone;
}

void Game::summarise() const {
  const double seconds = std::max(to_seconds(host::Clock::now() - begin_), 1e-3);
  if (options_.json)
    return say(Json{{"source", source_.name()}, {"sent", sent_}, {"seconds", seconds}}.dump());
  say(spoken<messages::Id::game_sent>(sent_, fixed(seconds, 2),
                                      fixed(static_cast<double>(sent_) / seconds, 1)));
}

/// As it is typed, or one of those that come with the program.
Result<Manoeuvre, messages::Message> find_manoeuvre(const std::string& name) {
  std::error_code none;
  if (!std::filesystem::exists(name, none) && name.find('/') == std::string::npos)
    if (const auto folder = hexad::shipped_manoeuvre_folder())
      if (const std::string shipped = *folder + "/" + name; std::filesystem::exists(shipped, none))
        return analysis::read_manoeuvre(shipped);
  return analysis::read_manoeuvre(name);
}

int usage(const messages::Message& what) {
  print_error(what);
  return kUsage;
}

}  // namespace

int host_telemetry(const HostOptions& options, const net::Address& controller) {
  const std::vector<std::string> words =
      options.commands.empty() ? std::vector<std::string>{"play"} : options.commands;
  bool needs_file = false;
  for (const std::string& word : words) {
    if (std::find(kWords.begin(), kWords.end(), word) == kWords.end())
      return usage(messages::say<messages::Id::game_words>(word, fmt::format("{}", fmt::join(kWords, ", "))));
    needs_file = needs_file || word == "play" || word == "freeze";
  }
  if (needs_file && options.manoeuvre.empty())
    return usage(messages::say<messages::Id::game_needs_manoeuvre>(options.protocol));
  Sources sources{.config = options.config};
  for (const std::string& assignment : options.set) sources.set.emplace_back(assignment);
  sources.set.emplace_back("telemetry.source=" + options.protocol);
  const Loaded loaded = load(sources);
  for (const Problem& problem : loaded.problems)
    if (problem.kind == Problem::Kind::error) print_error(as_told(in_words(problem)));
  if (!loaded.ok()) return kUsage;
  std::optional<Manoeuvre> manoeuvre;
  if (!options.manoeuvre.empty()) {
    auto read = find_manoeuvre(options.manoeuvre);
    if (!read) {
      print_error(read.error());
      return kFailed;
    }
    manoeuvre = std::move(*read);
  }
  host::LinkSettings settings{controller,
                              static_cast<std::uint16_t>(options.local_port.value_or(kUsualPort))};
  auto link = host::Link::open(settings);
  if (!link && !options.local_port) {
    settings.local_port = 0;
    link = host::Link::open(settings);
  }
  if (!link) {
    print_error(message_of(link.error()));
    return kFailed;
  }
  const auto source = telemetry_source_of(loaded.config.telemetry);
  Game game{*source, std::move(*link), manoeuvre ? &*manoeuvre : nullptr, options};
  int code = kDone;
  for (const std::string& word : words) {
    code = game.say_word(word);
    if (code != kDone) break;
  }
  game.summarise();
  return code;
}

}  // namespace hexad::cli
