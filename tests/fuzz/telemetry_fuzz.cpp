// Any bytes to any game's codec (the first byte chooses): decoded or rejected with a reason, never worse.
// What was decoded and is finite survives being encoded and decoded again, as far as a float goes.

#include <cmath>

#include "fuzz/check.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "protocols/beamng/beamng.hpp"
#include "protocols/dirt/dirt.hpp"
#include "protocols/f1/f1.hpp"
#include "protocols/flightgear/flightgear.hpp"
#include "protocols/forza/forza.hpp"
#include "protocols/generic/generic.hpp"
#include "protocols/outsim/outsim.hpp"
#include "protocols/xplane/xplane.hpp"

namespace {

using hexad::fuzz::require;
using namespace hexad::protocols;

generic::Settings mapped(generic::Format format) {
  generic::Settings settings;
  settings.format = format;
  const bool tags = format == generic::Format::text;
  settings.axes[0] = {tags ? "ay" : "2", -1.0};
  settings.axes[1] = {tags ? "ax" : "1", 9.80665};
  settings.axes[5] = {tags ? "yaw" : "3", 1.0};
  settings.active = {tags ? "race" : "4", 1.0};
  return settings;
}

const TelemetrySource& source_of(std::uint8_t number) {
  static const forza::ForzaSource forza;
  static const outsim::OutsimSource outsim;
  static const flightgear::FlightgearSource flightgear;
  static const generic::GenericSource text{mapped(generic::Format::text)};
  static const generic::GenericSource csv{mapped(generic::Format::csv)};
  static const generic::GenericSource floats{mapped(generic::Format::floats)};
  static const beamng::BeamngSource beamng;
  static const xplane::XplaneSource xplane;
  static const f1::F1Source f1;
  static const dirt::DirtSource dirt;
  static const TelemetrySource* const all[]{&forza,  &outsim, &flightgear, &text, &csv,
                                            &floats, &beamng, &xplane,     &f1,   &dirt};
  return *all[number % std::size(all)];
}

/// Values that a float holds as well as the next one.
bool is_ordinary(const VehicleSample& sample) {
  return is_finite(sample) && sample.acceleration.norm() < 1e4 && sample.rate.norm() < 1e3 && sample.active;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const TelemetrySource& source = source_of(data[0]);
  const auto sample = source.decode(std::as_bytes(std::span{data + 1, size - 1}));
  if (!sample) {
    require(!to_text(sample.error(), hexad::messages::Language::chinese).empty(),
            "a rejection without a word");
    return 0;
  }
  if (!is_ordinary(*sample) || sample->attitude) return 0;
  std::array<std::byte, TelemetrySource::kLargest> bytes{};
  const std::size_t used = source.encode(*sample, bytes);
  require(used > 0, "what was decoded is not encoded");
  const auto again = source.decode(std::span{bytes}.first(used));
  require(again.has_value(), "what was encoded is rejected");
  require((again->acceleration - sample->acceleration).norm() <= 1e-5 * (10 + sample->acceleration.norm()),
          "another acceleration");
  require((again->rate - sample->rate).norm() <= 1e-5 * (1 + sample->rate.norm()), "another rate");
  return 0;
}
