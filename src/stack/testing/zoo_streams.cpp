#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "base/units.hpp"
#include "protocols/darren/status.hpp"
#include "protocols/motus/status.hpp"
#include "stack/testing/tampered_session.hpp"
#include "stack/testing/zoo.hpp"

namespace hexad::stack {
namespace {

namespace darren = protocols::darren;
namespace motus = protocols::motus;

constexpr ProtocolId kDarren = 2;
constexpr ProtocolId kLingjing = 3;
constexpr ProtocolId kMotus = 4;

template <ProtocolId kOf>
void tamper_with(Seams& seams, Tampering (*make)()) {
  seams.session = [make](ProtocolId id, std::unique_ptr<Session> session) -> std::unique_ptr<Session> {
    if (id != kOf) return session;
    return std::make_unique<TamperedSession>(std::move(session), make());
  };
}

template <auto kChange>
Tampering darren_status() {
  Tampering tampering;
  tampering.send = [](SessionPort& port, const Endpoint& to, const Bytes& bytes) {
    const auto answer = darren::decode_answer(bytes);
    const auto* const status = answer ? std::get_if<darren::StatusFrame>(&*answer) : nullptr;
    if (status == nullptr) return port.send(to, bytes);
    darren::StatusFrame changed = *status;
    if (kChange(changed, port.telemetry())) port.send(to, darren::encode(changed));
  };
  return tampering;
}

template <auto kChange>
Tampering motus_status() {
  Tampering tampering;
  tampering.send = [](SessionPort& port, const Endpoint& to, const Bytes& bytes) {
    auto status = motus::decode_status(bytes);
    if (!status) return port.send(to, bytes);
    if (kChange(*status, port.telemetry())) port.send(to, motus::encode(*status));
  };
  return tampering;
}

template <auto kChange>
Tampering targets() {
  Tampering tampering;
  tampering.stream = [](SessionPort& port, Request request) {
    if (auto* const target = std::get_if<StreamTarget>(&request.what)) kChange(*target);
    port.stream(request);
  };
  return tampering;
}

Tampering emergency_of_the_driver_alone() {
  Tampering tampering;
  tampering.latch = [](SessionPort& port, Control control, const Endpoint& from, const Contract& contract) {
    if (control != Control::emergency || port.telemetry().driver == from) port.latch(control, from, contract);
  };
  return tampering;
}

/// What was streamed last is said again and again, whoever is still there.
Tampering goes_on_alone() {
  const auto last = std::make_shared<std::optional<Request>>();
  Tampering tampering;
  tampering.stream = [last](SessionPort& port, const Request& request) {
    *last = request;
    port.stream(request);
  };
  tampering.poll = [last](const Now& now, SessionPort& port) {
    if (!*last) return;
    (*last)->arrival = now.platform;
    port.stream(**last);
  };
  return tampering;
}

/// As if each frame asked for something new; `kArms`: and as if that were enough for this host.
template <bool kArms = false>
Tampering every_frame_is_an_act() {
  const auto acts = std::make_shared<std::uint32_t>(1000);
  const auto anew = [acts](Request request) {
    static std::map<const Contract*, Contract> promises;  // the core keeps pointers to them
    request.act = ++*acts;
    if (!kArms) return request;
    Contract& promise = promises.try_emplace(request.contract, *request.contract).first->second;
    promise.rearm_by_change = true;
    request.contract = &promise;
    return request;
  };
  Tampering tampering;
  tampering.request = [anew](SessionPort& port, const Request& request) {
    return port.request(anew(request));
  };
  tampering.stream = [anew](SessionPort& port, const Request& request) { port.stream(anew(request)); };
  return tampering;
}

/// A resume of its own as soon as a lost host is heard again.
Tampering resumes_by_itself() {
  const auto last = std::make_shared<TimePoint>();
  Tampering tampering;
  tampering.stream = [last](SessionPort& port, const Request& request) {
    if (port.telemetry().host_lost && port.telemetry().state == State::holding &&
        request.arrival - *last > std::chrono::milliseconds{200}) {
      Request resume = request;
      resume.tag = 0;
      resume.what = Control::resume;
      (void)port.request(resume);
    }
    *last = request.arrival;
    port.stream(request);
  };
  return tampering;
}

/// Everybody is taken for whoever spoke first.
Tampering one_host_for_all() {
  const auto first = std::make_shared<Endpoint>();
  Tampering tampering;
  tampering.receive = [first](Endpoint& from, Bytes&) {
    if (!*first) *first = from;
    from = *first;
  };
  return tampering;
}

}  // namespace

std::vector<Bug> bugs_of_streams() {
  const std::string part = "sessions";
  return {
      {part, "darren: an emergency counts only from who drives", 62,
       [](Seams& seams) { tamper_with<kDarren>(seams, emergency_of_the_driver_alone); }},
      {part, "motus: an emergency counts only from who drives", 62,
       [](Seams& seams) { tamper_with<kMotus>(seams, emergency_of_the_driver_alone); }},
      {part, "darren: a host that has gone is imitated", 15,
       [](Seams& seams) { tamper_with<kDarren>(seams, goes_on_alone); }},
      {part, "darren: each frame counts as a new word", 55,
       [](Seams& seams) { tamper_with<kDarren>(seams, every_frame_is_an_act<>); }},
      {part, "darren: a lost host resumes by any frame", 63,
       [](Seams& seams) { tamper_with<kDarren>(seams, resumes_by_itself); }},
      {part, "motus: a lost host resumes by any frame", 63,
       [](Seams& seams) { tamper_with<kMotus>(seams, resumes_by_itself); }},
      {part, "lingjing: what flowed through a stop counts", 55,
       [](Seams& seams) { tamper_with<kLingjing>(seams, every_frame_is_an_act<true>); }},
      {part, "darren: a second host's frames count as the first's", 64,
       [](Seams& seams) { tamper_with<kDarren>(seams, one_host_for_all); }},
      {part, "motus: a second host's frames count as the first's", 26,
       [](Seams& seams) { tamper_with<kMotus>(seams, one_host_for_all); }},
      {part, "lingjing: a second host's frames count as the first's", 64,
       [](Seams& seams) { tamper_with<kLingjing>(seams, one_host_for_all); }},
      {part, "darren: frames that were overtaken count", 64,
       [](Seams& seams) {
         tamper_with<kDarren>(seams, [] {
           const auto sequence = std::make_shared<std::uint32_t>(0);
           Tampering tampering;
           tampering.receive = [sequence](Endpoint&, Bytes& bytes) {
             auto frame = darren::decode(bytes);
             if (!frame) return;
             frame->sequence = ++*sequence;
             const auto changed = darren::encode(*frame);
             bytes.assign(changed.begin(), changed.end());
           };
           return tampering;
         });
       }},
      {part, "darren: millimetres are taken for metres", 64,
       [](Seams& seams) {
         tamper_with<kDarren>(seams, targets<[](StreamTarget& target) { target.pose.position *= 1e3; }>);
       }},
      {part, "darren: heave has the other sign", 64,
       [](Seams& seams) {
         tamper_with<kDarren>(seams, targets<[](StreamTarget& target) { target.pose.position.z() *= -1; }>);
       }},
      {part, "motus: metres are taken for millimetres", 64,
       [](Seams& seams) {
         tamper_with<kMotus>(seams, targets<[](StreamTarget& target) { target.pose.position *= 1e-3; }>);
       }},
      {part, "motus: surge and heave are swapped", 64,
       [](Seams& seams) {
         tamper_with<kMotus>(seams, targets<[](StreamTarget& target) {
                               std::swap(target.pose.position.y(), target.pose.position.z());
                             }>);
       }},
      {part, "lingjing: Z counts from neutral", 64,
       [](Seams& seams) {
         tamper_with<kLingjing>(seams, targets<[](StreamTarget& target) {
                                  if (target.kind == StreamTarget::Kind::pose)
                                    target.pose.position.z() += 0.2;
                                }>);
       }},
      {part, "lingjing: answers what it was not asked", 63,
       [](Seams& seams) {
         tamper_with<kLingjing>(seams, [] {
           Tampering tampering;
           tampering.stream = [](SessionPort& port, const Request& request) {
             port.send(request.driver, std::array{std::byte{'@'}});
             port.stream(request);
           };
           return tampering;
         });
       }},
      {part, "darren: the status has always the same number", 26,
       [](Seams& seams) {
         tamper_with<kDarren>(seams, darren_status<[](darren::StatusFrame& status, const Telemetry&) {
                                status.sequence = 7;
                                return true;
                              }>);
       }},
      {part, "darren: no status while nobody drives", 26,
       [](Seams& seams) {
         tamper_with<kDarren>(seams, darren_status<[](darren::StatusFrame&, const Telemetry& telemetry) {
                                return static_cast<bool>(telemetry.driver);
                              }>);
       }},
      {part, "darren: a fault is shown as a hold", 14,
       [](Seams& seams) {
         tamper_with<kDarren>(seams, darren_status<[](darren::StatusFrame& status, const Telemetry&) {
                                if (status.state == darren::StatusWord::fault)
                                  status.state = darren::StatusWord::holding;
                                return true;
                              }>);
       }},
      {part, "darren: raised is shown as neutral", 14,
       [](Seams& seams) {
         tamper_with<kDarren>(seams,
                              darren_status<[](darren::StatusFrame& status, const Telemetry& telemetry) {
                                if (telemetry.state == State::ready)
                                  status.state = darren::StatusWord::neutral;
                                return true;
                              }>);
       }},
      {part, "darren: what slows down is shown as running", 14,
       [](Seams& seams) {
         tamper_with<kDarren>(seams,
                              darren_status<[](darren::StatusFrame& status, const Telemetry& telemetry) {
                                if (telemetry.state == State::stopping)
                                  status.state = darren::StatusWord::running;
                                return true;
                              }>);
       }},
      {part, "darren: a fault has no code", 14,
       [](Seams& seams) {
         tamper_with<kDarren>(seams, darren_status<[](darren::StatusFrame& status, const Telemetry&) {
                                status.error = 0;
                                return true;
                              }>);
       }},
      {part, "darren: a lost host is not warned of", 14,
       [](Seams& seams) {
         tamper_with<kDarren>(seams, darren_status<[](darren::StatusFrame& status, const Telemetry&) {
                                status.warnings &= ~darren::warning::kHostTimeout;
                                return true;
                              }>);
       }},
      {part, "darren: the pose is shown in metres", 14,
       [](Seams& seams) {
         tamper_with<kDarren>(seams, darren_status<[](darren::StatusFrame& status, const Telemetry&) {
                                for (std::size_t i = 3; i < 6; ++i) status.pose[i] *= 1e-3F;
                                return true;
                              }>);
       }},
      {part, "motus: frames are not answered while it moves", 26,
       [](Seams& seams) {
         tamper_with<kMotus>(
             seams,
             motus_status<[](motus::StatusFrame&, const Telemetry& telemetry) { return !telemetry.moving; }>);
       }},
      {part, "motus: a fault has no code", 14,
       [](Seams& seams) {
         tamper_with<kMotus>(seams, motus_status<[](motus::StatusFrame& status, const Telemetry&) {
                               status.errors = {};
                               return true;
                             }>);
       }},
      {part, "motus: an emergency is shown as initialised", 14,
       [](Seams& seams) {
         tamper_with<kMotus>(seams, motus_status<[](motus::StatusFrame& status, const Telemetry& telemetry) {
                               if (telemetry.state == State::emergency)
                                 status.state = motus::DofStatus::initialised;
                               return true;
                             }>);
       }},
      {part, "motus: the way down is shown as down", 14,
       [](Seams& seams) {
         tamper_with<kMotus>(seams, motus_status<[](motus::StatusFrame& status, const Telemetry&) {
                               if (status.state == motus::DofStatus::descending)
                                 status.state = motus::DofStatus::descended;
                               return true;
                             }>);
       }},
      {part, "motus: the pose is shown in millimetres", 14,
       [](Seams& seams) {
         tamper_with<kMotus>(seams, motus_status<[](motus::StatusFrame& status, const Telemetry&) {
                               for (std::size_t i = 3; i < 6; ++i) status.pose[i] *= 1e3F;
                               return true;
                             }>);
       }},
  };
}

}  // namespace hexad::stack
