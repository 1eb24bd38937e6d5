#include "hexad/design_request.hpp"

#include <fmt/format.h>

#include "hexad/exit_code.hpp"
#include "hexad/numbers.hpp"
#include "hexad/output.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::cli {

bool add_items(RequestJson& request, const char* key, const Items& items) {
  if (items.empty()) return true;
  RequestJson& part = request[key];
  for (const std::string& item : items) {
    const std::size_t equals = item.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == item.size()) {
      print_error(messages::say<messages::Id::typed_pair_form>(key, item));
      return false;
    }
    const std::string value = item.substr(equals + 1);
    const auto number = parse_number(value);
    part[item.substr(0, equals)] = number ? RequestJson(*number) : RequestJson(value);
  }
  return true;
}

bool add_axes(RequestJson& request, const char* key, const std::vector<std::string>& words) {
  if (words.empty()) return true;
  const auto parsed = parse_axes(fmt::format("{}", fmt::join(words, " ")));
  if (!parsed) {
    print_error(messages::say<messages::Id::option_wrong>(fmt::format("--{}", key), parsed.error()));
    return false;
  }
  request[key] = *parsed;
  return true;
}

bool add_range(RequestJson& request, const std::vector<std::string>& range,
               const std::vector<std::string>& low, const std::vector<std::string>& high) {
  request["low"] = AxisValues{};
  request["high"] = AxisValues{};
  if (!add_axes(request, "range", range)) return false;
  if (request.contains("range")) {
    AxisValues both = request["range"].get<AxisValues>();
    for (double& value : both) value = std::abs(value);
    request["high"] = both;
    for (double& value : both) value = value == 0.0 ? 0.0 : -value;
    request["low"] = both;
    request.erase("range");
  }
  return add_axes(request, "low", low) && add_axes(request, "high", high);
}

Asked asked(const web::Response& response) {
  AnswerJson answer = AnswerJson::parse(response.body, nullptr, false);
  const auto error = answer.is_object() ? answer.find("error") : answer.end();
  if (!answer.is_object() || error == answer.end()) return {kDone, std::move(answer)};
  print_error(as_told(
      sentence(error->is_object() ? *error : AnswerJson{{"text", *error}, {"message", answer["message"]}})));
  return {response.status == 200 ? kFailed : kUsage, std::nullopt};
}

std::string sentence(const AnswerJson& said) {
  const messages::Message message = messages::from_json(said.value("message", AnswerJson{}));
  if (message) return messages::to_text(message);
  return said.value("text", std::string{});
}

std::string word(const AnswerJson& in, const char* key, std::string_view group) {
  return messages::to_text(named(group, in.at(key).get<std::string>()));
}

std::string number(const AnswerJson& value, int decimals) {
  return value.is_number() ? fixed(value.get<double>(), decimals) : "-";
}

std::string pose_of(const AnswerJson& pose) {
  std::string text;
  for (const AnswerJson& value : pose) text += (text.empty() ? "" : " ") + number(value, 1);
  return text;
}

}  // namespace hexad::cli
