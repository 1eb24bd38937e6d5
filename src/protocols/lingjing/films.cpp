// Films: motion files of the configuration's playlist, played, frozen and ended by MV.

#include "lifecycle/admit.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "protocols/lingjing/session.hpp"

namespace hexad::protocols::lingjing {
// From a sender that is not the driver only pause and stop act: they need no lease (lifecycle rule 4).
void LingjingSession::film(Film what, Peer& peer, const Datagram& datagram, SessionPort& port) noexcept {
  if (what == Film::pause) return port.latch(Control::hold, peer.endpoint, kFilm);
  if (what == Film::stop) return stop_film(peer, datagram, port);
  if (!may_command(peer, port)) return;
  if (settings_.films == 0 && !(what == Film::play && is_paused(port.telemetry()))) {
    port.dropped(peer.endpoint, messages::Id::drop_no_films);
    return port.explain(peer.endpoint, messages::Id::told_lingjing_no_films);
  }
  if (what == Film::play) return play(peer, datagram, port);
  const bool was_playing = film_active() && !is_paused(port.telemetry());
  const int step = what == Film::next ? 1 : -1;
  film_ = static_cast<std::uint16_t>((film_ - 1 + step + settings_.films) % settings_.films + 1);
  if (was_playing) start_film(peer, datagram, port);
}

void LingjingSession::play(Peer& peer, const Datagram& datagram, SessionPort& port) noexcept {
  const Telemetry& telemetry = port.telemetry();
  const bool another = settings_.films != 0 && film_active() && playing_ != film_;
  if (is_paused(telemetry)) {
    // Lifecycle rule 21: it ends a hold of lingjing's own, whatever is frozen; a film gives way to another
    // one.
    using lifecycle::Ask;
    const auto verdict = lifecycle::admit(telemetry, kFilm, {peer.endpoint}, Ask::resume);
    if (verdict.refused)
      return port.explain(peer.endpoint, messages::say<messages::Id::told_lingjing_not_played>(
                                             film_, id_of(verdict.refusal)));
    if (another) port.latch(Control::stop, peer.endpoint, kFilm);
    const hexad::Request resume = peer.request(kFilm, datagram.arrival, Control::resume);
    if (!another && !port.request(resume)) port.dropped(peer.endpoint, messages::Id::drop_busy);
    if (!another) return;
  }
  if (another || !film_active()) start_film(peer, datagram, port);
}

void LingjingSession::start_film(const Peer& peer, const Datagram& datagram, SessionPort& port) noexcept {
  hexad::Request request = peer.request(kFilm, datagram.arrival, What{});
  request.tag = port.next_tag();
  if (!port.prepare(request, FileOrder{FileOrder::List::film, film_})) {
    port.dropped(peer.endpoint, messages::Id::drop_busy);
    return port.explain(peer.endpoint, messages::Id::told_lingjing_film_busy);
  }
  film_tag_ = request.tag;
  film_host_ = peer.endpoint;
  playing_ = film_;
}

void LingjingSession::stop_film(const Peer& peer, const Datagram& datagram, SessionPort& port) noexcept {
  const bool own_film =
      film_active() && film_host_ == peer.endpoint && port.telemetry().driver == peer.endpoint;
  port.latch(Control::stop, peer.endpoint, kFilm);
  if (!own_film) return;
  // The core stops first and then goes; refused where there is nothing to return from.
  if (!port.request(peer.request(kReturn, datagram.arrival, Go{Step::neutral})))
    port.dropped(peer.endpoint, messages::Id::drop_busy);
}

void LingjingSession::film_event(const Answer& answer, SessionPort& port) noexcept {
  if (answer.outcome == Outcome::accepted || answer.outcome == Outcome::paused ||
      answer.outcome == Outcome::resumed)
    return;
  film_tag_ = 0;
  if (answer.outcome != Outcome::refused) return;
  using enum messages::Id;
  const messages::Id why = id_of(answer.refusal);
  port.explain(film_host_,
               answer.refusal == Refusal::out_of_reach
                   ? messages::say<told_lingjing_film_out_of_reach>(playing_, why, id_of(answer.hit.limit))
                   : messages::say<told_lingjing_film_refused>(playing_, why));
}

}  // namespace hexad::protocols::lingjing
