#include "verification/request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "text/nearest.hpp"
#include "verification/json_reader.hpp"

namespace hexad::verification {
namespace {

void read_joints(JsonReader& reader, const char* key, Joints& joints) {
  const UnorderedJson* const list = reader.find(key);
  if (list == nullptr || !list->is_array() || list->size() != kMaxLegs)
    return reader.fail(key, "is not a list of six joints [x, y, z]");
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    const UnorderedJson& joint = (*list)[i];
    if (!joint.is_array() || joint.size() != 3)
      return reader.fail(key, "is not a list of six joints [x, y, z]");
    for (std::size_t k = 0; k < 3; ++k) joints[i][k] = reader.number(joint[k], key);
  }
}

}  // namespace

std::string read_set(const UnorderedJson& json, ParameterSet& set) {
  if (!json.is_object()) return "set: is missing, or no object with base, platform and the other items";
  JsonReader reader{json};
  for (const auto& [key, value] : json.items()) {
    const auto item = std::find_if(kSetItems.begin(), kSetItems.end(),
                                   [&name = key](const SetItem& one) { return one.name == name; });
    if (item != kSetItems.end()) {
      set.*item->value = reader.number(value, "set." + key);
      continue;
    }
    if (key == "base" || key == "platform" || key == "centre" || key == "legs") continue;
    std::vector<std::string> known{"base", "platform", "centre", "legs"};
    for (const SetItem& one : kSetItems) known.emplace_back(one.name);
    reader.fail("set." + key, fmt::format("is not known here; did you mean {}?", nearest(key, known)));
  }
  read_joints(reader, "base", set.base);
  read_joints(reader, "platform", set.platform);
  reader.numbers("centre", set.centre);
  reader.numbers("legs", set.legs);
  return reader.problem();
}

namespace {

std::string read_circle(const UnorderedJson* json, const char* key, Circle& circle) {
  if (json == nullptr || !json->is_object()) return fmt::format("{}: is missing, or no object", key);
  JsonReader reader{*json};
  reader.refuse_unknown({"diameter", "angle", "distance"});
  reader.number("diameter", circle.diameter);
  for (const auto& [name, to] : {std::pair{"angle", &circle.angle}, std::pair{"distance", &circle.distance}})
    if (reader.find(name) != nullptr) reader.number(name, to->emplace());
  return reader.problem().empty() ? "" : fmt::format("{}.{}", key, reader.problem());
}

void read_rest(JsonReader& reader, VerifyRequest& request) {
  AxisValues pose{};
  if (reader.numbers("pose", pose)) request.pose = pose;
  reader.numbers("velocity", request.velocity);
  reader.numbers("acceleration", request.acceleration);
  reader.numbers("from", request.from);
  reader.numbers("frame", request.frame);
  reader.number("rotary", request.rotary);
  reader.number("amplitude", request.amplitude);
  reader.number("frequency", request.frequency);
  reader.text("preset", request.preset);
  reader.text("text", request.text);
  reader.text("name", request.name);
  reader.text("notes", request.notes);
  reader.text("revision", request.revision);
  reader.flag("forced", request.forced);
  reader.count("points", 3, kMostMapPoints, request.points);
  reader.count("first_row", 0, kMostMapPoints - 1, request.first_row);
  reader.count("rows", 1, kMostMapPoints, request.rows);
  if (const UnorderedJson* const list = reader.find("extensions")) {
    if (!list->is_array() || list->size() > kMaxLegs)
      return reader.fail("extensions", "is no list of numbers");
    for (const UnorderedJson& one : *list) request.extensions.push_back(reader.number(one, "extensions"));
  }
  if (const UnorderedJson* const axis = reader.find("axis")) reader.axis(*axis, "axis", request.axis);
  if (const UnorderedJson* const axes = reader.find("axes")) {
    if (!axes->is_array() || axes->size() != 2) return reader.fail("axes", "is not a list of two axes");
    for (std::size_t i = 0; i < 2; ++i) reader.axis((*axes)[i], "axes", request.axes[i]);
    if (request.axes[0] == request.axes[1]) reader.fail("axes", "are two different ones");
  }
}

}  // namespace

Result<VerifyRequest, std::string> parse_request(const std::string& body,
                                                 std::initializer_list<std::string_view> wanted) {
  const UnorderedJson document = UnorderedJson::parse(body, nullptr, false);
  if (!document.is_object()) return Failure{std::string{"the body is no JSON object"}};
  const auto has = [&](std::string_view key) {
    return std::find(wanted.begin(), wanted.end(), key) != wanted.end();
  };
  VerifyRequest request;
  JsonReader reader{document};
  reader.refuse_unknown(wanted);
  if (!reader.problem().empty()) return Failure{reader.problem()};
  std::string problem;
  if (has("set")) problem = read_set(document.value("set", UnorderedJson{}), request.set);
  if (problem.empty() && has("base")) problem = read_circle(reader.find("base"), "base", request.base);
  if (problem.empty() && has("platform"))
    problem = read_circle(reader.find("platform"), "platform", request.platform);
  if (!problem.empty()) return Failure{problem};
  read_rest(reader, request);
  if (!reader.problem().empty()) return Failure{reader.problem()};
  return request;
}

}  // namespace hexad::verification
