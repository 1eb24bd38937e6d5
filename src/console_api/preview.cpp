#include "console_api/preview.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "motion/prepare/prepare.hpp"
#include "operation/operator_order.hpp"
#include "text/outside_json.hpp"
#include "words/fact_json.hpp"

namespace hexad::inline console_api {
namespace {

using Json = nlohmann::ordered_json;
using motion::Problem;
using motion::Rejection;
using motion::files::Format;
using motion::files::MotionText;
using Made = Result<motion::Preparation, Rejection>;

web::Response answer(std::string body) { return {.body = std::move(body) + '\n'}; }
web::Response error_answer(const Rejection& rejection) {
  return answer("{\"error\":" + error_text(rejection) + "}");
}

/// What cannot even be laid out: only what stands in its way.
std::string refused_text(const Rejection& rejection, bool smooth) {
  const Json hit = limit_json(rejection.hit);
  Json json{{"passes", false}, {"duration_s", nullptr}, {"looked_at_s", 0.0}};
  json["violation"] = {{"time_s", rejection.time}, {"what", hit["what"]},
                       {"leg", hit["leg"]},        {"axis", hit["axis"]},
                       {"value", hit["asked"]},    {"limit", hit["allowed"]},
                       {"unit", hit["unit"]},      {"text", rejection_words(rejection)},
                       {"message", hit["message"]}};
  json["largest_scale"] = rejection.scale > 0.0 ? Json(rejection.scale) : Json(nullptr);
  json["smooth"] = smooth;
  json["smoothed"] = nullptr;
  json["extrema"] = json["t"] = json["pose"] = json["legs"] = Json::array();
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The object, or the problem that keeps it from being read.
Result<std::string, Rejection> look_at(const Made& made, const MotionText& text,
                                       const PreviewContext& context) {
  const Machine& machine = *context.machine;
  if (made)
    return preflight_text(*made->program, machine, context.period, {text.smooth, true, made->smoothed});
  if (made.error().problem != Problem::none) return Failure{made.error()};
  const Made laid_out = motion::assemble(text, context.start, machine);  // as it stands
  if (laid_out) {
    Filtering filtering{.chosen = text.smooth};
    // What is typed is changed by typing; a path or a formula is no track.
    const bool is_track =
        !text.name.empty() && text.format != Format::waypoints && text.format != Format::formula;
    filtering.untried = is_track && !text.smooth && laid_out->program->duration() > kLongestSmoothed;
    if (is_track && !text.smooth && !filtering.untried) {
      MotionText smooth = text;
      smooth.smooth = true;
      if (const Made smoothed = motion::prepare(smooth, context.start, machine, context.period))
        filtering.lost = smoothed->smoothed;
    }
    return preflight_text(*laid_out->program, machine, context.period, filtering);
  }
  if (laid_out.error().problem != Problem::none) return Failure{made.error()};
  return refused_text(made.error(), text.smooth);
}

Result<std::string, Rejection> look_at(const MotionText& text, const PreviewContext& context) {
  return look_at(motion::prepare(text, context.start, *context.machine, context.period), text, context);
}

std::string row_of(const AxisValues& axes) {
  return fmt::format("{} {} {} {} {} {}\n", axes[0] / kMillimetre, axes[1] / kMillimetre,
                     axes[2] / kMillimetre, axes[3] / kDegree, axes[4] / kDegree, axes[5] / kDegree);
}

// Each order as a file would have it.
MotionText text_of(const PathPlan& plan) {
  MotionText text;
  text.format = Format::waypoints;
  for (const AxisValues& point : plan.points) text.text += row_of(point);
  return text;
}
MotionText text_of(const TimedPlan& plan) {
  MotionText text;
  text.format = Format::positions;
  for (std::size_t i = 0; i < plan.points.size(); ++i)
    text.text += fmt::format("{} {}", plan.times[i], row_of(plan.points[i]));
  return text;
}
MotionText text_of(const FormulaPlan& plan) {
  MotionText text;
  text.format = Format::formula;
  for (const std::string& formula : plan.formulas) text.text += formula + '\n';
  if (plan.duration > 0.0) text.text += fmt::format("{}\n", plan.duration);
  return text;
}

/// Sines are formulas here: they reach as far and are as fast.
FormulaPlan formulas_of(const Sine& sine) {
  FormulaPlan plan;
  for (std::size_t i = 0; i < kAxes; ++i) {
    const double amplitude = sine.amplitude[i] / (i < 3 ? kMillimetre : kDegree);
    plan.formulas[i] = amplitude == 0.0 || sine.frequency[i] == 0.0
                           ? "0"
                           : fmt::format("{:.9f}*sin({:.9f}*t+{:.9f})", amplitude,
                                         kRevolution * sine.frequency[i], sine.phase[i]);
  }
  return plan;
}

Made prepared(const PathPlan& plan, const PreviewContext& context) {
  return motion::prepare(plan.view(), context.start, *context.machine);
}
Made prepared(const TimedPlan& plan, const PreviewContext& context) {
  return motion::prepare(plan.view(), context.start, *context.machine, context.period);
}
Made prepared(const FormulaPlan& plan, const PreviewContext& context) {
  return motion::prepare(plan.view(), *context.machine, context.period);
}

}  // namespace

web::Response preview(const std::string& body, const PreviewContext& context) {
  nlohmann::json document = outside_json(body);
  if (!document.is_object() || !document.contains("kind"))
    return web::error(
        400, messages::say<messages::Id::request_no_object_such>(R"({"kind": "formula", "formulas": […]})"));
  const nlohmann::json kind = document["kind"];
  const bool known = kind == "formula" || kind == "path" || kind == "timed" || kind == "sine";
  if (!known) return web::error(400, messages::Id::preview_kinds);
  document.erase("kind");
  document["action"] = kind;
  const auto order = parse_order(document);
  if (!order) return web::error(400, order.error());
  const auto look = [&](const auto& plan) {
    const auto object = look_at(prepared(plan, context), text_of(plan), context);
    return object ? answer(*object) : error_answer(object.error());
  };
  if (const auto* const path = order->as<PathPlan>()) return look(*path);
  if (const auto* const timed = order->as<TimedPlan>()) return look(*timed);
  const auto* const sine = order->as<Sine>();
  return look(sine != nullptr ? formulas_of(*sine) : *order->as<FormulaPlan>());
}

web::Response preflight_file(const FileRepository& repository, const std::string& name,
                             const PreviewContext& context) {
  const auto text = repository.read(name);
  if (!text) return web::error(404, motion::message_of(text.error()));
  const auto object = look_at(*text, context);
  return object ? answer(*object) : error_answer(object.error());
}

web::Response smooth_file(const FileRepository& repository, const std::string& body, const std::string& who,
                          const PreviewContext& context, Log& log) {
  using messages::Id;
  const auto document = outside_json(body);
  if (!document.is_object() || !document.contains("name") || !document["name"].is_string() ||
      !document.contains("smoothed") || !document["smoothed"].is_boolean())
    return web::error(400, Id::body_name_smoothed);
  const std::string name = document["name"];
  const bool smoothed = document["smoothed"];
  if (const auto text = repository.read(name); !text)
    return web::error(404, motion::message_of(text.error()));
  if (const auto problem = repository.smooth(name, smoothed))
    return web::error(500, messages::say<Id::file_choice_not_kept>(problem));
  log.say(Level::info, smoothed ? messages::say<Id::file_smoothed>(who, name)
                                : messages::say<Id::file_as_written>(who, name));
  return preflight_file(repository, name, context);
}

web::Response change_files(const FileRepository& repository, const std::string& body, FileChange change) {
  const auto document = outside_json(body);
  const auto word = [&](const char* key) {
    const bool there = document.is_object() && document.contains(key) && document[key].is_string();
    return there ? document[key].get<std::string>() : std::string{};
  };
  const messages::Message problem = change == FileChange::remove
                                        ? repository.remove(word("name"))
                                        : repository.rename(word("name"), word("to"));
  return problem ? web::error(400, problem) : answer(repository.list_text());
}

web::Response upload(const FileRepository& repository, const std::string& body,
                     const PreviewContext& context) {
  const auto document = outside_json(body);
  if (!document.is_object()) return web::error(400, messages::Id::body_name_text);
  const auto word = [&](const char* key) {
    const auto found = document.find(key);
    return found != document.end() && found->is_string() ? found->get<std::string>() : std::string{};
  };
  const std::string name = word("name");
  if (!is_motion_name(name)) return web::error(400, messages::Id::upload_bad_name);
  std::string content = word("text");
  if (content.empty()) return web::error(400, messages::Id::upload_empty);
  if (content.size() > kMostUpload)
    return web::error(413, messages::say<messages::Id::upload_too_large>(content.size(), kMostUpload));
  if (repository.is_shipped(name)) return web::error(400, messages::say<messages::Id::upload_shipped>(name));
  const auto not_stored = [](const std::string& error) {
    return answer("{\"stored\":false,\"error\":" + error + ",\"preflight\":null}");
  };
  const auto without_place = [](const messages::Message& what) {
    Json error{{"line", nullptr}, {"axis", nullptr}, {"column", nullptr}, {"code", "format"}};
    error.update(message_json(what));
    return error.dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  const auto text = text_of_upload(name, std::move(content), word("format"));
  if (!text) return not_stored(without_place(text.error()));
  const auto object = look_at(*text, context);
  if (!object) return not_stored(error_text(object.error()));
  if (const auto problem = repository.keep(name, text->text)) return web::error(500, problem);
  return answer("{\"stored\":true,\"error\":null,\"preflight\":" + *object + "}");
}

}  // namespace hexad::inline console_api
