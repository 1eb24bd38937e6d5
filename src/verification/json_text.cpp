#include "verification/json_text.hpp"

#include <nlohmann/json.hpp>

#include "messages/json.hpp"
#include "messages/print.hpp"
#include "words/fact_json.hpp"

namespace hexad::verification {

OrderedJson shown(double value, double digits) {
  return std::isfinite(value) ? OrderedJson(rounded(value, digits)) : OrderedJson(nullptr);
}

web::Response answer(const OrderedJson& json) {
  return {.body = json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + '\n'};
}

web::Response answer_error(std::string_view code, const messages::Message& what) {
  OrderedJson error{{"line", nullptr}, {"axis", nullptr}, {"column", nullptr}, {"code", code}};
  error.update(message_json(what));
  return answer({{"error", std::move(error)}});
}

OrderedJson hit_json(const LimitHit& hit) { return limit_json(hit); }

OrderedJson coverage_json(const motion::Coverage& coverage) {
  OrderedJson list = OrderedJson::array();
  for (std::size_t i = 0; i < motion::kAspects; ++i)
    if (coverage.gap[i] != motion::Gap::none)
      list.push_back(
          {{"what", to_string(static_cast<motion::Aspect>(i))}, {"why", to_string(coverage.gap[i])}});
  return list;
}

OrderedJson findings_json(const std::vector<kinematics::Finding>& findings) {
  using Kind = kinematics::Finding::Kind;
  OrderedJson list = OrderedJson::array();
  for (const kinematics::Finding& finding : findings)
    list.push_back({{"kind", finding.kind == Kind::error     ? "error"
                             : finding.kind == Kind::warning ? "warning"
                                                             : "note"},
                    {"text", messages::english(finding.what)},
                    {"message", messages::to_json(finding.what)}});
  return list;
}

OrderedJson remarks_json(const std::vector<CsvRemark>& remarks) {
  OrderedJson list = OrderedJson::array();
  for (const CsvRemark& remark : remarks)
    list.push_back({{"line", remark.line == 0 ? OrderedJson(nullptr) : OrderedJson(remark.line)},
                    {"column", remark.column == 0 ? OrderedJson(nullptr) : OrderedJson(remark.column)},
                    {"text", messages::english(remark.what)},
                    {"message", messages::to_json(remark.what)},
                    {"expected", remark.expected ? messages::english(remark.expected) : ""},
                    {"expected_message", messages::to_json(remark.expected)}});
  return list;
}

OrderedJson set_json(const ParameterSet& set, bool all) {
  OrderedJson json{{"base", set.base}, {"platform", set.platform}, {"legs", set.legs}};
  for (std::size_t i = 0; i < (all ? kSetItems.size() : kCsvItems.size()); ++i)
    json[kSetItems[i].name] = set.*kSetItems[i].value;
  if (all) json["centre"] = set.centre;
  return json;
}

}  // namespace hexad::verification
