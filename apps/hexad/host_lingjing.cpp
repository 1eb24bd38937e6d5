// `hexad host lingjing`: frames as they are, streams, moves with a time, films. One way: unless the
// controller was set up to send its pose back, nothing is known of what became of a frame but that somebody
// listens.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/host.hpp"
#include "hexad/host_stream.hpp"
#include "hexad/numbers.hpp"
#include "hexad/output.hpp"
#include "host/lingjing_client.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::cli {
namespace {

using namespace std::chrono_literals;
using host::LingjingClient;
using host::LingjingPose;
using Json = nlohmann::ordered_json;
namespace lingjing = protocols::lingjing;

/// The same one each time, so that one command after the other comes from one host: a second host is not
/// heard before the first has been silent for a second, and nobody would tell it.
constexpr int kUsualPort = 9801;
constexpr double kMoveSeconds = 2.0;
constexpr double kParkSeconds = 5.0;
constexpr double kFadeSeconds = 1.0;  ///< in which the waves of a stream die away
constexpr Duration kRefusal = 50ms;   ///< in which the network says that nobody listens
constexpr Duration kFeedbackShows = 300ms;

constexpr std::array<std::string_view, 5> kFilms{"play", "pause", "stop", "pre", "next"};

messages::Message pose_message(const LingjingPose& p) {
  return messages::say<messages::Id::lingjing_pose>(fixed(p.roll, 3), fixed(p.pitch, 3), fixed(p.yaw, 3),
                                                    fixed(p.x, 3), fixed(p.y, 3), fixed(p.z, 3));
}
std::string text_of(const LingjingPose& p) { return messages::to_text(pose_message(p)); }

Json json_of(const LingjingPose& p) {
  return {{"roll", p.roll}, {"pitch", p.pitch}, {"yaw", p.yaw}, {"x", p.x}, {"y", p.y}, {"z", p.z}};
}

/// From mm and degrees from neutral to the manual's left-handed frame.
LingjingPose in_its_frame(const AxisValues& axes, double neutral_mm) {
  const Pose pose = kXyzConvention.to_pose(to_si(axes), 0.0);
  const AxisValues v = kLingjingConvention.from_pose(pose, neutral_mm * kMillimetre);
  return {.roll = v[0] / kDegree,
          .pitch = v[1] / kDegree,
          .yaw = v[2] / kDegree,
          .x = v[3] / kMillimetre,
          .y = v[4] / kMillimetre,
          .z = v[5] / kMillimetre};
}

bool is_near(const LingjingPose& a, const LingjingPose& b) {
  const auto near = [](double x, double y, double within) { return std::abs(x - y) <= within; };
  return near(a.roll, b.roll, 0.05) && near(a.pitch, b.pitch, 0.05) && near(a.yaw, b.yaw, 0.05) &&
         near(a.x, b.x, 0.5) && near(a.y, b.y, 0.5) && near(a.z, b.z, 0.5);
}

class LingjingSpeaker {
 public:
  LingjingSpeaker(LingjingClient& client, const HostOptions& options) : client_{client}, options_{options} {}

  int say_word(const std::string& word);
  void summarise();

 private:
  int frame(const std::string& text);
  int move(const StreamShape& shape);
  int run(const StreamShape& shape);
  int run_legs();
  int watch();
  template <class Set>
  int stream(Set&& set, const std::optional<LingjingPose>& target);
  int sent();
  bool has_neutral();
  int usage(const messages::Message& what) {
    print_error(what);
    return kUsage;
  }
  int fail(const messages::Message& what) {
    print_error(what);
    return kFailed;
  }

