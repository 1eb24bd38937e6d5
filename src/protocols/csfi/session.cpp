#include "protocols/csfi/session.hpp"

#include "lifecycle/admit.hpp"
#include "messages/say.hpp"

namespace hexad::protocols::csfi {

void CsfiSession::receive(const Datagram& datagram, SessionPort& port) noexcept {
  const auto decoded = decode(datagram.bytes);
  if (!decoded) {
    port.dropped(datagram.peer, id_of(decoded.error().problem));
    return port.explain(datagram.peer,
                        messages::say<messages::Id::board_nothing_kept>(message_of(decoded.error())));
  }
  if (count_ == kMostJobs) {
    port.dropped(datagram.peer, messages::Id::drop_busy);
    return port.explain(datagram.peer, messages::Id::told_csfi_busy);
  }
  jobs_[(first_ + count_) % kMostJobs] = {datagram.peer, *decoded};
  ++count_;
  work(port);
}

void CsfiSession::poll(const Now&, SessionPort& port) noexcept { work(port); }

void CsfiSession::work(SessionPort& port) noexcept {
  if (const auto result = store_.take_result(); result && !result->committed) {
    port.dropped(writer_, messages::Id::drop_write_refused);
    port.explain(writer_, messages::say<messages::Id::told_csfi_not_taken>(result->group, result->reason));
  }
  while (count_ != 0 && !store_.busy()) {
    const Job& job = jobs_[first_];
    if (const auto* read = std::get_if<ReadRequest>(&job.what)) answer(job.asker, read->group, port);
    if (const auto* group = std::get_if<Group>(&job.what)) write(job.asker, *group, port);
    first_ = (first_ + 1) % kMostJobs;
    --count_;
  }
}

void CsfiSession::answer(const Endpoint& to, std::uint8_t group, SessionPort& port) const noexcept {
  const Frame frame = encode(store_.read(group), Kind::answer);
  port.send(to, frame.view());
}

void CsfiSession::write(const Endpoint& from, const Group& group, SessionPort& port) noexcept {
  // Decision 3, as the core will see it.
  if (lifecycle::admit(port.telemetry(), Contract{}, {}, lifecycle::Ask::adopt).refused) {
    port.dropped(from, messages::Id::drop_calibration_in_motion);
    return port.explain(from, messages::Id::told_csfi_moving);
  }
  if (!store_.propose(group)) return port.dropped(from, messages::Id::drop_busy);
  writer_ = from;
}

}  // namespace hexad::protocols::csfi
