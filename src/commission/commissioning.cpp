#include "commission/commissioning.hpp"

#include <fmt/format.h>
#include <utility>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "acceptance/conduct.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "operation/repeat_gate.hpp"
#include "os/threads.hpp"
#include "text/outside_json.hpp"
#include "words/fact_json.hpp"

namespace hexad::commission {
namespace {

using Json = nlohmann::ordered_json;
using messages::Id;
using messages::say;
using namespace std::chrono_literals;

constexpr auto kLook = 3ms;
constexpr auto kNobody = 30s;   // without a look at how far it is, and without a beat
constexpr auto kAgain = 500ms;  // an order that did nothing is given again
constexpr std::size_t kMostName = 200;

struct Range {
  const char* key;
  double low, high;
  double otherwise;
};
constexpr Range kDistance{"distance_mm", 1.0, 20.0, 5.0};
constexpr Range kSpeed{"speed_mm_s", 1.0, 10.0, 5.0};
constexpr Range kTorque{"torque_percent", 5.0, 100.0, 100.0};
constexpr Range kRuler{"distance_mm", 0.0, 1000.0, 0.0};

/// Not a number where it is none within the range.
double number_of(const Json& request, const Range& range) {
  if (!request.contains(range.key)) return range.otherwise;
  const Json& value = request[range.key];
  const double number = value.is_number() ? value.get<double>() : std::nan("");
  return number >= range.low && number <= range.high ? number : std::nan("");
}

messages::Message outside(const Range& range) {
  return say<Id::request_at>(range.key, say<Id::request_not_within>(fmt::format("{:g}", range.low),
                                                                    fmt::format("{:g}", range.high)));
}

/// What is wrong with a request; nothing = it is one.
messages::Message problem_of(const Json& request, std::size_t legs) {
  if (!request.is_object()) return say<Id::request_no_object_such>(R"({"legs": [1], "confirm": true})");
  for (const auto& [key, value] : request.items()) {
    if (key == "confirm") continue;
    if (key == "place" || key == "operator") {
      if (!value.is_string() || value.get_ref<const std::string&>().size() > kMostName)
        return say<Id::request_at>(key, say<Id::request_text_up_to>(kMostName));
    } else if (key == "legs") {
      const bool good =
          value.is_array() && !value.empty() &&
          std::all_of(value.begin(), value.end(), [legs](const Json& leg) {
            return leg.is_number_unsigned() && leg.get<std::size_t>() >= 1 && leg.get<std::size_t>() <= legs;
          });
      if (!good) return say<Id::request_at>(key, say<Id::request_no_legs>(legs));
    } else if (key != kDistance.key && key != kSpeed.key && key != kTorque.key) {
      return say<Id::request_no_key>(
          key, "legs, distance_mm, speed_mm_s, torque_percent, place, operator, confirm");
    }
  }
  for (const Range& range : {kDistance, kSpeed, kTorque})
    if (!std::isfinite(number_of(request, range))) return outside(range);
  return {};
}

Plan plan_of(const Json& request, std::size_t legs) {
  Plan plan{.distance = number_of(request, kDistance) * kMillimetre,
            .speed = number_of(request, kSpeed) * kMillimetre,
            .torque = 0.01 * number_of(request, kTorque)};
  plan.legs.resize(legs);
  std::iota(plan.legs.begin(), plan.legs.end(), 0);
  if (!request.contains("legs")) return plan;
  plan.legs.clear();
  for (const Json& leg : request["legs"]) plan.legs.push_back(leg.get<std::size_t>() - 1);
  return plan;
}

messages::Message in_the_way(const Telemetry& t) {
  if (t.fault) return say<Id::accept_has_fault>(message_of(t.fault));
  if (t.barred) return Id::accept_barred;
  if (t.state != hexad::State::powered_up || t.busy)
    return say<Id::commission_wrong_state>(to_string(t.state));
  return {};
}

Json said(const messages::Message& message) { return message ? Json(message_json(message)) : Json(nullptr); }

}  // namespace

Commissioning::Commissioning(Settings settings)
    : settings_{std::move(settings)},
      repository_{settings_.folder, "commission-", summary_json},
      list_{repository_.list()} {}

Commissioning::~Commissioning() {
  leave();
  stop();
}

void Commissioning::stop() {
  if (thread_.joinable()) thread_.join();
}

bool Commissioning::running() const {
  const std::lock_guard lock{mutex_};
  return state_ == State::running;
}

web::Response Commissioning::start(const std::string& body, const Moment& moment) {
  if (running()) return web::error(409, Id::commission_running);
  if (leaves_.load()) return web::error(409, Id::refusal_shutting_down);
  const std::size_t legs = moment.machine.geometry.legs;
  const Json request = outside_ordered_json(body);
  if (const messages::Message problem = problem_of(request, legs)) return web::error(400, problem);
  if (request.value("confirm", Json{}) != true) return web::error(400, Id::commission_confirm);
  if (const messages::Message why = in_the_way(moment.telemetry)) return web::error(409, why);
  if (const messages::Message problem = repository_.problem()) return web::error(500, problem);
  stop();  // the one before has ended
  {
    const std::lock_guard lock{mutex_};
    const Plan plan = plan_of(request, legs);
    machine_ = moment.machine;
    procedure_.emplace(*machine_, plan, moment.period);
    report_ = {.date = acceptance::date_text(),
               .version = moment.version,
               .platform = moment.platform,
               .place = request.value("place", std::string{}),
               .conducted_by = request.value("operator", std::string{}),
               .simulated = moment.telemetry.feedback.simulated,
               .plan = plan};
    stops_ = moment.stops;
    asked_ = WallClock::now();
    beat_ = {};
    cancelled_ = reason_ = refused_ = {};
    kept_.clear();
    seen_ = moment.telemetry;
    state_ = State::running;
  }
  settings_.log->info(say<Id::log_commission>(moment.who));
  thread_ = std::thread{[this] { run(); }};
  name_thread(thread_, "hexad-legs");
  return {.body = text() + '\n'};
}

web::Response Commissioning::answer(const std::string& body) {
  const Json request = outside_ordered_json(body);
  {
    const std::lock_guard lock{mutex_};
    if (state_ != State::running) return web::error(409, Id::commission_not_running);
    const std::size_t legs = machine_->geometry.legs;
    const Json leg = request.is_object() ? request.value("leg", Json{}) : Json{};
    if (!leg.is_number_unsigned() || leg.get<std::size_t>() > legs)
      return web::error(400, say<Id::commission_no_leg>(legs));
    const Json longer = request.value("longer", Json(true));
    const double distance = number_of(request, kRuler);
    if (!longer.is_boolean()) return web::error(400, say<Id::request_at>("longer", Id::request_no_truth));
    if (!std::isfinite(distance)) return web::error(400, outside(kRuler));
    if (!procedure_->answer({leg.get<std::size_t>(), longer.get<bool>(), distance * kMillimetre}))
      return web::error(409, Id::commission_nothing_asked);
  }
  return {.body = text() + '\n'};
}

web::Response Commissioning::go_on(bool repeat) {
  {
    const std::lock_guard lock{mutex_};
    if (state_ != State::running) return web::error(409, Id::commission_not_running);
    repeat ? procedure_->repeat() : procedure_->go_on();
  }
  return {.body = text() + '\n'};
}

web::Response Commissioning::cancel(const std::string& who) {
  {
    const std::lock_guard lock{mutex_};
    if (state_ != State::running) return web::error(409, Id::commission_not_running);
    cancelled_ = say<Id::commission_cancelled>(who);
  }
  return {.body = text() + '\n'};
}

Commissioned Commissioning::beat(std::uint64_t press) {
  const std::lock_guard lock{mutex_};
  if (state_ != State::running) return {};
  beat_ = WallClock::now();
  if (std::exchange(press_, press) != press) procedure_->pressed_anew();
  return {true, cancelled_ ? std::nullopt : procedure_->jog()};
}

void Commissioning::run() {
  while (turn()) std::this_thread::sleep_for(kLook);
}

bool Commissioning::turn() {
  settings_.outbox.refresh();
  const Telemetry& t = settings_.outbox.telemetry();
  Procedure::Order order = Procedure::Order::none;
  messages::Message over;
  bool done = false;
  {
    const std::lock_guard lock{mutex_};
    if (t.time > seen_.time) {
      const bool held = WallClock::now() - beat_ < RepeatGate::kHold;
      const auto before = std::pair{procedure_->stage(), procedure_->records().size()};
      procedure_->look(t, held);
      seen_ = t;
      // Looked at once a stage: readers ask often.
      if (before != std::pair{procedure_->stage(), procedure_->records().size()}) look_at_results();
      order = procedure_->order();
    }
    over = interrupted(t);
    done = procedure_->stage() == Procedure::Stage::done;
  }
  if (over || done) {
    finish(over);
    return false;
  }
  carry_out(order);
  return true;
}

messages::Message Commissioning::interrupted(const Telemetry& t) const {
  const auto now = WallClock::now();
  if (leaves_.load()) return Id::accept_program_ends;
  if (cancelled_) return cancelled_;
  if (t.barred || settings_.orders.stops() > stops_) return Id::commission_stopped;
  if (now - beat_ > kNobody && now - asked_ > kNobody)
    return say<Id::commission_nobody>(std::chrono::duration<double>(kNobody).count());
  return {};
}

OperatorOrder Commissioning::ordered(std::string_view action) const {
  const Action* const row = find_action(action);
  return {.action = row, .wanted = row->wanted, .said = std::string{action}, .unless_stopped = stops_};
}

/// One at a time; what was asked for shows in the next snapshots, or is asked for again.
void Commissioning::carry_out(Procedure::Order order) {
  if (pending_.valid()) {
    if (pending_.wait_for(0ms) != std::future_status::ready) return;
    const OperatorReply reply = pending_.get();
    const std::lock_guard lock{mutex_};
    refused_ = reply.result == OperatorReply::Result::refused ? reply.reason : messages::Message{};
  }
  constexpr std::array<std::string_view, 5> kActions{"", "take", "enable", "disable", "reset"};
  const auto now = WallClock::now();
  if (order == Procedure::Order::none || now - ordered_at_ < kAgain) return;
  ordered_at_ = now;
  pending_ = settings_.orders.send(ordered(kActions[static_cast<std::size_t>(order)]));
}

/// Control goes back, unless somebody has stopped meanwhile: that stays. Drives that a brake test switched
/// off stay off: enabling them is a person's.
void Commissioning::give_back() {
  if (leaves_.load()) return;
  if (pending_.valid() && pending_.wait_for(2s) == std::future_status::ready) (void)pending_.get();
  std::future<OperatorReply> answer = settings_.orders.send(ordered("give"));
  for (int i = 0; i < 100 && !leaves_.load(); ++i)
    if (answer.wait_for(20ms) == std::future_status::ready) return;
}

void Commissioning::look_at_results() {
  report_.records = procedure_->records();
  report_.results.clear();
  for (const LegRecord& record : report_.records)
    report_.results.push_back(judge(*machine_, procedure_->plan(), record));
  report_.suggested = suggestion(*machine_, settings_.wired, report_.results, report_.records);
}

void Commissioning::finish(const messages::Message& reason) {
  give_back();
  Report report;
  {
    const std::lock_guard lock{mutex_};
    look_at_results();
    report = report_;
  }
  // What was ended early found what it found: that is kept, too, once a leg has moved.
  messages::Message problem = reason ? say<Id::commission_ended>(reason) : messages::Message{};
  std::string name;
  const bool moved = std::any_of(report.records.begin(), report.records.end(),
                                 [](const LegRecord& record) { return !record.samples.empty(); });
  if (moved) {
    auto kept = repository_.keep(report.date, page_of(report));
    if (kept) name = *kept;
    if (!kept) problem = kept.error();
  }
  settings_.log->info(problem ? problem : verdict_of(report));
  const std::lock_guard lock{mutex_};
  kept_ = name;
  reason_ = problem;
  list_ = repository_.list();
  state_ = reason ? State::ended : State::done;
}

std::string Commissioning::text() const {
  constexpr std::array<const char*, 4> kStates{"none", "running", "done", "ended"};
  const std::lock_guard lock{mutex_};
  asked_ = WallClock::now();
  Json reports = Json::array();
  for (const acceptance::KeptReport& kept : list_) {
    Json one{{"name", kept.name},
             {"address", fmt::format("/commission/{}?key={}", kept.name, settings_.key)}};
    one.update(Json::parse(kept.summary));
    reports.push_back(std::move(one));
  }
  Json document{{"state", kStates[static_cast<std::size_t>(state_)]}, {"reports", reports}};
  document["report"] = kept_.empty() ? Json(nullptr) : Json(kept_);
  document["reason"] = said(reason_);
  if (procedure_) {
    const bool done = procedure_->stage() == Procedure::Stage::done;
    const bool runs = state_ == State::running;
    const LegFeedback& leg = seen_.feedback.legs[procedure_->leg()];
    document["stage"] = to_string(procedure_->stage());
    document["leg"] = done ? Json(nullptr) : Json(procedure_->leg() + 1);
    document["to_do"] = runs ? said(procedure_->to_do()) : Json(nullptr);
    document["refused"] = runs ? said(refused_) : Json(nullptr);
    document["plan"] = {{"legs", procedure_->plan().legs.size()},
                        {"distance_mm", procedure_->plan().distance / kMillimetre},
                        {"speed_mm_s", procedure_->plan().speed / kMillimetre},
                        {"torque_percent", 100.0 * procedure_->plan().torque}};
    document["now"] = {{"extension_mm", std::round(1e5 * leg.extension) / 1e2},
                       {"torque_nm", std::round(1e2 * leg.torque) / 1e2},
                       {"enabled", leg.enabled},
                       {"brake_closed", leg.brake_closed},
                       {"upper_switch", leg.upper_switch},
                       {"lower_switch", leg.lower_switch}};
    document["results"] = results_json(report_.results);
    document["suggested"] = report_.suggested;
    document["verdict"] = runs ? Json(nullptr) : said(verdict_of(report_));
    document["passes"] = runs ? Json(nullptr) : Json(report_.passes());
  }
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

web::Response Commissioning::report(const std::string& name) const {
  bool known = false;
  {
    const std::lock_guard lock{mutex_};
    known = std::any_of(list_.begin(), list_.end(),
                        [&](const acceptance::KeptReport& one) { return one.name == name; });
  }
  if (known)
    if (auto page = repository_.page(name)) return *std::move(page);
  return web::error(404, say<Id::accept_no_report>(name));
}

}  // namespace hexad::commission