  LingjingClient& client_;
  const HostOptions& options_;
  Interrupt interrupt_;
  host::Clock::time_point start_ = host::Clock::now();
};

/// After a single frame: the network may say that nobody is there.
int LingjingSpeaker::sent() {
  client_.poll(kRefusal);
  if (client_.take_unreachable()) return fail(message_of(host::nobody_there(client_.link())));
  return kDone;
}

int LingjingSpeaker::frame(const std::string& text) {
  const auto decoded = lingjing::decode(std::as_bytes(std::span{text}));
  wire::TextBuffer<320> described;
  if (decoded) lingjing::describe(*decoded, described.writer());
  const std::string words =
      decoded ? std::string{described.view()} : messages::to_text(lingjing::message_of(decoded.error()));
  if (!decoded) print_warning(messages::say<messages::Id::lingjing_sent_anyway>(words));
  client_.send_text(text);
  if (options_.json)
    say(Json{{"sent", text}, {"legal", static_cast<bool>(decoded)}, {"meaning", words}}.dump());
  else if (decoded)
    say(fmt::format("{}   {}", text, words));
  return sent();
}

bool LingjingSpeaker::has_neutral() {
  if (options_.neutral) return true;
  print_error(messages::Id::lingjing_neutral);
  return false;
}

int LingjingSpeaker::move(const StreamShape& shape) {
  if (!shape.has_pose || !shape.sines.empty()) return usage(messages::Id::lingjing_move_where);
  if (!has_neutral()) return kUsage;
  const LingjingPose pose = in_its_frame(shape.pose, *options_.neutral);
  const double seconds = options_.seconds.value_or(kMoveSeconds);
  client_.move(pose, from_seconds(seconds));
  if (!options_.json) say(spoken<messages::Id::lingjing_moves>(exact(seconds), pose_message(pose)));
  return sent();
}

int LingjingSpeaker::run(const StreamShape& shape) {
  if (!shape.any()) return usage(messages::Id::lingjing_run_what);
  if (!has_neutral()) return kUsage;
  const double neutral = *options_.neutral;
  std::optional<LingjingPose> target;
  if (!shape.moves()) target = in_its_frame(shape.pose, neutral);
  return stream([&](double t, double share) { client_.pose(in_its_frame(shape.axes_at(t, share), neutral)); },
                target);
}

int LingjingSpeaker::run_legs() {
  const auto legs = parse_numbers(options_.legs);
  if (!legs) return usage(messages::say<messages::Id::option_wrong>("--legs", legs.error()));
  if (!client_.legs(*legs)) return usage(messages::say<messages::Id::lingjing_legs_count>(legs->size()));
  return stream([](double, double) {}, std::nullopt);
}

/// The protocol has no stop: a stream ends with waves that die away and a target that stands. Silence keeps
/// it.
template <class Set>
int LingjingSpeaker::stream(Set&& set, const std::optional<LingjingPose>& target) {
  const auto begin = host::Clock::now();
  double ending = 0.0;  // s after the beginning; 0: not yet
  messages::Id why = messages::Id::why_interrupted;
  bool gone = false;
  for (;;) {
    const double t = to_seconds(host::Clock::now() - begin);
    const double share = ending > 0.0 ? std::max(0.0, 1.0 - (t - ending) / kFadeSeconds) : 1.0;
    set(t, share);
    client_.tick();
    // Whether nobody hears it or only for a moment: the waves die away all the same.
    if (client_.take_unreachable() && !gone) {
      gone = true;
      ending = std::max(t, 1e-6);
    }
    if (ending > 0.0) {
      if (t - ending > kFadeSeconds + 0.1 || interrupt_.count() > 1) break;
      continue;
    }
    const bool seen = client_.feedback() && client_.feedback_age() < kFeedbackShows;
    const bool arrived =
        seen && target && !options_.seconds && t > 0.3 && is_near(*client_.feedback(), *target);
    const bool over = options_.seconds && t >= *options_.seconds;
    if (interrupt_.count() == 0 && !arrived && !over) continue;
    why = arrived ? messages::Id::why_arrived : over ? messages::Id::why_time_is_up : why;
    ending = std::max(t, 1e-6);
  }
  if (gone) return fail(message_of(host::nobody_there(client_.link())));
  print_hint(messages::say<messages::Id::lingjing_stays>(why));
  return kDone;
}

int LingjingSpeaker::watch() {
  LiveLine live;
  const Duration period = from_seconds(1.0 / options_.rate.value_or(5.0));
  const Duration patience = from_seconds(options_.timeout.value_or(2.0));
  const auto begin = host::Clock::now();
  auto due = begin;
  for (auto heard = begin; interrupt_.count() == 0;) {
    if (client_.poll(20ms)) heard = host::Clock::now();
    const auto now = host::Clock::now();
    if (now - heard > patience) return fail(messages::Id::lingjing_no_pose);
    if (now < due || !client_.feedback()) continue;
    due = std::max(due + period, now);
    if (options_.json)
      say(json_of(*client_.feedback()).dump());
    else
      live.show(text_of(*client_.feedback()));
    if (options_.seconds && now - begin >= from_seconds(*options_.seconds)) break;
  }
  return kDone;
}

int LingjingSpeaker::say_word(const std::string& word) {
  if (word.starts_with('@')) return frame(word);
  if (const auto film = std::find(kFilms.begin(), kFilms.end(), word); film != kFilms.end()) {
    client_.film(static_cast<LingjingClient::Film>(film - kFilms.begin()));
    return sent();
  }
  if (word == "watch") return watch();
  if (word == "park") {
    client_.move({}, from_seconds(options_.seconds.value_or(kParkSeconds)));
    return sent();
  }
  if (word == "run" && !options_.legs.empty()) return run_legs();
  const auto shape = stream_shape(options_);
  if (!shape) return usage(shape.error());
  return word == "run" ? run(*shape) : move(*shape);
}

void LingjingSpeaker::summarise() {
  const host::LingjingCounters& seen = client_.counters();
  if (seen.sent < 10) return;  // nothing was streamed
  const double seconds = to_seconds(host::Clock::now() - start_);
  if (options_.json)
    return say(
        Json{{"sent", seen.sent}, {"late", seen.late}, {"seconds", seconds}, {"received", seen.received}}
            .dump());
  say(spoken<messages::Id::host_poses_back>(sent_in(seen.sent, seconds, seen.late), seen.received));
}

bool is_known(const std::string& word) {
  return word.starts_with('@') || word == "run" || word == "move" || word == "park" || word == "watch" ||
         std::find(kFilms.begin(), kFilms.end(), word) != kFilms.end();
}

/// The effect word of --relays; absent without one.
Result<std::optional<std::uint16_t>, messages::Message> relays_of(const std::string& text) {
  if (text.empty()) return std::optional<std::uint16_t>{};
  const bool digits =
      text.size() <= 4 && text.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
  const unsigned long value = digits ? std::stoul(text, nullptr, 16) : 0x10000;
  if (value > 0x0FFF) return Failure{messages::say<messages::Id::lingjing_relays>(text)};
  return std::optional{static_cast<std::uint16_t>(value)};
}

}  // namespace

