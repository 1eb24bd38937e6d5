#include "engine/sessions/telemetry_source_of.hpp"

#include "protocols/beamng/beamng.hpp"
#include "protocols/dirt/dirt.hpp"
#include "protocols/f1/f1.hpp"
#include "protocols/flightgear/flightgear.hpp"
#include "protocols/forza/forza.hpp"
#include "protocols/generic/generic.hpp"
#include "protocols/outsim/outsim.hpp"
#include "protocols/xplane/xplane.hpp"

namespace hexad::inline engine {
namespace {

using Of = TelemetrySettings;
namespace generic = protocols::generic;

constexpr std::array kLinearFactors{1.0, kGravity, 0.3048};  // by LinearUnit
constexpr std::array kRateFactors{1.0, kDegree};             // by RateUnit
constexpr std::array kTimeFactors{1.0, 1e-3};                // by TimeUnit

generic::Field field_of(const Of::Field<Of::LinearUnit>& axis) {
  return {axis.field, axis.scale * kLinearFactors[static_cast<std::size_t>(axis.unit)]};
}
generic::Field field_of(const Of::Field<Of::RateUnit>& axis) {
  return {axis.field, axis.scale * kRateFactors[static_cast<std::size_t>(axis.unit)]};
}

generic::Settings generic_settings(const Of& from) {
  generic::Settings settings;
  settings.format = static_cast<generic::Format>(from.format);
  settings.axes = {field_of(from.sway),  field_of(from.surge), field_of(from.heave),
                   field_of(from.pitch), field_of(from.roll),  field_of(from.yaw)};
  settings.with_gravity = from.gravity == Of::Gravity::included;
  settings.active = {from.active_field, 1.0};
  settings.low = from.active_low;
  settings.high = from.active_high;
  settings.time = {from.time_field, kTimeFactors[static_cast<std::size_t>(from.time_unit)]};
  return settings;
}
static_assert(static_cast<int>(generic::Format::floats) == static_cast<int>(Of::Format::floats));

}  // namespace

std::unique_ptr<const protocols::TelemetrySource> telemetry_source_of(const TelemetrySettings& settings) {
  switch (settings.source) {
    case Of::Source::off:
      break;
    case Of::Source::forza:
      return std::make_unique<protocols::forza::ForzaSource>();
    case Of::Source::outsim:
      return std::make_unique<protocols::outsim::OutsimSource>();
    case Of::Source::flightgear:
      return std::make_unique<protocols::flightgear::FlightgearSource>();
    case Of::Source::xplane:
      return std::make_unique<protocols::xplane::XplaneSource>();
    case Of::Source::beamng:
      return std::make_unique<protocols::beamng::BeamngSource>();
    case Of::Source::f1:
      return std::make_unique<protocols::f1::F1Source>();
    case Of::Source::dirt:
      return std::make_unique<protocols::dirt::DirtSource>();
    case Of::Source::generic:
      return std::make_unique<generic::GenericSource>(generic_settings(settings));
  }
  return nullptr;
}

}  // namespace hexad::inline engine
