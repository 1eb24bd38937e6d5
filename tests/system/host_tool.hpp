#pragma once
// Another program of the project as a process: `hexad host`, an example. Its output is kept; it never
// outlives the test.

#include <sys/types.h>

#include <string>
#include <vector>

namespace hexad::system_test {

class ToolProcess {
 public:
  /// The first word is the program.
  explicit ToolProcess(const std::vector<std::string>& words);
  ~ToolProcess();
  ToolProcess(const ToolProcess&) = delete;
  ToolProcess& operator=(const ToolProcess&) = delete;

  void signal(int number) const;
  /// The exit code, 128 + signal when it was killed, -1 when it did not end in time.
  int wait_for_exit();
  std::string out() const;
  std::string err() const;
  /// Waits until stdout holds `text`; false when the program ended without it.
  bool wait_for_output(const std::string& text);

 private:
  bool ended();

  pid_t pid_ = -1;
  int code_ = -1;
  std::string out_path_;
  std::string err_path_;
};

/// Runs `hexad` with these arguments to its end.
struct ToolResult {
  int code = -1;
  std::string out;
  std::string err;
};
ToolResult run_hexad(std::vector<std::string> arguments);
ToolResult run_example(const std::string& name, std::vector<std::string> arguments);

}  // namespace hexad::system_test