int host_lingjing(const HostOptions& options, const net::Address& controller) {
  for (const std::string& word : options.commands) {
    if (is_known(word)) continue;
    print_error(messages::say<messages::Id::host_no_command>(
        "lingjing", word,
        "frames (@A6:0,0,0,0,0,100#), run, move, park, play, pause, stop, pre, next, watch"));
    return kUsage;
  }
  const auto relays = relays_of(options.relays);
  if (!relays) {
    print_error(relays.error());
    return kUsage;
  }
  host::LingjingSettings settings;
  settings.controller = controller;
  settings.local_port = static_cast<std::uint16_t>(options.local_port.value_or(kUsualPort));
  settings.rate_hz = options.commands.back() == "watch" ? 100.0 : options.rate.value_or(100.0);
  auto client = LingjingClient::open(settings);
  if (!client && !options.local_port) {
    settings.local_port = 0;
    client = LingjingClient::open(settings);
  }
  if (!client) {
    print_error(message_of(client.error()));
    return kFailed;
  }
  client->relays(*relays);
  LingjingSpeaker speaker{*client, options};
  int code = kDone;
  for (const std::string& word : options.commands) {
    code = speaker.say_word(word);
    if (code != kDone) break;
  }
  if (code != kUsage) speaker.summarise();
  return code;
}

}  // namespace hexad::cli
