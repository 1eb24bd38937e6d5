#include "host/motus_client.hpp"

#include "base/units.hpp"
#include "host/receive.hpp"
#include "host/words.hpp"

namespace hexad::host {
namespace {

namespace motus = protocols::motus;
using namespace std::chrono_literals;

constexpr Duration kStatusSilence = 1s;
constexpr int kStale = 3;  ///< statuses that may still be older than the command

}  // namespace

MotusClient::MotusClient(Link link, const MotusSettings& settings)
    : link_{std::move(link)},
      settings_{settings},
      pacer_{Pacer::Step{static_cast<std::int64_t>(1e9 / settings.rate_hz)}} {}

Result<MotusClient, Error> MotusClient::open(const MotusSettings& settings) {
  if (!(settings.rate_hz >= 0.1 && settings.rate_hz <= 10'000.0))
    return Failure{Error{Error::Kind::socket, "the rate of a stream must be 0.1 to 10000 Hz"}};
  auto link = Link::open({settings.controller, settings.local_port});
  if (!link) return Failure{link.error()};
  return MotusClient{std::move(*link), settings};
}

double MotusClient::millimetres() const noexcept { return motus::in_metres(settings_.unit) / kMillimetre; }

motus::Six MotusClient::on_the_wire(const MotusPose& pose, double mm) noexcept {
  return {static_cast<float>(pose.pitch),      static_cast<float>(pose.roll),
          static_cast<float>(pose.yaw),        static_cast<float>(pose.sway / mm),
          static_cast<float>(pose.surge / mm), static_cast<float>(pose.heave / mm)};
}

void MotusClient::begin(std::uint8_t cmd, std::uint8_t sub_cmd) noexcept {
  frame_ = {};
  frame_.cmd = cmd;
  frame_.sub_cmd = sub_cmd;
}

void MotusClient::command(Cmd command) noexcept { begin(static_cast<std::uint8_t>(command)); }
void MotusClient::idle() noexcept { begin(0); }

void MotusClient::follow(const MotusPose& pose) noexcept {
  command(Cmd::follow);
  frame_.dofs = on_the_wire(pose, millimetres());
}

void MotusClient::step(const MotusPose& target, const MotusPose& speed) noexcept {
  begin(static_cast<std::uint8_t>(Cmd::instruct), static_cast<std::uint8_t>(motus::SubCmd::step));
  frame_.position = on_the_wire(target, millimetres());
  // The dialect of 2020 has mm/s beside metres.
  frame_.speed = on_the_wire(speed, settings_.dialect == motus::Dialect::of_2020 ? 1.0 : millimetres());
}

void MotusClient::sine(const MotusSine& sine) noexcept {
  begin(static_cast<std::uint8_t>(Cmd::instruct), static_cast<std::uint8_t>(motus::SubCmd::sine));
  const auto& a = sine.amplitude;
  frame_.amplitude = on_the_wire({a[0], a[1], a[2], a[3], a[4], a[5]}, millimetres());
  for (std::size_t i = 0; i < 6; ++i) {
    frame_.frequency[i] = static_cast<float>(sine.frequency[i]);
    frame_.phase[i] = static_cast<float>(sine.phase[i]);
  }
}

void MotusClient::soft_stop() noexcept {
  begin(static_cast<std::uint8_t>(Cmd::instruct), static_cast<std::uint8_t>(motus::SubCmd::soft_stop));
}

void MotusClient::script(std::uint8_t number) noexcept {
  command(Cmd::script);
  frame_.file = number;
}

void MotusClient::jog(std::uint8_t legs, std::int16_t speed) noexcept {
  command(Cmd::manual);
  frame_.legs = legs;
  frame_.jog_speed = speed;
}

void MotusClient::send() {
  frame_.outputs = outputs_;
  said_ = frame_;
  frame_.time = static_cast<std::uint32_t>((Clock::now() - opened_) / 1ms);
  if (settings_.generation1.served)
    link_.send(motus::encode(motus::to_generation1(frame_, settings_.generation1)));
  else
    link_.send(motus::encode(frame_, settings_.dialect));
  frame_.time = 0;
  ++counters_.sent;
}

void MotusClient::tick() {
  // A controller that is being restarted refuses for a while: the stream goes on, waits end by its silence.
  (void)receive_until(link_, pacer_.next(Clock::now()), [this](const auto& bytes) { take(bytes); });
  frame_.outputs = outputs_;
  if (!settings_.once || said_ != frame_) send();
  pacer_.sent(Clock::now());
  counters_.late = pacer_.missed();
}

bool MotusClient::poll(Duration timeout) {
  return receive_newest(link_, timeout, counters_.received, [this](const auto& bytes) { take(bytes); });
}

void MotusClient::take(std::span<const std::byte> bytes) {
  if (settings_.generation1.served) {
    const auto old = motus::decode_status1(bytes);
    if (!old) return void(++counters_.foreign);
    status_ = motus::to_present(*old, settings_.generation1);
  } else {
    const auto status = motus::decode_status(bytes);
    if (!status) return void(++counters_.foreign);
    status_ = *status;
  }
  ++counters_.received;
  status_time_ = Clock::now();
}

MotusPose MotusClient::pose() const noexcept {
  if (!status_) return {};
  const auto at = [this](std::size_t i) { return static_cast<double>(status_->pose[i]); };
  const double mm = millimetres();
  return {at(0), at(1), at(2), at(3) * mm, at(4) * mm, at(5) * mm};
}

Duration MotusClient::status_age() const noexcept {
  return status_ ? Duration{Clock::now() - status_time_} : Duration::max();
}

Error MotusClient::gone_or_silent() {
  return {Error::Kind::timed_out,
          "no status from " + net::to_text(link_.controller()) +
              ". Is the controller running, and does its list of hosts allow this machine?"};
}

Result<MotusClient::Status, Error> MotusClient::wait_for_status(Duration timeout) {
  const std::uint64_t before = counters_.received;
  const Clock::time_point until = Clock::now() + timeout;
  do {
    tick();
    if (counters_.received != before && status_) return *status_;
  } while (Clock::now() < until);
  return Failure{gone_or_silent()};
}

Result<MotusClient::Status, Error> MotusClient::wait_for(DofStatus wanted, Duration timeout) {
  const auto text_of = [](DofStatus state) { return std::string{motus_state_words(state)}; };
  const Clock::time_point until = Clock::now() + timeout;
  // A status from before the command was sent says nothing about it.
  const std::uint64_t first = counters_.received + kStale;
  for (Clock::time_point heard = Clock::now();;) {
    const std::uint64_t before = counters_.received;
    tick();
    const Clock::time_point now = Clock::now();
    if (counters_.received != before) heard = now;
    if (status_ && counters_.received != before && counters_.received > first) {
      if (status_->state == wanted) return *status_;
      if (status_->state == DofStatus::stopped)
        return Failure{
            Error{Error::Kind::refused,
                  "the platform is in " + text_of(status_->state) +
                      ". Remove the cause and reset it at the platform: motus has no command for that"}};
    }
    if (now - heard >= kStatusSilence) return Failure{gone_or_silent()};
    if (now < until) continue;
    const std::string seen = status_ ? text_of(status_->state) : "not known";
    return Failure{Error{Error::Kind::timed_out,
                         "the platform is not \"" + text_of(wanted) + "\" in time; it is \"" + seen + "\""}};
  }
}

}  // namespace hexad::host
