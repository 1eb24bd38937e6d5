#include "acceptance/acceptance.hpp"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "acceptance/report_text.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "words/fact_json.hpp"

namespace hexad::runtime::acceptance {
namespace {

using Json = nlohmann::ordered_json;
using words::Id;

constexpr std::size_t kMostLines = 500;
constexpr std::array<const char*, 5> kPhases{"none", "running", "cancelling", "done", "ended"};
// A report has no business with this site: no scripts, nothing loaded, an origin of its own.
constexpr const char* kReportPolicy =
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

/// The first thing that is wrong with the request; empty = nothing.
std::string problem_of(const Json& request) {
  if (!request.is_object())
    return R"(the body is no JSON object such as {"tests": ["reach"], "quick": true, "confirm": true})";
  for (const auto& [key, value] : request.items()) {
    if (key == "tests") {
      if (!value.is_array() ||
          !std::all_of(value.begin(), value.end(), [](const Json& name) { return name.is_string(); }))
        return "tests: is not a list of names";
    } else if (key == "quick" || key == "confirm") {
      if (!value.is_boolean()) return key + ": is not a switch";
    } else if (key == "against") {
      if (!value.is_string() && !value.is_null()) return "against: is not the name of a report";
    } else {
      return fmt::format("no key \"{}\": there are tests, quick, against, confirm", key);
    }
  }
  return {};
}

}  // namespace

Acceptance::Acceptance(Settings settings)
    : settings_{std::move(settings)}, shelf_{settings_.folder}, shown_{.kept = shelf_.list()} {}

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
  const Json request = Json::parse(body, nullptr, false);
  if (const std::string problem = problem_of(request); !problem.empty())
    return Failure{web::error(400, problem)};
  if (!request.value("confirm", false)) return Failure{web::error(400, Id::accept_confirm)};
  auto tests = choose_tests(request.value("tests", std::vector<std::string>{}));
  if (!tests) return Failure{web::error(400, "tests: " + tests.error())};
  Wanted wanted;
  wanted.tests = *tests;
  wanted.quick = request.value("quick", false);
  if (request.contains("against") && request["against"].is_string()) wanted.against = request["against"];
  wanted.who = moment.who;
  if (!wanted.against.empty() && !is_kept(wanted.against))
    return Failure{web::error(400, words::say<Id::accept_no_report>(wanted.against))};
  wanted.status = read_status(moment.status);
  if (wanted.status.in_the_way) return Failure{web::error(409, wanted.status.in_the_way)};
  auto bounds = read_bounds("");
  if (!bounds) return Failure{web::error(500, bounds.error())};
  wanted.bounds = *bounds;
  if (const std::string problem = shelf_.problem(); !problem.empty())
    return Failure{web::error(500, problem)};
  wanted.report = begin_report(wanted.status, moment.machine, wanted.quick);
  return wanted;
}

web::Response Acceptance::start(const std::string& body, const Moment& moment) {
  {
    const std::lock_guard lock{mutex_};
    if (shown_.running()) return web::error(409, Id::accept_running);
  }
  if (leaves_.load()) return web::error(409, Id::refusal_shutting_down);
  auto wanted = read(body, moment);
  if (!wanted) return wanted.error();
  stop();  // the one before has ended
  std::vector<std::string> names;
  for (const accept::TestInfo& test : wanted->tests) names.emplace_back(test.name);
  settings_.log->info(fmt::format("operator {}: acceptance{}: {}", moment.who,
                                  wanted->quick ? " (quick)" : "", fmt::join(names, ", ")));
  cancelled_.store(false);
  {
    const std::lock_guard lock{mutex_};
    shown_ = {.phase = Shown::Phase::running,
              .tests = std::move(names),
              .quick = wanted->quick,
              .against = wanted->against,
              .kept = std::move(shown_.kept)};
  }
  thread_ = std::thread{[this, taken = std::move(*wanted)]() mutable { run(std::move(taken)); }};
  ::pthread_setname_np(thread_.native_handle(), "hexad-accept");
  return {.body = text() + '\n'};
}

web::Response Acceptance::cancel(const std::string& who) {
  {
    const std::lock_guard lock{mutex_};
    if (!shown_.running()) return web::error(409, Id::accept_not_running);
    shown_.phase = Shown::Phase::cancelling;
  }
  cancelled_.store(true);
  settings_.log->info(fmt::format("operator {}: acceptance cancelled", who));
  return {.body = text() + '\n'};
}

