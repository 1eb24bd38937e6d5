#include "status_program.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <thread>

namespace hexad::system_test {
namespace {

using Clock = std::chrono::steady_clock;

std::string read_all(int fd) {
  std::string text;
  std::array<char, 4096> some{};
  for (ssize_t count = 0; (count = ::read(fd, some.data(), some.size())) > 0;)
    text.append(some.data(), static_cast<std::size_t>(count));
  return text;
}

}  // namespace

Said run_program(const std::vector<std::string>& words) {
  std::array<int, 2> out{};
  std::string pattern = "/tmp/hexad-said-XXXXXX";
  const int err = ::mkstemp(pattern.data());
  if (err < 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) throw std::runtime_error{"no temporary file or pipe"};
  ::unlink(pattern.c_str());
  std::vector<std::string> texts{HEXAD_PROGRAM};
  texts.insert(texts.end(), words.begin(), words.end());
  std::vector<char*> argv;
  for (std::string& text : texts) argv.push_back(text.data());
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(out[1], STDOUT_FILENO);
    ::dup2(err, STDERR_FILENO);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  ::close(out[1]);
  Said said;
  said.out = read_all(out[0]);
  ::close(out[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  said.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  ::lseek(err, 0, SEEK_SET);
  said.err = read_all(err);
  ::close(err);
  return said;
}

Said OperatorAt::ctl(std::vector<std::string> words) const {
  words.insert(words.begin(), "ctl");
  words.insert(words.end(), {"--to", to_});
  return run_program(words);
}

nlohmann::json OperatorAt::status() const {
  const Said said = run_program({"status", "--json", "--to", to_});
  if (said.code != 0) throw std::runtime_error{"no status: " + said.err};
  return nlohmann::json::parse(said.out);
}

bool OperatorAt::status_becomes(const std::string& key, const nlohmann::json& value) const {
  for (const auto end = Clock::now() + kPatience; Clock::now() < end;) {
    if (status().at(key) == value) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
  }
  return false;
}

}  // namespace hexad::system_test
