#include "process.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace hexad::cli_test {
namespace {

std::string own_path(const std::string& name) {
  return testing::TempDir() + "hexad_cli_" + std::to_string(getpid()) + "_" + name;
}

[[noreturn]] void become(const std::vector<std::string>& arguments, const std::string& out,
                         const std::string& err) {
  const auto onto = [](const std::string& path, int descriptor) {
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || dup2(file, descriptor) < 0) _exit(126);
  };
  onto(out, STDOUT_FILENO);
  onto(err, STDERR_FILENO);
  setenv("HEXAD_SHARE", HEXAD_TEST_SHARE, 1);
  std::vector<char*> argv{const_cast<char*>(HEXAD_PROGRAM)};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execv(HEXAD_PROGRAM, argv.data());
  _exit(127);
}

}  // namespace

std::string read_text(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Outcome run(const std::vector<std::string>& arguments) {
  const std::string out = own_path("stdout");
  const std::string err = own_path("stderr");
  const pid_t child = fork();
  if (child == 0) become(arguments, out, err);
  int status = 0;
  waitpid(child, &status, 0);
  Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read_text(out),
                  read_text(err)};
  std::remove(out.c_str());
  std::remove(err.c_str());
  return outcome;
}

TextFile::TextFile(const std::string& name, const std::string& text) : path_{own_path(name)} {
  std::ofstream{path_, std::ios::binary} << text;
}
TextFile::~TextFile() { std::remove(path_.c_str()); }

std::vector<std::vector<std::string>> read_table(const std::string& name) {
  std::ifstream file{std::string{HEXAD_TEST_DATA} + "/" + name};
  EXPECT_TRUE(file) << name;
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::vector<std::string> fields;
    std::istringstream cells{line};
    for (std::string cell; std::getline(cells, cell, ',');) fields.push_back(cell);
    rows.push_back(fields);
  }
  return rows;
}

}  // namespace hexad::cli_test
