// A query (`24`) to a real `hexad run` beside a bare UDP echo: round trips, and queries a second with several
// under way. Rounds of both are interleaved in one run, servers on one core and the client on another, so
// that what the machine does besides meets both alike. The ratio is what counts.

#include <benchmark/benchmark.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

void pin_to(unsigned core) {
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core % cores, &set);
  ::sched_setaffinity(0, sizeof set, &set);
}

/// The client's core, for as long as it lives: other benchmarks of this program run where they like.
class OnClientCore {
 public:
  OnClientCore() {
    ::sched_getaffinity(0, sizeof before_, &before_);
    pin_to(0);
  }
  ~OnClientCore() { ::sched_setaffinity(0, sizeof before_, &before_); }
  OnClientCore(const OnClientCore&) = delete;
  OnClientCore& operator=(const OnClientCore&) = delete;

 private:
  cpu_set_t before_{};
};

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}
sockaddr* generic(sockaddr_in& address) { return static_cast<sockaddr*>(static_cast<void*>(&address)); }

/// Two things a server needs: it ends with this program, and it runs on the server's core.
void become_server() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  pin_to(1);
}

class Server {
 public:
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  virtual ~Server() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  std::uint16_t port() const { return port_; }

 protected:
  Server() = default;
  pid_t pid_ = -1;
  std::uint16_t port_ = 0;
};

/// The least a server can do: take a datagram, send one back that is as long as the answer to `24`.
class Echo final : public Server {
 public:
  Echo() {
    const int fd = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopback(0);
    socklen_t length = sizeof address;
    if (fd < 0 || ::bind(fd, generic(address), length) != 0 ||
        ::getsockname(fd, generic(address), &length) != 0)
      throw std::runtime_error{"no socket"};
    port_ = ntohs(address.sin_port);
    pid_ = ::fork();
    if (pid_ == 0) {
      become_server();
      const std::string answer = "24#0.000 0.000 0.000 0.000 0.000 0.000";
      for (std::array<char, 2048> bytes{};;) {
        sockaddr_in from{};
        socklen_t size = sizeof from;
        if (::recvfrom(fd, bytes.data(), bytes.size(), 0, generic(from), &size) < 0) continue;
        ::sendto(fd, answer.data(), answer.size(), 0, generic(from), size);
      }
    }
    ::close(fd);
  }
};

class Hexad final : public Server {
 public:
  Hexad() {
    std::array<int, 2> pipe{};
    if (::pipe(pipe.data()) != 0) throw std::runtime_error{"no pipe"};
    pid_ = ::fork();
    if (pid_ == 0) {
      become_server();
      ::dup2(pipe[1], STDOUT_FILENO);
      if (std::freopen("/dev/null", "w", stderr) == nullptr) ::_exit(126);
      ::execl(HEXAD_PROGRAM, HEXAD_PROGRAM, "run", "--protocols", "mdof", "--port", "mdof=0", "--console",
              "off", "--set", "plant.initial=neutral", nullptr);
      ::_exit(127);
    }
    ::close(pipe[1]);
    std::string text;
    for (std::array<char, 256> some{}; text.find("ready\n") == std::string::npos;) {
      const ssize_t count = ::read(pipe[0], some.data(), some.size());
      if (count <= 0) throw std::runtime_error{"hexad did not start"};
      text.append(some.data(), static_cast<std::size_t>(count));
    }
    ::close(pipe[0]);
    port_ = static_cast<std::uint16_t>(std::stoi(text.substr(text.find(':') + 1)));
  }
};

class Client {
 public:
  explicit Client(std::uint16_t port) : fd_{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)} {
    sockaddr_in address = loopback(port);
    if (fd_ < 0 || ::connect(fd_, generic(address), sizeof address) != 0)
      throw std::runtime_error{"no socket"};
  }
  ~Client() { ::close(fd_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void send() const { (void)!::send(fd_, "24", 2, 0); }
  /// False when nothing came for a second.
  bool receive() const {
    pollfd ready{fd_, POLLIN, 0};
    if (::poll(&ready, 1, 1000) <= 0) return false;
    std::array<char, 256> bytes{};
    return ::recv(fd_, bytes.data(), bytes.size(), 0) > 0;
  }
  double round_trip_us() const {
    const auto start = Clock::now();
    send();
    if (!receive()) throw std::runtime_error{"no answer"};
    return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
  }
  /// Seconds for `count` queries with a few under way at a time.
  double burst_s(int count) const {
    constexpr int kUnderWay = 16;
    const auto start = Clock::now();
    int sent = 0;
    for (int heard = 0; heard < count; ++heard) {
      for (; sent < count && sent - heard < kUnderWay; ++sent) send();
      if (!receive()) throw std::runtime_error{"no answer"};
    }
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

 private:
  int fd_;
};

double percentile(std::vector<double> values, double share) {
  const auto place =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

void query_round_trip(benchmark::State& state) {
  constexpr int kRounds = 200;
  constexpr int kInARound = 50;
  const Hexad hexad;
  const Echo echo;
  const OnClientCore here_runs_the_client;
  const Client to_hexad{hexad.port()};
  const Client to_echo{echo.port()};
  std::vector<double> hexad_us;
  std::vector<double> echo_us;
  std::vector<double> ratios;
  for (auto _ : state) {
    for (int round = 0; round < kRounds; ++round) {
      std::vector<double> here;
      std::vector<double> there;
      for (int i = 0; i < kInARound; ++i) here.push_back(to_hexad.round_trip_us());
      for (int i = 0; i < kInARound; ++i) there.push_back(to_echo.round_trip_us());
      ratios.push_back(percentile(here, 0.5) / percentile(there, 0.5));
      hexad_us.insert(hexad_us.end(), here.begin(), here.end());
      echo_us.insert(echo_us.end(), there.begin(), there.end());
    }
  }
  state.counters["hexad_p50_us"] = percentile(hexad_us, 0.5);
  state.counters["echo_p50_us"] = percentile(echo_us, 0.5);
  state.counters["p50_ratio"] = percentile(hexad_us, 0.5) / percentile(echo_us, 0.5);
  state.counters["p50_ratio_of_rounds"] = percentile(ratios, 0.5);
  state.counters["hexad_p99_us"] = percentile(hexad_us, 0.99);
  state.counters["echo_p99_us"] = percentile(echo_us, 0.99);
}
BENCHMARK(query_round_trip)
    ->Name("QueryRoundTrip")
    ->Iterations(1)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

void queries_a_second(benchmark::State& state) {
  constexpr int kRounds = 20;
  constexpr int kInARound = 2000;
  const Hexad hexad;
  const Echo echo;
  const OnClientCore here_runs_the_client;
  const Client to_hexad{hexad.port()};
  const Client to_echo{echo.port()};
  std::vector<double> hexad_rate;
  std::vector<double> echo_rate;
  for (auto _ : state) {
    for (int round = 0; round < kRounds; ++round) {
      hexad_rate.push_back(kInARound / to_hexad.burst_s(kInARound));
      echo_rate.push_back(kInARound / to_echo.burst_s(kInARound));
    }
  }
  state.counters["hexad_per_s"] = percentile(hexad_rate, 0.5);
  state.counters["echo_per_s"] = percentile(echo_rate, 0.5);
  state.counters["ratio"] = percentile(hexad_rate, 0.5) / percentile(echo_rate, 0.5);
}
BENCHMARK(queries_a_second)
    ->Name("QueriesASecond")
    ->Iterations(1)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
