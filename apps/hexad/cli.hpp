#pragma once

namespace hexad::cli {

/// Parses the command line, runs the subcommand, returns its exit code (exit_code.hpp).
int run(int argc, char** argv);

}  // namespace hexad::cli
