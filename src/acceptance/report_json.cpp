// An acceptance report as JSON, also inside the page, and an earlier one read back.

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "acceptance/bounds.hpp"
#include "acceptance/report_text.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "text/outside_json.hpp"
#include "text/page.hpp"

namespace hexad::acceptance {
namespace {

using Json = nlohmann::ordered_json;
using messages::Id;
using messages::say;

constexpr const char* kFormat = "hexad-acceptance-1";

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json json_of(const acceptance::Figure& figure) {
  Json bounds = Json::array();
  for (const acceptance::Bound& bound : figure.bounds)
    bounds.push_back({{"bound", acceptance::text_of(bound)},
                      {"kept", bound.holds(figure.value)},
                      {"source", bound.source}});
  return {{"name", figure.name}, {"value", number(figure.value)}, {"unit", figure.unit}, {"bounds", bounds}};
}

/// A number that went through a text and back is the same again.
std::string shown(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

/// Ports and what can be injected are no part of the machine.
bool is_configuration(const std::string& key) { return key != "injections" && key != "protocols"; }

Json head_json(const acceptance::Report& report) {
  return {{"format", kFormat},
          {"date", report.date},
          {"version", report.version},
          {"platform", report.platform},
          {"place", report.place},
          {"operator", report.conducted_by},
          {"simulated", report.simulated},
          {"quick", report.quick},
          {"speed", report.speed},
          {"samples_per_s", number(report.sample_rate)}};
}

Json found_json(const acceptance::Report& report) {
  Json tests = Json::array();
  for (const acceptance::TestResult& result : report.results) {
    Json figures = Json::array();
    for (const acceptance::Figure& figure : result.figures) figures.push_back(json_of(figure));
    tests.push_back(
        {{"name", result.name},
         {"title", messages::english(result.title)},
         {"not_measured", result.not_measured ? Json(messages::english(result.not_measured)) : Json(nullptr)},
         {"message", messages::to_json(result.not_measured)},
         {"figures", figures}});
  }
  Json unused = Json::array();
  for (const acceptance::Bound& bound : report.unused)
    unused.push_back(fmt::format("{} {}", bound.pattern, acceptance::text_of(bound)));
  return {{"seconds", number(report.seconds)}, {"passes", report.passes()},       {"bounds", report.bounds()},
          {"broken", report.broken()},         {"bounds_without_figure", unused}, {"tests", tests}};
}

std::string text_of(const std::string& file) {
  std::ifstream stream{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

/// Of a page, or as it is; none when it is no report.
std::optional<Json> document_in(const std::string& text) {
  const std::string carried = html::carried_in("hexad-acceptance", text);
  Json document = outside_ordered_json(carried.empty() ? text : carried);
  if (!document.is_object() || !document.contains("format") || document["format"] != kFormat)
    return std::nullopt;
  return document;
}

}  // namespace

std::string to_json(const acceptance::Report& report) {
  Json document = head_json(report);
  document.update(found_json(report));
  Json machine = Json::parse(report.machine);
  for (const char* key : {"injections", "protocols"}) machine.erase(key);
  document["machine"] = std::move(machine);
  return document.dump() + '\n';
}

std::string figures_json(const acceptance::Report& report) {
  Json found = found_json(report);
  found["verdict"] = messages::english(verdict_of(report));
  found["verdict_message"] = messages::to_json(verdict_of(report));
  found["not_kept"] = found["not_kept_messages"] = Json::array();
  for (const messages::Message& line : broken_lines(report)) {
    found["not_kept"].push_back(messages::english(line));
    found["not_kept_messages"].push_back(messages::to_json(line));
  }
  return found.dump();
}

std::string document_text(const std::string& page) {
  const std::optional<Json> document = document_in(page);
  return document ? document->dump() + '\n' : std::string{};
}

Result<acceptance::EarlierReport, messages::Message> read_earlier(const std::string& file) {
  if (!std::ifstream{file}) return Failure{say<Id::file_unreadable_no_reason>(file)};
  return read_earlier(file, text_of(file));
}

Result<acceptance::EarlierReport, messages::Message> read_earlier(const std::string& file,
                                                                  const std::string& text) {
  const messages::Message none = say<Id::accept_no_report_file>(file);
  const std::optional<Json> found = document_in(text);
  if (!found) return Failure{none};
  const Json& document = *found;
  try {
    acceptance::EarlierReport earlier{.file = file,
                                      .date = document.at("date"),
                                      .version = document.at("version"),
                                      .platform = document.at("platform"),
                                      .figures = {},
                                      .machine = document.at("machine").dump()};
    for (const Json& test : document.at("tests"))
      for (const Json& figure : test.at("figures"))
        if (figure.at("value").is_number()) earlier.figures[figure.at("name")] = figure.at("value");
    return earlier;
  } catch (const Json::exception&) {
    return Failure{none};
  }
}

std::string summary_json(const std::string& file) {
  const std::optional<Json> document = document_in(text_of(file));
  if (!document) return {};
  try {
    Json summary;
    for (const char* key :
         {"date", "version", "platform", "simulated", "quick", "seconds", "passes", "bounds", "broken"})
      summary[key] = document->at(key);
    summary["tests"] = Json::array();
    for (const Json& test : document->at("tests")) summary["tests"].push_back(test.at("name"));
    return summary.dump();
  } catch (const Json::exception&) {
    return {};
  }
}

std::vector<messages::Message> configuration_changes(const std::string& earlier, const std::string& now) {
  const Json before = Json::parse(earlier).flatten();
  const Json after = Json::parse(now).flatten();
  const auto counts = [](const std::string& path) {
    return is_configuration(path.substr(1, path.find('/', 1) - 1));
  };
  std::vector<messages::Message> lines;
  for (const auto& [path, value] : after.items()) {
    if (!counts(path)) continue;
    const auto old = before.find(path);
    if (old == before.end()) {
      lines.push_back(say<Id::accept_change_new>(path.substr(1), shown(value)));
    } else if (*old != value) {
      lines.push_back(say<Id::accept_change>(path.substr(1), shown(*old), shown(value)));
    }
  }
  for (const auto& [path, value] : before.items())
    if (counts(path) && !after.contains(path))
      lines.push_back(say<Id::accept_change_gone>(path.substr(1), shown(value)));
  return lines;
}

std::vector<std::vector<std::string>> configuration_rows(const std::string& machine) {
  std::vector<std::vector<std::string>> rows;
  const Json document = Json::parse(machine);
  for (const auto& [key, value] : document.items()) {
    if (!is_configuration(key)) continue;
    if (key == "limits" && value.is_object()) {
      for (const auto& [limit, bound] : value.items()) rows.push_back({"limits." + limit, shown(bound)});
    } else {
      rows.push_back({key, shown(value)});
    }
  }
  return rows;
}

}  // namespace hexad::acceptance
