#include "engine/sessions/network_thread.hpp"
#include "messages/say.hpp"

#include <pthread.h>
#include <sys/epoll.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace hexad::inline engine {
namespace {

// Datagrams of one port in a pass: a flood on one must not keep the others waiting.
constexpr int kBatchesPerPass = 8;
// Without a tick (the loop has ended, or is being debugged) events and streams are still looked at.
constexpr int kLongestWait = 100;  // ms

constexpr Duration kReportPeriod = std::chrono::milliseconds{200};

constexpr std::uint64_t kTick = ~std::uint64_t{0};
constexpr std::uint64_t kEnd = kTick - 1;

net::FileDescriptor make_epoll() {
  net::FileDescriptor epoll{::epoll_create1(EPOLL_CLOEXEC)};
  if (!epoll) throw std::system_error{errno, std::generic_category(), "epoll_create1"};
  return epoll;
}

void watch(const net::FileDescriptor& epoll, int fd, std::uint64_t name) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = name;
  if (::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, fd, &event) != 0)
    throw std::system_error{errno, std::generic_category(), "epoll_ctl"};
}

}  // namespace

NetworkThread::NetworkThread(const SteadyClock& platform_clock, const SteadyClock& wall_clock)
    : platform_clock_{platform_clock}, wall_clock_{wall_clock}, epoll_{make_epoll()} {
  watch(epoll_, wake_.get(), kTick);
  watch(epoll_, end_.get(), kEnd);
}

NetworkThread::~NetworkThread() { stop(); }

void NetworkThread::serve(SessionRouter& board) { boards_.push_back(&board); }

SessionChannel& NetworkThread::serve(SessionRouter& board, ProtocolId protocol,
                                     std::unique_ptr<Session> session, net::UdpSocket socket) {
  Port& port = ports_.emplace_back(Port{SocketTransport{std::move(socket)}, board});
  port.line = &board.add(protocol, std::move(session), port.transport);
  board.listens(port.line->session().name(), port.transport.socket().address().port);
  watch(epoll_, port.transport.socket().get(), ports_.size() - 1);
  return *port.line;
}

void NetworkThread::start() {
  thread_ = std::thread{[this] { run(); }};
  ::pthread_setname_np(thread_.native_handle(), "hexad-net");
}

void NetworkThread::stop() {
  end_.signal();
  if (thread_.joinable()) thread_.join();
}

void NetworkThread::run() {
  std::array<epoll_event, kMaxSessions + 2> ready{};
  for (bool ending = false; !ending;) {
    const int count = ::epoll_wait(epoll_.get(), ready.data(), static_cast<int>(ready.size()), kLongestWait);
    bool ticked = count == 0;
    for (SessionRouter* const board : boards_) board->take(now());
    for (int i = 0; i < count; ++i) {
      const std::uint64_t name = ready[static_cast<std::size_t>(i)].data.u64;
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
