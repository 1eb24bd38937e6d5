#include "protocols/mdof/session.hpp"
#include "model/messages.hpp"

#include <algorithm>

#include "messages/say.hpp"
#include "protocols/axis_units.hpp"
#include "protocols/mdof/contract.hpp"
#include "wire/number.hpp"

namespace hexad::protocols::mdof {
namespace {

using messages::Id;
using messages::say;

// A datagram has at most 65,507 bytes, and a point six numbers of at least two.
constexpr std::size_t kMostPoints = 65'507 / 12 + 1;

/// All mdof endpoints are one driver.
Endpoint driver_of(const Endpoint& asker) noexcept { return {asker.protocol, 0, 0}; }

constexpr bool is_final(Outcome outcome) noexcept {
  return outcome != Outcome::accepted && outcome != Outcome::paused && outcome != Outcome::resumed;
}

AxisValues take_point(Numbers& numbers) noexcept {
  Six point{};
  for (double& value : point) value = numbers.next().value_or(0.0);
  return to_inside(kXyzConvention, point.data());
}

void take_points(Numbers& numbers, std::uint32_t count, std::vector<AxisValues>& points) noexcept {
  points.clear();
  for (std::uint32_t i = 0; i < count && points.size() < kMostPoints; ++i)
    points.push_back(take_point(numbers));
}

}  // namespace

MdofSession::MdofSession(const Settings& settings) : settings_{settings}, convention_{kXyzConvention} {
  convention_.order = settings.rotation_order;
  points_.reserve(kMostPoints);
  speeds_.reserve(kMostPoints);
  times_.reserve(kMostPoints);
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
      return ask(request.command, datagram, kRises, Control::resume, port);
    case Command::work_plane:
      return move(request.command, {0, 0, settings_.work_height, 0, 0, 0}, datagram, port);
    case Command::move:
      return move(request.command, to_inside(convention_, request.pose.data()), datagram, port);
    case Command::path:
    case Command::path_with_speeds:
      return order_path(request, datagram, port);
    case Command::timed_path:
      return order_timed_path(request, datagram, port);
    case Command::formula:
      return order_formula(request, datagram, port);
    case Command::file:
      if (request.count > settings_.files) {
        return reject(
            {echo_of(datagram.bytes), Problem::unknown_file, form_of(33), request.count, settings_.files},
            datagram.peer, port);
      }
      return prepare(request.command, datagram,
                     FileOrder{FileOrder::List::mdof, static_cast<std::uint16_t>(request.count)}, port);
    default:
      return;  // queries are answered elsewhere
  }
}

void MdofSession::move(Command command, const AxisValues& target, const Datagram& datagram,
                       SessionPort& port) noexcept {
  ask(command, datagram, kRises, MoveTo{target, {}, convention_}, port);
}

void MdofSession::order_path(const Request& request, const Datagram& datagram, SessionPort& port) noexcept {
  Numbers numbers{request.list};
  take_points(numbers, request.count, points_);
  const bool with_speeds = request.command == Command::path_with_speeds;
  if (with_speeds) take_points(numbers, request.count, speeds_);
  prepare(
      request.command, datagram,
      PathOrder{points_, with_speeds ? std::span<const AxisValues>{speeds_} : std::span<const AxisValues>{},
                convention_},
      port);
}

// Decision 8: one period for all, or a time in front of each pose.
void MdofSession::order_timed_path(const Request& request, const Datagram& datagram,
                                   SessionPort& port) noexcept {
  Numbers numbers{request.list};
  times_.clear();
  points_.clear();
  const double period = request.rows ? 0.0 : numbers.next().value_or(0.0);
  for (std::uint32_t i = 0; i < request.count && points_.size() < kMostPoints; ++i) {
    times_.push_back(request.rows ? numbers.next().value_or(0.0) : period * (i + 1));
    points_.push_back(take_point(numbers));
  }
  prepare(request.command, datagram, TimedPathOrder{times_, points_, convention_}, port);
}

