#include "engine/simulated/simulated_platform.hpp"

namespace hexad::inline engine {
namespace {

ManualClock clock_at(TimePoint start) {
  ManualClock clock;
  clock.advance(start.time_since_epoch());
  return clock;
}

}  // namespace

SimulatedPlatform::SimulatedPlatform(std::unique_ptr<const Machine> machine,
                                     const controller::Settings& settings, std::unique_ptr<DrivePort> drives,
                                     SimulatedNetwork& network, const motion::FileSource* files, Log* log,
                                     TimePoint start)
    : clock_{clock_at(start)},
      network_{network},
      platform_{std::move(machine), settings, std::move(drives)},
      loop_{std::array{&platform_}, clock_.now() + platform_.period()},
      board_{platform_, log == nullptr ? log_ : *log},
      preparation_{platform_, board_.names(), log == nullptr ? log_ : *log, files} {
  board_.prepare_in(preparation_.add_box(), nullptr);
}

SessionChannel& SimulatedPlatform::open(ProtocolId protocol, std::unique_ptr<Session> session,
                                        const net::Address& address) {
  network_.bind(address);
  Way& way = ways_.emplace_back(network_, clock_, address, watcher_);
  SessionChannel& line = board_.add(protocol, std::move(session), way);
  board_.listens(line.session().name(), address.port);
  lines_.emplace_back(&way, &line);
  return line;
}

void SimulatedPlatform::serve(const Now& now) {
  network_.advance(now.platform);
  for (const auto& [way, line] : lines_) {
    Packet packet;
    while (network_.receive(way->address(), packet)) {
      if (watcher_ != nullptr)
        watcher_->arrived({line->protocol(), packet.from.ip, packet.from.port}, packet.bytes);
      board_.take(now);
      board_.receive(*line, packet.from, {packet.arrival, packet.arrival}, packet.bytes);
    }
  }
}

void SimulatedPlatform::tick() {
  clock_.advance(platform_.period());
  const Now now{clock_.now(), clock_.now()};
  serve(now);
  loop_.advance(now.platform);
  if (++ticks_ % worker_period_ == 0) preparation_.work();
  board_.take(now);
  board_.poll(now);
}

void SimulatedPlatform::freeze(Duration gap, First first) {
  clock_.advance(gap - platform_.period());
  if (first == First::loop) loop_.advance(clock_.now());
  tick();
}

void SimulatedPlatform::run(Duration time) {
  for (const TimePoint end = clock_.now() + time; clock_.now() < end;) tick();
}

std::vector<Packet> SimulatedHost::receive() {
  std::vector<Packet> packets;
  for (Packet packet; platform_.network().receive(address_, packet);) packets.push_back(std::move(packet));
  return packets;
}

std::vector<std::string> SimulatedHost::receive_texts() {
  std::vector<std::string> texts;
  for (const Packet& packet : receive()) {
    texts.emplace_back();
    for (const std::byte byte : packet.bytes) texts.back() += static_cast<char>(byte);
  }
  return texts;
}

}  // namespace hexad::inline engine
