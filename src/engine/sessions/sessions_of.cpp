#include "engine/sessions/sessions_of.hpp"

#include <algorithm>

#include "engine/sessions/telemetry_source_of.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "net/address.hpp"
#include "protocols/csfi/session.hpp"
#include "protocols/darren/session.hpp"
#include "protocols/lingjing/session.hpp"
#include "protocols/mdof/session.hpp"
#include "protocols/motus/session.hpp"
#include "protocols/telemetry/session.hpp"

namespace hexad::inline engine {
namespace {

constexpr ProtocolId kMdof = 1;
constexpr ProtocolId kDarren = 2;
constexpr ProtocolId kLingjing = 3;
constexpr ProtocolId kMotus = 4;
constexpr ProtocolId kCsfi = 5;
constexpr std::uint16_t kXplanePort = 49000;

/// 0x00MMmmpp of "M.m.p".
constexpr std::uint32_t version_number(std::string_view text) noexcept {
  std::uint32_t number = 0;
  std::uint32_t part = 0;
  for (const char c : text) {
    if (c == '.') {
      number = (number + part) << 8U;
      part = 0;
    } else {
      part = part * 10 + static_cast<std::uint32_t>(c - '0');
    }
  }
  return number + part;
}
static_assert(version_number("1.2.30") == 0x01021E);

std::unique_ptr<Session> make(const MdofSettings& mdof) {
  protocols::mdof::Settings settings;
  settings.work_height = mdof.work_height;
  settings.legacy_errors = mdof.legacy_errors;
  settings.rotation_order = mdof.link.rotation_order;
  settings.files = static_cast<std::uint32_t>(mdof.files.size());
  return std::make_unique<protocols::mdof::MdofSession>(settings);
}

/// darren decision 3: where status flows before anybody has spoken.
Endpoint status_host(const DarrenSettings& darren) {
  constexpr std::uint16_t kHostPort = 10010;
  if (darren.host == "auto") {
    const auto ip = net::parse_ip(darren.link.listen);
    const bool usual = darren.link.port == 10000 && ip && net::kLoopbackOnly.contains(*ip);
    return usual ? Endpoint{kDarren, net::kLoopback, kHostPort} : Endpoint{};
  }
  const auto address = net::parse_address(darren.host);
  return address ? Endpoint{kDarren, address->ip, address->port} : Endpoint{};
}

std::unique_ptr<Session> make(const DarrenSettings& darren) {
  using protocols::darren::ValuesAt;
  protocols::darren::Settings settings;
  settings.host = status_host(darren);
  settings.values_at = darren.values_at == 28 ? ValuesAt::byte_28 : ValuesAt::byte_32;
  settings.rotation_order = darren.link.rotation_order;
  settings.sine_max_hz = darren.sine_max_hz;
  return std::make_unique<protocols::darren::DarrenSession>(settings);
}

std::unique_ptr<Session> make(const LingjingSettings& lingjing) {
  using protocols::lingjing::Signs;
  protocols::lingjing::Settings settings;
  settings.z_reference = lingjing.z_reference;
  settings.signs = lingjing.signs == LingjingSettings::Signs::table ? Signs::table : Signs::aircraft;
  settings.rotation_order = lingjing.link.rotation_order;
  settings.feedback = lingjing.feedback;
  settings.films = static_cast<std::uint16_t>(lingjing.films.size());
  return std::make_unique<protocols::lingjing::LingjingSession>(settings);
}

/// motus decision 17: where status flows before anybody has spoken.
Endpoint status_host(const MotusSettings& motus) {
  const auto address = net::parse_address(motus.host);
  return address ? Endpoint{kMotus, address->ip, address->port} : Endpoint{};
}

std::unique_ptr<Session> make(const MotusSettings& motus) {
  using namespace protocols::motus;
  using Of = MotusSettings;
  Settings settings;
  const bool of_2020 = motus.dialect == Of::Dialect::of_2020;
  const auto other = [of_2020](Of::Own own) {
    return own == Of::Own::other || (own == Of::Own::dialect && of_2020);
  };
  settings.dialect = of_2020 ? Dialect::of_2020 : Dialect::manual;
  settings.form.unit =
      motus.translation_unit == Of::Unit::m ? TranslationUnit::metre : TranslationUnit::millimetre;
  settings.form.motor_code =
      motus.motor_code == Of::MotorCode::pulses ? MotorCode::pulses : MotorCode::length;
  if (other(motus.zeroed_status)) settings.form.zeroed = DofStatus::descended;
  if (other(motus.neutral_status)) settings.form.neutral = DofStatus::returned;
  settings.step_from_dofs = motus.step_from == Of::StepFrom::dofs;
  settings.host = status_host(motus);
  settings.gone_after = from_seconds(motus.gone_after);
  settings.generation1 = {.served = motus.generation1 == Of::Switch::on,
                          .heave_sign = motus.generation1_heave == Of::Heave::down ? -1.0 : 1.0,
                          .unit = motus.generation1_unit == Of::StatedUnit::mm ? TranslationUnit::millimetre
                                                                               : TranslationUnit::metre};
  const bool strict = motus.bring_up == Of::BringUp::strict;
  settings.bring_up = strict ? BringUpRule::strict : BringUpRule::automatic;
  settings.rotation_order = motus.link.rotation_order;
  settings.timeout = from_milliseconds(motus.timeout_ms);
  settings.timeout_is_fault = motus.timeout == Of::Timeout::fault;
  settings.status_period = from_seconds(1.0 / motus.status_hz);
  settings.status_codes_as_commands = motus.status_codes_as_commands;
  settings.scripts = static_cast<std::uint16_t>(motus.scripts.size());
  settings.version = version_number(HEXAD_VERSION);
  return std::make_unique<MotusSession>(settings);
}

std::unique_ptr<Session> make(const TelemetrySettings& telemetry) {
  protocols::telemetry::Settings settings;
  settings.silence = from_milliseconds(telemetry.timeout_ms);
  for (std::size_t i = 0; i < kAxes; ++i) {
    const std::string_view axis = name_of(static_cast<Axis>(i));
    settings.reverse[i] =
        std::find(telemetry.reverse.begin(), telemetry.reverse.end(), axis) != telemetry.reverse.end();
  }
  if (telemetry.source == TelemetrySettings::Source::xplane && !telemetry.ask.empty()) {
    const auto ip = net::parse_ip(telemetry.ask);
    const net::Address at = ip ? net::Address{*ip, kXplanePort} : *net::parse_address(telemetry.ask);
    settings.ask = {kTelemetry, at.ip, at.port};
  }
  return std::make_unique<protocols::telemetry::TelemetrySession>(telemetry_source_of(telemetry), settings);
}

}  // namespace

std::vector<OpenSession> sessions_of(const Config& config, protocols::csfi::BoardStore& board) {
  std::vector<OpenSession> sessions;
  if (config.mdof.link.enabled) sessions.push_back({kMdof, "mdof", &config.mdof.link, make(config.mdof)});
  if (config.darren.link.enabled) {
    sessions.push_back({kDarren, "darren", &config.darren.link, make(config.darren)});
    if (!status_host(config.darren) && config.darren.host != "off")
      sessions.back().note = messages::Id::log_darren_nobody;
  }
  if (config.lingjing.link.enabled)
    sessions.push_back({kLingjing, "lingjing", &config.lingjing.link, make(config.lingjing)});
  if (config.motus.link.enabled) {
    sessions.push_back({kMotus, "motus", &config.motus.link, make(config.motus)});
    const bool taken = config.darren.link.enabled && config.darren.link.port == 10000;
    if (taken && net::parse_ip(config.motus.link.listen).value_or(0) == net::kLoopback)
      sessions.back().note = messages::Id::log_motus_port_taken;
  }
  if (config.csfi.link.enabled)
    sessions.push_back(
        {kCsfi, "csfi", &config.csfi.link, std::make_unique<protocols::csfi::CsfiSession>(board)});
  if (config.telemetry.link.enabled && config.telemetry.source != TelemetrySettings::Source::off)
    sessions.push_back({kTelemetry, "telemetry", &config.telemetry.link, make(config.telemetry)});
  return sessions;
}

}  // namespace hexad::inline engine
