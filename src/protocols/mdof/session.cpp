#include "protocols/mdof/session.hpp"

#include <algorithm>

namespace hexad::protocols::mdof {
namespace {

constexpr Contract contract_with(BringUp bring_up) noexcept {
  Contract contract;
  contract.lease = LeaseRule::after_answer;
  contract.bring_up = bring_up;
  contract.on_limit = OnLimit::refuse;
  contract.one_at_a_time = true;
  return contract;
}

/// 1 and 7 do whatever is missing; 8 and 9 rise from the origin, but demand a zeroed platform (decision 5).
constexpr Contract kBringsUp = contract_with(BringUp::zero_and_raise);
constexpr Contract kRises = contract_with(BringUp::raise);

/// All mdof endpoints are one driver.
Endpoint driver_of(const Endpoint& asker) noexcept { return {asker.protocol, 0, 0}; }

constexpr bool is_final(Outcome outcome) noexcept {
  return outcome != Outcome::accepted && outcome != Outcome::paused && outcome != Outcome::resumed;
}

AxisValues to_inside(const Six& wire) noexcept {
  AxisValues values{};
  for (std::size_t i = 0; i < kAxes; ++i) values[i] = wire[i] * (i < 3 ? kMillimetre : kDegree);
  return values;
}

}  // namespace

MdofSession::MdofSession(const Settings& settings) noexcept
    : settings_{settings}, convention_{kXyzConvention} {
  convention_.order = settings.rotation_order;
}

void MdofSession::receive(const Datagram& datagram, SessionPort& port) noexcept {
  const auto request = decode(datagram.bytes);
  if (!request) return reject(request.error(), datagram.peer, port);
  if (is_query(request->command)) return query(request->command, datagram.peer, port);
  act(*request, datagram, port);
}

void MdofSession::poll(const Now&, SessionPort&) noexcept {}

void MdofSession::act(const Request& request, const Datagram& datagram, SessionPort& port) noexcept {
  switch (request.command) {
    case Command::initialise:
    case Command::zero_point:
      return ask(request.command, datagram, kBringsUp, Go{Step::neutral}, port);
    case Command::reset:
      // In `emergency` the core takes this step as a reset.
      return ask(request.command, datagram, kRises, Go{Step::power_up}, port);
    case Command::clear_error:
      return ask(request.command, datagram, kRises, Control::reset, port);
    case Command::stop:
      port.latch(Control::stop, driver_of(datagram.peer), kRises);
      return answer(request.command, 0, datagram.peer, port);
    case Command::pause:
      port.latch(Control::hold, driver_of(datagram.peer), kRises);
      return answer(request.command, 0, datagram.peer, port);
    case Command::resume:
      return resume(datagram, port);
    case Command::work_plane:
      return move(request.command, {0, 0, settings_.work_height, 0, 0, 0}, datagram, port);
    case Command::move:
      return move(request.command, to_inside(request.pose), datagram, port);
    case Command::file:
      if (request.count > settings_.files) {
        return reject({echo_of(datagram.bytes), Problem::bad_count, form_of(33)}, datagram.peer, port);
      }
      [[fallthrough]];
    default:
      return unsupported(request.command, datagram.peer, port);
  }
}

// Answered at once, also when there is nothing to resume; the owner's -6 comes as an event.
void MdofSession::resume(const Datagram& datagram, SessionPort& port) noexcept {
  hexad::Request request;
  request.driver = driver_of(datagram.peer);
  request.arrival = datagram.arrival;
  request.contract = &kRises;
  request.act = static_cast<std::uint32_t>(port.next_tag());
  request.what = Control::resume;
  const bool sent = port.request(request);
  answer(Command::resume, sent ? 0 : static_cast<int>(Code::moving), datagram.peer, port);
}

void MdofSession::move(Command command, const AxisValues& target, const Datagram& datagram,
                       SessionPort& port) noexcept {
  ask(command, datagram, kRises, MoveTo{target, {}, convention_}, port);
}

// Until paths, formulas and files are brought: the only place that knows they are missing.
void MdofSession::unsupported(Command command, const Endpoint& asker, SessionPort& port) const noexcept {
  wire::TextBuffer<160> text;
  text.writer().integer(static_cast<std::int64_t>(command)).text(" (");
  text.writer().text(form_of(static_cast<std::uint32_t>(command))->name);
  text.writer().text(") is well formed but not supported by this version: answered with -3, nothing moves");
  port.explain(asker, text.view());
  answer(command, static_cast<int>(Code::motion_error), asker, port);
}

void MdofSession::ask(Command command, const Datagram& datagram, const Contract& contract, const What& what,
                      SessionPort& port) noexcept {
  const Tag tag = port.next_tag();
  hexad::Request request;
  request.tag = tag;
  request.driver = driver_of(datagram.peer);
  request.arrival = datagram.arrival;
  request.contract = &contract;
  request.act = static_cast<std::uint32_t>(tag);  // every command is a new act
  request.what = what;
  // Room first: an accepted motion whose owner is forgotten would never be answered.
  if (pending_.full() || !port.request(request)) {
    return answer(command, static_cast<int>(Code::moving), datagram.peer, port);
  }
  (void)pending_.push_back({tag, datagram.peer, command});
}

void MdofSession::query(Command query, const Endpoint& asker, SessionPort& port) const noexcept {
  const Telemetry& telemetry = port.telemetry();
  Snapshot snapshot = snapshot_of(telemetry, port.machine(), convention_);
  // Decision 16. A snapshot older than the final answer still shows the motion that has ended.
  snapshot.moving = motion_pending() || (snapshot.moving && telemetry.time >= last_final_);
  wire::TextBuffer<kMaxAnswer> text;
  encode_query(query, snapshot, text.writer());
  port.send(asker, text.writer().bytes());
}

void MdofSession::event(const Event& event, SessionPort& port) noexcept {
  const Answer* news = std::get_if<Answer>(&event.news);
  if (news == nullptr || event.tag == 0) return;
  Pending* const pending = std::find_if(pending_.begin(), pending_.end(),
                                        [&event](const Pending& entry) { return entry.tag == event.tag; });
  if (pending == pending_.end()) return;
  auto code = code_of(*news);
  if (!code) return;
  // Nothing to clear is no error: 2 and 3 tell what remains.
  if (!is_motion(pending->command) && news->refusal == Refusal::nothing_to_do) code = 0;
  answer(pending->command, *code, pending->asker, port);
  if (!is_final(news->outcome)) return;
  if (news->outcome == Outcome::refused) {
    explain_refusal(*pending, *news, *code, port);
  } else if (is_motion(pending->command)) {
    last_final_ = event.time;
  }
  *pending = pending_.back();
  pending_.pop_back();
}

void MdofSession::explain_refusal(const Pending& pending, const Answer& answer, int code,
                                  SessionPort& port) const noexcept {
  wire::TextBuffer<256> text;
  const Form* const form = form_of(static_cast<std::uint32_t>(pending.command));
  text.writer().integer(static_cast<std::int64_t>(pending.command)).text(" (").text(form->name);
  text.writer().text(") was refused with ").integer(code).text(": ").text(to_string(answer.refusal));
  if (answer.refusal == Refusal::not_zeroed) {
    text.writer().text(". The manual: initialise before motion. Send 1, wait for 1#0, then send it again");
  } else if (answer.refusal == Refusal::out_of_reach) {
    text.writer().text(" (").text(to_string(answer.hit.limit)).text(")");
  }
  port.explain(pending.asker, text.view());
}

void MdofSession::reject(const Rejected& rejected, const Endpoint& asker, SessionPort& port) const noexcept {
  wire::TextBuffer<320> text;
  describe(rejected, text.writer());
  port.explain(asker, text.view());
  answer(rejected.echo.view(), static_cast<int>(Code::bad_request), asker, port);
}

void MdofSession::answer(Command command, int code, const Endpoint& to, SessionPort& port) const noexcept {
  wire::TextBuffer<8> echo;
  echo.writer().integer(static_cast<std::int64_t>(command));
  answer(echo.view(), code, to, port);
}

void MdofSession::answer(std::string_view echo, int code, const Endpoint& to,
                         SessionPort& port) const noexcept {
  wire::TextBuffer<kEchoBytes + 8> text;
  encode_result(echo, code, settings_.legacy_errors, text.writer());
  port.send(to, text.writer().bytes());
}

bool MdofSession::motion_pending() const noexcept {
  return std::any_of(pending_.begin(), pending_.end(),
                     [](const Pending& entry) { return is_motion(entry.command); });
}

}  // namespace hexad::protocols::mdof
