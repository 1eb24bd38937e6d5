// Of the web thread: how the cueing is tuned, tunings that are kept, manoeuvres that are played and compared
// on.

#include "console_api/cueing_text.hpp"
#include "console_api/web_thread.hpp"
#include "messages/say.hpp"

namespace hexad::inline console_api {
namespace {

using TaskKind = web::TaskPool::Kind;
using messages::Id;
using messages::Message;
using messages::say;
using ReplyResult = OperatorReply::Result;

/// What the disk makes of an order: one for the core, or its answer already.
struct Fetched {
  std::optional<OperatorOrder> order{};
  ReplyResult result = ReplyResult::done;
  Message told{};  ///< the reason; with an order, said when it is done
};

Fetched not_fetched(Message why) { return {{}, ReplyResult::refused, std::move(why)}; }

Fetched fetched(const KeptTunings& kept, OperatorOrder order, const TuningOrder& wanted,
                const CueTuning& now) {
  using Act = TuningOrder::Act;
  Message problem;
  switch (wanted.act) {
    case Act::list:
      return {{}, ReplyResult::done, tunings_line(kept)};
    case Act::apply: {
      const auto tuning = kept.read(wanted.name);
      if (!tuning) return not_fetched(tuning.error());
      order.wanted = *tuning;
      return {order, ReplyResult::done, say<Id::tuning_in_force>(wanted.name, words_of(tuning->over(now)))};
    }
    case Act::save:
      problem = kept.keep(wanted.name, now);
      if (problem) return not_fetched(problem);
      return {{}, ReplyResult::done, say<Id::tuning_kept>(wanted.name, words_of(now))};
    case Act::remove:
      problem = kept.remove(wanted.name);
      return problem ? not_fetched(problem)
                     : Fetched{{}, ReplyResult::done, say<Id::tuning_deleted>(wanted.name)};
  }
  return {};
}

Fetched fetched(const Manoeuvres& manoeuvres, OperatorOrder order, ManoeuvrePlan plan) {
  auto script = manoeuvres.script(plan.name);
  if (!script) return not_fetched(script.error());
  plan.script = std::move(*script);
  order.wanted = std::move(plan);
  return {std::move(order)};
}

}  // namespace

void WebThread::add_cueing_routes() {
  server_->get("/api/cueing", [this](web::ExchangeId exchange, const web::Request&) {
    operator_.poll();
    server_->answer(
        exchange,
        {.body = cueing_text(console_.present_machine(), operator_.tuning(), operator_.effects()) + '\n'});
  });
  server_->get("/api/cueing/response", [this](web::ExchangeId exchange, const web::Request& request) {
    constexpr std::string_view kKey = "test=";
    const std::string test = request.query.starts_with(kKey) ? request.query.substr(kKey.size()) : "";
    if (!is_cue_test(test))
      return server_->answer(
          exchange, web::error(400, say<Id::query_cue_test>("/api/cueing/response?test=surge",
                                                            "pitch, pitch_surge, roll, roll_sway, yaw, "
                                                            "surge_pitch, sway, sway_roll, heave")));
    operator_.poll();
    send(TaskKind::search, exchange,
         [machine = platform_.machines().at(operator_.telemetry().revision), tuning = operator_.tuning(),
          test] { return cue_response(*machine, tuning, test); });
  });
  server_->get("/api/cueing/tunings", [this](web::ExchangeId exchange, const web::Request&) {
    operator_.poll();
    send(TaskKind::files, exchange, [this, now = operator_.tuning()] {
      return web::Response{.body = tunings_text(tunings_, now) + '\n'};
    });
  });
  server_->get("/api/cueing/manoeuvres", [this](web::ExchangeId exchange, const web::Request&) {
    send(TaskKind::files, exchange, [this] { return web::Response{.body = manoeuvres_.list_text() + '\n'}; });
  });
  server_->post(
      "/api/cueing/manoeuvres",
      [this](web::ExchangeId exchange, const web::Request& request) {
        send(TaskKind::files, exchange, [this, body = request.body] { return manoeuvres_.upload(body); });
      },
      Manoeuvres::kMostBytes + Manoeuvres::kMostBytes / 4);  // line ends are two characters in JSON
  server_->post(
      "/api/cueing/manoeuvres/delete", [this](web::ExchangeId exchange, const web::Request& request) {
        send(TaskKind::files, exchange, [this, body = request.body] { return manoeuvres_.remove(body); });
      });
  server_->post("/api/cueing/compare", [this](web::ExchangeId exchange, const web::Request& request) {
    operator_.poll();
    send(TaskKind::search, exchange,
         [this, body = request.body,
          around = ComparisonContext{platform_.machines().at(operator_.telemetry().revision),
                                     operator_.tuning()}] {
           return compare_tunings(manoeuvres_, tunings_, body, around);
         });
  });
}

void WebThread::fetch(OperatorOrder wanted, Operator::Done done) {
  // A stop that comes while the file is read counts.
  if (wanted.action->moves_platform() && !wanted.unless_stopped) wanted.unless_stopped = operator_.stops();
  operator_.poll();
  const auto bring = [this, wanted, now = operator_.tuning()]() -> Fetched {
    try {
      const auto* const tuning = wanted.as<TuningOrder>();
      return tuning != nullptr ? fetched(tunings_, wanted, *tuning, now)
                               : fetched(manoeuvres_, wanted, *wanted.as<ManoeuvrePlan>());
    } catch (const std::exception& problem) {
      return not_fetched(say<Id::as_told>(problem.what()));
    }
  };
  const auto go_on = [this, done](const Fetched& found) {
    if (!found.order) return done({found.result, found.told, operator_.telemetry().state});
    if (found.order->action->moves_platform() && commissioning_.running())
      return done({ReplyResult::refused, Id::commission_running, operator_.telemetry().state});
    const auto told = [done, told = found.told](OperatorReply reply) {
      if (reply.result == ReplyResult::done && !reply.reason) reply.reason = told;
      done(reply);
    };
    operator_.ask(*found.order, hosts_.value(), identity_.names, told);
  };
  const bool sent = tasks_.send_errand(TaskKind::files, [bring, go_on]() -> std::function<void()> {
    return [found = bring(), go_on] { go_on(found); };
  });
  if (!sent) done({ReplyResult::refused, Id::too_many_previews, operator_.telemetry().state});
  server_->wake_after(std::chrono::milliseconds{2});
}

}  // namespace hexad::inline console_api
