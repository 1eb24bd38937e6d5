// POST /api/verify/identify: the set's joints and leg lengths from measurements, with what is known of them
// before and after. It changes nothing: the page takes the result over.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "identify/design.hpp"
#include "identify/measurement_file.hpp"
#include "identify/observability.hpp"
#include "identify/plausible.hpp"
#include "messages/say.hpp"
#include "text/outside_json.hpp"
#include "text/shown.hpp"
#include "text/spreadsheet_text.hpp"
#include "verification/answers.hpp"
#include "verification/json_reader.hpp"
#include "verification/json_text.hpp"
#include "words/fact_json.hpp"

namespace hexad::verification {
namespace {

using Json = OrderedJson;

constexpr std::size_t kWorkspacePoses = 120;
constexpr std::uint64_t kPosesSeed = 7001;

struct IdentifyRequest {
  ParameterSet set;
  std::string text, unknown;
  double tolerance = 2.0;
  bool equal_legs = true, drop_outliers = false;
};

Result<IdentifyRequest, messages::Message> parse_identify(const std::string& body) {
  const UnorderedJson document = outside_json(body);
  if (!document.is_object()) return Failure{messages::Message{messages::Id::request_no_object}};
  IdentifyRequest request;
  JsonReader reader{document};
  reader.refuse_unknown({"set", "text", "unknown", "tolerance", "equal_legs", "drop_outliers"});
  reader.text("text", request.text);
  reader.text("unknown", request.unknown);
  reader.number("tolerance", request.tolerance);
  reader.flag("equal_legs", request.equal_legs);
  reader.flag("drop_outliers", request.drop_outliers);
  if (!(request.tolerance >= 1e-3 && request.tolerance <= 100.0))
    reader.fail("tolerance",
                messages::say<messages::Id::request_no_number>(messages::Number{1e-3, messages::Unit::mm},
                                                               messages::Number{100.0, messages::Unit::mm}));
  if (reader.problem()) return Failure{reader.problem()};
  if (const auto problem = read_set(document.value("set", UnorderedJson{}), request.set))
    return Failure{problem};
  return request;
}

Json axes_of(const AxisValues& si) {
  Json list = Json::array();
  for (const double value : from_si(si)) list.push_back(shown(value));
  return list;
}

Json residuals_json(const identify::Fit& fit, const identify::Campaign& campaign,
                    double identify::Residual::*of) {
  Json json = Json::object();
  for (const bool angles : {false, true}) {
    const identify::ResidualSummary sum = identify::summary(fit, campaign, angles, of);
    const double unit = angles ? kDegree : kMillimetre;
    json[angles ? "deg" : "mm"] =
        sum.count == 0 ? Json(nullptr)
                       : Json{{"rms", shown(sum.rms / unit)}, {"largest", shown(sum.largest / unit)}};
  }
  return json;
}

/// A mean that the fit does not take away is an offset.
Json columns_json(const identify::Fit& fit, const identify::Campaign& campaign) {
  Json list = Json::array();
  for (const identify::ColumnMean& mean : identify::column_means(fit, campaign)) {
    const identify::Quantity& quantity = campaign.quantities[mean.quantity];
    const double unit = quantity.is_angle() ? kDegree : kMillimetre;
    list.push_back({{"column", identify::column_name(quantity)},
                    {"readings", mean.count},
                    {"mean_before", shown(mean.before / unit)},
                    {"mean_after", shown(mean.after / unit)},
                    {"rms_after", shown(mean.rms / unit)}});
  }
  return list;
}

Json parameters_json(const Geometry& nominal, const identify::Fit& fit) {
  const identify::Deviation band = fit.coverage * fit.sigma();
  Json list = Json::array();
  const auto add = [&](const std::string& end, std::size_t leg, const char* axis, double before,
                       Eigen::Index at) {
    list.push_back({{"end", end},
                    {"leg", leg + 1},
                    {"axis", axis},
                    {"before_mm", shown(before / kMillimetre)},
                    {"after_mm", shown((before + fit.deviation[at]) / kMillimetre)},
                    {"uncertainty_mm", shown(band[at] / kMillimetre)}});
  };
  constexpr const char* kCoordinates[] = {"x", "y", "z"};
  for (const bool platform : {false, true})
    for (std::size_t i = 0; i < kMaxLegs; ++i)
      for (Eigen::Index k = 0; k < 3; ++k)
        add(platform ? "platform" : "base", i, kCoordinates[k],
            (platform ? nominal.platform : nominal.base)[i][k],
            (platform ? identify::platform_at(i) : identify::base_at(i)) + k);
  for (std::size_t i = 0; i < kMaxLegs; ++i)
    add("leg", i, "length", nominal.retracted[static_cast<Eigen::Index>(i)], identify::leg_at(i));
  return list;
}

Json instruments_json(const identify::Campaign& campaign, const identify::Frames& frames) {
  const identify::FrameUnknowns unknown{campaign};
  const auto place = [](const Vec3& point) {
    return Json{shown(point.x() / kMillimetre), shown(point.y() / kMillimetre),
                shown(point.z() / kMillimetre)};
  };
  const auto turn = [](const Quat& rotation) {
    const Vec3 angles = angles_from_rotation(rotation, RotationOrder::zyx) / kDegree;
    return Json{shown(angles.x()), shown(angles.y()), shown(angles.z())};
  };
  Json list = Json::array();
  if (unknown.which().tracker)
    list.push_back({{"what", "tracker"},
                    {"number", 0},
                    {"place_mm", place(frames.origin)},
                    {"angles_deg", turn(frames.tracker)}});
  if (unknown.which().target)
    list.push_back({{"what", "target"},
                    {"number", 0},
                    {"place_mm", place(frames.place)},
                    {"angles_deg", turn(frames.target)}});
  for (const auto& [what, places] : {std::pair{"point", &frames.points}, std::pair{"mark", &frames.marks}})
    for (std::size_t i = 0; i < places->size(); ++i)
      list.push_back(
          {{"what", what}, {"number", i + 1}, {"place_mm", place((*places)[i])}, {"angles_deg", nullptr}});
  if (unknown.which().level) {
    list.push_back(
        {{"what", "level"}, {"number", 0}, {"place_mm", nullptr}, {"angles_deg", turn(frames.level)}});
    list.push_back(
        {{"what", "sensor"}, {"number", 0}, {"place_mm", nullptr}, {"angles_deg", turn(frames.sensor)}});
  }
  return list;
}

/// The set with what was found, to a ten-thousandth of a millimetre.
ParameterSet with_found(ParameterSet set, const Geometry& geometry, bool equal_legs) {
  const auto typed_mm = [](double metres) { return std::round(metres / kMillimetre * 1e4) / 1e4 + 0.0; };
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto axis = static_cast<Eigen::Index>(k);
      set.base[i][k] = typed_mm(geometry.base[i][axis]);
      set.platform[i][k] = typed_mm(geometry.platform[i][axis]);
    }
    set.legs[i] = typed_mm(geometry.retracted[static_cast<Eigen::Index>(i)]);
  }
  set.leg_length = set.legs[0];
  if (equal_legs) set.legs.fill(0.0);
  set.height = 0.0;  // it was measured on the machine as it was believed to be
  return set;
}

