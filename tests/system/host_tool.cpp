#include "host_tool.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

#include "daemon_process.hpp"

namespace hexad::system_test {
namespace {

using Clock = std::chrono::steady_clock;

std::string temporary_file(int& descriptor) {
  std::string pattern = (std::filesystem::temp_directory_path() / "hexad-tool-XXXXXX").string();
  descriptor = ::mkstemp(pattern.data());
  if (descriptor < 0) throw std::runtime_error{"no temporary file"};
  return pattern;
}

std::string read(const std::string& path) {
  std::ifstream file{path};
  return {std::istreambuf_iterator<char>{file}, {}};
}

ToolResult finish(ToolProcess& tool) {
  const int code = tool.wait_for_exit();
  return {code, tool.out(), tool.err()};
}

}  // namespace

ToolProcess::ToolProcess(const std::vector<std::string>& words) {
  int out = -1;
  int err = -1;
  out_path_ = temporary_file(out);
  err_path_ = temporary_file(err);
  std::vector<std::string> copies = words;
  std::vector<char*> argv;
  for (std::string& word : copies) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(126);
    // As from a terminal, also where the tests were started by nohup or in the background.
    for (const int number : {SIGHUP, SIGINT, SIGTERM}) ::signal(number, SIG_DFL);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(err, STDERR_FILENO);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  ::close(out);
  ::close(err);
  if (pid_ < 0) throw std::runtime_error{"cannot fork"};
}

ToolProcess::~ToolProcess() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  std::filesystem::remove(out_path_);
  std::filesystem::remove(err_path_);
}

void ToolProcess::signal(int number) const {
  if (pid_ > 0) ::kill(pid_, number);
}

bool ToolProcess::ended() {
  if (pid_ <= 0) return true;
  int status = 0;
  if (::waitpid(pid_, &status, WNOHANG) != pid_) return false;
  pid_ = -1;
  code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return true;
}

int ToolProcess::wait_for_exit() {
  for (const auto end = Clock::now() + kPatience; !ended() && Clock::now() < end;)
    std::this_thread::sleep_for(std::chrono::milliseconds{2});
  return code_;
}

std::string ToolProcess::out() const { return read(out_path_); }
std::string ToolProcess::err() const { return read(err_path_); }

bool ToolProcess::wait_for_output(const std::string& text) {
  for (const auto end = Clock::now() + kPatience; Clock::now() < end;) {
    const bool last = ended();
    if (out().find(text) != std::string::npos) return true;
    if (last) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds{2});
  }
  return false;
}

ToolResult run_hexad(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), HEXAD_PROGRAM);
  ToolProcess tool{arguments};
  return finish(tool);
}

ToolResult run_example(const std::string& name, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), std::string{HEXAD_EXAMPLES} + "/" + name);
  ToolProcess tool{arguments};
  return finish(tool);
}

}  // namespace hexad::system_test
