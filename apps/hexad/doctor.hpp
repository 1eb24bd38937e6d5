#pragma once
// `hexad doctor`: which hosts speak, how well they are understood, what to set.

#include "hexad/console.hpp"
#include "hexad/run.hpp"

namespace hexad::cli {

struct DoctorOptions {
  double seconds = 10.0;
  ConsoleOptions console;  ///< the running program
  RunOptions run;          ///< when there is none
};
int doctor(const DoctorOptions& options);

}  // namespace hexad::cli
