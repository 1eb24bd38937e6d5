#include "daemon/daemon.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "config/build_machine.hpp"
#include "config/presets.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "os/descriptors.hpp"
#include "os/wait.hpp"
#include "store/state_folder.hpp"

namespace hexad::inline daemon {
namespace {

using namespace std::chrono_literals;
using messages::Id;
using messages::say;

/// Why the drives cannot be had, in words; only between the constructor and build().
struct DrivesMissing : std::runtime_error {
  using std::runtime_error::runtime_error;
};

constexpr std::string_view kFewDescriptors = " (ulimit -n: 160 are enough)";

controller::Settings controller_settings(const Config& config) {
  controller::Settings settings;
  settings.period = from_seconds(1.0 / config.loop.rate_hz);
  settings.auto_enable = config.lifecycle.enable == Enable::automatic;
  settings.idle_return = from_seconds(config.lifecycle.idle_return);
  settings.idle_return_all = config.lifecycle.idle_return_all;
  settings.cueing = config.cueing;
  settings.enable_input = static_cast<std::uint8_t>(config.lifecycle.enable_input);
  // Only a simulation can begin as if somebody had zeroed it.
  if (config.drives.port == DrivesSettings::Port::simulated) settings.initial = config.plant.initial;
  return settings;
}

Drives made_drives(const Config& config, const StoredCalibration& calibration, const Machine* truth) {
  auto drives = drives_of(config, calibration, truth);
  if (!drives) throw DrivesMissing{messages::to_text(drives.error())};
  return std::move(*drives);
}

/// What is kept is one program's. Nothing where there is no folder yet, or one that cannot be written to.
Result<std::unique_ptr<store::FileStore>, messages::Message> claimed(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (!std::filesystem::exists(folder, ignored)) return std::unique_ptr<store::FileStore>{};
  auto opened = store::FileStore::open(folder.string());
  if (!opened && opened.error().in_use)
    return Failure{say<Id::state_in_use>(folder.string(), opened.error().holder)};
  return opened ? *std::move(opened) : std::unique_ptr<store::FileStore>{};
}

/// csfi decision 4: group 3 counts from the next start on, if it may.
void use_network_group(const CalibrationSet& set, CsfiSettings& csfi) {
  if (!csfi.use_network_group || !set.written[2]) return;
  const auto& network = std::get<protocols::csfi::Network>(set.groups[2]);
  csfi.link.listen = fmt::format("{}", fmt::join(network.local_ip, "."));
  csfi.link.port = network.local_port;
}

/// Who may speak to a port. An empty list is this machine alone: a network is named, never assumed.
std::vector<net::Prefix> allowed(const std::string& protocol, const LinkSettings& link,
                                 std::vector<std::string>& problems) {
  std::vector<net::Prefix> prefixes;
  for (const std::string& text : link.allow) {
    const auto prefix = net::parse_prefix(text);
    if (prefix) {
      prefixes.push_back(*prefix);
      continue;
    }
    const bool host_bits = prefix.error() == net::PrefixError::host_bits;
    const std::string key = protocol + ".allow";
    problems.push_back(messages::to_text(host_bits ? say<Id::start_bad_network>(key, text)
                                                   : say<Id::start_no_network>(key, text)));
  }
  if (link.allow.empty()) prefixes.push_back(net::kLoopbackOnly);
  return prefixes;
}

messages::Message why_not(const std::string& protocol, const net::SocketError& error) {
  const std::string where = net::to_text(error.address);
  const std::string option = "--port " + protocol + "=N";
  const bool binds = error.step == net::SocketError::Step::bind;
  if (binds && error.error == EADDRINUSE)
    return say<Id::start_port_in_use>(error.address.port, protocol, where, option);
  if (binds && error.error == EADDRNOTAVAIL)
    return say<Id::start_no_address>(protocol, where, protocol + ".listen");
  if (binds && error.error == EACCES) return say<Id::start_no_rights>(protocol, where, option);
  constexpr std::array kSteps{Id::step_open, Id::step_options, Id::step_filter, Id::step_port};
  return say<Id::start_socket_failed>(protocol, where, kSteps[static_cast<std::size_t>(error.step)],
                                      messages::system_message(error.error));
}

}  // namespace

Result<std::unique_ptr<Daemon>, std::string> Daemon::build(const Config& config, const Machine& machine,
                                                           const RealTimeSettings& real_time, Log& log,
                                                           const Sources& sources) try {
  count_descriptors();  // and lets there be as many as may be
  std::optional<Machine> truth;
  if (config.plant.geometry != "follow") {
    LoadedPlatform loaded = load_platform({.platform = config.plant.geometry});
    if (!loaded.machine)
      return Failure{messages::to_text(say<Id::start_no_geometry>(
          config.plant.geometry, loaded.problems.empty() ? "" : in_words(loaded.problems.front())))};
    truth = *std::move(loaded.machine);
  }
  auto store = claimed(store::state_folder(config.state, machine.name));
  if (!store) return Failure{messages::to_text(store.error())};
  std::unique_ptr<Daemon> daemon{new Daemon{config, machine, truth ? &*truth : nullptr, real_time, log}};
  if (*store) daemon->calibration_board_.keep_in(*std::move(store));
  Config used = config;
  use_network_group(daemon->calibration_.set, used.csfi);
  if (used.motus.host == "auto" && used.motus.link.enabled)
    if (const auto last = daemon->motus_host_.last_time(used)) {
      used.motus.host = net::to_text(*last);
      daemon->log_.info(say<Id::log_motus_last_host>(used.motus.host));
    }
  std::string problems;
  for (OpenSession& wanted : sessions_of(used, daemon->calibration_board_)) {
    const std::string problem = daemon->open(std::move(wanted));
    if (!problem.empty()) problems += (problems.empty() ? "" : "\n") + problem;
  }
  if (const std::string problem = daemon->open_console(config, sources); !problem.empty())
    problems += (problems.empty() ? "" : "\n") + problem;
  if (!problems.empty()) return Failure{problems};
  if (std::string problem = daemon->share_descriptors(); !problem.empty()) return Failure{std::move(problem)};
  return daemon;
} catch (const DrivesMissing& error) {
  return Failure{std::string{error.what()}};
} catch (const std::system_error& error) {
  const std::string remedy{error.code().value() == EMFILE ? kFewDescriptors : ""};
  return Failure{messages::to_text(say<Id::start_system>(error.what() + remedy))};
}

/// What is left when everything is open is shared between clients and the program's own needs.
std::string Daemon::share_descriptors() {
  const Descriptors now = count_descriptors();
  const std::size_t clients = room_for_clients(now.left(), WebThread::kMostClients);
  if (clients == 0) return messages::to_text(say<Id::start_descriptors>(now.used, kFewDescriptors));
  if (clients < WebThread::kMostClients) log_.warn(say<Id::log_few_descriptors>(now.limit, clients));
  if (web_) web_->limit_clients(clients);
  return {};
}

Daemon::Daemon(const Config& config, const Machine& machine, const Machine* truth,
               const RealTimeSettings& real_time, Log& log)
    : log_{log},
      wall_clock_{1.0},
      platform_clock_{config.loop.speed},
      real_time_{real_time},
      calibration_{load_calibration(config, machine, store::state_folder(config.state, machine.name), log_)},
      drives_{made_drives(config, calibration_, truth)},
      platform_{std::make_unique<const Machine>(calibration_.machine), controller_settings(config),
                std::move(drives_.port)},
      inbox_{platform_.add_inbox()},
      outbox_{platform_.add_outbox(Outbox::Wants::snapshots_only)},
      calibration_board_{calibration_, store::state_folder(config.state, machine.name), platform_, log_},
      board_{platform_, log_},
      faults_{{machine.name, HEXAD_VERSION, store::state_folder(config.state, machine.name) / "faults"},
              platform_,
              platform_clock_,
              board_.names(),
              log_},
      alarms_{store::state_folder(config.state, machine.name), log_},
      maintenance_{store::state_folder(config.state, machine.name), machine.geometry.legs,
                   platform_.add_outbox(Outbox::Wants::snapshots_only), log_},
      smoothed_{config.motion_smoothed, store::state_folder(config.state, machine.name)},
      files_{config, smoothed_},
      preparation_{platform_, board_.names(), log_, &files_},
      worker_{preparation_},
      network_{platform_clock_, wall_clock_},
      loop_{std::array{&platform_}, platform_clock_.now(), config.loop.speed},
      loop_thread_{loop_, platform_clock_, network_.wake(), real_time},
      motus_host_{store::state_folder(config.state, machine.name)},
      repository_{files_, smoothed_, (store::state_folder(config.state, machine.name) / "motion").string(),
                  config.lingjing.videos} {
  for (const FileRepository::Video& video : repository_.videos())
    if (!video.name.empty() && video.path.empty()) log_.warn(say<Id::log_no_video>(video.name));
  if (drives_.ticks != nullptr) loop_thread_.pace_by(*drives_.ticks);
  board_.prepare_in(preparation_.add_box(), &worker_.wake());
  calibration_board_.wake_by(&worker_.wake());
  worker_.also([this] {
    faults_.work();
    alarms_.work();
    maintenance_.work(wall_clock_.now());
    if (const auto problem = motus_host_.keep()) log_.warn(say<Id::log_motus_host_forgotten>(problem));
    return calibration_board_.work();
  });
  board_.show(tap_);
  board_.tell([this](const Event& event) { alarms_.heard(event, board_.names()); });
  log_.tell([this](const LogLine& line) { alarms_.heard(line); });
  preparation_.tell(kOperatorEndpoint.protocol, notes_);
  preparation_.read_from(repository_);
  network_.serve(board_);
  network_.publish(board_, hosts_);
  identity_ = {.platform = machine.name,
               .version = HEXAD_VERSION,
               .drives = drives_.name,
               .legs = calibration_.machine.geometry.legs,
               .neutral_above_bottom = calibration_.machine.heights.neutral_above_bottom(),
               .speed = config.loop.speed,
               .rate_hz = config.loop.rate_hz,
               .has_rotary = calibration_.machine.rotary.has_value(),
               .cabin = config.cabin.size,
               .eye_point = config.cueing.head,
               // What their contracts say (protocols/darren/commands.cpp, motus/session.cpp).
               .timeouts = {{"darren", 0.2}, {"motus", 1e-3 * config.motus.timeout_ms}}};
  log_.info(say<Id::log_platform>(machine.name, calibration_.machine.geometry.legs,
                                  calibration_.machine.geometry.stroke, drives_.name,
                                  std::lround(config.loop.rate_hz), config.loop.speed));
}

Daemon::~Daemon() {
  end_threads();
  log_.tell({});  // the book ends before who may still have something to say
}

void Daemon::end_threads() {
  loop_thread_.stop();
  network_.stop();
  worker_.stop();
  if (web_) web_->stop();
  // A fault just before the end has its black box, too.
  faults_.work();
  platform_.black_box().finish();
  faults_.work();
  alarms_.work(true);
  maintenance_.work(wall_clock_.now(), true);
}

/// What went wrong, in words.
std::string Daemon::open_console(const Config& config, const Sources& sources) {
  if (config.console.listen == "off") return {};
  const std::filesystem::path folder = store::state_folder(config.state, identity_.platform);
  auto access = access_to(config.console, folder, identity_.platform);
  if (!access) return messages::to_text(access.error());
  access_ = std::move(*access);
  for (const messages::Message& problem : access_.problems) log_.warn(problem);
  auto web = WebThread::open(config.console, access_,
                             {.platform = platform_,
                              .hosts = hosts_,
                              .injections = drives_.injections,
                              .platform_clock = platform_clock_,
                              .wall_clock = wall_clock_,
                              .log = log_,
                              .faults = faults_,
                              .alarms = alarms_,
                              .maintenance = maintenance_,
                              .tap = tap_,
                              .preparation = {&preparation_.add_box(), &notes_, &worker_.wake(),
                                              &preparation_.played(), &preparation_.preparing()},
                              .films = config.lingjing.films.size(),
                              .repository = &repository_,
                              .page = shipped_page_folder().value_or(""),
                              .state = config.state,
                              .cueing = config.cueing,
                              .sources = sources,
                              .wired = {config.drives.order, config.drives.scale}});
  if (!web) return messages::to_text(web.error());
  web_ = std::move(*web);
  return {};
}

/// What went wrong, in words; empty = open.
std::string Daemon::open(OpenSession wanted) {
  const std::string& protocol = wanted.protocol;
  const LinkSettings& link = *wanted.link;
  std::vector<std::string> problems;
  net::SocketSettings settings;
  settings.allow = allowed(protocol, link, problems);
  const std::optional<std::uint32_t> ip = net::parse_ip(link.listen);
  if (!ip) problems.push_back(messages::to_text(say<Id::start_listen>(protocol + ".listen", link.listen)));
  if (link.port < 0 || link.port > 65535)
    problems.push_back(messages::to_text(say<Id::start_port>(protocol + ".port", link.port)));
  if (!problems.empty()) return fmt::format("{}", fmt::join(problems, "\n"));

  settings.address = {*ip, static_cast<std::uint16_t>(link.port)};
  auto socket = net::UdpSocket::open(settings);
  if (!socket) return messages::to_text(why_not(protocol, socket.error()));
  if (link.allow.empty() && !net::kLoopbackOnly.contains(*ip))
    log_.warn(say<Id::log_allow_nobody>(protocol, link.listen, protocol, protocol));
  if (wanted.note) log_.info(wanted.note);
  listening_.push_back({protocol, socket->address()});
  if (protocol == "motus") network_.remember(wanted.id, motus_host_);
  network_.serve(board_, wanted.id, std::move(wanted.session), std::move(*socket));
  return {};
}

}  // namespace hexad::inline daemon
