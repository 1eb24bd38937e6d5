#include <cstdio>
#include <exception>

#include "hexad/cli.hpp"
#include "hexad/exit_code.hpp"
#include "os/descriptors.hpp"

int main(int argc, char** argv) {
  hexad::fill_standard_descriptors();
  try {
    return hexad::cli::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "hexad: error: %s\n", error.what());
    return hexad::cli::kFailed;
  }
}
