#include "host/darren_client.hpp"

#include <algorithm>

#include "host/receive.hpp"
#include "host/words.hpp"

namespace hexad::host {
namespace {

namespace darren = protocols::darren;
using namespace std::chrono_literals;

constexpr Duration kSilence = 1s;
/// A larger step of the controller's sequence is a restart, not a loss.
constexpr std::uint32_t kMostLost = 1000;
constexpr std::uint32_t kReorderWindow = 32;

}  // namespace

DarrenClient::DarrenClient(Link link, const DarrenSettings& settings)
    : link_{std::move(link)},
      settings_{settings},
      pacer_{Pacer::Step{static_cast<std::int64_t>(1e9 / settings.rate_hz)}} {
  no_values();
}

Result<DarrenClient, Error> DarrenClient::open(const DarrenSettings& settings) {
  if (!(settings.rate_hz >= 0.1 && settings.rate_hz <= 10'000.0))
    return Failure{Error{Error::Kind::socket, "the rate of a stream must be 0.1 to 10000 Hz"}};
  auto link = Link::open({settings.controller, settings.local_port});
  if (!link) return Failure{link.error()};
  return DarrenClient{std::move(*link), settings};
}

void DarrenClient::values(darren::MessageId id, const std::array<double, 6>& values) noexcept {
  frame_.message_id = static_cast<std::uint32_t>(id);
  std::transform(values.begin(), values.end(), frame_.values.begin(),
                 [](double value) { return static_cast<float>(value); });
}

void DarrenClient::target(const DarrenPose& pose) noexcept {
  values(darren::MessageId::pose, {pose.pitch, pose.roll, pose.yaw, pose.sway, pose.surge, pose.heave});
}

void DarrenClient::actuators(const std::array<double, 6>& from_neutral) noexcept {
  values(darren::MessageId::actuators, from_neutral);
}

void DarrenClient::cue(const DarrenVehicle& motion) noexcept {
  values(darren::MessageId::cueing,
         {motion.pitch_rate, motion.roll_rate, motion.yaw_rate, motion.sway, motion.surge, motion.heave});
}

void DarrenClient::no_values() noexcept {
  frame_.message_id = settings_.idle_id;
  frame_.values = {};
}

void DarrenClient::send() {
  ++frame_.sequence;
  said_ = frame_;
  link_.send(darren::encode(frame_));
  ++counters_.sent;
}

void DarrenClient::tick() {
  // A controller that is being restarted refuses for a while: the stream goes on, waits end by its silence.
  (void)receive_until(link_, pacer_.next(Clock::now()), [this](const auto& bytes) { take(bytes); });
  if (!settings_.once || said_ != frame_) send();
  pacer_.sent(Clock::now());
  counters_.late = pacer_.missed();
}

bool DarrenClient::poll(Duration timeout) {
  return receive_newest(link_, timeout, counters_.received, [this](const auto& bytes) { take(bytes); });
}

void DarrenClient::take(std::span<const std::byte> bytes) {
  const auto answer = darren::decode_answer(bytes);
  if (!answer) {
    ++counters_.foreign;
    return;
  }
  if (const auto* reply = std::get_if<darren::Reply>(&*answer)) {
    (void)note_sequence(reply->sequence);
    reply_ = *reply;
    return;
  }
  ++counters_.received;
  const Status& status = std::get<Status>(*answer);
  if (!note_sequence(status.sequence)) return;
  status_ = status;
  status_time_ = Clock::now();
}

bool DarrenClient::note_sequence(std::uint32_t sequence) noexcept {
  const std::uint32_t ahead = sequence - newest_;  // wraps as the counter does
  const std::uint32_t behind = newest_ - sequence;
  if (has_sequence_ && behind >= 1 && behind <= kReorderWindow) {
    if (counters_.lost > 0) --counters_.lost;  // late, not lost
    return false;
  }
  if (has_sequence_ && ahead >= 2 && ahead <= kMostLost) counters_.lost += ahead - 1;
  has_sequence_ = true;
  newest_ = sequence;
  return true;
}

Duration DarrenClient::status_age() const noexcept {
  return status_ ? Duration{Clock::now() - status_time_} : Duration::max();
}

Error DarrenClient::gone_or_silent(Duration waited) {
  Error error = no_answer(link_, waited);
  error.text = "no status from " + net::to_text(link_.controller()) +
               ". Is the controller running, and does its list of hosts allow this machine?";
  return error;
}

Result<DarrenClient::Status, Error> DarrenClient::wait_for_status(Duration timeout) {
  const std::uint64_t before = counters_.received;
  const Clock::time_point until = Clock::now() + timeout;
  do {
    tick();
    if (counters_.received != before && status_) return *status_;
  } while (Clock::now() < until);
  return Failure{gone_or_silent(timeout)};
}

Result<DarrenClient::Status, Error> DarrenClient::wait_for(StatusWord wanted, Duration timeout) {
  const auto text_of = [](StatusWord state) { return std::string{darren_state_words(state)}; };
  const Clock::time_point until = Clock::now() + timeout;
  const auto locked = [](StatusWord state) {
    return state == StatusWord::fault || state == StatusWord::emergency;
  };
  // A status from before the word was sent says nothing about it.
  for (Clock::time_point heard = Clock::now();;) {
    const std::uint64_t before = counters_.received;
    tick();
    const Clock::time_point now = Clock::now();
    if (counters_.received != before) heard = now;
    if (status_ && counters_.received != before) {
      if (status_->state == wanted) return *status_;
      if (locked(status_->state) && static_cast<Word>(frame_.word) != Word::reset) {
        return Failure{Error{Error::Kind::refused, "the platform is in " + text_of(status_->state) + " (" +
                                                       hardware_code_words(static_cast<int>(status_->error)) +
                                                       "). Remove the cause, then reset"}};
      }
    }
    if (now - heard >= kSilence) return Failure{gone_or_silent(kSilence)};
    if (now < until) continue;
    const std::string seen = status_ ? text_of(status_->state) : "not known";
    std::string warnings = status_ ? darren_warning_words(status_->warnings) : "";
    if (!warnings.empty()) warnings = " (" + warnings + ")";
    return Failure{Error{Error::Kind::timed_out,
                         "the platform is not " + text_of(wanted) + " in time; it is " + seen + warnings}};
  }
}

Result<bool, Error> DarrenClient::handshake(darren::MessageId id, Duration timeout) {
  reply_.reset();
  const std::uint32_t before = std::exchange(frame_.message_id, static_cast<std::uint32_t>(id));
  send();
  frame_.message_id = before;
  const Clock::time_point until = Clock::now() + timeout;
  while (const auto bytes = link_.receive(until)) {
    take(*bytes);
    if (reply_) return reply_->acknowledged;
  }
  if (link_.take_unreachable()) return Failure{nobody_there(link_)};
  Error error = no_answer(link_, timeout);
  error.text += " Some controllers of this protocol do not know connect and disconnect, and need neither.";
  return Failure{error};
}

Result<bool, Error> DarrenClient::connect(Duration timeout) {
  return handshake(darren::MessageId::connect, timeout);
}

Result<bool, Error> DarrenClient::disconnect(Duration timeout) {
  return handshake(darren::MessageId::disconnect, timeout);
}

}  // namespace hexad::host
