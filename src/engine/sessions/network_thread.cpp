#include "engine/sessions/network_thread.hpp"
#include "messages/say.hpp"
#include "os/threads.hpp"

namespace hexad::inline engine {
namespace {

// Datagrams of one port in a pass: a flood on one must not keep the others waiting.
constexpr int kBatchesPerPass = 8;
// Without a tick (the loop has ended, or is being debugged) events and streams are still looked at.
constexpr std::chrono::milliseconds kLongestWait{100};

constexpr Duration kReportPeriod = std::chrono::milliseconds{200};

constexpr std::uint64_t kTick = ~std::uint64_t{0};
constexpr std::uint64_t kEnd = kTick - 1;

}  // namespace

NetworkThread::NetworkThread(const SteadyClock& platform_clock, const SteadyClock& wall_clock)
    : platform_clock_{platform_clock}, wall_clock_{wall_clock} {
  poller_.watch(wake_.get(), kTick);
  poller_.watch(end_.get(), kEnd);
}

NetworkThread::~NetworkThread() { stop(); }

void NetworkThread::serve(SessionRouter& board) { boards_.push_back(&board); }

SessionChannel& NetworkThread::serve(SessionRouter& board, ProtocolId protocol,
                                     std::unique_ptr<Session> session, net::UdpSocket socket) {
  Port& port = ports_.emplace_back(Port{SocketTransport{std::move(socket)}, board});
  port.line = &board.add(protocol, std::move(session), port.transport);
  board.listens(port.line->session().name(), port.transport.socket().address().port);
  poller_.watch(port.transport.socket().get(), ports_.size() - 1);
  return *port.line;
}

void NetworkThread::start() {
  thread_ = std::thread{[this] { run(); }};
  name_thread(thread_, "hexad-net");
}

void NetworkThread::stop() {
  end_.signal();
  if (thread_.joinable()) thread_.join();
}

void NetworkThread::run() {
  for (bool ending = false; !ending;) {
    const int count = poller_.wait(kLongestWait);
    bool ticked = count == 0;
    for (SessionRouter* const board : boards_) board->take(now());
    for (int i = 0; i < count; ++i) {
      const std::uint64_t name = poller_.ready(i);
      if (name == kTick)
        ticked = wake_.take() > 0;
      else if (name == kEnd)
        ending = true;
      else
        receive(ports_[name]);
    }
    if (ticked)
      for (SessionRouter* const board : boards_) board->poll(now());
    flush();
    publish_hosts();
  }
}

void NetworkThread::publish_hosts() {
  const TimePoint wall = wall_clock_.now();
  if (published_.box == nullptr || wall - report_.time < kReportPeriod) return;
  if (!console_answers_.load(std::memory_order_relaxed)) tell_drivers();
  gather(*published_.board, wall, report_);
  if (remembered_.host != nullptr) remembered_.host->note(report_, remembered_.protocol);
  published_.box->publish(report_);
}

void NetworkThread::tell_drivers() {
  const Endpoint driver = published_.board->telemetry().driver;
  for (const Port& port : ports_)
    if (driver && port.line->protocol() == driver.protocol)
      port.line->explain(driver, messages::Id::told_console_silent);
}

void NetworkThread::receive(Port& port) {
  for (int i = 0; i < kBatchesPerPass; ++i) {
    const std::size_t count = port.transport.socket().receive(batch_);
    const Now present = now();
    const auto clock = std::chrono::steady_clock::now();
    port.board.take(present);
    for (const net::Arrival& arrival : batch_.arrivals()) {
      const Duration age = std::max<Duration>(clock - arrival.time, Duration::zero());
      const Duration platform_age = from_seconds(to_seconds(age) * platform_clock_.speed());
      port.board.receive(*port.line, arrival.from, {present.platform - platform_age, present.wall - age},
                         arrival.bytes);
    }
    port.transport.socket().flush();
    if (count < net::kReceiveBatch) return;
  }
}

void NetworkThread::flush() {
  for (Port& port : ports_) {
    port.transport.socket().flush();
    for (const net::Address& address : port.transport.socket().take_unreached())
      port.board.unread(*port.line, address, now());
  }
}

}  // namespace hexad::inline engine