void MdofSession::order_formula(const Request& request, const Datagram& datagram,
                                SessionPort& port) noexcept {
  Formulas formulas{request.list};
  FormulaOrder order;
  for (std::string_view& axis : order.axes) axis = formulas.next().value_or("0");
  if (request.count == 7) order.duration = wire::parse_number(formulas.next().value_or("")).value_or(0.0);
  prepare(request.command, datagram, order, port);
}

void MdofSession::prepare(Command command, const Datagram& datagram, const Order& order,
                          SessionPort& port) noexcept {
  const hexad::Request request = request_from(datagram, kRises, Reserve{}, port);
  if (pending_.full() || !port.prepare(request, order)) {
    return answer_busy(command, datagram.peer, port);
  }
  (void)pending_.push_back({request.tag, datagram.peer, command});
}

hexad::Request MdofSession::request_from(const Datagram& datagram, const Contract& contract, const What& what,
                                         SessionPort& port) const noexcept {
  const Tag tag = port.next_tag();
  hexad::Request request;
  request.tag = tag;
  request.driver = driver_of(datagram.peer);
  request.arrival = datagram.arrival;
  request.contract = &contract;
  request.act = static_cast<std::uint32_t>(tag);  // every command is a new act
  request.what = what;
  return request;
}

void MdofSession::ask(Command command, const Datagram& datagram, const Contract& contract, const What& what,
                      SessionPort& port) noexcept {
  const hexad::Request request = request_from(datagram, contract, what, port);
  // Room first: an accepted motion whose owner is forgotten would never be answered.
  if (pending_.full() || !port.request(request)) {
    return answer_busy(command, datagram.peer, port);
  }
  (void)pending_.push_back({request.tag, datagram.peer, command});
}

void MdofSession::answer_busy(Command command, const Endpoint& asker, SessionPort& port) const noexcept {
  port.explain(asker, Id::told_mdof_busy);
  answer(command, static_cast<int>(Code::moving), asker, port);
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
  if (!is_motion(pending->command) && news->outcome == Outcome::refused) {
    // Nothing to clear or to resume is no error. What another protocol or the operator holds is theirs (rule
    // 21).
    if (news->refusal == Refusal::nothing_to_do)
      code = 0;
    else if (pending->command == Command::resume)
      code = static_cast<int>(HardwareCode::servo_off);
  }
  answer(pending->command, *code, pending->asker, port);
  if (!is_final(news->outcome)) return;
  if (*code != 0) explain(*pending, *news, *code, port);
  if (news->outcome != Outcome::refused && is_motion(pending->command)) last_final_ = event.time;
  *pending = pending_.back();
  pending_.pop_back();
}

/// Why it was refused or met a limit, and who has to do what (lifecycle rules 20 and 24).
void MdofSession::explain(const Pending& pending, const Answer& answer, int code,
                          SessionPort& port) const noexcept {
  const bool refused = answer.outcome == Outcome::refused;
  if (!refused && answer.outcome != Outcome::limit_reached) return;
  const auto command = static_cast<std::uint32_t>(pending.command);
  const std::string_view name = form_of(command)->name;
  const Id why = id_of(answer.refusal);
  const auto told = [&] {
    if (!refused) return say<Id::told_mdof_limit>(command, name, code, id_of(answer.hit.limit));
    switch (answer.refusal) {
      case Refusal::out_of_reach:
        return say<Id::told_mdof_out_of_reach>(command, name, code, why, id_of(answer.hit.limit));
      case Refusal::not_zeroed:
        return say<Id::told_mdof_not_zeroed>(command, name, code, why);
      case Refusal::barred:
        return say<Id::told_mdof_barred>(command, name, code, why);
      case Refusal::not_enabled:
        return say<Id::told_mdof_not_enabled>(command, name, code, why);
      default:
        return say<Id::told_mdof_refused>(command, name, code, why);
    }
  };
  port.explain(pending.asker, told());
}

void MdofSession::reject(const Rejected& rejected, const Endpoint& asker, SessionPort& port) const noexcept {
  port.dropped(asker, messages::Id::unreadable_request);
  port.explain(asker, message_of(rejected));
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