words::Message Acceptance::interrupted() const {
  if (leaves_.load()) return Id::accept_program_ends;
  return cancelled_.load() ? words::Message{Id::accept_cancelled} : words::Message{};
}

void Acceptance::say(const words::Message& line) {
  const std::lock_guard lock{mutex_};
  if (shown_.lines.size() < kMostLines) shown_.lines.push_back(line);
}

/// Whatever happens, the next one may begin afterwards.
void Acceptance::run(Wanted wanted) {
  words::Message ended;
  try {
    if (!wanted.against.empty()) {
      auto earlier = read_earlier(shelf_.path_of(wanted.against).string());
      if (!earlier) throw std::runtime_error{earlier.error()};
      wanted.report.earlier = *earlier;
    }
    ConsoleRig rig{settings_.target,
                   read_facts(wanted.report.machine),
                   wanted.status,
                   {.interrupted = [this] { return interrupted(); },
                    .say = [this](const words::Message& line) { say(line); },
                    .leaves = [this] { return leaves_.load(); }}};
    ended = conduct(rig, wanted.status.state, wanted.tests,
                    wanted.quick ? accept::Plan::quick() : accept::Plan{}, wanted.report);
  } catch (const std::exception& error) {
    ended = words::say<Id::as_told>(error.what());
  }
  finish(wanted, ended);
}

void Acceptance::finish(Wanted& wanted, const words::Message& ended) {
  words::Message reason = ended;
  std::string name;
  std::string found;
  std::vector<KeptReport> kept;
  try {
    if (!reason) {
      wanted.report.unused = accept::apply(wanted.bounds, wanted.report.results);
      found = figures_json(wanted.report);
      if (auto file = shelf_.keep(wanted.report)) {
        name = *file;
      } else {
        reason = words::say<Id::as_told>(file.error());
      }
    }
    kept = shelf_.list();
  } catch (const std::exception& error) {
    reason = words::say<Id::as_told>(error.what());
  }
  settings_.log->write(
      reason ? Level::warn : Level::info,
      reason ? words::to_text(reason) : fmt::format("acceptance: {} {}", verdict_text(wanted.report), name));
  const std::lock_guard lock{mutex_};
  shown_.reason = reason;
  shown_.report = name;
  shown_.result = found;
  shown_.kept = std::move(kept);
  shown_.phase = reason ? Shown::Phase::ended : Shown::Phase::done;
}

std::string to_json(const Shown& shown, const std::string& key) {
  Json all = Json::array();
  for (const accept::TestInfo& test : accept::tests())
    all.push_back({{"name", test.name}, {"title", test.title}});
  Json reports = Json::array();
  for (const KeptReport& kept : shown.kept) {
    Json one{{"name", kept.name}, {"address", fmt::format("/accept/{}?key={}", kept.name, key)}};
    one.update(Json::parse(kept.summary));
    reports.push_back(std::move(one));
  }
  Json lines = Json::array();
  for (const words::Message& line : shown.lines) lines.push_back(message_json(line));
  const Json document{{"state", kPhases[static_cast<std::size_t>(shown.phase)]},
                      {"tests", all},
                      {"chosen", shown.tests},
                      {"quick", shown.quick},
                      {"against", text_or_null(shown.against)},
                      {"lines", lines},
                      {"reason", shown.reason ? Json(words::english(shown.reason)) : Json(nullptr)},
                      {"message", words::to_json(shown.reason)},
                      {"report", text_or_null(shown.report)},
                      {"result", shown.result.empty() ? Json(nullptr) : Json::parse(shown.result)},
                      {"reports", reports}};
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string Acceptance::text() const {
  const std::lock_guard lock{mutex_};
  return to_json(shown_, settings_.key);
}

web::Response Acceptance::report(const std::string& name) const {
  std::ifstream file;
  if (is_kept(name)) file.open(shelf_.path_of(name), std::ios::binary);
  if (!file.is_open()) return web::error(404, words::say<Id::accept_no_report>(name));
  return {.body = {std::istreambuf_iterator<char>{file}, {}},
          .type = "text/html; charset=utf-8",
          .headers = {{"content-security-policy:", kReportPolicy}}};
}

}  // namespace hexad::runtime::acceptance
