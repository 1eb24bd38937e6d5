#include "verification/request.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "messages/say.hpp"
#include "text/nearest.hpp"
#include "text/outside_json.hpp"
#include "verification/json_reader.hpp"

namespace hexad::verification {
namespace {

using messages::Id;
using messages::Message;
using messages::say;

void read_joints(JsonReader& reader, const char* key, Joints& joints) {
  const UnorderedJson* const list = reader.find(key);
  if (list == nullptr || !list->is_array() || list->size() != kMaxLegs)
    return reader.fail(key, Id::request_no_joints);
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    const UnorderedJson& joint = (*list)[i];
    if (!joint.is_array() || joint.size() != 3) return reader.fail(key, Id::request_no_joints);
    for (std::size_t k = 0; k < 3; ++k) joints[i][k] = reader.number(joint[k], key);
  }
}

}  // namespace

Message read_set(const UnorderedJson& json, ParameterSet& set) {
  if (!json.is_object()) return say<Id::request_at>("set", Id::request_no_object_here);
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
    reader.fail("set." + key, say<Id::request_unknown_key>(nearest(key, known)));
  }
  read_joints(reader, "base", set.base);
  read_joints(reader, "platform", set.platform);
  reader.numbers("centre", set.centre);
  reader.numbers("legs", set.legs);
  return reader.problem();
}

namespace {

Message read_circle(const UnorderedJson* json, const char* key, Circle& circle) {
  if (json == nullptr || !json->is_object()) return say<Id::request_at>(key, Id::request_no_object_here);
  JsonReader reader{*json};
  reader.refuse_unknown({"diameter", "angle", "distance"});
  reader.number("diameter", circle.diameter);
  for (const auto& [name, to] : {std::pair{"angle", &circle.angle}, std::pair{"distance", &circle.distance}})
    if (reader.find(name) != nullptr) reader.number(name, to->emplace());
  return reader.problem() ? say<Id::request_at>(key, reader.problem()) : Message{};
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
    if (!list->is_array() || list->size() > kMaxLegs) return reader.fail("extensions", Id::request_no_list);
    for (const UnorderedJson& one : *list) request.extensions.push_back(reader.number(one, "extensions"));
  }
  if (const UnorderedJson* const axis = reader.find("axis")) reader.axis(*axis, "axis", request.axis);
  if (const UnorderedJson* const axes = reader.find("axes")) {
    if (!axes->is_array() || axes->size() != 2) return reader.fail("axes", Id::request_two_axes);
    for (std::size_t i = 0; i < 2; ++i) reader.axis((*axes)[i], "axes", request.axes[i]);
    if (request.axes[0] == request.axes[1]) reader.fail("axes", Id::request_same_axis);
  }
}

}  // namespace

Result<VerifyRequest, Message> parse_request(const std::string& body,
                                             std::initializer_list<std::string_view> wanted) {
  const UnorderedJson document = outside_json(body);
  if (!document.is_object()) return Failure{Message{Id::request_no_object}};
  const auto has = [&](std::string_view key) {
    return std::find(wanted.begin(), wanted.end(), key) != wanted.end();
  };
  VerifyRequest request;
  JsonReader reader{document};
  reader.refuse_unknown(wanted);
  if (reader.problem()) return Failure{reader.problem()};
  Message problem;
  if (has("set")) problem = read_set(document.value("set", UnorderedJson{}), request.set);
  if (!problem && has("base")) problem = read_circle(reader.find("base"), "base", request.base);
  if (!problem && has("platform"))
    problem = read_circle(reader.find("platform"), "platform", request.platform);
  if (problem) return Failure{problem};
  read_rest(reader, request);
  if (reader.problem()) return Failure{reader.problem()};
  return request;
}

}  // namespace hexad::verification
