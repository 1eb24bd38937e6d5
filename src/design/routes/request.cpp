#include "design/routes/request.hpp"

#include <cmath>

#include "messages/say.hpp"
#include "text/outside_json.hpp"
#include "text/shown.hpp"
#include "words/fact_json.hpp"

namespace hexad::design {
namespace {

constexpr std::array<const char*, kAxes> kAxisNames{"sway", "surge", "heave", "pitch", "roll", "yaw"};

OpenedRequest refused(web::Response response) {
  OpenedRequest opened;
  opened.refusal = std::move(response);
  return opened;
}

OpenedRequest parsed(const std::string& body, std::initializer_list<std::string_view> wanted, bool with_set) {
  OpenedRequest opened;
  opened.document = outside_json(body);
  if (!opened.document.is_object()) return refused(web::error(400, messages::Id::request_no_object));
  messages::Message problem;
  if (with_set) problem = verification::read_set(opened.document.value("set", UnorderedJson{}), opened.set);
  if (with_set) opened.document.erase("set");
  JsonReader reader{opened.document};
  reader.refuse_unknown(wanted);
  if (!problem) problem = reader.problem();
  if (problem) return refused(web::error(400, problem));
  return opened;
}

}  // namespace

OpenedRequest open_plain(const std::string& body, std::initializer_list<std::string_view> wanted) {
  return parsed(body, wanted, false);
}

OpenedRequest open_request(const std::string& body, std::initializer_list<std::string_view> wanted) {
  OpenedRequest opened = parsed(body, wanted, true);
  if (opened.refusal) return opened;
  verification::CheckedSet checked = verification::check_set(opened.set);
  if (!checked.machine) return refused(verification::answer_error("geometry", checked.error()));
  if (checked.machine->geometry.legs == 0)
    return refused(verification::answer_error("geometry", messages::Id::no_legs_to_look_at));
  opened.machine = std::move(checked.machine);
  return opened;
}

PartReader::PartReader(JsonReader& whole, const char* key, std::initializer_list<std::string_view> wanted)
    : whole_{whole}, key_{key}, document_(UnorderedJson::object()), reader_{document_} {
  const UnorderedJson* const found = whole.find(key);
  if (found == nullptr) return;
  if (!found->is_object()) {
    whole.fail(key, messages::Id::request_no_object_here);
    return;
  }
  document_ = *found;
  reader_.refuse_unknown(wanted);
}

PartReader::~PartReader() {
  if (reader_.problem()) whole_.fail(key_, reader_.problem());
}

void PartReader::amount(const char* key, double unit, double& to) { read_amount(reader_, key, unit, to); }

void read_amount(JsonReader& reader, const char* key, double unit, double& to) {
  if (reader.find(key) == nullptr) return;
  double value = 0.0;
  reader.number(key, value);
  if (!(value >= 0.0))
    return reader.fail(key, messages::say<messages::Id::request_below>(messages::Number{}));
  to = value * unit;
}

Json pose_json(const Pose& pose) {
  Json list = Json::array();
  for (const double value : from_si(kXyzConvention.from_pose(pose, 0.0))) list.push_back(shown(value, 1e4));
  return list;
}

Envelope read_envelope(JsonReader& reader, AxisValues& low, AxisValues& high) {
  using messages::Id;
  AxisValues velocity{}, acceleration{};
  reader.numbers("low", low);
  reader.numbers("high", high);
  reader.numbers("velocity", velocity);
  reader.numbers("acceleration", acceleration);
  for (std::size_t i = 0; i < kAxes; ++i) {
    if (low[i] > 0.0) reader.fail("low", Id::request_without_neutral);
    if (high[i] < 0.0) reader.fail("high", Id::request_without_neutral);
    if (velocity[i] < 0.0) reader.fail("velocity", Id::request_has_below);
    if (acceleration[i] < 0.0) reader.fail("acceleration", Id::request_has_below);
  }
  return {to_si(low), to_si(high), to_si(velocity), to_si(acceleration)};
}

Json point_json(const Vec3& metres) {
  return {shown(metres.x() / kMillimetre, 1e3), shown(metres.y() / kMillimetre, 1e3),
          shown(metres.z() / kMillimetre, 1e3)};
}

Json said(const messages::Message& message) { return message_json(message); }

const char* axis_name(std::size_t axis) { return kAxisNames[axis]; }

}  // namespace hexad::design
