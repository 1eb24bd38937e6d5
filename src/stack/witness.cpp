#include "stack/witness.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "drill/one_of.hpp"
#include "words/own_endpoints.hpp"

namespace hexad::stack {
namespace {

constexpr ProtocolId kMdof = 1;
constexpr ProtocolId kDarren = 2;
constexpr ProtocolId kLingjing = 3;
constexpr ProtocolId kMotus = 4;
constexpr ProtocolId kCsfi = 5;

constexpr Duration kPeriod = std::chrono::milliseconds{1};
/// Where status flows before anybody has spoken (darren decision 3).
constexpr std::uint32_t kLoopback = 0x7F000001;

bool is_host(const Endpoint& endpoint) { return endpoint.protocol >= kMdof && endpoint.protocol <= kCsfi; }

bool speaks_in_words(const Endpoint& endpoint) {
  return endpoint.protocol == kDarren || endpoint.protocol == kMotus;
}

}  // namespace

void Witness::begin(const Seen& seen) {
  if (observer_ != nullptr)
    for (drill::Violation& violation : observer_->violations()) before_.push_back(std::move(violation));
  seen_ = seen;
  observer_ =
      std::make_unique<drill::Observer>(*seen_.machine, kPeriod, drill::Rules{seen.idle_return, false});
  if (now_.tick != 0) observer_->go_on_from(now_);
}

void Witness::end() {
  ledger_.forget();
  consoles_.forget();
  hosts_.clear();
  expected_.clear();
  tags_.clear();
  now_ = last_ = {};
  darren_spoke_ = exit_complete_ = false;
  silent_ticks_ = 0;
}

std::vector<drill::Violation> Witness::violations() const {
  std::vector<drill::Violation> all = before_;
  if (observer_ != nullptr)
    for (drill::Violation& violation : observer_->violations()) all.push_back(std::move(violation));
  for (drill::Violation& violation : report_.violations()) all.push_back(std::move(violation));
  return all;
}

void Witness::arrived(const Endpoint& from, std::span<const std::byte> bytes) {
  (void)host(from);
  switch (from.protocol) {
    case kMdof: {
      (void)host({kMdof, 0, 0});  // all its clients are one driver
      ledger_.arrived(from, bytes);
      const auto request = protocols::mdof::decode(bytes);
      if (!request) return;
      if (request->command == protocols::mdof::Command::stop) expect(kMdof, Control::stop);
      if (request->command == protocols::mdof::Command::pause) expect(kMdof, Control::hold);
      return;
    }
    case kDarren:
      return heard_darren(from, bytes);
    case kLingjing:
      return heard_lingjing(from, bytes);
    case kMotus:
      return heard_motus(from, bytes);
    case kCsfi:
      return heard_csfi(bytes);
    default:
      return;
  }
}

void Witness::left(const Endpoint& to, std::span<const std::byte> bytes) noexcept {
  const bool configured = to.protocol == kDarren && to.address == kLoopback;
  if (!configured && hosts_.find(to) == hosts_.end())
    report_(63, "{} bytes to somebody who has not spoken", bytes.size());
  switch (to.protocol) {
    case kMdof:
      return ledger_.left(to, bytes, now_, seen_.plain ? seen_.machine.get() : nullptr);
    case kDarren:
      return told_darren(to, bytes);
    case kMotus:
      return told_motus(to, bytes);
    case kCsfi:
      return told_csfi(bytes);
    default:
      return report_(63, "lingjing answers, and nobody has asked it to");
  }
}

/// Each conversation numbers its own requests; the observer knows one line of numbers.
Tag Witness::number(const Endpoint& driver, Tag tag) {
  if (tag == 0) return 0;
  const ProtocolId line = is_host(driver) ? kMdof : driver.protocol;
  Tag& own = tags_[{line, tag}];
  if (own == 0) own = ++last_tag_;
  return own;
}

const Outputs& Witness::numbered(const SeenTick& tick) {
  requests_.assign(tick.requests.begin(), tick.requests.end());
  for (Request& request : requests_) {
    request.tag = number(request.driver, request.tag);
    // What is a new act is judged by the datagrams (I55).
    const auto known = hosts_.find(request.driver);
    if (request.driver.protocol == kLingjing) request.act = 0;
    if (known != hosts_.end() && speaks_in_words(request.driver) && !known->second.several)
      request.act = static_cast<std::uint32_t>(known->second.word);
  }
  const bool none = std::none_of(tick.outputs.events.begin(), tick.outputs.events.end(),
                                 [](const Event& event) { return event.tag != 0; });
  if (none) return tick.outputs;
  numbered_ = tick.outputs;
  for (Event& event : numbered_.events) event.tag = number(event.driver, event.tag);
  return numbered_;
}

void Witness::saw(const SeenTick& tick) noexcept {
  last_ = now_;
  now_ = tick.outputs.telemetry;
  report_.begin_tick(++ticks_);
  const Outputs& outputs = numbered(tick);
  const plant::Injected& injected = seen_.drives->injected();
  bool healthy = true;
  for (const plant::InjectionInfo& info : plant::injections()) healthy = healthy && !injected.any(info.kind);
  const drill::Tick seen{tick.now, requests_, &tick.feedback, &outputs, &seen_.drives->true_extension(),
                         healthy,  0,         exit_complete_};
  observer_->observe(seen);
  if (look_) look_(seen);
  for (const Event& event : tick.outputs.events) {
    moves_ += std::holds_alternative<Transition>(event.news) ? 1U : 0U;
    faults_ += std::holds_alternative<FaultRaised>(event.news) ? 1U : 0U;
  }
  add(events_, outputs);
  add(setpoints_, outputs.setpoint);
  check_stops(tick.requests);
  check_requests(tick.requests);
  check_resumed(tick);
  check_alive();
  check_drives(tick);
  note_time_for_writes();
  ledger_.look(now_);
  consoles_.look(tick.requests, tick.now);
  silent_ticks_ = darren_spoke_ ? silent_ticks_ + 1 : 0;
  if (silent_ticks_ == 40) report_(26, "no status of darren for 40 ms");
}

/// I62: what stops is in the very tick that follows it, whatever else is going on.
void Witness::check_stops(std::span<const Request> requests) {
  for (const Expected& expected : std::exchange(expected_, {})) {
    const bool there = std::any_of(requests.begin(), requests.end(), [&](const Request& request) {
      const Control* const control = std::get_if<Control>(&request.what);
      return control != nullptr && *control == expected.control &&
             request.driver.protocol == expected.protocol;
    });
    if (!there) report_(62, "what stops has not reached the core (protocol {})", expected.protocol);
  }
}

/// I63, I64: what the core is asked for, somebody has said; and a streamed height is the one of a frame.
void Witness::check_requests(std::span<const Request> requests) {
  for (const Request& request : requests) {
    const Control* const control = std::get_if<Control>(&request.what);
    if (control != nullptr && *control == Control::resume) {
      resumed_ = now_.time;
      if (speaks_in_words(request.driver))
        report_(63, "the core is asked to resume in the name of a host that has no word for it");
    }
    if (std::holds_alternative<Give>(request.what)) resumed_ = now_.time;
    if (!is_host(request.driver)) continue;
    const auto known = hosts_.find(request.driver);
    if (known == hosts_.end()) {
      report_(63, "the core is asked in the name of somebody who has not spoken");
      continue;
    }
    const auto* const target = std::get_if<StreamTarget>(&request.what);
    if (target == nullptr || target->kind != StreamTarget::Kind::pose) continue;
    const auto& heaves = known->second.heaves;
    const bool said = std::any_of(heaves.begin(), heaves.end(), [&](const Heave& heave) {
      return std::abs(heave.z - target->pose.position.z()) <= 1e-6;
    });
    if (!said) report_(64, "a target {:.4f} m high, and no frame said so", target->pose.position.z());
  }
}

/// I65, lifecycle rule 5: after its host was lost, a motion goes on by what that protocol demands.
void Witness::check_resumed(const SeenTick& tick) {
  const bool lost = now_.host_lost || now_.hold == HoldBy::lost;
  if (lost && !last_.host_lost && last_.hold != HoldBy::lost) held_since_ = now_.time;
  for (const Event& event : tick.outputs.events) {
    const auto* const move = std::get_if<Transition>(&event.news);
    if (move == nullptr || move->from != State::holding || move->to != State::running) continue;
    if (last_.hold != HoldBy::lost || resumed_ >= held_since_ || now_.driver != last_.frozen_driver) continue;
    const auto known = hosts_.find(now_.driver);
    if (known == hosts_.end()) continue;
    const Host& driver = known->second;
    if (now_.driver.protocol == kDarren && driver.word_changed < held_since_)
      report_(65, "a lost darren host moves again, and its word has not changed");
    if (now_.driver.protocol == kMotus && driver.word_changed < held_since_ &&
        now_.time - driver.frames.front() > std::chrono::milliseconds{110})
      report_(65, "a lost motus host moves again by fewer than three frames in 100 ms");
  }
}

/// I69: what is really wrong with the drives is shown, and locked drives are off.
void Witness::check_drives(const SeenTick& tick) {
  using plant::Injection;
  const plant::Injected& injected = seen_.drives->injected();
  const bool silent = injected.any(Injection::link_lost) || injected.any(Injection::power_loss);
  const bool broken =
      silent || injected.any(Injection::drive_fault) || injected.any(Injection::over_temperature);
  const bool used = drill::one_of(now_.state, {State::ready, State::running, State::holding, State::ascending,
                                               State::descending, State::to_neutral});
  const bool open = injected.any(Injection::emergency_stop) && !silent;
  const bool emergency = now_.state == State::emergency;
  broken_ticks_ = broken && used ? broken_ticks_ + 1 : 0;
  chain_ticks_ = open && !emergency && now_.state != State::init ? chain_ticks_ + 1 : 0;
  locked_ticks_ = (emergency || now_.state == State::fault) && !silent ? locked_ticks_ + 1 : 0;
  if (broken_ticks_ == 300) report_(69, "a drive is broken for 0.3 s, and it is {}", to_string(now_.state));
  if (chain_ticks_ == 20) report_(69, "the e-stop chain is open, and it is {}", to_string(now_.state));
  const bool on = std::any_of(tick.feedback.legs.begin(), tick.feedback.legs.end(),
                              [](const LegFeedback& leg) { return leg.enabled; });
  if (locked_ticks_ == (emergency ? 100 : 1'500) && on)
    report_(69, "drives are on in {}", to_string(now_.state));
}

/// I15, I26: what nobody sends any more drives nothing, and every frame of motus has its answer.
void Witness::check_alive() {
  for (auto& [endpoint, host] : hosts_) {
    if (std::exchange(host.unanswered, 0) != 0) report_(26, "a frame of motus is not answered");
    host.heard = 0;
    host.several = false;
  }
  const auto known = hosts_.find(now_.driver);
  if (known == hosts_.end() || now_.state != last_.state) return;
  Host& driver = known->second;
  const Duration silence = now_.time - driver.frames.back();
  const bool follows = now_.state == State::running &&
                       (now_.program == ProgramKind::follow_pose || now_.program == ProgramKind::follow_legs);
  if (now_.state != State::running) driver.watched = false;
  if (driver.watched && follows && silence > std::chrono::milliseconds{250} && !now_.host_lost) {
    report_(15, "a darren host is silent for {:.3f} s and still drives", to_seconds(silence));
    driver.watched = false;
  }
  if (now_.state == State::manual && now_.driver.protocol == kMotus &&
      silence > std::chrono::milliseconds{200} && now_.setpoint.velocity.cwiseAbs().maxCoeff() > 1e-3)
    report_(15, "legs move by hand, and the host is silent for {:.3f} s", to_seconds(silence));
}

}  // namespace hexad::stack
