#pragma once
// Inside the answers: a request opened, its objects read, and what more than one answer says.

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "design/envelope.hpp"
#include "messages/message.hpp"
#include "model/axes.hpp"
#include "verification/json_reader.hpp"
#include "verification/json_text.hpp"

namespace hexad::design {

using Json = verification::OrderedJson;
using verification::JsonReader;
using verification::shown;
using verification::UnorderedJson;

struct OpenedRequest {
  UnorderedJson document;
  verification::ParameterSet set;
  std::optional<Machine> machine;
  std::optional<web::Response> refusal;
};
/// The body with its set made into a machine, or the answer that says why not. `wanted`: its keys besides
/// `set`.
OpenedRequest open_request(const std::string& body, std::initializer_list<std::string_view> wanted);
/// Without a set.
OpenedRequest open_plain(const std::string& body, std::initializer_list<std::string_view> wanted);

/// An object inside a request; an empty one when it is left out. Problems begin with its key.
class PartReader {
 public:
  PartReader(JsonReader& whole, const char* key, std::initializer_list<std::string_view> wanted);
  ~PartReader();
  PartReader(const PartReader&) = delete;
  PartReader& operator=(const PartReader&) = delete;

  JsonReader& reader() noexcept { return reader_; }
  /// A number shown in this unit, not below zero.
  void amount(const char* key, double unit, double& to);

 private:
  JsonReader& whole_;
  const char* key_;
  UnorderedJson document_;
  JsonReader reader_;
};
/// `low`, `high`, `velocity`, `acceleration`, six numbers each in mm and °; neutral is in it, nothing is
/// below zero. `low` and `high`: as they were given.
Envelope read_envelope(JsonReader& reader, AxisValues& low, AxisValues& high);
/// Not below zero.
void read_amount(JsonReader& reader, const char* key, double unit, double& to);

inline double unit_of_axis(std::size_t axis) { return axis < 3 ? kMillimetre : kDegree; }
Json pose_json(const Pose& pose);
Json point_json(const Vec3& metres);
/// {"text", "message"}
Json said(const messages::Message& message);
const char* axis_name(std::size_t axis);

}  // namespace hexad::design
