#include "engine/sessions/session_channel.hpp"

#include <algorithm>
#include <array>

#include "capture/reading.hpp"
#include "messages/say.hpp"
#include "motion/program/formula.hpp"

namespace hexad::inline engine {
namespace {

using namespace std::chrono_literals;

// Lines of explanation a second and protocol: a flood from a thousand ports is no flood in the log.
constexpr int kMostExplained = 10;
constexpr std::uint64_t kLookedAt = 5;  // datagrams of a host that are looked at for another protocol's

/// What a reason is counted under.
constexpr std::string_view name_of_drop(messages::Id reason) { return messages::row_of(reason).english; }

/// Why the core need not be asked at all; nothing = it has to be. Texts are short enough to be read here;
/// what only a worker can tell (files, whole paths) is told by the worker.
messages::Message unreadable(const Order& order, const Machine& machine) {
  const auto* formulas = std::get_if<FormulaOrder>(&order);
  if (formulas == nullptr) return {};
  const auto parsed = motion::Formula::parse(machine, formulas->axes, kEndless, ProgramKind::formula);
  return parsed ? messages::Message{} : motion::message_of(parsed.error());
}

}  // namespace

SessionChannel::SessionChannel(ProtocolId protocol, std::size_t slot, std::unique_ptr<Session> session,
                               Transport& transport, LineContext& context)
    : protocol_{protocol},
      slot_{slot},
      session_{std::move(session)},
      transport_{transport},
      context_{context} {}

void SessionChannel::receive(const Datagram& datagram, TimePoint wall_arrival) {
  arrival_ = datagram.arrival;
  peer_ = datagram.peer;
  hosts_.at(datagram.peer).heard(wall_arrival);
  verdict_ = {};
  age_ = context_.now.platform - datagram.arrival;
  receiving_ = true;
  session_->receive(datagram, *this);
  receiving_ = false;
  age_ = {};
  look_for_strays(datagram);
  for (const messages::Message& message : unsaid_) explain(datagram.peer, message);
  unsaid_.clear();
  if (context_.tap == nullptr) return;
  const Endpoint& driver = telemetry().driver;
  const bool shared = driver.address == 0 && driver.port == 0;  // all hosts of a protocol drive together
  if (driver && (datagram.peer == driver || (shared && driver.protocol == protocol_)))
    context_.tap->driver_heard(wall_arrival);
  context_.tap->passed(datagram.peer, TappedPacket::Way::in, wall_arrival, datagram.bytes, verdict_);
}

/// Who sends frames of another protocol is told where that one listens, and needs no lesson in this one.
/// Looked at while a host is new, or is not understood.
void SessionChannel::look_for_strays(const Datagram& datagram) {
  Host& host = hosts_.at(datagram.peer);
  const bool looks = host.received() <= kLookedAt || (!verdict_.empty() && host.drops().total() <= kLookedAt);
  const auto own = looks ? capture::protocol_of(session_->name()) : std::nullopt;
  const auto other = own ? capture::other_than(*own, datagram.bytes) : std::nullopt;
  if (looks || unsaid_.empty()) host.set_stray(other.has_value());
  if (!host.is_stray()) return;
  unsaid_.clear();
  if (!other) return;
  const std::string_view name = capture::to_string(*other);
  const auto listens = std::find_if(context_.ports.begin(), context_.ports.end(),
                                    [&](const auto& port) { return port.first == name; });
  unsaid_.push_back(listens == context_.ports.end()
                        ? messages::say<messages::Id::told_closed_protocol>(name)
                        : messages::say<messages::Id::told_other_protocol>(name, listens->second));
}

void SessionChannel::send(const Endpoint& to, std::span<const std::byte> bytes) noexcept {
  transport_.send(to, bytes);
  if (context_.tap != nullptr) context_.tap->passed(to, TappedPacket::Way::out, context_.now.wall, bytes, {});
}

Tag SessionChannel::next_tag() noexcept { return ++context_.last_tag; }

/// Lifecycle rule 30: what has lain in a queue longer than the host may be silent is no news; after a stall
/// there are many of them, and the host that sent them may be gone. Stops are latches, and taken at any age.
bool SessionChannel::is_too_old(const Contract* contract) noexcept {
  if (contract == nullptr || contract->silence <= Duration::zero() || age_ <= contract->silence) return false;
  if (verdict_ != name_of_drop(messages::Id::drop_too_old)) dropped(peer_, messages::Id::drop_too_old);
  return true;
}

bool SessionChannel::request(const Request& request) noexcept {
  if (is_too_old(request.contract)) return false;
  if (context_.inbox.request(request)) return true;
  drops_.add(name_of_drop(messages::Id::drop_busy));
  return false;
}

bool SessionChannel::prepare(const Request& asked, const Order& order) noexcept {
  if (context_.jobs == nullptr || is_too_old(asked.contract)) return false;
  constexpr std::array kKinds{ProgramKind::path, ProgramKind::timed_path, ProgramKind::formula,
                              ProgramKind::file};
  // While something moves the core refuses without anybody having read the order, and what cannot be read
  // goes before what cannot be done now.
  if (telemetry().moving) {
    if (const messages::Message why = unreadable(order, machine())) {
      explain(asked.driver, why);
      Request refused = asked;
      refused.what = Reserve{ProgramKind::none};
      return request(refused);
    }
  }
  // The order goes first: what the core accepts must have somebody to prepare it.
  auto* job = new Job{asked, order};
  if (!context_.jobs->push(job)) {
    delete job;
    drops_.add(name_of_drop(messages::Id::drop_busy));
    return false;
  }
  Request reserve = asked;
  reserve.what = Reserve{kKinds[order.index()]};
  const bool asking = request(reserve);
  if (!asking) job->withdraw();
  if (context_.wake_worker != nullptr) context_.wake_worker->signal();
  return asking;
}

void SessionChannel::stream(const Request& request) noexcept {
  if (!is_too_old(request.contract)) context_.inbox.stream(slot_, request);
}

void SessionChannel::latch(Control control, const Endpoint& from, const Contract& contract) noexcept {
  const bool by_driver = from == telemetry().driver;
  context_.inbox.latch(slot_, control, by_driver,
                       {.from = from, .arrival = arrival_, .contract = &contract, .mark = 0});
}

void SessionChannel::dropped(const Endpoint& from, messages::Id reason) noexcept {
  verdict_ = name_of_drop(reason);
  drops_.add(verdict_);
  hosts_.at(from).dropped(verdict_);
}

void SessionChannel::explain(const Endpoint& to, const messages::Message& message) noexcept {
  if (receiving_ && to == peer_) return unsaid_.push_back(message);
  if (context_.now.wall - explained_since_ >= 1s) {
    explained_since_ = context_.now.wall;
    explained_ = 0;
  }
  if (explained_ == kMostExplained || !hosts_.at(to).tell(message)) return;
  ++explained_;
  context_.log.warn(messages::say<messages::Id::told>(context_.names.to_text(to), message));
}

}  // namespace hexad::inline engine
