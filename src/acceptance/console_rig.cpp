#include "acceptance/console_rig.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>

#include "messages/json.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"

namespace hexad::runtime::acceptance {
namespace {

using UnorderedJson = nlohmann::json;
using accept::Interrupted;
using words::Id;
using words::say;
using SteadyClock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr double kTelemetryRate = 120.0;  // the most the console sends
constexpr auto kPatience = 10s;           // without a frame
constexpr double kLongestOrder = 60.0;    // platform s; the longest takes ten

/// Null is what the console writes for a number that is none.
AxisValues axes_of(const UnorderedJson& list) {
  AxisValues values{};
  for (std::size_t i = 0; i < kAxes; ++i) values[i] = list.at(i).get<double>();
  return values;
}

Vec3 vector_of(const UnorderedJson& list) {
  return {list.at(0).get<double>(), list.at(1).get<double>(), list.at(2).get<double>()};
}

accept::Sample sample_of(const UnorderedJson& frame, std::size_t legs) {
  accept::Sample sample;
  sample.time = frame.at("time").get<double>();
  sample.path_time = frame.at("path_time").is_number() ? frame.at("path_time").get<double>() : 0.0;
  sample.pose = axes_of(frame.at("pose"));
  sample.commanded = axes_of(frame.at("commanded"));
  sample.velocity = axes_of(frame.at("velocity"));
  for (std::size_t leg = 0; leg < legs; ++leg) {
    sample.extension[leg] = frame.at("ext").at(leg).get<double>();
    sample.torque[leg] = frame.at("torque").at(leg).get<double>();
  }
  return sample;
}

/// A leg that stands off its setpoint keeps the platform from ever having arrived.
words::Message not_ended(const accept::Sample& sample) {
  double lengths = 0.0;
  double angles = 0.0;
  for (std::size_t i = 0; i < kAxes; ++i) {
    double& away = i < 3 ? lengths : angles;
    away = std::max(away, std::abs(sample.pose[i] - sample.commanded[i]));
  }
  return say<Id::accept_not_ended>(kLongestOrder, lengths * kMillimetre, angles * kDegree);
}

std::string text_or(const UnorderedJson& document, const char* key, const std::string& otherwise) {
  const auto found = document.find(key);
  return found != document.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

/// By the name of the refusal; in the words of the program that names another.
words::Message refusal_named(std::string_view name, const std::string& text) {
  for (std::size_t i = 0; i < kRefusals; ++i)
    if (to_string(static_cast<Refusal>(i)) == name) return id_of(static_cast<Refusal>(i));
  return say<Id::as_told>(text);
}

/// A message of another version of the program may be none of this one's: then as it told it.
words::Message message_in(const UnorderedJson& document, const std::string& text) {
  const auto found = document.find("message");
  const words::Message known = found == document.end() ? words::Message{} : words::from_json(*found);
  return known ? known : say<Id::as_told>(text);
}

/// What keeps an acceptance from beginning.
words::Message in_the_way(const UnorderedJson& status) {
  const std::string state = status.at("state");
  if (!status.at("fault").is_null())
    return say<Id::accept_has_fault>(
        message_in(status.at("fault"), text_or(status.at("fault"), "text", "?")));
  if (status.at("barred").get<bool>()) return Id::accept_barred;
  if (!status.at("driver").is_null()) return say<Id::accept_driven>(text_or(status, "driver", "somebody"));
  if (!status.at("zeroed").get<bool>()) return Id::accept_not_zeroed;
  if (state != "ready" && state != "origin") return say<Id::accept_wrong_state>(state);
  // At the bottom the one reason is that it is not raised: that is done here.
  if (state != "origin" && !status.at("why_not").is_null())
    return refusal_named(text_or(status, "why_code", ""), text_or(status, "why_not", "it may not move"));
  return {};
}

}  // namespace

RigStatus read_status(const std::string& json) {
  const UnorderedJson status = UnorderedJson::parse(json);
  const auto stops = status.find("stops");
  return {.state = status.at("state"),
          .platform = status.at("platform"),
          .version = status.at("version"),
          .simulated = status.at("simulated"),
          .speed = status.at("speed"),
          .stops = stops != status.end() && stops->is_number_unsigned()
                       ? std::optional{stops->get<std::uint64_t>()}
                       : std::nullopt,
          .in_the_way = in_the_way(status)};
}

accept::Facts read_facts(const std::string& machine_json) {
  const UnorderedJson machine = UnorderedJson::parse(machine_json);
  accept::Facts facts;
  facts.legs = std::min(machine.at("legs").get<std::size_t>(), kMaxLegs);
  const UnorderedJson& limits = machine.at("limits");
  facts.velocity = axes_of(limits.at("velocity"));
  facts.acceleration = axes_of(limits.at("acceleration"));
  facts.jerk = axes_of(limits.at("jerk"));
  for (std::size_t i = 0; i < kAxes; ++i) {
    const UnorderedJson& range = machine.at("ranges").at(i);
    facts.ranges[i] = {range.at(0).get<double>(), range.at(1).get<double>()};
  }
  facts.neutral = vector_of(machine.at("platform_neutral_mm"));
  for (std::size_t leg = 0; leg < facts.legs; ++leg) {
    facts.base[leg] = vector_of(machine.at("base_joints_mm").at(leg));
    facts.joint[leg] = vector_of(machine.at("platform_joints_mm").at(leg));
    facts.neutral_extension[leg] = machine.at("neutral_extension_mm").at(leg).get<double>();
  }
  return facts;
}

ConsoleRig::ConsoleRig(ConsoleTarget target, accept::Facts facts, const RigStatus& status, Around around)
    : target_{std::move(target)},
      facts_{std::move(facts)},
      speed_{status.speed},
      stops_{status.stops},
      around_{std::move(around)} {}

ConsoleRig::~ConsoleRig() { (void)end(); }

void ConsoleRig::open() {
  auto opened = web::SocketClient::open(
      {.address = net::to_text(target_.address.ip),
       .port = target_.address.port,
       .protocols = target_.token.empty() ? "hexad.v1" : "hexad.v1, token." + target_.token});
  if (!opened) {
    const std::string address = net::to_text(target_.address);
    throw Interrupted{opened.error().refused == 401   ? words::say<Id::accept_needs_token>(address)
                      : opened.error().refused == 503 ? words::say<Id::accept_too_many_clients>(address)
                                                      : words::say<Id::accept_no_websocket>(address)};
  }
  socket_.emplace(std::move(*opened));
  heard_ = SteadyClock::now();
  socket_->send(fmt::format(R"({{"type":"subscribe","telemetry_hz":{}}})", kTelemetryRate));
  while (!newest_) pump();
  first_time_ = newest_->time;
  frames_ = 0;
}

void ConsoleRig::take() {
  driving_ = true;  // from the moment it may have been heard
  try {
    order(R"("action":"take")");
  } catch (const accept::Refused&) {
    driving_ = false;  // what moves is not ours to stop
    throw;
  }
}

void ConsoleRig::act(const std::string& action) {
  order(fmt::format(R"("action":"{}","wait":true)", action));
}

void ConsoleRig::give() {
  giving_ = true;
  order(R"("action":"give")");
  driving_ = false;
}

accept::Move ConsoleRig::go(const AxisValues& pose, double speed_share) {
  AxisValues speed = facts_.velocity;
  for (double& value : speed) value *= speed_share;
  return order(fmt::format(R"("action":"go","pose":{},"speed":{},"wait":true)", UnorderedJson(pose).dump(),
                           UnorderedJson(speed).dump()));
}

accept::Record ConsoleRig::play(const std::array<std::string, kAxes>& formulas, double seconds) {
  return order(fmt::format(R"("action":"formula","formulas":{},"duration":{},"wait":true)",
                           UnorderedJson(formulas).dump(), seconds))
      .seen;
}

accept::Record ConsoleRig::stand(double seconds) {
  accept::Record record;
  const double end = newest_->time + seconds;
  recording_ = &record;
  try {
    while (newest_->time < end || record.empty()) pump();
  } catch (...) {
    recording_ = nullptr;
    throw;
  }
  recording_ = nullptr;
  return record;
}

void ConsoleRig::say(const words::Message& line) { around_.say(line); }

double ConsoleRig::time() const noexcept { return newest_ ? newest_->time : 0.0; }

double ConsoleRig::sample_rate() const noexcept {
  const double length = time() - first_time_;
  return length > 0.0 ? static_cast<double>(frames_) / length : 0.0;
}

accept::Move ConsoleRig::order(std::string order_json) {
  accept::Move move;
  move.seen.push_back(*newest_);
  const std::chrono::duration<double> since = SteadyClock::now() - heard_;
  move.ordered = newest_->time + since.count() * speed_;
  const int id = ++last_id_;
  reply_.reset();
  if (stops_) order_json += fmt::format(R"(,"unless_stopped":{})", *stops_);
  if (!socket_->send(fmt::format(R"({{"type":"order","id":{},{}}})", id, order_json)))
    throw Interrupted{Id::accept_hung_up};
  recording_ = &move.seen;
  try {
    while (!reply_ || reply_->id != id) {
      pump();
      if (!(newest_->time - move.ordered <= kLongestOrder)) throw Interrupted{not_ended(*newest_)};
    }
  } catch (...) {
    recording_ = nullptr;
    throw;
  }
  recording_ = nullptr;
  if (reply_->why.id == Id::stopped_meanwhile) throw Interrupted{reply_->why};
  if (reply_->result == "refused") throw accept::Refused{reply_->why};
  if (reply_->result != "done") throw Interrupted{words::say<Id::accept_bad_end>(reply_->why)};
  return move;
}

void ConsoleRig::pump() {
  if (const words::Message reason = around_.interrupted()) throw Interrupted{reason};
  if (const std::optional<std::string> text = socket_->receive(50ms)) return take_message(*text);
  if (socket_->closed()) throw Interrupted{Id::accept_hung_up};
  if (SteadyClock::now() - heard_ > kPatience) throw Interrupted{Id::accept_no_telemetry};
}

void ConsoleRig::take_message(const std::string& text) {
  const UnorderedJson message = UnorderedJson::parse(text, nullptr, false);
  const std::string type = message.is_object() ? text_or(message, "type", "") : "";
  try {
    if (type == "reply") {
      reply_ = Reply{message.at("id").get<int>(), message.at("result"),
                     message_in(message, text_or(message, "reason", ""))};
    } else if (type == "t") {
      heard_ = SteadyClock::now();
      if (driving_)
        watch({.state = message.at("state"),
               .barred = message.at("barred"),
               .ours = message.at("driver_is_operator"),
               .driver = text_or(message, "driver", ""),
               .fault =
                   message.at("fault").is_null()
                       ? words::Message{}
                       : message_in(message.at("fault"), text_or(message.at("fault"), "text", "a fault"))});
      accept::Sample sample = sample_of(message, facts_.legs);
      if (newest_ && !(sample.time > newest_->time)) return;
      ++frames_;
      newest_ = sample;
      if (recording_ != nullptr) recording_->push_back(std::move(sample));
    }
  } catch (const UnorderedJson::exception& error) {
    throw Interrupted{words::say<Id::accept_bad_frame>(error.what())};
  }
}

/// What others do to the platform ends the test.
void ConsoleRig::watch(const Seen& seen) {
  if (seen.fault) throw Interrupted{seen.fault};
  if (seen.state == "fault" || seen.state == "emergency")
    throw Interrupted{words::say<Id::accept_in_state>(seen.state)};
  if (seen.barred) throw Interrupted{Id::accept_stopped};
  if (seen.state == "holding") throw Interrupted{Id::accept_paused};
  if (!seen.ours && !seen.driver.empty()) throw Interrupted{words::say<Id::accept_taken>(seen.driver)};
  // A frame that was made before control was taken may come after it.
  if (!seen.ours && seen_driving_ && !giving_) throw Interrupted{Id::accept_control_lost};
  seen_driving_ = seen_driving_ || seen.ours;
}

words::Message ConsoleRig::end() noexcept {
  if (!driving_) return {};
  driving_ = false;
  try {
    if (around_.leaves()) return {};
    return ask_to_end();
  } catch (const std::exception& error) {
    return words::say<Id::accept_cannot_stop>(error.what());
  }
}

words::Message ConsoleRig::ask_to_end() {
  const auto status = [this] {
    const auto answer = console_get(target_, "/api/status");
    if (!answer) throw std::runtime_error{answer.error()};
    return UnorderedJson::parse(*answer);
  };
  const auto post = [this](const std::string& order) {
    if (around_.leaves()) throw Interrupted{Id::accept_program_ends};
    const auto answer = console_post(target_, "/api/ctl", order, 10s);
    if (!answer) throw std::runtime_error{answer.error()};
    return *answer;
  };
  constexpr Id kStays = Id::accept_stays_stopped;
  // Of all stops, ours is the one more that is expected.
  const auto others = [this](const UnorderedJson& seen, std::uint64_t own) {
    return stops_ && seen.at("stops").get<std::uint64_t>() != *stops_ + own;
  };
  UnorderedJson now = status();
  if (now.at("barred").get<bool>() || others(now, 0)) return kStays;
  const std::string state = now.at("state");
  const bool ours = text_or(now, "driver", "") == "operator";
  if (!ours) return words::say<Id::accept_no_longer_ours>(state);
  // Who stops between the last look and this order is not overruled either.
  const auto give = [&](std::uint64_t own) {
    const std::string given =
        post(stops_ ? fmt::format(R"({{"action":"give","unless_stopped":{}}})", *stops_ + own)
                    : std::string{R"({"action":"give"})"});
    return text_or(UnorderedJson::parse(given), "result", "") != "refused";
  };
  if (state == "fault" || state == "emergency") {
    if (!give(0)) return kStays;
    return words::say<Id::accept_given_back>(state);
  }
  post(R"({"action":"stop"})");
  const auto end = SteadyClock::now() + 30s;
  while ((now = status()).at("moving").get<bool>() && SteadyClock::now() < end)
    std::this_thread::sleep_for(20ms);
  if (now.at("moving").get<bool>()) return Id::accept_still_moves;
  if (others(now, 1) || !give(1)) return kStays;
  return Id::accept_stopped_there;
}

}  // namespace hexad::runtime::acceptance
