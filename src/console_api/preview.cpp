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
#include "words/fact_json.hpp"

namespace hexad::runtime::console {
namespace {

using Json = nlohmann::ordered_json;
using motion::Problem;
using motion::Rejection;
using motion::files::Format;
using motion::files::MotionText;
using Made = Result<motion::Preparation, Rejection>;

constexpr double kLongestSmoothed = 120.0;  // s of a track for which a filter is looked for

web::Response answer(std::string body) { return {.body = std::move(body) + '\n'}; }
web::Response error_answer(const Rejection& rejection) {
  return answer("{\"error\":" + error_text(rejection) + "}");
}

/// What cannot even be laid out: only what stands in its way.
std::string refused_text(const Rejection& rejection) {
  const Json hit = limit_json(rejection.hit);
  Json json{{"passes", false}, {"duration_s", nullptr}, {"looked_at_s", 0.0}};
  json["violation"] = {{"time_s", rejection.time}, {"what", hit["what"]},
                       {"leg", hit["leg"]},        {"axis", hit["axis"]},
                       {"value", hit["asked"]},    {"limit", hit["allowed"]},
                       {"unit", hit["unit"]},      {"text", rejection_words(rejection)},
                       {"message", hit["message"]}};
  json["largest_scale"] = rejection.scale > 0.0 ? Json(rejection.scale) : Json(nullptr);
  json["extrema"] = json["t"] = json["pose"] = json["legs"] = Json::array();
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The object, or the problem that keeps it from being read.
Result<std::string, Rejection> look_at(const Made& made, const MotionText& text, const Outlook& outlook) {
  const Machine& machine = *outlook.machine;
  if (made) return preflight_text(*made->program, machine, outlook.period, made->smoothed, true);
  if (made.error().problem != Problem::none) return Failure{made.error()};
  const Made laid_out = motion::assemble(text, outlook.start, machine);  // as it stands
  if (laid_out) {
    motion::Smoothing offer;
    if (laid_out->program->duration() <= kLongestSmoothed) {
      MotionText smooth = text;
      smooth.smooth = true;
      if (const Made smoothed = motion::prepare(smooth, outlook.start, machine, outlook.period))
        offer = smoothed->smoothed;
    }
    return preflight_text(*laid_out->program, machine, outlook.period, offer, false);
  }
  if (laid_out.error().problem != Problem::none) return Failure{made.error()};
  return refused_text(made.error());
}

Result<std::string, Rejection> look_at(const MotionText& text, const Outlook& outlook) {
  return look_at(motion::prepare(text, outlook.start, *outlook.machine, outlook.period), text, outlook);
}

std::string row_of(const AxisValues& axes) {
  return fmt::format("{} {} {} {} {} {}\n", axes[0] / kMillimetre, axes[1] / kMillimetre,
                     axes[2] / kMillimetre, axes[3] / kDegree, axes[4] / kDegree, axes[5] / kDegree);
}

/// The order as a file would have it.
MotionText text_of(const OperatorOrder& order) {
  const OrderValues& v = order.values;
  MotionText text;
  if (order.action == Action::timed) {
    text.format = Format::positions;
    for (std::size_t i = 0; i < v.points.size(); ++i)
      text.text += fmt::format("{} {}", v.times[i], row_of(v.points[i]));
  } else if (order.action == Action::path) {
    text.format = Format::waypoints;
    for (const AxisValues& point : v.points) text.text += row_of(point);
  } else {
    text.format = Format::formula;
    for (const std::string& formula : v.formulas) text.text += formula + '\n';
    if (v.duration > 0.0) text.text += fmt::format("{}\n", v.duration);
  }
  return text;
}

/// Sines are formulas here: they reach as far and are as fast.
void formulas_of_sine(OrderValues& v) {
  for (std::size_t i = 0; i < kAxes; ++i) {
    const double amplitude = v.amplitude[i] / (i < 3 ? kMillimetre : kDegree);
    v.formulas[i] =
        amplitude == 0.0 || v.frequency[i] == 0.0
            ? "0"
            : fmt::format("{:.9f}*sin({:.9f}*t+{:.9f})", amplitude, kRevolution * v.frequency[i], v.phase[i]);
  }
}

Made prepared(const OperatorOrder& order, const Outlook& outlook) {
  const OrderValues& v = order.values;
  if (order.action == Action::path) {
    std::vector<AxisValues> speeds;
    for (const double speed : v.speed)
      if (speed != 0.0) speeds.assign(v.points.size(), v.speed);
    return motion::prepare(PathOrder{v.points, speeds, kXyzConvention}, outlook.start, *outlook.machine);
  }
  if (order.action == Action::timed)
    return motion::prepare(TimedPathOrder{v.times, v.points, kXyzConvention}, outlook.start, *outlook.machine,
                           outlook.period);
  FormulaOrder formula;
  for (std::size_t i = 0; i < kAxes; ++i) formula.axes[i] = v.formulas[i];
  formula.duration = v.duration;
  return motion::prepare(formula, *outlook.machine, outlook.period);
}

}  // namespace

web::Response preview(const std::string& body, const Outlook& outlook) {
  nlohmann::json document = nlohmann::json::parse(body, nullptr, false);
  if (!document.is_object() || !document.contains("kind"))
    return web::error(400, "the body is no JSON object such as {\"kind\": \"formula\", \"formulas\": […]}");
  const nlohmann::json kind = document["kind"];
  const bool known = kind == "formula" || kind == "path" || kind == "timed" || kind == "sine";
  if (!known) return web::error(400, "kind: there are formula, path, timed and sine");
  document.erase("kind");
  document["action"] = kind;
  auto order = parse_order_json(document.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  if (!order) return web::error(400, order.error());
  if (order->action == Action::sine) formulas_of_sine(order->values);
  const auto object = look_at(prepared(*order, outlook), text_of(*order), outlook);
  return object ? answer(*object) : error_answer(object.error());
}

web::Response preflight_file(const FileShelf& shelf, const std::string& name, const Outlook& outlook) {
  const auto text = shelf.read(name);
  if (!text) return web::error(404, rejection_words(text.error()));
  const auto object = look_at(*text, outlook);
  return object ? answer(*object) : error_answer(object.error());
}

web::Response upload(const FileShelf& shelf, const std::string& body, const Outlook& outlook) {
  const auto document = nlohmann::json::parse(body, nullptr, false);
  if (!document.is_object()) return web::error(400, "the body is no JSON object with name and text");
  const auto word = [&](const char* key) {
    const auto found = document.find(key);
    return found != document.end() && found->is_string() ? found->get<std::string>() : std::string{};
  };
  const std::string name = word("name");
  if (!is_file_name(name) || !(name.ends_with(".txt") || name.ends_with(".csv")))
    return web::error(400, "name: letters, digits, '.', '_' and '-', at most 64, ending in .txt or .csv");
  std::string content = word("text");
  if (content.empty()) return web::error(400, "text: is missing or empty");
  if (content.size() > kMostUpload)
    return web::error(
        413, fmt::format("the file has {} bytes; at most {} are taken", content.size(), kMostUpload));
  if (shelf.is_shipped(name))
    return web::error(400, fmt::format("name: {} came with the program; choose another name", name));
  const auto not_stored = [](const std::string& error) {
    return answer("{\"stored\":false,\"error\":" + error + ",\"preflight\":null}");
  };
  const auto in_words_only = [](const std::string& text) {
    return fmt::format("{{\"line\":null,\"axis\":null,\"column\":null,\"code\":\"format\",\"text\":{}}}",
                       web::quoted(text));
  };
  const auto text = text_of_upload(name, std::move(content), word("format"));
  if (!text) return not_stored(in_words_only(text.error()));
  const auto object = look_at(*text, outlook);
  if (!object) return not_stored(error_text(object.error()));
  if (const auto problem = shelf.keep(name, text->text)) return web::error(500, *problem);
  return answer("{\"stored\":true,\"error\":null,\"preflight\":" + *object + "}");
}

}  // namespace hexad::runtime::console
