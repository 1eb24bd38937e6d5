#include "verification/request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "text/nearest.hpp"

namespace hexad::verification {
namespace {

using UnorderedJson = nlohmann::json;

constexpr double kMost = 1e6;  // of any number: beyond it nothing here means anything
constexpr std::array<std::string_view, kAxes> kAxisNames{"sway", "surge", "heave", "pitch", "roll", "yaw"};

class Reader {
 public:
  explicit Reader(const UnorderedJson& document) : document_{document} {}
  const std::string& problem() const noexcept { return problem_; }
  void fail(std::string_view key, std::string_view reason) {
    if (problem_.empty()) problem_ = fmt::format("{}: {}", key, reason);
  }

  void refuse_unknown(std::initializer_list<std::string_view> wanted) {
    for (const auto& [key, value] : document_.items()) {
      if (std::find(wanted.begin(), wanted.end(), key) != wanted.end()) continue;
      const std::vector<std::string> known{wanted.begin(), wanted.end()};
      fail(key, fmt::format("is not known here; did you mean {}?", nearest(key, known)));
    }
  }
  const UnorderedJson* find(const char* key) const {
    const auto found = document_.find(key);
    return found == document_.end() || found->is_null() ? nullptr : &*found;
  }
  /// An empty field counts as 0.
  double number(const UnorderedJson& value, std::string_view key) {
    if (value.is_null()) return 0.0;
    const double result = value.is_number() ? value.get<double>() : std::nan("");
    if (!(std::abs(result) <= kMost)) fail(key, "is no number from -1000000 to 1000000");
    return result;
  }
  template <std::size_t N>
  bool numbers(const char* key, std::array<double, N>& to) {
    const UnorderedJson* const list = find(key);
    if (list == nullptr) return false;
    if (!list->is_array() || list->size() != N) {
      fail(key, fmt::format("is not a list of {} numbers", N));
      return false;
    }
    for (std::size_t i = 0; i < N; ++i) to[i] = number((*list)[i], key);
    return true;
  }
  void number(const char* key, double& to) {
    if (const UnorderedJson* const value = find(key)) to = number(*value, key);
  }
  void count(const char* key, std::size_t least, std::size_t most, std::size_t& to) {
    const UnorderedJson* const value = find(key);
    if (value == nullptr) return;
    const double result = value->is_number() ? value->get<double>() : -1.0;
    if (!(result >= static_cast<double>(least) && result <= static_cast<double>(most)) ||
        std::floor(result) != result)
      return fail(key, fmt::format("is no whole number from {} to {}", least, most));
    to = static_cast<std::size_t>(result);
  }
  void text(const char* key, std::string& to) {
    const UnorderedJson* const value = find(key);
    if (value == nullptr) return;
    if (!value->is_string()) return fail(key, "is no text");
    to = value->get<std::string>();
  }
  void axis(const UnorderedJson& value, const char* key, std::size_t& to) {
    const auto found = value.is_string() ? std::find(kAxisNames.begin(), kAxisNames.end(),
                                                     value.get_ref<const std::string&>())
                                         : kAxisNames.end();
    if (found == kAxisNames.end()) return fail(key, "is none of sway surge heave pitch roll yaw");
    to = static_cast<std::size_t>(found - kAxisNames.begin());
  }

 private:
  const UnorderedJson& document_;
  std::string problem_;
};

void read_joints(Reader& reader, const char* key, Joints& joints) {
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

std::string read_set(const UnorderedJson& json, ParameterSet& set) {
  if (!json.is_object()) return "set: is missing, or no object with base, platform and the other items";
  Reader reader{json};
  for (const auto& [key, value] : json.items()) {
    const auto item = std::find_if(kSetItems.begin(), kSetItems.end(),
                                   [&name = key](const SetItem& one) { return one.name == name; });
    if (item != kSetItems.end()) {
      set.*item->value = reader.number(value, "set." + key);
      continue;
    }
    if (key == "base" || key == "platform" || key == "centre") continue;
    std::vector<std::string> known{"base", "platform", "centre"};
    for (const SetItem& one : kSetItems) known.emplace_back(one.name);
    reader.fail("set." + key, fmt::format("is not known here; did you mean {}?", nearest(key, known)));
  }
  read_joints(reader, "base", set.base);
  read_joints(reader, "platform", set.platform);
  reader.numbers("centre", set.centre);
  return reader.problem();
}

std::string read_circle(const UnorderedJson* json, const char* key, Circle& circle) {
  if (json == nullptr || !json->is_object()) return fmt::format("{}: is missing, or no object", key);
  Reader reader{*json};
  reader.refuse_unknown({"diameter", "angle", "distance"});
  reader.number("diameter", circle.diameter);
  for (const auto& [name, to] : {std::pair{"angle", &circle.angle}, std::pair{"distance", &circle.distance}})
    if (reader.find(name) != nullptr) reader.number(name, to->emplace());
  return reader.problem().empty() ? "" : fmt::format("{}.{}", key, reader.problem());
}

void read_rest(Reader& reader, VerifyRequest& request) {
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
  Reader reader{document};
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
