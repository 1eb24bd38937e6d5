#include "acceptance/acceptance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "acceptance/report_text.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "os/threads.hpp"
#include "text/outside_json.hpp"
#include "words/fact_json.hpp"

namespace hexad::acceptance {
namespace {

using Json = nlohmann::ordered_json;
using messages::Id;

constexpr std::size_t kMostLines = 500;
constexpr std::size_t kMostName = 200;  // bytes
constexpr auto kUnattended = std::chrono::seconds{5};
constexpr std::array<const char*, 5> kPhases{"none", "running", "cancelling", "done", "ended"};

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

constexpr double kLowestFrequency = 0.02;  // Hz
constexpr double kHighestFrequency = 10.0;

bool are_texts(const Json& value) {
  return value.is_array() &&
         std::all_of(value.begin(), value.end(), [](const Json& one) { return one.is_string(); });
}

/// What is wrong with the value of a key; nothing = it is right.
messages::Message problem_of(const std::string& key, const Json& value) {
  const auto unless = [&](bool right, const messages::Message& what) {
    return right ? messages::Message{} : messages::say<Id::request_at>(key, what);
  };
  if (key == "tests") return unless(are_texts(value), Id::request_no_test_names);
  if (key == "bound") return unless(are_texts(value), Id::request_no_bounds);
  if (key == "bounds") return unless(value.is_string(), Id::request_no_bounds_file);
  if (key == "quick" || key == "confirm" || key == "attended")
    return unless(value.is_boolean(), Id::request_no_switch);
  if (key == "place" || key == "operator")
    return unless(value.is_string() && value.get_ref<const std::string&>().size() <= kMostName,
                  messages::say<Id::request_text_up_to>(kMostName));
  if (key == "against") return unless(value.is_string() || value.is_null(), Id::request_no_report_name);
  if (key == "earlier")
    return unless(value.is_object() && value.value("name", Json{}).is_string() &&
                      value.value("text", Json{}).is_string(),
                  messages::say<Id::request_no_report>(R"({"name", "text"})"));
  if (key != "frequencies")
    return messages::say<Id::request_no_key>(key,
                                             "tests, quick, against, earlier, frequencies, bounds, bound, "
                                             "attended, place, operator, confirm");
  for (const Json& one : value.is_array() ? value : Json::array({nullptr})) {
    const double hertz = one.is_number() ? one.get<double>() : 0.0;
    if (!(hertz >= kLowestFrequency && hertz <= kHighestFrequency))
      return unless(false,
                    messages::say<Id::request_no_frequency>(one.dump(), fmt::format("{}", kLowestFrequency),
                                                            fmt::format("{}", kHighestFrequency)));
  }
  return {};
}

/// The first thing that is wrong with the request; nothing = it is right.
messages::Message problem_of(const Json& request) {
  if (!request.is_object())
    return messages::say<Id::request_no_object_such>(
        R"({"tests": ["reach"], "quick": true, "confirm": true})");
  for (const auto& [key, value] : request.items())
    if (const messages::Message problem = problem_of(key, value)) return problem;
  return request.value("confirm", false) ? messages::Message{} : Id::accept_confirm;
}

acceptance::Plan plan_of(const Json& request) {
  acceptance::Plan plan = request.value("quick", false) ? acceptance::Plan::quick() : acceptance::Plan{};
  if (const auto wanted = request.value("frequencies", std::vector<double>{}); !wanted.empty())
    plan.frequencies = wanted;
  std::sort(plan.frequencies.begin(), plan.frequencies.end());
  plan.frequencies.erase(std::unique(plan.frequencies.begin(), plan.frequencies.end()),
                         plan.frequencies.end());
  return plan;
}

/// Those of a text, or of the file that comes with the program; and single ones.
Result<std::vector<acceptance::Bound>, messages::Message> bounds_of(const Json& request) {
  auto bounds = request.contains("bounds") ? acceptance::parse_bounds(request["bounds"].get<std::string>())
                                           : read_bounds("");
  for (const Json& text : request.value("bound", Json::array())) {
    auto bound = acceptance::parse_bound(text.get<std::string>());
    if (!bound || !bounds) return bounds ? Failure{bound.error()} : bounds;
    if (bound->source.empty()) bound->source = "--bound";
    bounds->push_back(*bound);
  }
  return bounds;
}

}  // namespace

Acceptance::Acceptance(Settings settings)
    : settings_{std::move(settings)},
      repository_{settings_.folder, "acceptance-", summary_json},
      shown_{.kept = repository_.list()} {}

Acceptance::~Acceptance() {
  leave();
  stop();
}

void Acceptance::stop() {
  if (thread_.joinable()) thread_.join();
}

bool Acceptance::is_kept(const std::string& name) const {
  const std::lock_guard lock{mutex_};
  return std::any_of(shown_.kept.begin(), shown_.kept.end(),
                     [&](const KeptReport& one) { return one.name == name; });
}

Result<Acceptance::Wanted, web::Response> Acceptance::read(const std::string& body,
                                                           const Moment& moment) const {
  const Json request = outside_ordered_json(body);
  if (const messages::Message problem = problem_of(request)) return Failure{web::error(400, problem)};
  auto tests = choose_tests(request.value("tests", std::vector<std::string>{}));
  if (!tests) return Failure{web::error(400, messages::say<Id::request_at>("tests", tests.error()))};
  Wanted wanted;
  wanted.tests = *tests;
  wanted.plan = plan_of(request);
  wanted.attended = request.value("attended", false);
  wanted.state = moment.telemetry.state;
  wanted.stops = moment.stops;
  wanted.names = moment.names;
  wanted.report.date = date_text();
  wanted.report.version = moment.version;
  wanted.report.platform = moment.platform;
  wanted.report.simulated = moment.simulated;
  wanted.report.quick = request.value("quick", false);
  wanted.report.speed = moment.speed;
  wanted.report.machine = moment.machine;
  wanted.report.place = request.value("place", std::string{});
  wanted.report.conducted_by = request.value("operator", std::string{});
  if (request.contains("against") && request["against"].is_string()) wanted.against = request["against"];
  if (!wanted.against.empty() && !is_kept(wanted.against))
    return Failure{web::error(400, messages::say<Id::accept_no_report>(wanted.against))};
  if (request.contains("earlier")) {
    auto earlier = read_earlier(request["earlier"]["name"], request["earlier"]["text"]);
    if (!earlier) return Failure{web::error(400, messages::say<Id::request_at>("earlier", earlier.error()))};
    wanted.report.earlier = *earlier;
  }
  if (const messages::Message why = in_the_way(moment.telemetry, moment.names))
    return Failure{web::error(409, why)};
  auto bounds = bounds_of(request);
  if (!bounds)
    return Failure{
        web::error(request.contains("bounds") || request.contains("bound") ? 400 : 500, bounds.error())};
  wanted.bounds = *bounds;
  if (const messages::Message problem = repository_.problem()) return Failure{web::error(500, problem)};
  return wanted;
}

web::Response Acceptance::start(const std::string& body, const Moment& moment) {
  if (running()) return web::error(409, Id::accept_running);
  if (leaves_.load()) return web::error(409, Id::refusal_shutting_down);
  auto wanted = read(body, moment);
  if (!wanted) return wanted.error();
  stop();  // the one before has ended
  std::vector<std::string> names;
  for (const acceptance::TestInfo& test : wanted->tests) names.emplace_back(test.name);
  const std::string listed = fmt::format("{}", fmt::join(names, ", "));
  settings_.log->info(wanted->report.quick ? messages::say<Id::log_acceptance_quick>(moment.who, listed)
                                           : messages::say<Id::log_acceptance>(moment.who, listed));
  cancelled_.store(false);
  attended_.store(wanted->attended);
  asked_.store(std::chrono::steady_clock::now());
  {
    const std::lock_guard lock{mutex_};
    shown_ = {.phase = Shown::Phase::running,
              .tests = std::move(names),
              .quick = wanted->report.quick,
              .against = wanted->against,
              .kept = std::move(shown_.kept)};
  }
  thread_ = std::thread{[this, taken = std::move(*wanted)]() mutable { run(std::move(taken)); }};
  name_thread(thread_, "hexad-accept");
  return {.body = text() + '\n'};
}

web::Response Acceptance::cancel(const std::string& who) {
  {
    const std::lock_guard lock{mutex_};
    if (!shown_.running()) return web::error(409, Id::accept_not_running);
    shown_.phase = Shown::Phase::cancelling;
  }
  cancelled_.store(true);
  settings_.log->info(messages::say<Id::log_acceptance_cancelled>(who));
  return {.body = text() + '\n'};
}

bool Acceptance::running() const {
  const std::lock_guard lock{mutex_};
  return shown_.running();
}

messages::Message Acceptance::interrupted() const {
  if (leaves_.load()) return Id::accept_program_ends;
  if (attended_.load() && std::chrono::steady_clock::now() - asked_.load() > kUnattended)
    return Id::accept_unattended;
  return cancelled_.load() ? messages::Message{Id::accept_cancelled} : messages::Message{};
}

void Acceptance::say(const messages::Message& line) {
  const std::lock_guard lock{mutex_};
  if (shown_.lines.size() < kMostLines) shown_.lines.push_back(line);
}

/// What is left by how long tests usually take, and by how much longer those before took on this platform.
void Acceptance::begins(const Wanted& wanted, std::size_t test, double used) {
  const auto usual = [&](std::size_t i) {
    return wanted.report.quick ? wanted.tests[i].quick_seconds : wanted.tests[i].seconds;
  };
  double before = 0.0;
  double left = 0.0;
  for (std::size_t i = 0; i < wanted.tests.size(); ++i) (i < test ? before : left) += usual(i);
  const double slower = before > 0.0 ? std::clamp(used / before, 0.3, 5.0) : 1.0;
  const std::lock_guard lock{mutex_};
  shown_.test = test + 1;
  shown_.left_s = left * slower / wanted.report.speed;
  left_since_ = std::chrono::steady_clock::now();
}

/// Whatever happens, the next one may begin afterwards.
void Acceptance::run(Wanted wanted) {
  messages::Message ended;
  try {
    if (!wanted.against.empty()) {
      auto earlier = read_earlier(repository_.path_of(wanted.against).string());
      if (!earlier) return finish(wanted, earlier.error());
      wanted.report.earlier = *earlier;
    }
    OperatorRig platform{read_facts(wanted.report.machine),
                         {.orders = settings_.orders,
                          .outbox = settings_.outbox,
                          .names = wanted.names,
                          .stops = wanted.stops,
                          .interrupted = [this] { return interrupted(); },
                          .say = [this](const messages::Message& line) { say(line); },
                          .leaves = [this] { return leaves_.load(); }}};
    ended = conduct(platform, wanted.state, wanted.tests, wanted.plan, wanted.report,
                    [&](std::size_t test, double used) { begins(wanted, test, used); });
  } catch (const std::exception& error) {
    ended = messages::say<Id::as_told>(error.what());
  }
  finish(wanted, ended);
}

void Acceptance::finish(Wanted& wanted, const messages::Message& ended) {
  messages::Message reason = ended;
  std::string name;
  std::string found;
  std::vector<KeptReport> kept;
  try {
    if (!reason) {
      wanted.report.unused = acceptance::apply(wanted.bounds, wanted.report.results);
      found = figures_json(wanted.report);
      if (auto file = repository_.keep(wanted.report.date, page_of(wanted.report))) {
        name = *file;
      } else {
        reason = file.error();
      }
    }
    kept = repository_.list();
  } catch (const std::exception& error) {
    reason = messages::say<Id::as_told>(error.what());
  }
  settings_.log->say(reason ? Level::warn : Level::info,
                     reason ? reason : messages::say<Id::at_file>(name, verdict_of(wanted.report)));
  const std::lock_guard lock{mutex_};
  shown_.reason = reason;
  shown_.report = name;
  shown_.result = found;
  shown_.kept = std::move(kept);
  shown_.phase = reason ? Shown::Phase::ended : Shown::Phase::done;
}

std::string to_json(const Shown& shown, const std::string& key) {
  Json all = Json::array();
  for (const acceptance::TestInfo& test : acceptance::tests())
    all.push_back({{"name", test.name}, {"title", messages::english(test.title)}});
  Json reports = Json::array();
  for (const KeptReport& kept : shown.kept) {
    Json one{{"name", kept.name}, {"address", fmt::format("/accept/{}?key={}", kept.name, key)}};
    one.update(Json::parse(kept.summary));
    reports.push_back(std::move(one));
  }
  Json lines = Json::array();
  for (const messages::Message& line : shown.lines) lines.push_back(message_json(line));
  const Json document{
      {"state", kPhases[static_cast<std::size_t>(shown.phase)]},
      {"tests", all},
      {"chosen", shown.tests},
      {"quick", shown.quick},
      {"against", text_or_null(shown.against)},
      {"test", shown.test == 0 ? Json(nullptr) : Json(shown.test)},
      {"left_s", shown.running() && shown.test > 0 ? Json(std::ceil(shown.left_s)) : Json(nullptr)},
      {"lines", lines},
      {"reason", shown.reason ? Json(messages::english(shown.reason)) : Json(nullptr)},
      {"message", messages::to_json(shown.reason)},
      {"report", text_or_null(shown.report)},
      {"result", shown.result.empty() ? Json(nullptr) : Json::parse(shown.result)},
      {"reports", reports}};
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string Acceptance::text() const {
  const auto now = std::chrono::steady_clock::now();
  asked_.store(now);
  const std::lock_guard lock{mutex_};
  Shown shown = shown_;
  shown.left_s = std::max(1.0, shown.left_s - std::chrono::duration<double>(now - left_since_).count());
  return to_json(shown, settings_.key);
}

web::Response Acceptance::report(const std::string& name) const {
  if (is_kept(name))
    if (auto page = repository_.page(name)) return *std::move(page);
  return web::error(404, messages::say<Id::accept_no_report>(name));
}

}  // namespace hexad::acceptance
