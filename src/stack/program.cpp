#include "stack/program.hpp"

#include <nlohmann/json.hpp>

#include "engine/sessions/sessions_of.hpp"
#include "messages/say.hpp"
#include "operation/order_message.hpp"
#include "words/own_endpoints.hpp"

namespace hexad::stack {
namespace {

/// Small motions that every platform can do, and one that nobody can read.
class MotionShelf final : public motion::FileSource {
 public:
  Result<motion::files::MotionText, motion::Rejection> read(const FileOrder& order) const override {
    motion::files::MotionText file;
    file.name = "file" + std::to_string(order.number);
    if (order.number > 2) {
      motion::Rejection rejection;
      rejection.problem = motion::Problem::no_such_file;
      return Failure{rejection};
    }
    for (int time = 0; time <= (order.number == 1 ? 3 : 30); time += 3)
      file.text += std::to_string(time) + " 0 0 " + (time % 2 == 0 ? "0" : "8") + " 0 0 0\n";
    return file;
  }
};

const MotionShelf kShelf;

controller::Settings core_settings(const Program::Setup& setup) {
  controller::Settings settings;
  settings.initial = setup.initial;
  settings.idle_return = setup.idle_return;
  settings.cueing = setup.platform.config.cueing;
  return settings;
}

plant::Settings plant_settings(const Program::Setup& setup) {
  plant::Settings settings;
  settings.initial = setup.initial;
  settings.extension = setup.extension;
  settings.seed = setup.seed;
  return settings;
}

}  // namespace

Program::Program(const Setup& setup, SimulatedNetwork& network, store::Disk& disk, PortWatcher& ports,
                 TickWatcher& ticks)
    : config_{setup.platform.config},
      store_{"/state", disk},
      calibration_{load_calibration(config_, *setup.platform.machine, store_, log_)} {
  const Seams& seams = setup.seams;
  if (seams.loaded) seams.loaded(calibration_.set);
  auto simulated = std::make_unique<SimulatedMachine>(calibration_.machine, plant_settings(setup));
  drives_ = simulated.get();
  std::unique_ptr<DrivePort> drives = std::move(simulated);
  if (seams.drives) drives = seams.drives(std::move(drives));
  platform_ = std::make_unique<SimulatedPlatform>(std::make_unique<const Machine>(calibration_.machine),
                                                  core_settings(setup), std::move(drives), network, &kShelf,
                                                  &log_, setup.start);
  Platform& platform = platform_->platform();
  platform.watch_by(ticks);
  platform_->watch_by(ports);
  platform_->let_worker_wait(setup.worker_period);
  board_ = std::make_unique<CalibrationBoard>(calibration_, store_, platform, log_);
  inbox_ = &platform.add_inbox();
  platform_->preparation().tell(kOperatorEndpoint.protocol, notes_);
  operator_ = std::make_unique<Operator>(
      OperatorContext{.inbox = platform.add_inbox(),
                      .outbox = platform.add_outbox(Outbox::Wants::news),
                      .injections = &drives_->injections(),
                      .legs = calibration_.machine.geometry.legs,
                      .platform_clock = platform_->clock(),
                      .wall_clock = platform_->clock(),
                      .preparation = {&platform_->preparation().add_box(), &notes_, nullptr, nullptr}});
  if (seams.board) faulty_board_ = seams.board(*board_);
  protocols::csfi::BoardStore* const board = faulty_board_ ? faulty_board_.get() : board_.get();
  for (OpenSession& open : sessions_of(config_, *board)) {
    if (seams.session) open.session = seams.session(open.id, std::move(open.session));
    platform_->open(open.id, std::move(open.session),
                    {kOwnAddress, static_cast<std::uint16_t>(open.link->port)});
  }
}

Program::~Program() = default;

void Program::tick() {
  platform_->tick();
  (void)board_->work();
  operator_->poll();
}

void Program::freeze(Duration gap, SimulatedPlatform::First first) {
  platform_->freeze(gap, first);
  (void)board_->work();
  operator_->poll();
}

void Program::message(const Asker& asker, std::string_view text, Answer answer) {
  nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
  if (!document.is_object()) return;
  OrderMessage message = read_order_message(document);
  const auto done = [id = message.id, answer = std::move(answer)](const OperatorReply& reply) {
    answer(id, reply);
  };
  const auto& order = message.order;
  const auto refused = [&](const messages::Message& why) {
    done({OperatorReply::Result::refused, why, telemetry().state});
  };
  if (!order) return refused(order.error());
  if (const messages::Id why = desk_.why_not(*order->action, asker); why != messages::Id::nothing)
    return refused(why);
  (void)desk_.given(*order->action, asker);
  gather(platform_->board(), now(), hosts_);
  operator_->ask(*order, hosts_, platform_->board().names(), done);
}

void Program::signal() {
  const auto control = shutdown_.signal(telemetry(), now());
  if (!control) return;
  const Request request{
      .driver = kSignalEndpoint, .arrival = now(), .contract = &kOperatorContract, .what = *control};
  if (*control == Control::stop)
    inbox_->latch(0, *control, false, {kSignalEndpoint, now(), &kOperatorContract, 0});
  else
    (void)inbox_->request(request);
}

bool Program::over() const noexcept { return shutdown_.complete(telemetry(), now()); }

}  // namespace hexad::stack
