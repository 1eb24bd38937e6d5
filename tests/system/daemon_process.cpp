#include "daemon_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

namespace hexad::system_test {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

int remaining(Clock::time_point end) {
  const auto left = std::chrono::duration_cast<milliseconds>(end - Clock::now()).count();
  return left > 0 ? static_cast<int>(left) : 0;
}

}  // namespace

std::vector<std::string> with_any_ports(std::vector<std::string> more) {
  const std::array words{"--protocols", "mdof,darren", "--port", "mdof=0", "--port", "darren=0"};
  more.insert(more.begin(), words.begin(), words.end());
  return more;
}

DaemonProcess::DaemonProcess(const std::vector<std::string>& arguments)
    : DaemonProcess{run_words(arguments)} {}

DaemonProcess::Words DaemonProcess::run_words(const std::vector<std::string>& arguments) {
  Words run{{"run"}};
  run.words.insert(run.words.end(), arguments.begin(), arguments.end());
  if (std::find(arguments.begin(), arguments.end(), "--console") == arguments.end())
    run.words.insert(run.words.end(), {"--console", "127.0.0.1:0"});
  return run;
}

DaemonProcess::DaemonProcess(const Words& said) {
  std::string pattern = (std::filesystem::temp_directory_path() / "hexad-log-XXXXXX").string();
  const int log = ::mkstemp(pattern.data());
  log_path_ = pattern;
  std::array<int, 2> pipe{};
  if (log < 0 || ::pipe2(pipe.data(), O_CLOEXEC) != 0) throw std::runtime_error{"no temporary file or pipe"};

  std::vector<std::string> words{said.program.empty() ? HEXAD_PROGRAM : said.program};
  words.insert(words.end(), said.words.begin(), said.words.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ == 0) {
    // Not even a test that crashes leaves the program behind.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(126);
    // As from a terminal, also where the tests were started by nohup or in the background.
    for (const int number : {SIGHUP, SIGINT, SIGTERM}) ::signal(number, SIG_DFL);
    // What it keeps without being told where goes with it, not into somebody's home.
    ::setenv("XDG_STATE_HOME", (log_path_ + "-state").c_str(), 1);
    ::dup2(pipe[1], STDOUT_FILENO);
    ::dup2(log, STDERR_FILENO);
    if (said.in_child) said.in_child();
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  ::close(pipe[1]);
  ::close(log);
  out_ = pipe[0];
  if (pid_ < 0) throw std::runtime_error{"cannot fork"};
}

DaemonProcess::~DaemonProcess() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  ::close(out_);
  std::filesystem::remove(log_path_);
  std::filesystem::remove_all(log_path_ + "-state");
}

bool DaemonProcess::read_line(std::string& line) {
  const auto end = Clock::now() + kPatience;
  for (;;) {
    if (const auto newline = unread_.find('\n'); newline != std::string::npos) {
      line = unread_.substr(0, newline);
      unread_.erase(0, newline + 1);
      return true;
    }
    pollfd ready{out_, POLLIN, 0};
    if (::poll(&ready, 1, remaining(end)) <= 0) return false;
    std::array<char, 512> some{};
    const ssize_t count = ::read(out_, some.data(), some.size());
    if (count <= 0) return false;
    unread_.append(some.data(), static_cast<std::size_t>(count));
  }
}

bool DaemonProcess::wait_until_ready() {
  std::string line;
  while (read_line(line)) {
    lines_.push_back(line);
    if (line == "ready") return true;
  }
  return false;
}

std::uint16_t DaemonProcess::port_of(const std::string& protocol) const {
  const std::string start = "listening " + protocol + " 127.0.0.1:";
  for (const std::string& line : lines_)
    if (line.compare(0, start.size(), start) == 0)
      return static_cast<std::uint16_t>(std::stoi(line.substr(start.size())));
  throw std::runtime_error{"no line \"" + start + "\""};
}

std::string DaemonProcess::console() const {
  const std::string start = "listening console ";
  const std::string plain = start + "http://";
  for (const std::string& line : lines_) {
    if (line.starts_with(plain)) return line.substr(plain.size());
    if (line.starts_with(start)) return line.substr(start.size());
  }
  throw std::runtime_error{"no line \"" + start + "\""};
}

void DaemonProcess::signal(int number) const { ::kill(pid_, number); }

int DaemonProcess::wait_for_exit() {
  for (const auto end = Clock::now() + kPatience; Clock::now() < end;) {
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = -1;
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    std::this_thread::sleep_for(milliseconds{5});
  }
  return -1;
}

std::string DaemonProcess::log() const {
  std::ifstream file{log_path_};
  return {std::istreambuf_iterator<char>{file}, {}};
}

}  // namespace hexad::system_test
