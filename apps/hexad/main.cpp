#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "hexad/cli.hpp"
#include "hexad/exit_code.hpp"
#include "os/descriptors.hpp"
#include "os/surroundings.hpp"
#include "os/terminal.hpp"

namespace {

int run(std::vector<std::string> words) {
  std::vector<char*> given;
  for (std::string& word : words) given.push_back(word.data());
  given.push_back(nullptr);
  try {
    return hexad::cli::run(static_cast<int>(words.size()), given.data());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "hexad: error: %s\n", error.what());
    return hexad::cli::kFailed;
  }
}

}  // namespace

int main(int argc, char** argv) {
  hexad::fill_standard_descriptors();
  hexad::prepare_streams();
  std::vector<std::string> words = hexad::arguments(argc, argv);
  const bool clicked = argc == 1 && hexad::started_by_click();
  if (clicked) words.emplace_back("run");
  const int code = run(std::move(words));
  if (clicked && code != hexad::cli::kDone) std::getchar();  // or nobody would read why
  return code;
}