Json outliers_json(const std::vector<identify::Outlier>& outliers, const identify::Campaign& campaign) {
  Json list = Json::array();
  for (const identify::Outlier& one : outliers)
    list.push_back({{"line", campaign.rows[one.row].line},
                    {"column", identify::column_name(campaign.quantities[one.quantity])},
                    {"sigmas", shown(one.standardised, 1e2)}});
  return list;
}

Json unreadable(const std::vector<identify::FileProblem>& problems) {
  std::vector<CsvRemark> remarks;
  for (const identify::FileProblem& problem : problems)
    remarks.push_back({static_cast<std::size_t>(problem.line), problem.column, problem.what});
  return {{"errors", remarks_json(remarks)}};
}

}  // namespace

web::Response answer_identify(const std::string& body) {
  const auto request = parse_identify(body);
  if (!request) return web::error(400, request.error());
  const auto unknown = identify::parse_unknowns(request->unknown);
  if (!unknown) return web::error(400, unknown.error());
  const CheckedSet checked = check_set(request->set);
  if (!checked.machine) return answer_error("geometry", checked.error());
  if (checked.machine->geometry.mechanism != Mechanism::six_legs)
    return answer_error("geometry", messages::Id::modes_need_six_legs);
  const Machine& nominal = *checked.machine;
  const auto read = identify::parse_campaign(plain_csv(request->text), nominal, {}, *unknown);
  if (!read) return answer(unreadable(read.error()));

  identify::Prior prior;
  prior.joint = prior.leg = request->tolerance * kMillimetre;
  prior.equal_legs = request->equal_legs;
  const auto outliers = identify::find_outliers(nominal, *read, prior);
  const identify::Campaign rest = identify::without(*read, outliers);
  const identify::Campaign& used = request->drop_outliers ? rest : *read;
  const auto fitted = identify::fit(nominal, used, prior);
  if (!fitted) return answer_error("identify", fitted.error());
  // Single rows that do not fit are said by themselves; whether the rest can be believed is another question.
  const auto judged =
      outliers.empty() || request->drop_outliers ? fitted : identify::fit(nominal, rest, prior);
  const auto reason = judged ? identify::implausible(nominal, outliers.empty() ? used : rest, *judged)
                             : std::optional{judged.error()};
  const auto poses = identify::reachable_poses(nominal, kWorkspacePoses, kPosesSeed);
  const Eigen::Index all = fitted->covariance.cols();
  const auto scaled = [](AxisValues values, double factor) {
    for (double& value : values) value *= factor;
    return values;
  };
  Json untold = Json::array();
  for (const messages::Message& what : identify::observability(nominal, *fitted).cannot_be_told)
    untold.push_back(message_json(what));
  return answer(
      {{"errors", Json::array()},
       {"passes", !reason.has_value()},
       {"reason", reason ? message_json(*reason) : Json(nullptr)},
       {"contradicts_sigma", fitted->contradicts_sigma()},
       {"rows", used.rows.size()},
       {"readings", fitted->residuals.size()},
       {"residual",
        {{"before", residuals_json(*fitted, used, &identify::Residual::before)},
         {"after", residuals_json(*fitted, used, &identify::Residual::after)}}},
       {"columns", columns_json(*fitted, used)},
       {"uncertainty",
        {{"before",
          axes_of(scaled(identify::pose_sigma(nominal, *fitted, Eigen::MatrixXd::Identity(all, all), poses),
                         1.96))},
         {"after", axes_of(scaled(identify::pose_sigma(nominal, *fitted, fitted->covariance, poses),
                                  fitted->coverage))}}},
       {"parameters", parameters_json(nominal.geometry, *fitted)},
       {"instruments", instruments_json(used, fitted->frames)},
       {"outliers", outliers_json(outliers, *read)},
       {"dropped", request->drop_outliers},
       {"cannot_be_told", std::move(untold)},
       {"set", reason ? Json(nullptr)
                      : set_json(with_found(request->set, fitted->geometry, request->equal_legs), true)}});
}

}  // namespace hexad::verification
